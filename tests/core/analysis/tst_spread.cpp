// SPDX-License-Identifier: GPL-3.0-or-later
// Quantiles against those of the sorted values: type 7 of Hyndman and Fan, as NumPy's default.
#include "core/analysis/spread.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace fullscope::analysis {

namespace {

void expectQuantiles(const std::vector<double>& values)
{
    Moments moments;
    for (const double value : values)
        moments.add(value);
    const Spread spread = spreadOf(moments, values);
    std::vector<double> sorted = values;
    std::ranges::sort(sorted);
    ASSERT_EQ(spread.quantiles.size(), kQuantiles);
    for (std::size_t k = 0; k < kQuantiles; ++k) {
        const double at = static_cast<double>(sorted.size() - 1) * static_cast<double>(k + 1) / 200;
        const auto below = static_cast<std::size_t>(at);
        const double next = sorted[std::min(below + 1, sorted.size() - 1)];
        EXPECT_EQ(spread.quantiles[k], std::lerp(sorted[below], next, at - std::floor(at))) << k;
    }
}

} // namespace

TEST(Spread, hasTheQuantilesOfSortedValues)
{
    std::mt19937_64 engine(3); // laid down by the standard
    const auto uniform = [&engine] { return static_cast<double>(engine() >> 11) * 0x1p-53; };
    for (const std::size_t count : {1, 2, 3, 100, 5'000, 100'000}) {
        std::vector<double> even, skewed, outlying, few, equal(count, 7.5);
        for (std::size_t i = 0; i < count; ++i) {
            even.push_back(uniform() * 100 - 50);
            skewed.push_back(std::exp(20 * uniform()));
            outlying.push_back(uniform());
            few.push_back(std::floor(5 * uniform()));
        }
        outlying.back() = 1e300; // all others in the first bin
        for (const auto& values : {even, skewed, outlying, few, equal})
            expectQuantiles(values);
        std::ranges::sort(even);
        expectQuantiles(even);
    }
    expectQuantiles({-1.7e308, 1.7e308, 0, 1}); // farther apart than a double goes
}

} // namespace fullscope::analysis
