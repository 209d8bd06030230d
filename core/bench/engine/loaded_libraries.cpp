// SPDX-License-Identifier: GPL-3.0-or-later
// oneDNN and OpenBLAS, of which only the few functions named here are used.
#include "core/bench/engine/matrix_library.h"

#include <dlfcn.h>

#include <initializer_list>
#include <map>
#include <string>

namespace fullscope::bench {

using base::Code;
using base::Error;

namespace {

// The first of the names that can be loaded. It stays loaded: threads of it may live on.
void* load(std::initializer_list<const char*> names)
{
    for (const char* name : names)
        if (void* handle = dlopen(name, RTLD_NOW | RTLD_LOCAL); handle != nullptr)
            return handle;
    return nullptr;
}

template <typename Function>
bool find(void* handle, const char* name, Function& into)
{
    into = reinterpret_cast<Function>(dlsym(handle, name));
    return into != nullptr;
}

Error missing(const char* library)
{
    return {.code = Code::file_not_found, .file = library};
}

// --- oneDNN: dnnl.h of 2.6; sgemm is row-major and the same in 1.x to 3.x
using DnnlSgemm = int (*)(char, char, std::int64_t, std::int64_t, std::int64_t, float, const float*, std::int64_t,
    const float*, std::int64_t, float, float*, std::int64_t);
struct DnnlVersion {
    int major, minor, patch;
};

class OneDnn final : public MatrixLibrary {
public:
    OneDnn(DnnlSgemm sgemm, std::string name, std::string instructions)
        : MatrixLibrary(std::move(name), std::move(instructions))
        , m_sgemm(sgemm)
    {
    }

    void multiply(const Product& p) const override
    {
        m_sgemm(p.transpose_a ? 'T' : 'N', p.transpose_b ? 'T' : 'N', p.m, p.n, p.k, 1.0F, p.a, p.lda, p.b, p.ldb,
            p.add ? 1.0F : 0.0F, p.c, p.ldc);
    }

private:
    DnnlSgemm m_sgemm;
};

std::string dnnlInstructions(unsigned bits)
{
    static const std::map<unsigned, const char*> kNames
        = {{0x1, "sse41"}, {0x3, "avx"}, {0x7, "avx2"}, {0x407, "avx2_vnni"}, {0x27, "avx512_core"},
            {0x67, "avx512_core_vnni"}, {0xe7, "avx512_core_bf16"}, {0x3e7, "avx512_core_amx"}};
    const auto known = kNames.find(bits);
    return known == kNames.end() ? "isa " + std::to_string(bits) : known->second;
}

// --- OpenBLAS: cblas.h
constexpr int kRowMajor = 101, kNotTransposed = 111, kTransposed = 112;
using CblasSgemm
    = void (*)(int, int, int, int, int, int, float, const float*, int, const float*, int, float, float*, int);
CblasSgemm openBlasSgemm = nullptr;

void multiplyByOpenBlas(const Product& p)
{
    const auto whole = [](std::int64_t value) { return static_cast<int>(value); };
    openBlasSgemm(kRowMajor, p.transpose_a ? kTransposed : kNotTransposed, p.transpose_b ? kTransposed : kNotTransposed,
        whole(p.m), whole(p.n), whole(p.k), 1.0F, p.a, whole(p.lda), p.b, whole(p.ldb), p.add ? 1.0F : 0.0F, p.c,
        whole(p.ldc));
}

class OpenBlas final : public MatrixLibrary {
public:
    using MatrixLibrary::MatrixLibrary;
    OpenBlas(std::string name, std::string instructions)
        : MatrixLibrary(std::move(name), std::move(instructions))
    {
    }

    void multiply(const Product& product) const override { multiplyInShares(product, multiplyByOpenBlas); }
};

} // namespace

base::Result<Library> openOneDnn()
{
    void* handle = load({"libdnnl.so.2", "libdnnl.so.3"});
    DnnlSgemm sgemm = nullptr;
    const DnnlVersion* (*version)() = nullptr;
    unsigned (*instructions)() = nullptr;
    if (handle == nullptr || !find(handle, "dnnl_sgemm", sgemm) || !find(handle, "dnnl_version", version)
        || !find(handle, "dnnl_get_effective_cpu_isa", instructions))
        return missing("libdnnl.so.2");
    const DnnlVersion* v = version();
    return Library(std::make_unique<OneDnn>(sgemm,
        "oneDNN " + std::to_string(v->major) + '.' + std::to_string(v->minor) + '.' + std::to_string(v->patch),
        dnnlInstructions(instructions())));
}

base::Result<Library> openOpenBlas()
{
    void* handle = load({"libopenblas.so.0", "libopenblas.so"});
    char* (*core)() = nullptr;
    char* (*config)() = nullptr;
    void (*setThreads)(int) = nullptr;
    if (handle == nullptr || !find(handle, "cblas_sgemm", openBlasSgemm) || !find(handle, "openblas_get_corename", core)
        || !find(handle, "openblas_get_config", config) || !find(handle, "openblas_set_num_threads", setThreads))
        return missing("libopenblas.so.0");
    setThreads(1); // the threads are ours, whichever way it was built
    const std::string words = config(); // "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH …"
    return Library(std::make_unique<OpenBlas>(words.substr(0, words.find(' ', words.find(' ') + 1)), core()));
}

} // namespace fullscope::bench
