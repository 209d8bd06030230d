// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: MANIFEST.tsv of the samples, AWS documentation, or worked out by hand.
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
using evidence::PurchaseOption;
using testing::BillSink;
using testing::importSample;
using testing::sampleText;
using testing::text;

constexpr const char* kGpu = "aws-cur-legacy/cur_gpu_p4d_sp_ri_SYNTHETIC_nise.csv";
constexpr const char* kTax = "aws-cur-legacy/cur_legacy_usage_tax_CA.csv";

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
    EXPECT_EQ(row.row_key.size(), 16U);
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
