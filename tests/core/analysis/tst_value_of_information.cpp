// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/pairs.h"

#include "core/analysis/value_of_information.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace fullscope::analysis {

using base::Code;
using scenario::Input;

namespace {

constexpr std::size_t kDraws = 100'000;

double density(double z)
{
    return std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
}

double below(double z)
{
    return std::erfc(-z / std::numbers::sqrt2) / 2;
}

// Of a difference that is normal: what its sign, known beforehand, is worth on average.
double normalEvpi(double mean, double deviation)
{
    const double z = mean / deviation;
    return deviation * density(z) - std::abs(mean) * below(-std::abs(z));
}

// Independent standard normal inputs, by the Box-Muller transform of a generator that the standard lays down.
Draws normalInputs(std::size_t inputs, unsigned seed)
{
    Draws draws;
    std::mt19937_64 engine(seed);
    const auto uniform = [&engine] { return (static_cast<double>(engine() >> 11) + 0.5) * 0x1p-53; };
    for (std::size_t input = 0; input < inputs; ++input) {
        draws.inputs.push_back({{}, static_cast<Input>(input)});
        draws.values.emplace_back();
        for (std::size_t draw = 0; draw < kDraws; ++draw)
            draws.values.back().push_back(
                std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform()));
    }
    return draws;
}

// Two options: 1000, and 1000 + mean + Σ weight · input.
Draws linear(double mean, const std::vector<double>& weights, unsigned seed)
{
    Draws draws = normalInputs(weights.size(), seed);
    draws.totals = {std::vector<double>(kDraws, 1000), std::vector<double>(kDraws, 1000 + mean)};
    for (std::size_t input = 0; input < weights.size(); ++input)
        for (std::size_t draw = 0; draw < kDraws; ++draw)
            draws.totals[1][draw] += weights[input] * draws.values[input][draw];
    return draws;
}

ValueOfInformation valued(const Draws& draws)
{
    auto value = valueOfInformation(draws);
    EXPECT_TRUE(value.ok());
    return value ? *std::move(value) : ValueOfInformation {};
}

} // namespace

TEST(ValueOfInformation, isTheClosedFormOfALinearNormalDecision)
{
    // Deviations 20, 10 and 5 of the parts, together sqrt(525); each part alone decides with its own.
    const std::vector<double> weights {20, 10, 5};
    const ValueOfInformation found = valued(linear(-10, weights, 1));
    EXPECT_EQ(found.decision, 1u);
    EXPECT_EQ(found.draws, kDraws);
    EXPECT_EQ(found.failed, 0u);
    EXPECT_NEAR(found.perfect.value, normalEvpi(-10, std::sqrt(525)), 4 * found.perfect.standard_error);
    EXPECT_LT(found.perfect.standard_error, 0.01 * found.perfect.value);
    ASSERT_EQ(found.inputs.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(found.inputs[i].value, normalEvpi(-10, weights[i]), 4 * found.inputs[i].standard_error + 0.02) << i;
    // 3.96, 0.83 and 0.04 of 4.8: worked out from the standard normal table.
    EXPECT_NEAR(normalEvpi(-10, 20), 3.956, 1e-3);
    EXPECT_NEAR(normalEvpi(-10, 10), 0.833, 1e-3);
}

TEST(ValueOfInformation, ofAnInputThatDecidesAloneIsThatOfAll)
{
    const ValueOfInformation found = valued(linear(-10, {20, 0}, 2));
    EXPECT_NEAR(found.inputs[0].value, found.perfect.value, 2e-3 * found.perfect.value);
    EXPECT_EQ(found.inputs[1].value, 0);
}

TEST(ValueOfInformation, ofAnInputThatNeverChangesTheDecisionIsNothing)
{
    // The second input moves both options alike, the third none; neither is worth anything, however noisy the totals.
    Draws draws = linear(-3, {20, 0, 0}, 3);
    for (std::size_t draw = 0; draw < kDraws; ++draw)
        for (auto& totals : draws.totals)
            totals[draw] += 300 * draws.values[1][draw];
    const ValueOfInformation found = valued(draws);
    EXPECT_LE(found.inputs[1].value, found.inputs[1].standard_error + 1e-12);
    EXPECT_LE(found.inputs[2].value, found.inputs[2].standard_error + 1e-12);
    // One that moves the difference, but never past the decision.
    const ValueOfInformation sure = valued(linear(-200, {20, 1}, 4));
    EXPECT_LE(sure.perfect.value, sure.perfect.standard_error + 1e-12);
    EXPECT_EQ(sure.inputs[1].value, 0);
}

TEST(ValueOfInformation, leavesOutWhatHasNoTotalAndSaysSo)
{
    Draws draws = linear(-10, {20}, 5);
    const double perfect = valued(draws).perfect.value;
    for (std::size_t draw = 0; draw < kDraws; draw += 10)
        draws.totals[0][draw] = NAN;
    draws.totals.emplace_back(kDraws, NAN); // an option that can never be computed
    const ValueOfInformation found = valued(draws);
    EXPECT_EQ(found.failed, kDraws / 10);
    EXPECT_EQ(found.left_out, std::vector<std::size_t> {2});
    EXPECT_NEAR(found.perfect.value, perfect, 4 * found.perfect.standard_error);
}

TEST(ValueOfInformation, refusesWhatIsNoDecision)
{
    Draws draws = linear(-10, {20}, 6);
    draws.totals.pop_back();
    EXPECT_EQ(valueOfInformation(draws).error().code, Code::no_options);
    EXPECT_EQ(valueOfInformation({}).error().code, Code::no_options);
    draws = linear(-10, {}, 7);
    EXPECT_EQ(valueOfInformation(draws).error().code, Code::nothing_uncertain);
    draws = linear(-10, {20}, 8);
    for (std::size_t draw = 50; draw < kDraws; ++draw)
        draws.totals[0][draw] = NAN;
    EXPECT_EQ(valueOfInformation(draws).error().field, "draws");
}

TEST(VarianceShares, areThoseOfRankCorrelationsAndAddUp)
{
    // Of two normals the rank correlation is 6/π · asin(ρ/2), ρ = 2/√5 and 1/√5.
    const Draws draws = linear(0, {2, -1, 0}, 9);
    const auto shares = varianceShares(draws, draws.totals[1]);
    const double a = std::pow(std::asin(1 / std::sqrt(5.0)), 2), b = std::pow(std::asin(0.5 / std::sqrt(5.0)), 2);
    ASSERT_EQ(shares.size(), 3u);
    EXPECT_NEAR(shares[0], a / (a + b), 0.01);
    EXPECT_NEAR(shares[1], b / (a + b), 0.01);
    EXPECT_NEAR(shares[2], 0, 1e-3);
    EXPECT_NEAR(shares[0] + shares[1] + shares[2], 1, 1e-12);
    // What does not vary has no variance to share.
    EXPECT_EQ(varianceShares(draws, draws.totals[0]), std::vector<double>(3));
    EXPECT_EQ(varianceShares(draws, std::vector<double>(kDraws, NAN)), std::vector<double>(3));
}

} // namespace fullscope::analysis
