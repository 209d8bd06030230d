// SPDX-License-Identifier: GPL-3.0-or-later
// OCI cost reports and OpenCost allocations. Expected values: MANIFEST.tsv of the samples, or worked out by hand.
#include "tests/core/import/bill_sink.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fullscope::import {

namespace {

using base::Code;
using evidence::BillRow;
using evidence::CostDataset;
using testing::BillSink;
using testing::importSample;
using testing::importText;
using testing::sampleText;
using testing::text;

constexpr const char* kReport = "oci-cost/oci_cost_report.csv";
constexpr const char* kOciHeader
    = "lineItem/referenceNo,lineItem/tenantId,lineItem/intervalUsageStart,lineItem/intervalUsageEnd,product/service,"
      "product/resourceId,usage/billedQuantity,product/Description,cost/myCost,cost/myCostOverage,cost/currencyCode,"
      "cost/skuUnitDescription,cost/overageFlag,lineItem/isCorrection,lineItem/backreferenceNo\n";

// A line of GPU hours; `rest` are the columns from myCost on.
std::string gpuLine(const std::string& rest)
{
    return "1,t,2023-11-13T10:00Z,2023-11-13T11:00:00Z,COMPUTE,i,8,Compute - GPU - H100," + rest + "\n";
}

// Sum of the quantities in that unit.
std::string quantityIn(const BillSink& sink, const std::string& unit)
{
    base::Decimal sum;
    for (const BillRow& row : sink.rows)
        if (row.quantity && row.quantity_unit == unit)
            sum = *base::Decimal::sum(sum, *row.quantity);
    return sum.toString();
}

std::string tagOf(const BillRow& row, const std::string& key)
{
    for (const auto& [name, value] : row.tags)
        if (name == key)
            return value;
    return "-";
}

} // namespace

TEST(OciSample, HasItsSumsAndQuantities)
{
    const BillSink sink = importSample(oci_cost, kReport);
    ASSERT_TRUE(sink.status.ok());
    EXPECT_TRUE(sink.problems.empty());
    EXPECT_EQ(sink.rows.size(), 294U);
    EXPECT_EQ(sink.sum(&BillRow::billed), "2.035971978179775067");
    EXPECT_EQ(sink.sum(&BillRow::effective), "2.035971978179775067");
    EXPECT_EQ(sink.sum(&BillRow::list), "-");
    std::map<std::string, base::Decimal> services;
    for (const BillRow& row : sink.rows)
        services[row.service] = *base::Decimal::sum(services[row.service], *row.billed);
    std::map<std::string, std::string> texts;
    for (const auto& [service, sum] : services)
        texts[service] = sum.toString();
    EXPECT_EQ(texts,
        (std::map<std::string, std::string> {{"MYSQL", "1.080377140479520704"}, {"DATABASE", "0.86120891027334272"},
            {"COMPUTE", "0.076427978293249993"}, {"BLOCK_STORAGE", "0.01780321703745159"},
            {"ORACLE_STREAMING_SERVICE", "0.000139774582534291"}, {"NETWORK", "0.000009724368559229"},
            {"TELEMETRY", "0.00000523310752"}, {"OBJECTSTORE", "0.00000000003759654"}}));
    EXPECT_EQ(quantityIn(sink, "OCPU Hours"), "6");
    EXPECT_EQ(quantityIn(sink, "GB Hours"), "96");
    EXPECT_TRUE(sink.hoursByType().empty()) << "an OCPU hour is a part of a machine's hour";
    EXPECT_TRUE(std::none_of(sink.rows.begin(), sink.rows.end(), [](const BillRow& row) { return row.correction; }))
        << "every line has a backreferenceNo, none is a correction";
}

TEST(OciSample, RowsSayWhoseAndWhenTheyAre)
{
    const BillSink sink = importSample(oci_cost, kReport);
    const BillRow& row = sink.rows.at(0);
    EXPECT_EQ(row.provider, "Oracle");
    EXPECT_EQ(row.dataset, CostDataset::complete);
    EXPECT_EQ(row.billing_account, "ocid1.tenancy.oc1..acab6e15a84903b399d0dee668aa49f3606d04e6");
    EXPECT_EQ(base::formatIso({row.charge_start_us}), "2023-11-13T10:00:00Z"); // without seconds in the file
    EXPECT_EQ(base::formatIso({row.charge_end_us}), "2023-11-13T11:00:00Z");
    EXPECT_EQ(row.billing_period_start_us, base::kNoTime) << "a report is a part of a month, and replaces nothing";
    EXPECT_EQ(row.region, "us-sanjose-1");
    EXPECT_EQ(row.currency, "USD");
    EXPECT_EQ(tagOf(row, "Oracle-Tags.CreatedBy"), "default/user1@example.com");
    EXPECT_EQ(tagOf(row, "Valtest.Cat"), "boots");
    EXPECT_EQ(text(sink.rows.at(1).billed), "0.00000000232376"); // 2.323760000E-9
}

TEST(OciRows, OverageIsInTheCostAlready)
{
    const BillSink sink = importText(oci_cost,
        kOciHeader + gpuLine("80,30,USD,GPU Hours,true,false,") + gpuLine("80,30,USD,GPU Hours,false,false,"));
    EXPECT_EQ(sink.sum(&BillRow::billed), "160");
    EXPECT_EQ(sink.rows[0].charge_type, "Overage");
    EXPECT_EQ(sink.rows[1].charge_type, "Usage");
    EXPECT_TRUE(sink.problems.empty());
    // A report of which that does not hold is said to be one.
    const BillSink apart = importText(oci_cost, kOciHeader + gpuLine("0,30,USD,GPU Hours,true,false,"));
    ASSERT_EQ(apart.count(Code::bad_value), 1);
    EXPECT_EQ(apart.first(Code::bad_value)->what.field, "cost/myCostOverage");
    EXPECT_EQ(apart.sum(&BillRow::billed), "0");
}

TEST(OciRows, CorrectionsFreeLinesAndGpuHours)
{
    const BillSink sink = importText(oci_cost,
        kOciHeader + gpuLine("80,,USD,GPU Hours,false,false,99") + gpuLine("-20,,USD,GPU Hours,false,TRUE,1")
            + gpuLine("0,,,GPU Hours,false,false,") + gpuLine("1,,,GPU Hours,false,false,"));
    EXPECT_EQ(sink.sum(&BillRow::billed), "61");
    EXPECT_FALSE(sink.rows[0].correction);
    EXPECT_TRUE(sink.rows[1].correction);
    ASSERT_EQ(sink.count(Code::correction_unclear), 1);
    EXPECT_EQ(sink.first(Code::correction_unclear)->what.found, "1");
    EXPECT_EQ(sink.count(Code::bad_currency), 1) << "what is free needs no currency";
    EXPECT_EQ(sink.first(Code::bad_currency)->what.line, 5);
    EXPECT_EQ(quantityIn(sink, "GPU Hours"), "32");
    EXPECT_EQ(sink.rows[0].instance_type, "BM.GPU.H100.8"); // the only shape with them
    EXPECT_EQ(text(sink.rows[0].instance_hours), "1"); // 8 / 8
}

TEST(OciRows, GpusOfSeveralShapesAreNoMachine)
{
    const auto hoursOf = [](const std::string& description, const std::string& unit) {
        const BillSink sink = importText(oci_cost,
            std::string(kOciHeader) + "1,t,2026-05-03T10:00Z,2026-05-03T11:00:00Z,COMPUTE,i,12," + description
                + ",48,,USD," + unit + ",false,false,\n");
        return sink.rows.at(0).instance_type + " " + text(sink.rows[0].instance_hours);
    };
    EXPECT_EQ(hoursOf("OCI - Compute - GPU - GB200", "GPU Per Hour"), "BM.GPU.GB200.4 3");
    EXPECT_EQ(hoursOf("Compute - GPU - B200", "GPU Hours"), "BM.GPU.B200.8 1.5");
    EXPECT_EQ(hoursOf("Compute - GPU - A10", "GPU Hours"), " -"); // one, two or four of them
    EXPECT_EQ(hoursOf("Compute - Standard - E5 - H100", "OCPU Hours"), " -");
}

TEST(OciUgly, DamageIsReportedAndNeverFatal)
{
    EXPECT_EQ(
        importText(oci_cost, "lineItem/referenceNo,lineItem/intervalUsageStart\n").status.error().field, "cost/myCost");
    EXPECT_TRUE(importText(oci_cost, kOciHeader).rows.empty());
    const BillSink bad = importText(oci_cost,
        kOciHeader + gpuLine("free,,USD,GPU Hours,false,false,") + gpuLine(",,USD,GPU Hours,false,false,")
            + "1,t,yesterday,,COMPUTE,i,8,x,1,,USD,GPU Hours,false,false,\n");
    EXPECT_EQ(bad.skipped(), 2);
    ASSERT_EQ(bad.rows.size(), 1U);
    EXPECT_FALSE(bad.rows[0].billed);
    EXPECT_EQ(bad.count(Code::field_missing), 1);
    const std::string all = sampleText(kReport).substr(0, 4'000);
    for (std::size_t size = all.find('\n') + 1; size < all.size(); size += 37) {
        const std::string part = all.substr(0, size);
        const auto lines = static_cast<std::size_t>(std::count(part.begin(), part.end(), '\n'));
        const BillSink sink = importText(oci_cost, part);
        ASSERT_TRUE(sink.status.ok());
        ASSERT_EQ(sink.rows.size() + static_cast<std::size_t>(sink.skipped()), part.back() == '\n' ? lines - 1 : lines);
    }
}

TEST(OpenCostSamples, CostsAreThoseOfAModel)
{
    const BillSink sink = importSample(opencost, "opencost/opencost_allocation_export.csv");
    ASSERT_TRUE(sink.status.ok());
    ASSERT_EQ(sink.rows.size(), 1U);
    const BillRow& row = sink.rows[0];
    EXPECT_EQ(row.dataset, CostDataset::modelled);
    EXPECT_FALSE(row.billed) << "nobody bills it";
    EXPECT_EQ(text(row.effective), "4.6000000000000005");
    EXPECT_EQ(row.currency, "");
    EXPECT_EQ(text(row.quantity), "48"); // 2 GPUs · 24
    EXPECT_EQ(row.quantity_unit, "GPU Hours");
    EXPECT_FALSE(row.instance_hours);
    EXPECT_EQ(base::formatIso({row.charge_start_us}), "2021-01-01T00:00:00Z");
    EXPECT_EQ(base::formatIso({row.charge_end_us}), "2021-01-02T00:00:00Z");
    EXPECT_EQ(tagOf(row, "namespace"), "test-namespace");
    EXPECT_EQ(tagOf(row, "controller"), "test-controller-name");
    EXPECT_EQ(tagOf(row, "pod"), "test-pod");
    EXPECT_EQ(sink.count(Code::costs_modelled), 1);
    EXPECT_EQ(sink.count(Code::bad_currency), 1);
    EXPECT_EQ(sink.problems.size(), 2U);
}

TEST(OpenCostSamples, LabelsStandInAnObjectAndInColumns)
{
    const BillSink sink = importSample(opencost, "opencost/opencost_allocation_export_labels.csv");
    ASSERT_EQ(sink.rows.size(), 1U);
    EXPECT_EQ(tagOf(sink.rows[0], "test-label1"), "test-value1");
    EXPECT_EQ(tagOf(sink.rows[0], "test-label2"), "test-value2");
    EXPECT_EQ(sink.rows[0].tags.size(), 7U) << "each once";
    EXPECT_EQ(text(sink.rows[0].effective), "0");
    EXPECT_EQ(text(sink.rows[0].quantity), "0");
}

TEST(OpenCostSamples, OlderRowsOfMergedFilesAreWhole)
{
    const BillSink sink = importSample(opencost, "opencost/opencost_allocation_merged_columns.csv");
    ASSERT_EQ(sink.rows.size(), 2U);
    EXPECT_EQ(sink.sum(&BillRow::effective), "1");
    EXPECT_FALSE(sink.rows[0].effective) << "no total: absent, not the sum of some";
    EXPECT_FALSE(sink.rows[0].quantity);
    EXPECT_EQ(tagOf(sink.rows[0], "app"), "app1");
    EXPECT_EQ(sink.count(Code::field_missing), 1);

    const std::string text = sampleText("opencost/opencost_allocation_merged_columns.csv");
    std::string shorter = text;
    const std::size_t tail = shorter.find("app1,");
    shorter.erase(tail + 4, shorter.find('\n', tail) - tail - 4); // without the separators behind it
    const BillSink cut = importText(opencost, shorter);
    ASSERT_EQ(cut.rows.size(), 2U);
    EXPECT_EQ(tagOf(cut.rows[0], "app"), "app1");
    EXPECT_EQ(cut.count(Code::row_short), 0);
    EXPECT_EQ(cut.rows[0].row_key, sink.rows[0].row_key) << "known again when columns were added";
}

namespace {

// As /allocation/compute answers, made up in that shape.
const std::string kAnswer = R"({"code": 200, "data": [
  {"a/train": {"name": "a/train",
    "properties": {"cluster": "c", "namespace": "a", "controllerKind": "job", "pod": "p-0", "labels": {"team": "x"}},
    "window": {"start": "2024-03-01T00:00:00Z", "end": "2024-03-02T00:00:00Z"},
    "start": "2024-03-01T06:00:00Z", "end": "2024-03-01T18:00:00Z",
    "cpuCost": 1.5, "gpuHours": 96, "gpuCost": 240.000000000000000001, "totalCost": 241.500000000000000001},
   "__idle__": {"name": "__idle__", "properties": {"cluster": "c"}, "cpuCost": 2,
    "window": {"start": "2024-03-01T00:00:00Z", "end": "2024-03-02T00:00:00Z"}, "totalCost": 3}},
  null,
  {"b": {"name": "b", "start": "2024-03-02T00:00:00Z", "end": "2024-03-03T00:00:00Z", "cpuCost": 0}}
]}
)";

} // namespace

TEST(OpenCostJson, AllocationsOfEveryStepAreRowsWithTheirDigits)
{
    EXPECT_GE(opencost_json.sniff({.file_name = {}, .head = kAnswer}), 90);
    const BillSink sink = importText(opencost_json, kAnswer);
    ASSERT_TRUE(sink.status.ok());
    ASSERT_EQ(sink.rows.size(), 3U);
    EXPECT_EQ(sink.sum(&BillRow::effective), "244.500000000000000001") << "no double holds this";
    EXPECT_EQ(sink.sum(&BillRow::billed), "-");
    EXPECT_EQ(sink.rows[0].dataset, CostDataset::modelled);
    EXPECT_EQ(text(sink.rows[0].quantity), "96");
    EXPECT_EQ(sink.rows[0].line, 2);
    EXPECT_EQ(base::formatIso({sink.rows[0].charge_start_us}), "2024-03-01T06:00:00Z");
    EXPECT_EQ(tagOf(sink.rows[0], "controller_kind"), "job");
    EXPECT_EQ(tagOf(sink.rows[0], "team"), "x");
    EXPECT_EQ(base::formatIso({sink.rows[1].charge_end_us}), "2024-03-02T00:00:00Z") << "of the window";
    EXPECT_EQ(sink.rows[1].description, "__idle__");
    EXPECT_FALSE(sink.rows[2].effective);
    EXPECT_EQ(sink.count(Code::field_missing), 1);
    EXPECT_EQ(sink.count(Code::costs_modelled), 1);
}

TEST(OpenCostJson, WhatIsCutOffKeepsWhatWasWhole)
{
    const std::size_t whole = kAnswer.rfind('}') + 1;
    for (std::size_t size = 0; size < whole; ++size) {
        const BillSink sink = importText(opencost_json, kAnswer.substr(0, size));
        ASSERT_FALSE(sink.status.ok()) << size;
        ASSERT_EQ(sink.status.error().code, Code::record_truncated) << size;
        const std::size_t end = kAnswer.find("totalCost\": 241.500000000000000001}") + 35;
        ASSERT_EQ(sink.rows.empty(), size < end) << size;
    }
    std::string bad = kAnswer;
    bad.replace(bad.find("null"), 4, "nuts");
    const BillSink sink = importText(opencost_json, bad);
    EXPECT_EQ(sink.status.error().code, Code::bad_json);
    EXPECT_EQ(sink.status.error().line, 9);
    EXPECT_EQ(sink.rows.size(), 2U);
    const std::string deep(100'000, '[');
    EXPECT_EQ(importText(opencost_json, R"({"data": [{"a": {"x": )" + deep).status.error().code, Code::bad_json);
    EXPECT_EQ(importText(opencost_json, R"({"data": [{"a": {"start": 5, "totalCost": "much"}}]})").skipped(), 1);
}

TEST(OpenCostUgly, DamageIsReportedAndNeverFatal)
{
    const std::string header = "Date,Namespace,CPUCost,RAMCost,GPUs,TotalCost,Labels\n";
    const BillSink sink = importText(opencost,
        header
            + "2021-01-01,a,1,1,0.5,2,\"{\"\"x\"\": \"\n2021-01-01,a,1,1,two,2,\n,a,1,1,1,2,\n2021-01-01,a,1,1,1,1e,\n"
            + "2021-01-02,a,1,1,1e-24,-2,[7]\n");
    ASSERT_TRUE(sink.status.ok());
    EXPECT_EQ(sink.skipped(), 2);
    ASSERT_EQ(sink.rows.size(), 3U);
    EXPECT_EQ(text(sink.rows[0].quantity), "12");
    EXPECT_FALSE(sink.rows[1].quantity);
    EXPECT_EQ(sink.sum(&BillRow::effective), "2");
    EXPECT_EQ(sink.count(Code::bad_json), 2);
    EXPECT_EQ(importText(opencost, "Date,Namespace,CPUCost,RAMCost\n").status.error().field, "TotalCost");
    EXPECT_TRUE(importText(opencost, header).rows.empty());
    const std::string whole = sampleText("opencost/opencost_allocation_export.csv");
    for (std::size_t size = whole.find('\n') + 1; size + 1 < whole.size(); ++size)
        ASSERT_LE(importText(opencost, whole.substr(0, size)).rows.size(), 1U);
}

} // namespace fullscope::import
