// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products by a library that is loaded at run time, so that none is needed to start: oneDNN, else OpenBLAS, else
// our own kernel. Each has to multiply whole numbers without an error before it is used.
#pragma once

#include "core/base/result.h"
#include "core/bench/worker_spec.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace fullscope::bench {

// C[m,n] = op(A)[m,k] · op(B)[k,n] (+ C when `add`), row-major; op(X) is X or its transpose as stored.
struct Product {
    bool transpose_a = false;
    bool transpose_b = false;
    std::int64_t m = 0, n = 0, k = 0;
    const float* a = nullptr;
    std::int64_t lda = 0; // floats from one row of the stored matrix to the next
    const float* b = nullptr;
    std::int64_t ldb = 0;
    float* c = nullptr;
    std::int64_t ldc = 0;
    bool add = false;
    bool keep_float = false; // also where the library rounds its operands: small ones, and sums that must be exact

    double flops() const { return 2 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k); }
};

class MatrixLibrary {
public:
    virtual ~MatrixLibrary() = default;
    // With all threads when called outside of a parallel region, with the calling one inside.
    virtual void multiply(const Product& product) const = 0;

    const std::string& name() const { return m_name; } // "oneDNN 2.6.3"
    const std::string& instructions() const { return m_instructions; } // "avx512_core_bf16"

protected:
    MatrixLibrary(std::string name, std::string instructions)
        : m_name(std::move(name))
        , m_instructions(std::move(instructions))
    {
    }

private:
    std::string m_name;
    std::string m_instructions;
};

using Library = std::unique_ptr<const MatrixLibrary>;

// file_not_found when it is not installed or lacks a function.
base::Result<Library> openOneDnn();
base::Result<Library> openOneDnnBf16(); // operands rounded to bfloat16; bad_value where the processor cannot
base::Result<Library> openOpenBlas();
Library builtIn();

// False when one of some products of whole numbers, which float32 holds exactly, is not equal to what integers give.
bool multipliesExactly(const MatrixLibrary& library);

struct Chosen {
    Library library;
    std::vector<base::Error> refused; // those before it, and why: file_not_found, or bad_value of a wrong product
};

// `name`: onednn, openblas, built-in, or auto for the first of these that is there and right; name_unknown,
// file_not_found or bad_value when the one that was named will not do. Only oneDNN multiplies in bf16.
base::Result<Chosen> chooseLibrary(const std::string& name, Precision precision = Precision::fp32);

// Rows of C (columns when there are more) shared between the threads; for libraries that are called one-threaded.
void multiplyInShares(const Product& product, void (*multiply)(const Product&));

} // namespace fullscope::bench
