// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/pairs.h"

#include "core/analysis/turning_points.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fullscope::analysis {

using base::Code;
using scenario::Input;
using scenario::Scenario;

namespace {

const TurningPoint* pointOf(const TurningPoints& points, const InputPlace& place)
{
    const auto found = std::ranges::find(points.points, place, &TurningPoint::place);
    return found == points.points.end() ? nullptr : &*found;
}

TurningPoints pointsOf(const Scenario& scenario, double saving, std::span<const KnownLimits> limits = {})
{
    auto points = turningPoints(scenario, 1, 0, saving, limits);
    EXPECT_TRUE(points.ok());
    return points ? *std::move(points) : TurningPoints {};
}

void expectOne(const TurningPoints& points, const InputPlace& place, double value, Side side)
{
    const TurningPoint* point = pointOf(points, place);
    ASSERT_NE(point, nullptr);
    ASSERT_EQ(point->values.size(), 1u);
    EXPECT_CLOSE(point->values[0].value, value);
    EXPECT_EQ(point->values[0].holds, side);
}

double savingWith(Scenario scenario, const InputPlace& place, double value)
{
    (place.option ? scenario.options[*place.option].values : scenario.workload)[place.input].value = value;
    const auto option = evaluate(scenario::inputValues(scenario, 1));
    const auto baseline = evaluate(scenario::inputValues(scenario, 0));
    EXPECT_TRUE(option.ok() && baseline.ok());
    return option && baseline ? 1 - option->total / baseline->total : NAN;
}

} // namespace

TEST(TurningPoints, areTheValuesOfEverySingleInput)
{
    // 100 h at 10 $/h against 12 $/h; to save 8 % B must cost 920 $.
    const TurningPoints points = pointsOf(tests::hourly(10, 12), 0.08);
    EXPECT_NEAR(points.saving_now.value(), -0.2, 1e-12);
    expectOne(points, {1, Input::price_per_h}, 9.2, Side::below);
    expectOne(points, {0, Input::price_per_h}, 12 / 0.92, Side::above);
    expectOne(points, {1, Input::tokens_per_s}, 1e6 / 3600 * 12 / 9.2, Side::above);
    expectOne(points, {0, Input::tokens_per_s}, 1e6 / 3600 * 9.2 / 12, Side::below);
    expectOne(points, {1, Input::discount_share}, 1 - 9.2 / 12, Side::above); // was not given
    EXPECT_FALSE(pointOf(points, {1, Input::discount_share})->now.has_value());
    expectOne(points, {0, Input::failure_waste}, 1 - 0.92 * 10 / 12, Side::above); // 1000 / (1 - f) = 1200 / 0.92
    // Both costs are in proportion to the work: its size changes nothing.
    EXPECT_EQ(pointOf(points, {{}, Input::tokens}), nullptr);
    EXPECT_EQ(pointOf(points, {{}, Input::runs}), nullptr);
    EXPECT_EQ(pointOf(points, {1, Input::mfu}), nullptr); // the throughput is measured
    EXPECT_EQ(pointOf(points, {1, Input::capex_per_node}), nullptr); // rented
}

TEST(TurningPoints, sayHowFarAnInputGoesThatCannotMakeItTrue)
{
    // B is dearer whatever its stalls are; without any it costs 20 % more.
    const TurningPoints points = pointsOf(tests::hourly(10, 12), 0);
    const TurningPoint* stalls = pointOf(points, {1, Input::stall_overhead});
    ASSERT_NE(stalls, nullptr);
    EXPECT_TRUE(stalls->values.empty());
    EXPECT_NEAR(stalls->found.greatest_saving.value(), -0.2, 1e-12);
    EXPECT_NEAR(stalls->found.least_saving.value(), -1.4, 1e-9); // stalls of nearly 100 %
}

TEST(TurningPoints, findTheGoldenGoals)
{
    const auto& expected = tests::golden().at("goal_seek");
    const Scenario article = tests::article13b();
    const TurningPoints meet = pointsOf(article, 0);
    EXPECT_CLOSE(meet.saving_now.value(), expected.at("saving_at_article_tokens"));
    expectOne(meet, {{}, Input::tokens}, expected.at("break_even_tokens"), Side::above);
    expectOne(meet, {1, Input::price_per_h}, expected.at("trn2_price_where_totals_meet"), Side::below);
    expectOne(
        pointsOf(article, 0.08), {{}, Input::tokens}, expected.at("tokens_where_saving_is_8_percent"), Side::above);
}

TEST(TurningPoints, reallyAreOnRandomScenarios)
{
    int values = 0;
    for (const Scenario& scenario : tests::randomPairs()) {
        if (!evaluate(scenario::inputValues(scenario, 0)) || !evaluate(scenario::inputValues(scenario, 1)))
            continue;
        if (++values % 10 != 0) // a tenth of them, for time
            continue;
        for (const TurningPoint& point : pointsOf(scenario, 0.1).points)
            for (const TurningValue& value : point.values)
                EXPECT_NEAR(savingWith(scenario, point.place, value.value), 0.1, 1e-8)
                    << scenario::spec(point.place.input).name;
    }
    EXPECT_GT(values, 100);
}

TEST(TurningPoints, answerASavingOfMoreThanEverything)
{
    const TurningPoints points = pointsOf(tests::hourly(10, 12), 1.2);
    EXPECT_TRUE(points.points.empty());
    EXPECT_NEAR(points.saving_now.value(), -0.2, 1e-12);
}

TEST(TurningPoints, sayWhatAMissingInputWouldHaveToBe)
{
    // B has no price: it alone can cure that.
    Scenario scenario = tests::hourly(10, 12);
    scenario.options[1].values.erase(Input::price_per_h);
    const TurningPoints points = pointsOf(scenario, 0);
    EXPECT_FALSE(points.saving_now.has_value());
    expectOne(points, {1, Input::price_per_h}, 10, Side::below);
    // Without a throughput too, no single input does.
    scenario.options[1].values.erase(Input::tokens_per_s);
    const auto none = turningPoints(scenario, 1, 0, 0, {});
    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.error().code, Code::not_given);
}

TEST(TurningPoints, refuseWhatIsNoPair)
{
    Scenario scenario = tests::hourly(10, 12);
    EXPECT_EQ(turningPoints(scenario, 0, 0, 0, {}).error().field, "baseline");
    EXPECT_EQ(turningPoints(scenario, 2, 0, 0, {}).error().field, "option");
    EXPECT_EQ(turningPoints(scenario, 1, 0, NAN, {}).error().field, "saving");
    EXPECT_EQ(turningPoint(scenario, {{}, Input::price_per_h}, 1, 0, 0, {}).error().code, Code::name_unknown);
    EXPECT_EQ(turningPoint(scenario, {1, Input::capex_per_node}, 1, 0, 0, {}).error().code, Code::not_allowed_together);
}

TEST(TurningPoints, areNoneWhereBothOptionsAreFreeOrTheSame)
{
    const TurningPoints free = pointsOf(tests::hourly(0, 0), 0.5);
    for (const TurningPoint& point : free.points)
        for (const TurningValue& value : point.values)
            EXPECT_TRUE(std::isfinite(value.value));
    const TurningPoints same = pointsOf(tests::hourly(10, 10), 0);
    expectOne(same, {1, Input::price_per_h}, 10, Side::below);
}

TEST(Judgement, holdsThroughputAgainstThePeak)
{
    // The 8B article: 8.03e9 parameters at 92,100 tokens/s on 8 × 312 TFLOP/s are 178 % of the peak.
    Scenario scenario = tests::hourly(10, 12);
    scenario.workload[Input::parameters].value = 8.03e9;
    const std::vector<KnownLimits> limits(2,
        {.peak_flops_per_node = 8 * 312e12, .peak_source = "catalogue", .lowest_price_per_h = {}, .price_source = {}});
    const InputPlace place {1, Input::tokens_per_s};
    const Judgement impossible = judge(scenario, place, 92'100, limits);
    EXPECT_EQ(impossible.possibility, Possibility::impossible);
    EXPECT_EQ(impossible.reason, Reason::mfu_above_one);
    EXPECT_NEAR(impossible.figure, 6 * 8.03e9 * 92'100 / (8 * 312e12), 1e-12);
    EXPECT_NEAR(impossible.figure, 1.778, 5e-4);
    EXPECT_EQ(impossible.source, "catalogue");
    const double all = 8 * 312e12 / (6 * 8.03e9);
    EXPECT_EQ(judge(scenario, place, 0.66 * all, limits).possibility, Possibility::doubtful);
    EXPECT_EQ(judge(scenario, place, 0.64 * all, limits).possibility, Possibility::possible);
    EXPECT_EQ(judge(scenario, place, all, limits).possibility, Possibility::doubtful);
    EXPECT_EQ(judge(scenario, place, 0.64 * all, {}).reason, Reason::mfu_not_known);
    // The same throughput on a tenth of a node.
    scenario.options[1].values[Input::tokens_per_s].value = 0.64 * all;
    EXPECT_EQ(judge(scenario, {1, Input::nodes}, 0.1, limits).reason, Reason::mfu_above_one);
    EXPECT_EQ(judge(scenario, {1, Input::nodes}, 1.5, limits).reason, Reason::not_whole);
    // A larger model at the same throughput: of either option.
    EXPECT_EQ(judge(scenario, {{}, Input::parameters}, 8.03e10, limits).reason, Reason::mfu_above_one);
    EXPECT_EQ(judge(scenario, {1, Input::peak_flops_per_node}, 3e15, limits).reason, Reason::above_peak);
    // H100: 989 TFLOP/s in bf16, 1,979 in FP8, which a scenario does not tell. 178 % of the one is 89 % of the other.
    const std::vector<KnownLimits> h100(2,
        {.peak_flops_per_node = 8 * 989e12,
            .peak_source = "catalogue",
            .greatest_flops_per_node = 8 * 1'979e12,
            .lowest_price_per_h = {},
            .price_source = {}});
    const double bf16 = 8 * 989e12 / (6 * 8.03e9);
    const Judgement faster = judge(scenario, place, 1.78 * bf16, h100);
    EXPECT_EQ(faster.possibility, Possibility::doubtful);
    EXPECT_EQ(faster.reason, Reason::faster_precision_needed);
    EXPECT_NEAR(faster.figure, 1.78, 1e-12);
    EXPECT_EQ(judge(scenario, place, 2.01 * bf16, h100).reason, Reason::mfu_above_one);
    EXPECT_EQ(judge(scenario, {1, Input::peak_flops_per_node}, 8 * 1'979e12, h100).possibility, Possibility::possible);
}

TEST(Judgement, holdsPricesAgainstTheLowestKnownOne)
{
    Scenario scenario = tests::hourly(10, 12);
    std::vector<KnownLimits> limits(2);
    limits[1].lowest_price_per_h = 8;
    limits[1].price_source = "spot";
    const Judgement low = judge(scenario, {1, Input::price_per_h}, 7.9, limits);
    EXPECT_EQ(low.possibility, Possibility::doubtful);
    EXPECT_EQ(low.reason, Reason::below_lowest_price);
    EXPECT_EQ(low.limit, 8);
    EXPECT_EQ(judge(scenario, {1, Input::price_per_h}, 8, limits).possibility, Possibility::possible);
    EXPECT_EQ(judge(scenario, {0, Input::price_per_h}, 8, limits).reason, Reason::price_not_known);
    EXPECT_EQ(judge(scenario, {1, Input::discount_share}, 0.34, limits).reason, Reason::below_lowest_price); // 7.92
    EXPECT_EQ(judge(scenario, {1, Input::discount_share}, 0.33, limits).possibility, Possibility::possible); // 8.04
    EXPECT_EQ(judge(scenario, {1, Input::debug_h}, 5, limits).possibility, Possibility::possible);
}

} // namespace fullscope::analysis
