// SPDX-License-Identifier: GPL-3.0-or-later
// Where everything of a run lies in the arena. N = batch·sequence tokens, d = width, F = feed-forward, V = vocabulary.
#pragma once

#include "core/bench/engine/arena.h"
#include "core/bench/engine/attention.h"
#include "core/bench/engine/kernels.h"
#include "core/bench/worker_spec.h"

#include <cstdint>
#include <vector>

namespace fullscope::bench {

constexpr std::int64_t kHeadRows = 512; // tokens whose logits are held at a time (of 128 … 4,096 the fastest)

struct Linear {
    float* weight = nullptr; // [out, in]
    float* bias = nullptr;
};

struct LayerParameters {
    NormWeights norm1, norm2;
    Linear qkv, projection, up, down;
};

// One of weights, gradients, or the two means of AdamW: the same tensors in the same places.
struct Parameters {
    float* first = nullptr;
    std::int64_t size = 0; // floats from `first`, with the gaps between tensors
    std::vector<float*> tensors; // as tensorsOf()
    float* embedding = nullptr; // [V, d]
    float* positions = nullptr; // [sequence, d]
    std::vector<LayerParameters> layers;
    NormWeights norm {}; // pre-norm only
    float* head = nullptr; // [V, d]
};

// What forward keeps of a layer for backward. Pre-norm: input = norm1(stream), middle = norm2(sum1); post-norm: middle
// = norm1(sum1), and norm2(sum2) is the next layer's input.
struct LayerActivations {
    float* input = nullptr; // [N, d]
    float* qkv = nullptr; // [N, 3d]
    float* log_sums = nullptr; // [batch, heads, sequence]
    float* attended = nullptr; // [N, d]
    float* sum1 = nullptr; // [N, d]: with attention added
    float* middle = nullptr; // [N, d]
    float* up = nullptr; // [N, F] before the activation
    float* active = nullptr; // [N, F] after it
    float* sum2 = nullptr; // [N, d]: with feed-forward added
    NormStatistics norm1 {}, norm2 {};
};

struct Layout {
    std::int64_t tokens = 0;
    AttentionShape attention {};
    Parameters weights, gradients, means, squares;
    std::vector<LayerActivations> layers;
    float* embedded = nullptr; // [N, d]; layer 0's input itself with post-norm
    float* output = nullptr; // [N, d] what the head reads
    NormStatistics norm {}; // of the last norm, pre-norm only
    float* gradient = nullptr; // [N, d] of the stream
    float* other = nullptr; // [N, d] what lives for one operation
    float* logits = nullptr; // [min(N, 512), V]
    float* losses = nullptr; // [N]
    float* attention_scratch = nullptr; // [threads, …]

    static Layout in(Arena& arena, const WorkerSpec& spec, std::int64_t threads);
};

// The peak: nothing else grows with the sizes. With what the library keeps of rounded operands, outside of the arena.
std::int64_t memoryNeededBytes(const WorkerSpec& spec, std::int64_t threads);

} // namespace fullscope::bench
