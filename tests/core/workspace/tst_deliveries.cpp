// SPDX-License-Identifier: GPL-3.0-or-later
// Deliveries of the same month: none counts twice, and none is lost to a worse one.
#include "tests/core/workspace/import_fixture.h"

using namespace fullscope::workspace::test;
namespace base = fullscope::base;
namespace workspace = fullscope::workspace;

using Deliveries = ImportTest;

TEST_F(Deliveries, sampleAndItsSubsetNeverDoubleInOneBatch)
{
    for (const auto& files : {std::vector {kCur, kCurSubset}, std::vector {kCurSubset, kCur}}) {
        const auto fresh = openedAt("");
        const auto outcome = workspace::importFiles(*fresh, files, {}, base::JobContext());
        EXPECT_EQ(outcome.files_failed, 0);
        EXPECT_EQ(billedInAll(*fresh), "0.3117435185") << "the larger one stays";
        ASSERT_EQ(count(outcome, base::Code::delivery_replaced), 1);
        const auto told = std::find_if(outcome.problems.begin(), outcome.problems.end(),
            [](const auto& problem) { return problem.what.code == base::Code::delivery_replaced; });
        EXPECT_EQ(told->what.file, kCur);
        EXPECT_EQ(told->what.found, kCurSubset + ": USD 0.310555735");
        EXPECT_EQ(told->what.args, (std::vector<std::string> {"119"}));
    }
}

TEST_F(Deliveries, sampleAndItsSubsetNeverDoubleInTwoBatches)
{
    import({kCurSubset});
    EXPECT_EQ(billedInAll(*m_workspace), "0.310555735");
    const auto all = import({kCur});
    ASSERT_EQ(all.imported.at(0).replaced.size(), 1U);
    EXPECT_EQ(all.imported[0].replaced[0].rows, 119);
    EXPECT_EQ(billedInAll(*m_workspace), "0.3117435185");
    const auto subset = import({kCurSubset}); // a later delivery of the month takes the place of the earlier one
    ASSERT_EQ(subset.imported.at(0).replaced.size(), 1U);
    EXPECT_EQ(subset.imported[0].replaced[0].rows, 351);
    EXPECT_EQ(subset.imported[0].replaced[0].totals.at(0).second.billed->toString(), "0.3117435185");
    EXPECT_EQ(billedInAll(*m_workspace), "0.310555735");
}

TEST_F(Deliveries, monthWithoutChargesIsABill)
{
    const auto outcome = import({sample("bills/azure-ea/azure_ea_norows.csv")});
    EXPECT_EQ(outcome.files_failed, 0);
    ASSERT_EQ(m_workspace->bills()->size(), 1U);
    EXPECT_EQ(m_workspace->bills()->at(0).rows, 0);
    EXPECT_TRUE(m_workspace->bills()->at(0).totals.empty());
}

// Azure exports a month twice; in whatever order they come, each stays, and what each tells is told once.
TEST_F(Deliveries, actualAndAmortisedCostOfAMonthAreNeverAdded)
{
    const std::string actual = sample("bills/azure-ea/azure_ea_actualcost.csv");
    const std::string amortised = sample("bills/azure-ea/azure_ea_amortizedcost.csv");
    EXPECT_EQ(import({actual}).files_failed, 0);
    const auto second = import({amortised});
    EXPECT_TRUE(second.imported.at(0).replaced.empty());
    ASSERT_EQ(count(second, base::Code::delivery_other_costs), 1);
    EXPECT_EQ(second.problems.back().severity, base::Severity::info);
    EXPECT_EQ(second.problems.back().what.found, actual);
    EXPECT_EQ(m_workspace->bills()->size(), 2U);
    EXPECT_EQ(billedInAll(*m_workspace), "8.5450077867419368");
    const auto bills = m_workspace->bills();
    EXPECT_FALSE(bills->at(1).totals.at(0).second.billed);
    EXPECT_EQ(bills->at(1).totals.at(0).second.effective->toString(), "16.296932136636644627485419");

    const auto together = openedAt("");
    const auto outcome = workspace::importFiles(*together, {amortised, actual}, {}, base::JobContext());
    EXPECT_EQ(count(outcome, base::Code::delivery_other_costs), 1);
    EXPECT_EQ(count(outcome, base::Code::delivery_maybe_repeated), 0);
    EXPECT_EQ(billedInAll(*together), "8.5450077867419368");
}

TEST_F(Deliveries, partsOfADeliveryAddUpAndAreReplacedByTheNext)
{
    writeBill(m_folder.file("1.csv"), 0, 300);
    writeBill(m_folder.file("2.csv"), 300, 200);
    const auto parts = import({m_folder.file("1.csv"), m_folder.file("2.csv")});
    EXPECT_EQ(parts.imported.size(), 2U);
    EXPECT_EQ(codes(parts, base::Severity::warning), (std::vector {base::Code::delivery_maybe_repeated}));
    const auto stored = m_workspace->problems();
    EXPECT_TRUE(std::any_of(stored->begin(), stored->end(), [&](const auto& one) {
        return one.problem.what.code == base::Code::delivery_maybe_repeated
            && one.problem.what.found == m_folder.file("1.csv");
    })) << "the workspace knows it too";
    EXPECT_EQ(billedInAll(*m_workspace), "5");

    writeBill(m_folder.file("new.csv"), 1'000, 600);
    const auto next = import({m_folder.file("new.csv")});
    ASSERT_EQ(next.imported.at(0).replaced.size(), 2U);
    EXPECT_EQ(next.imported[0].replaced[0].rows + next.imported[0].replaced[1].rows, 500);
    EXPECT_EQ(count(next, base::Code::delivery_replaced), 2);
    EXPECT_EQ(billedInAll(*m_workspace), "6");
}

// March to the 20th, then the whole of it: other ids of lines, invoices that are there now, a tag and columns moved.
TEST_F(Deliveries, monthToDateAndFinalInOneCommandCountOnce)
{
    const auto write = [&](const std::string& name, int days, bool final) {
        std::ofstream out(m_folder.file(name));
        out << (final ? "bill/InvoiceId,resourceTags/user:team,lineItem/UnblendedCost," : "lineItem/UnblendedCost,")
            << "identity/LineItemId,identity/TimeInterval,bill/PayerAccountId,bill/BillingPeriodStartDate,"
               "bill/BillingPeriodEndDate,lineItem/LineItemType,lineItem/UsageStartDate,lineItem/ProductCode,"
               "lineItem/UsageType,lineItem/CurrencyCode\n";
        for (int day = 1; day <= days; ++day) {
            const std::string date = "2024-03-" + std::string(day < 10 ? "0" : "") + std::to_string(day);
            out << (final ? "INV1,llm," : "") << "10," << name << day << ',' << date << "T00:00:00Z/" << name
                << ",999,2024-03-01T00:00:00Z,2024-04-01T00:00:00Z,Usage," << date
                << "T00:00:00Z,AmazonS3,TimedStorage-ByteHrs,USD\n";
        }
    };
    write("a to date.csv", 20, false);
    write("b final.csv", 31, true);
    for (const auto& names :
        {std::vector {"a to date.csv", "b final.csv"}, std::vector {"b final.csv", "a to date.csv"}}) {
        const auto fresh = openedAt("");
        const auto outcome = workspace::importFiles(
            *fresh, {m_folder.file(names[0]), m_folder.file(names[1])}, {}, base::JobContext());
        EXPECT_EQ(billedInAll(*fresh), "310");
        EXPECT_EQ(count(outcome, base::Code::delivery_replaced), 1);
        EXPECT_EQ(count(outcome, base::Code::delivery_maybe_repeated), 0);
    }
}

TEST_F(Deliveries, focusWithoutAccountCountsOnceInTwoCommands)
{
    const auto write = [&](const std::string& name, int days, const std::string& invoice) {
        std::ofstream out(m_folder.file(name));
        out << "ProviderName,BillingPeriodStart,BillingPeriodEnd,BillingCurrency,ChargeCategory,ChargePeriodStart,"
               "ServiceCategory,EffectiveCost,BilledCost,InvoiceId\n";
        for (int day = 1; day <= days; ++day)
            out << "AWS,2024-03-01,2024-04-01,USD,Usage,2024-03-" << (day < 10 ? "0" : "") << day << ",Storage,10,10,"
                << invoice << "\n";
    };
    write("to date.csv", 20, "");
    write("final.csv", 31, "INV1");
    import({m_folder.file("to date.csv")});
    EXPECT_EQ(billedInAll(*m_workspace), "200");
    EXPECT_EQ(import({m_folder.file("final.csv")}).imported.at(0).replaced.size(), 1U);
    EXPECT_EQ(billedInAll(*m_workspace), "310");
}

// The month is there, whole; it is fetched again and cut off on its way: in gzip, and plain within a row.
TEST_F(Deliveries, cutOffDeliveryLeavesTheWholeOneAlone)
{
    import({kCur});
    std::ifstream in(kCurSubset, std::ios::binary);
    const std::string packed {std::istreambuf_iterator<char>(in), {}};
    std::ofstream(m_folder.file("cut.csv.gz"), std::ios::binary) << packed.substr(0, packed.size() * 2 / 3);
    std::ifstream plain(kCur, std::ios::binary);
    const std::string rows {std::istreambuf_iterator<char>(plain), {}};
    std::ofstream(m_folder.file("cut.csv"), std::ios::binary) << rows.substr(0, rows.rfind('\n', rows.size() / 2) + 9);

    const auto packedCut = import({m_folder.file("cut.csv.gz")});
    EXPECT_TRUE(packedCut.imported.empty());
    EXPECT_EQ(packedCut.files_failed, 1);
    const auto errors = codes(packedCut, base::Severity::error);
    EXPECT_EQ(count(packedCut, base::Code::compressed_truncated), 1);
    ASSERT_EQ(errors.back(), base::Code::delivery_cut_off);
    EXPECT_EQ(packedCut.problems.back().what.file, m_folder.file("cut.csv.gz"));
    EXPECT_EQ(packedCut.problems.back().what.found, kCur);
    EXPECT_EQ(packedCut.problems.back().what.args, (std::vector<std::string> {"351"}));
    EXPECT_EQ(billedInAll(*m_workspace), "0.3117435185");

    const auto plainCut = import({m_folder.file("cut.csv")});
    EXPECT_EQ(count(plainCut, base::Code::record_truncated), 1);
    EXPECT_EQ(count(plainCut, base::Code::delivery_cut_off), 1);
    EXPECT_EQ(billedInAll(*m_workspace), "0.3117435185");
    EXPECT_EQ(m_workspace->bills()->size(), 1U);
}

// Of two parts fetched again the first is cut off: the second must not stand for the month alone.
TEST_F(Deliveries, partsBesideACutOffOneTakeNoPlaceEither)
{
    writeBill(m_folder.file("1.csv"), 0, 300);
    writeBill(m_folder.file("2.csv"), 300, 200);
    import({m_folder.file("1.csv"), m_folder.file("2.csv")});
    EXPECT_EQ(billedInAll(*m_workspace), "5");
    writeBill(m_folder.file("1 new.csv"), 1'000, 300);
    writeBill(m_folder.file("2 new.csv"), 2'000, 250);
    std::filesystem::resize_file(
        m_folder.file("1 new.csv"), std::filesystem::file_size(m_folder.file("1 new.csv")) - 40);
    const auto outcome = import({m_folder.file("1 new.csv"), m_folder.file("2 new.csv")});
    EXPECT_EQ(outcome.files_failed, 2);
    EXPECT_EQ(count(outcome, base::Code::delivery_cut_off), 2);
    EXPECT_EQ(billedInAll(*m_workspace), "5");
}

// What the console saves of a month names no account: nothing tells whether it is the report's.
TEST_F(Deliveries, aMonthOfCostExplorerBesideAReportIsSaid)
{
    const std::string explorer = sample("bills/aws-cost-explorer/service_by_month.csv"); // February to April 2024
    ASSERT_EQ(import({kCurGpu}).imported.size(), 1U); // March 2024
    const auto both = import({explorer});
    ASSERT_EQ(both.imported.size(), 1U);
    EXPECT_EQ(count(both, base::Code::delivery_maybe_repeated), 1);
    EXPECT_EQ(count(both, base::Code::delivery_other_format), 0);
    const auto again = import({kCurGpu});
    EXPECT_EQ(count(again, base::Code::delivery_maybe_repeated), 1);
    EXPECT_EQ(m_workspace->bills()->size(), 2U);
    EXPECT_EQ(count(import({kCur}), base::Code::delivery_maybe_repeated), 0); // November 2023
}

// Parts that are fetched one after the other are one delivery; the month that comes once more takes the place of all.
TEST_F(Deliveries, numberedPartsOfSeveralCommandsAddUp)
{
    const auto file = [&](int number) { return m_folder.file("export-0000" + std::to_string(number) + ".csv"); };
    writeBill(file(1), 0, 300);
    writeBill(file(2), 300, 200);
    writeBill(file(3), 500, 100);
    import({file(1)});
    for (const int number : {2, 3}) {
        const auto further = import({file(number)});
        EXPECT_TRUE(further.imported.at(0).replaced.empty());
        EXPECT_EQ(count(further, base::Code::delivery_part_added), number - 1);
        EXPECT_EQ(count(further, base::Code::delivery_maybe_repeated), 0);
    }
    EXPECT_EQ(billedInAll(*m_workspace), "6");
    // Its rows are those of the first part, under another number.
    writeBill(file(4), 0, 250);
    import({file(4)});
    EXPECT_EQ(billedInAll(*m_workspace), "6");

    writeBill(file(1), 1'000, 400); // the month grew, and has two parts now
    writeBill(file(2), 1'400, 350);
    const auto anew = import({file(1), file(2)});
    EXPECT_EQ(count(anew, base::Code::delivery_replaced), 3);
    EXPECT_EQ(billedInAll(*m_workspace), "7.5");
}

// What a browser calls a file that it fetches once more, and days in names, number no parts.
TEST_F(Deliveries, filesFetchedAgainAreNoParts)
{
    for (const auto& [first, second] : {std::pair {"costs (1).csv", "costs (2).csv"},
             std::pair {"costs-20240312.csv", "costs-20240331.csv"}, std::pair {"cur-1.csv", "cur-2.csv"}}) {
        const auto fresh = openedAt("");
        writeBill(m_folder.file(first), 0, 300);
        writeBill(m_folder.file(second), 1'000, 500);
        for (const char* name : {first, second})
            workspace::importFiles(*fresh, {m_folder.file(name)}, {}, base::JobContext());
        EXPECT_EQ(billedInAll(*fresh), "5") << first;
    }
    // In the folder of an assembly a number is one of its files.
    std::filesystem::create_directories(m_folder.file("20240301-20240401/aaaa"));
    const std::string one = m_folder.file("20240301-20240401/aaaa/cur-9.csv");
    const std::string two = m_folder.file("20240301-20240401/aaaa/cur-10.csv");
    writeBill(one, 0, 300);
    writeBill(two, 300, 200);
    import({one});
    import({two});
    EXPECT_EQ(billedInAll(*m_workspace), "5");
}
