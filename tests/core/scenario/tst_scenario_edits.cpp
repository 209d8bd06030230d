// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/paste.h"
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

// As LibreOffice and Excel write it: CRLF, a cell with a line break in quotes, quotes doubled, no line after the last.
TEST(ScenarioPaste, readsWhatSpreadsheetsCopy)
{
    const Cells expected {{"1", "two\nlines", ""}, {"say \"x\"", "'"}, {"=1", "5\" disk"}};
    EXPECT_EQ(spreadsheetCells("1\t\"two\nlines\"\t\r\n\"say \"\"x\"\"\"\t'\r\n'=1\t5\" disk\r\n"), expected);
    EXPECT_EQ(spreadsheetCells(""), Cells());
    EXPECT_EQ(spreadsheetCells("\n"), (Cells {{""}}));
    EXPECT_EQ(spreadsheetCells("\"never closed\ta"), (Cells {{"\"never closed", "a"}}));
}

TEST(ScenarioPaste, setsCellsWhereTheyArePasted)
{
    const Cells cells {{"24.69", "$10.5/h"}, {"", "18%"}, {"not given", "x"}};
    const PasteTarget target {{Input::price_per_h, Input::discount_share, Input::nodes}, 0};
    const Pasted pasted = withPasted(twoOptions(), cells, target, {{}, {"not given"}}, {});
    EXPECT_EQ(pasted.values, 3U);
    EXPECT_EQ(pasted.scenario.options[0].values.at(Input::price_per_h).value, 24.69);
    EXPECT_EQ(pasted.scenario.options[1].values.at(Input::price_per_h).value, 10.5);
    EXPECT_EQ(pasted.scenario.options[1].values.at(Input::discount_share).value, 0.18);
    EXPECT_FALSE(pasted.scenario.options[0].values.contains(Input::discount_share));
    EXPECT_EQ(pasted.scenario.options[0].values.at(Input::nodes).value, 1); // "not given" takes nothing away
    ASSERT_EQ(pasted.problems.size(), 1U);
    EXPECT_EQ(pasted.problems[0].row, 3U);
    EXPECT_EQ(pasted.problems[0].column, 2U);
    EXPECT_EQ(pasted.problems[0].found, "x");
    EXPECT_EQ(pasted.scenario.options[1].values.at(Input::nodes).value, 2); // what stood there
}

TEST(ScenarioPaste, saysWhatHasNoCell)
{
    const PasteTarget target {{Input::tokens, std::nullopt, Input::nodes}, 1};
    const Cells cells {{"2e9", "2e9", "3e9"}, {"5"}, {"7", "8"}, {"9"}};
    const Pasted pasted = withPasted(twoOptions(), cells, target, {}, {});
    EXPECT_EQ(pasted.scenario.workload.at(Input::tokens).value, 2e9);
    EXPECT_EQ(pasted.scenario.options[1].values.at(Input::nodes).value, 7);
    EXPECT_EQ(pasted.values, 2U);
    std::vector<std::pair<std::size_t, std::size_t>> places;
    for (const PasteProblem& problem : pasted.problems) {
        places.emplace_back(problem.row, problem.column);
        EXPECT_FALSE(problem.error.has_value());
    }
    EXPECT_EQ(places, (std::vector<std::pair<std::size_t, std::size_t>> {{1, 3}, {2, 1}, {3, 2}, {4, 1}}));
}

// A table as the window copies it: names, units, options in another order, one that is not there, a group's heading.
TEST(ScenarioPaste, goesByNameWhereNamesAreGiven)
{
    Scenario scenario = twoOptions();
    const PasteNames names {{{"Price per node-hour", Input::price_per_h}, {"Nodes", Input::nodes}}, {}};
    const Cells cells {{"Input", "Unit", "B", "A (baseline)", "C"}, {"Nodes", "", "", "", ""},
        {"Nodes", "", "4", "3", "9"}, {"price_per_h", "$/h", "2", "1", ""}, {"Colour", "", "red", "", ""}};
    const Pasted pasted = withPasted(scenario, cells, {{Input::tokens}, 1}, names, {});
    EXPECT_EQ(pasted.values, 4U);
    EXPECT_EQ(pasted.scenario.options[0].values.at(Input::nodes).value, 3);
    EXPECT_EQ(pasted.scenario.options[1].values.at(Input::nodes).value, 4);
    EXPECT_EQ(pasted.scenario.options[0].values.at(Input::price_per_h).value, 1);
    EXPECT_EQ(pasted.scenario.options[1].values.at(Input::price_per_h).value, 2);
    EXPECT_EQ(pasted.scenario.workload, scenario.workload);
    ASSERT_EQ(pasted.problems.size(), 2U);
    EXPECT_EQ(pasted.problems[0].found, "C"); // said once, not for each of its cells
    EXPECT_EQ(pasted.problems[1].found, "Colour");
    EXPECT_EQ(pasted.problems[1].row, 5U);
}

} // namespace fullscope::scenario
