// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges that nobody said, ranges that somebody typed, and where totals meet in them. By hand: 100 h on each option.
#include "core/analysis/sweep.h"
#include "tests/core/analysis/pairs.h"

#include <gtest/gtest.h>

namespace fullscope::analysis {

using base::Code;
using scenario::Input;
using scenario::Scenario;

namespace {

constexpr InputPlace kPriceOfB {1, Input::price_per_h}, kWasteOfB {1, Input::failure_waste};

SweepRange typed(const char* text, Input input)
{
    const auto range = parseRange(text, input, "USD", 5);
    EXPECT_TRUE(range.ok()) << text;
    return range.ok() ? *range : SweepRange {};
}

} // namespace

TEST(UsualRange, liesAroundTheFigure)
{
    const auto price = usualRange(tests::hourly(10, 12), kPriceOfB, 7);
    ASSERT_TRUE(price.ok());
    EXPECT_EQ(price->from, 3);
    EXPECT_EQ(price->to, 48);
    EXPECT_EQ(price->points, 7);
    EXPECT_TRUE(price->logarithmic); // 16 times apart
}

TEST(UsualRange, ofASharesStaysBelowOne)
{
    Scenario scenario = tests::hourly(10, 12);
    scenario.options[1].values[Input::failure_waste].value = 0.1;
    EXPECT_EQ(usualRange(scenario, kWasteOfB, 5)->from, 0);
    EXPECT_NEAR(usualRange(scenario, kWasteOfB, 5)->to, 0.3, 1e-12);
    EXPECT_FALSE(usualRange(scenario, kWasteOfB, 5)->logarithmic);
    scenario.options[1].values[Input::failure_waste].value = 0;
    EXPECT_EQ(usualRange(scenario, kWasteOfB, 5)->to, 0.2);
    scenario.options[1].values[Input::failure_waste].value = 0.9;
    EXPECT_LT(usualRange(scenario, kWasteOfB, 5)->to, 1);
}

TEST(UsualRange, staysWithinWhatIsValid)
{
    Scenario scenario = tests::hourly(10, 12);
    scenario.options[1].values[Input::tokens_factor].value = 1.5; // 1 and more
    EXPECT_EQ(usualRange(scenario, {1, Input::tokens_factor}, 5)->from, 1);
    EXPECT_EQ(usualRange(scenario, {1, Input::tokens_factor}, 5)->to, 6);
    scenario.options[1].values[Input::debug_h].value = 0; // no scale to go by
    EXPECT_EQ(usualRange(scenario, {1, Input::debug_h}, 5)->from, 0);
    EXPECT_EQ(usualRange(scenario, {1, Input::debug_h}, 5)->to, 1);
}

TEST(UsualRange, isNoneOfWhatIsNotGiven)
{
    EXPECT_EQ(usualRange(tests::hourly(10, 12), kWasteOfB, 5).error().code, Code::not_given);
    EXPECT_EQ(usualRange(tests::hourly(10, 12), {7, Input::price_per_h}, 5).error().code, Code::out_of_range);
    EXPECT_EQ(usualRange(tests::hourly(10, 12), {1, Input::tokens}, 5).error().code, Code::name_unknown);
}

TEST(ParseRange, takesWhatACellTakes)
{
    EXPECT_EQ(typed("10..40", Input::price_per_h).to, 40);
    EXPECT_FALSE(typed("10..40", Input::price_per_h).logarithmic);
    EXPECT_EQ(typed("$10..$40/h", Input::price_per_h).from, 10);
    EXPECT_EQ(typed("5 % to 20 %", Input::failure_waste).to, 0.2);
    EXPECT_NEAR(typed("30 min .. 2 h", Input::restart_h).from, 0.5, 1e-12);
    EXPECT_TRUE(typed("1e11..1e12", Input::tokens).logarithmic);
}

TEST(ParseRange, saysWhatIsNoRange)
{
    EXPECT_EQ(parseRange("10", Input::price_per_h, "USD", 5).error().code, Code::bad_value);
    EXPECT_EQ(parseRange("10..10", Input::price_per_h, "USD", 5).error().code, Code::bad_value);
    EXPECT_EQ(parseRange("10 ± 2", Input::price_per_h, "USD", 5).error().code, Code::bad_value);
    for (const char* text : {"", "..", "much", "40..10", "0..1.5", "10..40 kWh"}) // the last two: shares, no energy
        EXPECT_FALSE(parseRange(text, Input::failure_waste, "USD", 5).ok()) << text;
}

TEST(Meetings, areWhereTheTotalsAreEqual)
{
    const auto met = meetings(tests::hourly(10, 12), kPriceOfB, 5, 50);
    ASSERT_TRUE(met.ok());
    ASSERT_EQ(met->size(), 1u);
    EXPECT_EQ((*met)[0].first, 0u);
    EXPECT_EQ((*met)[0].second, 1u);
    EXPECT_NEAR((*met)[0].x, 10, 1e-9);
    EXPECT_NEAR((*met)[0].total, 1000, 1e-6);
    EXPECT_TRUE(meetings(tests::hourly(10, 12), kPriceOfB, 11, 50)->empty()); // beyond the range
}

TEST(Meetings, ofSeveralOptionsAreInOrder)
{
    Scenario scenario = tests::hourly(10, 12);
    scenario.options.push_back(scenario.options[0]);
    scenario.options[2].name = "C";
    scenario.options[2].values[Input::price_per_h].value = 8;
    const auto met = meetings(scenario, kPriceOfB, 5, 50); // B with C at 8, with A at 10
    ASSERT_TRUE(met.ok());
    ASSERT_EQ(met->size(), 2u);
    EXPECT_EQ((*met)[0].first, 2u);
    EXPECT_NEAR((*met)[0].x, 8, 1e-9);
    EXPECT_NEAR((*met)[1].x, 10, 1e-9);
    // Over the workload's: with the baseline. B owns fixed work of 300 $: 10 h = 9 h + 300 at 300 h.
    scenario.options[1].values[Input::price_per_h].value = 9;
    scenario.options[1].values[Input::migration_h].value = 3;
    scenario.options[1].values[Input::labour_rate_per_h].value = 100;
    const auto over = meetings(scenario, {{}, Input::tokens}, 1e7, 1e9);
    ASSERT_TRUE(over.ok());
    ASSERT_EQ(over->size(), 1u);
    EXPECT_NEAR((*over)[0].x, 3e8, 1);
    EXPECT_NEAR((*over)[0].total, 3000, 1e-5);
}

} // namespace fullscope::analysis
