// SPDX-License-Identifier: GPL-3.0-or-later
// Money ledgers of bills of AWS. Expected values: MANIFEST.tsv of the samples, sums made with Python's decimal, or
// worked out by hand.
#include "tests/core/ledger/money_rows.h"

namespace fullscope::ledger {

using import::testing::importSample;
using import::testing::importText;
using import::testing::text;
using namespace testing;

TEST(MoneyLedgerAws, Cur2SampleIsConserved)
{
    const auto sink = importSample(import::aws_cur, "aws-cur-2.0/cur2_daily_freetier_credits_CA.csv");
    const MoneyLedger ledger = ledgerOf(sink.rows);
    ASSERT_TRUE(checkConserved(ledger).ok());
    EXPECT_EQ(text(ledger.totals.at("USD").billed), "-10.9950000264");
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::credit).billed), "-34.4433698686");
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::tax).billed), "0");
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::transfer).billed), "12.330351395");
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::storage).billed), "1.1000000016");
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::other_compute).billed), "7.5700184456");
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::unattributed).billed), "2.448"); // a database's instances
    const InstanceHours* hours = hoursOf(ledger, "t3.micro", PurchaseOption::on_demand);
    ASSERT_NE(hours, nullptr);
    EXPECT_EQ(hours->hours.toString(), "727.886389");
    EXPECT_NEAR(hours->effective_price_per_h.value(), 0.0104, 1e-6); // "$0.0104 per On Demand Linux t3.micro"
}

// 400 for two instances over two hours; one was idle in the second.
TEST(MoneyLedgerAws, HoursOfABlockHaveAPriceWhereItsFeeIsSpread)
{
    const std::string header
        = "bill_invoice_id,bill_billing_period_start_date,bill_billing_period_end_date,line_item_line_item_type,"
          "line_item_usage_start_date,line_item_usage_end_date,line_item_product_code,line_item_usage_type,"
          "line_item_usage_amount,line_item_currency_code,line_item_unblended_cost,pricing_unit,"
          "capacity_reservation_capacity_reservation_arn,capacity_reservation_capacity_reservation_status\n";
    const auto line = [](const std::string& type, const std::string& hour, const std::string& usage,
                          const std::string& amount, const std::string& cost, const std::string& status) {
        return "42,2024-03-01,2024-04-01," + type + ",2024-03-05T" + hour + ":00:00Z,2024-03-05T"
            + (hour == "12" ? "13" : "14") + ":00:00Z,AmazonEC2," + usage + ":p5.48xlarge," + amount + ",USD," + cost
            + ",Hrs,arn:aws:ec2:us-east-1:1:capacity-reservation/cr-1," + status + "\n";
    };
    const std::string hours = line("Usage", "12", "BoxUsage", "2", "0", "Used")
        + line("Usage", "13", "BoxUsage", "1", "0", "Used") + line("Usage", "13", "UnusedBox", "1", "0", "Unused");
    const std::string fee = line("Fee", "12", "CapacityBlockFee", "1", "400", "");
    const MoneyLedger ledger = ledgerOf(importText(import::aws_cur, header + hours + fee).rows);
    ASSERT_TRUE(checkConserved(ledger).ok());
    ASSERT_EQ(ledger.instance_hours.size(), 2U);
    EXPECT_DOUBLE_EQ(ledger.instance_hours[0].effective_price_per_h.value(), 100);
    EXPECT_FALSE(ledger.instance_hours[0].feeNotSpread());
    EXPECT_TRUE(ledger.instance_hours[1].unused);
    EXPECT_EQ(text(ledger.instance_hours[1].effective), "100");
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::compute_capacity_block).billed), "400");
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::compute_capacity_block).effective), "300");
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::unused_commitment).effective), "100");

    const MoneyLedger alone = ledgerOf(importText(import::aws_cur, header + fee).rows);
    EXPECT_TRUE(alone.instance_hours.empty());
    EXPECT_EQ(text(sumOf(alone, MoneyCategory::compute_capacity_block).effective), "400");
}

TEST(MoneyLedgerAws, ExportsOfCostExplorerAndOlderReportsAreConserved)
{
    const auto sum = [](const import::Format& format, const std::string& name, const std::string& currency) {
        const MoneyLedger ledger = ledgerOf(importSample(format, name).rows);
        EXPECT_TRUE(checkConserved(ledger).ok()) << name;
        return text(ledger.totals.at(currency).billed);
    };
    EXPECT_EQ(sum(import::aws_cost_explorer_csv, "aws-cost-explorer/service_by_month.csv", "USD"), "4066.1211165072");
    EXPECT_EQ(sum(import::aws_cost_explorer_csv, "aws-cost-explorer/usage_type_hours.csv", "USD"), "3466.188");
    EXPECT_EQ(sum(import::aws_cost_explorer_json, "aws-cost-explorer-json/two_pages.json", "USD"), "2369.1800000012");
    EXPECT_EQ(sum(import::aws_monthly, "aws-monthly/cost_allocation.csv", "USD"), "158.000001");
    EXPECT_EQ(sum(import::aws_monthly, "aws-monthly/detailed_billing.csv", ""), "252.8488");
}

} // namespace fullscope::ledger
