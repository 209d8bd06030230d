// SPDX-License-Identifier: GPL-3.0-or-later
// Products whose operands are rounded to bfloat16 and added up in float32, by oneDNN's matmul (dnnl.h of 2.x). Weights,
// activations and gradients stay float32: what PyTorch calls autocast.
#include "core/bench/engine/matrix_library.h"
#include "core/bench/engine/parallel.h"

#include <dlfcn.h>

#include <bit>
#include <cstring>
#include <map>
#include <tuple>

namespace fullscope::bench {

using base::Code;
using base::Error;

namespace {

constexpr int kCpu = 1, kBf16 = 2, kF32 = 3; // dnnl_engine_kind_t, dnnl_data_type_t
constexpr int kSource = 1, kDestination = 17, kWeights = 33; // DNNL_ARG_…
constexpr unsigned kInOrder = 1; // dnnl_stream_flags_t
constexpr int kMostDimensions = 12;
using Dimensions = std::int64_t[kMostDimensions];
using Handle = void*; // engine, stream, attribute, primitive …
// Structures that are only passed on: larger than those of any 2.x.
struct alignas(64) Description {
    std::byte bytes[8'192];
};
struct Argument {
    int which;
    Handle memory;
};

struct Functions {
    int (*engine_create)(Handle*, int, std::size_t);
    int (*stream_create)(Handle*, Handle, unsigned);
    int (*stream_wait)(Handle);
    int (*memory_desc_init_by_strides)(Description*, int, const Dimensions, int, const Dimensions);
    int (*memory_create)(Handle*, const Description*, Handle, void*);
    int (*memory_set_data_handle)(Handle, void*);
    int (*matmul_desc_init)(
        Description*, const Description*, const Description*, const Description*, const Description*);
    int (*post_ops_create)(Handle*);
    int (*post_ops_append_sum)(Handle, float);
    int (*primitive_attr_create)(Handle*);
    int (*primitive_attr_set_post_ops)(Handle, Handle);
    int (*primitive_desc_create)(Handle*, const void*, Handle, Handle, Handle);
    int (*primitive_create)(Handle*, Handle);
    int (*primitive_execute)(Handle, Handle, int, const Argument*);

    bool loadFrom(void* library)
    {
        const auto find = [library](const char* name, auto& into) {
            into = reinterpret_cast<std::remove_reference_t<decltype(into)>>(dlsym(library, name));
            return into != nullptr;
        };
        return find("dnnl_engine_create", engine_create) && find("dnnl_stream_create", stream_create)
            && find("dnnl_stream_wait", stream_wait)
            && find("dnnl_memory_desc_init_by_strides", memory_desc_init_by_strides)
            && find("dnnl_memory_create", memory_create) && find("dnnl_memory_set_data_handle", memory_set_data_handle)
            && find("dnnl_matmul_desc_init", matmul_desc_init) && find("dnnl_post_ops_create", post_ops_create)
            && find("dnnl_post_ops_append_sum", post_ops_append_sum)
            && find("dnnl_primitive_attr_create", primitive_attr_create)
            && find("dnnl_primitive_attr_set_post_ops", primitive_attr_set_post_ops)
            && find("dnnl_primitive_desc_create", primitive_desc_create)
            && find("dnnl_primitive_create", primitive_create) && find("dnnl_primitive_execute", primitive_execute);
    }
};

// A product of one shape, ready to be run: it lives as long as the library.
struct Prepared {
    Handle primitive = nullptr, left = nullptr, right = nullptr, result = nullptr;
};

// Rounded to the nearest, ties to even; what is no number stays none. `count` rows of `width` without gaps.
FS_FOR_EACH_CPU void toBf16(std::int64_t first, std::int64_t last, std::int64_t width, const float* from,
    std::int64_t stride, std::uint16_t* to)
{
    for (std::int64_t i = first; i < last; ++i) {
        const float* row = from + i * stride;
        std::uint16_t* rounded = to + i * width;
        for (std::int64_t j = 0; j < width; ++j) {
            std::uint32_t bits = 0;
            std::memcpy(&bits, row + j, sizeof bits);
            const std::uint32_t nearest = (bits + 0x7FFFU + (bits >> 16 & 1U)) >> 16;
            const bool is_number = (bits & 0x7FFF'FFFFU) <= 0x7F80'0000U;
            rounded[j] = static_cast<std::uint16_t>(is_number ? nearest : (bits >> 16 | 0x40U));
        }
    }
}

class OneDnnBf16 final : public MatrixLibrary {
public:
    OneDnnBf16(const Functions& functions, Library exact)
        : MatrixLibrary(exact->name(), exact->instructions())
        , m_dnnl(functions)
        , m_float(std::move(exact))
    {
        m_works
            = m_dnnl.engine_create(&m_engine, kCpu, 0) == 0 && m_dnnl.stream_create(&m_stream, m_engine, kInOrder) == 0;
    }

    void multiply(const Product& product) const override
    {
        Prepared* prepared = product.keep_float || !m_works ? nullptr : preparedFor(product);
        if (prepared == nullptr) {
            m_float->multiply(product);
            return;
        }
        const std::int64_t rows_a = product.transpose_a ? product.k : product.m;
        const std::int64_t rows_b = product.transpose_b ? product.n : product.k;
        round(rows_a, product.m + product.k - rows_a, product.a, product.lda, m_left);
        round(rows_b, product.n + product.k - rows_b, product.b, product.ldb, m_right);
        m_dnnl.memory_set_data_handle(prepared->left, m_left.data());
        m_dnnl.memory_set_data_handle(prepared->right, m_right.data());
        m_dnnl.memory_set_data_handle(prepared->result, product.c);
        const Argument arguments[]
            = {{kSource, prepared->left}, {kWeights, prepared->right}, {kDestination, prepared->result}};
        m_dnnl.primitive_execute(prepared->primitive, m_stream, 3, arguments);
        m_dnnl.stream_wait(m_stream);
    }

private:
    using Shape = std::tuple<bool, bool, bool, std::int64_t, std::int64_t, std::int64_t, std::int64_t>;

    static void round(
        std::int64_t rows, std::int64_t width, const float* from, std::int64_t stride, std::vector<std::uint16_t>& into)
    {
        if (into.size() < static_cast<std::size_t>(rows * width))
            into.resize(static_cast<std::size_t>(rows * width));
        inParallel(rows, 8,
            [&](std::int64_t first, std::int64_t last) { toBf16(first, last, width, from, stride, into.data()); });
    }

    bool describe(Description& into, std::int64_t rows, std::int64_t columns, std::int64_t row_stride,
        std::int64_t column_stride, int type) const
    {
        const Dimensions sizes = {rows, columns}, strides = {row_stride, column_stride};
        return m_dnnl.memory_desc_init_by_strides(&into, 2, sizes, type, strides) == 0;
    }

    // Null where the library refuses the shape.
    Prepared* preparedFor(const Product& p) const
    {
        Prepared& made = m_prepared[{p.transpose_a, p.transpose_b, p.add, p.m, p.n, p.k, p.ldc}];
        if (made.primitive == nullptr && !prepare(p, made))
            made.primitive = nullptr;
        return made.primitive == nullptr ? nullptr : &made;
    }

    bool prepare(const Product& p, Prepared& into) const
    {
        const auto operand
            = [this](Description& description, std::int64_t rows, std::int64_t columns, bool transposed) {
                  return describe(description, rows, columns, transposed ? 1 : columns, transposed ? rows : 1, kBf16);
              };
        Description left, right, result, matmul;
        Handle attributes = nullptr, sums = nullptr, chosen = nullptr;
        return operand(left, p.m, p.k, p.transpose_a) && operand(right, p.k, p.n, p.transpose_b)
            && describe(result, p.m, p.n, p.ldc, 1, kF32)
            && m_dnnl.matmul_desc_init(&matmul, &left, &right, nullptr, &result) == 0
            && m_dnnl.primitive_attr_create(&attributes) == 0 && m_dnnl.post_ops_create(&sums) == 0
            && (!p.add || m_dnnl.post_ops_append_sum(sums, 1.0F) == 0)
            && m_dnnl.primitive_attr_set_post_ops(attributes, sums) == 0
            && m_dnnl.primitive_desc_create(&chosen, &matmul, attributes, m_engine, nullptr) == 0
            && m_dnnl.primitive_create(&into.primitive, chosen) == 0
            && m_dnnl.memory_create(&into.left, &left, m_engine, nullptr) == 0
            && m_dnnl.memory_create(&into.right, &right, m_engine, nullptr) == 0
            && m_dnnl.memory_create(&into.result, &result, m_engine, nullptr) == 0;
    }

    Functions m_dnnl;
    Library m_float;
    Handle m_engine = nullptr, m_stream = nullptr;
    bool m_works = false;
    // Outside of parallel regions only: multiply() of large products is called by one thread at a time.
    mutable std::map<Shape, Prepared> m_prepared;
    mutable std::vector<std::uint16_t> m_left, m_right;
};

} // namespace

base::Result<Library> openOneDnnBf16()
{
    FS_TRY_VALUE(exact, openOneDnn());
    const std::string& instructions = exact->instructions();
    // Without such instructions the library would only imitate them, slower than float32.
    if (instructions != "avx512_core_bf16" && instructions != "avx512_core_amx")
        return Error {
            .code = Code::bad_value, .field = "precision", .found = instructions, .expected = "avx512_core_bf16"};
    Functions functions {};
    if (void* handle = dlopen("libdnnl.so.2", RTLD_NOW | RTLD_LOCAL); handle == nullptr || !functions.loadFrom(handle))
        return Error {.code = Code::file_not_found, .file = "libdnnl.so.2"};
    return Library(std::make_unique<OneDnnBf16>(functions, std::move(exact)));
}

} // namespace fullscope::bench
