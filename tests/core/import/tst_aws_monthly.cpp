// SPDX-License-Identifier: GPL-3.0-or-later
// The older reports of AWS. Expected values are worked out by hand from the samples.
#include "tests/core/import/bill_sink.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace fullscope::import {

namespace {

using base::Code;
using evidence::BillRow;
using evidence::ChargeCategory;
using evidence::PurchaseOption;
using testing::BillSink;
using testing::importSample;
using testing::importText;
using testing::sampleText;
using testing::text;

constexpr const char* kAllocation = "aws-monthly/cost_allocation.csv";
constexpr const char* kDetailed = "aws-monthly/detailed_billing.csv";

std::string without(std::string text, const std::string& record)
{
    for (std::size_t at = text.find("\"" + record + "\""); at != std::string::npos;
         at = text.find("\"" + record + "\"")) {
        const std::size_t begin = text.rfind('\n', at) + 1;
        text.erase(begin, text.find('\n', at) + 1 - begin);
    }
    return text;
}

} // namespace

// 55 + 3.000001 + 100 of the payer; the linked account's 55 + 3.000001 are the same charges.
TEST(AwsMonthly, TotalsAndSecondViewsAreNotCounted)
{
    const BillSink sink = importSample(aws_monthly, kAllocation);
    ASSERT_TRUE(sink.status.ok());
    EXPECT_EQ(sink.sum(&BillRow::billed), "158.000001");
    EXPECT_EQ(sink.sum(&BillRow::effective), "158.000001");
    EXPECT_EQ(sink.hoursByType(), (std::map<std::string, std::string> {{"g2.8xlarge", "20.5"}}));
    EXPECT_TRUE(sink.final);
    EXPECT_EQ(sink.count(Code::total_disagrees), 0);
    EXPECT_EQ(sink.first(Code::bad_value)->what.found, "LinkedLineItem: 4");
    ASSERT_EQ(sink.rows.size(), 5U); // charge, credit and tax of the first line
    EXPECT_EQ(text(sink.rows[0].billed), "53.3");
    EXPECT_EQ(text(sink.rows[1].billed), "-3.3");
    EXPECT_EQ(sink.rows[1].charge_category, ChargeCategory::credit);
    EXPECT_EQ(text(sink.rows[2].billed), "5");
    EXPECT_EQ(sink.rows[2].charge_category, ChargeCategory::tax);
    EXPECT_EQ(sink.rows[0].line, 3); // behind the note and the header
    EXPECT_EQ(sink.rows[2].line, 3);
    EXPECT_EQ(sink.rows[0].region, "us-west-2");
    EXPECT_EQ(sink.rows[0].purchase_option, PurchaseOption::on_demand);
    EXPECT_EQ(base::formatIso({sink.rows[0].billing_period_end_us}), "2015-10-01T00:00:00Z"); // exclusive
    EXPECT_EQ(sink.rows[0].tags, (std::vector<std::pair<std::string, std::string>> {{"run", "llm"}}));
}

TEST(AwsMonthly, ViewsThatAddUpToTheTotalBothCount)
{
    std::string text = sampleText(kAllocation);
    for (const std::string total : {"158.000001"})
        for (std::size_t at = text.find(total); at != std::string::npos; at = text.find(total))
            text.replace(at, total.size(), "216.000002");
    const BillSink sink = importText(aws_monthly, text);
    EXPECT_EQ(sink.sum(&BillRow::billed), "216.000002");
    EXPECT_EQ(sink.count(Code::total_disagrees), 0);
    EXPECT_EQ(sink.count(Code::bad_value), 0);
    // One of them alone is the whole bill.
    EXPECT_EQ(importText(aws_monthly, without(sampleText(kAllocation), "LinkedLineItem")).sum(&BillRow::billed),
        "158.000001");
}

TEST(AwsMonthly, ATotalThatTheLinesDoNotMakeIsSaid)
{
    std::string text = without(sampleText(kAllocation), "LinkedLineItem");
    text.erase(text.find("\"42\",\"111122223333\",\"\",\"PayerLineItem\",\"3\""),
        text.find("\"42\",\"111122223333\",\"444455556666\",\"AccountTotal\"")
            - text.find("\"42\",\"111122223333\",\"\",\"PayerLineItem\",\"3\""));
    const BillSink sink = importText(aws_monthly, text);
    EXPECT_EQ(sink.sum(&BillRow::billed), "58.000001");
    EXPECT_EQ(sink.first(Code::total_disagrees)->what.found, "158.000001 USD");
}

// 0.65 + 0 + 0.2 + 252 - 0.0012
TEST(AwsMonthly, DetailedBillingReportCountsLinesAndRounding)
{
    const BillSink sink = importSample(aws_monthly, kDetailed);
    ASSERT_TRUE(sink.status.ok());
    EXPECT_EQ(sink.sum(&BillRow::billed), "252.8488");
    EXPECT_EQ(sink.sum(&BillRow::effective), "0.8488"); // what the reservation costs an hour is not told
    EXPECT_EQ(sink.count(Code::effective_cost_missing), 2);
    EXPECT_EQ(sink.count(Code::total_disagrees), 0);
    EXPECT_EQ(sink.count(Code::column_missing), 1); // no currency
    EXPECT_FALSE(sink.final);
    ASSERT_EQ(sink.rows.size(), 5U);
    EXPECT_EQ(sink.hoursByType(), (std::map<std::string, std::string> {{"g2.2xlarge", "4"}})); // not the fee's 720
    EXPECT_EQ(sink.rows[0].purchase_option, PurchaseOption::on_demand);
    EXPECT_EQ(sink.rows[0].resource_id, "i-1");
    EXPECT_EQ(sink.rows[1].purchase_option, PurchaseOption::reserved);
    EXPECT_EQ(sink.rows[2].purchase_option, PurchaseOption::spot);
    EXPECT_EQ(sink.rows[3].charge_category, ChargeCategory::purchase);
    EXPECT_EQ(sink.rows[4].charge_category, ChargeCategory::adjustment);
    EXPECT_EQ(sink.rows[4].charge_start_us, base::kNoTime); // a line without a time is kept
}

TEST(AwsMonthly, UglyFilesAreSaid)
{
    std::string text = sampleText(kDetailed);
    EXPECT_EQ(importText(aws_monthly,
                  "\xEF\xBB\xBF"
                  "x\ny\n")
                  .status.error()
                  .code,
        Code::column_missing);
    std::string renamed = text;
    renamed.replace(renamed.find("\"UnBlendedCost\""), 15, "\"x\"");
    EXPECT_EQ(importText(aws_monthly, renamed).status.error().code, Code::column_missing);
    std::string bad = text;
    bad.replace(bad.find("\"0.65\",\"0.65\""), 13, "\"0.65\",\"free\"");
    EXPECT_EQ(importText(aws_monthly, bad).skipped(), 1);
    std::string unknown = text;
    unknown.replace(unknown.find("\"LineItem\""), 10, "\"Surprise\"");
    const BillSink kept = importText(aws_monthly, unknown);
    EXPECT_EQ(kept.sum(&BillRow::billed), "252.8488");
    EXPECT_FALSE(kept.rows.at(0).charge_known);
    for (std::size_t size = 0; size < text.size(); size += 17)
        EXPECT_LE(importText(aws_monthly, text.substr(0, size)).rows.size(), 5U);
}

} // namespace fullscope::import
