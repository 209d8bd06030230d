// SPDX-License-Identifier: GPL-3.0-or-later
// Ledgers: rows of totals, and input that is damaged or none at all.
#include "core/import/source/stored_text.h"
#include "tests/core/import/ledger_support.h"
#include "tests/core/import/temp_dir.h"

#include <filesystem>

namespace fullscope::import {
namespace {

using base::Code;
using base::Handling;
using base::Severity;
using evidence::BillRow;
using testing::BillSink;
using testing::ledger;
using testing::TempDir;

TEST(TotalRows, areCheckedAndNotCounted)
{
    const BillSink got = ledger("Date,Item,Amount\n"
                                "2026-03-01,H100,10.005\n2026-03-02,H100,5\n,Subtotal H100,15.01\n"
                                "2026-03-01,Disk,1\n2026-03-02,Disk,2\n,Subtotal disk,3\n"
                                "Total,,18.01\n");
    EXPECT_EQ(got.sum(&BillRow::billed), "18.005");
    EXPECT_EQ(got.rows.size(), 4U);
    EXPECT_EQ(got.count(Code::total_not_counted), 3);
    EXPECT_EQ(got.count(Code::total_disagrees), 0);
    EXPECT_EQ(got.skipped(), 0);
    // Above the rows, or with the date of its month.
    EXPECT_EQ(ledger("Month,Item,Amount\n,Total,15\n2026-03,a,10\n2026-03,b,5\n").sum(&BillRow::billed), "15");
    EXPECT_EQ(ledger("Month,Item,Amount\n2026-03,a,10\n2026-03,b,5\n2026-03,Total,15\n").sum(&BillRow::billed), "15");
}

TEST(TotalRows, haveManyNames)
{
    EXPECT_EQ(ledger("Date,Item,Amount\n2026-03-01,a,500\n2026-03-02,b,505\n2026-03-31,Amount due,1005\n")
                  .sum(&BillRow::billed),
        "1005");
    EXPECT_EQ(ledger("Date,Item,Amount\n2026-03-01,a,500\n2026-03-01,b,505\n2026-03-01,All services,1005\n")
                  .sum(&BillRow::billed),
        "1005");
}

// What was paid in is no cost; a service may be called after payments all the same.
TEST(LedgerPayments, areLeftOutAndTold)
{
    const BillSink got = ledger("Date,Description,Amount\n2026-03-01,GPU node,505\n2026-03-02,Payment received,-505\n"
                                "2026-03-03,Stripe payment,-5\n2026-03-04,Account top-up,1000\n"
                                "2026-03-05,Previous balance,700\n2026-03-06,Payment Cryptography,2\n");
    EXPECT_EQ(got.sum(&BillRow::billed), "507");
    EXPECT_EQ(got.count(Code::payment_left_out), 4);
}

// 32 accelerators for 24 hours at 2.50 each are 1,920, of which the hours alone would make 60.
TEST(LedgerPrices, numberOfMachinesIsNotPassedOver)
{
    const BillSink got = ledger("Date,GPU Type,GPUs,Hours,Price per GPU-hour (USD)\n2026-03-01,H100,32,24,2.50\n");
    EXPECT_EQ(got.sum(&BillRow::billed), "-");
    ASSERT_NE(got.first(Code::column_missing), nullptr);
    EXPECT_EQ(got.first(Code::column_missing)->what.field, "GPUs");
    const BillSink both = ledger("Date,Quantity,Hours,Rate\n2026-03-01,4,24,98.32\n");
    EXPECT_EQ(both.sum(&BillRow::billed), "-");
    const BillSink one = ledger("Date,Hours,Rate\n2026-03-01,24,98.32\n");
    EXPECT_EQ(one.sum(&BillRow::billed), "2359.68");
}

TEST(TotalRows, thatDisagreeAreAProblem)
{
    const BillSink got = ledger("Date,Item,Amount\n2026-03-01,a,10\n2026-03-02,b,x5\n,Total,15\n");
    EXPECT_EQ(got.sum(&BillRow::billed), "10");
    ASSERT_EQ(got.count(Code::total_disagrees), 1);
    EXPECT_EQ(got.first(Code::total_disagrees)->what.line, 4);
    EXPECT_EQ(got.first(Code::total_disagrees)->what.found, "15");
    EXPECT_EQ(got.first(Code::total_disagrees)->what.expected, "10");
    EXPECT_EQ(got.first(Code::total_disagrees)->severity, Severity::warning);
    EXPECT_EQ(got.skipped(), 1);
}

TEST(TotalRows, areKnownByTheirSumWhereNoWordSaysSo)
{
    const BillSink got = ledger("Date,Item,Amount\n2026-03-01,a,10\n2026-03-02,b,5\n,,15\n");
    EXPECT_EQ(got.sum(&BillRow::billed), "15");
    EXPECT_EQ(got.first(Code::total_not_counted)->severity, Severity::warning);
    // No sum of others: a charge without a date. One row that is equal to another proves nothing.
    for (const char* text : {"Date,Item,Amount\n2026-03-01,a,10\n2026-03-02,b,5\n,,14\n",
             "Date,Item,Amount\n2026-03-01,a,10\n,b,10\n2026-03-02,c,1\n"}) {
        const BillSink undated = ledger(text);
        EXPECT_EQ(undated.count(Code::total_not_counted), 0) << text;
        EXPECT_EQ(undated.skipped(), 1) << text;
        EXPECT_EQ(undated.first(Code::field_missing)->what.field, "Date") << text;
    }
    // Its words are those of a total, its amount is not.
    const BillSink charge = ledger("Date,Item,Amount\n2026-03-01,a,10\n2026-03-02,Total Care Support,7\n");
    EXPECT_EQ(charge.sum(&BillRow::billed), "17");
}

TEST(TotalRows, sumWithinACurrency)
{
    const BillSink got
        = ledger("Date,Item,Amount,Currency\n2026-03-01,a,10,USD\n2026-03-02,b,5,EUR\n2026-03-03,c,2,USD\n"
                 ",Total,12,USD\n,Total,5,EUR\n");
    EXPECT_EQ(got.rows.size(), 3U);
    EXPECT_EQ(got.count(Code::total_not_counted), 2);
}

TEST(TotalRows, countTheCreditsOfTheirOwnRow)
{
    const BillSink got = ledger("Month,Item,Cost,Credit,Balance\n2026-03,a,10,4,6\n2026-03,b,5,0,5\n,Total,15,4,11\n");
    EXPECT_EQ(got.sum(&BillRow::billed), "11");
    EXPECT_EQ(got.count(Code::total_not_counted), 1);
}

// --- damage

const std::string kLedger = "Date,Item,Quantity,Rate,Amount,Currency\n"
                            "2026-03-01,\"H100, on demand\",24,2.5,60.00,USD\n"
                            "2026-03-02,\"said \"\"H100\"\"\",10,2.5,25.00,USD\n"
                            "2026-03-03,Disk,1,1.5,1.50,USD\n";

TEST(LedgerDamage, truncatedAnywhereKeepsWhatIsWhole)
{
    const std::map<std::size_t, std::string> sums {{0, "-"}, {1, "60"}, {2, "85"}, {3, "86.5"}};
    for (std::size_t size = 0; size <= kLedger.size(); ++size) {
        const BillSink got = ledger(kLedger.substr(0, size));
        // Each row is one of the file's, or it was the last and says that it may be cut.
        const bool cut = got.count(Code::record_truncated) > 0;
        EXPECT_LE(got.rows.size(), 3U);
        if (!cut && got.status.ok()) {
            EXPECT_EQ(got.sum(&BillRow::billed), sums.at(got.rows.size())) << size;
        }
    }
    const std::string json = R"([{"date": "2026-03-01", "cost": 10}, {"date": "2026-03-02", "cost": 25}])";
    for (std::size_t size = 0; size < json.size(); ++size) {
        const BillSink got = ledger(json.substr(0, size));
        for (const BillRow& row : got.rows)
            EXPECT_TRUE(testing::text(row.billed) == "10" || testing::text(row.billed) == "25") << size;
    }
}

TEST(LedgerDamage, keepsGoodRowsAmongBadOnes)
{
    const BillSink got = ledger("Date,Item,Amount\n2026-03-01,a,1\n2026-03-02,b,not-a-number\n2026-13-01,c,1\n"
                                "2026-03-04,d,1,9\n2026-03-05,e\n\n2026-03-06,f,1\nDate,Item,Amount\n"
                                "2026-03-07,\"g,1\n2026-03-08,h,1\n2026-03-09,i,NULL\n2026-03-10,j,1e-30\n");
    EXPECT_EQ(got.sum(&BillRow::billed), "3"); // a, f, h
    EXPECT_EQ(got.rows.size(), 3U);
    for (const base::Problem& problem : got.problems)
        if (problem.handling == Handling::row_skipped) {
            EXPECT_GT(problem.what.line, 1) << static_cast<int>(problem.what.code);
        }
    EXPECT_GE(got.skipped(), 6);
}

TEST(LedgerDamage, takesHostileJson)
{
    for (const char* text : {R"([{"date":"2026-03-01","cost":1e400}])", R"([{"date":"2026-03-01","cost":{"x":1}}])",
             R"([{"date":"2026-03-01","cost":[1,2]}])", R"({"date":"2026-03-01","cost":)", "[[[[[[[[",
             R"([{"date":1e300,"cost":1}])", R"([{"date":null,"cost":null}])", R"([{"date":"2026-03-01","cost":true}])",
             R"([{"date":"2026-03-01","cost":99999999999999999999999999999}])"}) {
        const BillSink got = ledger(text);
        EXPECT_TRUE(got.rows.empty()) << text;
    }
    const BillSink mixed
        = ledger("[{\"date\":\"2026-03-01\",\"cost\":\"$1.50\"},\n{\"date\":\"2026-03-02\",\"cost\":2},"
                 "\n{\"date\":\"2026-03-03\",\"cost\":\"x\"},\n{\"cost\":1e400}]");
    EXPECT_EQ(mixed.sum(&BillRow::billed), "3.5");
    EXPECT_EQ(mixed.skipped(), 2);
}

TEST(LedgerDamage, saysWhatIsMissing)
{
    EXPECT_EQ(ledger("Date,Item\n2026-03-01,x\n").status.error().field, "billed");
    EXPECT_EQ(ledger("Item,Cost\nx,5\n").status.error().field, "charge_start");
    EXPECT_EQ(ledger("").status.error().code, Code::file_empty);
    EXPECT_TRUE(ledger("Date,Cost\n").rows.empty());
    const BillSink wrong = ledger("Day,Kosten\n2026-03-01,5\n", "billed=Kostn,charge_start=Day");
    EXPECT_EQ(wrong.status.error().code, Code::name_unknown);
    EXPECT_EQ(wrong.status.error().args, (std::vector<std::string> {"Kosten"}));
}

// --- detection

std::string formatOf(const std::string& text, const Options& options = {})
{
    const TempDir dir;
    const auto found = recognise(dir.write("x", text), {}, options);
    return found.ok() ? found->format->id : "";
}

TEST(LedgerSniff, knowsLedgersAndNothingElse)
{
    EXPECT_EQ(formatOf(kLedger), "bill_generic");
    EXPECT_EQ(formatOf("\xEF\xBB\xBF" + kLedger), "bill_generic");
    EXPECT_EQ(formatOf("Title\n\n" + kLedger), "bill_generic");
    EXPECT_EQ(formatOf("Month\tProject\tTotal\n2025-06\ta\t5\n"), "bill_generic");
    EXPECT_EQ(formatOf(R"([{"date":"2025-11-01","amount":1,"project":"a"}])"), "bill_generic");
    EXPECT_EQ(formatOf("Date,Hours,Rate\n2025-06-01,5,2.5\n"), "bill_generic");
    EXPECT_EQ(formatOf("step,cost,time\n1,5,2025-06-01\n2,5,2025-06-01\n"), "csv_generic");
    for (const char* none : {"Date,Item\n2025-06-01,5\n", "Item,Cost\na,5\n", "Date,Cost\nmonday,5\n",
             "Date,Cost\n2025-06-01,high\n", "plain text, with Cost and Date\nin it\n", R"({"cost": 5})"})
        EXPECT_EQ(formatOf(none), "") << none;
    // What the user says decides which table it is.
    EXPECT_EQ(formatOf("a,b\n2025-06-01,5\n", {.columns = {{"charge_start", "a"}, {"billed", "b"}}}), "bill_generic");
    EXPECT_EQ(formatOf("step,cost,time\n1,5,2025-06-01\n2,5,2025-06-01\n", {.columns = {{"billed", "cost"}}}),
        "bill_generic");
    EXPECT_EQ(formatOf(kLedger, {.columns = {{"step", "Quantity"}}}), "csv_generic");
}

TEST(LedgerSniff, leavesEveryOtherSampleAlone)
{
    int files = 0;
    for (const auto& entry :
        std::filesystem::recursive_directory_iterator(std::string(FULLSCOPE_TESTS_DIR) + "/samples")) {
        if (!entry.is_regular_file() || entry.path().string().find("bills/generic") != std::string::npos)
            continue;
        auto text = StoredText::open(entry.path().string());
        if (!text.ok())
            continue; // not text
        ++files;
        const std::string name = entry.path().filename().string();
        EXPECT_EQ(bill_generic.sniff({.file_name = name, .head = (*text)->peek(256 << 10)}), 0) << entry.path();
    }
    EXPECT_GT(files, 50);
}

} // namespace
} // namespace fullscope::import
