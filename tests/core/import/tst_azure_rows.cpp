// SPDX-License-Identifier: GPL-3.0-or-later
// What charges of Azure exports mean, and what becomes of ugly ones. Expected values worked out by hand.
#include "tests/core/import/azure_export.h"
#include "tests/core/import/temp_dir.h"

#include "core/import/bills/azure_dataset.h"
#include "core/import/pipeline.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fullscope::import {

namespace {

using base::Code;
using evidence::BillRow;
using evidence::ChargeCategory;
using evidence::CommitmentStatus;
using evidence::CostDataset;
using evidence::PurchaseOption;
using testing::AzureCharge;
using testing::azureRow;
using testing::BillSink;
using testing::importCharges;
using testing::importText;
using testing::kAzureHeader;
using testing::kBought;
using testing::kUnused;
using testing::kUsedFree;
using testing::kUsedPaid;
using testing::sampleText;
using testing::text;

CostDataset datasetOf(const std::vector<AzureCharge>& charges)
{
    return importCharges(charges).rows.front().dataset; // that of the on-demand charge before them
}

// `count` charges that both datasets have, and then `last`; as a file of that name.
BillSink importLong(const testing::TempDir& folder, std::size_t count, const AzureCharge& last, const char* name)
{
    std::string content = kAzureHeader;
    for (std::size_t i = 0; i < count; ++i)
        content += azureRow({.cost = "1", .category = "Bandwidth"});
    content += azureRow(last);
    BillSink sink;
    evidence::SourceFile file;
    auto input = recognise(folder.write(name, content));
    EXPECT_TRUE(input.ok());
    sink.status = parse(*input, sink, base::JobContext {}, file);
    return sink;
}

} // namespace

TEST(AzureDatasets, ChargesOfCommitmentsTellWhichOneItIs)
{
    const AzureCharge onDemand;
    EXPECT_EQ(datasetOf({onDemand}), CostDataset::complete);
    EXPECT_EQ(datasetOf({onDemand, kBought}), CostDataset::actual);
    EXPECT_EQ(datasetOf({onDemand, kUsedFree}), CostDataset::actual);
    EXPECT_EQ(datasetOf({onDemand, kUsedPaid}), CostDataset::amortised);
    EXPECT_EQ(datasetOf({onDemand, kUnused}), CostDataset::amortised);
    EXPECT_EQ(datasetOf({onDemand, kUsedFree, kUsedPaid}), CostDataset::amortised) << "some use may be for nothing";
    AzureCharge marketplace = kBought;
    marketplace.model = marketplace.reservation = "";
    EXPECT_EQ(datasetOf({onDemand, marketplace}), CostDataset::complete) << "what is no commitment is in both";
    AzureCharge nothing = kUsedFree;
    nothing.quantity = "0";
    EXPECT_EQ(datasetOf({onDemand, nothing}), CostDataset::complete);
}

TEST(AzureDatasets, EachCostStandsWhereItBelongs)
{
    const BillSink actual = importCharges({{}, kBought, kUsedFree});
    EXPECT_EQ(actual.sum(&BillRow::billed), "398.32");
    EXPECT_EQ(actual.sum(&BillRow::effective), "-");
    const BillSink amortised = importCharges({{}, kUsedPaid, kUnused});
    EXPECT_EQ(amortised.sum(&BillRow::billed), "-");
    EXPECT_EQ(amortised.sum(&BillRow::effective), "145.32");
    EXPECT_EQ(amortised.rows[2].commitment_status, CommitmentStatus::unused);
    EXPECT_EQ(amortised.rows[2].charge_category, ChargeCategory::usage);
    EXPECT_FALSE(amortised.rows[2].instance_hours) << "costs without running";
    EXPECT_TRUE(amortised.rows[2].instance_type.empty());
}

TEST(AzureDatasets, BothInOneFileAreSaidAndNeverMixed)
{
    const BillSink sink = importCharges({kBought, kUsedFree, kBought, kUsedPaid});
    EXPECT_EQ(sink.sum(&BillRow::billed), "600");
    EXPECT_EQ(sink.sum(&BillRow::effective), "40");
    ASSERT_EQ(sink.count(Code::dataset_mixed), 1);
    const base::Error& what = sink.first(Code::dataset_mixed)->what;
    EXPECT_EQ(what.line, 5);
    EXPECT_EQ(what.field, "ChargeType");
    EXPECT_EQ(what.found, "ActualCost");
    EXPECT_EQ(what.expected, "AmortizedCost");
}

TEST(AzureDatasets, NamesOfFilesAndFoldersTell)
{
    EXPECT_EQ(azureDatasetOfPath("a/Actual_Cost.csv"), CostDataset::actual);
    EXPECT_EQ(azureDatasetOfPath("actual/amortized.csv"), CostDataset::amortised);
    EXPECT_EQ(azureDatasetOfPath("exports/daily-AmortizedCost/20230901/part_0_0001.csv"), CostDataset::amortised);
    EXPECT_EQ(azureDatasetOfPath("exports/actual and amortised/x.csv"), std::nullopt);
    EXPECT_EQ(azureDatasetOfPath("costs.csv"), std::nullopt);
}

TEST(AzureDatasets, EvidenceFarDownIsFound)
{
    const testing::TempDir folder;
    const std::size_t far = AzureDataset::kHeld + 100;
    const BillSink amortised = importLong(folder, far, kUsedPaid, "actual.csv"); // contents come before the name
    EXPECT_EQ(amortised.rows.size(), far + 1);
    EXPECT_EQ(amortised.sum(&BillRow::billed), "-");
    EXPECT_EQ(amortised.sum(&BillRow::effective), std::to_string(far + 40));
    EXPECT_EQ(amortised.rows[0].line, 2);
    const BillSink named = importLong(folder, far, {.cost = "1"}, "amortized.csv");
    EXPECT_EQ(named.sum(&BillRow::billed), "-");
    const BillSink unnamed = importLong(folder, far, {.cost = "1"}, "costs.csv");
    EXPECT_EQ(unnamed.sum(&BillRow::billed), std::to_string(far + 1));
    EXPECT_EQ(unnamed.sum(&BillRow::effective), std::to_string(far + 1));
    EXPECT_EQ(unnamed.count(Code::dataset_not_told), 1);
}

TEST(AzureRows, TypesAndHoursOfMachines)
{
    const auto row = [](const AzureCharge& charge) { return importCharges({charge}).rows.at(0); };
    EXPECT_EQ(row({}).instance_type, "Standard_ND96isr_H100_v5");
    EXPECT_EQ(text(row({}).instance_hours), "1");
    EXPECT_EQ(row({.meter = "ND96isr H100 v5 Spot", .info = R"("a": "b")"}).instance_type, "Standard_ND96isr_H100_v5");
    EXPECT_EQ(row({.model = "", .meter = "ND96isr H100 v5 Low Priority"}).purchase_option, PurchaseOption::spot);
    EXPECT_EQ(
        row({.model = "OnDemand", .meter = "ND96isr H100 v5 Low Priority"}).purchase_option, PurchaseOption::spot);
    EXPECT_EQ(row({.meter = "D4 v3/D4s v3", .info = R"({"ServiceType":"Standard_D4s_v3"})"}).instance_type,
        "Standard_D4s_v3");
    EXPECT_EQ(row({.meter = "D4 v3/D4s v3 Spot"}).instance_type, "D4 v3/D4s v3");
    EXPECT_EQ(row({.info = R"("serviceType": "Standard_ND40rs_v2", "VCPUs": 40)"}).instance_type, "Standard_ND40rs_v2");
    EXPECT_EQ(row({.info = R"({"ServiceType":"DataAnalysis"})"}).instance_type, "Standard_ND96isr_H100_v5");
    // Blocks are of the price: a machine has no 2,200 hours a day.
    EXPECT_EQ(text(row({.quantity = "22", .unit = "100 Hours"}).instance_hours), "22");
    EXPECT_EQ(text(row({.quantity = "22", .unit = "1/Hour"}).instance_hours), "22");
    EXPECT_FALSE(row({.unit = "1 GB"}).instance_hours);
    EXPECT_FALSE(row({.category = "Virtual Machines Licenses"}).instance_hours);
    EXPECT_FALSE(row({.subcategory = "Reservation-Windows Svr (8 Core)"}).instance_hours) << "the same hours again";
    EXPECT_TRUE(row({.subcategory = "Reservation-Base VM"}).instance_hours);
    EXPECT_FALSE(row({.type = "Purchase"}).instance_hours);
    EXPECT_FALSE(row({.type = "Tax"}).instance_hours);
    EXPECT_EQ(text(row({.cost = "-98.32", .quantity = "-1"}).instance_hours), "-1") << "a correction takes them back";
}

TEST(AzureRows, KindsOfCharges)
{
    const auto row = [](const std::string& type) { return importCharges({{.type = type}}).rows.at(0); };
    EXPECT_EQ(row("Refund").charge_category, ChargeCategory::refund);
    EXPECT_EQ(row("Tax").charge_category, ChargeCategory::tax);
    EXPECT_EQ(row("RoundingAdjustment").charge_category, ChargeCategory::adjustment);
    EXPECT_EQ(row("usage").charge_category, ChargeCategory::usage);
    EXPECT_TRUE(row("").charge_known);
    EXPECT_FALSE(row("Tribute").charge_known);
    EXPECT_EQ(importCharges({{.type = "Tribute"}}).count(Code::charge_unclassified), 1);
    EXPECT_EQ(importCharges({{.type = "UnusedSavingsPlan", .model = ""}}).rows.at(0).purchase_option,
        PurchaseOption::savings_plan);
}

TEST(AzureRows, ListCosts)
{
    const auto list = [](const AzureCharge& charge) { return text(importCharges({charge}).rows.at(0).list); };
    EXPECT_EQ(list({.cost = "180", .quantity = "2", .unit_price = "90", .payg_price = "98.32"}), "196.64");
    EXPECT_EQ(list({.cost = "5", .payg_price = "0"}), "-");
    EXPECT_EQ(list({.cost = "0", .unit_price = "0", .payg_price = "0"}), "0") << "free for everyone";
    EXPECT_EQ(list(kUsedFree), "-");
    // Blocks: known only where the price of the agreement times the quantity is the cost.
    EXPECT_EQ(list({.cost = "0.2", .quantity = "2", .unit = "10K", .unit_price = "0.1", .payg_price = "0.3"}), "0.6");
    EXPECT_EQ(
        list({.cost = "0.2", .quantity = "20", .unit = "10 Hours", .unit_price = "0.1", .payg_price = "0.3"}), "-");
}

TEST(AzureUgly, BlankFirstLinesCrlfBomSemicolonsAndQuotes)
{
    const std::string plain = kAzureHeader + azureRow({}) + azureRow(kBought);
    std::string crlf = "\r\n  \r\n";
    for (const char c : plain)
        crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
    EXPECT_EQ(importText(azure_cost, crlf).sum(&BillRow::billed), "398.32");
    std::string quoted = plain;
    quoted.replace(0, std::string("BillingAccountId").size(), "\"BillingAccountId\"");
    EXPECT_EQ(importText(azure_cost, quoted).rows.at(0).billing_account, "1");
    EXPECT_GE(azure_cost.sniff({.file_name = {}, .head = quoted}), 90);
    std::string semicolons = plain;
    std::replace(semicolons.begin(), semicolons.end(), ',', ';');
    EXPECT_EQ(importText(azure_cost, semicolons).sum(&BillRow::billed), "398.32");
    const testing::TempDir folder; // the mark of UTF-8 and UTF-16 go before the reader sees the text
    auto input = recognise(folder.write("bom.csv", "\xEF\xBB\xBF" + plain));
    ASSERT_TRUE(input.ok());
    EXPECT_EQ(input->format, &azure_cost);
}

TEST(AzureUgly, ColumnsThatAreMissing)
{
    for (const auto& [name, told] : {std::pair {"Date", "Date"}, {"CostInBillingCurrency", "CostInBillingCurrency"}}) {
        std::string content = kAzureHeader + azureRow({});
        const std::string column = "," + std::string(name) + ",";
        content.replace(content.find(column), column.size(), ",y,");
        EXPECT_GE(azure_cost.sniff({.file_name = {}, .head = content}), 80) << name;
        const BillSink sink = importText(azure_cost, content);
        ASSERT_FALSE(sink.status.ok()) << name;
        EXPECT_EQ(sink.status.error().code, Code::column_missing);
        EXPECT_EQ(sink.status.error().field, told);
    }
    EXPECT_EQ(importText(azure_cost, "").status.error().code, Code::file_empty);
    const BillSink bare = importText(azure_cost, "Date,MeterCategory,Cost\n09/13/2023,Storage,1.5\n");
    ASSERT_TRUE(bare.status.ok());
    EXPECT_EQ(bare.sum(&BillRow::billed), "1.5");
    EXPECT_EQ(bare.rows[0].billing_period_start_us, base::kNoTime);
}

TEST(AzureRows, HeadersOfTheFirstAgreements)
{
    const std::string content
        = "SubscriptionId,SubscriptionGuid,Date,Meter Category,Meter Sub-Category,Meter Name,"
          "Consumed Quantity,ExtendedCost,Instance ID,Unit Of Measure\n"
          "7,guid,09/13/2017,Virtual Machines,Reservation-Base VM,NC6,2.5,1.75,i,10 Hours\n"
          "7,guid,09/13/2017,Virtual Machines,Reservation-Windows Svr (1 Core),NC6,2.5,3,i,Hours\n";
    EXPECT_GE(azure_cost.sniff({.file_name = {}, .head = content}), 90);
    const BillSink sink = importText(azure_cost, content);
    EXPECT_EQ(sink.sum(&BillRow::billed), "4.75");
    EXPECT_EQ(sink.hoursByType(), (std::map<std::string, std::string> {{"Standard_NC6", "2.5"}}));
    EXPECT_EQ(sink.rows.at(0).sub_account, "guid");
    EXPECT_EQ(sink.rows.at(0).resource_id, "i");
}

TEST(AzureUgly, TextInNumbersAndHostileJson)
{
    const BillSink sink
        = importCharges({{.cost = "1,5", .info = "x"}, {.cost = "n/a"}, {.cost = "5", .quantity = "many"},
            {.date = "31/31/2023"}, {.info = R"({"a": {"b": [1]}, "ServiceType": "Standard_NC6"})"},
            {.info = std::string(100'000, '[')}, {.info = "{\"ServiceType\": "}});
    ASSERT_TRUE(sink.status.ok());
    EXPECT_EQ(sink.skipped(), 3); // the comma makes one field too many
    EXPECT_EQ(sink.count(Code::bad_number), 2);
    EXPECT_EQ(sink.count(Code::bad_time), 1);
    EXPECT_EQ(sink.count(Code::bad_json), 2);
    ASSERT_EQ(sink.rows.size(), 4U);
    EXPECT_FALSE(sink.rows[0].quantity);
    EXPECT_FALSE(sink.rows[0].instance_hours);
    EXPECT_EQ(sink.rows[1].instance_type, "Standard_NC6");
    EXPECT_EQ(sink.rows[2].instance_type, "Standard_ND96isr_H100_v5") << "the meter tells it";
}

TEST(AzureUgly, DayBeforeMonth)
{
    // "09/04" is April 9 where the period ends on "30/09".
    std::string content = kAzureHeader + azureRow({});
    content.replace(content.find("09/30/2023"), 10, "30/09/2023");
    content.replace(content.find("09/01/2023"), 10, "01/09/2023");
    const BillSink sink = importText(azure_cost, content);
    EXPECT_EQ(base::formatDate({sink.rows.at(0).charge_start_us}), "2023-04-09");
    EXPECT_EQ(sink.count(Code::bad_time), 0);
}

TEST(AzureUgly, AnyCutReportsOrKeepsTheLastRecordAndKeepsTheOthers)
{
    const std::string all = sampleText("azure-ea/azure_ea_actualcost.csv");
    for (std::size_t i = 1; i < 60; ++i) {
        const std::string part = all.substr(0, all.size() * i / 60);
        const auto lines = static_cast<std::size_t>(std::count(part.begin(), part.end(), '\n'));
        if (lines == 0)
            continue;
        const BillSink sink = importText(azure_cost, part);
        ASSERT_TRUE(sink.status.ok());
        ASSERT_GE(sink.rows.size(), lines - 1) << i;
        ASSERT_EQ(sink.rows.size() + static_cast<std::size_t>(sink.skipped()), part.back() == '\n' ? lines - 1 : lines)
            << i;
    }
}

TEST(AzureUgly, DamageIsReportedAndNeverFatal)
{
    const std::string all = kAzureHeader + azureRow({}) + azureRow(kUsedPaid);
    for (std::size_t i = all.find('\n'); i < all.size(); ++i)
        for (const char c : {'"', ',', '\n', '\0', '\xff'}) {
            std::string damaged = all;
            damaged[i] = c;
            const BillSink sink = importText(azure_cost, damaged);
            ASSERT_TRUE(sink.status.ok());
            ASSERT_GE(sink.rows.size() + static_cast<std::size_t>(sink.skipped()), 1U);
        }
}

} // namespace fullscope::import
