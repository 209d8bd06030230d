// SPDX-License-Identifier: GPL-3.0-or-later
// A run's time ledger as a table.
#include "core/report/report.h"

#include <gtest/gtest.h>

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
    for (const auto& row : table.rows)
        if (row[0] == label)
            EXPECT_EQ(row, (std::vector<std::string> {label, "00:45:00", "75.0 %"}));
}

// Of a summary's hour nobody knows how much was training.
TEST(TimeLedgerTable, doesNotClaimThatASummaryWasAllProductive)
{
    const Table table = timeLedgerTable(hourOf(3600), Language::en);
    const std::string label = words::label(TimeCategory::productive, Language::en);
    bool found = false;
    for (const auto& row : table.rows) {
        if (row[0] != label)
            continue;
        found = true;
        EXPECT_EQ(row[1], "≤ 01:00:00");
        EXPECT_EQ(row[2], "≤ 100.0 %");
    }
    EXPECT_TRUE(found);
}

} // namespace fullscope::report
