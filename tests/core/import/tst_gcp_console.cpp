// SPDX-License-Identifier: GPL-3.0-or-later
// What Google Cloud's console saves, and its daily files of before 2019. Expected values: MANIFEST.tsv of the samples,
// or worked out by hand.
#include "core/import/bills/bill_values.h"
#include "core/import/bills/console_number.h"
#include "tests/core/import/bill_sink.h"

#include <gtest/gtest.h>

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
using testing::text;

// As the console lays it out; the amounts are made up.
const std::string kPreamble
    = "Invoice number,1234567,\nBilling account ID,01-AB-02,\nInvoice month,202601,\nCurrency,AUD,\n"
      "Total amount due,\"$1,095.00\",\n\n";
const std::string kHeader
    = "Billing account name,Billing account ID,Project name,Project ID,Service description,Service ID,SKU "
      "description,SKU ID,Credit type,Cost type,Usage start date,Usage end date,Usage amount,Usage "
      "unit,Unrounded cost ($),Cost ($)\n";
const std::string kRows = "Acme,01-AB-02,Train,train,Compute Engine,S1,Nvidia L4 GPU running in "
                          "Iowa,K1,,Usage,2026-01-01,2026-01-31,\"1,000\",hour,\"1,060.004\",1060.00\n"
                          "Acme,01-AB-02,Train,train,Cloud Storage,S2,Standard "
                          "Storage,K2,,Usage,2026-01-01,2026-01-31,10,gibibyte,40.00,40.00\n"
                          "Acme,01-AB-02,Train,train,Compute Engine,S1,Nvidia L4 GPU running in "
                          "Iowa,K1,SUSTAINED_USAGE_DISCOUNT,Usage,2026-01-01,2026-01-31,,,-15.00,-15.00\n"
                          "Acme,01-AB-02,Train,train,Compute Engine,S1,Nvidia L4 GPU running in "
                          "Iowa,K1,PROMOTION,Usage,2026-01-01,2026-01-31,,,-5,-5.00\n";
const std::string kFooter
    = ",,,,,,,,,Rounding error,,,,,-0.004,0.00\n,,,,,,,,,Tax,,,,,15.00,15.00\n,,,,,,,,,Total,,,,,1095.00,1095.00\n";

} // namespace

TEST(GcpCostTable, PreambleAndTotalsAreNoRows)
{
    const BillSink sink = importText(gcp_cost_table, kPreamble + kHeader + kRows + kFooter);
    ASSERT_TRUE(sink.status.ok());
    ASSERT_EQ(sink.rows.size(), 6U);
    EXPECT_EQ(sink.skipped(), 0);
    EXPECT_EQ(sink.sum(&BillRow::billed), "1115"); // 1060.004 + 40 - 0.004 + 15: before credits
    EXPECT_EQ(sink.sum(&BillRow::net), "1095"); // what is due
    EXPECT_EQ(sink.problems.size(), 1U);
    EXPECT_EQ(sink.count(Code::machine_apart), 1);
    const BillRow& gpu = sink.rows[0];
    EXPECT_EQ(sink.hoursByType(), (std::map<std::string, std::string> {{"nvidia-l4", "1000"}}));
    EXPECT_FALSE(costOfHours(gpu)); // its machine and its discounts stand in other lines
    EXPECT_EQ(gpu.line, 8);
    EXPECT_EQ(gpu.currency, "AUD");
    EXPECT_EQ(text(gpu.quantity), "1000");
    EXPECT_EQ(gpu.service_category, "Compute");
    EXPECT_EQ(gpu.purchase_option, PurchaseOption::on_demand);
    EXPECT_EQ(base::formatDate({gpu.charge_start_us}), "2026-01-01");
    EXPECT_EQ(base::formatDate({gpu.charge_end_us}), "2026-02-01"); // the last day is part of it
    EXPECT_EQ(base::formatDate({gpu.billing_period_end_us}), "2026-02-01");
    EXPECT_EQ(sink.rows[2].charge_category, ChargeCategory::discount);
    EXPECT_EQ(text(sink.rows[2].effective), "-15");
    EXPECT_EQ(sink.rows[3].charge_category, ChargeCategory::credit);
    EXPECT_EQ(sink.rows[4].charge_category, ChargeCategory::adjustment);
    EXPECT_EQ(sink.rows[5].charge_category, ChargeCategory::tax);
    EXPECT_EQ(sink.rows[5].billing_account, "01-AB-02"); // of the preamble
}

TEST(GcpCostTable, ATotalThatIsNotTheSumIsSaid)
{
    const std::string rows = kRows.substr(kRows.find('\n') + 1); // the first line is lost
    const BillSink sink = importText(gcp_cost_table, kPreamble + kHeader + rows + kFooter);
    const base::Problem* said = sink.first(Code::total_disagrees);
    ASSERT_NE(said, nullptr);
    EXPECT_EQ(said->what.found, "1095");
    EXPECT_EQ(said->what.expected, "34.996");
    EXPECT_EQ(said->what.line, 13);
}

TEST(GcpCostTable, ReportsHaveTheirCreditsInColumns)
{
    const BillSink sink = importText(gcp_cost_table,
        "Project name,Project ID,Project number,Cost (€),Discounts (€),Promotions and others (€),Subtotal (€),Percent "
        "change\n"
        "Train,train,1,\"1,200.50\",-200.50,-100,900.00,5%\n"
        "Web,web,2,10,,,10.00,—\n"
        ",,,,,,,\nTotal,,,\"1,210.50\",-200.50,-100,910.00,\n");
    EXPECT_EQ(sink.sum(&BillRow::billed), "1210.5");
    EXPECT_EQ(sink.sum(&BillRow::net), "910");
    ASSERT_GE(sink.rows.size(), 3U);
    EXPECT_EQ(text(sink.rows[0].effective), "1000");
    EXPECT_EQ(sink.rows[1].charge_category, ChargeCategory::credit);
    EXPECT_EQ(text(sink.rows[1].billed), "0");
    EXPECT_EQ(text(sink.rows[2].effective), "10");
    EXPECT_EQ(sink.rows[0].currency, "EUR"); // the sign is that of one currency
    EXPECT_EQ(sink.count(Code::total_disagrees), 0);
}

TEST(GcpCostTable, ADollarSignAloneIsNoCurrency)
{
    const BillSink sink = importText(gcp_cost_table, kHeader + kRows);
    EXPECT_EQ(sink.rows.at(0).currency, "");
    EXPECT_EQ(sink.count(Code::bad_currency), 1);
    EXPECT_EQ(sink.sum(&BillRow::net), "1080.004");
}

TEST(GcpCostTable, UglyTables)
{
    const BillSink text = importText(
        gcp_cost_table, kPreamble + kHeader + "A,B,P,p,S,1,K,2,,Usage,2026-01-01,2026-01-31,1,h,about 3,3\n" + kRows);
    EXPECT_EQ(text.skipped(), 1);
    EXPECT_EQ(text.first(Code::bad_number)->what.line, 8);
    EXPECT_EQ(text.rows.size(), 4U);
    EXPECT_TRUE(importText(gcp_cost_table, kPreamble + kHeader).rows.empty());
    const BillSink none = importText(gcp_cost_table, "Project ID,Service description\na,b\n");
    EXPECT_EQ(none.status.error().code, Code::column_missing);
    const std::string whole = kPreamble + kHeader + kRows + kFooter;
    for (std::size_t i = 0; i < whole.size(); ++i)
        ASSERT_LE(importText(gcp_cost_table, whole.substr(0, i)).rows.size(), 6U);
}

TEST(GcpCostTable, IsKnownByItsHeader)
{
    const auto sniff = [](const std::string& head) { return gcp_cost_table.sniff({.file_name = {}, .head = head}); };
    EXPECT_GE(sniff(kPreamble + kHeader), 90);
    EXPECT_GE(sniff("Project name,Project ID,Cost ($),Discounts ($),Subtotal ($)\n"), 90);
    EXPECT_EQ(sniff("Service,EC2($),Total costs($)\n"), 0); // AWS Cost Explorer
    EXPECT_EQ(sniff("Project ID,Cost\n"), 0);
}

TEST(GcpLegacy, SamplesHaveTheSumsOfTheManifest)
{
    struct Expected {
        const char *file, *billed, *start, *end;
        std::map<std::string, std::string> seconds;
    };
    for (const Expected& e : std::vector<Expected> {
             {"gcp-legacy-json/gcp_legacy_file_export_2014-02-14.json", "220.710791", "2014-02-13T08:00:00Z",
                 "2014-02-14T08:00:00Z",
                 {{"VmimageN1Standard_1", "950400"}, {"VmimageN1Standard_4", "259200"},
                     {"VmimageN1Standard_1_Eu", "176400"}, {"VmimageN1Standard_2", "172800"},
                     {"VmimageN1Standard_4_Eu", "172800"}, {"VmimageF1Micro", "88980"}, {"VmimageN1Highmem_2", "86400"},
                     {"VmimageN1Highmem_4", "86400"}, {"VmimageN1Standard_8_Eu", "86400"},
                     {"VmimageN1Standard_2_Eu", "31200"}, {"VmimageN1Highcpu_2_Eu", "600"}}},
             {"gcp-legacy-json/gcp_legacy_file_export_2014-02-21.json", "198.665246", "2014-02-19T08:00:00Z",
                 "2014-02-21T08:00:00Z",
                 {{"VmimageN1Standard_1_Eu", "493620"}, {"VmimageN1Standard_1", "345600"},
                     {"VmimageN1Standard_4", "259200"}, {"VmimageN1Standard_2", "172800"},
                     {"VmimageN1Standard_4_Eu", "172800"}, {"VmimageN1Highmem_2", "86400"},
                     {"VmimageN1Highmem_4", "86400"}, {"VmimageN1Highmem_4_Eu", "86400"},
                     {"VmimageN1Standard_8_Eu", "86400"}}},
         }) {
        const BillSink sink = importSample(gcp_legacy_json, e.file);
        ASSERT_TRUE(sink.status.ok());
        EXPECT_EQ(sink.rows.size(), 40U);
        EXPECT_EQ(sink.skipped(), 0);
        EXPECT_EQ(sink.sum(&BillRow::billed), e.billed);
        EXPECT_EQ(sink.sum(&BillRow::effective), e.billed);
        EXPECT_EQ(sink.sum(&BillRow::net), e.billed);
        std::map<std::string, base::Decimal> seconds;
        std::int64_t start = sink.rows[0].charge_start_us, end = start;
        for (const BillRow& row : sink.rows) {
            EXPECT_EQ(row.currency, "USD");
            start = std::min(start, row.charge_start_us);
            end = std::max(end, row.charge_end_us);
            if (row.description.starts_with("Vmimage"))
                seconds[row.description] = *base::Decimal::sum(seconds[row.description], *row.quantity);
        }
        EXPECT_EQ(base::formatIso({start}), e.start);
        EXPECT_EQ(base::formatIso({end}), e.end);
        std::map<std::string, std::string> texts;
        for (const auto& [sku, sum] : seconds)
            texts[sku] = sum.toString();
        EXPECT_EQ(texts, e.seconds);
    }
}

TEST(GcpLegacy, SecondsAreHoursOfTheMachineType)
{
    // (950400 + 176400) / 3600 = 313; (172800 + 31200) / 3600 = 56.66…; 88980 / 3600 = 24.7166…
    const auto hours
        = importSample(gcp_legacy_json, "gcp-legacy-json/gcp_legacy_file_export_2014-02-14.json").hoursByType();
    EXPECT_EQ(hours.at("n1-standard-1"), "313");
    EXPECT_EQ(hours.at("n1-standard-4"), "120");
    EXPECT_EQ(hours.at("n1-highmem-2"), "24");
    EXPECT_EQ(hours.at("f1-micro"), "24.716666666666666666666667");
    EXPECT_EQ(hours.size(), 8U);
}

TEST(ConsoleNumber, SignsGroupsAndMarks)
{
    const auto number = [](const char* text, char mark) {
        const auto value = consoleNumber(text, mark);
        return value.ok() ? value->toString() : "bad";
    };
    EXPECT_EQ(number("$1,234.50", '.'), "1234.5");
    EXPECT_EQ(number("-$12.34", '.'), "-12.34");
    EXPECT_EQ(number("(12.34)", '.'), "-12.34");
    EXPECT_EQ(number("1,234,567", '.'), "1234567");
    EXPECT_EQ(number("1,23", '.'), "bad");
    EXPECT_EQ(number("1.234,56 €", ','), "1234.56");
    EXPECT_EQ(number("1,234.56", ','), "bad");
    EXPECT_EQ(number("12,3456", '.'), "bad");
    EXPECT_EQ(number("", '.'), "bad");
    EXPECT_EQ(number("$", '.'), "bad");
}

TEST(BillValues, QuotientsAndTinyAmounts)
{
    const auto ratio
        = [](const char* value, std::int64_t by) { return quotient(*base::Decimal::parse(value), by).toString(); };
    EXPECT_EQ(ratio("950400", 3600), "264");
    EXPECT_EQ(ratio("1", 3), "0.333333333333333333333333");
    EXPECT_EQ(ratio("-2", 3), "-0.666666666666666666666667");
    EXPECT_EQ(ratio("3404045", 3'600'000), "0.945568055555555555555556");
    EXPECT_EQ(ratio("0", 8), "0");
    EXPECT_EQ(ratio("100000000000000.5", 8), "12500000000000.0625");
    EXPECT_EQ(billAmount("1.00000000000000000000000049")->value.toString(), "1");
    EXPECT_FALSE(billAmount("nan").ok());
    EXPECT_FALSE(billAmount("1e40").ok());
    EXPECT_FALSE(billAmount("").ok());
}

} // namespace fullscope::import
