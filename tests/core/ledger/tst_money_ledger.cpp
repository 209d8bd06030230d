// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/money_ledger.h"

#include "tests/core/import/bill_sink.h"

#include <gtest/gtest.h>

#include <random>

namespace fullscope::ledger {

namespace {

using base::Decimal;
using evidence::BillRow;
using evidence::ChargeCategory;
using evidence::CommitmentStatus;
using evidence::PurchaseOption;
using import::testing::text;

Decimal decimal(const std::string& text)
{
    return *Decimal::parse(text);
}

BillRow charge(const std::string& billed, const std::string& effective)
{
    BillRow row;
    row.currency = "USD";
    row.charge_start_us = base::fromCivil(2024, 3, 1).us;
    row.billed = decimal(billed);
    row.effective = decimal(effective);
    return row;
}

BillRow instance(PurchaseOption option, const std::string& hours, const std::string& effective)
{
    BillRow row = charge(effective, effective);
    row.instance_type = "p5.48xlarge";
    row.region = "us-east-1";
    row.purchase_option = option;
    row.instance_hours = decimal(hours);
    return row;
}

// Types of the samples that carry accelerators, written down by hand.
bool isAccelerator(const std::string& type)
{
    return type.starts_with("p4d.") || type.starts_with("p5.") || type.starts_with("g5.") || type.starts_with("g3.");
}

MoneyLedger ledgerOf(const std::vector<BillRow>& rows)
{
    MoneyLedgerBuilder builder;
    for (const BillRow& row : rows)
        EXPECT_TRUE(builder.add(row, classify(row, isAccelerator(row.instance_type))).ok());
    return builder.take();
}

const CategorySum& sumOf(const MoneyLedger& ledger, MoneyCategory category, const std::string& currency = "USD")
{
    return ledger.categories.at(currency)[static_cast<std::size_t>(category)];
}

const InstanceHours* hoursOf(const MoneyLedger& ledger, const std::string& type, PurchaseOption option)
{
    for (const InstanceHours& hours : ledger.instance_hours)
        if (hours.instance_type == type && hours.purchase_option == option)
            return &hours;
    return nullptr;
}

} // namespace

TEST(MoneyCategories, HaveTheirNames)
{
    EXPECT_EQ(name(MoneyCategory::compute_on_demand), "compute_on_demand");
    EXPECT_EQ(name(MoneyCategory::unattributed), "unattributed");
    for (std::size_t i = 0; i < kMoneyCategories; ++i)
        EXPECT_EQ(moneyCategory(name(static_cast<MoneyCategory>(i))), static_cast<MoneyCategory>(i));
    EXPECT_FALSE(moneyCategory("compute"));
}

TEST(Classify, ChargeCategoriesThatAreNotUsageComeFirst)
{
    BillRow row = instance(PurchaseOption::on_demand, "1", "1");
    for (const auto& [charge, expected] : std::map<ChargeCategory, MoneyCategory> {
             {ChargeCategory::tax, MoneyCategory::tax}, {ChargeCategory::credit, MoneyCategory::credit},
             {ChargeCategory::refund, MoneyCategory::refund}, {ChargeCategory::discount, MoneyCategory::discount},
             {ChargeCategory::adjustment, MoneyCategory::adjustment}}) {
        row.charge_category = charge;
        EXPECT_EQ(classify(row, true), expected);
    }
}

TEST(Classify, AcceleratorsByPurchaseOptionOthersApart)
{
    const auto category
        = [](PurchaseOption option, bool accelerator) { return classify(instance(option, "1", "1"), accelerator); };
    EXPECT_EQ(category(PurchaseOption::on_demand, true), MoneyCategory::compute_on_demand);
    EXPECT_EQ(category(PurchaseOption::reserved, true), MoneyCategory::compute_committed);
    EXPECT_EQ(category(PurchaseOption::savings_plan, true), MoneyCategory::compute_committed);
    EXPECT_EQ(category(PurchaseOption::committed_other, true), MoneyCategory::compute_committed);
    EXPECT_EQ(category(PurchaseOption::spot, true), MoneyCategory::compute_spot);
    EXPECT_EQ(category(PurchaseOption::capacity_block, true), MoneyCategory::compute_capacity_block);
    EXPECT_EQ(category(PurchaseOption::reserved, false), MoneyCategory::other_compute);
}

TEST(Classify, UnknownKindsOfChargeStayUnattributed)
{
    BillRow row = instance(PurchaseOption::on_demand, "1", "1");
    row.charge_known = false;
    EXPECT_EQ(classify(row, true), MoneyCategory::unattributed);
}

TEST(Classify, UnusedCommitmentsAndPurchases)
{
    BillRow row = instance(PurchaseOption::reserved, "1", "1");
    row.commitment_status = CommitmentStatus::unused;
    EXPECT_EQ(classify(row, true), MoneyCategory::unused_commitment);
    row.charge_category = ChargeCategory::purchase;
    EXPECT_EQ(classify(row, true), MoneyCategory::unused_commitment);
    row.commitment_status = CommitmentStatus::none;
    EXPECT_EQ(classify(row, true), MoneyCategory::fee);
    row.purchase_option = PurchaseOption::capacity_block;
    EXPECT_EQ(classify(row, true), MoneyCategory::compute_capacity_block);
    EXPECT_EQ(classify(row, false), MoneyCategory::other_compute);
}

TEST(Classify, WhatIsNotInstanceTimeByUsageTypeServiceAndDescription)
{
    struct Case {
        std::string service, usage_type, service_category, description;
        MoneyCategory expected;
    };
    for (const Case& c :
        std::vector<Case> {
            {"AmazonEC2", "USW2-NatGateway-Hours", "", "", MoneyCategory::transfer},
            {"AmazonEC2", "EUW2_EBS-DataTransfer-Regional-Bytes", "", "", MoneyCategory::transfer},
            {"AmazonS3", "CAN1-USE1-AWS-In-Bytes", "", "", MoneyCategory::transfer},
            {"AmazonEC2", "EBS:VolumeUsage.gp3", "", "", MoneyCategory::storage},
            {"AmazonEC2", "USE2-EBS:SnapshotUsage", "", "", MoneyCategory::storage},
            {"AmazonS3", "TimedStorage-ByteHrs", "", "", MoneyCategory::storage},
            {"AmazonS3", "Requests-Tier2", "", "", MoneyCategory::storage},
            {"AmazonFSx", "USE1-Throughput", "", "", MoneyCategory::storage},
            {"AmazonEC2", "CPUCredits:t3", "", "", MoneyCategory::other_compute},
            {"AWSLambda", "Lambda-GB-Second", "", "", MoneyCategory::other_compute},
            {"AWSSupportBusiness", "Dollar", "", "", MoneyCategory::support},
            {"9m0h3xk2", "SoftwareUsage:p5.48xlarge", "", "", MoneyCategory::software},
            {"9m0h3xk2", "MP:x", "Marketplace", "", MoneyCategory::software},
            {"AWSSecretsManager", "CAN1-AWSSecretsManagerAPIRequest", "", "", MoneyCategory::unattributed},
            {"Amazon Elastic Compute Cloud", "SKU1", "Compute", "$0.010 per GB - regional data transfer - in/out",
                MoneyCategory::transfer},
            {"Amazon Elastic Compute Cloud", "SKU1", "Storage", "$0.08 per GB-month of gp3 provisioned storage",
                MoneyCategory::storage},
            {"Virtual Machines", "SKU1", "Compute", "Premium SSD Managed Disks - P4 LRS", MoneyCategory::storage},
            {"Amazon Virtual Private Cloud", "SKU1", "Networking", "$0.005 per In-use public IPv4 address per hour",
                MoneyCategory::transfer},
            {"Amazon Elastic Container Service", "SKU1", "Other", "AWS Fargate - Memory", MoneyCategory::other_compute},
            {"Amazon Simple Queue Service", "SKU1", "Integration", "", MoneyCategory::unattributed},
            {"", "", "", "", MoneyCategory::unattributed},
        }) {
        BillRow row = charge("1", "1");
        row.service = c.service;
        row.usage_type = c.usage_type;
        row.service_category = c.service_category;
        row.description = c.description;
        EXPECT_EQ(name(classify(row, false)), name(c.expected))
            << c.service << " " << c.usage_type << " " << c.description;
    }
}

TEST(Classify, SupportAndSoftwareStayThemselvesWhenTheyArePurchases)
{
    BillRow row = charge("100", "100");
    row.charge_category = ChargeCategory::purchase;
    row.service = "AWSSupportEnterprise";
    EXPECT_EQ(classify(row, false), MoneyCategory::support);
    row.service = "x";
    row.service_category = "Marketplace";
    EXPECT_EQ(classify(row, false), MoneyCategory::software);
    row.service_category = "Compute";
    EXPECT_EQ(classify(row, false), MoneyCategory::fee);
}

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

TEST(MoneyLedger, CurrenciesAndMonthsStayApart)
{
    BillRow euro = charge("5", "5");
    euro.currency = "EUR";
    BillRow april = charge("2", "2");
    april.charge_start_us = base::fromCivil(2024, 4, 30, 86'399'000'000).us;
    BillRow undated = charge("1", "1");
    undated.charge_start_us = base::kNoTime;
    const MoneyLedger ledger = ledgerOf({charge("1", "1"), euro, april, undated});
    ASSERT_TRUE(checkConserved(ledger).ok());
    EXPECT_EQ(text(ledger.totals.at("USD").billed), "4");
    EXPECT_EQ(text(ledger.totals.at("EUR").billed), "5");
    EXPECT_EQ(ledger.months.at("2024-03").count("EUR"), 1U);
    EXPECT_EQ(ledger.months.at("2024-04").count("EUR"), 0U);
    EXPECT_EQ(ledger.months.count(""), 1U); // kept, without a month
}

TEST(MoneyLedger, HoursWithoutCostAndHoursThatCancelHaveNoPrice)
{
    BillRow unknown = instance(PurchaseOption::spot, "2", "3");
    unknown.effective.reset();
    const MoneyLedger ledger = ledgerOf({instance(PurchaseOption::spot, "1", "3"), unknown,
        instance(PurchaseOption::reserved, "1", "3"), instance(PurchaseOption::reserved, "-1", "-3")});
    const InstanceHours* spot = hoursOf(ledger, "p5.48xlarge", PurchaseOption::spot);
    const InstanceHours* reserved = hoursOf(ledger, "p5.48xlarge", PurchaseOption::reserved);
    ASSERT_TRUE(spot && reserved);
    EXPECT_EQ(spot->hours.toString(), "3");
    EXPECT_FALSE(spot->effective);
    EXPECT_EQ(spot->rows, 2);
    EXPECT_EQ(reserved->hours.toString(), "0");
    EXPECT_EQ(text(reserved->effective), "0");
    EXPECT_FALSE(reserved->effective_price_per_h);
}

TEST(MoneyLedger, OverflowIsAnErrorNotAWrongSum)
{
    MoneyLedgerBuilder builder;
    const BillRow row = charge("100000000000000", "1");
    ASSERT_TRUE(builder.add(row, MoneyCategory::storage).ok());
    const base::Status status = builder.add(row, MoneyCategory::storage);
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, base::Code::overflow);
}

TEST(MoneyLedger, ConservationCheckFindsALostAmount)
{
    MoneyLedger ledger = ledgerOf({charge("1", "1"), charge("2", "2")});
    ASSERT_TRUE(checkConserved(ledger).ok());
    MoneyLedger lost = ledger;
    lost.categories["USD"][static_cast<std::size_t>(MoneyCategory::unattributed)].effective = decimal("2.999");
    ASSERT_FALSE(checkConserved(lost).ok());
    EXPECT_EQ(checkConserved(lost).error().field, "USD effective");
    EXPECT_EQ(checkConserved(lost).error().found, "2.999");
    EXPECT_EQ(checkConserved(lost).error().expected, "3");
    MoneyLedger month = ledger;
    month.months.clear();
    EXPECT_FALSE(checkConserved(month).ok());
    MoneyLedger doubled = ledger;
    doubled.categories["EUR"] = {};
    EXPECT_FALSE(checkConserved(doubled).ok());
}

// Sums by a second method: digits added by hand as text would be slow, so amounts are whole nano-units in 64 bits.
TEST(MoneyLedgerProperty, RandomRowsAreConservedExactly)
{
    std::mt19937_64 random(11);
    const auto amount = [&random](std::int64_t& nano) -> std::optional<Decimal> {
        if (random() % 7 == 0)
            return std::nullopt;
        const auto value = static_cast<std::int64_t>(random() % 2'000'000'000'000) - 1'000'000'000'000;
        nano += value;
        return *Decimal::parse(std::to_string(value) + "e-9");
    };
    for (int round = 0; round < 50; ++round) {
        std::int64_t billed[2] {}, effective[2] {}, list[2] {}, net[2] {}, contracted[2] {}, hours = 0;
        std::vector<BillRow> rows(random() % 400);
        for (BillRow& row : rows) {
            const std::size_t c = random() % 2;
            row.currency = c == 0 ? "EUR" : "USD";
            row.charge_category = static_cast<ChargeCategory>(random() % 7);
            row.purchase_option = static_cast<PurchaseOption>(random() % 7);
            row.commitment_status = static_cast<CommitmentStatus>(random() % 3);
            row.charge_start_us = base::fromCivil(2024, static_cast<unsigned>(1 + random() % 12), 3).us;
            row.billed = amount(billed[c]);
            row.effective = amount(effective[c]);
            row.list = amount(list[c]);
            row.net = amount(net[c]);
            row.contracted = amount(contracted[c]);
            row.service = random() % 2 == 0 ? "AmazonS3" : "AmazonEC2";
            if (random() % 2 == 0) {
                row.instance_type = random() % 2 == 0 ? "p5.48xlarge" : "c5.large";
                row.instance_hours = amount(hours);
            }
        }
        const MoneyLedger ledger = ledgerOf(rows);
        ASSERT_TRUE(checkConserved(ledger).ok());
        std::int64_t counted = 0;
        for (std::size_t c = 0; c < 2; ++c) {
            const auto found = ledger.totals.find(c == 0 ? "EUR" : "USD");
            if (found == ledger.totals.end())
                continue;
            const auto equals = [](const std::optional<Decimal>& sum, std::int64_t nano) {
                return sum ? *sum == *Decimal::parse(std::to_string(nano) + "e-9") : nano == 0;
            };
            ASSERT_TRUE(equals(found->second.billed, billed[c]));
            ASSERT_TRUE(equals(found->second.effective, effective[c]));
            ASSERT_TRUE(equals(found->second.list, list[c]));
            ASSERT_TRUE(equals(found->second.net, net[c]));
            ASSERT_TRUE(equals(found->second.contracted, contracted[c]));
            for (const CategorySum& sum : ledger.categories.at(found->first))
                counted += sum.rows;
        }
        ASSERT_EQ(counted, static_cast<std::int64_t>(rows.size()));
        Decimal sum;
        for (const InstanceHours& entry : ledger.instance_hours)
            sum = *Decimal::sum(sum, entry.hours);
        ASSERT_EQ(sum, *Decimal::parse(std::to_string(hours) + "e-9"));
    }
}

} // namespace fullscope::ledger
