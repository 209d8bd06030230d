// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/data.h"

#include "core/base/philox.h"

#include <algorithm>
#include <cmath>

namespace fullscope::bench {

namespace {

base::PhiloxBlock wordsOf(std::uint64_t seed, Domain domain, std::uint32_t stream, std::uint64_t block)
{
    const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
    const auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); };
    return base::philox({low(block), high(block), stream, static_cast<std::uint32_t>(domain)}, {low(seed), high(seed)});
}

std::int64_t scaled(std::uint32_t word, std::int64_t count)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(word) * static_cast<std::uint64_t>(count) >> 32);
}

} // namespace

std::uint32_t randomWord(std::uint64_t seed, Domain domain, std::uint32_t stream, std::uint64_t index)
{
    return wordsOf(seed, domain, stream, index / 4)[index % 4];
}

void fillWeights(
    const Tensor& tensor, std::uint32_t stream, std::uint64_t seed, std::uint64_t first, std::span<float> into)
{
    if (tensor.initial != Initial::uniform) {
        std::ranges::fill(into, tensor.initial == Initial::ones ? 1.0F : 0.0F);
        return;
    }
    const auto reach = static_cast<float>(tensor.standard_deviation * std::sqrt(3.0));
    const auto value = [reach](std::uint32_t word) {
        return static_cast<float>(static_cast<std::int32_t>(word >> 8) - (1 << 23)) * 0x1p-23F * reach;
    };
    for (std::size_t i = 0; i < into.size();) {
        const std::uint64_t index = first + i;
        const base::PhiloxBlock words = wordsOf(seed, Domain::weights, stream, index / 4);
        for (std::size_t k = index % 4; k < words.size() && i < into.size(); ++k)
            into[i++] = value(words[k]);
    }
}

TokenSource::TokenSource(const ModelSpec& model, std::int64_t batch, std::uint64_t seed)
    : m_model(model)
    , m_batch(batch)
    , m_seed(seed)
{
    if (model.data != DataKind::markov)
        return;
    const std::int64_t classes = std::min(kClasses, model.vocabulary);
    for (std::int64_t c = 0; c < classes; ++c) {
        const auto index = static_cast<std::uint64_t>(2 * c);
        m_start.push_back(scaled(randomWord(seed, Domain::chain, 0, index), model.vocabulary));
        // At most (vocabulary-1)/31: the 32 successors differ.
        m_stride.push_back(
            1 + scaled(randomWord(seed, Domain::chain, 0, index + 1), (model.vocabulary - 1) / (kSuccessors - 1)));
    }
}

std::int32_t TokenSource::successor(std::int32_t token, std::uint32_t word) const
{
    const std::size_t c = static_cast<std::size_t>(token) % m_start.size();
    return static_cast<std::int32_t>((m_start[c] + (word >> 27) * m_stride[c]) % m_model.vocabulary);
}

void TokenSource::fill(std::int64_t step, std::span<std::int32_t> inputs, std::span<std::int32_t> targets) const
{
    const std::int64_t length = m_model.sequence;
    const std::int64_t from = m_model.data == DataKind::fixed_batch ? 0 : step;
    for (std::int64_t b = 0; b < m_batch; ++b) {
        const std::int64_t first = (from * m_batch + b) * (length + 1);
        std::int32_t token = 0;
        for (std::int64_t t = 0; t <= length; ++t) {
            const std::uint32_t word = randomWord(m_seed, Domain::tokens, 0, static_cast<std::uint64_t>(first + t));
            token = m_model.data == DataKind::markov && t > 0
                ? successor(token, word)
                : static_cast<std::int32_t>(scaled(word, m_model.vocabulary));
            if (t < length)
                inputs[static_cast<std::size_t>(b * length + t)] = token;
            if (t > 0)
                targets[static_cast<std::size_t>(b * length + t - 1)] = token;
        }
    }
}

std::optional<double> lossFloor(const ModelSpec& model)
{
    if (model.attention == Attention::full || model.data == DataKind::fixed_batch)
        return std::nullopt;
    return std::log(static_cast<double>(model.data == DataKind::markov ? kSuccessors : model.vocabulary));
}

} // namespace fullscope::bench
