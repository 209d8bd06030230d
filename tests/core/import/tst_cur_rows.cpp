// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: MANIFEST.tsv of the samples, AWS documentation, or worked out by hand.
#include "tests/core/import/bill_sink.h"
#include "tests/core/import/cur_report.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace fullscope::import {

namespace {

using base::Code;
using evidence::BillRow;
using evidence::ChargeCategory;
using evidence::CommitmentStatus;
using evidence::PurchaseOption;
using testing::BillSink;
using testing::charge;
using testing::Fields;
using testing::importText;
using testing::instance;
using testing::report;
using testing::text;

BillRow only(const std::vector<Fields>& rows)
{
    const BillSink sink = importText(aws_cur_legacy, report(rows));
    EXPECT_TRUE(sink.status.ok());
    EXPECT_EQ(sink.rows.size(), 1U);
    return sink.rows.empty() ? BillRow {} : sink.rows.front();
}

// One line that says what was paid and what of it was not used: two rows, of which each says one of the two.
void expectFeeAndUnused(const BillSink& sink, const std::string& billed, const std::string& unused)
{
    ASSERT_EQ(sink.rows.size(), 2U);
    const BillRow& fee = sink.rows[0];
    EXPECT_EQ(text(fee.billed), billed);
    EXPECT_EQ(text(fee.effective), "0");
    EXPECT_EQ(fee.charge_category, ChargeCategory::purchase);
    EXPECT_EQ(fee.commitment_status, CommitmentStatus::none);
    const BillRow& rest = sink.rows[1];
    EXPECT_EQ(text(rest.billed), "0");
    EXPECT_EQ(text(rest.effective), unused);
    EXPECT_EQ(rest.charge_category, ChargeCategory::usage);
    EXPECT_EQ(rest.commitment_status, CommitmentStatus::unused);
    EXPECT_EQ(rest.line, fee.line);
    EXPECT_EQ(rest.commitment_id, fee.commitment_id);
    EXPECT_NE(rest.row_key, fee.row_key);
    for (const BillRow& row : sink.rows)
        EXPECT_FALSE(row.instance_hours);
    EXPECT_EQ(fee.net.has_value(), rest.net.has_value()) << "of a cost that the line has both rows have one";
    EXPECT_EQ(fee.list.has_value(), rest.list.has_value());
}

} // namespace

TEST(CurAmortised, ReservedUsageCostsItsEffectiveCost)
{
    // c5.large, 24 hours of 2021-08-31 (public row of a reserved instance)
    const BillRow row = only({charge("DiscountedUsage", "0",
        {{"lineItem/UsageType", "BoxUsage:c5.large"}, {"lineItem/UsageAmount", "24"}, {"pricing/unit", "Hrs"},
            {"pricing/publicOnDemandCost", "2.328"}, {"reservation/EffectiveCost", "1.36986312"},
            {"reservation/ReservationARN", "arn:ri"}})});
    EXPECT_EQ(text(row.billed), "0");
    EXPECT_EQ(text(row.effective), "1.36986312");
    EXPECT_EQ(text(row.instance_hours), "24");
    EXPECT_EQ(row.purchase_option, PurchaseOption::reserved);
    EXPECT_EQ(row.commitment_status, CommitmentStatus::used);
    EXPECT_EQ(row.commitment_id, "arn:ri");
}

TEST(CurAmortised, ReservationFeeCostsItsUnusedPart)
{
    expectFeeAndUnused(importText(aws_cur_legacy,
                           report({charge("RIFee", "74.4",
                               {{"reservation/UnusedAmortizedUpfrontFeeForBillingPeriod", "1.25"},
                                   {"reservation/UnusedRecurringFee", "10.5"}, {"lineItem/NetUnblendedCost", "70"},
                                   {"reservation/ReservationARN", "arn:ri"}})})),
        "74.4", "11.75");
}

// A cent of the month's commitment was not used: one cent, and not the fee.
TEST(CurAmortised, OneUnusedCentIsOneCent)
{
    expectFeeAndUnused(
        importText(aws_cur_legacy,
            report({charge("SavingsPlanRecurringFee", "7440",
                {{"savingsPlan/TotalCommitmentToDate", "7440"}, {"savingsPlan/UsedCommitment", "7439.99"}})})),
        "7440", "0.01");
}

TEST(CurAmortised, FullyUsedReservationFeeIsNoUnusedCommitment)
{
    const BillRow row = only({charge("RIFee", "74.4",
        {{"reservation/UnusedAmortizedUpfrontFeeForBillingPeriod", "0"}, {"reservation/UnusedRecurringFee", "0.0"}})});
    EXPECT_EQ(text(row.effective), "0");
    EXPECT_EQ(row.commitment_status, CommitmentStatus::none);
}

TEST(CurAmortised, ReservationFeeWithOneKindOfFeeOnly)
{
    expectFeeAndUnused(importText(aws_cur_legacy,
                           report({charge("RIFee", "5",
                               {{"reservation/UnusedAmortizedUpfrontFeeForBillingPeriod", ""},
                                   {"reservation/UnusedRecurringFee", "2"}})})),
        "5", "2");
    EXPECT_EQ(text(only({charge("RIFee", "5")}).effective), "-"); // no such columns at all
}

TEST(CurAmortised, SavingsPlanRowsFollowTheirRules)
{
    const Fields plan {{"savingsPlan/SavingsPlanEffectiveCost", "19.22"}, {"savingsPlan/SavingsPlanARN", "arn:sp"}};
    const BillRow covered = only({instance("SavingsPlanCoveredUsage", "32.7726", plan)});
    EXPECT_EQ(text(covered.billed), "32.7726");
    EXPECT_EQ(text(covered.effective), "19.22");
    EXPECT_EQ(covered.purchase_option, PurchaseOption::savings_plan);
    EXPECT_EQ(text(covered.instance_hours), "1");

    const BillRow negation = only({instance("SavingsPlanNegation", "-32.7726")});
    EXPECT_EQ(text(negation.effective), "0");
    EXPECT_FALSE(negation.instance_hours);
    EXPECT_EQ(negation.instance_type, "p4d.24xlarge"); // falls into the category of what it takes back

    expectFeeAndUnused(
        importText(aws_cur_legacy,
            report({charge("SavingsPlanRecurringFee", "20",
                {{"savingsPlan/TotalCommitmentToDate", "20"}, {"savingsPlan/UsedCommitment", "19.22"}})})),
        "20", "0.78");

    EXPECT_EQ(text(only({charge("SavingsPlanUpfrontFee", "9000")}).effective), "0");
}

TEST(CurAmortised, TextInANeededCostIsMissingAndSaidSo)
{
    const BillSink sink = importText(aws_cur_legacy,
        report({instance("SavingsPlanCoveredUsage", "32.7726", {{"savingsPlan/SavingsPlanEffectiveCost", "None"}})}));
    ASSERT_EQ(sink.rows.size(), 1U);
    EXPECT_FALSE(sink.rows[0].effective);
    ASSERT_EQ(sink.count(Code::effective_cost_missing), 1);
    EXPECT_EQ(sink.first(Code::effective_cost_missing)->what.found, "None");
    EXPECT_EQ(sink.first(Code::effective_cost_missing)->what.line, 2);
}

TEST(CurAmortised, FeesRefundsCreditsAndDiscounts)
{
    EXPECT_EQ(text(only({charge("Fee", "5000", {{"reservation/ReservationARN", "arn:ri"}})}).effective), "0");
    EXPECT_EQ(text(only({charge("Fee", "100")}).effective), "100");
    EXPECT_EQ(text(only({charge("Refund", "-7",
                            {{"lineItem/LineItemDescription", "Refund of one-time fee for Savings Plan x"}})})
                       .effective),
        "0");
    EXPECT_EQ(text(only({charge("Refund", "-7")}).effective), "-7");
    for (const auto& [type, category] :
        std::map<std::string, ChargeCategory> {{"Credit", ChargeCategory::credit}, {"Tax", ChargeCategory::tax},
            {"EdpDiscount", ChargeCategory::discount}, {"PrivateRateDiscount", ChargeCategory::discount},
            {"BundledDiscount", ChargeCategory::discount}, {"RiVolumeDiscount", ChargeCategory::discount}}) {
        const BillRow row = only({instance(type, "-3.5")});
        EXPECT_EQ(row.charge_category, category) << type;
        EXPECT_EQ(text(row.effective), "-3.5") << type;
        EXPECT_FALSE(row.instance_hours) << type;
        EXPECT_EQ(row.instance_type, "") << type;
    }
}

TEST(CurAmortised, CapacityBlockFeeIsItsOwnPurchaseOptionWithoutHours)
{
    const BillRow row = only({charge("Fee", "7551.36",
        {{"lineItem/UsageType", "USE2-CapacityBlockFee:p5.48xlarge"}, {"lineItem/UsageAmount", "192"},
            {"pricing/unit", "Hrs"}})});
    EXPECT_EQ(row.purchase_option, PurchaseOption::capacity_block);
    EXPECT_EQ(row.instance_type, "p5.48xlarge");
    EXPECT_EQ(row.region, "us-east-2");
    EXPECT_FALSE(row.instance_hours);
    EXPECT_EQ(text(row.effective), "7551.36");
}

TEST(CurAmortised, UnknownLineItemTypeIsKeptAndSaid)
{
    const BillSink sink = importText(aws_cur_legacy, report({charge("BrandNewThing", "4")}));
    ASSERT_EQ(sink.rows.size(), 1U);
    EXPECT_EQ(text(sink.rows[0].billed), "4");
    EXPECT_FALSE(sink.rows[0].effective);
    EXPECT_FALSE(sink.rows[0].charge_known);
    EXPECT_EQ(sink.first(Code::charge_unclassified)->what.found, "BrandNewThing");
}

TEST(CurNet, IsReadWhereTheReportHasIt)
{
    const BillSink sink = importText(
        aws_cur_legacy, report({charge("Usage", "10", {{"lineItem/NetUnblendedCost", "9"}}), charge("Usage", "5")}));
    EXPECT_EQ(sink.sum(&BillRow::net), "9");
    EXPECT_EQ(sink.count(Code::field_missing), 1); // one of two rows has none: the net sum is too small
}

TEST(CurKeys, SayWhatTheLineSaysAndNotWhichDeliveryItIsOf)
{
    const auto key = [](Fields more) { return only({instance("Usage", "32.77", std::move(more))}).row_key; };
    const std::string plain = key({});
    for (const auto& [name, value] :
        Fields {{"identity/LineItemId", "other"}, {"identity/TimeInterval", "other"}, {"bill/InvoiceId", ""},
            {"resourceTags/user:team", "x"}, {"product/location", "x"}, {"lineItem/BlendedCost", "1"}})
        EXPECT_EQ(key({{name, value}}), plain) << name;
    for (const auto& [name, value] :
        Fields {{"lineItem/UsageStartDate", "2024-03-02T00:00:00Z"}, {"lineItem/UnblendedCost", "32.78"},
            {"lineItem/ResourceId", "i-1"}, {"lineItem/UsageAmount", "2"}, {"bill/PayerAccountId", "1"}})
        EXPECT_NE(key({{name, value}}), plain) << name;
}

TEST(CurHours, ComeFromInstanceUsageTypesOnly)
{
    struct Case {
        std::string usage, product, hours, type, region;
    };
    for (const Case& c : std::vector<Case> {
             {"BoxUsage:p5.48xlarge", "AmazonEC2", "2.5", "p5.48xlarge", "us-east-1"},
             {"USW2-BoxUsage:p5.48xlarge", "AmazonEC2", "2.5", "p5.48xlarge", "us-west-2"},
             {"EU-SpotUsage:g5.xlarge", "AmazonEC2", "2.5", "g5.xlarge", "eu-west-1"},
             {"APS3-DedicatedUsage:c5.large", "AmazonEC2", "2.5", "c5.large", "ap-south-1"},
             {"APS1-HostBoxUsage:c5.large", "AmazonEC2", "2.5", "c5.large", "ap-southeast-1"},
             {"USE2-UnusedBox:p5.48xlarge", "AmazonEC2", "2.5", "p5.48xlarge", "us-east-2"},
             {"USE2-BoxUsage:p6-b200.48xlarge", "AmazonEC2", "2.5", "p6-b200.48xlarge", "us-east-2"},
             {"BoxUsage", "AmazonEC2", "2.5", "m1.small", "us-east-1"},
             {"USE1-Train:ml.p4d.24xlarge", "AmazonSageMaker", "2.5", "ml.p4d.24xlarge", "us-east-1"},
             {"NatGateway-Hours", "AmazonEC2", "-", "", ""},
             {"EBS:VolumeUsage.gp3", "AmazonEC2", "-", "", ""},
             {"HeavyUsage:c3.8xlarge", "AmazonEC2", "-", "", ""},
             {"BoxUsage:m5.xlarge", "ElasticMapReduce", "-", "", ""}, // the surcharge on an instance
             {"SoftwareUsage:p5.48xlarge", "abc123marketplace", "-", "", ""},
             {"XYZ9-BoxUsage:c5.large", "AmazonEC2", "2.5", "c5.large", ""},
         }) {
        const BillRow row = only({charge("Usage", "1",
            {{"lineItem/UsageType", c.usage}, {"lineItem/ProductCode", c.product}, {"lineItem/UsageAmount", "2.5"},
                {"pricing/unit", "Hrs"}})});
        EXPECT_EQ(text(row.instance_hours), c.hours) << c.usage;
        EXPECT_EQ(row.instance_type, c.type) << c.usage;
        EXPECT_EQ(row.region, c.region) << c.usage;
    }
}

TEST(CurHours, RegionCodeServesWhereThePrefixIsUnknown)
{
    EXPECT_EQ(only({instance("Usage", "1",
                       {{"lineItem/UsageType", "XYZ9-BoxUsage:c5.large"}, {"product/regionCode", "xx-new-9"}})})
                  .region,
        "xx-new-9");
    EXPECT_EQ(only({charge("Usage", "1", {{"lineItem/UsageType", "CAN1-USE1-AWS-In-Bytes"}})}).region, "ca-central-1");
}

TEST(CurHours, NeedTheUnitHours)
{
    const BillSink sink
        = importText(aws_cur_legacy, report({instance("Usage", "1", {{"pricing/unit", "vCPU-Hours"}})}));
    EXPECT_FALSE(sink.rows.at(0).instance_hours);
    EXPECT_EQ(sink.first(Code::bad_unit)->what.found, "vCPU-Hours");
}

TEST(CurHours, SpotIsToldByTermOrUsageType)
{
    EXPECT_EQ(only({instance("Usage", "1", {{"pricing/term", "Spot"}})}).purchase_option, PurchaseOption::spot);
    EXPECT_EQ(only({instance("Usage", "1", {{"lineItem/UsageType", "SpotUsage:p5.48xlarge"}})}).purchase_option,
        PurchaseOption::spot);
    EXPECT_EQ(only({instance("Usage", "1")}).purchase_option, PurchaseOption::on_demand);
    EXPECT_EQ(only({charge("Usage", "1", {{"lineItem/UsageType", "EBS:VolumeUsage"}})}).purchase_option,
        PurchaseOption::none);
}

TEST(CurHours, SplitCostRowsRepeatAnInstance)
{
    const BillSink sink = importText(aws_cur_legacy,
        report({instance("Usage", "32.77", {{"lineItem/Operation", "RunInstances"}}),
            instance("Usage", "0", {{"lineItem/Operation", "EKSPod-EC2"}}),
            instance("Usage", "12.5", {{"lineItem/Operation", "ECSTask-EC2"}})}));
    EXPECT_EQ(sink.sum(&BillRow::billed), "32.77");
    EXPECT_EQ(sink.hoursByType(), (std::map<std::string, std::string> {{"p4d.24xlarge", "1"}}));
    EXPECT_EQ(sink.skipped(), 1); // the one that would have counted money twice
}

} // namespace fullscope::import
