// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: MANIFEST.tsv of the samples, AWS documentation, or worked out by hand.
#include "core/import/bills/repeated_lines.h"
#include "tests/core/import/bill_sink.h"
#include "tests/core/import/cur_report.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fullscope::import {

namespace {

using base::Code;
using evidence::BillRow;
using testing::BillSink;
using testing::charge;
using testing::Fields;
using testing::importText;
using testing::instance;
using testing::report;
using testing::sampleText;

constexpr const char* kGpu = "aws-cur-legacy/cur_gpu_p4d_sp_ri_SYNTHETIC_nise.csv";

} // namespace

TEST(CurUgly, MissingNeededColumnEndsTheImportAndNamesIt)
{
    for (const std::string name : {"lineItem/UnblendedCost", "lineItem/LineItemType", "lineItem/UsageStartDate"}) {
        std::string text = sampleText(kGpu);
        text.replace(text.find(name), name.size(), "x");
        const BillSink sink = importText(aws_cur_legacy, text);
        ASSERT_FALSE(sink.status.ok());
        EXPECT_EQ(sink.status.error().code, Code::column_missing);
        EXPECT_EQ(sink.status.error().field, name);
        EXPECT_TRUE(sink.rows.empty());
    }
}

TEST(CurUgly, TextInTheCostSkipsTheRowWithItsLine)
{
    const BillSink sink = importText(aws_cur_legacy,
        report({charge("Usage", "1"), charge("Usage", "free"), charge("Usage", "2"), charge("Usage", "")}));
    EXPECT_EQ(sink.rows.size(), 2U);
    const base::Problem* bad = sink.first(Code::bad_number);
    ASSERT_NE(bad, nullptr);
    EXPECT_EQ(bad->severity, base::Severity::error);
    EXPECT_EQ(bad->handling, base::Handling::row_skipped);
    EXPECT_EQ(bad->what.line, 3);
    EXPECT_EQ(bad->what.field, "lineItem/UnblendedCost");
    EXPECT_EQ(bad->what.found, "free");
    EXPECT_EQ(bad->what.expected, "decimal number");
    EXPECT_EQ(bad->what.file, "memory.csv");
    EXPECT_EQ(sink.first(Code::field_missing)->what.line, 5);
}

// A file that holds a part twice: each of its lines is said, and counted as it stands.
TEST(CurUgly, OneLineTwiceIsSaid)
{
    const Fields id {{"identity/LineItemId", "a1"}};
    const BillSink sink = importText(aws_cur_legacy,
        report({charge("Usage", "1", id), charge("Usage", "2", id), charge("Usage", "1"), charge("Usage", "1", id),
            charge("Usage", "1", {{"identity/LineItemId", "a1"}, {"identity/TimeInterval", "later"}}),
            charge("Usage", "1", {{"identity/LineItemId", ""}}), charge("Usage", "1", {{"identity/LineItemId", ""}})}));
    EXPECT_EQ(sink.sum(&BillRow::billed), "8");
    ASSERT_EQ(sink.count(Code::name_duplicate), 1);
    EXPECT_EQ(sink.first(Code::name_duplicate)->what.line, 5);
    EXPECT_EQ(sink.first(Code::name_duplicate)->what.found, "a1");
    EXPECT_EQ(sink.first(Code::name_duplicate)->handling, base::Handling::kept);
}

// Of many lines some are looked at, and a part that is there twice has some of these.
TEST(CurUgly, APartTwiceIsSeenInAnyLength)
{
    RepeatedLines lines;
    const auto repeated = [&lines](int from, int to) {
        int count = 0;
        for (int i = from; i < to; ++i)
            count += lines.add("id" + std::to_string(i), "t", "key") ? 1 : 0;
        return count;
    };
    EXPECT_EQ(repeated(0, 100'000), 0);
    EXPECT_EQ(repeated(0, 100'000), 100'000);
    EXPECT_EQ(repeated(100'000, 600'000), 0);
    EXPECT_GT(repeated(300'000, 310'000), 500); // of ten thousand about an eighth
}

TEST(CurUgly, BadTimesSkipTheRow)
{
    const BillSink sink = importText(aws_cur_legacy,
        report({charge("Usage", "1", {{"lineItem/UsageStartDate", "2024-03-01T30:00:00Z"}}),
            charge("Usage", "1", {{"lineItem/UsageStartDate", ""}}), charge("Usage", "2")}));
    EXPECT_EQ(sink.sum(&BillRow::billed), "2");
    EXPECT_EQ(sink.skipped(), 2);
    EXPECT_EQ(sink.first(Code::bad_time)->what.found, "2024-03-01T30:00:00Z");
}

TEST(CurUgly, ShortRowsAreKeptWhenTheyReachTheNeededColumns)
{
    std::string text = report({charge("Usage", "1"), charge("Usage", "2"), charge("Usage", "4")});
    const auto cutFieldsOfLine2 = [&text](int fields) {
        std::string copy = text;
        std::size_t end = copy.find('\n', copy.find('\n') + 1);
        for (int i = 0; i < fields; ++i)
            copy.erase(copy.rfind(',', end - 1), end - copy.rfind(',', end - 1)),
                end = copy.find('\n', copy.find('\n') + 1);
        return copy;
    };
    const BillSink kept = importText(aws_cur_legacy, cutFieldsOfLine2(3));
    EXPECT_EQ(kept.sum(&BillRow::billed), "7");
    EXPECT_EQ(kept.first(Code::row_short)->handling, base::Handling::kept);
    const BillSink skipped = importText(aws_cur_legacy, cutFieldsOfLine2(6)); // up to the cost
    EXPECT_EQ(skipped.sum(&BillRow::billed), "6");
    EXPECT_EQ(skipped.first(Code::row_short)->handling, base::Handling::row_skipped);
    EXPECT_EQ(skipped.first(Code::row_short)->what.line, 2);
    EXPECT_EQ(skipped.first(Code::row_short)->what.found, "13");
    EXPECT_EQ(skipped.first(Code::row_short)->what.expected, "19");
}

TEST(CurUgly, ValuesBeyondTheLastColumnSkipTheRow)
{
    std::string text = report({charge("Usage", "1"), charge("Usage", "2")});
    std::string trailing = text, shifted = text;
    trailing.insert(trailing.find('\n', trailing.find('\n') + 1), ",");
    shifted.insert(shifted.find('\n', shifted.find('\n') + 1), ",5");
    EXPECT_EQ(importText(aws_cur_legacy, trailing).sum(&BillRow::billed), "3");
    const BillSink sink = importText(aws_cur_legacy, shifted);
    EXPECT_EQ(sink.sum(&BillRow::billed), "2");
    EXPECT_EQ(sink.first(Code::row_long)->handling, base::Handling::row_skipped);
}

TEST(CurUgly, AnyCutKeepsExactlyTheWholeRecords)
{
    const std::string text = sampleText(kGpu);
    const BillSink whole = importText(aws_cur_legacy, text);
    for (std::size_t i = 1; i < 50; ++i) {
        const std::string part = text.substr(0, text.size() * i / 50);
        const auto lines = static_cast<std::size_t>(std::count(part.begin(), part.end(), '\n'));
        const BillSink sink = importText(aws_cur_legacy, part);
        if (lines == 0)
            continue; // within the header: a needed column may be missing
        ASSERT_TRUE(sink.status.ok());
        // No field of this sample holds a line end, so that its complete records are its complete lines.
        ASSERT_EQ(sink.rows.size(), lines - 1) << i;
        ASSERT_EQ(sink.count(Code::record_truncated) + sink.count(Code::quote_unclosed), part.back() == '\n' ? 0 : 1)
            << i;
        for (std::size_t r = 0; r < sink.rows.size(); ++r)
            ASSERT_EQ(sink.rows[r].billed, whole.rows[r].billed);
    }
}

// The cost stands in the last column: of 786.51 the text holds "786.5" when reading stops.
TEST(CurUgly, CutInTheLastColumnSkipsTheRow)
{
    std::string text = report({charge("Usage", "1", {{"lineItem/NetUnblendedCost", "2"}}),
        charge("Usage", "786.51", {{"lineItem/NetUnblendedCost", "786.51"}})});
    text.resize(text.size() - 2); // the line end and a digit
    testing::MemorySource source(text);
    source.failAtEnd({.code = Code::compressed_truncated});
    BillSink sink;
    const base::Status status = aws_cur_legacy.parse(source, sink, base::JobContext {});
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, Code::compressed_truncated);
    EXPECT_EQ(sink.sum(&BillRow::net), "2");
    EXPECT_EQ(sink.sum(&BillRow::billed), "1");
    ASSERT_EQ(sink.count(Code::record_truncated), 1);
    EXPECT_EQ(sink.first(Code::record_truncated)->handling, base::Handling::row_skipped);
    EXPECT_EQ(sink.first(Code::record_truncated)->what.line, 3);
}

TEST(CurUgly, TextThatStopsWithinQuotesIsCut)
{
    std::string text = report({charge("Usage", "1"), charge("Usage", "2", {{"resourceTags/user:note", "\"a, b\""}})});
    text.resize(text.size() - 3); // the line end, the quote and a letter
    const BillSink sink = importText(aws_cur_legacy, text);
    EXPECT_EQ(sink.sum(&BillRow::billed), "1");
    EXPECT_EQ(sink.count(Code::record_truncated), 1);
    EXPECT_EQ(sink.count(Code::quote_unclosed), 0);
}

TEST(CurUgly, OtherLineEndsAndSeparatorsChangeNothing)
{
    const std::vector<Fields> rows {charge("Usage", "1.5"), instance("Usage", "2")};
    const std::string plain = report(rows);
    std::string crlf;
    for (const char c : plain)
        crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
    for (const std::string& text : {crlf, report(rows, ";"), report(rows, "\t"), "\n\n" + plain, plain + "\n \n"})
        EXPECT_EQ(importText(aws_cur_legacy, text).sum(&BillRow::billed), "3.5");
}

TEST(CurUgly, DecimalCommasAreReadAsSuchBetweenSemicolons)
{
    EXPECT_EQ(
        importText(aws_cur_legacy, report({charge("Usage", "1,5"), charge("Usage", "2,25"), charge("Usage", "1")}, ";"))
            .sum(&BillRow::billed),
        "4.75");
    // Both marks in one file: one of them is a guess.
    const BillSink mixed = importText(aws_cur_legacy, report({charge("Usage", "1,5"), charge("Usage", "2.250")}, ";"));
    EXPECT_EQ(mixed.sum(&BillRow::billed), "1.5");
    EXPECT_EQ(mixed.skipped(), 1);
}

TEST(CurUgly, QuotedLineEndsKeepLineNumbersRight)
{
    const BillSink sink = importText(aws_cur_legacy,
        report({charge("Usage", "1", {{"resourceTags/user:note", "\"two\nlines, \"\"quoted\"\"\""}}),
            charge("Usage", "x")}));
    ASSERT_EQ(sink.rows.size(), 1U);
    EXPECT_EQ(sink.rows[0].tags.at(0), (std::pair<std::string, std::string> {"note", "two\nlines, \"quoted\""}));
    EXPECT_EQ(sink.first(Code::bad_number)->what.line, 4);
}

TEST(CurUgly, WideHeadersRepeatedHeadersAndDuplicateNames)
{
    Fields wide = charge("Usage", "1");
    for (int i = 0; i < 300; ++i)
        wide.emplace_back("product/attribute" + std::to_string(i), "v");
    EXPECT_EQ(importText(aws_cur_legacy, report({wide})).sum(&BillRow::billed), "1");

    const std::string once = report({charge("Usage", "1")});
    const BillSink twice = importText(aws_cur_legacy, once + once); // parts put together
    EXPECT_EQ(twice.sum(&BillRow::billed), "2");
    EXPECT_EQ(twice.skipped(), 0);

    std::string duplicate = report({charge("Usage", "1", {{"pricing/x", "9"}})});
    duplicate.replace(duplicate.find("pricing/x"), 9, "lineItem/UnblendedCost");
    const BillSink sink = importText(aws_cur_legacy, duplicate);
    EXPECT_EQ(sink.sum(&BillRow::billed), "1"); // the first one counts
    EXPECT_EQ(sink.first(Code::name_duplicate)->what.field, "lineItem/UnblendedCost");
}

TEST(CurUgly, HeaderAloneIsAnEmptyBill)
{
    const BillSink sink = importText(aws_cur_legacy, report({}));
    EXPECT_TRUE(sink.status.ok());
    EXPECT_TRUE(sink.rows.empty());
    EXPECT_EQ(importText(aws_cur_legacy, "").status.error().code, Code::file_empty);
}

TEST(CurUgly, CancelEndsTheImport)
{
    testing::MemorySource source(sampleText(kGpu));
    BillSink sink;
    std::stop_source stop;
    stop.request_stop();
    const base::Status status = aws_cur_legacy.parse(source, sink, base::JobContext(stop.get_token(), {}));
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, Code::cancelled);
    EXPECT_TRUE(sink.rows.empty());
}

} // namespace fullscope::import
