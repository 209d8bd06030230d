// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/engine/layout.h"

#include <algorithm>

namespace fullscope::bench {

namespace {

Parameters parametersIn(Arena& arena, const ModelSpec& model)
{
    Parameters parameters;
    const std::int64_t before = arena.taken();
    for (const Tensor& tensor : tensorsOf(model))
        parameters.tensors.push_back(arena.take(tensor.size()));
    parameters.first = parameters.tensors.front();
    parameters.size = (arena.taken() - before) / static_cast<std::int64_t>(sizeof(float));
    std::size_t next = 0;
    const auto take = [&] { return parameters.tensors[next++]; };
    const auto norm = [&] {
        float* gain = take();
        return NormWeights {gain, take()};
    };
    const auto linear = [&] {
        float* weight = take();
        return Linear {weight, take()};
    };
    parameters.embedding = take();
    parameters.positions = take();
    for (std::int64_t i = 0; i < model.layers; ++i) {
        LayerParameters& layer = parameters.layers.emplace_back();
        layer.norm1 = norm();
        layer.qkv = linear();
        layer.projection = linear();
        layer.norm2 = norm();
        layer.up = linear();
        layer.down = linear();
    }
    if (model.norm == Norm::pre)
        parameters.norm = norm();
    parameters.head = take();
    return parameters;
}

// bf16: room for the largest left and the largest right operand of a product, two bytes each value.
std::int64_t roundedOperandBytes(const WorkerSpec& spec)
{
    if (spec.precision != Precision::bf16)
        return 0;
    const ModelSpec& model = spec.model;
    const std::int64_t tokens = spec.batch * model.sequence, widest = std::max(3 * model.width, model.feed_forward);
    const std::int64_t left = std::max(tokens * widest, std::min(tokens, kHeadRows) * model.vocabulary);
    const std::int64_t right = std::max(
        {tokens * std::max(model.width, model.feed_forward), model.width * widest, model.width * model.vocabulary});
    return 2 * (left + right);
}

} // namespace

Layout Layout::in(Arena& arena, const WorkerSpec& spec, std::int64_t threads)
{
    const ModelSpec& model = spec.model;
    const std::int64_t width = model.width;
    Layout layout;
    const std::int64_t tokens = layout.tokens = spec.batch * model.sequence;
    layout.attention = {model.attention, spec.batch, model.sequence, width, model.heads};
    for (Parameters* parameters : {&layout.weights, &layout.gradients, &layout.means, &layout.squares})
        *parameters = parametersIn(arena, model);
    const auto statistics = [&] {
        float* mean = arena.take(tokens);
        return NormStatistics {mean, arena.take(tokens)};
    };
    layout.embedded = arena.take(tokens * width);
    for (std::int64_t i = 0; i < model.layers; ++i) {
        LayerActivations& layer = layout.layers.emplace_back();
        layer.input = i == 0 && model.norm == Norm::post ? layout.embedded : arena.take(tokens * width);
        layer.qkv = arena.take(tokens * 3 * width);
        layer.log_sums = arena.take(tokens * model.heads);
        layer.attended = arena.take(tokens * width);
        layer.sum1 = arena.take(tokens * width);
        layer.middle = arena.take(tokens * width);
        layer.up = arena.take(tokens * model.feed_forward);
        layer.active = arena.take(tokens * model.feed_forward);
        layer.sum2 = arena.take(tokens * width);
        layer.norm1 = statistics();
        layer.norm2 = statistics();
    }
    layout.output = arena.take(tokens * width);
    if (model.norm == Norm::pre)
        layout.norm = statistics();
    layout.gradient = arena.take(tokens * width);
    layout.other = arena.take(tokens * width);
    layout.logits = arena.take(std::min(tokens, kHeadRows) * model.vocabulary);
    layout.losses = arena.take(tokens);
    layout.attention_scratch = arena.take(threads * attentionScratch(layout.attention));
    return layout;
}

std::int64_t memoryNeededBytes(const WorkerSpec& spec, std::int64_t threads)
{
    Arena counting;
    Layout::in(counting, spec, threads);
    return counting.taken() + roundedOperandBytes(spec);
}

} // namespace fullscope::bench
