// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: MANIFEST.tsv of the samples, or sums made of the files by a few lines of Python.
#include "tests/core/import/bill_sink.h"
#include "tests/core/import/log_sink.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>

namespace fullscope::import {

namespace {

using base::Code;
using evidence::BillRow;
using evidence::ChargeCategory;
using testing::BillSink;
using testing::importSample;
using testing::importText;
using testing::sampleText;

constexpr const char* kCsv = "gcp-bq-csv/gcp_detailed_export_synthetic_multicurrency.csv";

std::map<std::string, std::string> byCurrency(const BillSink& sink, BillSink::Cost cost)
{
    std::map<std::string, base::Decimal> sums;
    for (const BillRow& row : sink.rows)
        if (row.*cost)
            sums[row.currency] = *base::Decimal::sum(sums[row.currency], *(row.*cost));
    std::map<std::string, std::string> texts;
    for (const auto& [currency, sum] : sums)
        texts[currency] = sum.toString();
    return texts;
}

using Texts = std::map<std::string, std::string>;

} // namespace

TEST(GcpSamples, JsonHasTheSumsOfTheManifest)
{
    struct Expected {
        const char *file, *billed, *net, *ram;
        std::size_t rows;
        std::vector<std::string> months;
    };
    for (const Expected& e : std::vector<Expected> {
             {"gcp-bq-json/gcp_export_cud_test_1_1.json", "310", "170", "210", 4, {"2019-01", "2019-03"}},
             {"gcp-bq-json/gcp_export_cud_test_5_1.json", "320", "280", "220", 4, {"2019-01"}},
             {"gcp-bq-json/gcp_export_cud_test_10_1.json", "310", "190", "210", 6, {"2019-01", "2019-03"}},
         }) {
        const BillSink sink = importSample(gcp_export_json, e.file);
        ASSERT_TRUE(sink.status.ok()) << e.file;
        EXPECT_EQ(sink.rows.size(), e.rows) << e.file; // the discounts are prices: no rows of their own
        EXPECT_EQ(sink.skipped(), 0) << e.file;
        EXPECT_EQ(sink.sum(&BillRow::billed), e.billed) << e.file;
        EXPECT_EQ(sink.sum(&BillRow::effective), e.net) << e.file;
        EXPECT_EQ(sink.sum(&BillRow::net), e.net) << e.file;
        base::Decimal ram;
        std::vector<std::string> months;
        for (const BillRow& row : sink.rows) {
            EXPECT_EQ(row.currency, "USD");
            EXPECT_EQ(row.billing_account, "0123AB-4567CD-89EF01");
            EXPECT_EQ(base::formatIso({row.charge_start_us}), "2019-01-21T08:25:11.227Z");
            EXPECT_EQ(base::formatIso({row.charge_end_us}), "2019-01-21T12:25:14.792Z");
            if (row.description == "N1 Standard Instance Ram running in Americas")
                ram = *base::Decimal::sum(ram, *row.quantity);
            months.push_back(base::formatMonth({row.billing_period_start_us}));
        }
        std::sort(months.begin(), months.end());
        months.erase(std::unique(months.begin(), months.end()), months.end());
        EXPECT_EQ(ram.toString(), e.ram) << e.file;
        EXPECT_EQ(months, e.months) << e.file;
    }
}

TEST(GcpSamples, CsvHasTheSumsOfTheManifestByCurrency)
{
    const BillSink sink = importSample(gcp_export_csv, kCsv);
    ASSERT_TRUE(sink.status.ok());
    EXPECT_EQ(sink.skipped(), 0);
    EXPECT_EQ(sink.rows.size(), 122U + 37U); // no credit of it is of a type that Google has
    EXPECT_EQ(sink.sum(&BillRow::billed), "604655.5155");
    EXPECT_EQ(sink.sum(&BillRow::effective), "568329.4251");
    EXPECT_EQ(sink.sum(&BillRow::net), "568329.4251");
    EXPECT_EQ(byCurrency(sink, &BillRow::billed),
        (Texts {{"AUD", "53854.5648"}, {"EUR", "106621.3813"}, {"GBP", "28644.95"}, {"USD", "415534.6194"}}));
    EXPECT_EQ(byCurrency(sink, &BillRow::net),
        (Texts {{"AUD", "52998.6866"}, {"EUR", "106459.0413"}, {"GBP", "28096.8167"}, {"USD", "380774.8805"}}));
    EXPECT_EQ(byCurrency(sink, &BillRow::list),
        (Texts {{"AUD", "54076.0696"}, {"EUR", "107527.3191"}, {"GBP", "32031.4908"}, {"USD", "538362.3191"}}));
}

TEST(GcpSamples, CsvSplitsByCostTypeAndCredit)
{
    const BillSink sink = importSample(gcp_export_csv, kCsv);
    std::map<std::string, base::Decimal> billed, net;
    for (const BillRow& row : sink.rows) {
        billed[row.charge_type] = *base::Decimal::sum(billed[row.charge_type], *row.billed);
        net[row.charge_type] = *base::Decimal::sum(net[row.charge_type], *row.net);
    }
    EXPECT_EQ(billed["tax"].toString(), "218792.6552");
    EXPECT_EQ(billed["regular"].toString(), "196888.0514");
    EXPECT_EQ(billed["roundoff"].toString(), "188974.8089");
    EXPECT_EQ(net["FREE_TIER"].toString(), "-9288.8703");
    EXPECT_EQ(net["PROMOTION"].toString(), "-12194.6004");
    EXPECT_EQ(net["SUSTAINED_USE_DISCOUNT"].toString(), "-14694.9");
    EXPECT_EQ(net["COMMITTED_USE_DISCOUNT"].toString(), "-147.7197");
    // 33 lines of an unknown kind, 8 and 7 credits of unknown types
    EXPECT_EQ(sink.count(Code::charge_unclassified), 33 + 8 + 7);
    const auto core = std::find_if(sink.rows.begin(), sink.rows.end(),
        [](const BillRow& row) { return row.description == "Custom Instance Core Running in Americas"; });
    ASSERT_NE(core, sink.rows.end());
    EXPECT_EQ(core->quantity_unit, "hour");
    EXPECT_FALSE(core->tags.empty());
    EXPECT_TRUE(sink.hoursByType().empty()); // no line names its machine
}

TEST(GcpSamples, TheCopiesOfACsvMayBeMissingAndEachIsEnough)
{
    // The same table with the columns of JSON only, and with the flattened ones only, gives the same bill.
    const BillSink both = importSample(gcp_export_csv, kCsv);
    std::string json = sampleText(kCsv), flat = json;
    for (const std::string name : {"service_description", "sku_description", "usage_amount_in_pricing_units",
             "usage_pricing_unit", "invoice_month", "location_region", "credits_amount", "project_id"})
        json.replace(json.find(name), name.size(), "x" + name.substr(1));
    for (const std::string name : {"service,", "sku,", "usage,", "credits,", "invoice,", "location,", "project,"})
        flat.replace(flat.find("," + name) + 1, 1, "x");
    for (const std::string& text : {json, flat}) {
        const BillSink one = importText(gcp_export_csv, text);
        EXPECT_EQ(one.sum(&BillRow::billed), "604655.5155");
        EXPECT_EQ(one.sum(&BillRow::net), "568329.4251");
        ASSERT_EQ(one.rows.size(), both.rows.size());
        for (std::size_t i = 0; i < one.rows.size(); ++i) {
            ASSERT_EQ(one.rows[i].row_key, both.rows[i].row_key) << i;
            ASSERT_EQ(one.rows[i].quantity, both.rows[i].quantity) << i;
            ASSERT_EQ(one.rows[i].billing_period_start_us, both.rows[i].billing_period_start_us) << i;
        }
    }
}

TEST(GcpSniff, KnowsItsOwnSamplesAlone)
{
    struct Own {
        const Format* format;
        const char* folder;
    };
    const std::vector<Own> owns {{&gcp_export_json, "gcp-bq-json"}, {&gcp_export_csv, "gcp-bq-csv"},
        {&gcp_legacy_json, "gcp-legacy-json"}, {&gcp_cost_table, ""}, {&runpod_billing, ""}, {&vast_invoices, ""}};
    for (const auto& entry : std::filesystem::recursive_directory_iterator(testing::samplePath(""))) {
        if (!entry.is_regular_file() || entry.path().filename() == "SOURCE")
            continue;
        auto source = TextSource::open(entry.path().string());
        if (!source.ok())
            continue; // a sheet, a column file
        std::string head;
        for (auto block = (*source)->block(); block.ok() && !block->empty() && head.size() < 256 * 1024;
             block = (*source)->block())
            head += *block;
        const std::string folder = entry.path().parent_path().filename().string();
        const Preview preview {.file_name = "x", .head = head};
        for (const Own& own : owns)
            EXPECT_EQ(own.format->sniff(preview), folder == own.folder ? 95 : 0) << entry.path() << own.format->id;
        if (!folder.starts_with("gcp-"))
            continue;
        for (const Format* format : formats()) {
            const bool isOwn = std::any_of(
                owns.begin(), owns.end(), [&](const Own& own) { return own.format == format && folder == own.folder; });
            if (!isOwn && !testing::takesWhatIsLeft(*format)) {
                EXPECT_EQ(format->sniff(preview), 0) << entry.path() << format->id;
            }
        }
    }
}

} // namespace fullscope::import
