// SPDX-License-Identifier: GPL-3.0-or-later
// What a training step does besides matrix products. All matrices are row-major float32; each function works on rows
// (or columns) first … last-1 and leaves the sharing between threads to its caller.
#pragma once

#include "core/bench/model_spec.h"

#include <cstdint>

namespace fullscope::bench {

constexpr float kNormEpsilon = 1e-5F;

// A matrix [rows, width] without gaps of which rows first … last-1 are meant.
struct Rows {
    std::int64_t first, last, width;
};

// out = x + (bias + residual): out may be x.
void addBiasAndResidual(Rows rows, const float* x, const float* bias, const float* residual, float* out);
void addBias(Rows rows, const float* bias, float* x);

// Layer norm over the width: out = (x - mean) · rstd · gain + bias; mean and rstd by row.
struct NormWeights {
    float* gain;
    float* bias;
};
struct NormStatistics {
    float* mean; // [rows]
    float* rstd;
};
void normForward(Rows rows, const float* x, NormWeights weights, NormStatistics statistics, float* out);
// dx from dy, plus `residual` when it is not null; dx may be dy or residual.
void normBackward(Rows rows, const float* dy, const float* x, const float* gain, NormStatistics statistics,
    const float* residual, float* dx);
// Gradients of gain and bias, for columns first … last-1 over all `count` rows.
void normWeightGradients(std::int64_t count, std::int64_t width, std::int64_t first, std::int64_t last, const float* dy,
    const float* x, NormStatistics statistics, NormWeights gradients);

// sums[j] = Σ over `count` rows of x[·, j], for columns first … last-1.
void columnSums(
    std::int64_t count, std::int64_t width, std::int64_t first, std::int64_t last, const float* x, float* sums);

// x += bias, out = activation(x).
void activate(Activation activation, Rows rows, const float* bias, float* x, float* out);
// x = dy · activation'(x).
void activateBackward(Activation activation, Rows rows, const float* dy, float* x);

// Logits → gradient of their mean loss over `tokens` rows, in place; the loss of each row into losses. Targets and
// losses begin at row 0 of x.
void crossEntropy(Rows rows, std::int64_t tokens, const std::int32_t* targets, float* x, float* losses);

// Scores of a block of attention, `columns` a row at a distance of `stride`; row i may see the columns before
// visible + i (all of them when `causal` is false).
struct Scores {
    std::int64_t rows, columns, stride;
    std::int64_t visible;
    bool causal;
    float scale;
};
void attentionSoftmax(const Scores& block, float* scores, float* log_sums); // what is not visible becomes 0
void attentionWeights(const Scores& block, float* scores, const float* log_sums); // the same, from the kept sums
// ds = weights · (ds - dots[row]) · scale, 0 where nothing is visible
void attentionBackward(const Scores& block, const float* weights, const float* dots, float* ds);

// m = β1·m + (1-β1)·g, v = β2·v + (1-β2)·g², w = w·(1 - rate·decay) - step·m / (√v/√(1-β2^t) + ε)
struct AdamStep {
    float beta1, beta2, epsilon;
    float keep; // 1 - rate·decay
    float step; // rate / (1-β1^t)
    float root_scale; // 1/√(1-β2^t)
};
void adam(const AdamStep& step, std::int64_t first, std::int64_t last, const float* gradient, float* weights,
    float* mean, float* squares);

} // namespace fullscope::bench
