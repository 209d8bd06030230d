// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/model_spec.h"

#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/bench/data.h"

#include <cmath>

namespace fullscope::bench {

using base::Code;
using base::Error;

const std::vector<Preset>& presets()
{
    static const std::vector<Preset> kPresets = {
        {.name = "gpt", .model = {}},
        {.name = "tutorial",
            .model = {.attention = Attention::full, .norm = Norm::post, .activation = Activation::relu}},
        {.name = "gpt-124m",
            .model = {.vocabulary = 50'257,
                .width = 768,
                .heads = 12,
                .layers = 12,
                .feed_forward = 3'072,
                .sequence = 1'024}},
        {.name = "tiny",
            .model = {.vocabulary = 256, .width = 64, .heads = 4, .layers = 2, .feed_forward = 256, .sequence = 64},
            .batch = 4},
    };
    return kPresets;
}

base::Result<Preset> presetByName(const std::string& name)
{
    std::string known;
    std::vector<std::string_view> names;
    for (const Preset& preset : presets()) {
        if (preset.name == name)
            return preset;
        names.push_back(preset.name);
        known += (known.empty() ? "" : ", ") + std::string(preset.name);
    }
    Error error {.code = Code::name_unknown, .field = "preset", .found = base::excerpt(name), .expected = known};
    if (const std::string_view near = base::nearest(name, names); !near.empty())
        error.args.emplace_back(near);
    return error;
}

std::string_view nameOf(Attention attention)
{
    return attention == Attention::causal ? "causal" : "full";
}

std::string_view nameOf(Norm norm)
{
    return norm == Norm::pre ? "pre" : "post";
}

std::string_view nameOf(Activation activation)
{
    return activation == Activation::gelu_tanh ? "gelu_tanh" : "relu";
}

std::string_view nameOf(DataKind data)
{
    switch (data) {
    case DataKind::fixed_batch:
        return "fixed-batch";
    case DataKind::markov:
        return "markov";
    case DataKind::uniform:
        return "uniform";
    }
    return {};
}

base::Status check(const ModelSpec& model)
{
    struct Size {
        const char* field;
        std::int64_t value;
        std::int64_t least;
        std::int64_t most;
    };
    // The upper ends keep every count of elements and bytes far below 2^63.
    const Size sizes[] = {{"vocabulary", model.vocabulary, model.data == DataKind::markov ? kSuccessors : 2, 1 << 20},
        {"width", model.width, 1, 1 << 16}, {"heads", model.heads, 1, 1 << 10}, {"layers", model.layers, 1, 1 << 10},
        {"feed_forward", model.feed_forward, 1, 1 << 18}, {"sequence", model.sequence, 1, 1 << 20}};
    for (const Size& size : sizes)
        if (size.value < size.least || size.value > size.most)
            return Error {.code = Code::out_of_range,
                .field = size.field,
                .found = std::to_string(size.value),
                .expected = std::to_string(size.least) + " … " + std::to_string(size.most)};
    if (model.width % model.heads != 0)
        return Error {.code = Code::bad_value,
            .field = "width",
            .found = std::to_string(model.width),
            .expected = "n × " + std::to_string(model.heads) + " (heads)"};
    return {};
}

std::string canonicalJson(const ModelSpec& model)
{
    std::string json = R"({"format":"tinylm-1")";
    const auto number = [&json](const char* key, std::int64_t value) {
        json += std::string(",\"") + key + "\":" + std::to_string(value);
    };
    const auto text = [&json](const char* key, std::string_view value) {
        json += std::string(",\"") + key + "\":\"" + std::string(value) + '"';
    };
    number("vocabulary", model.vocabulary);
    number("width", model.width);
    number("heads", model.heads);
    number("layers", model.layers);
    number("feed_forward", model.feed_forward);
    number("sequence", model.sequence);
    text("attention", nameOf(model.attention));
    text("norm", nameOf(model.norm));
    text("activation", nameOf(model.activation));
    text("positions", "learned");
    text("head", "untied");
    text("init", "uniform-0.02-1");
    text("data", std::string(nameOf(model.data)) + "-1");
    return json + '}';
}

std::string specHash(const ModelSpec& model)
{
    base::Sha256 hash;
    hash.add(canonicalJson(model));
    return hash.hex();
}

std::vector<Tensor> tensorsOf(const ModelSpec& model)
{
    constexpr double kDeviation = 0.02;
    // What adds to the residual stream, twice a layer, is smaller so that the stream keeps its size (GPT-2).
    const double residual = kDeviation / std::sqrt(2.0 * static_cast<double>(model.layers));
    const std::int64_t width = model.width;
    std::vector<Tensor> tensors;
    const auto matrix = [&](const std::string& name, std::int64_t rows, std::int64_t columns, double deviation) {
        tensors.push_back({name + ".weight", rows, columns, Initial::uniform, deviation});
    };
    const auto linear = [&](const std::string& name, std::int64_t rows, std::int64_t columns, double deviation) {
        matrix(name, rows, columns, deviation);
        tensors.push_back({name + ".bias", rows});
    };
    const auto norm = [&](const std::string& name) {
        tensors.push_back({name + ".weight", width, 1, Initial::ones});
        tensors.push_back({name + ".bias", width});
    };
    matrix("embedding", model.vocabulary, width, kDeviation);
    matrix("positions", model.sequence, width, kDeviation);
    for (std::int64_t i = 0; i < model.layers; ++i) {
        const std::string layer = "layers." + std::to_string(i) + '.';
        norm(layer + "norm1");
        linear(layer + "qkv", 3 * width, width, kDeviation);
        linear(layer + "projection", width, width, residual);
        norm(layer + "norm2");
        linear(layer + "up", model.feed_forward, width, kDeviation);
        linear(layer + "down", width, model.feed_forward, residual);
    }
    if (model.norm == Norm::pre)
        norm("norm");
    matrix("head", model.vocabulary, width, kDeviation);
    return tensors;
}

std::int64_t parametersOf(const ModelSpec& model)
{
    std::int64_t count = 0;
    for (const Tensor& tensor : tensorsOf(model))
        count += tensor.size();
    return count;
}

StepFlops stepFlops(const ModelSpec& model, std::int64_t batch)
{
    constexpr double kForwardAndBackward = 3;
    const auto width = static_cast<double>(model.width), sequence = static_cast<double>(model.sequence);
    const auto layers = static_cast<double>(model.layers), sequences = static_cast<double>(batch);
    const double layer = 4 * width * width + 2 * width * static_cast<double>(model.feed_forward);
    const double weights = layers * layer + width * static_cast<double>(model.vocabulary);
    // Scores and their product with the values: 2·width each per pair of positions.
    const double pair = kForwardAndBackward * 4 * width * layers * sequences;
    return {.linear = kForwardAndBackward * 2 * weights * sequence * sequences,
        .attention_full = pair * sequence * sequence,
        .attention_causal = pair * sequence * (sequence + 1) / 2,
        .six_n = 6 * static_cast<double>(parametersOf(model)) * sequence * sequences};
}

} // namespace fullscope::bench
