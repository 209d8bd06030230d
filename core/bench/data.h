// SPDX-License-Identifier: GPL-3.0-or-later
// Weights and tokens by counter: integers of Philox4x32-10 and one rounding of float32, so that the PyTorch worker
// makes the same ones bit for bit (resources/bench/train_step.py).
//
// Number i of a stream is word i mod 4 of philox(counter = {i/4 low, i/4 high, stream, domain}, key = {seed low,
// high}). "n of b" below is the 32-bit number b scaled to 0 … n-1: b·n >> 32.
#pragma once

#include "core/bench/model_spec.h"

#include <cstdint>
#include <optional>
#include <span>

namespace fullscope::bench {

enum class Domain : std::uint32_t { weights = 1, tokens = 2, chain = 3 };

constexpr std::int64_t kSuccessors = 32; // of each token of the chain, equally likely
constexpr std::int64_t kClasses = 64; // tokens with equal remainder have the same successors: learnable in minutes

std::uint32_t randomWord(std::uint64_t seed, Domain domain, std::uint32_t stream, std::uint64_t index);

// Values first … first+into.size()-1 of tensor `stream` of tensorsOf(). `uniform`: ((word >> 8) - 2^23) · 2^-23 · a,
// where a = float32(deviation · √3).
void fillWeights(
    const Tensor& tensor, std::uint32_t stream, std::uint64_t seed, std::uint64_t first, std::span<float> into);

// Tokens of each step. Sequence b of step s has sequence+1 tokens, made from the words (s·batch + b)·(sequence+1) + t
// of stream 0; inputs are the first `sequence` of them, targets the last. fixed-batch: step 0 of `uniform` at every
// step. uniform: token = vocabulary of word. markov: the first token as in `uniform`; the successor of token x by word
// w is
//     (start[c] + (w >> 27) · stride[c]) mod vocabulary, c = x mod classes, classes = min(64, vocabulary),
//     start[c] = vocabulary of word 2c and stride[c] = 1 + ((vocabulary-1)/31 of word 2c+1) of stream 0 of `chain`.
class TokenSource {
public:
    TokenSource(const ModelSpec& model, std::int64_t batch, std::uint64_t seed);

    // Both of batch·sequence tokens.
    void fill(std::int64_t step, std::span<std::int32_t> inputs, std::span<std::int32_t> targets) const;
    std::int32_t successor(std::int32_t token, std::uint32_t word) const; // of markov

private:
    ModelSpec m_model;
    std::int64_t m_batch = 0;
    std::uint64_t m_seed = 0;
    std::vector<std::int64_t> m_start, m_stride; // by class
};

// The least mean loss (nats) that a model can reach in the long run: ln 32 of markov, ln vocabulary of uniform, none of
// fixed-batch (it can be learned by heart) or where attention sees the next token.
std::optional<double> lossFloor(const ModelSpec& model);

} // namespace fullscope::bench
