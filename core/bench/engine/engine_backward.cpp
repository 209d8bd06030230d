// SPDX-License-Identifier: GPL-3.0-or-later
// Buffers of forward take the gradients once they are no longer read: input, qkv, up and active of each layer.
#include "core/bench/engine/engine.h"

#include "core/bench/engine/parallel.h"

#include <algorithm>

namespace fullscope::bench {

namespace {

constexpr std::int64_t kColumns = 64; // that one thread sums at a time: whole cache lines

} // namespace

// Loss, gradient of the head's weights and, in layout.gradient, of what the head read: by blocks of tokens, so that the
// logits of all of them never exist.
double Engine::lossAndHead(std::span<const std::int32_t> targets)
{
    const std::int64_t width = m_spec.model.width, vocabulary = m_spec.model.vocabulary, tokens = m_layout.tokens;
    for (std::int64_t first = 0; first < tokens; first += kHeadRows) {
        const std::int64_t rows = std::min(kHeadRows, tokens - first);
        const float* x = m_layout.output + first * width;
        m_library.multiply({.transpose_b = true,
            .m = rows,
            .n = vocabulary,
            .k = width,
            .a = x,
            .lda = width,
            .b = m_layout.weights.head,
            .ldb = width,
            .c = m_layout.logits,
            .ldc = vocabulary});
        inParallel(rows, 1, [&](std::int64_t from, std::int64_t to) {
            crossEntropy(
                {from, to, vocabulary}, tokens, targets.data() + first, m_layout.logits, m_layout.losses + first);
        });
        m_library.multiply({.transpose_a = true,
            .m = vocabulary,
            .n = width,
            .k = rows,
            .a = m_layout.logits,
            .lda = vocabulary,
            .b = x,
            .ldb = width,
            .c = m_layout.gradients.head,
            .ldc = width,
            .add = first > 0});
        m_library.multiply({.m = rows,
            .n = width,
            .k = vocabulary,
            .a = m_layout.logits,
            .lda = vocabulary,
            .b = m_layout.weights.head,
            .ldb = width,
            .c = m_layout.gradient + first * width,
            .ldc = width});
    }
    double sum = 0;
    for (std::int64_t i = 0; i < tokens; ++i)
        sum += static_cast<double>(m_layout.losses[i]);
    return sum / static_cast<double>(tokens);
}

void Engine::normBackwardOf(const float* dy, const float* x, NormWeights weights, NormWeights gradients,
    NormStatistics statistics, const float* residual, float* dx) const
{
    const std::int64_t width = m_spec.model.width;
    inParallel(width, kColumns, [&](std::int64_t first, std::int64_t last) {
        normWeightGradients(m_layout.tokens, width, first, last, dy, x, statistics, gradients);
    });
    inParallel(m_layout.tokens, 8, [&](std::int64_t first, std::int64_t last) {
        normBackward({first, last, width}, dy, x, weights.gain, statistics, residual, dx);
    });
}

void Engine::linearBackward(
    const Linear& gradients, std::int64_t in, std::int64_t out, const float* dy, const float* input) const
{
    m_library.multiply({.transpose_a = true,
        .m = out,
        .n = in,
        .k = m_layout.tokens,
        .a = dy,
        .lda = out,
        .b = input,
        .ldb = in,
        .c = gradients.weight,
        .ldc = in});
    inParallel(out, kColumns, [&](std::int64_t first, std::int64_t last) {
        columnSums(m_layout.tokens, out, first, last, dy, gradients.bias);
    });
}

void Engine::inputGradient(
    const Linear& weights, std::int64_t in, std::int64_t out, const float* dy, float* into, bool add) const
{
    m_library.multiply({.m = m_layout.tokens,
        .n = in,
        .k = out,
        .a = dy,
        .lda = out,
        .b = weights.weight,
        .ldb = in,
        .c = into,
        .ldc = in,
        .add = add});
}

void Engine::backward(std::span<const std::int32_t> inputs)
{
    const bool pre = m_spec.model.norm == Norm::pre;
    float* gradient = m_layout.gradient;
    if (pre)
        normBackwardOf(gradient, m_layout.layers.back().sum2, m_layout.weights.norm, m_layout.gradients.norm,
            m_layout.norm, nullptr, gradient);
    for (std::size_t i = m_layout.layers.size(); i-- > 0;) {
        const LayerActivations& layer = m_layout.layers[i];
        const LayerParameters& weights = m_layout.weights.layers[i];
        const LayerParameters& gradients = m_layout.gradients.layers[i];
        if (!pre)
            normBackwardOf(gradient, layer.sum2, weights.norm2, gradients.norm2, layer.norm2, nullptr, gradient);
        feedForwardBackward(i);
        if (pre)
            normBackwardOf(m_layout.other, layer.sum1, weights.norm2, gradients.norm2, layer.norm2, gradient, gradient);
        else
            normBackwardOf(gradient, layer.sum1, weights.norm1, gradients.norm1, layer.norm1, nullptr, gradient);
        attentionHalfBackward(i);
        const float* before = i == 0 ? m_layout.embedded : m_layout.layers[i - 1].sum2;
        if (pre)
            normBackwardOf(m_layout.other, before, weights.norm1, gradients.norm1, layer.norm1, gradient, gradient);
    }
    embeddingBackward(inputs);
}

// From the gradient of sum2: of `middle`, in `other` with pre-norm (a norm follows), added to the stream's with
// post-norm.
void Engine::feedForwardBackward(std::size_t i)
{
    const std::int64_t width = m_spec.model.width, feed_forward = m_spec.model.feed_forward;
    const LayerActivations& layer = m_layout.layers[i];
    const LayerParameters& weights = m_layout.weights.layers[i];
    const LayerParameters& gradients = m_layout.gradients.layers[i];
    linearBackward(gradients.down, feed_forward, width, m_layout.gradient, layer.active);
    inputGradient(weights.down, feed_forward, width, m_layout.gradient, layer.active, false);
    inParallel(m_layout.tokens, 8, [&](std::int64_t first, std::int64_t last) {
        activateBackward(m_spec.model.activation, {first, last, feed_forward}, layer.active, layer.up);
    });
    linearBackward(gradients.up, width, feed_forward, layer.up, layer.middle);
    const bool post = m_spec.model.norm == Norm::post;
    inputGradient(weights.up, width, feed_forward, layer.up, post ? m_layout.gradient : m_layout.other, post);
}

// From the gradient of sum1: of `input`, likewise.
void Engine::attentionHalfBackward(std::size_t i)
{
    const std::int64_t width = m_spec.model.width;
    const LayerActivations& layer = m_layout.layers[i];
    const LayerParameters& weights = m_layout.weights.layers[i];
    const LayerParameters& gradients = m_layout.gradients.layers[i];
    linearBackward(gradients.projection, width, width, m_layout.gradient, layer.attended);
    inputGradient(weights.projection, width, width, m_layout.gradient, m_layout.other, false);
    attentionBackward(m_layout.attention, m_library, m_layout.other, layer.attended, layer.log_sums, layer.qkv,
        m_layout.attention_scratch);
    linearBackward(gradients.qkv, width, 3 * width, layer.qkv, layer.input);
    const bool post = m_spec.model.norm == Norm::post;
    inputGradient(weights.qkv, width, 3 * width, layer.qkv, post ? m_layout.gradient : m_layout.other, post);
}

// Each thread adds its columns of all tokens, in their order: the same sums for any number of threads.
void Engine::embeddingBackward(std::span<const std::int32_t> inputs)
{
    const std::int64_t width = m_spec.model.width, sequence = m_spec.model.sequence;
    const Parameters& gradients = m_layout.gradients;
    inParallel(m_spec.model.vocabulary, 8, [&](std::int64_t first, std::int64_t last) {
        std::fill(gradients.embedding + first * width, gradients.embedding + last * width, 0.0F);
    });
    std::fill_n(gradients.positions, sequence * width, 0.0F);
    inParallel(width, kColumns, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t i = 0; i < m_layout.tokens; ++i) {
            const float* from = m_layout.gradient + i * width;
            float* token = gradients.embedding + inputs[static_cast<std::size_t>(i)] * width;
            float* position = gradients.positions + i % sequence * width;
            for (std::int64_t j = first; j < last; ++j) {
                token[j] += from[j];
                position[j] += from[j];
            }
        }
    });
}

} // namespace fullscope::bench
