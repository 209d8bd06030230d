// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/pairs.h"

#include "core/analysis/heat_map.h"

#include <gtest/gtest.h>

namespace fullscope::analysis {

using base::Code;
using scenario::Input;
using scenario::Scenario;

namespace {

constexpr InputPlace kPriceOfA {0, Input::price_per_h}, kPriceOfB {1, Input::price_per_h};

} // namespace

TEST(HeatMap, drawsTheLineOnWhichTheTotalsMeet)
{
    const auto map = heatMap(tests::hourly(10, 12), 1, 0, kPriceOfA, {1, 20, 20, false}, kPriceOfB, {2, 8, 4, false});
    ASSERT_TRUE(map.ok());
    EXPECT_EQ(map->x[1], 2);
    EXPECT_NEAR(map->y[1], 4, 1e-12);
    EXPECT_NEAR(map->saving[3][19].value(), 1 - 8.0 / 20, 1e-12); // 8 $/h against 20 $/h
    ASSERT_EQ(map->zero.size(), 1u);
    const Polyline& line = map->zero[0];
    EXPECT_FALSE(line.closed);
    ASSERT_GE(line.x.size(), 4u);
    for (std::size_t i = 0; i < line.x.size(); ++i)
        EXPECT_NEAR(line.x[i], line.y[i], 1e-9 * line.x[i]); // equal prices
    const auto ends = std::minmax(line.y.front(), line.y.back());
    EXPECT_NEAR(ends.first, 2, 1e-9);
    EXPECT_NEAR(ends.second, 8, 1e-9);
}

TEST(HeatMap, findsRootsOnACurvedLineOfLogarithmicRanges)
{
    // B owns fixed work of 600 $: 12 $/h · h + 600 = p · h. h = tokens / 1e6.
    Scenario scenario = tests::hourly(18, 12);
    scenario.options[1].values[Input::migration_h].value = 6;
    scenario.options[1].values[Input::labour_rate_per_h].value = 100;
    const auto map = heatMap(scenario, 1, 0, {{}, Input::tokens}, {1e6, 1e10, 9, true}, kPriceOfA, {13, 100, 12, true});
    ASSERT_TRUE(map.ok());
    ASSERT_EQ(map->zero.size(), 1u);
    for (std::size_t i = 0; i < map->zero[0].x.size(); ++i) {
        const double hours = map->zero[0].x[i] / 1e6;
        EXPECT_NEAR(map->zero[0].y[i], 12 + 600 / hours, 1e-8 * map->zero[0].y[i]);
    }
}

TEST(HeatMap, leavesOutWhatCannotBeComputed)
{
    // From 0 to 1.5 of failure waste: beyond 1 there is no result, and no line.
    const auto map = heatMap(
        tests::hourly(12, 10), 1, 0, {1, Input::failure_waste}, {0, 1.5, 4, false}, kPriceOfA, {5, 50, 10, false});
    ASSERT_TRUE(map.ok());
    EXPECT_TRUE(map->saving[0][1].has_value());
    EXPECT_FALSE(map->saving[0][2].has_value());
    for (const Polyline& line : map->zero)
        for (std::size_t i = 0; i < line.x.size(); ++i)
            EXPECT_NEAR(10 / (1 - line.x[i]), line.y[i], 1e-8 * line.y[i]);
}

TEST(HeatMap, refusesWhatIsNoMap)
{
    const Scenario scenario = tests::hourly(10, 12);
    const SweepRange good {1, 2, 3, false};
    const auto code = [&](const InputPlace& x, const SweepRange& xs, const InputPlace& y, const SweepRange& ys) {
        return heatMap(scenario, 1, 0, x, xs, y, ys).error().code;
    };
    EXPECT_EQ(code(kPriceOfA, good, kPriceOfA, good), Code::name_duplicate);
    EXPECT_EQ(code(kPriceOfA, {2, 1, 3, false}, kPriceOfB, good), Code::out_of_range);
    EXPECT_EQ(code(kPriceOfA, good, kPriceOfB, {0, 1, 3, true}), Code::out_of_range);
    EXPECT_EQ(code(kPriceOfA, good, kPriceOfB, {0, 1, 2000, false}), Code::out_of_range);
    EXPECT_EQ(code({7, Input::price_per_h}, good, kPriceOfB, good), Code::out_of_range);
    EXPECT_EQ(code({{}, Input::price_per_h}, good, kPriceOfB, good), Code::name_unknown);
}

} // namespace fullscope::analysis
