// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/pairs.h"

#include "core/analysis/comparison.h"

#include <gtest/gtest.h>

#include <cmath>

namespace fullscope::analysis {

using base::Code;
using scenario::Input;
using scenario::Scenario;
using tests::golden;
using tests::hourly;

namespace {

InputPlace placeOf(Input input, std::size_t option)
{
    return {scenario::isWorkload(input) ? std::nullopt : std::optional(option), input};
}

std::vector<double> roots(
    const Scenario& scenario, Input input, std::size_t option, std::size_t baseline, double saving = 0)
{
    const auto found = breakEven(scenario, placeOf(input, option), option, baseline, saving);
    EXPECT_TRUE(found.ok());
    return found.ok() ? found->values : std::vector<double>();
}

} // namespace

TEST(BreakEven, findsTheGoldenTokensAndPrice)
{
    const auto& expected = golden().at("goal_seek");
    const Scenario article = tests::article13b();

    const auto meet = roots(article, Input::tokens, 1, 0);
    ASSERT_EQ(meet.size(), 1u);
    EXPECT_CLOSE(meet[0], expected.at("break_even_tokens"));

    const auto saves = roots(article, Input::tokens, 1, 0, 0.08);
    ASSERT_EQ(saves.size(), 1u);
    EXPECT_CLOSE(saves[0], expected.at("tokens_where_saving_is_8_percent"));

    const auto price = roots(article, Input::price_per_h, 1, 0);
    ASSERT_EQ(price.size(), 1u);
    EXPECT_CLOSE(price[0], expected.at("trn2_price_where_totals_meet"));
}

TEST(BreakEven, findsBothRootsAroundACommitmentKink)
{
    // A pays 10 $/h for 100 committed hours whether used or not, then 20 $/h; B pays 12 $/h.
    // Below the kink 1000 = 12 h, h = 83.33; above it 1000 + 20 (h - 100) = 12 h, h = 125.
    Scenario scenario = hourly(20, 12);
    auto& committed = scenario.options[0].values;
    committed[Input::committed_nodes].value = 1;
    committed[Input::committed_h].value = 100;
    committed[Input::committed_price_per_h].value = 10;
    const auto meet = roots(scenario, Input::tokens, 0, 1);
    ASSERT_EQ(meet.size(), 2u);
    EXPECT_CLOSE(meet[0], 1e9 / 12);
    EXPECT_CLOSE(meet[1], 125e6);
}

TEST(BreakEven, findsTwoRootsWithinOneStepOfTheScan)
{
    // The same with B at 10.001 $/h: 1000 / 10.001 = 99.990001 h and 1000 / 9.999 = 100.010001 h lie 0.02 % apart.
    Scenario scenario = hourly(20, 10.001);
    auto& committed = scenario.options[0].values;
    committed[Input::committed_nodes].value = 1;
    committed[Input::committed_h].value = 100;
    committed[Input::committed_price_per_h].value = 10;
    const auto meet = roots(scenario, Input::tokens, 0, 1);
    ASSERT_EQ(meet.size(), 2u);
    EXPECT_CLOSE(meet[0], 1e9 / 10.001);
    EXPECT_CLOSE(meet[1], 1e9 / 9.999);
}

TEST(BreakEven, passesOverValuesAtWhichTheModelHasAnError)
{
    // λ = 1 / mtbf, f = (1 + 1) / mtbf: no result up to 2 h. B costs twice A's productive hours, so they meet at
    // c = 0 and 1 / (1 - f) = 2, f = 0.5, mtbf = 4 h, between the errors and a flat tail.
    Scenario scenario = hourly(10, 20);
    auto& values = scenario.options[0].values;
    values[Input::checkpoint_interval_h].value = 2;
    values[Input::checkpoint_write_h].value = 0;
    values[Input::restart_h].value = 1;
    values[Input::interruptions_per_h].value = 0;
    const auto meet = roots(scenario, Input::node_mtbf_h, 0, 1);
    ASSERT_EQ(meet.size(), 1u);
    EXPECT_CLOSE(meet[0], 4);
}

TEST(BreakEven, findsARootBetweenTheLastSampleAndTheEdgeOfTheErrors)
{
    // The same with B a thousand times dearer: f = 0.999, mtbf = 2 / 0.999, closer to the edge than a step.
    Scenario scenario = hourly(1, 1000);
    auto& values = scenario.options[0].values;
    values[Input::checkpoint_interval_h].value = 2;
    values[Input::checkpoint_write_h].value = 0;
    values[Input::restart_h].value = 1;
    values[Input::interruptions_per_h].value = 0;
    const auto meet = roots(scenario, Input::node_mtbf_h, 0, 1);
    ASSERT_EQ(meet.size(), 1u);
    EXPECT_CLOSE(meet[0], 2 / 0.999);
}

TEST(BreakEven, findsAShareCloseToOne)
{
    // 1 / (1 - f) = 1e6
    const auto meet = roots(hourly(1, 1e6), Input::failure_waste, 0, 1);
    ASSERT_EQ(meet.size(), 1u);
    EXPECT_NEAR(meet[0], 1 - 1e-6, 1e-12);
}

TEST(BreakEven, isEmptyWhereTheTotalsNeverMeet)
{
    EXPECT_TRUE(roots(hourly(10, 20), Input::tokens, 0, 1).empty());
    EXPECT_TRUE(roots(hourly(10, 20), Input::stall_overhead, 1, 0).empty());
}

TEST(BreakEven, countsAStretchOfEqualTotalsOnceByItsLowerEnd)
{
    Scenario scenario = hourly(10, 20);
    for (auto& option : scenario.options) {
        option.values[Input::committed_nodes].value = 1;
        option.values[Input::committed_h].value = 200;
        option.values[Input::committed_price_per_h].value = 5;
    }
    // 100 h of work lie within both blocks: whatever the price beyond the block is, both pay 1000 $.
    const auto meet = breakEven(scenario, {0, Input::price_per_h}, 0, 1);
    ASSERT_TRUE(meet.ok());
    EXPECT_TRUE(meet->everywhere);

    // With free blocks A pays 10 (100 - committed_h) $ and B nothing: equal from 100 h on.
    scenario.options[0].values[Input::committed_price_per_h].value = 0;
    scenario.options[1].values[Input::committed_price_per_h].value = 0;
    const auto hours = roots(scenario, Input::committed_h, 0, 1);
    ASSERT_EQ(hours.size(), 1u);
    EXPECT_NEAR(hours[0], 100, 1e-9);
}

TEST(BreakEven, doesNotTakeNoiseForRoots)
{
    // B costs 0.92 of A for every number of tokens: a saving of 8 % holds everywhere, not at thousands of points.
    const auto meet = breakEven(hourly(100, 92), {{}, Input::tokens}, 1, 0, 0.08);
    ASSERT_TRUE(meet.ok());
    EXPECT_TRUE(meet->everywhere);
    EXPECT_TRUE(meet->values.empty());
}

TEST(BreakEven, refusesOptionsThatDoNotExistAndImpossibleSavings)
{
    const Scenario scenario = hourly(10, 20);
    EXPECT_EQ(breakEven(scenario, {{}, Input::tokens}, 2, 0).error().code, Code::out_of_range);
    EXPECT_EQ(breakEven(scenario, {{}, Input::tokens}, 0, 0).error().field, "baseline");
    EXPECT_EQ(breakEven(scenario, {{}, Input::tokens}, 0, 1, 1).error().field, "saving");
}

} // namespace fullscope::analysis
