// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of a bill say what their figures are of.
#include "core/report/format.h"
#include "core/report/report.h"

#include <gtest/gtest.h>

namespace {

using namespace fullscope;
using words::Language;

base::Decimal decimal(const char* text)
{
    return *base::Decimal::parse(text);
}

TEST(BillParts, aSumOfSomeRowsSaysSo)
{
    EXPECT_EQ(
        report::exactSum(decimal("1335.94"), 24, "USD", Language::en), "1,335.94 USD (rows without this cost: 24)");
    EXPECT_EQ(report::exactSum(decimal("1335.94"), 24, "USD", Language::zh_CN), "1,335.94 USD（24 行没有此成本）");
    EXPECT_EQ(report::exactSum(decimal("1335.94"), 0, "USD", Language::en), "1,335.94 USD");
    EXPECT_EQ(report::exactSum({}, 24, "USD", Language::en), "not in the file");
}

TEST(BillParts, moneyLedgerMarksCategoryAndTotal)
{
    evidence::BillRow whole;
    whole.currency = "USD";
    whole.billed = whole.effective = decimal("2");
    evidence::BillRow bare = whole;
    bare.effective.reset();
    ledger::MoneyLedgerBuilder builder;
    for (const auto& row : {whole, bare, bare})
        ASSERT_TRUE(builder.add(row, ledger::MoneyCategory::storage).ok());
    const auto table = report::moneyLedgerTable(builder.take(), "USD", Language::en);
    ASSERT_EQ(table.rows.size(), 2U);
    for (const auto& row : table.rows) {
        EXPECT_EQ(row.at(2), "6");
        EXPECT_EQ(row.at(3), "2 (rows without this cost: 2)");
        EXPECT_EQ(row.at(4), "not in the file");
    }
}

TEST(BillParts, hoursOfABlockAndOfUnusedCapacitySayWhatTheyAre)
{
    evidence::BillRow row;
    row.currency = "USD";
    row.instance_type = "p5.48xlarge";
    row.instance_hours = decimal("10");
    row.billed = row.effective = decimal("0");
    row.purchase_option = evidence::PurchaseOption::capacity_block;
    evidence::BillRow unused = row;
    unused.purchase_option = evidence::PurchaseOption::on_demand;
    unused.commitment_status = evidence::CommitmentStatus::unused;
    unused.effective = decimal("983.2");
    ledger::MoneyLedgerBuilder builder;
    ASSERT_TRUE(builder.add(row, ledger::MoneyCategory::compute_capacity_block).ok());
    ASSERT_TRUE(builder.add(unused, ledger::MoneyCategory::unused_commitment).ok());
    const auto table = report::instanceHoursTable(builder.take(), Language::en);
    ASSERT_EQ(table.rows.size(), 2U);
    EXPECT_EQ(table.rows[0].at(1), "On demand · unused capacity reservation");
    EXPECT_EQ(table.rows[0].at(4), "983.2 USD");
    EXPECT_EQ(table.rows[1].at(1), "Capacity block");
    EXPECT_EQ(table.rows[1].at(4), "fee not spread over its block");
    EXPECT_EQ(table.rows[1].at(5), "fee not spread over its block");
}

} // namespace
