// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/rank_correlation.h"

#include "core/base/philox.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fullscope::analysis {

namespace {

std::vector<double> uniforms(std::uint64_t stream, std::size_t count)
{
    std::vector<double> values;
    for (std::uint64_t pair = 0; values.size() < count; ++pair)
        for (const double u : base::philoxUniforms(1, stream, pair))
            values.push_back(u);
    values.resize(count);
    return values;
}

std::vector<double> ranks(const std::vector<double>& values)
{
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t {0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
    std::vector<double> ranks(values.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        ranks[order[i]] = static_cast<double>(i);
    return ranks;
}

// Spearman's, by its definition for values without ties: 1 − 6 Σd² / (n³ − n).
double spearman(const std::vector<double>& a, const std::vector<double>& b)
{
    const auto x = ranks(a), y = ranks(b);
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
        sum += (x[i] - y[i]) * (x[i] - y[i]);
    const auto n = static_cast<double>(x.size());
    return 1 - 6 * sum / (n * n * n - n);
}

std::vector<double> sorted(std::vector<double> values)
{
    std::ranges::sort(values);
    return values;
}

} // namespace

TEST(RankCorrelation, orientsColumnsAndKeepsTheirValues)
{
    const Matrix wanted = {{1, 0.8, -0.3}, {0.8, 1, 0.1}, {-0.3, 0.1, 1}};
    std::vector<std::vector<double>> columns = {uniforms(1, 4096), uniforms(2, 4096), uniforms(3, 4096)};
    const auto before = columns;
    const auto correlation = RankCorrelation::make(wanted);
    ASSERT_TRUE(correlation.ok());
    correlation->apply({columns[0], columns[1], columns[2]});
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(sorted(columns[i]), sorted(before[i]));
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_NEAR(spearman(columns[i], columns[j]), wanted[i][j], 0.01) << i << ' ' << j;
    }
}

TEST(RankCorrelation, refusesWhatCannotHoldTogether)
{
    // Eigenvalues of a matrix with ones and −0.9 everywhere: 1 + 0.9 twice and 1 − 2 · 0.9.
    const auto refused = RankCorrelation::make({{1, -0.9, -0.9}, {-0.9, 1, -0.9}, {-0.9, -0.9, 1}});
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, base::Code::correlation_impossible);
    EXPECT_EQ(refused.error().found, "-0.8");
    // At the edge of it: 1 − 2 · 0.5 = 0.
    EXPECT_TRUE(RankCorrelation::make({{1, -0.5, -0.5}, {-0.5, 1, -0.5}, {-0.5, -0.5, 1}}).ok());
    EXPECT_NEAR(leastEigenvalue({{2, 1}, {1, 2}}), 1, 1e-14);
    EXPECT_NEAR(leastEigenvalue({{4, -2, 0}, {-2, 4, 0}, {0, 0, 9}}), 2, 1e-13);
}

TEST(RankCorrelation, takesAHandfulOfDraws)
{
    for (const std::size_t n : {std::size_t {1}, std::size_t {2}, std::size_t {3}, std::size_t {5}}) {
        std::vector<std::vector<double>> columns = {uniforms(1, n), uniforms(2, n), uniforms(3, n)};
        const auto before = columns;
        const auto correlation = RankCorrelation::make({{1, 0.5, 0.5}, {0.5, 1, 0.5}, {0.5, 0.5, 1}});
        correlation->apply({columns[0], columns[1], columns[2]});
        for (std::size_t i = 0; i < 3; ++i)
            EXPECT_EQ(sorted(columns[i]), sorted(before[i]));
    }
    const auto none = RankCorrelation::make({});
    EXPECT_TRUE(none.ok());
    none->apply({});
}

} // namespace fullscope::analysis
