// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: MANIFEST.tsv of the samples, the FOCUS specification, or worked out by hand.
#include "tests/core/import/bill_sink.h"
#include "tests/core/import/focus_export.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace fullscope::import {

namespace {

using base::Code;
using evidence::BillRow;
using evidence::ChargeCategory;
using testing::BillSink;
using testing::importText;
using testing::kG5;
using testing::kHeader;
using testing::row;
using testing::sampleText;

constexpr const char* kMulticloud = "focus-1.0/focus10_multicloud_sample.csv";

} // namespace

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

// 0.5, as its list of columns has them: no quantities, no pricing category.
TEST(FocusVersions, Version05)
{
    const BillSink sink = importText(focus,
        "AvailabilityZone,AmortizedCost,BilledCost,BillingAccountId,BillingAccountName,BillingCurrency,"
        "BillingPeriodEnd,"
        "BillingPeriodStart,ChargePeriodEnd,ChargePeriodStart,ChargeType,InvoiceIssuerName,ProviderName,PublisherName,"
        "Region,ResourceId,ResourceName,ServiceCategory,ServiceName,SubAccountId,SubAccountName\n"
        "us-east-1a,1.25,1.5,99,Main,USD,2023-07-01T00:00:00Z,2023-06-01T00:00:00Z,2023-06-03T00:00:00Z,"
        "2023-06-02T00:00:00Z,Usage,AWS,AWS,AWS,us-east-1,i-1,one,Compute,Amazon EC2,7,Team\n"
        ",-0.5,-0.5,99,Main,USD,2023-07-01T00:00:00Z,2023-06-01T00:00:00Z,2023-06-03T00:00:00Z,"
        "2023-06-02T00:00:00Z,Adjustment,AWS,AWS,AWS,,,,Other,AWS,7,Team\n");
    EXPECT_TRUE(sink.status.ok());
    ASSERT_EQ(sink.rows.size(), 2U);
    EXPECT_EQ(sink.sum(&BillRow::billed), "1");
    EXPECT_EQ(sink.sum(&BillRow::effective), "0.75");
    EXPECT_EQ(sink.rows[0].region, "us-east-1");
    EXPECT_EQ(sink.rows[0].billing_account, "99");
    EXPECT_EQ(sink.rows[0].sub_account, "7");
    EXPECT_EQ(sink.rows[1].charge_category, evidence::ChargeCategory::adjustment);
}

// 1.0-preview: usage has other names, and a subcategory says what became status, class and categories in 1.0.
TEST(FocusVersions, Version10Preview)
{
    const std::string header = "BilledCost,EffectiveCost,BillingCurrency,ChargePeriodStart,ChargeCategory,"
                               "ChargeSubcategory,PricingCategory,CommitmentDiscountCategory,ServiceCategory,"
                               "UsageQuantity,UsageUnit,ChargeDescription\n";
    const std::string g5 = "Compute,3,Hours,$1.624 per On Demand Linux g5.4xlarge Instance Hour\n";
    const BillSink sink = importText(focus,
        header + "4.872,4.872,USD,2024-01-02,Usage,On-Demand,On-Demand,," + g5
            + "0,3,USD,2024-01-02,Usage,Used Commitment,Commitment-Based,Usage," + g5
            + "0,2,USD,2024-01-02,Usage,Unused Commitment,Commitment-Based,Spend," + g5
            + "-1,-1,USD,2024-01-02,Adjustment,Refund,,,Compute,,,\n-2,-2,USD,2024-01-02,Adjustment,Credit,,,Compute,,,"
              "\n"
            + "0.01,0.01,USD,2024-01-02,Adjustment,Rounding Error,,,Compute,,,\n");
    ASSERT_EQ(sink.rows.size(), 6U);
    using evidence::ChargeCategory;
    using evidence::CommitmentStatus;
    using evidence::PurchaseOption;
    EXPECT_EQ(sink.rows[0].purchase_option, PurchaseOption::on_demand);
    EXPECT_EQ(sink.rows[0].instance_hours->toString(), "3");
    EXPECT_EQ(sink.rows[1].purchase_option, PurchaseOption::reserved);
    EXPECT_EQ(sink.rows[1].commitment_status, CommitmentStatus::used);
    EXPECT_EQ(sink.rows[1].instance_hours->toString(), "3");
    EXPECT_EQ(sink.rows[2].purchase_option, PurchaseOption::savings_plan);
    EXPECT_EQ(sink.rows[2].commitment_status, CommitmentStatus::unused);
    EXPECT_FALSE(sink.rows[2].instance_hours); // paid, not run
    EXPECT_EQ(sink.rows[3].charge_category, ChargeCategory::refund);
    EXPECT_EQ(sink.rows[4].charge_category, ChargeCategory::credit);
    EXPECT_EQ(sink.rows[5].charge_category, ChargeCategory::adjustment);
}

// 1.3 names the provider anew; the older column may still be there and say nothing.
TEST(FocusVersions, Version13)
{
    const BillSink sink = importText(focus,
        "BilledCost,EffectiveCost,BillingCurrency,ChargePeriodStart,ChargeCategory,ProviderName,ServiceProviderName,"
        "HostProviderName,AllocatedMethodId,AllocatedResourceId,AllocatedTags,InvoiceId,PricingCurrency\n"
        "1.5,1.5,USD,2026-01-02T00:00:00Z,Usage,,Nebius,AWS,,,,INV-1,USD\n"
        "0.5,0.5,USD,2026-01-02T00:00:00Z,Usage,Old name,Nebius,AWS,m1,pod-1,\"{\"\"team\"\": "
        "\"\"a\"\"}\",INV-1,USD\n");
    ASSERT_EQ(sink.rows.size(), 2U);
    EXPECT_EQ(sink.rows[0].provider, "Nebius");
    EXPECT_EQ(sink.rows[1].provider, "Old name");
    EXPECT_EQ(sink.sum(&BillRow::billed), "2");
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
    EXPECT_EQ(assumed.count(Code::number_ambiguous), 1);
    EXPECT_EQ(assumed.count(Code::bad_time), 1);
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

} // namespace fullscope::import
