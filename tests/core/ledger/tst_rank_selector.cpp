// SPDX-License-Identifier: GPL-3.0-or-later
// Exact ranks against a sort, and the binomial interval of the median against sums of binomial coefficients.
#include "core/ledger/rank_selector.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace fullscope::ledger {
namespace {

std::vector<double> select(const std::vector<double>& values, const std::vector<std::uint64_t>& ranks, int* passes)
{
    RankSelector selector([&ranks](std::uint64_t) { return ranks; });
    do {
        ++*passes;
        for (const double v : values)
            selector.add(v);
    } while (selector.endPass());
    EXPECT_EQ(selector.count(), values.size());
    std::vector<double> found;
    for (std::size_t i = 0; i < ranks.size(); ++i)
        found.push_back(selector.value(i));
    return found;
}

void expectLikeSorted(std::vector<double> values)
{
    const std::uint64_t n = values.size();
    const std::vector<std::uint64_t> ranks {0, n / 40, (n - 1) / 2, n / 2, n - 1};
    int passes = 0;
    const std::vector<double> found = select(values, ranks, &passes);
    EXPECT_LE(passes, 5);
    std::sort(values.begin(), values.end());
    for (std::size_t i = 0; i < ranks.size(); ++i)
        EXPECT_EQ(found[i], values[ranks[i]]) << "rank " << ranks[i] << " of " << n;
}

TEST(RankSelector, findsTheRanksOfManyKindsOfValues)
{
    std::mt19937_64 random(7);
    for (const std::size_t n : {std::size_t {1}, std::size_t {2}, std::size_t {1000}, 3 * RankSelector::kKept}) {
        std::vector<double> narrow, wide, few, equal;
        for (std::size_t i = 0; i < n; ++i) {
            narrow.push_back(std::normal_distribution<double>(126.6, 1e-9)(random));
            wide.push_back(std::exp(std::normal_distribution<double>(0, 50)(random)) * (i % 2 == 0 ? 1 : -1));
            few.push_back(static_cast<double>(random() % 3));
            equal.push_back(0.25);
        }
        expectLikeSorted(narrow);
        expectLikeSorted(wide);
        expectLikeSorted(few);
        expectLikeSorted(equal);
    }
}

TEST(RankSelector, onePassIsEnoughForFewValues)
{
    int passes = 0;
    select({3, 1, 2}, {1}, &passes);
    EXPECT_EQ(passes, 1);
}

// Probability that at most k of n fair coins are heads, by Pascal's recurrence in long double.
long double coins(std::uint64_t k, std::uint64_t n)
{
    long double term = std::pow(0.5L, static_cast<long double>(n)), sum = term;
    for (std::uint64_t i = 1; i <= k; ++i) {
        term *= static_cast<long double>(n - i + 1) / static_cast<long double>(i);
        sum += term;
    }
    return sum;
}

TEST(RankSelector, theIntervalOfTheMedianIsTheShortestThatCovers95Percent)
{
    for (std::uint64_t n = 6; n <= 600; ++n) {
        const MedianRanks r = medianRanks(n);
        ASSERT_EQ(r.high, n - 1 - r.low);
        ASSERT_LE(coins(r.low, n), 0.025L) << n;
        ASSERT_GT(coins(r.low + 1, n), 0.025L) << n;
    }
    EXPECT_EQ(medianRanks(10).low, 1u); // the textbook's 2nd and 9th of ten
    EXPECT_EQ(medianRanks(10).high, 8u);
    EXPECT_EQ(medianRanks(5).low, 0u); // no such interval
    EXPECT_EQ(medianRanks(1).high, 0u);
    const MedianRanks many = medianRanks(10'000'000); // n/2 − 0.98·√n
    EXPECT_NEAR(static_cast<double>(many.low), 5e6 - 0.98 * std::sqrt(1e7), 2);
}

} // namespace
} // namespace fullscope::ledger
