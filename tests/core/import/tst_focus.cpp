// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: MANIFEST.tsv of the samples, the FOCUS specification, or worked out by hand.
#include "tests/core/import/bill_sink.h"

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
using testing::importSample;
using testing::sampleText;
using testing::text;

constexpr const char* kMulticloud = "focus-1.0/focus10_multicloud_sample.csv";

struct Expected {
    const char* file;
    std::size_t rows;
    int skipped;
    const char *currency, *billed, *effective;
    const char *period_start, *period_end;
};

} // namespace

TEST(FocusSamples, HaveTheSumsOfTheManifest)
{
    for (const Expected& e : std::vector<Expected> {
             {kMulticloud, 327, 0, "USD", "18.07423478009", "14.97651418586", "2024-09-01", "2024-11-01"},
             {"focus-1.2/commitment_purchase_partial_upfront.csv", 3, 1, "", "4381", "0", "2023-01-01", "2023-02-01"},
             {"focus-1.2/commitment_purchase_s2.csv", 2, 1, "", "2", "0", "2023-01-01", "2023-02-01"},
             {"focus-1.2/commitment_usage_s3_used_unused.csv", 2, 0, "", "0", "1", "2023-01-01", "2023-02-01"},
             {"focus-1.2/commitment_usage_s4_overflow.csv", 2, 0, "", "0.5", "1.5", "2023-01-01", "2023-02-01"},
             {"focus-1.2/commitment_flex_2_resources.csv", 3, 0, "", "2", "2", "2023-01-01", "2023-02-01"},
             {"focus-1.2/commitment_zero_utilisation.csv", 3, 0, "", "3.5", "3.5", "2023-01-01", "2023-02-01"},
             {"focus-1.2/virtual_currency_bom_us_dates.csv", 3, 0, "USD", "0", "1230", "2025-04-01", "2025-05-01"},
         }) {
        const BillSink sink = importSample(focus, e.file);
        ASSERT_TRUE(sink.status.ok()) << e.file;
        EXPECT_EQ(sink.rows.size(), e.rows) << e.file;
        EXPECT_EQ(sink.skipped(), e.skipped) << e.file;
        EXPECT_EQ(sink.sum(&BillRow::billed), e.billed) << e.file;
        EXPECT_EQ(sink.sum(&BillRow::effective), e.effective) << e.file;
        std::int64_t start = sink.rows.front().billing_period_start_us, end = start;
        for (const BillRow& r : sink.rows) {
            EXPECT_EQ(r.currency, e.currency) << e.file;
            start = std::min(start, r.billing_period_start_us);
            end = std::max(end, r.billing_period_end_us);
        }
        EXPECT_EQ(base::formatDate({start}), e.period_start) << e.file;
        EXPECT_EQ(base::formatDate({end}), e.period_end) << e.file;
    }
}

TEST(FocusSamples, AByteOrderMarkIsNoPartOfTheFirstColumn)
{
    auto source = TextSource::open(testing::samplePath("focus-1.2/virtual_currency_bom_us_dates.csv"));
    ASSERT_TRUE(source.ok());
    BillSink sink;
    ASSERT_TRUE(focus.parse(**source, sink, base::JobContext {}).ok());
    EXPECT_EQ(sink.sum(&BillRow::effective), "1230");
    EXPECT_EQ(sink.sum(&BillRow::billed), "0");
    EXPECT_EQ(base::formatDate({sink.rows.at(0).charge_start_us}), "2025-04-01"); // 4/1/25
}

TEST(FocusSamples, MulticloudHoursByType)
{
    EXPECT_EQ(importSample(focus, kMulticloud).hoursByType(),
        (std::map<std::string, std::string> {{"g5.4xlarge", "6.283056"}, {"c5.2xlarge", "3"}, {"m5.2xlarge", "2"},
            {"m5.large", "2"}, {"g3.4xlarge", "1.686667"}, {"t2.medium", "1"}, {"t3.micro", "1"}, {"t2.micro", "1"},
            {"c5.large", "1"}, {"m4.10xlarge", "1"}, {"t3.medium", "1"}, {"m7i-flex.xlarge", "1"}, {"c5.xlarge", "1"},
            {"c5.4xlarge", "0.774167"}}));
}

TEST(FocusSamples, MulticloudSplitsByCategoryAndPurchase)
{
    const BillSink sink = importSample(focus, kMulticloud);
    std::map<ChargeCategory, base::Decimal> billed;
    std::map<PurchaseOption, base::Decimal> effective;
    for (const BillRow& r : sink.rows) {
        billed[r.charge_category] = *base::Decimal::sum(billed[r.charge_category], *r.billed);
        effective[r.purchase_option] = *base::Decimal::sum(effective[r.purchase_option], *r.effective);
    }
    EXPECT_EQ(billed[ChargeCategory::usage].toString(), "20.41593478009");
    EXPECT_EQ(billed[ChargeCategory::adjustment].toString(), "0.272");
    EXPECT_EQ(billed[ChargeCategory::credit].toString(), "-2.6137");
    EXPECT_EQ(effective[PurchaseOption::on_demand].toString(), "17.97651418586");
    EXPECT_EQ(effective[PurchaseOption::savings_plan].toString(), "0");
    EXPECT_EQ(effective[PurchaseOption::none].toString(), "-3"); // "Other"
}

TEST(FocusSamples, MulticloudIsFoundToHaveRoundedCosts)
{
    const BillSink sink = importSample(focus, kMulticloud);
    std::vector<std::string> providers;
    for (const base::Problem& problem : sink.problems)
        if (problem.what.code == Code::effective_cost_rounded) {
            providers.push_back(problem.what.found);
            EXPECT_EQ(problem.severity, base::Severity::warning);
            EXPECT_EQ(problem.what.field, "EffectiveCost");
        }
    // Oracle's are all 0 where BilledCost is not.
    EXPECT_EQ(providers, (std::vector<std::string> {"AWS", "Oracle"}));
    for (const BillRow& r : sink.rows)
        EXPECT_EQ(r.effective_rounded, r.provider != "Microsoft");
    EXPECT_TRUE(std::is_sorted(
        sink.rows.begin(), sink.rows.end(), [](const BillRow& a, const BillRow& b) { return a.line < b.line; }));
}

TEST(FocusSamples, OtherSamplesAreNotFoundToBeRounded)
{
    for (const char* name : {"purchase_partial_upfront", "purchase_s2", "usage_s3_used_unused", "usage_s4_overflow",
             "flex_2_resources", "zero_utilisation"})
        EXPECT_EQ(importSample(focus, std::string("focus-1.2/commitment_") + name + ".csv")
                      .count(Code::effective_cost_rounded),
            0)
            << name;
}

TEST(FocusSamples, ASavingsPlanRowSaysOnDemandInItsDescription)
{
    const BillSink sink = importSample(focus, kMulticloud);
    const auto found = std::find_if(
        sink.rows.begin(), sink.rows.end(), [](const BillRow& r) { return r.instance_type == "c5.large"; });
    ASSERT_NE(found, sink.rows.end());
    EXPECT_EQ(found->description, "$0.085 per On Demand Linux c5.large Instance Hour");
    EXPECT_EQ(found->purchase_option, PurchaseOption::savings_plan);
    EXPECT_EQ(found->commitment_status, CommitmentStatus::used);
    EXPECT_EQ(found->commitment_id.substr(0, 21), "arn:aws:savingsplans:");
}

TEST(FocusSamples, TagsAreReadFromJson)
{
    const BillSink sink = importSample(focus, kMulticloud);
    const auto found
        = std::find_if(sink.rows.begin(), sink.rows.end(), [](const BillRow& r) { return !r.tags.empty(); });
    ASSERT_NE(found, sink.rows.end());
    EXPECT_EQ(sink.count(Code::bad_json), 0);
    // 83 rows say NULL.
    EXPECT_EQ(std::count_if(sink.rows.begin(), sink.rows.end(), [](const BillRow& r) { return r.tags.empty(); }), 83);
}

TEST(FocusSamples, AnInvalidHourSkipsTheRowAndNamesItsLine)
{
    const BillSink sink = importSample(focus, "focus-1.2/commitment_purchase_partial_upfront.csv");
    const base::Problem* bad = sink.first(Code::bad_time);
    ASSERT_NE(bad, nullptr);
    EXPECT_EQ(bad->what.line, 5);
    EXPECT_EQ(bad->what.field, "ChargePeriodEnd");
    EXPECT_EQ(bad->what.found, "2023-02-01T30:00:00Z");
    EXPECT_EQ(bad->handling, base::Handling::row_skipped);
    EXPECT_EQ(sink.first(Code::column_missing)->what.field, "BillingCurrency"); // said once, not per row
    EXPECT_EQ(sink.count(Code::column_missing), 1);
}

TEST(FocusSamples, UnusedCommitmentsCostWithoutHours)
{
    const BillSink sink = importSample(focus, "focus-1.2/commitment_usage_s3_used_unused.csv");
    EXPECT_EQ(sink.rows[0].commitment_status, CommitmentStatus::used);
    EXPECT_EQ(sink.rows[1].commitment_status, CommitmentStatus::unused);
    EXPECT_EQ(text(sink.rows[1].effective), "0.25");
    EXPECT_FALSE(sink.rows[1].quantity); // the text "null"
}

TEST(FocusSniff, KnowsItsHeader)
{
    const auto sniff
        = [](std::string_view head) { return focus.sniff({.file_name = {}, .head = head, .middle = {}, .tail = {}}); };
    EXPECT_GE(sniff(sampleText(kMulticloud)), 90);
    EXPECT_GE(sniff(sampleText("focus-1.2/virtual_currency_bom_us_dates.csv")), 90);
    EXPECT_GE(sniff("billedcost;CHARGECATEGORY;x\n"), 90);
    EXPECT_GE(sniff("ChargeCategory,ChargePeriodStart,EffectiveCost\n"), 50); // so that the missing cost can be named
    EXPECT_EQ(sniff("Date,Cost\nBilledCost,ChargeCategory\n"), 0);
}

} // namespace fullscope::import
