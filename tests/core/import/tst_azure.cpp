// SPDX-License-Identifier: GPL-3.0-or-later
// Sample exports of Azure. Expected values: MANIFEST.tsv of the samples, or worked out from the file with Python.
#include "tests/core/import/bill_sink.h"

#include "core/import/pipeline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

namespace fullscope::import {

namespace {

using base::Code;
using evidence::BillRow;
using evidence::ChargeCategory;
using evidence::CommitmentStatus;
using evidence::CostDataset;
using evidence::PurchaseOption;
using testing::BillSink;
using testing::importSample;
using testing::importText;
using testing::samplePath;
using testing::sampleText;
using testing::text;

using Hours = std::map<std::string, std::string>;

constexpr const char* kActual = "azure-ea/azure_ea_actualcost.csv";
constexpr const char* kAmortised = "azure-ea/azure_ea_amortizedcost.csv";
constexpr const char* kSpot = "azure-ea/azure_ea_actualcost_spot_CAD.csv";

// "OnDemand=24"; the hours of rows of that option.
std::string hoursOf(const BillSink& sink, PurchaseOption option)
{
    base::Decimal sum;
    for (const BillRow& row : sink.rows)
        if (row.instance_hours && row.purchase_option == option)
            sum = *base::Decimal::sum(sum, *row.instance_hours);
    return sum.toString();
}

bool allAre(const BillSink& sink, CostDataset dataset)
{
    return std::all_of(sink.rows.begin(), sink.rows.end(), [&](const BillRow& row) { return row.dataset == dataset; });
}

// Through detection and the name of the file.
BillSink importFile(const std::string& path)
{
    BillSink sink;
    evidence::SourceFile file;
    auto input = recognise(path);
    EXPECT_TRUE(input.ok()) << path;
    if (!input.ok())
        return sink;
    EXPECT_EQ(input->format, &azure_cost) << path;
    sink.status = parse(*input, sink, base::JobContext {}, file);
    return sink;
}

} // namespace

TEST(AzureSamples, ActualCostTellsWhatIsBilled)
{
    const BillSink sink = importSample(azure_cost, kActual);
    ASSERT_TRUE(sink.status.ok());
    EXPECT_TRUE(sink.problems.empty());
    EXPECT_EQ(sink.rows.size(), 11U);
    EXPECT_TRUE(allAre(sink, CostDataset::actual));
    EXPECT_EQ(sink.sum(&BillRow::billed), "8.5450077867419368");
    EXPECT_EQ(sink.sum(&BillRow::effective), "-"); // absent, not zero
    EXPECT_EQ(sink.sum(&BillRow::net), "-");
    EXPECT_EQ(sink.sum(&BillRow::list), "5.295007719"); // PayGPrice · Quantity of all rows but the purchase
    EXPECT_EQ(sink.hoursByType(), (Hours {{"Standard_D2s_v3", "24"}}));
    EXPECT_EQ(hoursOf(sink, PurchaseOption::on_demand), "24");

    const BillRow& purchase = sink.rows[0];
    EXPECT_EQ(purchase.charge_category, ChargeCategory::purchase);
    EXPECT_EQ(purchase.purchase_option, PurchaseOption::reserved);
    EXPECT_EQ(purchase.commitment_status, CommitmentStatus::none);
    EXPECT_EQ(purchase.commitment_id, "fbbcea93-74d5-c350-2e75-3cc17c01c6b7");
    EXPECT_EQ(text(purchase.billed), "3.25");
    EXPECT_FALSE(purchase.instance_hours) << "1 Hour, quantity 1: a month's fee";
    EXPECT_FALSE(purchase.list);
}

TEST(AzureSamples, RowsSayWhoseAndWhenTheyAre)
{
    const BillSink sink = importSample(azure_cost, kActual);
    const BillRow& row = sink.rows.at(1);
    EXPECT_EQ(row.line, 3);
    EXPECT_EQ(row.provider, "Microsoft");
    EXPECT_EQ(row.billing_account, "1234567");
    EXPECT_EQ(row.sub_account, "4e59eaef-5b61-4b9f-3255-5aff1e6ad283");
    EXPECT_EQ(row.currency, "USD");
    EXPECT_EQ(base::formatIso({row.charge_start_us}), "2023-09-04T00:00:00Z");
    EXPECT_EQ(base::formatIso({row.charge_end_us}), "2023-09-05T00:00:00Z");
    EXPECT_EQ(base::formatIso({row.billing_period_start_us}), "2023-09-01T00:00:00Z");
    EXPECT_EQ(base::formatIso({row.billing_period_end_us}), "2023-10-01T00:00:00Z") << "the file names the last day";
    EXPECT_EQ(row.region, "eastus2");
    EXPECT_EQ(row.service, "Storage");
    EXPECT_EQ(row.usage_type, "GRS List and Create Container Operations");
    EXPECT_EQ(row.quantity_unit, "10K");
    EXPECT_EQ(text(row.quantity), "0.0004");
    EXPECT_EQ(text(row.list), "0.00004");
    ASSERT_EQ(row.tags.size(), 5U) << "without braces in the file";
    EXPECT_EQ(row.tags[0], (std::pair<std::string, std::string> {"CostCenter", "1234"}));
    EXPECT_TRUE(row.resource_id.ends_with("/storageAccounts/dbstoragewp6hglwvvrad2"));
    // Capacity that is reserved and that nothing runs on: hours that are paid for nothing.
    EXPECT_EQ(sink.rows.at(3).commitment_status, CommitmentStatus::unused);
    EXPECT_EQ(text(sink.rows.at(3).instance_hours), "24");
}

TEST(AzureSamples, AmortisedCostTellsWhatUseCosts)
{
    const BillSink sink = importSample(azure_cost, kAmortised);
    ASSERT_TRUE(sink.status.ok());
    EXPECT_TRUE(sink.problems.empty());
    EXPECT_EQ(sink.rows.size(), 28U);
    EXPECT_TRUE(allAre(sink, CostDataset::amortised));
    EXPECT_EQ(sink.sum(&BillRow::billed), "-");
    EXPECT_EQ(sink.sum(&BillRow::effective), "16.296932136636644627485419");
    EXPECT_EQ(sink.sum(&BillRow::list), "15.811127594784"); // of all rows but the reservation's
    EXPECT_EQ(sink.hoursByType(),
        (Hours {{"Standard_D2s_v3", "24"}, {"Standard_DS2_v2", "8"}, {"Standard_B2s", "0.32085564"}}));
    EXPECT_EQ(hoursOf(sink, PurchaseOption::on_demand), "24");
    EXPECT_EQ(hoursOf(sink, PurchaseOption::reserved), "8");
    EXPECT_EQ(hoursOf(sink, PurchaseOption::savings_plan), "0.32085564");
    EXPECT_EQ(sink.rows[0].commitment_status, CommitmentStatus::used);
    EXPECT_EQ(sink.rows[0].commitment_id, "ca529c4a-ba29-95af-c068-734a888a9cda");
    EXPECT_TRUE(sink.rows[1].commitment_id.ends_with("/savingsPlans/4e1d8a06-a2a5-b2a7-1910-f14cdc0aabf9"));
    EXPECT_FALSE(sink.rows[0].list) << "PayGPrice is 0 on reservation rows";
    EXPECT_EQ(text(evidence::costOfHours(sink.rows[0])), "0.493152");
}

TEST(AzureSamples, SpotHoursAndMetersOfTwoSizes)
{
    const BillSink sink = importSample(azure_cost, kSpot);
    ASSERT_TRUE(sink.status.ok());
    EXPECT_EQ(sink.rows.size(), 27U);
    EXPECT_EQ(sink.sum(&BillRow::billed), "1.26136926505726");
    EXPECT_EQ(sink.sum(&BillRow::effective), "1.26136926505726") << "no commitment: the same in both datasets";
    EXPECT_TRUE(allAre(sink, CostDataset::complete));
    EXPECT_EQ(sink.count(Code::dataset_not_told), 1);
    EXPECT_EQ(sink.rows[0].currency, "CAD");
    EXPECT_EQ(sink.hoursByType(),
        (Hours {{"Standard_DS4_v2", "0.433342"}, {"Standard_L4s", "0.316673"}, {"D3 v2/DS3 v2", "0"}, {"F2/F2s", "0"},
            {"F4/F4s", "0"}}));
    EXPECT_EQ(hoursOf(sink, PurchaseOption::spot), "0.750015");
    EXPECT_EQ(hoursOf(sink, PurchaseOption::on_demand), "0");
    EXPECT_EQ(sink.count(Code::instance_type_unclear), 4);
    EXPECT_EQ(sink.skipped(), 0);
    EXPECT_EQ(sink.sum(&BillRow::list), "0.57438780744747928"); // of the 21 rows whose unit is no block
}

TEST(AzureSamples, TheNameOfTheFileTellsWhatItsContentsDoNot)
{
    const BillSink sink = importFile(samplePath(kSpot));
    ASSERT_TRUE(sink.status.ok());
    EXPECT_TRUE(allAre(sink, CostDataset::actual));
    EXPECT_EQ(sink.sum(&BillRow::billed), "1.26136926505726");
    EXPECT_EQ(sink.sum(&BillRow::effective), "-");
    EXPECT_EQ(sink.count(Code::dataset_not_told), 0);
    EXPECT_EQ(text(evidence::costOfHours(sink.rows[2])), "0.035351812") << "no commitment: use costs what is billed";
}

TEST(AzureSamples, HeaderAloneIsABillOfNothing)
{
    const BillSink sink = importSample(azure_cost, "azure-ea/azure_ea_norows.csv");
    EXPECT_TRUE(sink.status.ok());
    EXPECT_TRUE(sink.rows.empty());
    EXPECT_TRUE(sink.problems.empty());
}

TEST(AzureSamples, EveryKindOfHeaderIsRead)
{
    struct Expected {
        const char* file;
        std::size_t rows;
        const char* billed;
        const char* currency;
        const char* day;
        Hours hours {};
        bool without_currency = false;
    };
    for (const Expected& expected : {
             Expected {"BOM", 1, "-", "", "2022-11-03"}, // a row without a cost: absent, not zero
             Expected {"PayAsYouGo", 1, "0.075", "USD", "2021-02-02"},
             Expected {"German", 1, "0.075", "USD", "2021-02-02"},
             Expected {"YA", 1, "0.075", "USD", "2021-02-02"},
             Expected {"Enterprise", 1, "0", "CAD", "2021-02-02", {{"Standard_E4s_v3", "10"}}},
             Expected {"EnterpriseCamel", 1, "0.012", "USD", "2021-02-02"},
             Expected {"MissingBrackets", 1, "4", "", "2021-02-01", {}, true},
             Expected {"VirtualMachine", 1, "4", "", "2021-02-01", {}, true},
             Expected {"Template", 87, "16.393506212224391", "", "2021-02-02", {}, true},
         }) {
        const BillSink sink
            = importSample(azure_cost, "azure-variants/opencost_" + std::string(expected.file) + ".csv");
        ASSERT_TRUE(sink.status.ok()) << expected.file;
        ASSERT_EQ(sink.rows.size(), expected.rows) << expected.file;
        EXPECT_EQ(sink.skipped(), 0) << expected.file;
        EXPECT_EQ(sink.sum(&BillRow::billed), expected.billed) << expected.file;
        EXPECT_EQ(sink.rows[0].currency, expected.currency) << expected.file;
        EXPECT_EQ(base::formatDate({sink.rows[0].charge_start_us}), expected.day) << expected.file;
        EXPECT_EQ(sink.hoursByType(), expected.hours) << expected.file;
        EXPECT_EQ(sink.count(Code::column_missing), expected.without_currency ? 1 : 0) << expected.file;
    }
}

TEST(AzureSamples, DetailsOfTheVariants)
{
    const BillSink german = importSample(azure_cost, "azure-variants/opencost_German.csv");
    EXPECT_EQ(german.rows[0].service, "Load Balancer");
    EXPECT_EQ(german.rows[0].sub_account, "d39a74b8-6cd5-0cc3-0d12-5b39607cefd8");
    EXPECT_EQ(text(german.rows[0].quantity), "3"); // of "100 Hours", at 0.025 each: hours already
    EXPECT_EQ(german.rows[0].description, "Load Balancer - Standard - Included LB Rules and Outbound Rules");

    // The reservation is named in AdditionalInfo and in a column, no pricing model is; it cost nothing: ActualCost.
    const BillSink enterprise = importSample(azure_cost, "azure-variants/opencost_Enterprise.csv");
    EXPECT_EQ(enterprise.rows[0].purchase_option, PurchaseOption::reserved);
    EXPECT_EQ(enterprise.rows[0].dataset, CostDataset::actual);
    EXPECT_FALSE(evidence::costOfHours(enterprise.rows[0])) << "what a reservation pays is not told here";
    EXPECT_EQ(base::formatDate({enterprise.rows[0].billing_period_start_us}), "2021-05-01");

    for (const char* name : {"MissingBrackets", "VirtualMachine"}) {
        const BillSink sink = importSample(azure_cost, "azure-variants/opencost_" + std::string(name) + ".csv");
        EXPECT_EQ(sink.rows[0].tags.size(), 3U) << name;
        EXPECT_EQ(sink.rows[0].instance_type, "Standard_DS2_v2") << name;
        EXPECT_FALSE(sink.rows[0].instance_hours) << name << ": no quantity is told";
        EXPECT_EQ(text(sink.rows[0].list), "5") << name;
    }
    const BillSink rows = importSample(azure_cost, "azure-variants/opencost_Template.csv");
    EXPECT_EQ(rows.count(Code::row_short), 87);
    EXPECT_TRUE(allAre(rows, CostDataset::actual)) << "two uses of a reservation cost nothing";
}

TEST(AzureSniff, KnowsItsOwnAndNoOthers)
{
    const std::filesystem::path samples = std::string(FULLSCOPE_TESTS_DIR) + "/samples";
    int own = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(samples)) {
        if (!entry.is_regular_file())
            continue;
        std::string head = testing::fileText(entry.path().string()).substr(0, 256 << 10);
        if (head.starts_with("\xEF\xBB\xBF"))
            head.erase(0, 3);
        const std::string folder = entry.path().parent_path().filename().string();
        const Preview preview {.file_name = {}, .head = head};
        for (const Format* format : {&azure_cost, &oci_cost, &opencost}) {
            const bool isOwn = (format == &azure_cost && folder.starts_with("azure-"))
                || (format == &oci_cost && folder == "oci-cost") || (format == &opencost && folder == "opencost");
            own += isOwn ? 1 : 0;
            if (isOwn)
                EXPECT_GE(format->sniff(preview), 90) << entry.path();
            else
                EXPECT_EQ(format->sniff(preview), 0) << format->id << " " << entry.path();
        }
        // No other format takes them for its own.
        if (folder.starts_with("azure-") || folder == "oci-cost" || folder == "opencost") {
            const auto input = recognise(entry.path().string());
            ASSERT_TRUE(input.ok()) << entry.path();
            EXPECT_EQ(input->format->kind, Kind::bill) << entry.path();
        }
    }
    EXPECT_EQ(own, 17);
}

} // namespace fullscope::import
