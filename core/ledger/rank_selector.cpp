// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/rank_selector.h"

#include <boost/math/distributions/binomial.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace fullscope::ledger {

namespace {

constexpr int kBits = 64;
constexpr int kDigitBits = 16;
constexpr std::size_t kDigits = std::size_t {1} << kDigitBits;
constexpr std::uint64_t kSign = std::uint64_t {1} << (kBits - 1);

// Integers in the order of the doubles that they stand for.
std::uint64_t orderedBits(double value)
{
    const auto bits = std::bit_cast<std::uint64_t>(value + 0.0); // -0.0 becomes 0.0
    return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

double fromOrderedBits(std::uint64_t bits)
{
    return std::bit_cast<double>((bits & kSign) != 0 ? bits & ~kSign : ~bits);
}

std::size_t digitAt(std::uint64_t bits, int depth)
{
    return static_cast<std::size_t>(bits >> (kBits - kDigitBits - depth)) & (kDigits - 1);
}

} // namespace

void RankSelector::Bucket::add(std::uint64_t bits)
{
    if (!histogram.empty()) {
        ++histogram[digitAt(bits, depth)];
        return;
    }
    kept.push_back(bits);
    if (kept.size() <= kKept)
        return;
    histogram.resize(kDigits);
    for (const std::uint64_t k : kept)
        ++histogram[digitAt(k, depth)];
    kept = {};
}

bool RankSelector::Bucket::holds(std::uint64_t bits) const
{
    return depth == 0 || bits >> (kBits - depth) == prefix;
}

RankSelector::RankSelector(Ranks ranks)
    : m_ranks(std::move(ranks))
    , m_buckets(1)
{
}

void RankSelector::add(double value)
{
    const std::uint64_t bits = orderedBits(value);
    if (m_first_pass)
        ++m_count;
    for (Bucket& bucket : m_buckets)
        if (bucket.holds(bits)) {
            bucket.add(bits);
            return;
        }
}

bool RankSelector::endPass()
{
    if (m_first_pass) {
        m_first_pass = false;
        if (m_count > 0)
            for (const std::uint64_t rank : m_ranks(m_count))
                m_wanted.push_back({.rank = rank});
    }
    for (Bucket& bucket : m_buckets)
        std::sort(bucket.kept.begin(), bucket.kept.end());
    std::vector<Bucket> next;
    for (Wanted& wanted : m_wanted)
        if (!wanted.found)
            narrow(wanted, next);
    m_buckets = std::move(next);
    return !m_buckets.empty();
}

void RankSelector::narrow(Wanted& wanted, std::vector<Bucket>& next)
{
    const Bucket& bucket = m_buckets[wanted.bucket];
    if (bucket.histogram.empty()) {
        wanted.value = fromOrderedBits(bucket.kept[wanted.rank - bucket.below]);
        wanted.found = true;
        return;
    }
    std::uint64_t below = bucket.below;
    std::size_t digit = 0;
    while (below + bucket.histogram[digit] <= wanted.rank)
        below += bucket.histogram[digit++];
    const std::uint64_t prefix = bucket.prefix << kDigitBits | digit;
    const int depth = bucket.depth + kDigitBits;
    if (depth == kBits) {
        wanted.value = fromOrderedBits(prefix);
        wanted.found = true;
        return;
    }
    const auto same = std::find_if(next.begin(), next.end(), [&](const Bucket& b) { return b.below == below; });
    wanted.bucket = static_cast<std::size_t>(same - next.begin());
    if (same == next.end())
        next.push_back({.prefix = prefix, .depth = depth, .below = below, .kept = {}, .histogram = {}});
}

MedianRanks medianRanks(std::uint64_t count)
{
    MedianRanks ranks {.middle_low = (count - 1) / 2, .middle_high = count / 2, .low = 0, .high = count - 1};
    constexpr double tail = 0.025;
    const double n = static_cast<double>(count);
    const boost::math::binomial_distribution<double> below(n, 0.5); // how many of n values are below the median
    const auto outside = [&](std::uint64_t rank) { return boost::math::cdf(below, static_cast<double>(rank)); };
    // From the normal approximation to the largest rank whose outside is at most the tail.
    auto low = static_cast<std::uint64_t>(std::max(0.0, std::floor(n / 2 - 0.98 * std::sqrt(n))));
    while (low > 0 && outside(low) > tail)
        --low;
    while (outside(low + 1) <= tail)
        ++low;
    ranks.low = low;
    ranks.high = count - 1 - low;
    return ranks;
}

} // namespace fullscope::ledger
