// SPDX-License-Identifier: GPL-3.0-or-later
// Tornado, shares of the variance and value of information beside each other where two inputs move together, against
// the closed forms of a linear normal case.
#include "tests/core/analysis/pairs.h"

#include "core/analysis/tornado.h"
#include "core/analysis/value_of_information.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace fullscope::analysis {

using scenario::DistributionKind;
using scenario::Input;

namespace {

// 100 hours each: A at 15 ± 1 $/h, B at 14.9 ± 2 $/h (standard deviations), with Spearman's 0.5 between the two.
constexpr double kSpearman = 0.5, kDeviationA = 100, kDeviationB = 200, kMean = -10; // money

scenario::Scenario correlatedPrices()
{
    scenario::Scenario scenario = tests::hourly(15, 14.9);
    for (const auto& [option, mean, sd] : {std::tuple(0, 15.0, 1.0), {1, 14.9, 2.0}})
        scenario.options[static_cast<std::size_t>(option)].values[Input::price_per_h].distribution
            = scenario::Distribution {DistributionKind::normal, {mean, sd}};
    auto correlated = scenario::withCorrelation(scenario, {0, Input::price_per_h}, {1, Input::price_per_h}, kSpearman);
    EXPECT_TRUE(correlated.ok());
    return *std::move(correlated);
}

// Pearson's of normals from Spearman's; of the difference B − A with each price.
const double kPearson = 2 * std::sin(std::numbers::pi * kSpearman / 6);
const double kDeviation
    = std::sqrt(kDeviationA * kDeviationA + kDeviationB * kDeviationB - 2 * kPearson * kDeviationA * kDeviationB);
const double kWithA = (kPearson * kDeviationB - kDeviationA) / kDeviation;
const double kWithB = (kDeviationB - kPearson * kDeviationA) / kDeviation;

// What knowing a part of this deviation is worth where the whole is normal around kMean.
double worth(double deviation)
{
    const double z = std::abs(kMean) / deviation;
    return deviation * std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi)
        - std::abs(kMean) * std::erfc(z / std::numbers::sqrt2) / 2;
}

} // namespace

TEST(CorrelatedAnswers, areEachThatOfTheClosedForm)
{
    const auto scenario = correlatedPrices();
    const auto draws = draw(scenario, {}, {});
    ASSERT_TRUE(draws.ok());
    ASSERT_EQ(draws->inputs.size(), 2u);

    // Shares: of rank correlations with the difference, 6/π · asin(ρ/2). A's price tells next to nothing about it.
    std::vector<double> differences;
    for (std::size_t i = 0; i < draws->totals[0].size(); ++i)
        differences.push_back(draws->totals[1][i] - draws->totals[0][i]);
    const auto shares = varianceShares(*draws, differences);
    const double a = std::pow(std::asin(kWithA / 2), 2), b = std::pow(std::asin(kWithB / 2), 2);
    EXPECT_NEAR(kWithA, 0.0206, 1e-4);
    EXPECT_NEAR(shares[0], a / (a + b), 0.003);
    EXPECT_NEAR(shares[1], b / (a + b), 0.003);

    // Worth: what an input tells, itself and through the other, decides.
    const auto value = valueOfInformation(*draws);
    ASSERT_TRUE(value.ok());
    EXPECT_EQ(value->decision, 1u);
    EXPECT_NEAR(value->perfect.value, worth(kDeviation), 4 * value->perfect.standard_error);
    EXPECT_NEAR(value->inputs[1].value, worth(kWithB * kDeviation), 4 * value->inputs[1].standard_error + 0.2);
    EXPECT_NEAR(
        value->inputs[0].value, worth(std::abs(kWithA) * kDeviation), 4 * value->inputs[0].standard_error + 0.1);

    // Tornado: one alone, the other at its median. A's bar is half of B's, though its share and worth are nil.
    const auto bars = tornado(scenario, 1, 0);
    ASSERT_TRUE(bars.ok());
    ASSERT_EQ(bars->bars.size(), 2u);
    EXPECT_NEAR(bars->bars[0].swing(), 2 * 1.2815515655 * kDeviationB, 1e-6);
    EXPECT_NEAR(bars->bars[1].swing(), 2 * 1.2815515655 * kDeviationA, 1e-6);
}

} // namespace fullscope::analysis
