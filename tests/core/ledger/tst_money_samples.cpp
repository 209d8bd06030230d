// SPDX-License-Identifier: GPL-3.0-or-later
// Money ledgers of the sample bills. Expected values: MANIFEST.tsv of the samples, or worked out by hand.
#include "tests/core/ledger/money_rows.h"

namespace fullscope::ledger {

using import::testing::text;
using namespace testing;

TEST(MoneyLedgerSamples, GpuReport)
{
    const auto sink
        = import::testing::importSample(import::aws_cur_legacy, "aws-cur-legacy/cur_gpu_p4d_sp_ri_SYNTHETIC_nise.csv");
    const MoneyLedger ledger = ledgerOf(sink.rows);
    ASSERT_TRUE(checkConserved(ledger).ok());

    // 24 · 32.7726; 24 · 19.22; 24 · 2.7715; 24 · 0.8999999999999999
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::compute_on_demand).billed), "786.5424");
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::compute_on_demand).effective), "786.5424");
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::compute_committed).billed), "0"); // covered usage and its negation
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::compute_committed).effective), "461.28");
    EXPECT_EQ(sumOf(ledger, MoneyCategory::compute_committed).rows, 72);
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::storage).billed), "66.516");
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::transfer).billed), "21.5999999999999976");
    EXPECT_EQ(sumOf(ledger, MoneyCategory::unattributed).rows, 0);
    EXPECT_FALSE(sumOf(ledger, MoneyCategory::unattributed).billed); // absent, not zero
    EXPECT_EQ(text(ledger.totals.at("USD").billed), "874.6583999999999976");
    EXPECT_EQ(text(ledger.totals.at("USD").effective), "1335.9383999999999976");
    EXPECT_FALSE(ledger.totals.at("USD").net);
    ASSERT_EQ(ledger.months.size(), 1U);
    EXPECT_EQ(ledger.months.begin()->first, "2024-03");
}

TEST(MoneyLedgerSamples, GpuReportPricesPerHour)
{
    const auto sink
        = import::testing::importSample(import::aws_cur_legacy, "aws-cur-legacy/cur_gpu_p4d_sp_ri_SYNTHETIC_nise.csv");
    const MoneyLedger ledger = ledgerOf(sink.rows);
    ASSERT_EQ(ledger.instance_hours.size(), 3U);
    const InstanceHours* onDemand = hoursOf(ledger, "p4d.24xlarge", PurchaseOption::on_demand);
    const InstanceHours* plan = hoursOf(ledger, "p4d.24xlarge", PurchaseOption::savings_plan);
    const InstanceHours* reserved = hoursOf(ledger, "g5.12xlarge", PurchaseOption::reserved);
    ASSERT_TRUE(onDemand && plan && reserved);
    EXPECT_EQ(onDemand->hours.toString(), "24");
    EXPECT_DOUBLE_EQ(onDemand->effective_price_per_h.value(), 32.7726);
    EXPECT_EQ(onDemand->region, "us-east-1");
    EXPECT_EQ(plan->hours.toString(), "24");
    EXPECT_DOUBLE_EQ(plan->effective_price_per_h.value(), 19.22);
    EXPECT_EQ(reserved->hours.toString(), "24");
    EXPECT_FALSE(reserved->effective); // the report does not tell what they cost
    EXPECT_FALSE(reserved->effective_price_per_h);
    EXPECT_EQ(reserved->rows_without_effective, 24);
}

TEST(MoneyLedgerSamples, TaxReport)
{
    const auto sink
        = import::testing::importSample(import::aws_cur_legacy, "aws-cur-legacy/cur_legacy_usage_tax_CA.csv");
    const MoneyLedger ledger = ledgerOf(sink.rows);
    ASSERT_TRUE(checkConserved(ledger).ok());
    EXPECT_EQ(sumOf(ledger, MoneyCategory::tax).rows, 12);
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::tax).billed), "0.08");
    EXPECT_EQ(text(ledger.totals.at("USD").billed), "0.3117435185");
    EXPECT_TRUE(ledger.instance_hours.empty());
}

TEST(MoneyLedgerSamples, FocusWithRoundedCostsKeepsTheFilesSumsAndPricesByTheBilledCost)
{
    const auto sink = import::testing::importSample(import::focus, "focus-1.0/focus10_multicloud_sample.csv");
    const MoneyLedger ledger = ledgerOf(sink.rows);
    ASSERT_TRUE(checkConserved(ledger).ok());
    EXPECT_EQ(text(ledger.totals.at("USD").billed), "18.07423478009");
    EXPECT_EQ(text(ledger.totals.at("USD").effective), "14.97651418586");
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::credit).billed), "-2.6137");
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::adjustment).billed), "0.272");
    for (const InstanceHours& hours : ledger.instance_hours) {
        if (hours.instance_type == "g5.4xlarge") {
            EXPECT_NEAR(hours.effective_price_per_h.value(), 1.624, 1e-5); // "$1.624 per On Demand Linux g5.4xlarge"
        } else if (hours.purchase_option == PurchaseOption::savings_plan) {
            EXPECT_FALSE(hours.effective) << hours.instance_type; // rounded away
        }
    }
}

TEST(MoneyLedgerSamples, FocusUnusedCommitment)
{
    const auto sink = import::testing::importSample(import::focus, "focus-1.2/commitment_zero_utilisation.csv");
    const MoneyLedger ledger = ledgerOf(sink.rows);
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::unused_commitment, "").effective), "1.5");
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::fee, "").billed), "1.5");
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::fee, "").effective), "0");
}

// The two exports of a month: what is billed, and what use costs. None has the other's.
TEST(MoneyLedgerSamples, AzureActualCost)
{
    const auto sink = import::testing::importSample(import::azure_cost, "azure-ea/azure_ea_actualcost.csv");
    const MoneyLedger ledger = ledgerOf(sink.rows);
    ASSERT_TRUE(checkConserved(ledger).ok());
    EXPECT_EQ(text(ledger.totals.at("USD").billed), "8.5450077867419368");
    EXPECT_FALSE(ledger.totals.at("USD").effective);
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::fee).billed), "3.25"); // the reservation
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::unused_commitment).billed), "2.64"); // 24 h of reserved capacity
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::storage).billed), "0.212734819"); // 0.00004 + 0.000011139 + 0.21268368
    ASSERT_EQ(ledger.instance_hours.size(), 1U);
    EXPECT_TRUE(ledger.instance_hours[0].unused);
    EXPECT_EQ(ledger.instance_hours[0].hours.toString(), "24");
}

TEST(MoneyLedgerSamples, AzureAmortisedCost)
{
    const auto sink = import::testing::importSample(import::azure_cost, "azure-ea/azure_ea_amortizedcost.csv");
    const MoneyLedger ledger = ledgerOf(sink.rows);
    ASSERT_TRUE(checkConserved(ledger).ok());
    EXPECT_FALSE(ledger.totals.at("USD").billed);
    EXPECT_EQ(text(ledger.totals.at("USD").effective), "16.296932136636644627485419");
    const InstanceHours* reserved = hoursOf(ledger, "Standard_DS2_v2", PurchaseOption::reserved);
    const InstanceHours* plan = hoursOf(ledger, "Standard_B2s", PurchaseOption::savings_plan);
    ASSERT_TRUE(reserved && plan);
    EXPECT_DOUBLE_EQ(reserved->effective_price_per_h.value(), 0.061644);
    EXPECT_DOUBLE_EQ(plan->effective_price_per_h.value(), 0.0187);
}

TEST(MoneyLedgerSamples, OciReport)
{
    const auto sink = import::testing::importSample(import::oci_cost, "oci-cost/oci_cost_report.csv");
    const MoneyLedger ledger = ledgerOf(sink.rows);
    ASSERT_TRUE(checkConserved(ledger).ok());
    EXPECT_EQ(text(ledger.totals.at("USD").billed), "2.035971978179775067");
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::other_compute).billed), "0.076427978293249993");
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::storage).billed), "0.01780321707504813"); // block volumes and objects
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::transfer).billed), "0.000009724368559229");
    EXPECT_TRUE(ledger.instance_hours.empty());
}

TEST(MoneyLedgerSamples, OpenCostIsNoInvoice)
{
    const auto sink = import::testing::importSample(import::opencost, "opencost/opencost_allocation_export.csv");
    const MoneyLedger ledger = ledgerOf(sink.rows);
    ASSERT_TRUE(checkConserved(ledger).ok());
    EXPECT_FALSE(ledger.totals.at("").billed);
    EXPECT_EQ(text(ledger.totals.at("").effective), "4.6000000000000005");
    EXPECT_TRUE(ledger.instance_hours.empty());
}

} // namespace fullscope::ledger
