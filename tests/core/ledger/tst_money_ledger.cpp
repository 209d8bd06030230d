// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/import/cur_report.h"
#include "tests/core/ledger/money_rows.h"

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
using namespace testing;

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
    EXPECT_EQ(classify(row, true), MoneyCategory::fee) << "what is paid, whether it was used or not";
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

// A month of a savings plan: 7,440 paid, 7,439.99 of it used on covered usage of 10,000 on demand, a cent not used.
TEST(MoneyLedger, FeeOfACommitmentAndItsUnusedCentAreInTheirOwnCategories)
{
    using import::testing::report;
    const auto line = [](const std::string& type, const std::string& cost, import::testing::Fields more) {
        return import::testing::charge(type, cost, std::move(more));
    };
    const auto sink = import::testing::importText(import::aws_cur_legacy,
        report({line("SavingsPlanRecurringFee", "7440",
                    {{"savingsPlan/TotalCommitmentToDate", "7440"}, {"savingsPlan/UsedCommitment", "7439.99"}}),
            line("SavingsPlanCoveredUsage", "10000",
                {{"lineItem/UsageType", "BoxUsage:p4d.24xlarge"}, {"lineItem/UsageAmount", "24"},
                    {"pricing/unit", "Hrs"}, {"savingsPlan/SavingsPlanEffectiveCost", "7439.99"}}),
            line("SavingsPlanNegation", "-10000", {{"lineItem/UsageType", "BoxUsage:p4d.24xlarge"}})}));
    const MoneyLedger ledger = ledgerOf(sink.rows);
    ASSERT_TRUE(checkConserved(ledger).ok());
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::fee).billed), "7440");
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::fee).effective), "0");
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::unused_commitment).billed), "0");
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::unused_commitment).effective), "0.01");
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::compute_committed).billed), "0");
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::compute_committed).effective), "7439.99");
    EXPECT_EQ(text(ledger.totals.at("USD").billed), "7440");
    EXPECT_EQ(text(ledger.totals.at("USD").effective), "7440");
}

// 240 hours in a block of 18,000 paid apart, 100 reserved and not used for 9,832, 10 on demand for 983.2.
TEST(MoneyLedger, HoursOfACapacityBlockHaveNoPriceAndUnusedCapacityStandsApart)
{
    BillRow unused = instance(PurchaseOption::on_demand, "100", "9832");
    unused.commitment_status = CommitmentStatus::unused;
    BillRow fee = charge("18000", "18000");
    fee.charge_category = ChargeCategory::purchase;
    fee.purchase_option = PurchaseOption::capacity_block;
    fee.instance_type = "p5.48xlarge";
    const MoneyLedger ledger = ledgerOf({fee, instance(PurchaseOption::capacity_block, "240", "0"), unused,
        instance(PurchaseOption::on_demand, "10", "983.2")});
    ASSERT_TRUE(checkConserved(ledger).ok());
    ASSERT_EQ(ledger.instance_hours.size(), 3U);
    const InstanceHours& used = ledger.instance_hours[0];
    EXPECT_FALSE(used.unused);
    EXPECT_EQ(used.hours.toString(), "10");
    EXPECT_DOUBLE_EQ(used.effective_price_per_h.value(), 98.32);
    const InstanceHours& idle = ledger.instance_hours[1];
    EXPECT_TRUE(idle.unused);
    EXPECT_EQ(idle.hours.toString(), "100");
    EXPECT_EQ(text(idle.effective), "9832");
    const InstanceHours& block = ledger.instance_hours[2];
    EXPECT_EQ(block.hours.toString(), "240");
    EXPECT_FALSE(block.effective);
    EXPECT_FALSE(block.effective_price_per_h);
    EXPECT_TRUE(block.feeNotSpread());
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::compute_capacity_block).effective), "18000");
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::unused_commitment).effective), "9832");
    EXPECT_EQ(text(sumOf(ledger, MoneyCategory::compute_on_demand).effective), "983.2");
}

TEST(MoneyLedger, SumsSayHowManyRowsHaveNoPartInThem)
{
    BillRow bare = charge("3", "1");
    bare.effective.reset();
    BillRow listed = charge("1", "1");
    listed.list = decimal("2");
    const MoneyLedger ledger = ledgerOf({bare, bare, listed});
    ASSERT_TRUE(checkConserved(ledger).ok());
    const auto& totals = ledger.totals.at("USD");
    EXPECT_EQ(text(totals.billed), "7");
    EXPECT_EQ(text(totals.effective), "1");
    EXPECT_EQ(
        totals.without, (evidence::RowsWithout {.billed = 0, .effective = 2, .net = 3, .list = 2, .contracted = 3}));
    const CategorySum& sum = sumOf(ledger, MoneyCategory::unattributed);
    EXPECT_EQ(sum.without.effective, 2);
    EXPECT_EQ(sum.without.list, 2);
    MoneyLedger wrong = ledger;
    ++wrong.totals["USD"].without.effective;
    EXPECT_FALSE(checkConserved(wrong).ok());
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
