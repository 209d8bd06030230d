// SPDX-License-Identifier: GPL-3.0-or-later
// A blocked product for machines without a library: panels of both matrices are copied so that the inner kernel reads
// them in order and keeps a tile of C in registers.
#include "core/bench/engine/matrix_library.h"
#include "core/bench/engine/parallel.h"

#include <cstring>
#include <vector>

namespace fullscope::bench {

namespace {

constexpr std::int64_t kDepth = 256; // of a panel: its tile rows stay in the first-level cache
constexpr std::int64_t kPanelRows = 96; // of A, in the second-level cache
constexpr std::int64_t kPanelColumns = 1'024; // of B
constexpr std::int64_t kLanes = 16;
using Lanes = float __attribute__((vector_size(kLanes * sizeof(float))));

// One tile: C += A·B with A as depth × rows, B as depth × vectors·16, both packed.
template <int rows, int vectors>
[[gnu::always_inline]] inline void tile(std::int64_t depth, const float* a, const float* b, float* c, std::int64_t ldc)
{
    Lanes sums[rows][vectors] = {};
    for (std::int64_t k = 0; k < depth; ++k, a += rows, b += vectors * kLanes) {
        for (int v = 0; v < vectors; ++v) {
            Lanes right;
            std::memcpy(&right, b + v * kLanes, sizeof right);
            for (int r = 0; r < rows; ++r)
                sums[r][v] += a[r] * right;
        }
    }
    for (int r = 0; r < rows; ++r)
        for (int v = 0; v < vectors; ++v) {
            Lanes before;
            std::memcpy(&before, c + r * ldc + v * kLanes, sizeof before);
            before += sums[r][v];
            std::memcpy(c + r * ldc + v * kLanes, &before, sizeof before);
        }
}

using Tile = void (*)(std::int64_t, const float*, const float*, float*, std::int64_t);

#if defined(__x86_64__)
__attribute__((target("avx512f"))) void tileAvx512(
    std::int64_t depth, const float* a, const float* b, float* c, std::int64_t ldc)
{
    tile<12, 2>(depth, a, b, c, ldc);
}
__attribute__((target("avx2,fma"))) void tileAvx2(
    std::int64_t depth, const float* a, const float* b, float* c, std::int64_t ldc)
{
    tile<6, 1>(depth, a, b, c, ldc);
}
#endif
void tilePlain(std::int64_t depth, const float* a, const float* b, float* c, std::int64_t ldc)
{
    tile<3, 1>(depth, a, b, c, ldc);
}

struct Kernel {
    const char* instructions;
    Tile tile;
    std::int64_t rows, columns; // of a tile
};

const Kernel& kernel()
{
    static const Kernel kChosen = [] {
#if defined(__x86_64__)
        if (__builtin_cpu_supports("avx512f"))
            return Kernel {"avx512f", tileAvx512, 12, 2 * kLanes};
        if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
            return Kernel {"avx2", tileAvx2, 6, kLanes};
#endif
        return Kernel {"portable", tilePlain, 3, kLanes};
    }();
    return kChosen;
}

// `lines` lines of `depth` values, into groups of `group` lines side by side, filled up with zeros. Value (line, k) of
// the source is at line·line_step + k·depth_step.
void pack(const float* from, std::int64_t line_step, std::int64_t depth_step, std::int64_t lines, std::int64_t depth,
    std::int64_t group, float* into)
{
    for (std::int64_t first = 0; first < lines; first += group) {
        const std::int64_t filled = std::min(group, lines - first);
        const float* source = from + first * line_step;
        for (std::int64_t k = 0; k < depth; ++k, into += group) {
            for (std::int64_t i = 0; i < filled; ++i)
                into[i] = source[i * line_step + k * depth_step];
            std::fill(into + filled, into + group, 0.0F);
        }
    }
}

// C += A·B for packed panels; tiles over the edge go through a copy.
void multiplyPanels(const Kernel& k, std::int64_t rows, std::int64_t columns, std::int64_t depth, const float* a,
    const float* b, float* c, std::int64_t ldc)
{
    float edge[12 * 2 * kLanes];
    for (std::int64_t j = 0; j < columns; j += k.columns) {
        for (std::int64_t i = 0; i < rows; i += k.rows) {
            const float* left = a + i * depth;
            const float* right = b + j * depth;
            const std::int64_t height = std::min(k.rows, rows - i), breadth = std::min(k.columns, columns - j);
            if (height == k.rows && breadth == k.columns) {
                k.tile(depth, left, right, c + i * ldc + j, ldc);
                continue;
            }
            std::fill(edge, edge + k.rows * k.columns, 0.0F);
            k.tile(depth, left, right, edge, k.columns);
            for (std::int64_t y = 0; y < height; ++y)
                for (std::int64_t x = 0; x < breadth; ++x)
                    c[(i + y) * ldc + j + x] += edge[y * k.columns + x];
        }
    }
}

void multiplyBlocked(const Product& p)
{
    const Kernel& k = kernel();
    thread_local std::vector<float> left(kPanelRows * kDepth), right(kPanelColumns * kDepth);
    if (!p.add)
        for (std::int64_t i = 0; i < p.m; ++i)
            std::fill_n(p.c + i * p.ldc, p.n, 0.0F);
    const std::int64_t a_row = p.transpose_a ? 1 : p.lda, a_depth = p.transpose_a ? p.lda : 1;
    const std::int64_t b_column = p.transpose_b ? p.ldb : 1, b_depth = p.transpose_b ? 1 : p.ldb;
    for (std::int64_t j = 0; j < p.n; j += kPanelColumns) {
        const std::int64_t columns = std::min(kPanelColumns, p.n - j);
        for (std::int64_t d = 0; d < p.k; d += kDepth) {
            const std::int64_t depth = std::min(kDepth, p.k - d);
            pack(p.b + j * b_column + d * b_depth, b_column, b_depth, columns, depth, k.columns, right.data());
            for (std::int64_t i = 0; i < p.m; i += kPanelRows) {
                const std::int64_t rows = std::min(kPanelRows, p.m - i);
                pack(p.a + i * a_row + d * a_depth, a_row, a_depth, rows, depth, k.rows, left.data());
                multiplyPanels(k, rows, columns, depth, left.data(), right.data(), p.c + i * p.ldc + j, p.ldc);
            }
        }
    }
}

class BuiltIn final : public MatrixLibrary {
public:
    BuiltIn()
        : MatrixLibrary("built-in", kernel().instructions)
    {
    }
    void multiply(const Product& product) const override { multiplyInShares(product, multiplyBlocked); }
};

} // namespace

Library builtIn()
{
    return std::make_unique<BuiltIn>();
}

} // namespace fullscope::bench
