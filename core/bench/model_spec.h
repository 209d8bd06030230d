// SPDX-License-Identifier: GPL-3.0-or-later
// What is trained: one transformer language model, fixed by a specification whose hash stands in every result. Results
// of different hashes are never compared.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::bench {

enum class Attention { causal, full };
enum class Norm { pre, post }; // post: no norm before the head, as in the original encoder
enum class Activation { gelu_tanh, relu };
enum class DataKind { fixed_batch, markov, uniform }; // data.h

// Learned positions, biases in every layer and none in the head, which is not tied to the embedding; no dropout.
struct ModelSpec {
    std::int64_t vocabulary = 32'000;
    std::int64_t width = 512;
    std::int64_t heads = 8;
    std::int64_t layers = 4;
    std::int64_t feed_forward = 2'048;
    std::int64_t sequence = 512; // tokens
    Attention attention = Attention::causal;
    Norm norm = Norm::pre;
    Activation activation = Activation::gelu_tanh;
    DataKind data = DataKind::markov;

    bool operator==(const ModelSpec&) const = default;
};

struct Preset {
    std::string_view name;
    ModelSpec model;
    std::int64_t batch = 8; // sequences per step
};

const std::vector<Preset>& presets(); // gpt (the default) first
base::Result<Preset> presetByName(const std::string& name); // name_unknown

std::string_view nameOf(Attention attention);
std::string_view nameOf(Norm norm);
std::string_view nameOf(Activation activation);
std::string_view nameOf(DataKind data);

// out_of_range or bad_value with the field: sizes that cannot be, that the data cannot fill or whose counts overflow.
base::Status check(const ModelSpec& model);

// One line of JSON with the keys in a fixed order: architecture, rules of initialisation and data.
std::string canonicalJson(const ModelSpec& model);
std::string specHash(const ModelSpec& model); // SHA-256 of it, 64 hex digits

enum class Initial { uniform, ones, zeros };

// A tensor of the model, row-major; matrices are [out, in]. Its place in the list is its stream of random numbers.
struct Tensor {
    std::string name; // "layers.0.qkv.weight"
    std::int64_t rows = 0;
    std::int64_t columns = 1;
    Initial initial = Initial::zeros;
    double standard_deviation = 0; // of `uniform`

    std::int64_t size() const { return rows * columns; }
};

std::vector<Tensor> tensorsOf(const ModelSpec& model);
std::int64_t parametersOf(const ModelSpec& model);

// Floating-point operations of one step, forward and backward: 2·M·N·K of each matrix product really in the model, × 3.
struct StepFlops {
    double linear = 0; // layers and head; the embedding is a gather
    double attention_full = 0; // all pairs of positions
    double attention_causal = 0; // pairs of which the second is not later
    double six_n = 0; // 6 · all parameters · tokens: the rule of thumb, which counts the embedding too

    double total(Attention attention) const
    {
        return linear + (attention == Attention::causal ? attention_causal : attention_full);
    }
};

StepFlops stepFlops(const ModelSpec& model, std::int64_t batch);

} // namespace fullscope::bench
