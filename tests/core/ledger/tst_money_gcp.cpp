// SPDX-License-Identifier: GPL-3.0-or-later
// Money ledgers of Google Cloud's bills. Expected values: MANIFEST.tsv of the samples, or worked out by hand.
#include "tests/core/import/gcp_export.h"
#include "tests/core/ledger/money_rows.h"

namespace fullscope::ledger {

using import::testing::gcpLine;
using import::testing::gcpMachineLines;
using import::testing::importSample;
using import::testing::importText;
using import::testing::text;
using namespace testing;

namespace {

MoneyLedger ledgerOfGcp(const std::string& lines)
{
    MoneyLedgerBuilder builder;
    for (const BillRow& row : importText(import::gcp_export_json, lines).rows) {
        const bool accelerator = row.instance_type.starts_with("a3-") || row.instance_type.starts_with("nvidia-");
        EXPECT_TRUE(builder.add(row, classify(row, accelerator)).ok());
    }
    return builder.take();
}

} // namespace

TEST(MoneyLedgerGcp, SamplesAreConserved)
{
    for (const auto& [file, billed, net] : {std::tuple {"gcp-bq-json/gcp_export_cud_test_1_1.json", "310", "170"},
             std::tuple {"gcp-bq-json/gcp_export_cud_test_5_1.json", "320", "280"},
             std::tuple {"gcp-bq-json/gcp_export_cud_test_10_1.json", "310", "190"}}) {
        const MoneyLedger ledger = ledgerOf(importSample(import::gcp_export_json, file).rows);
        ASSERT_TRUE(checkConserved(ledger).ok());
        EXPECT_EQ(text(ledger.totals.at("USD").billed), billed);
        EXPECT_EQ(text(ledger.totals.at("USD").effective), net);
        EXPECT_EQ(text(ledger.totals.at("USD").net), net);
    }
    const MoneyLedger csv = ledgerOf(
        importSample(import::gcp_export_csv, "gcp-bq-csv/gcp_detailed_export_synthetic_multicurrency.csv").rows);
    ASSERT_TRUE(checkConserved(csv).ok());
    ASSERT_EQ(csv.totals.size(), 4U); // never one sum over currencies
    EXPECT_EQ(text(csv.totals.at("EUR").billed), "106621.3813");
    EXPECT_EQ(text(csv.totals.at("EUR").net), "106459.0413");
    EXPECT_EQ(csv.totals.at("EUR").without.billed, 0);
    const MoneyLedger legacy = ledgerOf(
        importSample(import::gcp_legacy_json, "gcp-legacy-json/gcp_legacy_file_export_2014-02-14.json").rows);
    ASSERT_TRUE(checkConserved(legacy).ok());
    EXPECT_EQ(text(legacy.totals.at("USD").effective), "220.710791");
}

TEST(MoneyLedgerGcp, ThePriceOfAnHourIsThatOfAllPartsOfTheMachine)
{
    // 64 of GPUs, 12.2 of cores, 10.3 of memory and 1.5 of disks in 2 hours
    const MoneyLedger ledger = ledgerOfGcp(gcpMachineLines());
    ASSERT_TRUE(checkConserved(ledger).ok());
    const InstanceHours* hours = hoursOf(ledger, "a3-highgpu-8g", PurchaseOption::on_demand);
    ASSERT_NE(hours, nullptr);
    EXPECT_EQ(hours->hours.toString(), "2");
    EXPECT_DOUBLE_EQ(hours->effective_price_per_h.value(), 44);
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::compute_on_demand).billed), "88");
    EXPECT_EQ(sumOf(ledger, MoneyCategory::other_compute).rows, 0);
}

TEST(MoneyLedgerGcp, APromotionDoesNotLowerThePriceOfAnHour)
{
    std::string lines = gcpMachineLines();
    lines.replace(lines.find("\"credits\":[]"), 12,
        R"("credits":[{"type":"PROMOTION","amount":-64},{"type":"SUSTAINED_USAGE_DISCOUNT","amount":-8}])");
    const MoneyLedger ledger = ledgerOfGcp(lines);
    ASSERT_TRUE(checkConserved(ledger).ok());
    EXPECT_DOUBLE_EQ(
        hoursOf(ledger, "a3-highgpu-8g", PurchaseOption::on_demand)->effective_price_per_h.value(), 40); // (88 − 8) / 2
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::credit).effective), "-64");
    EXPECT_EQ(text(ledger.totals.at("USD").net), "16");
}

TEST(MoneyLedgerGcp, HoursThatACommitmentPaidHaveNoPriceAndItsFeeIsNoCompute)
{
    const std::string covered = R"([{"type":"COMMITTED_USAGE_DISCOUNT","amount":-64}])";
    const MoneyLedger ledger = ledgerOfGcp(gcpLine({.sku = "Nvidia H100 80GB GPU running in Americas",
                                               .cost = "64",
                                               .amount = "16",
                                               .credits = covered,
                                               .machine = "a3-highgpu-8g"})
        + gcpLine({.sku = "Commitment v1: Nvidia H100 80GB GPU in Americas for 1 Year", .cost = "40"})
        + gcpLine({.sku = "Commitment - dollar based v1: GCE for 1 year",
            .cost = "10",
            .credits = R"([{"type":"FEE_UTILIZATION_OFFSET","amount":-7}])"}));
    ASSERT_TRUE(checkConserved(ledger).ok());
    const InstanceHours* hours = hoursOf(ledger, "a3-highgpu-8g", PurchaseOption::committed_other);
    ASSERT_NE(hours, nullptr);
    EXPECT_EQ(hours->hours.toString(), "2");
    EXPECT_FALSE(hours->effective);
    EXPECT_FALSE(hours->effective_price_per_h);
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::compute_committed).billed), "64");
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::compute_committed).effective), "0");
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::fee).effective), "40");
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::unused_commitment).effective), "3");
}

TEST(MoneyLedgerGcp, AcceleratorsAloneHaveHoursWithoutAPrice)
{
    const MoneyLedger ledger
        = ledgerOfGcp(gcpLine({.sku = "Nvidia Tesla T4 GPU running in Iowa", .cost = "3.5", .amount = "10"}));
    const InstanceHours* hours = hoursOf(ledger, "nvidia-tesla-t4", PurchaseOption::on_demand);
    ASSERT_NE(hours, nullptr);
    EXPECT_EQ(hours->hours.toString(), "10");
    EXPECT_FALSE(hours->effective_price_per_h);
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::compute_on_demand).effective), "3.5");
}

} // namespace fullscope::ledger
