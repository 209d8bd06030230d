// SPDX-License-Identifier: GPL-3.0-or-later
// Cost and Usage Reports in snake case: CUR 2.0, Athena. Expected values: MANIFEST.tsv of the samples, sums made of the
// sample with Python's decimal, or worked out by hand.
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
using evidence::PurchaseOption;
using testing::BillSink;
using testing::charge;
using testing::Fields;
using testing::importSample;
using testing::importText;
using testing::instance;
using testing::report;
using testing::sampleText;
using testing::text;

constexpr const char* kFreeTier = "aws-cur-2.0/cur2_daily_freetier_credits_CA.csv";
constexpr const char* kManifest = "aws-cur-2.0/cur2_daily_manifest.json";

// Names as AWS documents them for CUR 2.0.
constexpr std::pair<const char*, const char*> kNames[] = {
    {"identity/LineItemId", "identity_line_item_id"},
    {"identity/TimeInterval", "identity_time_interval"},
    {"bill/InvoiceId", "bill_invoice_id"},
    {"bill/BillingPeriodStartDate", "bill_billing_period_start_date"},
    {"bill/BillingPeriodEndDate", "bill_billing_period_end_date"},
    {"lineItem/LineItemType", "line_item_line_item_type"},
    {"lineItem/UsageStartDate", "line_item_usage_start_date"},
    {"lineItem/UsageEndDate", "line_item_usage_end_date"},
    {"lineItem/ProductCode", "line_item_product_code"},
    {"lineItem/UsageType", "line_item_usage_type"},
    {"lineItem/Operation", "line_item_operation"},
    {"lineItem/UsageAmount", "line_item_usage_amount"},
    {"lineItem/CurrencyCode", "line_item_currency_code"},
    {"lineItem/UnblendedCost", "line_item_unblended_cost"},
    {"lineItem/LineItemDescription", "line_item_line_item_description"},
    {"lineItem/NetUnblendedCost", "line_item_net_unblended_cost"},
    {"pricing/unit", "pricing_unit"},
    {"pricing/term", "pricing_term"},
    {"pricing/publicOnDemandCost", "pricing_public_on_demand_cost"},
    {"product/regionCode", "product_region_code"},
    {"reservation/ReservationARN", "reservation_reservation_a_r_n"},
    {"reservation/EffectiveCost", "reservation_effective_cost"},
    {"reservation/UnusedAmortizedUpfrontFeeForBillingPeriod",
        "reservation_unused_amortized_upfront_fee_for_billing_period"},
    {"reservation/UnusedRecurringFee", "reservation_unused_recurring_fee"},
    {"savingsPlan/SavingsPlanARN", "savings_plan_savings_plan_arn"},
    {"savingsPlan/SavingsPlanEffectiveCost", "savings_plan_savings_plan_effective_cost"},
    {"savingsPlan/TotalCommitmentToDate", "savings_plan_total_commitment_to_date"},
    {"savingsPlan/UsedCommitment", "savings_plan_used_commitment"},
};

std::string inSnakeCase(std::string text)
{
    const std::size_t end = text.find('\n');
    std::string header = "," + text.substr(0, end) + ",";
    for (const auto& [legacy, snake] : kNames)
        if (const std::size_t at = header.find("," + std::string(legacy) + ","); at != std::string::npos)
            header.replace(at + 1, std::string(legacy).size(), snake);
    return header.substr(1, header.size() - 2) + text.substr(end);
}

BillSink importSnake(const std::vector<Fields>& rows)
{
    return importText(aws_cur, inSnakeCase(report(rows)));
}

// Of everything that a commitment can do.
std::vector<Fields> commitments()
{
    return {instance("DiscountedUsage", "0",
                {{"reservation/ReservationARN", "arn:ri"}, {"reservation/EffectiveCost", "1.36986312"}}),
        charge("RIFee", "74.4",
            {{"reservation/ReservationARN", "arn:ri"}, {"reservation/UnusedAmortizedUpfrontFeeForBillingPeriod", "1.5"},
                {"reservation/UnusedRecurringFee", "2.25"}}),
        charge("Fee", "5000", {{"reservation/ReservationARN", "arn:ri"}}),
        instance("SavingsPlanCoveredUsage", "32.77",
            {{"savingsPlan/SavingsPlanARN", "arn:sp"}, {"savingsPlan/SavingsPlanEffectiveCost", "19.22"}}),
        charge("SavingsPlanNegation", "-32.77", {{"savingsPlan/SavingsPlanARN", "arn:sp"}}),
        charge("SavingsPlanRecurringFee", "20",
            {{"savingsPlan/TotalCommitmentToDate", "20"}, {"savingsPlan/UsedCommitment", "19.22"}}),
        charge("EdpDiscount", "-3.1"), charge("Credit", "-2"), charge("Tax", "0.7"),
        charge("FlatRateSubscription", "9"),
        instance("Usage", "40.96", {{"pricing/term", "Spot"}, {"resourceTags/user:Team", "llm"}})};
}

} // namespace

TEST(Cur2Samples, FreeTierReportHasItsSumsAndHours)
{
    const BillSink sink = importSample(aws_cur, kFreeTier);
    ASSERT_TRUE(sink.status.ok());
    EXPECT_EQ(sink.rows.size(), 206U);
    EXPECT_EQ(sink.skipped(), 0);
    EXPECT_EQ(sink.sum(&BillRow::billed), "-10.9950000264");
    EXPECT_EQ(sink.sum(&BillRow::effective), "-10.9950000264");
    EXPECT_EQ(sink.sum(&BillRow::net), "-"); // the column is there and empty
    EXPECT_EQ(sink.sum(&BillRow::list), "23.4486194987");
    EXPECT_EQ(sink.hoursByType(), (std::map<std::string, std::string> {{"t3.micro", "727.886389"}}));
    EXPECT_FALSE(sink.final);
    std::map<std::string, std::pair<int, base::Decimal>> types;
    for (const BillRow& row : sink.rows) {
        auto& [rows, sum] = types[row.charge_type];
        ++rows;
        sum = *base::Decimal::sum(sum, *row.billed);
        EXPECT_EQ(row.charge_category == ChargeCategory::credit, row.charge_type == "Credit");
        EXPECT_FALSE(row.instance_hours && row.charge_type != "Usage");
        EXPECT_TRUE(!row.instance_hours || row.purchase_option == PurchaseOption::on_demand);
    }
    EXPECT_EQ(types["Tax"], (std::pair {13, base::Decimal()}));
    EXPECT_EQ(types["Credit"], (std::pair {81, *base::Decimal::parse("-34.4433698686")}));
    EXPECT_EQ(types["Usage"], (std::pair {112, *base::Decimal::parse("23.4483698422")}));
    for (const base::Problem& problem : sink.problems)
        EXPECT_EQ(problem.severity, base::Severity::info) << static_cast<int>(problem.what.code);
}

TEST(Cur2Samples, FreeTierReportRowsCarryEveryField)
{
    const BillRow row = importSample(aws_cur, kFreeTier).rows.at(188);
    EXPECT_EQ(row.line, 190);
    EXPECT_EQ(row.billing_account, "111122223333");
    EXPECT_EQ(base::formatIso({row.billing_period_start_us}), "2026-04-01T00:00:00Z");
    EXPECT_EQ(base::formatIso({row.billing_period_end_us}), "2026-05-01T00:00:00Z");
    EXPECT_EQ(base::formatIso({row.charge_start_us}), "2026-04-08T18:00:00Z");
    EXPECT_EQ(base::formatIso({row.charge_end_us}), "2026-04-09T00:00:00Z");
    EXPECT_EQ(text(row.billed), "0.0624");
    EXPECT_EQ(text(row.list), "0.0624");
    EXPECT_EQ(text(row.instance_hours), "6");
    EXPECT_EQ(row.service, "AmazonEC2");
    EXPECT_EQ(row.region, "us-east-1");
    EXPECT_EQ(row.resource_id, "i-681be9a0abf408760");
    EXPECT_EQ(row.tags,
        (std::vector<std::pair<std::string, std::string>> {{"criticality", "high"}, {"workload", "web-tier"},
            {"cost_center", "CC-1001"}, {"environment", "production"}, {"owner", "platform-team"},
            {"project", "ha-web-portal"}}));
}

TEST(Cur2, SaysTheSameAsALegacyReport)
{
    const BillSink legacy = importText(aws_cur_legacy, report(commitments()));
    const BillSink snake = importSnake(commitments());
    ASSERT_TRUE(snake.status.ok());
    ASSERT_EQ(snake.rows.size(), legacy.rows.size());
    EXPECT_EQ(snake.problems.size(), legacy.problems.size());
    for (std::size_t i = 0; i < legacy.rows.size(); ++i) {
        const BillRow &a = legacy.rows[i], &b = snake.rows[i];
        EXPECT_EQ(a.row_key, b.row_key) << i;
        EXPECT_EQ(a.billed, b.billed) << i;
        EXPECT_EQ(a.effective, b.effective) << i;
        EXPECT_EQ(a.charge_category, b.charge_category) << i;
        EXPECT_EQ(a.purchase_option, b.purchase_option) << i;
        EXPECT_EQ(a.commitment_status, b.commitment_status) << i;
        EXPECT_EQ(a.commitment_id, b.commitment_id) << i;
        EXPECT_EQ(a.instance_hours, b.instance_hours) << i;
        EXPECT_EQ(a.region, b.region) << i;
    }
    // 74.4 + 5000 + 32.77 - 32.77 + 20 - 3.1 - 2 + 0.7 + 9 + 40.96
    EXPECT_EQ(snake.sum(&BillRow::billed), "5139.96");
    // 1.36986312 + (1.5 + 2.25) + 19.22 + (20 - 19.22) - 3.1 - 2 + 0.7 + 9 + 40.96
    EXPECT_EQ(snake.sum(&BillRow::effective), "70.67986312");
}

TEST(Cur2, NamesAreFoundHoweverTheyAreSpelled)
{
    std::string text = inSnakeCase(report(commitments()));
    const std::string plain = importText(aws_cur, text).sum(&BillRow::effective);
    for (const auto& [name, other] :
        {std::pair<std::string, std::string> {"reservation_reservation_a_r_n", "reservation_reservation_arn"},
            {"savings_plan_savings_plan_arn", "savings_plan_savings_plan_a_r_n"},
            {"line_item_unblended_cost", "LINE_ITEM_UNBLENDED_COST"}})
        text.replace(text.find(name), name.size(), other);
    std::string connected;
    for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1)
        connected += (begin == 0 ? "_file,_line,_fivetran_synced,_modified," : "a.csv,7,2024-04-02,2024-04-02,")
            + text.substr(begin, text.find('\n', begin) + 1 - begin);
    const BillSink sink = importText(aws_cur, connected);
    EXPECT_EQ(sink.sum(&BillRow::effective), plain);
    EXPECT_EQ(sink.rows.at(0).commitment_id, "arn:ri");
    EXPECT_EQ(sink.rows.at(0).row_key, importText(aws_cur, text).rows.at(0).row_key);
}

TEST(Cur2, MissingColumnIsNamedAsTheReportSpellsIt)
{
    std::string text = sampleText(kFreeTier);
    const std::string name = "line_item_usage_start_date";
    text.replace(text.find(name), name.size(), "x");
    const BillSink sink = importText(aws_cur, text);
    ASSERT_FALSE(sink.status.ok());
    EXPECT_EQ(sink.status.error().code, Code::column_missing);
    EXPECT_EQ(sink.status.error().field, name);
    const BillSink reserved = importSnake({instance("DiscountedUsage", "0")});
    EXPECT_EQ(reserved.first(Code::effective_cost_missing)->what.field, "reservation_effective_cost");
}

TEST(Cur2, TagsComeFromColumnsOrMaps)
{
    const auto tagsOf = [](const std::string& column, const std::string& value) {
        const BillSink sink = importText(aws_cur, inSnakeCase(report({charge("Usage", "1", {{column, value}})})));
        EXPECT_TRUE(sink.status.ok());
        return std::pair {sink.rows.at(0).tags, sink.count(Code::bad_json)};
    };
    using Tags = std::vector<std::pair<std::string, std::string>>;
    EXPECT_EQ(tagsOf("resource_tags_user_team", "llm"), (std::pair {Tags {{"team", "llm"}}, 0}));
    EXPECT_EQ(tagsOf("resource_tags", R"("{""user_team"":""llm"",""aws_created_by"":""x"",""n"":3,""none"":null}")"),
        (std::pair {Tags {{"team", "llm"}, {"aws_created_by", "x"}, {"n", "3"}}, 0}));
    EXPECT_EQ(tagsOf("tags", R"("{""resourceTags/user:Team"":""llm"",""costCategory/unit"":""r""}")"),
        (std::pair {Tags {{"Team", "llm"}}, 0}));
    EXPECT_EQ(tagsOf("resource_tags", "{}"), (std::pair {Tags {}, 0}));
    for (const std::string bad : {"{", "[1]", "text", R"("{""a"":{""b"":1}}")", R"("""llm""")"})
        EXPECT_EQ(tagsOf("resource_tags", bad), (std::pair {Tags {}, 1})) << bad;
    EXPECT_EQ(tagsOf("resource_tags", std::string(20'000, '[')), (std::pair {Tags {}, 1}));
}

TEST(Cur2, SplitRowsAreLeftOutByTheirParent)
{
    const BillSink sink = importSnake({instance("Usage", "32.77"),
        charge("Usage", "", {{"split_line_item_parent_resource_id", "i-1"}, {"split_line_item_split_cost", "20"}}),
        charge("Usage", "12", {{"split_line_item_parent_resource_id", "i-1"}})});
    EXPECT_EQ(sink.sum(&BillRow::billed), "32.77");
    EXPECT_EQ(sink.skipped(), 2);
    EXPECT_EQ(sink.count(Code::bad_value), 2);
}

TEST(Cur2, DiscountsAsRowsAndInNetCostsAreSaid)
{
    const auto netted = [](const std::string& usage, const std::string& discount) {
        return importSnake({charge("Usage", "10", {{"lineItem/NetUnblendedCost", usage}}),
            charge("EdpDiscount", "-1", {{"lineItem/NetUnblendedCost", discount}})});
    };
    EXPECT_EQ(netted("9", "-1").count(Code::discount_counted_twice), 1);
    EXPECT_EQ(netted("9", "0").count(Code::discount_counted_twice), 0); // the discount is in the usage
    EXPECT_EQ(netted("10", "-1").count(Code::discount_counted_twice), 0); // the discount is a row
}

TEST(Cur2Ugly, AnyCutKeepsExactlyTheWholeRecords)
{
    const std::string text = sampleText(kFreeTier);
    const BillSink whole = importText(aws_cur, text);
    for (std::size_t i = 1; i < 40; ++i) {
        const std::string part = text.substr(0, text.size() * i / 40);
        const auto lines = static_cast<std::size_t>(std::count(part.begin(), part.end(), '\n'));
        if (lines == 0)
            continue;
        const BillSink sink = importText(aws_cur, part);
        ASSERT_TRUE(sink.status.ok());
        ASSERT_EQ(sink.rows.size(), lines - 1) << i; // no field holds a line end
        for (std::size_t r = 0; r < sink.rows.size(); ++r)
            ASSERT_EQ(sink.rows[r].billed, whole.rows[r].billed);
    }
}

TEST(Cur2Sniff, KnowsItsHeaderAndNoOtherFile)
{
    const auto sniffed = [](const Format& format, std::string_view head) {
        return format.sniff({.file_name = {}, .head = head, .middle = {}, .tail = {}});
    };
    EXPECT_GE(sniffed(aws_cur, sampleText(kFreeTier)), 90);
    EXPECT_EQ(sniffed(aws_cur_legacy, sampleText(kFreeTier)), 0);
    for (const char* other : {"aws-cur-legacy/cur_legacy_usage_tax_CA.csv", "focus-1.0/focus10_multicloud_sample.csv"})
        EXPECT_EQ(sniffed(aws_cur, sampleText(other)), 0);
    EXPECT_EQ(sniffed(aws_cur, sampleText(kManifest)), 0); // it names the columns, and is none of their tables
}

} // namespace fullscope::import
