// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/pairs.h"

#include "core/analysis/tornado.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fullscope::analysis {

using base::Code;
using scenario::DistributionKind;
using scenario::Input;
using scenario::Scenario;

namespace {

void makeUncertain(Scenario& scenario, const InputPlace& place, DistributionKind kind, std::vector<double> parameters)
{
    auto& values = place.option ? scenario.options[*place.option].values : scenario.workload;
    values[place.input].distribution = scenario::Distribution {kind, std::move(parameters)};
}

// 100 h at 10 $/h against 10..20 $/h, and 50 to 150 million tokens.
Scenario uncertain()
{
    Scenario scenario = tests::hourly(10, 15);
    makeUncertain(scenario, {1, Input::price_per_h}, DistributionKind::uniform, {10, 20});
    makeUncertain(scenario, {{}, Input::tokens}, DistributionKind::uniform, {5e7, 15e7});
    return scenario;
}

} // namespace

TEST(Tornado, goesFromP10ToP90WithTheOthersAtTheirMedians)
{
    const auto found = tornado(uncertain(), 1, 0);
    ASSERT_TRUE(found.ok());
    EXPECT_NEAR(found->median, 500, 1e-9); // 100 h · (15 − 10) $/h
    ASSERT_EQ(found->bars.size(), 2u);
    // Price 11 and 19 $/h: 100 and 900 $. Tokens 60 and 140 million: 60 h and 140 h at 5 $/h.
    EXPECT_EQ(found->bars[0].place, (InputPlace {1, Input::price_per_h}));
    EXPECT_NEAR(found->bars[0].p10, 11, 1e-9);
    EXPECT_NEAR(found->bars[0].at_p10.value(), 100, 1e-7);
    EXPECT_NEAR(found->bars[0].at_p90.value(), 900, 1e-7);
    EXPECT_NEAR(found->bars[1].at_p10.value(), 300, 1e-7);
    EXPECT_NEAR(found->bars[1].at_p90.value(), 700, 1e-7);
}

TEST(Tornado, doesNotDependOnTheOrderOrTheNamesOfOptions)
{
    const Scenario scenario = uncertain();
    Scenario turned = scenario;
    std::swap(turned.options[0], turned.options[1]);
    turned.options[0].name = "Z";
    const auto a = tornado(scenario, 1, 0), b = tornado(turned, 0, 1);
    ASSERT_TRUE(a.ok() && b.ok());
    EXPECT_EQ(a->median, b->median);
    for (std::size_t i = 0; i < a->bars.size(); ++i) {
        EXPECT_EQ(a->bars[i].place.input, b->bars[i].place.input);
        EXPECT_EQ(a->bars[i].at_p10, b->bars[i].at_p10);
        EXPECT_EQ(a->bars[i].at_p90, b->bars[i].at_p90);
    }
    // From the other side the signs turn.
    const auto back = tornado(scenario, 0, 1);
    ASSERT_TRUE(back.ok());
    EXPECT_NEAR(back->bars[0].at_p10.value(), -a->bars[0].at_p10.value(), 1e-9);
}

TEST(Tornado, leavesOutInputsOfOtherOptions)
{
    Scenario scenario = uncertain();
    scenario.options.push_back(scenario.options[1]);
    scenario.options.back().name = "C";
    const auto found = tornado(scenario, 1, 0);
    ASSERT_TRUE(found.ok());
    EXPECT_EQ(found->bars.size(), 2u);
}

TEST(Tornado, putsAnEndWithoutResultFirst)
{
    // Failures each 1 to 9 h: at the P10 of 1.8 h, 2 h of rework each leave nothing done.
    Scenario scenario = uncertain();
    auto& values = scenario.options[1].values;
    values[Input::checkpoint_interval_h].value = 2;
    values[Input::checkpoint_write_h].value = 0;
    values[Input::restart_h].value = 1;
    values[Input::node_mtbf_h].value = 5;
    makeUncertain(scenario, {1, Input::node_mtbf_h}, DistributionKind::uniform, {1, 9});
    const auto found = tornado(scenario, 1, 0);
    ASSERT_TRUE(found.ok());
    EXPECT_EQ(found->bars[0].place.input, Input::node_mtbf_h);
    EXPECT_FALSE(found->bars[0].at_p10.has_value());
    EXPECT_TRUE(found->bars[0].at_p90.has_value());
}

TEST(Tornado, movesTogetherWhatIsOneVariable)
{
    // One price in both: 100 h at 10..20 $/h each. It cannot move the difference, whatever it is.
    Scenario scenario = tests::hourly(15, 15);
    makeUncertain(scenario, {0, Input::price_per_h}, DistributionKind::uniform, {10, 20});
    makeUncertain(scenario, {1, Input::price_per_h}, DistributionKind::uniform, {10, 20});
    auto one = scenario::withCorrelation(scenario, {0, Input::price_per_h}, {1, Input::price_per_h}, 1);
    ASSERT_TRUE(one.ok());
    auto found = tornado(*one, 1, 0);
    ASSERT_TRUE(found.ok());
    ASSERT_EQ(found->bars.size(), 1u);
    EXPECT_EQ(found->bars[0].together, (std::vector<InputPlace> {{1, Input::price_per_h}}));
    EXPECT_NEAR(found->bars[0].at_p10.value(), 0, 1e-9);
    EXPECT_NEAR(found->bars[0].at_p90.value(), 0, 1e-9);
    // Opposite: where A has its P10 of 11 $/h, B has its P90 of 19 $/h; 100 h.
    one = scenario::withCorrelation(scenario, {0, Input::price_per_h}, {1, Input::price_per_h}, -1);
    ASSERT_TRUE(one.ok());
    found = tornado(*one, 1, 0);
    ASSERT_TRUE(found.ok());
    ASSERT_EQ(found->bars.size(), 1u);
    EXPECT_NEAR(found->bars[0].at_p10.value(), 800, 1e-9);
    EXPECT_NEAR(found->bars[0].at_p90.value(), -800, 1e-9);
    // A weaker one leaves two.
    one = scenario::withCorrelation(scenario, {0, Input::price_per_h}, {1, Input::price_per_h}, 0.5);
    ASSERT_TRUE(one.ok());
    EXPECT_EQ(tornado(*one, 1, 0)->bars.size(), 2u);
}

TEST(Tornado, refusesWhatIsCertainOrNoPair)
{
    EXPECT_EQ(tornado(tests::hourly(10, 12), 1, 0).error().code, Code::nothing_uncertain);
    EXPECT_EQ(tornado(uncertain(), 1, 1).error().code, Code::out_of_range);
}

} // namespace fullscope::analysis
