// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: MANIFEST.tsv of the samples, the FOCUS specification, or worked out by hand.
#include "core/import/bills/focus_instance.h"
#include "tests/core/import/bill_sink.h"
#include "tests/core/import/focus_export.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace fullscope::import {

namespace {

using base::Code;
using evidence::BillRow;
using evidence::CommitmentStatus;
using evidence::PurchaseOption;
using testing::BillSink;
using testing::importText;
using testing::kG5;
using testing::kHeader;
using testing::row;
using testing::text;

} // namespace

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
    EXPECT_EQ(hours("Usage,Standard,AWS,Compute,90,Minutes,$1 per On Demand Linux g5.4xlarge Instance Hour"),
        (Hours {{"g5.4xlarge", "1.5"}}));
    EXPECT_EQ(hours("Usage,Standard,AWS,Compute,900,Seconds,$1 per On Demand Linux g5.4xlarge Instance Hour"),
        (Hours {{"g5.4xlarge", "0.25"}}));
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

TEST(FocusRows, InvoiceTagsAndOrderOfColumnsAreNotInTheKey)
{
    const auto key = [](const std::string& header, const std::string& line) {
        return importText(focus, header + "\n" + line + "\n").rows.at(0).row_key;
    };
    const std::string plain = key("BilledCost,ChargeCategory,ChargePeriodStart", "1,Usage,2024-03-01");
    EXPECT_EQ(key("ChargeCategory,BilledCost,ChargePeriodStart", "Usage,1,2024-03-01"), plain);
    EXPECT_EQ(key("BilledCost,ChargeCategory,ChargePeriodStart,InvoiceId,Tags", "1,Usage,2024-03-01,INV1,{}"), plain);
    EXPECT_NE(key("BilledCost,ChargeCategory,ChargePeriodStart", "2,Usage,2024-03-01"), plain);
    EXPECT_NE(key("BilledCost,ListCost,ChargeCategory,ChargePeriodStart", "1,1,Usage,2024-03-01"), plain);
    EXPECT_NE(key("BilledCost,ContractedCost,ChargeCategory,ChargePeriodStart", "1,1,Usage,2024-03-01"),
        key("BilledCost,ListCost,ChargeCategory,ChargePeriodStart", "1,1,Usage,2024-03-01"));
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

// The view that Google Cloud gives of its export has them as BigQuery has labels.
TEST(FocusRows, TagsMayBeAnArray)
{
    const auto tags = [](const std::string& json) {
        return importText(
            focus, kHeader + ",Tags\n" + row("1", "1", "Usage,Standard,AWS," + kG5 + ",\"" + json + "\""));
    };
    const BillSink sink = tags(
        R"([{""key"": ""team"", ""value"": ""nlp"", ""x_type"": ""label""}, {""key"": ""empty"", ""value"": null}])");
    using Tags = std::vector<std::pair<std::string, std::string>>;
    EXPECT_EQ(sink.rows.at(0).tags, (Tags {{"team", "nlp"}}));
    EXPECT_EQ(sink.count(Code::bad_json), 0);
    EXPECT_EQ(tags("[]").count(Code::bad_json), 0);
    const BillSink odd = tags(R"([{""key"": 3, ""value"": ""x""}, 7, {""key"": ""a"", ""value"": ""b""}])");
    EXPECT_EQ(odd.rows.at(0).tags, (Tags {{"a", "b"}}));
    EXPECT_EQ(odd.count(Code::bad_json), 1);
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

} // namespace fullscope::import
