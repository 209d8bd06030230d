// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/engine/attention.h"

#include "core/bench/engine/fast_exp.h"
#include "core/bench/engine/kernels.h"
#include "core/bench/engine/parallel.h"

#include <cmath>

namespace fullscope::bench {

namespace {

constexpr std::int64_t kBlock = 128; // rows of the scores at a time

std::int64_t visibleIn(const Scores& block, std::int64_t row)
{
    return block.causal ? std::min(block.columns, block.visible + row) : block.columns;
}

// One head of one sequence.
struct Head {
    const AttentionShape& shape;
    const MatrixLibrary& library;
    std::int64_t size; // of the head
    std::int64_t qkv_stride;

    Scores scoresFrom(std::int64_t row) const
    {
        const bool causal = shape.attention == Attention::causal;
        const std::int64_t rows = std::min(kBlock, shape.sequence - row);
        return {.rows = rows,
            .columns = causal ? row + rows : shape.sequence,
            .stride = shape.sequence,
            .visible = row + 1,
            .causal = causal,
            .scale = 1.0F / std::sqrt(static_cast<float>(size))};
    }

    // left · rightᵀ of [rows, size] and [columns, size], into a block
    void products(
        const Scores& block, const float* left, std::int64_t left_stride, const float* right, float* into) const
    {
        library.multiply({.transpose_b = true,
            .m = block.rows,
            .n = block.columns,
            .k = size,
            .a = left,
            .lda = left_stride,
            .b = right,
            .ldb = qkv_stride,
            .c = into,
            .ldc = block.stride,
            .keep_float = true});
    }

    // block · values of [columns, size]
    void weighted(
        const Scores& block, const float* weights, const float* values, float* into, std::int64_t stride) const
    {
        library.multiply({.m = block.rows,
            .n = size,
            .k = block.columns,
            .a = weights,
            .lda = block.stride,
            .b = values,
            .ldb = qkv_stride,
            .c = into,
            .ldc = stride,
            .keep_float = true});
    }

    // into [columns, size] += blockᵀ · rows of [rows, size]
    void spread(const Scores& block, const float* weights, const float* rows, std::int64_t stride, float* into) const
    {
        library.multiply({.transpose_a = true,
            .m = block.columns,
            .n = size,
            .k = block.rows,
            .a = weights,
            .lda = block.stride,
            .b = rows,
            .ldb = stride,
            .c = into,
            .ldc = size,
            .add = true,
            .keep_float = true});
    }
};

FS_FOR_EACH_CPU void rowDots(
    std::int64_t rows, std::int64_t size, std::int64_t stride, const float* a, const float* b, float* dots)
{
    for (std::int64_t i = 0; i < rows; ++i) {
        float sum = 0;
#pragma omp simd reduction(+ : sum)
        for (std::int64_t j = 0; j < size; ++j)
            sum += a[i * stride + j] * b[i * stride + j];
        dots[i] = sum;
    }
}

void backwardOfHead(
    const Head& head, const float* d_out, const float* out, const float* log_sums, float* qkv, float* scratch)
{
    const std::int64_t sequence = head.shape.sequence, width = head.shape.width, size = head.size;
    float* weights = scratch;
    float* changes = weights + kBlock * sequence;
    float* dots = changes + kBlock * sequence;
    float* gradients[3]; // of queries, keys, values: [sequence, size]
    for (std::int64_t part = 0; part < 3; ++part)
        gradients[part] = dots + kBlock + part * sequence * size;
    std::fill(gradients[1], gradients[1] + 2 * sequence * size, 0.0F);
    const float* keys = qkv + width;
    const float* values = qkv + 2 * width;
    for (std::int64_t row = 0; row < sequence; row += kBlock) {
        const Scores block = head.scoresFrom(row);
        const float* queries = qkv + row * head.qkv_stride;
        const float* d_rows = d_out + row * width;
        rowDots(block.rows, size, width, d_rows, out + row * width, dots);
        head.products(block, queries, head.qkv_stride, keys, weights);
        attentionWeights(block, weights, log_sums + row);
        head.products(block, d_rows, width, values, changes);
        head.spread(block, weights, d_rows, width, gradients[2]);
        attentionBackward(block, weights, dots, changes);
        head.weighted(block, changes, keys, gradients[0] + row * size, size);
        head.spread(block, changes, queries, head.qkv_stride, gradients[1]);
    }
    for (std::int64_t row = 0; row < sequence; ++row)
        for (std::int64_t part = 0; part < 3; ++part)
            std::copy_n(gradients[part] + row * size, size, qkv + row * head.qkv_stride + part * width);
}

} // namespace

FS_FOR_EACH_CPU void attentionSoftmax(const Scores& block, float* scores, float* log_sums)
{
    for (std::int64_t i = 0; i < block.rows; ++i) {
        float* row = scores + i * block.stride;
        const std::int64_t visible = visibleIn(block, i);
        float greatest = row[0];
#pragma omp simd reduction(max : greatest)
        for (std::int64_t j = 0; j < visible; ++j)
            greatest = row[j] > greatest ? row[j] : greatest;
        float sum = 0;
#pragma omp simd reduction(+ : sum)
        for (std::int64_t j = 0; j < visible; ++j) {
            row[j] = fastExp((row[j] - greatest) * block.scale);
            sum += row[j];
        }
        const float factor = 1.0F / sum;
        for (std::int64_t j = 0; j < visible; ++j)
            row[j] *= factor;
        std::fill(row + visible, row + block.columns, 0.0F);
        log_sums[i] = greatest * block.scale + std::log(sum);
    }
}

FS_FOR_EACH_CPU void attentionWeights(const Scores& block, float* scores, const float* log_sums)
{
    for (std::int64_t i = 0; i < block.rows; ++i) {
        float* row = scores + i * block.stride;
        const std::int64_t visible = visibleIn(block, i);
        const float log_sum = log_sums[i];
#pragma omp simd
        for (std::int64_t j = 0; j < visible; ++j)
            row[j] = fastExp(row[j] * block.scale - log_sum);
        std::fill(row + visible, row + block.columns, 0.0F);
    }
}

FS_FOR_EACH_CPU void attentionBackward(const Scores& block, const float* weights, const float* dots, float* ds)
{
    for (std::int64_t i = 0; i < block.rows; ++i) {
        const float* weight = weights + i * block.stride;
        float* row = ds + i * block.stride;
        for (std::int64_t j = 0; j < block.columns; ++j) // weights are 0 where nothing is visible
            row[j] = weight[j] * (row[j] - dots[i]) * block.scale;
    }
}

std::int64_t attentionScratch(const AttentionShape& shape)
{
    return 2 * kBlock * shape.sequence + kBlock + 3 * shape.sequence * (shape.width / shape.heads);
}

void attentionForward(const AttentionShape& shape, const MatrixLibrary& library, const float* qkv, float* out,
    float* log_sums, float* scratch)
{
    const Head head {shape, library, shape.width / shape.heads, 3 * shape.width};
    const std::int64_t per_thread = attentionScratch(shape);
#pragma omp parallel for schedule(dynamic)
    for (std::int64_t task = 0; task < shape.batch * shape.heads; ++task) {
        const std::int64_t first = task / shape.heads * shape.sequence, column = task % shape.heads * head.size;
        const float* queries = qkv + first * head.qkv_stride + column;
        float* scores = scratch + omp_get_thread_num() * per_thread;
        for (std::int64_t row = 0; row < shape.sequence; row += kBlock) {
            const Scores block = head.scoresFrom(row);
            head.products(block, queries + row * head.qkv_stride, head.qkv_stride, queries + shape.width, scores);
            attentionSoftmax(block, scores, log_sums + task * shape.sequence + row);
            head.weighted(
                block, scores, queries + 2 * shape.width, out + (first + row) * shape.width + column, shape.width);
        }
    }
}

void attentionBackward(const AttentionShape& shape, const MatrixLibrary& library, const float* d_out, const float* out,
    const float* log_sums, float* qkv, float* scratch)
{
    const Head head {shape, library, shape.width / shape.heads, 3 * shape.width};
    const std::int64_t per_thread = attentionScratch(shape);
#pragma omp parallel for schedule(dynamic)
    for (std::int64_t task = 0; task < shape.batch * shape.heads; ++task) {
        const std::int64_t first = task / shape.heads * shape.sequence, column = task % shape.heads * head.size;
        backwardOfHead(head, d_out + first * shape.width + column, out + first * shape.width + column,
            log_sums + task * shape.sequence, qkv + first * head.qkv_stride + column,
            scratch + omp_get_thread_num() * per_thread);
    }
}

} // namespace fullscope::bench
