// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/engine/kernels.h"

#include "core/bench/engine/fast_exp.h"
#include "core/bench/engine/parallel.h"

#include <cmath>

namespace fullscope::bench {

FS_FOR_EACH_CPU void addBiasAndResidual(Rows rows, const float* x, const float* bias, const float* residual, float* out)
{
    for (std::int64_t i = rows.first; i < rows.last; ++i) {
        const std::int64_t at = i * rows.width;
        for (std::int64_t j = 0; j < rows.width; ++j)
            out[at + j] = x[at + j] + (bias[j] + residual[at + j]);
    }
}

FS_FOR_EACH_CPU void addBias(Rows rows, const float* bias, float* x)
{
    for (std::int64_t i = rows.first; i < rows.last; ++i)
        for (std::int64_t j = 0; j < rows.width; ++j)
            x[i * rows.width + j] += bias[j];
}

FS_FOR_EACH_CPU void normForward(Rows rows, const float* x, NormWeights weights, NormStatistics statistics, float* out)
{
    const float* gain = weights.gain;
    const float* bias = weights.bias;
    const auto width = static_cast<float>(rows.width);
    for (std::int64_t i = rows.first; i < rows.last; ++i) {
        const float* row = x + i * rows.width;
        float* to = out + i * rows.width;
        float sum = 0;
#pragma omp simd reduction(+ : sum)
        for (std::int64_t j = 0; j < rows.width; ++j)
            sum += row[j];
        const float mean = sum / width;
        float squares = 0;
#pragma omp simd reduction(+ : squares)
        for (std::int64_t j = 0; j < rows.width; ++j)
            squares += (row[j] - mean) * (row[j] - mean);
        const float rstd = 1.0F / std::sqrt(squares / width + kNormEpsilon);
        statistics.mean[i] = mean;
        statistics.rstd[i] = rstd;
#pragma omp simd
        for (std::int64_t j = 0; j < rows.width; ++j)
            to[j] = (row[j] - mean) * rstd * gain[j] + bias[j];
    }
}

FS_FOR_EACH_CPU void normBackward(Rows rows, const float* dy, const float* x, const float* gain,
    NormStatistics statistics, const float* residual, float* dx)
{
    const float per_width = 1.0F / static_cast<float>(rows.width);
    for (std::int64_t i = rows.first; i < rows.last; ++i) {
        const std::int64_t at = i * rows.width;
        const float mean = statistics.mean[i], rstd = statistics.rstd[i];
        float sum = 0, product = 0;
#pragma omp simd reduction(+ : sum, product)
        for (std::int64_t j = 0; j < rows.width; ++j) {
            const float scaled = dy[at + j] * gain[j];
            sum += scaled;
            product += scaled * ((x[at + j] - mean) * rstd);
        }
        sum *= per_width;
        product *= per_width;
        for (std::int64_t j = 0; j < rows.width; ++j) {
            const float normal = (x[at + j] - mean) * rstd;
            const float value = rstd * (dy[at + j] * gain[j] - sum - normal * product);
            dx[at + j] = residual == nullptr ? value : value + residual[at + j];
        }
    }
}

FS_FOR_EACH_CPU void normWeightGradients(std::int64_t count, std::int64_t width, std::int64_t first, std::int64_t last,
    const float* dy, const float* x, NormStatistics statistics, NormWeights gradients)
{
    for (std::int64_t j = first; j < last; ++j)
        gradients.gain[j] = gradients.bias[j] = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t at = i * width;
        const float mean = statistics.mean[i], rstd = statistics.rstd[i];
        for (std::int64_t j = first; j < last; ++j) {
            gradients.gain[j] += dy[at + j] * ((x[at + j] - mean) * rstd);
            gradients.bias[j] += dy[at + j];
        }
    }
}

FS_FOR_EACH_CPU void columnSums(
    std::int64_t count, std::int64_t width, std::int64_t first, std::int64_t last, const float* x, float* sums)
{
    for (std::int64_t j = first; j < last; ++j)
        sums[j] = 0;
    for (std::int64_t i = 0; i < count; ++i)
        for (std::int64_t j = first; j < last; ++j)
            sums[j] += x[i * width + j];
}

namespace {

// gelu(x) = ½x(1 + tanh u) = x·σ(2u), u = √(2/π)·(x + 0.044715·x³)
constexpr float kTwoRoot = 1.5957691216057308F; // 2·√(2/π)
constexpr float kCube = 0.044715F;

} // namespace

FS_FOR_EACH_CPU void activate(Activation activation, Rows rows, const float* bias, float* x, float* out)
{
    for (std::int64_t i = rows.first; i < rows.last; ++i) {
        float* row = x + i * rows.width;
        float* to = out + i * rows.width;
        if (activation == Activation::relu) {
            for (std::int64_t j = 0; j < rows.width; ++j) {
                row[j] += bias[j];
                to[j] = row[j] > 0 ? row[j] : 0.0F;
            }
            continue;
        }
#pragma omp simd
        for (std::int64_t j = 0; j < rows.width; ++j) {
            const float value = row[j] + bias[j];
            row[j] = value;
            to[j] = value / (1.0F + fastExp(-kTwoRoot * value * (1.0F + kCube * value * value)));
        }
    }
}

FS_FOR_EACH_CPU void activateBackward(Activation activation, Rows rows, const float* dy, float* x)
{
    for (std::int64_t at = rows.first * rows.width; at < rows.last * rows.width; at += rows.width) {
        if (activation == Activation::relu) {
            for (std::int64_t j = at; j < at + rows.width; ++j)
                x[j] = x[j] > 0 ? dy[j] : 0.0F;
            continue;
        }
#pragma omp simd
        for (std::int64_t j = at; j < at + rows.width; ++j) {
            const float value = x[j], square = value * value;
            const float sigmoid = 1.0F / (1.0F + fastExp(-kTwoRoot * value * (1.0F + kCube * square)));
            const float slope = kTwoRoot * (1.0F + 3.0F * kCube * square);
            x[j] = dy[j] * sigmoid * (1.0F + value * (1.0F - sigmoid) * slope);
        }
    }
}

FS_FOR_EACH_CPU void crossEntropy(Rows rows, std::int64_t tokens, const std::int32_t* targets, float* x, float* losses)
{
    const float per_token = 1.0F / static_cast<float>(tokens);
    for (std::int64_t i = rows.first; i < rows.last; ++i) {
        float* row = x + i * rows.width;
        float greatest = row[0];
#pragma omp simd reduction(max : greatest)
        for (std::int64_t j = 0; j < rows.width; ++j)
            greatest = row[j] > greatest ? row[j] : greatest;
        const float wanted = row[targets[i]];
        float sum = 0;
#pragma omp simd reduction(+ : sum)
        for (std::int64_t j = 0; j < rows.width; ++j) {
            row[j] = fastExp(row[j] - greatest);
            sum += row[j];
        }
        losses[i] = std::log(sum) + greatest - wanted;
        const float factor = per_token / sum;
        for (std::int64_t j = 0; j < rows.width; ++j)
            row[j] *= factor;
        row[targets[i]] -= per_token;
    }
}

FS_FOR_EACH_CPU void adam(const AdamStep& step, std::int64_t first, std::int64_t last, const float* gradient,
    float* weights, float* mean, float* squares)
{
    const AdamStep s = step;
#pragma omp simd
    for (std::int64_t i = first; i < last; ++i) {
        const float g = gradient[i];
        const float m = s.beta1 * mean[i] + (1.0F - s.beta1) * g;
        const float v = s.beta2 * squares[i] + (1.0F - s.beta2) * g * g;
        mean[i] = m;
        squares[i] = v;
        weights[i] = weights[i] * s.keep - s.step * m / (std::sqrt(v) * s.root_scale + s.epsilon);
    }
}

} // namespace fullscope::bench
