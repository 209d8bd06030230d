// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/reconciliation_parts.h"

#include <gtest/gtest.h>

namespace base = fullscope::base;
namespace ledger = fullscope::ledger;
namespace report = fullscope::report;
using fullscope::words::Language;

namespace {

// `days` of one instance for 10 USD an hour, by the hour; a run in the first two hours.
ledger::BillsAndRuns dayOf(int days, bool priced = true)
{
    ledger::BilledPeriods periods({});
    for (int hour = 0; hour < 24 * days; ++hour) {
        ledger::BilledHours row {.instance_type = "p5.48xlarge",
            .resource_id = {},
            .currency = "USD",
            .start_us = hour * ledger::kHourUs,
            .end_us = (hour + 1) * ledger::kHourUs,
            .hours = *base::Decimal::parse("1"),
            .cost = *base::Decimal::parse("10")};
        if (!priced && hour % 2 == 1)
            row.cost.reset();
        EXPECT_TRUE(periods.add(row).ok());
    }
    ledger::RunHours run {.run_id = 1,
        .name = "a",
        .instance_type = "p5.48xlarge",
        .resource_ids = {},
        .times = {{0, 2 * ledger::kHourUs, true}},
        .zone_known = false};
    const auto types = periods.take();
    ledger::BillsAndRuns all;
    all.result = *ledger::reconcile(*types, {run}, {}, base::JobContext());
    all.runs.push_back({run, ledger::TypeFrom::job, 0});
    return all;
}

} // namespace

TEST(ReconciliationParts, tablesSayHoursMoneyAndReasons)
{
    const auto all = dayOf(1);
    const report::Table types = report::reconciliationTable(all, Language::en);
    ASSERT_EQ(types.rows.size(), 1U);
    EXPECT_EQ(types.rows[0],
        (std::vector<std::string> {
            "p5.48xlarge", "24.00", "2.00", "22.00", "0.00", "0.00", "91.7 %", "$220.00", "hour"}));
    const report::Table idle = report::billedWithoutRunTable(all.result, Language::en);
    ASSERT_EQ(idle.rows.size(), 1U);
    EXPECT_EQ(idle.rows[0].back(), "after the last run of this type");
    const report::Table runs = report::countedRunsTable(all, Language::en);
    EXPECT_EQ(runs.rows.at(0).at(5), "1970-01-01T00:00:00 (no time zone stated)");
    EXPECT_EQ(runs.rows.at(0).at(6), "1970-01-01T02:00:00");
}

TEST(ReconciliationParts, sectionHasAllThatThereIs)
{
    const auto all = dayOf(1);
    const report::Section section = report::reconciliationSection(all, Language::en);
    ASSERT_EQ(section.blocks.size(), 5U); // types, calendar, idle, counted runs, the note of what is compared
    EXPECT_EQ(std::get<report::Table>(section.blocks[0]).rows.at(0).at(7), "$220.00");
    EXPECT_EQ(std::get<report::PlotSpec>(section.blocks[1]).id, "reconciliation.p5.48xlarge");
    EXPECT_TRUE(std::holds_alternative<report::Paragraph>(section.blocks[4]));
    EXPECT_TRUE(report::reconciliationSection({}, Language::en).blocks.empty());
}

TEST(ReconciliationParts, aSumWithoutSomePricesIsABound)
{
    const auto all = dayOf(1, false);
    // 11 of the 22 idle hours have a price
    EXPECT_EQ(report::reconciliationTable(all, Language::en).rows.at(0).at(7), "≥ $110.00");
    bool said = false;
    for (const report::Paragraph& note : report::reconciliationNotes(all, Language::en))
        said = said || note.text.find("11.00 idle hours have no price") != std::string::npos;
    EXPECT_TRUE(said);
}

TEST(ReconciliationParts, barsAreFewEnoughToBeTold)
{
    const auto hours = dayOf(1);
    EXPECT_EQ(report::calendarBars(hours.result.types.at(0), Language::en).categories.size(), 24U);
    const auto days = dayOf(30);
    const report::PlotSpec plot = report::calendarBars(days.result.types.at(0), Language::en);
    ASSERT_EQ(plot.categories.size(), 30U);
    EXPECT_EQ(plot.categories[0], "1970-01-01");
    ASSERT_EQ(plot.bars.size(), 2U);
    EXPECT_EQ(plot.bars[0].values[0], 2.0);
    EXPECT_EQ(plot.bars[1].values[0], 22.0);
    EXPECT_EQ(plot.bars[1].values[1], 24.0);
    const auto months = dayOf(59); // January and February
    EXPECT_EQ(report::calendarBars(months.result.types.at(0), Language::en).categories,
        (std::vector<std::string> {"1970-01", "1970-02"}));
}
