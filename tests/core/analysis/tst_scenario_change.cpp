// SPDX-License-Identifier: GPL-3.0-or-later
// Two versions of a scenario. By hand: cost = price · hours, hours = tokens / 1e6; the Shapley values of a product of
// two factors that change from (a, b) to (c, d) are (c − a)(b + d) / 2 and (d − b)(a + c) / 2.
#include "core/analysis/scenario_change.h"
#include "tests/core/analysis/pairs.h"

#include <gtest/gtest.h>

namespace fullscope::analysis {

using scenario::Input;
using scenario::Scenario;

namespace {

double sumOf(const OptionChange& option)
{
    double sum = 0;
    for (const ChangeEffect& effect : option.effects)
        sum += effect.amount;
    return sum;
}

void expectAddsUp(const OptionChange& option)
{
    ASSERT_TRUE(option.costs_before.ok() && option.costs_after.ok());
    EXPECT_NEAR(
        sumOf(option), option.costs_after->total - option.costs_before->total, 1e-9 * option.costs_after->total);
}

} // namespace

TEST(ScenarioChange, attributesAProductToItsFactors)
{
    const Scenario before = tests::hourly(10, 12); // 100 h
    Scenario after = before;
    after.workload[Input::tokens].value = 3e8; // 300 h
    after.options[1].values[Input::price_per_h].value = 20;
    const ScenarioChange change = scenarioChange(before, after);
    ASSERT_EQ(change.inputs.size(), 2u);
    EXPECT_FALSE(change.inputs[0].place.option);
    EXPECT_EQ(change.inputs[0].before->value, 1e8);
    ASSERT_EQ(change.options.size(), 2u);
    const OptionChange &a = change.options[0], &b = change.options[1];
    ASSERT_EQ(a.effects.size(), 1u); // its price stays
    EXPECT_NEAR(a.effects[0].amount, 2000, 1e-9);
    EXPECT_EQ(b.method, EffectMethod::shapley);
    ASSERT_EQ(b.effects.size(), 2u);
    EXPECT_NEAR(b.effects[0].amount, 200 * (12 + 20) / 2.0, 1e-9); // hours
    EXPECT_NEAR(b.effects[1].amount, 8 * (100 + 300) / 2.0, 1e-9); // price
    expectAddsUp(a);
    expectAddsUp(b);
}

TEST(ScenarioChange, isNothingBetweenEqualVersions)
{
    const ScenarioChange change = scenarioChange(tests::hourly(10, 12), tests::hourly(10, 12));
    EXPECT_TRUE(change.inputs.empty());
    EXPECT_FALSE(change.correlations_changed || change.baseline_changed || change.currency_changed);
    for (const OptionChange& option : change.options)
        EXPECT_TRUE(option.effects.empty());
}

TEST(ScenarioChange, tellsASourceFromAFigure)
{
    const Scenario before = tests::hourly(10, 12);
    Scenario after = before;
    after.options[0].values[Input::price_per_h].provenance.source = "deck";
    const ScenarioChange change = scenarioChange(before, after);
    ASSERT_EQ(change.inputs.size(), 1u);
    EXPECT_EQ(change.inputs[0].after->provenance.source, "deck");
    EXPECT_TRUE(change.options[0].effects.empty()); // it moves no total
}

TEST(ScenarioChange, followsOptionsThatComeGoMoveAndAreRenamed)
{
    Scenario before = tests::hourly(10, 12), after = before;
    std::swap(after.options[0], after.options[1]); // the same by name
    EXPECT_TRUE(scenarioChange(before, after).inputs.empty());

    after = before;
    after.options[1].name = "B2";
    after.options[1].values[Input::price_per_h].value = 15;
    ScenarioChange change = scenarioChange(before, after);
    ASSERT_EQ(change.options.size(), 2u);
    EXPECT_EQ(change.options[1].before, std::size_t(1));
    EXPECT_NEAR(sumOf(change.options[1]), 300, 1e-9);

    after = before;
    after.options.push_back(after.options[0]);
    after.options[2].name = "C";
    after.options.erase(after.options.begin());
    change = scenarioChange(before, after);
    ASSERT_EQ(change.options.size(), 3u); // B, C, and A that is gone
    EXPECT_FALSE(change.options[1].before);
    EXPECT_EQ(change.options[1].method, EffectMethod::none);
    EXPECT_FALSE(change.options[2].after);
    EXPECT_TRUE(change.inputs.empty()); // inputs of a new option are no changes
    EXPECT_TRUE(change.baseline_changed); // A was it
}

TEST(ScenarioChange, saysWhatIsNewlyCovered)
{
    const Scenario before = tests::hourly(10, 12);
    Scenario after = before;
    after.options[1].values[Input::debug_h].value = 4;
    after.options[1].values[Input::labour_rate_per_h].value = 100;
    const ScenarioChange change = scenarioChange(before, after);
    const OptionChange& b = change.options[1];
    EXPECT_NE(std::ranges::find(b.newly_covered, Component::debug_labour), b.newly_covered.end());
    expectAddsUp(b);
    EXPECT_NEAR(sumOf(b), 400, 1e-9);
    const ScenarioChange back = scenarioChange(after, before);
    EXPECT_NE(std::ranges::find(back.options[1].no_longer_covered, Component::debug_labour),
        back.options[1].no_longer_covered.end());
    EXPECT_FALSE(back.inputs[0].after.has_value());
}

TEST(ScenarioChange, goesInOrderWhereAMixtureHasNoResult)
{
    // From rented to owned: with both, or with neither, there is no result.
    const Scenario before = tests::hourly(10, 12);
    Scenario after = before;
    after.options[1].values.erase(Input::price_per_h);
    after.options[1].values[Input::capex_per_node].value = 250'000;
    after.options[1].values[Input::lifetime_years].value = 4;
    after.options[1].values[Input::residual_share].value = 0.1;
    after.options[1].values[Input::discount_rate].value = 0.05;
    after.options[1].values[Input::fleet_utilisation].value = 0.8;
    after.options[1].values[Input::nodes].value = 2;
    const OptionChange b = scenarioChange(before, after).options[1];
    EXPECT_EQ(b.method, EffectMethod::in_order);
    const bool isMerged
        = std::ranges::any_of(b.effects, [](const ChangeEffect& one) { return one.changes.size() > 1; });
    EXPECT_TRUE(isMerged);
    expectAddsUp(b);
}

TEST(ScenarioChange, addsUpForEveryRandomPair)
{
    for (const Scenario& pair : tests::randomPairs()) {
        Scenario before = pair, after = pair;
        before.options.pop_back();
        after.options.erase(after.options.begin());
        after.options[0].name = before.options[0].name;
        for (const OptionChange& option : scenarioChange(before, after).options)
            if (option.costs_before.ok() && option.costs_after.ok()) {
                EXPECT_NE(option.method, EffectMethod::none);
                expectAddsUp(option);
            }
    }
}

// Figures of further workloads are compared by the workload's name, and by the option that they are of.
TEST(ScenarioChange, listsFiguresOfFurtherWorkloads)
{
    Scenario before = tests::hourly(10, 12);
    before.workloads = {{"70B", {{{0, Input::tokens_per_s}, {100}}, {{1, Input::tokens_per_s}, {200}}}}};
    Scenario after = before;
    std::swap(after.options[0], after.options[1]); // of the same names
    after.workloads = {{"180B", {{{std::nullopt, Input::tokens}, {1e9}}}},
        {"70B", {{{0, Input::tokens_per_s}, {250}}, {{1, Input::tokens_per_s}, {100}}}}};
    const auto change = scenarioChange(before, after);
    EXPECT_TRUE(change.inputs.empty());
    ASSERT_EQ(change.variants.size(), 2u);
    EXPECT_EQ(change.variants[0].name, "180B");
    EXPECT_FALSE(change.variants[0].before.has_value());
    EXPECT_EQ(change.variants[0].after->value, 1e9);
    EXPECT_EQ(change.variants[1].name, "70B");
    EXPECT_EQ(change.variants[1].place, (scenario::InputPlace {0, Input::tokens_per_s}));
    EXPECT_EQ(change.variants[1].before->value, 200);
    EXPECT_EQ(change.variants[1].after->value, 250);
    EXPECT_TRUE(scenarioChange(before, before).variants.empty());
}

TEST(ScenarioChange, ofAnotherCurrencyHasNoEffects)
{
    const Scenario before = tests::hourly(10, 12);
    Scenario after = before;
    after.currency = "EUR";
    after.options[0].values[Input::price_per_h].value = 9;
    const ScenarioChange change = scenarioChange(before, after);
    EXPECT_TRUE(change.currency_changed);
    EXPECT_EQ(change.inputs.size(), 1u);
    EXPECT_TRUE(change.options[0].effects.empty());
}

TEST(ScenarioChange, ofWhatCannotBeComputedHasNoEffects)
{
    const Scenario before = tests::hourly(10, 12);
    Scenario after = before;
    after.options[0].values.erase(Input::tokens_per_s);
    const ScenarioChange change = scenarioChange(before, after);
    EXPECT_EQ(change.options[0].method, EffectMethod::none);
    EXPECT_FALSE(change.options[0].costs_after.ok());
    EXPECT_TRUE(scenarioChange({}, {}).options.empty());
}

} // namespace fullscope::analysis
