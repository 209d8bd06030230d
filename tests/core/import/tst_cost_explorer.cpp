// SPDX-License-Identifier: GPL-3.0-or-later
// AWS Cost Explorer, page and API. Expected values are worked out by hand from the samples.
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
using testing::text;

constexpr const char* kMonths = "aws-cost-explorer/service_by_month.csv";
constexpr const char* kHours = "aws-cost-explorer/usage_type_hours.csv";
constexpr const char* kTransposed = "aws-cost-explorer/transposed.csv";
constexpr const char* kAccounts = "aws-cost-explorer/linked_accounts.csv";
constexpr const char* kPages = "aws-cost-explorer-json/two_pages.json";

std::string span(const BillRow& row)
{
    return base::formatDate({row.charge_start_us}) + " " + base::formatDate({row.charge_end_us});
}

} // namespace

TEST(CostExplorerCsv, TotalsAreNotCounted)
{
    const BillSink sink = importSample(aws_cost_explorer_csv, kMonths);
    ASSERT_TRUE(sink.status.ok());
    EXPECT_EQ(sink.sum(&BillRow::billed), "4066.1211165072");
    EXPECT_EQ(sink.sum(&BillRow::effective), "-"); // the file tells one cost
    ASSERT_EQ(sink.rows.size(), 10U); // nothing in April
    EXPECT_EQ(sink.count(Code::total_disagrees), 0);
    EXPECT_EQ(sink.count(Code::cost_kind_assumed), 1);
    EXPECT_EQ(sink.skipped(), 0);
    const BillRow& row = sink.rows.front();
    EXPECT_EQ(row.provider, "AWS");
    EXPECT_EQ(row.service, "EC2-Instances");
    EXPECT_EQ(row.currency, "USD");
    EXPECT_EQ(row.line, 3);
    EXPECT_EQ(span(row), "2024-02-01 2024-03-01");
    EXPECT_EQ(base::formatDate({row.billing_period_end_us}), "2024-03-01");
    EXPECT_EQ(sink.rows[2].charge_category, ChargeCategory::tax);
    EXPECT_EQ(sink.rows[3].service, "Support (Developer)");
    EXPECT_EQ(span(sink.rows.back()), "2024-03-01 2024-04-01");
}

TEST(CostExplorerCsv, UsageTypesGiveHours)
{
    const BillSink sink = importSample(aws_cost_explorer_csv, kHours);
    ASSERT_TRUE(sink.status.ok());
    EXPECT_EQ(sink.sum(&BillRow::billed), "3466.188");
    EXPECT_EQ(sink.hoursByType(),
        (std::map<std::string, std::string> {{"p5.48xlarge", "25"}, {"g5.xlarge", "10.5"}})); // 24 and one unused
    EXPECT_EQ(sink.count(Code::hours_of_all_services), 1);
    EXPECT_EQ(sink.count(Code::total_disagrees), 0);
    const BillRow& box = sink.rows.at(0);
    EXPECT_EQ(text(box.billed), "1179.84");
    EXPECT_EQ(text(box.instance_hours), "12");
    EXPECT_EQ(box.purchase_option, PurchaseOption::none); // on demand, reserved or under a plan: the file does not tell
    EXPECT_EQ(box.region, "us-east-2");
    EXPECT_EQ(span(box), "2024-03-01 2024-03-02");
    EXPECT_EQ(sink.rows.at(1).purchase_option, PurchaseOption::spot);
    EXPECT_EQ(sink.rows.at(2).commitment_status, CommitmentStatus::unused);
    const BillRow& fee = sink.rows.at(3);
    EXPECT_EQ(fee.purchase_option, PurchaseOption::capacity_block);
    EXPECT_EQ(fee.charge_category, ChargeCategory::purchase);
    EXPECT_FALSE(fee.instance_hours);
    EXPECT_EQ(sink.rows.at(4).quantity_unit, "GB-Mo");
    EXPECT_EQ(text(sink.rows.at(4).quantity), "53.125");
}

TEST(CostExplorerCsv, DatesMayStandInTheHeader)
{
    const BillSink sink = importSample(aws_cost_explorer_csv, kTransposed);
    ASSERT_TRUE(sink.status.ok());
    EXPECT_EQ(sink.sum(&BillRow::billed), "272.25");
    ASSERT_EQ(sink.rows.size(), 5U);
    EXPECT_EQ(span(sink.rows[1]), "2024-02-01 2024-03-01");
    EXPECT_EQ(sink.rows[2].service, "Load Balancing (ELB)");
    EXPECT_EQ(sink.count(Code::total_disagrees), 0);
}

TEST(CostExplorerCsv, AccountsHaveIdsAndNames)
{
    const BillSink sink = importSample(aws_cost_explorer_csv, kAccounts);
    ASSERT_TRUE(sink.status.ok());
    EXPECT_EQ(sink.sum(&BillRow::billed), "33.5");
    ASSERT_EQ(sink.rows.size(), 4U);
    EXPECT_EQ(sink.rows[1].sub_account, "444455556666");
    EXPECT_EQ(sink.rows[1].description, "Total Cloud Ltd"); // a name that begins like a total
    EXPECT_EQ(sink.rows[1].currency, "USD");
    EXPECT_EQ(span(sink.rows[3]), "2024-03-02 2024-03-03");
    EXPECT_EQ(sink.count(Code::total_disagrees), 0);
}

TEST(CostExplorerCsv, PeriodsReachToTheNextOne)
{
    const auto spans = [](const std::string& first, const std::string& second) {
        const BillSink sink = importText(
            aws_cost_explorer_csv, "Service,EC2($),Total costs($)\n" + first + ",1,1\n" + second + ",1,1\n");
        return sink.rows.size() == 2 ? span(sink.rows[0]) + ", " + span(sink.rows[1]) : "";
    };
    EXPECT_EQ(spans("2024-02-28", "2024-02-29"), "2024-02-28 2024-02-29, 2024-02-29 2024-03-01");
    EXPECT_EQ(spans("2023-12-01", "2024-01-01"), "2023-12-01 2024-01-01, 2024-01-01 2024-02-01");
    EXPECT_EQ(spans("2024-02-15", "2024-03-01"), "2024-02-15 2024-03-01, 2024-03-01 2024-04-01"); // part of a month
    EXPECT_EQ(spans("2024-03-02", "2024-03-01"), "2024-03-02 2024-03-03, 2024-03-01 2024-03-02");
    const BillSink hours = importText(
        aws_cost_explorer_csv, "Service,EC2($),Total costs($)\n2024-03-01T00:00:00Z,1,1\n2024-03-01T01:00:00Z,1,1\n");
    EXPECT_EQ(base::formatIso({hours.rows.at(1).charge_end_us}), "2024-03-01T02:00:00Z");
}

TEST(CostExplorerCsv, ATotalThatTheRowsDoNotMakeIsSaid)
{
    std::string text = sampleText(kMonths);
    text.erase(text.find("\"2024-02-01\""), text.find("\"2024-03-01\"") - text.find("\"2024-02-01\""));
    const BillSink sink = importText(aws_cost_explorer_csv, text);
    const base::Problem* differs = sink.first(Code::total_disagrees);
    ASSERT_NE(differs, nullptr);
    EXPECT_EQ(differs->what.found, "4066.1211165072 USD");
    EXPECT_EQ(differs->what.expected, "3975.8745258625 USD");
}

TEST(CostExplorerCsv, UnitsTellTheCurrency)
{
    const auto currency = [](const std::string& unit) {
        const BillSink sink = importText(aws_cost_explorer_csv,
            "Service,EC2" + unit + ",Total costs" + unit + "\nService total,1,1\n2024-03-01,1,1\n");
        return sink.rows.size() == 1 ? sink.rows[0].currency : "no row";
    };
    EXPECT_EQ(currency("($)"), "USD");
    EXPECT_EQ(currency(" (€)"), "EUR");
    EXPECT_EQ(currency("(¥)"), "CNY");
    EXPECT_EQ(currency("(GBP)"), "GBP");
    EXPECT_EQ(currency(""), "");
}

TEST(CostExplorerCsv, ChargeTypesAndTagsSayWhatTheyAre)
{
    const BillSink types = importText(aws_cost_explorer_csv,
        "Charge type,Usage($),Savings Plan Covered Usage($),Savings Plan Negation($),Credit($),Tax($),Brand "
        "new($),Total "
        "costs($)\n2024-03-01,10,5,-5,-1,0.5,2,11.5\n");
    ASSERT_EQ(types.rows.size(), 6U);
    EXPECT_EQ(types.rows[1].purchase_option, PurchaseOption::savings_plan);
    EXPECT_EQ(types.rows[3].charge_category, ChargeCategory::credit);
    EXPECT_EQ(types.rows[4].charge_category, ChargeCategory::tax);
    EXPECT_FALSE(types.rows[5].charge_known);
    EXPECT_EQ(types.count(Code::charge_unclassified), 1);
    EXPECT_EQ(types.sum(&BillRow::billed), "11.5");

    const BillSink tags = importText(aws_cost_explorer_csv,
        "team,llm($),No tag key: team($),Total costs($)\n2024-03-01,10,5,15\n2024-03-02,1,5,6\n");
    ASSERT_EQ(tags.rows.size(), 4U);
    EXPECT_EQ(tags.rows[0].tags, (std::vector<std::pair<std::string, std::string>> {{"team", "llm"}}));
    EXPECT_TRUE(tags.rows[1].tags.empty());
}

TEST(CostExplorerCsv, BadCellsAreSaidAndTheOthersKept)
{
    const BillSink sink = importText(aws_cost_explorer_csv,
        "Service,EC2($),S3($),Total costs($)\n2024-03-01,n/a,1,1\nsoon,5,5,10\n2024-03-02,2,3,5\n");
    EXPECT_EQ(sink.sum(&BillRow::billed), "6");
    const base::Problem* cell = sink.first(Code::bad_number);
    ASSERT_NE(cell, nullptr);
    EXPECT_EQ(cell->what.field, "EC2($)");
    EXPECT_EQ(cell->what.line, 2);
    EXPECT_EQ(cell->severity, base::Severity::error);
    EXPECT_EQ(sink.first(Code::bad_time)->what.line, 3);
    EXPECT_EQ(sink.skipped(), 1);
}

TEST(CostExplorerCsv, AnyCutOnlyLosesWhatIsCut)
{
    for (const char* name : {kMonths, kHours, kTransposed, kAccounts}) {
        const std::string whole = sampleText(name);
        std::string crlf;
        for (const char c : whole)
            crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
        EXPECT_EQ(importText(aws_cost_explorer_csv, crlf).sum(&BillRow::billed),
            importText(aws_cost_explorer_csv, whole).sum(&BillRow::billed));
        const std::size_t rows = importText(aws_cost_explorer_csv, whole).rows.size();
        for (std::size_t size = 0; size < whole.size(); size += 7)
            EXPECT_LE(importText(aws_cost_explorer_csv, whole.substr(0, size)).rows.size(), rows) << name << size;
    }
    EXPECT_EQ(importText(aws_cost_explorer_csv, "").status.error().code, Code::file_empty);
    EXPECT_TRUE(importText(aws_cost_explorer_csv, "Service,EC2($),Total costs($)\n").rows.empty());
}

TEST(CostExplorerJson, GroupsOfAllPagesAreRows)
{
    const BillSink sink = importSample(aws_cost_explorer_json, kPages);
    ASSERT_TRUE(sink.status.ok());
    ASSERT_EQ(sink.rows.size(), 3U);
    EXPECT_EQ(sink.sum(&BillRow::billed), "2369.1800000012");
    EXPECT_EQ(sink.sum(&BillRow::effective), "1975.9000000012");
    EXPECT_EQ(sink.sum(&BillRow::net), "2210.0000000012");
    EXPECT_EQ(sink.hoursByType(), (std::map<std::string, std::string> {{"p5.48xlarge", "24"}})); // not EMR's surcharge
    const BillRow& box = sink.rows[0];
    EXPECT_EQ(box.line, 11);
    EXPECT_EQ(box.service, "Amazon Elastic Compute Cloud - Compute");
    EXPECT_EQ(box.region, "us-east-2");
    EXPECT_EQ(box.quantity_unit, "Hrs");
    EXPECT_EQ(span(box), "2024-03-01 2024-04-01"); // the end is exclusive
    EXPECT_EQ(sink.rows[1].charge_category, ChargeCategory::tax);
    EXPECT_FALSE(sink.final); // April is estimated
    EXPECT_EQ(sink.count(Code::bill_not_final), 1);
    EXPECT_EQ(sink.count(Code::blended_ignored), 1);
    EXPECT_EQ(sink.first(Code::cost_ignored)->what.field, "NetAmortizedCost");
    EXPECT_EQ(sink.count(Code::hours_of_all_services), 0);
    EXPECT_EQ(sink.count(Code::delivery_part_missing), 0);
}

TEST(CostExplorerJson, AMissingPageIsSaid)
{
    const std::string text = sampleText(kPages);
    const BillSink first = importText(aws_cost_explorer_json, text.substr(0, text.find("\n{") + 1));
    EXPECT_EQ(first.rows.size(), 2U);
    EXPECT_EQ(first.count(Code::delivery_part_missing), 1);
}

TEST(CostExplorerJson, TotalsCountWhereThereAreNoGroups)
{
    const auto answer = [](const std::string& groups, const std::string& total) {
        return importText(aws_cost_explorer_json,
            R"({"ResultsByTime":[{"TimePeriod":{"Start":"2024-03-01","End":"2024-03-02"},"Groups":)" + groups
                + R"(,"Total":)" + total + "}]}");
    };
    const std::string five = R"({"UnblendedCost":{"Amount":"5","Unit":"USD"}})";
    EXPECT_EQ(answer("[]", five).sum(&BillRow::billed), "5");
    EXPECT_EQ(
        answer(R"([{"Keys":["USE2-BoxUsage:p5.48xlarge"],"Metrics":)" + five + "}]", five).sum(&BillRow::billed), "5");
    const BillSink guessed
        = answer(R"([{"Keys":["BoxUsage:p5.48xlarge"],"Metrics":{"UsageQuantity":{"Amount":"2","Unit":"Hrs"}}},)"
                 R"({"Keys":["111122223333"],"Metrics":)"
                + five + "}]",
            "{}");
    EXPECT_EQ(guessed.hoursByType(), (std::map<std::string, std::string> {{"p5.48xlarge", "2"}}));
    EXPECT_EQ(guessed.count(Code::hours_of_all_services), 1);
    EXPECT_EQ(guessed.rows.at(1).sub_account, "111122223333");
}

TEST(CostExplorerJson, HostileTextIsSaidAndEndsNothingElse)
{
    const auto metric = [](const std::string& json) {
        return importText(aws_cost_explorer_json,
            R"({"ResultsByTime":[{"TimePeriod":{"Start":"2024-03-01","End":"2024-03-02"},"Groups":[],"Total":)" + json
                + "}]}");
    };
    EXPECT_EQ(metric(R"({"UnblendedCost":{"Amount":"much","Unit":"USD"}})").count(Code::bad_number), 1);
    EXPECT_EQ(metric(R"({"UnblendedCost":[1]})").count(Code::bad_number), 1);
    EXPECT_EQ(metric(R"({"UnblendedCost":{"Amount":12.5,"Unit":"USD"}})").sum(&BillRow::billed), "12.5");
    EXPECT_EQ(metric(R"({"UnblendedCost":{"Amount":"1"}})").count(Code::bad_currency), 1);
    EXPECT_TRUE(metric("{}").rows.empty());
    EXPECT_EQ(importText(aws_cost_explorer_json,
                  R"([{"TimePeriod":{"Start":"soon","End":7},"Total":{"UnblendedCost":{"Amount":"1","Unit":"USD"}}}])")
                  .count(Code::bad_time),
        1);
    const std::string whole = sampleText(kPages);
    std::string undated = whole;
    undated.replace(undated.find("2024-03-01"), 10, "2024-03-32");
    const BillSink later = importText(aws_cost_explorer_json, undated);
    EXPECT_EQ(later.sum(&BillRow::billed), "9.5");
    EXPECT_EQ(later.first(Code::bad_time)->count, 2); // both groups of March
    for (std::size_t size = 0; size < whole.size(); size += 41)
        EXPECT_LE(importText(aws_cost_explorer_json, whole.substr(0, size)).rows.size(), 3U);
    EXPECT_TRUE(importText(aws_cost_explorer_json, std::string(100'000, '[')).rows.empty());
}

} // namespace fullscope::import
