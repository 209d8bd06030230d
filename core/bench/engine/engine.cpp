// SPDX-License-Identifier: GPL-3.0-or-later
// Setting up, forward and the update; engine_backward.cpp has the way back.
#include "core/bench/engine/engine.h"

#include "core/bench/engine/parallel.h"

#include <algorithm>
#include <cmath>

namespace fullscope::bench {

Engine::Engine(const WorkerSpec& spec, const MatrixLibrary& library)
    : m_spec(spec)
    , m_library(library)
    , m_tensors(tensorsOf(spec.model))
{
}

base::Result<std::unique_ptr<Engine>> Engine::create(
    const WorkerSpec& spec, const MatrixLibrary& library, std::int64_t threads)
{
    FS_TRY(check(spec.model));
    omp_set_dynamic(0);
    omp_set_num_threads(static_cast<int>(threads));
    std::unique_ptr<Engine> engine(new Engine(spec, library));
    Arena counting;
    Layout::in(counting, spec, threads);
    FS_TRY(engine->m_arena.map(counting.taken()));
    engine->m_layout = Layout::in(engine->m_arena, spec, threads);
    engine->initialise();
    return engine;
}

void Engine::initialise()
{
    for (std::size_t i = 0; i < m_tensors.size(); ++i) {
        const std::span<float> values = weight(i);
        inParallel(m_tensors[i].size(), 1'024, [&](std::int64_t first, std::int64_t last) {
            fillWeights(m_tensors[i], static_cast<std::uint32_t>(i), m_spec.seed, static_cast<std::uint64_t>(first),
                values.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first)));
        });
    }
    // What products() reads before the first step.
    const LayerActivations& layer = m_layout.layers.front();
    const std::int64_t stream = m_layout.tokens * m_spec.model.width;
    for (float* x : {layer.input, layer.attended, layer.middle, m_layout.output, m_layout.gradient})
        std::fill_n(x, stream, 0.01F);
    std::fill_n(layer.active, m_layout.tokens * m_spec.model.feed_forward, 0.01F);
}

std::span<float> Engine::weight(std::size_t tensor)
{
    return {m_layout.weights.tensors[tensor], static_cast<std::size_t>(m_tensors[tensor].size())};
}

std::span<const float> Engine::gradient(std::size_t tensor) const
{
    return {m_layout.gradients.tensors[tensor], static_cast<std::size_t>(m_tensors[tensor].size())};
}

double Engine::gradients(std::span<const std::int32_t> inputs, std::span<const std::int32_t> targets)
{
    forward(inputs);
    const double loss = lossAndHead(targets);
    backward(inputs);
    return loss;
}

double Engine::step(std::span<const std::int32_t> inputs, std::span<const std::int32_t> targets)
{
    const double loss = gradients(inputs, targets);
    update();
    return loss;
}

Product Engine::forwardProduct(const Linear& weights, std::int64_t in, std::int64_t out, const float* x, float* y) const
{
    return {.transpose_b = true,
        .m = m_layout.tokens,
        .n = out,
        .k = in,
        .a = x,
        .lda = in,
        .b = weights.weight,
        .ldb = in,
        .c = y,
        .ldc = out};
}

void Engine::norm(const float* x, NormWeights weights, NormStatistics statistics, float* out) const
{
    inParallel(m_layout.tokens, 8, [&](std::int64_t first, std::int64_t last) {
        normForward({first, last, m_spec.model.width}, x, weights, statistics, out);
    });
}

void Engine::forward(std::span<const std::int32_t> inputs)
{
    const std::int64_t width = m_spec.model.width, sequence = m_spec.model.sequence;
    const Parameters& weights = m_layout.weights;
    inParallel(m_layout.tokens, 8, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t i = first; i < last; ++i) {
            const float* token = weights.embedding + inputs[static_cast<std::size_t>(i)] * width;
            const float* position = weights.positions + i % sequence * width;
            std::transform(token, token + width, position, m_layout.embedded + i * width, std::plus<>());
        }
    });
    const bool pre = m_spec.model.norm == Norm::pre;
    const float* stream = m_layout.embedded;
    for (std::size_t i = 0; i < m_layout.layers.size(); ++i) {
        const LayerActivations& layer = m_layout.layers[i];
        if (pre)
            norm(stream, weights.layers[i].norm1, layer.norm1, layer.input);
        attentionHalf(i);
        norm(layer.sum1, pre ? weights.layers[i].norm2 : weights.layers[i].norm1, pre ? layer.norm2 : layer.norm1,
            layer.middle);
        feedForwardHalf(i);
        stream = layer.sum2;
        if (!pre)
            norm(layer.sum2, weights.layers[i].norm2, layer.norm2,
                i + 1 < m_layout.layers.size() ? m_layout.layers[i + 1].input : m_layout.output);
    }
    if (pre)
        norm(stream, weights.norm, m_layout.norm, m_layout.output);
}

// sum1 = residual + projection(attention(qkv(input)))
void Engine::attentionHalf(std::size_t i)
{
    const std::int64_t width = m_spec.model.width;
    const LayerActivations& layer = m_layout.layers[i];
    const LayerParameters& weights = m_layout.weights.layers[i];
    m_library.multiply(forwardProduct(weights.qkv, width, 3 * width, layer.input, layer.qkv));
    inParallel(m_layout.tokens, 8, [&](std::int64_t first, std::int64_t last) {
        addBias({first, last, 3 * width}, weights.qkv.bias, layer.qkv);
    });
    attentionForward(
        m_layout.attention, m_library, layer.qkv, layer.attended, layer.log_sums, m_layout.attention_scratch);
    m_library.multiply(forwardProduct(weights.projection, width, width, layer.attended, layer.sum1));
    const float* residual = m_spec.model.norm == Norm::post ? layer.input
        : i == 0                                            ? m_layout.embedded
                                                            : m_layout.layers[i - 1].sum2;
    inParallel(m_layout.tokens, 8, [&](std::int64_t first, std::int64_t last) {
        addBiasAndResidual({first, last, width}, layer.sum1, weights.projection.bias, residual, layer.sum1);
    });
}

// sum2 = residual + down(activation(up(middle)))
void Engine::feedForwardHalf(std::size_t i)
{
    const std::int64_t width = m_spec.model.width, feed_forward = m_spec.model.feed_forward;
    const LayerActivations& layer = m_layout.layers[i];
    const LayerParameters& weights = m_layout.weights.layers[i];
    m_library.multiply(forwardProduct(weights.up, width, feed_forward, layer.middle, layer.up));
    inParallel(m_layout.tokens, 8, [&](std::int64_t first, std::int64_t last) {
        activate(m_spec.model.activation, {first, last, feed_forward}, weights.up.bias, layer.up, layer.active);
    });
    m_library.multiply(forwardProduct(weights.down, feed_forward, width, layer.active, layer.sum2));
    const float* residual = m_spec.model.norm == Norm::post ? layer.middle : layer.sum1;
    inParallel(m_layout.tokens, 8, [&](std::int64_t first, std::int64_t last) {
        addBiasAndResidual({first, last, width}, layer.sum2, weights.down.bias, residual, layer.sum2);
    });
}

void Engine::update()
{
    ++m_updates;
    const Optimiser& o = m_spec.optimiser;
    const auto time = static_cast<double>(m_updates);
    const AdamStep step {.beta1 = static_cast<float>(o.beta1),
        .beta2 = static_cast<float>(o.beta2),
        .epsilon = static_cast<float>(o.epsilon),
        .keep = static_cast<float>(1 - o.learning_rate * o.weight_decay),
        .step = static_cast<float>(o.learning_rate / (1 - std::pow(o.beta1, time))),
        .root_scale = static_cast<float>(1 / std::sqrt(1 - std::pow(o.beta2, time)))};
    const Parameters& weights = m_layout.weights;
    inParallel(weights.size, 1'024, [&](std::int64_t first, std::int64_t last) {
        adam(step, first, last, m_layout.gradients.first, weights.first, m_layout.means.first, m_layout.squares.first);
    });
}

std::vector<Engine::Counted> Engine::products() const
{
    const ModelSpec& model = m_spec.model;
    const std::int64_t width = model.width, tokens = m_layout.tokens;
    const LayerActivations& layer = m_layout.layers.front();
    const LayerParameters& weights = m_layout.weights.layers.front();
    const LayerParameters& gradients = m_layout.gradients.layers.front();
    std::vector<Counted> products;
    // y = x·Wᵀ of [rows, in] and [out, in]; dx = dy·W; dW = dyᵀ·x
    const auto add = [&](std::int64_t rows, std::int64_t in, std::int64_t out, const float* x, const float* w, float* y,
                         float* dw, std::int64_t count) {
        products.push_back({{.transpose_b = true,
                                .m = rows,
                                .n = out,
                                .k = in,
                                .a = x,
                                .lda = in,
                                .b = w,
                                .ldb = in,
                                .c = y,
                                .ldc = out},
            count});
        float* dx = out == model.vocabulary ? m_layout.gradient : in == width ? m_layout.other : layer.active;
        products.push_back(
            {{.m = rows, .n = in, .k = out, .a = y, .lda = out, .b = w, .ldb = in, .c = dx, .ldc = in}, count});
        products.push_back({{.transpose_a = true,
                                .m = out,
                                .n = in,
                                .k = rows,
                                .a = y,
                                .lda = out,
                                .b = x,
                                .ldb = in,
                                .c = dw,
                                .ldc = in},
            count});
    };
    add(tokens, width, 3 * width, layer.input, weights.qkv.weight, layer.qkv, gradients.qkv.weight, model.layers);
    add(tokens, width, width, layer.attended, weights.projection.weight, layer.sum1, gradients.projection.weight,
        model.layers);
    add(tokens, width, model.feed_forward, layer.middle, weights.up.weight, layer.up, gradients.up.weight,
        model.layers);
    add(tokens, model.feed_forward, width, layer.active, weights.down.weight, layer.sum2, gradients.down.weight,
        model.layers);
    if (tokens >= kHeadRows)
        add(kHeadRows, width, model.vocabulary, m_layout.output, m_layout.weights.head, m_layout.logits,
            m_layout.gradients.head, tokens / kHeadRows);
    if (tokens % kHeadRows != 0)
        add(tokens % kHeadRows, width, model.vocabulary, m_layout.output, m_layout.weights.head, m_layout.logits,
            m_layout.gradients.head, 1);
    return products;
}

} // namespace fullscope::bench
