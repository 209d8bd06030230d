// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: MANIFEST.tsv of the samples, AWS documentation, or worked out by hand.
#include "core/import/bills/aws_usage.h"
#include "tests/core/import/bill_sink.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace fullscope::import {

namespace {

using base::Code;
using evidence::BillRow;
using evidence::ChargeCategory;
using evidence::CommitmentStatus;
using evidence::PurchaseOption;
using testing::BillSink;
using testing::importSample;
using testing::importText;
using testing::sampleText;

constexpr const char* kGpu = "aws-cur-legacy/cur_gpu_p4d_sp_ri_SYNTHETIC_nise.csv";
constexpr const char* kTax = "aws-cur-legacy/cur_legacy_usage_tax_CA.csv";

// A small report: the columns that matter, one row per entry of `values` in the order of the header.
using Fields = std::vector<std::pair<std::string, std::string>>;

std::string report(const std::vector<Fields>& rows, const std::string& separator = ",")
{
    std::vector<std::string> header {"identity/LineItemId", "identity/TimeInterval", "bill/InvoiceId",
        "bill/BillingPeriodStartDate", "bill/BillingPeriodEndDate", "lineItem/LineItemType", "lineItem/UsageStartDate",
        "lineItem/UsageEndDate", "lineItem/ProductCode", "lineItem/UsageType", "lineItem/Operation",
        "lineItem/UsageAmount", "lineItem/CurrencyCode", "lineItem/UnblendedCost", "lineItem/LineItemDescription",
        "pricing/unit", "pricing/term", "pricing/publicOnDemandCost", "product/regionCode"};
    const Fields usual {{"identity/LineItemId", "id"}, {"identity/TimeInterval", "t"}, {"bill/InvoiceId", "42"},
        {"bill/BillingPeriodStartDate", "2024-03-01T00:00:00Z"}, {"bill/BillingPeriodEndDate", "2024-04-01T00:00:00Z"},
        {"lineItem/UsageStartDate", "2024-03-01T00:00:00Z"}, {"lineItem/UsageEndDate", "2024-03-01T01:00:00Z"},
        {"lineItem/ProductCode", "AmazonEC2"}, {"lineItem/CurrencyCode", "USD"}};
    for (const Fields& row : rows)
        for (const auto& [name, value] : row)
            if (std::find(header.begin(), header.end(), name) == header.end())
                header.push_back(name);
    std::string text;
    for (const std::string& name : header)
        text += (text.empty() ? "" : separator) + name;
    for (const Fields& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < header.size(); ++i) {
            std::string value;
            for (const Fields* fields : {&usual, &row})
                for (const auto& [name, given] : *fields)
                    if (name == header[i])
                        value = given;
            line += (i == 0 ? "" : separator) + value;
        }
        text += "\n" + line;
    }
    return text + "\n";
}

Fields charge(const std::string& type, const std::string& cost, Fields more = {})
{
    more.insert(more.begin(), {{"lineItem/LineItemType", type}, {"lineItem/UnblendedCost", cost}});
    return more;
}

Fields instance(const std::string& type, const std::string& cost, Fields more = {})
{
    more.insert(more.begin(),
        {{"lineItem/UsageType", "BoxUsage:p4d.24xlarge"}, {"lineItem/UsageAmount", "1"}, {"pricing/unit", "Hrs"}});
    return charge(type, cost, std::move(more));
}

BillRow only(const std::vector<Fields>& rows)
{
    const BillSink sink = importText(aws_cur_legacy, report(rows));
    EXPECT_TRUE(sink.status.ok());
    EXPECT_EQ(sink.rows.size(), 1U);
    return sink.rows.empty() ? BillRow {} : sink.rows.front();
}

std::string text(const std::optional<base::Decimal>& value)
{
    return value ? value->toString() : "-";
}

} // namespace

TEST(CurSamples, GpuReportHasItsSumsHoursAndPurchaseOptions)
{
    const BillSink sink = importSample(aws_cur_legacy, kGpu);
    ASSERT_TRUE(sink.status.ok());
    EXPECT_EQ(sink.rows.size(), 144U);
    EXPECT_EQ(sink.skipped(), 0);
    EXPECT_EQ(sink.sum(&BillRow::billed), "874.6583999999999976");
    EXPECT_EQ(sink.sum(&BillRow::effective), "1335.9383999999999976");
    EXPECT_EQ(sink.sum(&BillRow::net), "-");
    EXPECT_EQ(sink.hoursByType(), (std::map<std::string, std::string> {{"p4d.24xlarge", "48"}, {"g5.12xlarge", "24"}}));
    std::map<PurchaseOption, int> hours;
    for (const BillRow& row : sink.rows)
        if (row.instance_hours)
            ++hours[row.purchase_option]; // each row is one hour
    EXPECT_EQ(hours,
        (std::map<PurchaseOption, int> {
            {PurchaseOption::on_demand, 24}, {PurchaseOption::savings_plan, 24}, {PurchaseOption::reserved, 24}}));
}

TEST(CurSamples, GpuReportSaysWhatItLacks)
{
    const BillSink sink = importSample(aws_cur_legacy, kGpu);
    EXPECT_EQ(sink.count(Code::effective_cost_missing), 24); // the reserved hours
    const base::Problem* missing = sink.first(Code::effective_cost_missing);
    ASSERT_NE(missing, nullptr);
    EXPECT_EQ(missing->what.field, "reservation/EffectiveCost");
    EXPECT_EQ(missing->severity, base::Severity::warning);
    EXPECT_EQ(missing->handling, base::Handling::kept);
    EXPECT_FALSE(sink.final); // no invoice id anywhere
    EXPECT_EQ(sink.count(Code::bill_not_final), 1);
    EXPECT_EQ(sink.count(Code::blended_ignored), 1);
    // "convertible" as a list price: said, and absent. "None" as a plan's cost of rows without a plan: not even looked
    // at.
    EXPECT_EQ(sink.count(Code::bad_number), 24);
    EXPECT_EQ(sink.first(Code::bad_number)->severity, base::Severity::info);
    for (const BillRow& row : sink.rows)
        EXPECT_EQ(row.effective.has_value(), row.charge_type != "DiscountedUsage");
}

TEST(CurSamples, GpuReportRowsCarryEveryField)
{
    const BillRow row = importSample(aws_cur_legacy, kGpu).rows.front();
    EXPECT_EQ(row.line, 2);
    EXPECT_EQ(row.row_key, "c87dba3bd7100c08dedd2f8c1961949d6b95912f|2024-03-01T00:00:00Z/2024-03-01T01:00:00Z");
    EXPECT_EQ(row.provider, "AWS");
    EXPECT_EQ(row.billing_account, "111122223333");
    EXPECT_EQ(base::formatIso({row.billing_period_start_us}), "2024-03-01T00:00:00Z");
    EXPECT_EQ(base::formatIso({row.billing_period_end_us}), "2024-04-01T00:00:00Z");
    EXPECT_EQ(base::formatIso({row.charge_start_us}), "2024-03-01T00:00:00Z");
    EXPECT_EQ(base::formatIso({row.charge_end_us}), "2024-03-01T01:00:00Z");
    EXPECT_EQ(row.charge_type, "Usage");
    EXPECT_EQ(row.currency, "USD");
    EXPECT_EQ(text(row.billed), "32.7726");
    EXPECT_EQ(text(row.list), "32.7726");
    EXPECT_EQ(row.service, "AmazonEC2");
    EXPECT_EQ(row.instance_type, "p4d.24xlarge");
    EXPECT_EQ(row.region, "us-east-1");
    EXPECT_EQ(row.resource_id, "i-0a1b2c3d4e5f60001");
    EXPECT_EQ(row.tags, (std::vector<std::pair<std::string, std::string>> {{"run", "llm-pretrain-01"}}));
}

TEST(CurSamples, TaxReportHasItsSums)
{
    const BillSink sink = importSample(aws_cur_legacy, kTax);
    ASSERT_TRUE(sink.status.ok());
    EXPECT_EQ(sink.rows.size(), 351U);
    EXPECT_EQ(sink.sum(&BillRow::billed), "0.3117435185");
    EXPECT_EQ(sink.sum(&BillRow::effective), "0.3117435185");
    EXPECT_TRUE(sink.hoursByType().empty());
    EXPECT_EQ(std::count_if(sink.rows.begin(), sink.rows.end(),
                  [](const BillRow& row) { return row.charge_category == ChargeCategory::tax; }),
        12);
    EXPECT_EQ(base::formatMonth({sink.rows.front().billing_period_start_us}), "2023-11");
}

TEST(CurSamples, TheCompressedPartIsTheBeginningOfTheSameReport)
{
    auto source = TextSource::open(testing::samplePath("aws-cur-legacy/cur_legacy_usage_tax_CA.csv.gz"));
    ASSERT_TRUE(source.ok());
    BillSink sink;
    ASSERT_TRUE(aws_cur_legacy.parse(**source, sink, base::JobContext {}).ok());
    EXPECT_EQ(sink.rows.size(), 119U);
    EXPECT_EQ(sink.sum(&BillRow::billed), "0.310555735");
    const BillSink whole = importSample(aws_cur_legacy, kTax);
    std::set<std::string> keys;
    for (const BillRow& row : whole.rows)
        keys.insert(row.row_key);
    for (const BillRow& row : sink.rows)
        EXPECT_TRUE(keys.contains(row.row_key));
}

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
    const BillRow row = only({charge("RIFee", "74.4",
        {{"reservation/UnusedAmortizedUpfrontFeeForBillingPeriod", "1.25"},
            {"reservation/UnusedRecurringFee", "10.5"}})});
    EXPECT_EQ(text(row.billed), "74.4");
    EXPECT_EQ(text(row.effective), "11.75");
    EXPECT_EQ(row.charge_category, ChargeCategory::purchase);
    EXPECT_EQ(row.commitment_status, CommitmentStatus::unused);
    EXPECT_FALSE(row.instance_hours);
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
    EXPECT_EQ(text(only({charge("RIFee", "5",
                            {{"reservation/UnusedAmortizedUpfrontFeeForBillingPeriod", ""},
                                {"reservation/UnusedRecurringFee", "2"}})})
                       .effective),
        "2");
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

    const BillRow fee = only({charge("SavingsPlanRecurringFee", "20",
        {{"savingsPlan/TotalCommitmentToDate", "20"}, {"savingsPlan/UsedCommitment", "19.22"}})});
    EXPECT_EQ(text(fee.billed), "20");
    EXPECT_EQ(text(fee.effective), "0.78");
    EXPECT_EQ(fee.commitment_status, CommitmentStatus::unused);

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

TEST(CurUgly, MissingNeededColumnEndsTheImportAndNamesIt)
{
    for (const std::string name : {"lineItem/UnblendedCost", "lineItem/LineItemType", "lineItem/UsageStartDate"}) {
        std::string text = sampleText(kGpu);
        text.replace(text.find(name), name.size(), "x");
        const BillSink sink = importText(aws_cur_legacy, text);
        ASSERT_FALSE(sink.status.ok());
        EXPECT_EQ(sink.status.error().code, Code::column_missing);
        EXPECT_EQ(sink.status.error().field, name);
        EXPECT_TRUE(sink.rows.empty());
    }
}

TEST(CurUgly, TextInTheCostSkipsTheRowWithItsLine)
{
    const BillSink sink = importText(aws_cur_legacy,
        report({charge("Usage", "1"), charge("Usage", "free"), charge("Usage", "2"), charge("Usage", "")}));
    EXPECT_EQ(sink.rows.size(), 2U);
    const base::Problem* bad = sink.first(Code::bad_number);
    ASSERT_NE(bad, nullptr);
    EXPECT_EQ(bad->severity, base::Severity::error);
    EXPECT_EQ(bad->handling, base::Handling::row_skipped);
    EXPECT_EQ(bad->what.line, 3);
    EXPECT_EQ(bad->what.field, "lineItem/UnblendedCost");
    EXPECT_EQ(bad->what.found, "free");
    EXPECT_EQ(bad->what.expected, "decimal number");
    EXPECT_EQ(bad->what.file, "memory.csv");
    EXPECT_EQ(sink.first(Code::field_missing)->what.line, 5);
}

TEST(CurUgly, BadTimesSkipTheRow)
{
    const BillSink sink = importText(aws_cur_legacy,
        report({charge("Usage", "1", {{"lineItem/UsageStartDate", "2024-03-01T30:00:00Z"}}),
            charge("Usage", "1", {{"lineItem/UsageStartDate", ""}}), charge("Usage", "2")}));
    EXPECT_EQ(sink.sum(&BillRow::billed), "2");
    EXPECT_EQ(sink.skipped(), 2);
    EXPECT_EQ(sink.first(Code::bad_time)->what.found, "2024-03-01T30:00:00Z");
}

TEST(CurUgly, ShortRowsAreKeptWhenTheyReachTheNeededColumns)
{
    std::string text = report({charge("Usage", "1"), charge("Usage", "2"), charge("Usage", "4")});
    const auto cutFieldsOfLine2 = [&text](int fields) {
        std::string copy = text;
        std::size_t end = copy.find('\n', copy.find('\n') + 1);
        for (int i = 0; i < fields; ++i)
            copy.erase(copy.rfind(',', end - 1), end - copy.rfind(',', end - 1)),
                end = copy.find('\n', copy.find('\n') + 1);
        return copy;
    };
    const BillSink kept = importText(aws_cur_legacy, cutFieldsOfLine2(3));
    EXPECT_EQ(kept.sum(&BillRow::billed), "7");
    EXPECT_EQ(kept.first(Code::row_short)->handling, base::Handling::kept);
    const BillSink skipped = importText(aws_cur_legacy, cutFieldsOfLine2(6)); // up to the cost
    EXPECT_EQ(skipped.sum(&BillRow::billed), "6");
    EXPECT_EQ(skipped.first(Code::row_short)->handling, base::Handling::row_skipped);
    EXPECT_EQ(skipped.first(Code::row_short)->what.line, 2);
    EXPECT_EQ(skipped.first(Code::row_short)->what.found, "13");
    EXPECT_EQ(skipped.first(Code::row_short)->what.expected, "19");
}

TEST(CurUgly, ValuesBeyondTheLastColumnSkipTheRow)
{
    std::string text = report({charge("Usage", "1"), charge("Usage", "2")});
    std::string trailing = text, shifted = text;
    trailing.insert(trailing.find('\n', trailing.find('\n') + 1), ",");
    shifted.insert(shifted.find('\n', shifted.find('\n') + 1), ",5");
    EXPECT_EQ(importText(aws_cur_legacy, trailing).sum(&BillRow::billed), "3");
    const BillSink sink = importText(aws_cur_legacy, shifted);
    EXPECT_EQ(sink.sum(&BillRow::billed), "2");
    EXPECT_EQ(sink.first(Code::row_long)->handling, base::Handling::row_skipped);
}

TEST(CurUgly, AnyCutKeepsExactlyTheWholeRecords)
{
    const std::string text = sampleText(kGpu);
    const BillSink whole = importText(aws_cur_legacy, text);
    for (std::size_t i = 1; i < 50; ++i) {
        const std::string part = text.substr(0, text.size() * i / 50);
        const auto lines = static_cast<std::size_t>(std::count(part.begin(), part.end(), '\n'));
        const BillSink sink = importText(aws_cur_legacy, part);
        if (lines == 0)
            continue; // within the header: a needed column may be missing
        ASSERT_TRUE(sink.status.ok());
        // No field of this sample holds a line end, so that its complete records are its complete lines.
        ASSERT_EQ(sink.rows.size(), lines - 1) << i;
        ASSERT_EQ(sink.count(Code::record_truncated) + sink.count(Code::quote_unclosed), part.back() == '\n' ? 0 : 1)
            << i;
        for (std::size_t r = 0; r < sink.rows.size(); ++r)
            ASSERT_EQ(sink.rows[r].billed, whole.rows[r].billed);
    }
}

TEST(CurUgly, OtherLineEndsAndSeparatorsChangeNothing)
{
    const std::vector<Fields> rows {charge("Usage", "1.5"), instance("Usage", "2")};
    const std::string plain = report(rows);
    std::string crlf;
    for (const char c : plain)
        crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
    for (const std::string& text : {crlf, report(rows, ";"), report(rows, "\t"), "\n\n" + plain, plain + "\n \n"})
        EXPECT_EQ(importText(aws_cur_legacy, text).sum(&BillRow::billed), "3.5");
}

TEST(CurUgly, DecimalCommasAreReadAsSuchBetweenSemicolons)
{
    EXPECT_EQ(
        importText(aws_cur_legacy, report({charge("Usage", "1,5"), charge("Usage", "2,25"), charge("Usage", "1")}, ";"))
            .sum(&BillRow::billed),
        "4.75");
    // Both marks in one file: one of them is a guess.
    const BillSink mixed = importText(aws_cur_legacy, report({charge("Usage", "1,5"), charge("Usage", "2.250")}, ";"));
    EXPECT_EQ(mixed.sum(&BillRow::billed), "1.5");
    EXPECT_EQ(mixed.skipped(), 1);
}

TEST(CurUgly, QuotedLineEndsKeepLineNumbersRight)
{
    const BillSink sink = importText(aws_cur_legacy,
        report({charge("Usage", "1", {{"resourceTags/user:note", "\"two\nlines, \"\"quoted\"\"\""}}),
            charge("Usage", "x")}));
    ASSERT_EQ(sink.rows.size(), 1U);
    EXPECT_EQ(sink.rows[0].tags.at(0), (std::pair<std::string, std::string> {"note", "two\nlines, \"quoted\""}));
    EXPECT_EQ(sink.first(Code::bad_number)->what.line, 4);
}

TEST(CurUgly, WideHeadersRepeatedHeadersAndDuplicateNames)
{
    Fields wide = charge("Usage", "1");
    for (int i = 0; i < 300; ++i)
        wide.emplace_back("product/attribute" + std::to_string(i), "v");
    EXPECT_EQ(importText(aws_cur_legacy, report({wide})).sum(&BillRow::billed), "1");

    const std::string once = report({charge("Usage", "1")});
    const BillSink twice = importText(aws_cur_legacy, once + once); // parts put together
    EXPECT_EQ(twice.sum(&BillRow::billed), "2");
    EXPECT_EQ(twice.skipped(), 0);

    std::string duplicate = report({charge("Usage", "1", {{"pricing/x", "9"}})});
    duplicate.replace(duplicate.find("pricing/x"), 9, "lineItem/UnblendedCost");
    const BillSink sink = importText(aws_cur_legacy, duplicate);
    EXPECT_EQ(sink.sum(&BillRow::billed), "1"); // the first one counts
    EXPECT_EQ(sink.first(Code::name_duplicate)->what.field, "lineItem/UnblendedCost");
}

TEST(CurUgly, HeaderAloneIsAnEmptyBill)
{
    const BillSink sink = importText(aws_cur_legacy, report({}));
    EXPECT_TRUE(sink.status.ok());
    EXPECT_TRUE(sink.rows.empty());
    EXPECT_EQ(importText(aws_cur_legacy, "").status.error().code, Code::file_empty);
}

TEST(CurUgly, CancelEndsTheImport)
{
    testing::MemorySource source(sampleText(kGpu));
    BillSink sink;
    std::stop_source stop;
    stop.request_stop();
    const base::Status status = aws_cur_legacy.parse(source, sink, base::JobContext(stop.get_token(), {}));
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, Code::cancelled);
    EXPECT_TRUE(sink.rows.empty());
}

TEST(CurSniff, KnowsItsHeaderAndNotOracles)
{
    const auto sniff = [](std::string_view head) {
        return aws_cur_legacy.sniff({.file_name = {}, .head = head, .middle = {}, .tail = {}});
    };
    EXPECT_GE(sniff(sampleText(kGpu)), 90);
    EXPECT_GE(sniff(sampleText(kTax)), 90);
    EXPECT_GE(sniff("\n\"LINEITEM/LINEITEMTYPE\";x\n"), 90);
    EXPECT_EQ(sniff("lineItem/referenceNo,lineItem/tenantId,cost/myCost\n"), 0);
    EXPECT_EQ(sniff("a,b\nlineItem/LineItemType,lineItem/UnblendedCost\n"), 0);
    EXPECT_EQ(sniff(""), 0);
}

} // namespace fullscope::import
