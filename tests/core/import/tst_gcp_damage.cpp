// SPDX-License-Identifier: GPL-3.0-or-later
// Google Cloud's exports as they come: laid out otherwise, cut, damaged, hostile.
#include "core/import/bills/json_value.h"
#include "tests/core/import/gcp_export.h"
#include "tests/core/import/temp_dir.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace fullscope::import {

namespace {

using base::Code;
using evidence::BillRow;
using testing::BillSink;
using testing::gcpLine;
using testing::importText;
using testing::sampleText;
using testing::text;

constexpr const char* kJson = "gcp-bq-json/gcp_export_cud_test_10_1.json";
constexpr const char* kCsv = "gcp-bq-csv/gcp_detailed_export_synthetic_multicurrency.csv";

BillSink imported(const std::string& lines)
{
    return importText(gcp_export_json, lines);
}

} // namespace

TEST(GcpLayout, LinesAnArrayAndAMemberOfAnObjectAreTheSameBill)
{
    const std::string one = gcpLine({.sku = "x", .cost = "1.5"}), two = gcpLine({.sku = "y", .cost = "\"2.25\""});
    const std::string bareTwo = two.substr(0, two.size() - 1);
    std::string crlf = one + two;
    for (std::size_t at = 0; (at = crlf.find('\n', at)) != std::string::npos; at += 2)
        crlf.replace(at, 1, "\r\n");
    const BillSink lines = imported(one + two);
    for (const std::string& text : {one + bareTwo, "[" + one + "," + two + "]", "{\"rows\": [" + one + "," + two + "]}",
             one + "\n\n" + two, crlf}) {
        const BillSink sink = imported(text);
        ASSERT_EQ(sink.rows.size(), 2U) << text;
        EXPECT_EQ(sink.sum(&BillRow::billed), "3.75");
        EXPECT_EQ(sink.rows[1].row_key, lines.rows.at(1).row_key);
        EXPECT_TRUE(sink.problems.empty());
    }
    const std::string nested = R"("service":{"id":"S","description":"Compute Engine"})";
    std::string flat = one;
    flat.replace(flat.find(nested), nested.size(), R"("service_description":"Compute Engine")");
    EXPECT_EQ(imported(flat).rows.at(0).service, "Compute Engine");
    flat.replace(flat.find("\"credits\":[]"), 12, R"("credits_type":"DISCOUNT","credits_amount":-0.5)");
    EXPECT_EQ(imported(flat).sum(&BillRow::net), "1");
}

TEST(GcpDamage, AnyCutKeepsTheRecordsBeforeIt)
{
    for (const bool json : {true, false}) {
        const Format& format = json ? gcp_export_json : gcp_export_csv;
        const std::string text = sampleText(json ? kJson : kCsv);
        const BillSink whole = importText(format, text);
        std::size_t last = 0;
        for (std::size_t i = 1; i < 60; ++i) {
            const BillSink sink = importText(format, text.substr(0, text.size() * i / 60));
            if (!json && sink.rows.empty())
                continue; // within the header
            ASSERT_TRUE(sink.status.ok()) << i;
            ASSERT_GE(sink.rows.size(), last) << i;
            last = sink.rows.size();
            ASSERT_LE(sink.skipped(), 1) << i;
            for (std::size_t r = 0; r < sink.rows.size(); ++r)
                ASSERT_TRUE(sink.rows[r].billed == whole.rows[r].billed && sink.rows[r].net == whole.rows[r].net) << i;
        }
    }
}

TEST(GcpDamage, ABrokenLineCostsItselfAlone)
{
    const std::string good = gcpLine({.sku = "x", .cost = "1"});
    for (const std::string bad :
        {"{\"billing_account_id\": \n", "not json\n", "[1,2]\n", "{\"cost\": 1e999999}\n", "\"text\"\n"}) {
        const BillSink sink = imported(good + bad + good);
        EXPECT_EQ(sink.sum(&BillRow::billed), "2") << bad;
        EXPECT_EQ(sink.skipped(), 1) << bad;
        EXPECT_EQ(sink.problems.front().what.line, 2) << bad;
    }
}

TEST(GcpDamage, WhatPythonWritesForMissingIsMissing)
{
    const BillSink sink = imported(
        gcpLine({.sku = "x \\\"NaN\\\"", .cost = "1.50", .credits = "NaN", .more = R"("cost_at_list":NaN,)"}));
    EXPECT_EQ(sink.sum(&BillRow::net), "1.5");
    EXPECT_FALSE(sink.rows.at(0).list);
    EXPECT_EQ(sink.rows[0].description, "x \"NaN\"");
    EXPECT_EQ(imported(gcpLine({.sku = "x", .cost = "NaN"})).count(Code::field_missing), 1); // never zero
}

TEST(GcpDamage, SingleBytesReplacedAnywhereAreSurvived)
{
    const std::string text = gcpLine({.sku = "Nvidia L4 GPU running in Iowa", .cost = "1", .machine = "g2-standard-48"})
        + gcpLine({.sku = "y", .cost = "2"});
    for (std::size_t i = 0; i < text.size(); ++i)
        for (const char c : {'"', '{', '}', ']', '\n', '\0', '\\'}) {
            std::string damaged = text;
            damaged[i] = c;
            const BillSink sink = imported(damaged);
            ASSERT_TRUE(sink.status.ok());
            ASSERT_LE(sink.rows.size(), 2U);
        }
}

TEST(GcpDamage, DepthAndSizeAreBounded)
{
    const std::string good = gcpLine({.sku = "x", .cost = "1"});
    const std::string deep = "{\"a\":" + std::string(100'000, '[') + std::string(100'000, ']') + "}\n";
    EXPECT_EQ(imported(good + deep + good).sum(&BillRow::billed), "2");
    const std::string longOne = "{\"a\":\"" + std::string(3 << 20, 'x') + "\"}\n";
    const BillSink sink = imported(good + longOne + good);
    EXPECT_EQ(sink.sum(&BillRow::billed), "2");
    EXPECT_EQ(sink.count(Code::line_too_long), 1);
}

TEST(GcpDamage, EmptyAndHeaderOnly)
{
    EXPECT_TRUE(imported("").rows.empty());
    EXPECT_TRUE(imported("[]").status.ok());
    const std::string csv = sampleText(kCsv);
    const BillSink header = importText(gcp_export_csv, csv.substr(0, csv.find('\n') + 1));
    EXPECT_TRUE(header.status.ok());
    EXPECT_TRUE(header.rows.empty());
    const BillSink without
        = importText(gcp_export_csv, "billing_account_id,usage_start_time,sku.description\n1,2025-01-01,x\n");
    ASSERT_FALSE(without.status.ok());
    EXPECT_EQ(without.status.error().code, Code::column_missing);
    EXPECT_EQ(without.status.error().field, "cost");
}

TEST(GcpDamage, AWholeFileByItsPath)
{
    const testing::TempDir dir;
    // UTF-16 with a byte order mark, as a spreadsheet's "Unicode text" is
    std::string utf16 = "\xFF\xFE";
    for (const char c : sampleText(kJson)) {
        utf16 += c;
        utf16 += '\0';
    }
    auto source = TextSource::open(dir.write("a.json", utf16));
    ASSERT_TRUE(source.ok());
    BillSink sink;
    ASSERT_TRUE(gcp_export_json.parse(**source, sink, base::JobContext {}).ok());
    EXPECT_EQ(sink.sum(&BillRow::net), "190");
}

TEST(GcpCsv, NestedColumnsMayBeWhatPythonPrints)
{
    const BillSink sink = importText(gcp_export_csv,
        "billing_account_id,usage_start_time,usage_end_time,cost,currency,sku.description,service,credits,labels,usage,"
        "invoice.month\n"
        "A,2025-03-01T10:00:00Z,2025-03-01T11:00:00Z,10,EUR,N2 Instance Core,"
        "\"{'id': '6F81', 'description': 'Compute Engine'}\","
        "\"[{'name': 'Its', 'amount': Decimal('-2.5'), 'full_name': None, 'type': 'DISCOUNT'} {'amount': -1.0, 'type': "
        "'PROMOTION'}]\","
        "\"[{'key': 'team', 'value': 'l\\'m \"\"q\"\"'}]\",\"{'amount': 3600.0, 'pricing_unit': 'hour', "
        "'amount_in_pricing_units': 1.0}\",202503\n");
    ASSERT_EQ(sink.rows.size(), 2U);
    EXPECT_EQ(text(sink.rows[0].billed), "10");
    EXPECT_EQ(text(sink.rows[0].effective), "7.5");
    EXPECT_EQ(text(sink.rows[1].net), "-1");
    EXPECT_EQ(sink.rows[0].service, "Compute Engine");
    EXPECT_EQ(text(sink.rows[0].quantity), "1");
    EXPECT_EQ(sink.rows[0].quantity_unit, "hour");
    ASSERT_EQ(sink.rows[0].tags.size(), 1U);
    EXPECT_EQ(sink.rows[0].tags[0].second, "l'm \"q\"");
    EXPECT_EQ(sink.rows[0].currency, "EUR");
}

TEST(GcpCsv, ALineThatWasFlattenedToSeveralRecordsCostsOnce)
{
    // SELECT … FROM export LEFT JOIN UNNEST(credits) LEFT JOIN UNNEST(labels): two credits and two labels, four records
    const std::string header
        = "billing_account_id,usage_start_time,cost,currency,sku.description,export_time,credits.type,"
          "credits.name,credits.amount,labels.key,labels.value\n";
    const std::string line = "A,2025-03-01,10,USD,x,2025-03-02 01:00:00 UTC,";
    const std::string flat = line + "DISCOUNT,d,-2,team,a\n" + line + "DISCOUNT,d,-2,env,b\n" + line
        + "PROMOTION,p,-1,team,a\n" + line + "PROMOTION,p,-1,env,b\n";
    const BillSink sink = importText(gcp_export_csv, header + flat);
    EXPECT_EQ(sink.sum(&BillRow::billed), "10");
    EXPECT_EQ(sink.sum(&BillRow::net), "7");
    ASSERT_EQ(sink.rows.size(), 2U);
    EXPECT_EQ(sink.rows[0].line, 2);
    EXPECT_EQ(sink.rows[0].tags.size(), 2U);
    // The same record once more is another line: two equal machines have equal records.
    const BillSink twice = importText(gcp_export_csv, header + flat + flat);
    EXPECT_EQ(twice.sum(&BillRow::billed), "20");
    EXPECT_EQ(twice.sum(&BillRow::net), "14");
    // Another value of the same label is another machine's.
    EXPECT_EQ(
        importText(gcp_export_csv, header + line + ",,,team,a\n" + line + ",,,team,b\n").sum(&BillRow::billed), "20");
}

TEST(GcpCsv, SemicolonsWithDecimalCommas)
{
    const BillSink sink = importText(gcp_export_csv,
        "billing_account_id;usage_start_time;cost;currency;sku_description;credits_type;credits_amount\n"
        "A;1.5.2025;7,5;EUR;x;DISCOUNT;-2.5\nA;2025-03-01;7,5;EUR;x;DISCOUNT;-2.5\n");
    EXPECT_EQ(sink.sum(&BillRow::billed), "7.5"); // the first has no date that can be read
    EXPECT_EQ(sink.sum(&BillRow::net), "5");
    EXPECT_EQ(sink.first(Code::bad_time)->what.line, 2);
}

TEST(JsonValue, NumbersKeepTheirDigits)
{
    const auto value
        = parseJson(R"({"a":{"b":0.10000000000000000000001,"c":-12,"d":18446744073709551615,"e":true,"f":null}})");
    ASSERT_TRUE(value);
    EXPECT_EQ(textAt(*value, "a.b"), "0.10000000000000000000001");
    EXPECT_EQ(textAt(*value, "a.c"), "-12");
    EXPECT_EQ(textAt(*value, "a.d"), "18446744073709551615");
    EXPECT_EQ(textAt(*value, "a.e"), "true");
    EXPECT_EQ(textAt(*value, "a.f"), "");
    EXPECT_EQ(textAt(*value, "a"), "");
    EXPECT_EQ(textAt(*value, "a.b.x"), "");
    EXPECT_FALSE(parseJson("{\"a\":1"));
    EXPECT_EQ(jsonOfPythonRepr("{'a': None, 'b': [True, 'None'], \"c\": \"it's\"}"),
        "{\"a\": null, \"b\": [true, \"None\"], \"c\": \"it's\"}");
}

} // namespace fullscope::import
