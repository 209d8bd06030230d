// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/scenario.h"

#include <gtest/gtest.h>

namespace fullscope::scenario {

using base::Code;

namespace {

Scenario twoOptions()
{
    Scenario scenario;
    scenario.workload[Input::tokens].value = 1e9;
    scenario.options = {{"A", {{Input::nodes, {.value = 1}}}}, {"B", {{Input::nodes, {.value = 2}}}}};
    return scenario;
}

template <typename T>
void expectError(const base::Result<T>& result, Code code, const char* field)
{
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().code, code);
    EXPECT_EQ(result.error().field, field);
}

} // namespace

TEST(ScenarioEdit, setsAndClearsAValueAndNothingElse)
{
    const Scenario before = twoOptions();
    const Value value {.value = 24.69, .typed = "$24.69/h"};
    const auto after = withValue(before, 1, Input::price_per_h, value);
    ASSERT_TRUE(after.ok());
    EXPECT_EQ(after->options[1].values.at(Input::price_per_h), value);
    EXPECT_EQ(after->options[0], before.options[0]);
    EXPECT_EQ(withoutValue(*after, 1, Input::price_per_h), before);

    const auto workload = withValue(before, std::nullopt, Input::runs, {.value = 3});
    ASSERT_TRUE(workload.ok());
    EXPECT_EQ(workload->workload.at(Input::runs).value, 3);
}

TEST(ScenarioEdit, refusesAValueOutOfRangeOrInTheWrongPlace)
{
    expectError(withValue(twoOptions(), 0, Input::failure_waste, {.value = 1}), Code::out_of_range, "failure_waste");
    expectError(withValue(twoOptions(), 0, Input::tokens, {.value = 1}), Code::name_unknown, "tokens");
    expectError(withValue(twoOptions(), std::nullopt, Input::nodes, {.value = 1}), Code::name_unknown, "nodes");
    expectError(withValue(twoOptions(), 2, Input::nodes, {.value = 1}), Code::out_of_range, "option");
    EXPECT_EQ(withoutValue(twoOptions(), 7, Input::nodes), twoOptions());
}

TEST(ScenarioEdit, copiesAnOptionUnderAFreeName)
{
    const auto once = withOption(twoOptions(), "A", 0);
    ASSERT_TRUE(once.ok());
    const auto twice = withOption(*once, "A", 1);
    ASSERT_TRUE(twice.ok());
    EXPECT_EQ(twice->options[2].name, "A 2");
    EXPECT_EQ(twice->options[2].values, twoOptions().options[0].values);
    EXPECT_EQ(twice->options[3].name, "A 3");
    EXPECT_EQ(twice->options[3].values, twoOptions().options[1].values);

    const auto empty = withOption(twoOptions(), "C", std::nullopt);
    ASSERT_TRUE(empty.ok());
    EXPECT_TRUE(empty->options[2].values.empty());
    expectError(withOption(twoOptions(), "  ", 0), Code::field_missing, "name");
    expectError(withOption(twoOptions(), "C", 2), Code::out_of_range, "option");
}

TEST(ScenarioEdit, keepsTheBaselineOnItsOptionWhenAnotherIsRemoved)
{
    Scenario scenario = *withOption(twoOptions(), "C", std::nullopt);
    scenario.baseline = 2;
    EXPECT_EQ(withoutOption(scenario, 0)->baseline, 1u);
    EXPECT_EQ(withoutOption(scenario, 2)->baseline, 0u); // the baseline itself is gone
    scenario.baseline = 0;
    EXPECT_EQ(withoutOption(scenario, 1)->baseline, 0u);
    EXPECT_EQ(withoutOption(scenario, 1)->options[1].name, "C");
}

TEST(ScenarioEdit, leavesAtLeastOneOption)
{
    const Scenario one = *withoutOption(twoOptions(), 0);
    expectError(withoutOption(one, 0), Code::no_options, "options");
    expectError(withoutOption(twoOptions(), 2), Code::out_of_range, "option");
}

TEST(ScenarioEdit, keepsNamesUnique)
{
    EXPECT_EQ(withOptionNamed(twoOptions(), 0, "Trn2")->options[0].name, "Trn2");
    EXPECT_EQ(*withOptionNamed(twoOptions(), 0, "A"), twoOptions());
    expectError(withOptionNamed(twoOptions(), 0, "B"), Code::name_duplicate, "name");
    expectError(withOptionNamed(twoOptions(), 0, ""), Code::field_missing, "name");
    expectError(withOptionNamed(twoOptions(), 2, "C"), Code::out_of_range, "option");
}

TEST(ScenarioEdit, joinsTheInputsOfAnOptionWithTheWorkloads)
{
    const InputValues inputs = inputValues(twoOptions(), 1);
    EXPECT_EQ(inputs[Input::tokens], 1e9);
    EXPECT_EQ(inputs[Input::nodes], 2);
    EXPECT_FALSE(inputs[Input::runs].has_value());
}

} // namespace fullscope::scenario
