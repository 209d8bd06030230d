// SPDX-License-Identifier: GPL-3.0-or-later
// The native training step: forward, backward and AdamW of the model in float32, with gradients written by hand. It
// holds no graph and allocates nothing during a step.
#pragma once

#include "core/bench/data.h"
#include "core/bench/engine/layout.h"
#include "core/bench/engine/matrix_library.h"

#include <memory>
#include <span>

namespace fullscope::bench {

class Engine {
public:
    // Sets the number of OpenMP's threads (at least 1). out_of_range when the memory cannot be had.
    static base::Result<std::unique_ptr<Engine>> create(
        const WorkerSpec& spec, const MatrixLibrary& library, std::int64_t threads);

    // Both of batch·sequence tokens, each within the vocabulary. The mean loss (nats) before the update.
    double step(std::span<const std::int32_t> inputs, std::span<const std::int32_t> targets);
    double gradients(std::span<const std::int32_t> inputs, std::span<const std::int32_t> targets); // without an update

    const WorkerSpec& spec() const { return m_spec; }
    std::span<float> weight(std::size_t tensor); // as tensorsOf()
    std::span<const float> gradient(std::size_t tensor) const;

    // The products of a step with weights, forward and the two of backward, and how often each comes. They may be run
    // at any time between steps: what they write is written again before it is read.
    struct Counted {
        Product product;
        std::int64_t per_step;
    };
    std::vector<Counted> products() const;

private:
    Engine(const WorkerSpec& spec, const MatrixLibrary& library);

    void initialise();
    void forward(std::span<const std::int32_t> inputs);
    void attentionHalf(std::size_t layer);
    void feedForwardHalf(std::size_t layer);
    void norm(const float* x, NormWeights weights, NormStatistics statistics, float* out) const;
    double lossAndHead(std::span<const std::int32_t> targets);
    void backward(std::span<const std::int32_t> inputs);
    void feedForwardBackward(std::size_t layer);
    void attentionHalfBackward(std::size_t layer);
    // Gradients of weight and bias from dy [N, out] and input [N, in].
    void linearBackward(
        const Linear& gradients, std::int64_t in, std::int64_t out, const float* dy, const float* input) const;
    // into [N, in] = dy·W, or added to it
    void inputGradient(
        const Linear& weights, std::int64_t in, std::int64_t out, const float* dy, float* into, bool add) const;
    void normBackwardOf(const float* dy, const float* x, NormWeights weights, NormWeights gradients,
        NormStatistics statistics, const float* residual, float* dx) const;
    void embeddingBackward(std::span<const std::int32_t> inputs);
    void update();
    Product forwardProduct(const Linear& weights, std::int64_t in, std::int64_t out, const float* x, float* y) const;

    WorkerSpec m_spec;
    const MatrixLibrary& m_library;
    std::vector<Tensor> m_tensors;
    Arena m_arena;
    Layout m_layout;
    std::int64_t m_updates = 0;
};

} // namespace fullscope::bench
