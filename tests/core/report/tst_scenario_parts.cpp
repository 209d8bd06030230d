// SPDX-License-Identifier: GPL-3.0-or-later
// What changed between two versions, as a table. One node, 1e6 tokens an hour: cost = price · tokens / 1e6.
#include "core/report/scenario_parts.h"

#include <gtest/gtest.h>

namespace fullscope::report {

namespace {

using scenario::Input;
using scenario::Scenario;
using words::Language;

Scenario simple()
{
    Scenario scenario;
    scenario.workload = {{Input::tokens, {1e8}}, {Input::runs, {1}}};
    scenario.options = {{"A", {{Input::nodes, {1}}, {Input::tokens_per_s, {1e6 / 3600}}, {Input::price_per_h, {10}}}},
        {"B", {{Input::nodes, {1}}, {Input::tokens_per_s, {1e6 / 3600}}, {Input::price_per_h, {12}}}}};
    return scenario;
}

std::string all(const std::vector<Paragraph>& paragraphs)
{
    std::string text;
    for (const Paragraph& paragraph : paragraphs)
        text += paragraph.text + '\n';
    return text;
}

} // namespace

TEST(ChangeTable, comesToTheChangeOfTheTotals)
{
    const Scenario before = simple();
    Scenario after = before;
    after.workload[Input::tokens].value = 3e8;
    scenario::Value& price = after.options[1].values[Input::price_per_h];
    price.value = 20;
    price.provenance.source = "Eve";
    price.provenance.detail = "new offer";
    const ScenarioPair pair {before, after, "1", "2"};
    const auto change = analysis::scenarioChange(before, after);
    const InputTable out = changeTable(pair, change, Language::en);
    ASSERT_EQ(out.table.rows.size(), 5u); // two inputs; before, after, change
    ASSERT_EQ(out.table.columns.size(), 7u);
    EXPECT_EQ(out.places.size(), 2u);
    EXPECT_EQ(out.table.rows[0][5], "+$2,000");
    EXPECT_EQ(out.table.rows[0][6], "+$3,200"); // 200 h · (12 + 20) / 2
    EXPECT_EQ(out.table.rows[1][5], ""); // of the other option
    EXPECT_EQ(out.table.rows[1][6], "+$1,600"); // 8 $/h · (100 + 300) / 2
    EXPECT_NE(out.table.rows[1][4].find("Eve: new offer"), std::string::npos);
    EXPECT_EQ(out.table.rows[2][6], "$1,200");
    EXPECT_EQ(out.table.rows[3][6], "$6,000");
    EXPECT_EQ(out.table.rows[4][6], "+$4,800");
    EXPECT_TRUE(out.table.last_row_is_total);
    EXPECT_NE(all(changeNotes(pair, change, Language::en)).find("Shapley"), std::string::npos);
    for (const auto& row : changeTable(pair, change, Language::zh_CN).table.rows)
        EXPECT_EQ(row.size(), 7u);
}

TEST(ChangeNotes, sayWhatCameAndWent)
{
    Scenario before = simple(), after = before;
    after.options[0].name = "A2";
    after.options.push_back({"C", {}});
    after.options.erase(after.options.begin() + 1);
    after.currency = "EUR";
    const std::string text
        = all(changeNotes({before, after, "1", "2"}, analysis::scenarioChange(before, after), Language::en));
    for (const char* part : {"A is now called A2", "B is now called C", "USD and is EUR"})
        EXPECT_NE(text.find(part), std::string::npos) << part << '\n' << text;
    const std::string same
        = all(changeNotes({before, before, "1", "1"}, analysis::scenarioChange(before, before), Language::en));
    EXPECT_NE(same.find("same inputs"), std::string::npos);
    EXPECT_TRUE(changeTable({before, before, "1", "1"}, analysis::scenarioChange(before, before), Language::en)
                    .table.rows.empty());
}

TEST(AssumptionTable, hasARowForEachFigure)
{
    const Scenario scenario = simple();
    const scenario::Value price {
        .value = 10, .typed = "$10", .provenance = {.source = "Eve", .detail = "offer 7", .as_of = "2026-03-01"}};
    const store::Assumption one {{0, Input::price_per_h}, price, 12, 1'772'323'200'000'000};
    const InputTable out = assumptionTable(scenario, {one, {{std::nullopt, Input::runs}, {1}}}, Language::en);
    ASSERT_EQ(out.table.rows.size(), 2u);
    EXPECT_EQ(out.table.rows[0],
        (std::vector<std::string> {"Price per instance-hour", "A", "$10.00/h ($10)", "Assumed", "Eve", "offer 7",
            "2026-03-01", "2026-03-01T00:00:00Z", "12"}));
    EXPECT_EQ(out.table.rows[1][8], ""); // not saved yet
}

} // namespace fullscope::report
