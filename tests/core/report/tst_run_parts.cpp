// SPDX-License-Identifier: GPL-3.0-or-later
// A run's time ledger as a table.
#include "core/report/report.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fullscope::report {

namespace {

using ledger::TimeCategory;
using words::Language;

ledger::TimeLedger hourOf(std::int64_t productive_s)
{
    ledger::TimeLedger ledger;
    ledger.wall_us = 3600 * base::kSecondUs;
    ledger.us[static_cast<std::size_t>(TimeCategory::productive)] = productive_s * base::kSecondUs;
    return ledger;
}

} // namespace

TEST(TimeLedgerTable, givesSharesOfTheWallClock)
{
    ledger::TimeLedger ledger = hourOf(2700);
    ledger.us[static_cast<std::size_t>(TimeCategory::stall)] = 900 * base::kSecondUs;
    ledger.goodput = 0.75;
    const Table table = timeLedgerTable(ledger, Language::en);
    const std::string label = words::label(TimeCategory::productive, Language::en);
    const auto row = std::find_if(table.rows.begin(), table.rows.end(), [&](const auto& r) { return r[0] == label; });
    ASSERT_NE(row, table.rows.end());
    EXPECT_EQ(*row, (std::vector<std::string> {label, "00:45:00", "75.0 %"}));
}

// Of a summary's hour nobody knows how much was training.
TEST(TimeLedgerTable, doesNotClaimThatASummaryWasAllProductive)
{
    const Table table = timeLedgerTable(hourOf(3600), Language::en);
    const std::string label = words::label(TimeCategory::productive, Language::en);
    const auto row = std::find_if(table.rows.begin(), table.rows.end(), [&](const auto& r) { return r[0] == label; });
    ASSERT_NE(row, table.rows.end());
    EXPECT_EQ(*row, (std::vector<std::string> {label, "≤ 01:00:00", "≤ 100.0 %"}));
}

} // namespace fullscope::report
