// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: MANIFEST.tsv of the samples, the FOCUS specification, or worked out by hand.
#include "core/import/bills/focus_instance.h"
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
using testing::importText;
using testing::sampleText;

constexpr const char* kMulticloud = "focus-1.0/focus10_multicloud_sample.csv";

const std::string kHeader = "BilledCost,EffectiveCost,BillingCurrency,BillingPeriodStart,BillingPeriodEnd,"
                            "ChargePeriodStart,ChargePeriodEnd,ChargeCategory,PricingCategory,ProviderName,"
                            "ServiceCategory,ConsumedQuantity,ConsumedUnit,ChargeDescription";
const std::string kPeriods = "2024-09-01T00:00:00Z,2024-10-01T00:00:00Z,2024-09-02T00:00:00Z,2024-09-02T01:00:00Z";

// `head` are columns before the usual ones, `values` their values.
std::string row(const std::string& billed, const std::string& effective, const std::string& rest)
{
    return billed + "," + effective + ",USD," + kPeriods + "," + rest + "\n";
}

const std::string kG5 = "Compute,1,Hours,$1.624 per On Demand Linux g5.4xlarge Instance Hour";

std::string text(const std::optional<base::Decimal>& value)
{
    return value ? value->toString() : "-";
}

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

TEST(FocusRows, HoursNeedUsageInHoursOfAnInstance)
{
    const auto hours
        = [](const std::string& rest) { return importText(focus, kHeader + "\n" + row("1", "1", rest)).hoursByType(); };
    using Hours = std::map<std::string, std::string>;
    EXPECT_EQ(hours("Usage,Standard,AWS," + kG5), (Hours {{"g5.4xlarge", "1"}}));
    EXPECT_EQ(hours("Purchase,Standard,AWS," + kG5), Hours {});
    EXPECT_EQ(hours("Credit,Standard,AWS," + kG5), Hours {});
    EXPECT_EQ(hours("Usage,Standard,AWS,Compute,1,GB,$1 per On Demand Linux g5.4xlarge Instance Hour"), Hours {});
    EXPECT_EQ(hours("Usage,Standard,AWS,Compute,2,Hours,$0.045 per NAT Gateway Hour"), Hours {});
    EXPECT_EQ(hours("Usage,Standard,AWS,Databases,2,Hours,$0.2 per db.m5.large Single-AZ instance hour"), Hours {});
    EXPECT_EQ(hours("Usage,Standard,AWS,,1,Hour,p5.48xlarge Linux/UNIX Spot Instance-hour in US East"),
        (Hours {{"p5.48xlarge", "1"}}));
}

TEST(FocusRows, UnusedCapacityHasNoHours)
{
    const BillSink sink = importText(
        focus, kHeader + ",CapacityReservationStatus\n" + row("1", "1", "Usage,Standard,AWS," + kG5 + ",Unused"));
    EXPECT_EQ(sink.rows.at(0).commitment_status, CommitmentStatus::unused);
    EXPECT_FALSE(sink.rows[0].instance_hours);
}

TEST(FocusRows, InstanceTypeFromSkuPriceDetailsOrProviderColumns)
{
    const auto type = [](const std::string& column, const std::string& value) {
        const std::string rest = "Usage,Standard,X,Compute,3,Hours,some machine," + value;
        return importText(focus, kHeader + "," + column + "\n" + row("1", "1", rest)).rows.at(0).instance_type;
    };
    EXPECT_EQ(
        type("SkuPriceDetails", "\"{\"\"InstanceType\"\": \"\"m5.large\"\", \"\"CoreCount\"\": 2}\""), "m5.large");
    EXPECT_EQ(type("SkuPriceDetails", "not json"), "");
    EXPECT_EQ(
        type("x_SkuMeterName,x_SkuMeterCategory", "ND96isr H100 v5 Spot,Virtual Machines"), "Standard_ND96isr_H100_v5");
    EXPECT_EQ(type("x_SkuMeterName,x_SkuMeterCategory", "P6 LRS Disk,Storage"), "");
    EXPECT_EQ(type("x_UsageType,x_ServiceCode", "USE2-BoxUsage:p5.48xlarge,AmazonEC2"), "p5.48xlarge");
}

TEST(FocusInstance, TypesInDescriptions)
{
    EXPECT_EQ(
        instanceTypeOfDescription("$0.19152 per On Demand Linux m7i-flex.xlarge Instance Hour"), "m7i-flex.xlarge");
    EXPECT_EQ(
        instanceTypeOfDescription("Linux/UNIX (Amazon VPC), p4d.24xlarge reserved instance applied"), "p4d.24xlarge");
    EXPECT_EQ(
        instanceTypeOfDescription("$113.9 per On Demand Linux p6-b200.48xlarge Instance Hour"), "p6-b200.48xlarge");
    EXPECT_EQ(instanceTypeOfDescription("$4 per Dedicated Linux i3.metal Instance Hour"), "i3.metal");
    EXPECT_EQ(instanceTypeOfDescription("$0.08 per GB-month of gp3 storage"), "");
    EXPECT_EQ(instanceTypeOfDescription("$1.5 per instance hour"), "");
    EXPECT_EQ(instanceTypeOfDescription(""), "");
    EXPECT_EQ(instanceTypeOfAzureMeter("D4 v3/D4s v3"), "");
    EXPECT_EQ(instanceTypeOfAzureMeter("NC24ads A100 v4 Low Priority"), "Standard_NC24ads_A100_v4");
}

TEST(FocusRows, PurchaseOptionsFollowThePricingCategory)
{
    const auto option = [](const std::string& pricing, const std::string& commitment) {
        return importText(focus,
            kHeader + ",CommitmentDiscountCategory\n"
                + row("1", "1", "Usage," + pricing + ",AWS," + kG5 + "," + commitment))
            .rows.at(0)
            .purchase_option;
    };
    EXPECT_EQ(option("Standard", ""), PurchaseOption::on_demand);
    EXPECT_EQ(option("Dynamic", "NULL"), PurchaseOption::spot);
    EXPECT_EQ(option("Committed", "Spend"), PurchaseOption::savings_plan);
    EXPECT_EQ(option("Committed", "Usage"), PurchaseOption::reserved);
    EXPECT_EQ(option("Committed", "null"), PurchaseOption::committed_other);
    EXPECT_EQ(option("Other", ""), PurchaseOption::none);
}

TEST(FocusRows, CorrectionsAndNegativeRowsAreKeptWithTheirSign)
{
    const BillSink sink = importText(focus,
        kHeader + ",ChargeClass\n" + row("2", "2", "Usage,Standard,AWS," + kG5 + ",")
            + row("-0.5", "-0.5",
                "Usage,Standard,AWS,Compute,-0.25,Hours,$1.624 per On Demand Linux g5.4xlarge Instance "
                "Hour,correction"));
    EXPECT_EQ(sink.sum(&BillRow::billed), "1.5");
    EXPECT_TRUE(sink.rows.at(1).correction);
    EXPECT_EQ(sink.hoursByType().at("g5.4xlarge"), "0.75");
}

TEST(FocusRows, TwoCurrenciesStayApart)
{
    std::string euro = row("3", "3", "Usage,Standard,AWS," + kG5);
    euro.replace(euro.find("USD"), 3, "EUR");
    const BillSink sink = importText(focus, kHeader + "\n" + row("1", "1", "Usage,Standard,AWS," + kG5) + euro);
    EXPECT_EQ(sink.rows.at(0).currency, "USD");
    EXPECT_EQ(sink.rows.at(1).currency, "EUR");
}

TEST(FocusRows, EqualRecordsHaveEqualKeysAndOthersDoNot)
{
    const std::string one = row("1", "1", "Usage,Standard,AWS," + kG5);
    const std::string other = row("1", "1", "Usage,Standard,AWS,Compute,2,Hours,x");
    const BillSink sink = importText(focus, kHeader + "\n" + one + other + one);
    EXPECT_EQ(sink.rows.at(0).row_key, sink.rows.at(2).row_key);
    EXPECT_NE(sink.rows.at(0).row_key, sink.rows.at(1).row_key);
    EXPECT_EQ(sink.rows[0].row_key.size(), 16U);
}

TEST(FocusRows, AMissingEffectiveCostIsAbsentAndSaid)
{
    const BillSink sink = importText(focus,
        kHeader + "\n" + row("1", "NULL", "Usage,Standard,AWS," + kG5) + row("1.5", "1.25", "Usage,Standard,AWS," + kG5)
            + row("1", "about 2", "Usage,Standard,AWS," + kG5));
    EXPECT_EQ(sink.rows.size(), 3U);
    EXPECT_EQ(sink.sum(&BillRow::effective), "1.25");
    EXPECT_EQ(sink.count(Code::effective_cost_missing), 2);
}

TEST(FocusRows, QuantitiesWithoutCostsAreKeptForTheirHours)
{
    const BillSink sink = importText(focus, kHeader + "\n" + row("", "", "Usage,Standard,CoreWeave," + kG5));
    ASSERT_EQ(sink.rows.size(), 1U);
    EXPECT_FALSE(sink.rows[0].billed);
    EXPECT_EQ(text(sink.rows[0].instance_hours), "1");
    EXPECT_EQ(sink.first(Code::field_missing)->what.field, "BilledCost");
}

TEST(FocusRows, TextInTheCostSkipsTheRow)
{
    const BillSink sink = importText(focus,
        kHeader + "\n" + row("1", "1", "Usage,Standard,AWS," + kG5) + row("n/a", "1", "Usage,Standard,AWS," + kG5));
    EXPECT_EQ(sink.rows.size(), 1U);
    EXPECT_EQ(sink.first(Code::bad_number)->what.line, 3);
    EXPECT_EQ(sink.first(Code::bad_number)->severity, base::Severity::error);
}

TEST(FocusRows, InvoiceIdsTellWhetherTheBillIsFinal)
{
    const std::string base = row("1", "1", "Usage,Standard,AWS," + kG5 + ",I-1");
    const std::string open = row("1", "1", "Usage,Standard,AWS," + kG5 + ",null");
    EXPECT_TRUE(importText(focus, kHeader + ",InvoiceId\n" + base + base).final);
    EXPECT_FALSE(importText(focus, kHeader + ",InvoiceId\n" + base + open).final);
    EXPECT_TRUE(importText(focus, kHeader + "\n" + row("1", "1", "Usage,Standard,AWS," + kG5)).final);
}

TEST(FocusRows, UnknownCategoryIsKeptAndSaid)
{
    const BillSink sink = importText(focus, kHeader + "\n" + row("1", "1", "Gift,Standard,AWS," + kG5));
    EXPECT_EQ(sink.sum(&BillRow::billed), "1");
    EXPECT_FALSE(sink.rows.at(0).charge_known);
    EXPECT_EQ(sink.first(Code::charge_unclassified)->what.found, "Gift");
}

TEST(FocusRows, BrokenTagsAreDroppedAndSaid)
{
    const BillSink sink = importText(focus,
        kHeader + ",Tags\n" + row("1", "1", "Usage,Standard,AWS," + kG5 + ",\"{\"\"a\"\": \"\"b\"\", \"\"n\"\": 3}\"")
            + row("1", "1", "Usage,Standard,AWS," + kG5 + ",{oops") + row("1", "1", "Usage,Standard,AWS," + kG5 + ","));
    using Tags = std::vector<std::pair<std::string, std::string>>;
    EXPECT_EQ(sink.rows.at(0).tags, (Tags {{"a", "b"}, {"n", "3"}}));
    EXPECT_TRUE(sink.rows.at(1).tags.empty());
    EXPECT_TRUE(sink.rows.at(2).tags.empty());
    EXPECT_EQ(sink.count(Code::bad_json), 1);
}

TEST(FocusRounding, OneFractionClearsAProvider)
{
    const auto rounded = [](const std::string& rows) {
        return importText(focus, kHeader + "\n" + rows).count(Code::effective_cost_rounded);
    };
    const std::string whole
        = row("1.6", "2", "Usage,Standard,AWS," + kG5) + row("0.4", "0", "Usage,Standard,AWS," + kG5);
    EXPECT_EQ(rounded(whole), 1);
    EXPECT_EQ(rounded(whole + row("0.4", "0.4", "Usage,Standard,AWS," + kG5)), 0);
    EXPECT_EQ(rounded(whole + row("0.4", "0.4", "Usage,Standard,Other," + kG5)), 1); // another provider's does not
    EXPECT_EQ(rounded(row("2", "2", "Usage,Standard,AWS," + kG5)), 0);
    EXPECT_EQ(rounded(row("0.5", "0", "Purchase,Standard,AWS," + kG5)), 0); // spread over later rows
}

TEST(FocusRounding, PricesComeFromTheBilledCostThen)
{
    const std::string committed = ",Spend,arn:sp,Used";
    const std::string header = kHeader + ",CommitmentDiscountCategory,CommitmentDiscountId,CommitmentDiscountStatus\n";
    const BillSink sink = importText(focus,
        header + row("1.624", "2", "Usage,Standard,AWS," + kG5 + ",,,")
            + row("0", "1", "Usage,Committed,AWS," + kG5 + committed));
    EXPECT_EQ(text(sink.rows.at(0).effective), "2"); // as filed
    EXPECT_EQ(text(costOfHours(sink.rows[0])), "1.624");
    EXPECT_EQ(text(costOfHours(sink.rows.at(1))), "-"); // what the plan paid was rounded away
    const BillSink sound = importText(focus,
        header + row("1.624", "1.624", "Usage,Standard,AWS," + kG5 + ",,,")
            + row("0", "1.25", "Usage,Committed,AWS," + kG5 + committed));
    EXPECT_EQ(text(costOfHours(sound.rows.at(1))), "1.25");
}

TEST(FocusRounding, RowsBeyondWhatIsHeldKeepTheirOrderAndTheirMark)
{
    std::string text = kHeader + "\n";
    for (int i = 0; i < 10'000; ++i)
        text += row("1.5", "2", i % 3 == 0 ? "Usage,Standard,B," + kG5 : "Usage,Standard,A," + kG5);
    const BillSink sink = importText(focus, text);
    ASSERT_EQ(sink.rows.size(), 10'000U);
    for (std::size_t i = 0; i < sink.rows.size(); ++i) {
        ASSERT_EQ(sink.rows[i].line, static_cast<std::int64_t>(i) + 2);
        ASSERT_TRUE(sink.rows[i].effective_rounded);
    }
    EXPECT_EQ(sink.count(Code::effective_cost_rounded), 2);
}

TEST(FocusRounding, WhatWasHeldIsDeliveredBeforeAReadError)
{
    testing::MemorySource source(kHeader + "\n" + row("1.5", "2", "Usage,Standard,AWS," + kG5));
    source.failAtEnd(base::Error {.code = Code::read_failed});
    BillSink sink;
    const base::Status status = focus.parse(source, sink, base::JobContext {});
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, Code::read_failed);
    EXPECT_EQ(sink.rows.size(), 1U);
}

TEST(FocusVersions, OlderAndNewerNamesAreKnown)
{
    const BillSink old = importText(focus,
        "BilledCost,AmortizedCost,BilledCurrency,BillingPeriodStart,ChargePeriodStart,ChargeType,Provider\n"
        "1.5,1.25,EUR,2023-01-01,2023-01-02,Usage,AWS\n");
    EXPECT_EQ(old.sum(&BillRow::effective), "1.25");
    EXPECT_EQ(old.rows.at(0).currency, "EUR");
    const BillSink newer = importText(focus,
        "F:BilledCost,F:EffectiveCost,F:BillingCurrency,F:ChargePeriodStart,F:ChargeCategory,F:ServiceProviderName\n"
        "1.5,1.25,EUR,2026-01-01T00:00:00Z,Usage,Nebius\n");
    EXPECT_EQ(newer.sum(&BillRow::billed), "1.5");
    EXPECT_EQ(newer.rows.at(0).provider, "Nebius");
}

TEST(FocusVersions, MissingNeededColumnIsNamed)
{
    for (const std::string name : {"BilledCost", "ChargeCategory", "ChargePeriodStart"}) {
        std::string text = kHeader + "\n" + row("1", "1", "Usage,Standard,AWS," + kG5);
        text.replace(text.find(name), name.size(), "y");
        const BillSink sink = importText(focus, text);
        ASSERT_FALSE(sink.status.ok());
        EXPECT_EQ(sink.status.error().code, Code::column_missing);
        EXPECT_EQ(sink.status.error().field, name);
    }
}

TEST(FocusDates, TheBillingPeriodTellsTheOrderOfDayAndMonth)
{
    const auto day = [](const std::string& start, const std::string& end, const std::string& charge) {
        const BillSink sink = importText(focus,
            "BilledCost,EffectiveCost,BillingCurrency,BillingPeriodStart,BillingPeriodEnd,ChargePeriodStart,"
            "ChargeCategory\n"
            "1,1,USD,"
                + start + "," + end + "," + charge + ",Usage\n");
        return sink.rows.empty() ? "skipped" : base::formatIso({sink.rows[0].charge_start_us});
    };
    EXPECT_EQ(day("4/1/25", "5/1/25", "4/2/25"), "2025-04-02T00:00:00Z");
    EXPECT_EQ(day("1/4/2025", "1/5/2025", "2/4/2025 13:30"), "2025-04-02T13:30:00Z");
    EXPECT_EQ(day("1/1/25", "2/1/25", "1/12/25"), "2025-01-12T00:00:00Z");
    EXPECT_EQ(day("1/1/25", "1/2/25", "12/1/25"), "2025-01-12T00:00:00Z");
    EXPECT_EQ(day("4/1/25", "5/1/25", "13/4/25"), "skipped"); // contradicts the period
    EXPECT_EQ(day("4/1/25", "5/1/25", "2/30/25"), "skipped");
}

TEST(FocusDates, AnAssumedOrderIsSaid)
{
    const std::string header = "BilledCost,EffectiveCost,BillingCurrency,ChargePeriodStart,ChargeCategory\n";
    const BillSink assumed = importText(focus, header + "1,1,USD,4/2/25,Usage\n1,1,USD,25/4/25,Usage\n");
    EXPECT_EQ(base::formatDate({assumed.rows.at(0).charge_start_us}), "2025-04-02");
    EXPECT_EQ(assumed.rows.size(), 1U); // the second date shows that the assumption may be wrong: an error, not a guess
    EXPECT_EQ(assumed.count(Code::bad_time), 2);
    const BillSink known = importText(focus, header + "1,1,USD,25/4/25,Usage\n1,1,USD,2/4/25,Usage\n");
    EXPECT_EQ(base::formatDate({known.rows.at(1).charge_start_us}), "2025-04-02");
    EXPECT_EQ(known.count(Code::bad_time), 0);
}

TEST(FocusUgly, AnyCutReportsOrKeepsTheLastRecordAndKeepsTheOthers)
{
    const std::string text = sampleText(kMulticloud);
    const BillSink whole = importText(focus, text);
    for (std::size_t i = 1; i < 50; ++i) {
        const std::string part = text.substr(0, text.size() * i / 50);
        const auto lines = static_cast<std::size_t>(std::count(part.begin(), part.end(), '\n'));
        if (lines == 0)
            continue;
        const BillSink sink = importText(focus, part);
        ASSERT_TRUE(sink.status.ok());
        // The cut record may be kept when it has all columns (cut within the tags): its costs are whole then.
        ASSERT_GE(sink.rows.size(), lines - 1) << i;
        ASSERT_EQ(sink.rows.size() + static_cast<std::size_t>(sink.skipped()), part.back() == '\n' ? lines - 1 : lines)
            << i;
        for (std::size_t r = 0; r < sink.rows.size(); ++r)
            ASSERT_TRUE(
                sink.rows[r].billed == whole.rows[r].billed && sink.rows[r].effective == whole.rows[r].effective);
    }
}

TEST(FocusUgly, DamageIsReportedAndNeverFatal)
{
    // Single bytes replaced anywhere: the import ends without a fault, and each record is kept or reported.
    const std::string text = sampleText("focus-1.2/commitment_zero_utilisation.csv");
    for (std::size_t i = text.find('\n'); i < text.size(); ++i)
        for (const char c : {'"', ',', '\n', '\0', '\xff'}) {
            std::string damaged = text;
            damaged[i] = c;
            const BillSink sink = importText(focus, damaged);
            ASSERT_TRUE(sink.status.ok());
            ASSERT_GE(sink.rows.size() + static_cast<std::size_t>(sink.skipped()), 2U);
        }
}

TEST(FocusUgly, SemicolonsCrlfAndHeaderOnly)
{
    std::string semicolons;
    for (const char c : kHeader + "\n" + row("1.5", "1.5", "Usage,Standard,AWS," + kG5))
        semicolons += c == ',' ? std::string(";") : c == '\n' ? std::string("\r\n") : std::string(1, c);
    EXPECT_EQ(importText(focus, semicolons).sum(&BillRow::billed), "1.5");
    const BillSink empty = importText(focus, kHeader);
    EXPECT_TRUE(empty.status.ok());
    EXPECT_TRUE(empty.rows.empty());
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
