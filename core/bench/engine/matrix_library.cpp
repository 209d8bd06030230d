// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/engine/matrix_library.h"

#include "core/base/text.h"
#include "core/bench/engine/parallel.h"

#include <array>
#include <vector>

namespace fullscope::bench {

using base::Code;
using base::Error;

namespace {

struct Candidate {
    const char* name;
    base::Result<Library> (*open)();
    base::Result<Library> (*open_bf16)();
};

base::Result<Library> openBuiltIn()
{
    return builtIn();
}

base::Result<Library> noBf16()
{
    return Error {.code = Code::bad_value, .field = "precision", .found = "bf16", .expected = "fp32"};
}

constexpr std::array kCandidates = {Candidate {"onednn", openOneDnn, openOneDnnBf16},
    Candidate {"openblas", openOpenBlas, noBf16}, Candidate {"built-in", openBuiltIn, noBf16}};

base::Result<Library> openChecked(const Candidate& candidate, Precision precision)
{
    FS_TRY_VALUE(library, precision == Precision::bf16 ? candidate.open_bf16() : candidate.open());
    if (!multipliesExactly(*library))
        return Error {.code = Code::bad_value,
            .field = candidate.name,
            .found = library->name(),
            .expected = "exact products of whole numbers"};
    return library;
}

// Whole numbers of -3 … 3, different ones for each seed.
std::vector<float> wholeNumbers(std::int64_t count, std::uint32_t seed)
{
    std::vector<float> values(static_cast<std::size_t>(count));
    for (float& value : values) {
        seed = seed * 1'664'525U + 1'013'904'223U;
        value = static_cast<float>(static_cast<std::int32_t>(seed >> 24) % 7 - 3);
    }
    return values;
}

bool multipliesExactly(const MatrixLibrary& library, Product product, std::uint32_t seed)
{
    // Rows longer than needed, so that a confusion of length and distance shows.
    constexpr std::int64_t kGap = 5;
    const std::int64_t rowsA = product.transpose_a ? product.k : product.m;
    const std::int64_t rowsB = product.transpose_b ? product.n : product.k;
    product.lda = product.m + product.k - rowsA + kGap;
    product.ldb = product.n + product.k - rowsB + kGap;
    product.ldc = product.n + kGap;
    const std::vector<float> a = wholeNumbers(rowsA * product.lda, seed);
    const std::vector<float> b = wholeNumbers(rowsB * product.ldb, seed + 1);
    const std::vector<float> before = wholeNumbers(product.m * product.ldc, seed + 2);
    std::vector<float> c = before;
    product.a = a.data();
    product.b = b.data();
    product.c = c.data();
    library.multiply(product);
    for (std::int64_t i = 0; i < product.m; ++i)
        for (std::int64_t j = 0; j < product.ldc; ++j) {
            const auto at = static_cast<std::size_t>(i * product.ldc + j);
            auto sum = product.add || j >= product.n ? static_cast<std::int64_t>(before[at]) : 0;
            for (std::int64_t k = 0; j < product.n && k < product.k; ++k) {
                const std::int64_t ak = product.transpose_a ? k * product.lda + i : i * product.lda + k;
                const std::int64_t bk = product.transpose_b ? j * product.ldb + k : k * product.ldb + j;
                sum += static_cast<std::int64_t>(a[static_cast<std::size_t>(ak)])
                    * static_cast<std::int64_t>(b[static_cast<std::size_t>(bk)]);
            }
            if (c[at] != static_cast<float>(sum))
                return false;
        }
    return true;
}

} // namespace

bool multipliesExactly(const MatrixLibrary& library)
{
    // The three kinds of product of a training step, with edges that no block size divides.
    const std::array<Product, 6> products = {Product {.transpose_b = true, .m = 130, .n = 75, .k = 257},
        Product {.transpose_b = true, .m = 128, .n = 192, .k = 64}, Product {.m = 67, .n = 129, .k = 301, .add = true},
        Product {.m = 128, .n = 64, .k = 96}, Product {.transpose_a = true, .m = 97, .n = 66, .k = 515},
        Product {.transpose_a = true, .m = 64, .n = 128, .k = 1'030, .add = true}};
    std::uint32_t seed = 1;
    for (const Product& product : products)
        if (!multipliesExactly(library, product, seed += 10))
            return false;
    return true;
}

base::Result<Chosen> chooseLibrary(const std::string& name, Precision precision)
{
    Chosen chosen;
    std::string known = "auto";
    for (const Candidate& candidate : kCandidates) {
        known += std::string(", ") + candidate.name;
        if (name != "auto" && name != candidate.name)
            continue;
        auto library = openChecked(candidate, precision);
        if (library.ok()) {
            chosen.library = *std::move(library);
            return chosen;
        }
        if (name != "auto")
            return library.error();
        chosen.refused.push_back(library.error());
    }
    if (name == "auto") // no bf16 here, or even our own kernel is wrong: a broken machine
        return chosen.refused.front();
    return Error {.code = Code::name_unknown, .field = "--library", .found = base::excerpt(name), .expected = known};
}

void multiplyInShares(const Product& product, void (*multiply)(const Product&))
{
    constexpr std::int64_t kUnit = 96; // a multiple of the rows and columns that kernels take at once
    if (omp_in_parallel() != 0 || omp_get_max_threads() == 1) {
        multiply(product);
        return;
    }
    const bool by_rows = product.m >= product.n;
    inParallel(by_rows ? product.m : product.n, kUnit, [&](std::int64_t first, std::int64_t last) {
        Product share = product;
        if (by_rows) {
            share.m = last - first;
            share.a += product.transpose_a ? first : first * product.lda;
            share.c += first * product.ldc;
        } else {
            share.n = last - first;
            share.b += product.transpose_b ? first * product.ldb : first;
            share.c += first;
        }
        multiply(share);
    });
}

} // namespace fullscope::bench
