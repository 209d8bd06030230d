// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/csv.h"
#include "core/import/source/csv_scan.h"
#include "tests/core/import/memory_source.h"

#include <gtest/gtest.h>

#include <random>

namespace fullscope::import {

namespace {

using testing::MemorySource;
using Record = std::vector<std::string>;

// What a reader delivered: records, and errors as a record of one marked field.
struct Read {
    std::vector<Record> records;
    std::vector<std::int64_t> lines;
    std::int64_t lines_read = 0;
    bool operator==(const Read&) const = default;
};

Read readAll(TextSource& source)
{
    Read all;
    CsvReader reader(source);
    const base::Status header = reader.readHeader();
    if (!header.ok()) {
        all.records.push_back({header.error().code == base::Code::file_empty ? "!empty" : "!header"});
        return all;
    }
    all.records.push_back(reader.header());
    all.lines.push_back(reader.line());
    for (;;) {
        const auto more = reader.next();
        if (more.ok() && !*more)
            break;
        Record record(reader.fields().begin(), reader.fields().end());
        if (!more.ok())
            record = {more.error().code == base::Code::quote_unclosed ? "!unclosed" : "!error"};
        all.records.push_back(std::move(record));
        all.lines.push_back(reader.line());
    }
    all.lines_read = reader.linesRead();
    return all;
}

Read readAll(const std::string& text, std::size_t block = 65'536)
{
    MemorySource source(text, [block] { return block; });
    return readAll(source);
}

// Second implementation, character by character over the whole text, as the header file describes it.
class Naive {
public:
    Naive(const std::string& text, char separator)
        : m_text(text)
        , m_separator(separator)
    {
    }

    Read read()
    {
        Read all;
        while (m_at < m_text.size()) {
            const std::size_t start = m_at;
            const std::int64_t line = m_line;
            Record record;
            const bool good = readRecord(record);
            if (!good) {
                m_at = start;
                m_line = line;
                while (m_at < m_text.size() && !lineEnd(m_at))
                    ++m_at;
                passLineEnd();
                record = {"!unclosed"};
            } else if (record.size() == 1 && m_line - line <= 1
                && record[0].find_first_not_of(" \t\r\n\v\f") == std::string::npos) {
                continue;
            }
            all.records.push_back(record);
            all.lines.push_back(line);
        }
        all.lines_read = m_line - 1;
        return all;
    }

private:
    bool lineEnd(std::size_t at) const { return m_text[at] == '\n' || m_text[at] == '\r'; }
    void passLineEnd()
    {
        if (m_at < m_text.size())
            m_at += m_text.compare(m_at, 2, "\r\n") == 0 ? 2 : 1;
        ++m_line;
    }
    bool atFieldEnd(std::size_t at) const { return at >= m_text.size() || m_text[at] == m_separator || lineEnd(at); }

    // False when a quoted field is not closed properly and spans lines (or the text ends within the quotes).
    bool readField(std::string& field)
    {
        const std::size_t start = m_at;
        if (m_at < m_text.size() && m_text[m_at] == '"') {
            std::int64_t lines = 0;
            for (++m_at;;) {
                if (m_at >= m_text.size())
                    return false;
                if (m_text[m_at] == '"' && m_at + 1 < m_text.size() && m_text[m_at + 1] == '"') {
                    field += '"';
                    m_at += 2;
                } else if (m_text[m_at] == '"') {
                    ++m_at;
                    break;
                } else if (lineEnd(m_at)) {
                    const std::size_t from = m_at;
                    passLineEnd();
                    ++lines;
                    field += m_text.substr(from, m_at - from);
                } else {
                    field += m_text[m_at++];
                }
            }
            if (atFieldEnd(m_at))
                return true;
            if (lines > 0)
                return false;
        }
        while (!atFieldEnd(m_at))
            ++m_at;
        field = m_text.substr(start, m_at - start);
        return true;
    }

    bool readRecord(Record& record)
    {
        for (;;) {
            std::string field;
            if (!readField(field))
                return false;
            record.push_back(field);
            if (m_at >= m_text.size() || lineEnd(m_at))
                break;
            ++m_at;
        }
        passLineEnd();
        return true;
    }

    const std::string& m_text;
    char m_separator;
    std::size_t m_at = 0;
    std::int64_t m_line = 1;
};

} // namespace

TEST(Csv, ReadsQuotedFieldsDoubledQuotesAndLineEndsWithinQuotes)
{
    const Read read = readAll("a,b,c\n1,\"x, \"\"y\"\"\",\"two\nlines\"\n2,,\n");
    ASSERT_EQ(read.records.size(), 3U);
    EXPECT_EQ(read.records[1], (Record {"1", "x, \"y\"", "two\nlines"}));
    EXPECT_EQ(read.records[2], (Record {"2", "", ""}));
    EXPECT_EQ(read.lines, (std::vector<std::int64_t> {1, 2, 4}));
    EXPECT_EQ(read.lines_read, 4);
}

TEST(Csv, AnyLineEndEndsARecord)
{
    const std::vector<Record> expected {{"a", "b"}, {"1", "2"}, {"3", "4"}};
    EXPECT_EQ(readAll("a,b\n1,2\n3,4\n").records, expected);
    EXPECT_EQ(readAll("a,b\r\n1,2\r\n3,4\r\n").records, expected);
    EXPECT_EQ(readAll("a,b\r1,2\r3,4\r").records, expected);
    EXPECT_EQ(readAll("a,b\r\n1,2\n3,4").records, expected);
    EXPECT_EQ(readAll("a,b\r\n1,2\r\n3,4\r\n", 1).lines, (std::vector<std::int64_t> {1, 2, 3}));
}

TEST(Csv, BlankLinesArePassedOverButCounted)
{
    const Read read = readAll("\n  \na,b\n\n1,2\n\r\n3,4\n\n");
    EXPECT_EQ(read.records, (std::vector<Record> {{"a", "b"}, {"1", "2"}, {"3", "4"}}));
    EXPECT_EQ(read.lines, (std::vector<std::int64_t> {3, 5, 7}));
    EXPECT_EQ(read.lines_read, 8);
}

TEST(Csv, FindsTheSeparatorInTheHeaderOutsideQuotes)
{
    EXPECT_EQ(readAll("a;b;c\n1;2,5;3\n").records[1], (Record {"1", "2,5", "3"}));
    EXPECT_EQ(readAll("a\tb\n1\t2;3\n").records[1], (Record {"1", "2;3"}));
    EXPECT_EQ(readAll("\"a,b,c\";d\n1;2\n").records[1], (Record {"1", "2"}));
    EXPECT_EQ(readAll("single\nvalue\n").records[1], (Record {"value"}));
}

TEST(Csv, FindsColumnsWithoutCaseAndWhiteSpace)
{
    MemorySource source(" Sku Price id ,BilledCost,billedcost\n1,2,3\n");
    CsvReader reader(source);
    ASSERT_TRUE(reader.readHeader().ok());
    EXPECT_EQ(reader.column("SkuPriceId"), 0);
    EXPECT_EQ(reader.column("BILLEDCOST"), 1);
    EXPECT_EQ(reader.column("EffectiveCost"), -1);
    ASSERT_TRUE(reader.next().ok());
    EXPECT_EQ(reader.field(reader.column("billedCost")), "2");
    EXPECT_EQ(reader.field(-1), "");
    EXPECT_EQ(reader.field(3), "");
}

TEST(Csv, ShortAndLongRecordsAreDeliveredAsTheyAre)
{
    const Read read = readAll("a,b,c\n1\n1,2,3,4\n");
    EXPECT_EQ(read.records[1], (Record {"1"}));
    EXPECT_EQ(read.records[2], (Record {"1", "2", "3", "4"}));
}

TEST(Csv, AStrayQuoteCostsOneLine)
{
    const Read read = readAll("a,b\n1,\"open\n2,\"x\"\n3,y\n");
    EXPECT_EQ(read.records, (std::vector<Record> {{"a", "b"}, {"!unclosed"}, {"2", "x"}, {"3", "y"}}));
    EXPECT_EQ(read.lines, (std::vector<std::int64_t> {1, 2, 3, 4}));
}

TEST(Csv, AStrayQuoteWithoutAnyOtherCostsOneLineToo)
{
    std::string text = "a,b\n1,\"open\n";
    for (int i = 0; i < 200'000; ++i)
        text += "2,some text\n";
    const Read read = readAll(text, 4096);
    ASSERT_EQ(read.records.size(), 200'002U);
    EXPECT_EQ(read.records[1], (Record {"!unclosed"}));
    EXPECT_EQ(read.records[2], (Record {"2", "some text"}));
    EXPECT_EQ(read.lines.back(), 200'002);
}

TEST(Csv, TextAfterAClosingQuoteOnOneLineIsKeptAsItStands)
{
    EXPECT_EQ(readAll("a,b\n\"x\"y,2\n").records[1], (Record {"\"x\"y", "2"}));
    EXPECT_EQ(readAll("a,b\n5\" disk,2\n").records[1], (Record {"5\" disk", "2"}));
}

TEST(Csv, AnEndlessLineIsAnErrorAndReadingGoesOn)
{
    std::string text = "a,b\n1,";
    text.append(CsvReader::kMaxRecord + 100, 'x');
    text += "\n2,3\n";
    MemorySource source(text);
    CsvReader reader(source);
    ASSERT_TRUE(reader.readHeader().ok());
    const auto endless = reader.next();
    ASSERT_FALSE(endless.ok());
    EXPECT_EQ(endless.error().code, base::Code::line_too_long);
    EXPECT_EQ(endless.error().line, 2);
    const auto after = reader.next();
    ASSERT_TRUE(after.ok() && *after);
    EXPECT_EQ(reader.field(1), "3");
    EXPECT_EQ(reader.line(), 3);
}

TEST(Csv, AnEmptyFileHasNoHeader)
{
    EXPECT_EQ(readAll("").records[0], (Record {"!empty"}));
    EXPECT_EQ(readAll("\n\n  \r\n").records[0], (Record {"!empty"}));
}

TEST(Csv, SaysWhenTheTextStopsWithinARecord)
{
    MemorySource source("a,b,c\n1,2,3\n4,5");
    CsvReader reader(source);
    ASSERT_TRUE(reader.readHeader().ok());
    ASSERT_TRUE(*reader.next());
    EXPECT_FALSE(reader.cut());
    ASSERT_TRUE(*reader.next());
    EXPECT_TRUE(reader.cut());
    EXPECT_FALSE(*reader.next());
}

TEST(Csv, ACompleteLastRecordNeedsNoLineEnd)
{
    MemorySource source("a,b\n1,2");
    CsvReader reader(source);
    ASSERT_TRUE(reader.readHeader().ok());
    ASSERT_TRUE(*reader.next());
    EXPECT_FALSE(reader.cut());
}

TEST(Csv, DeliversWhatWasReadBeforeAReadError)
{
    MemorySource source("a,b\n1,2\n3,4");
    source.failAtEnd(base::Error {.code = base::Code::compressed_truncated});
    CsvReader reader(source);
    ASSERT_TRUE(reader.readHeader().ok());
    ASSERT_TRUE(*reader.next());
    ASSERT_TRUE(*reader.next());
    EXPECT_EQ(reader.field(1), "4");
    EXPECT_TRUE(reader.cut()); // whether "4" is the whole field is not known
    const auto failed = reader.next();
    ASSERT_FALSE(failed.ok());
    EXPECT_EQ(failed.error().code, base::Code::compressed_truncated);
    EXPECT_FALSE(*reader.next());
}

TEST(Csv, ARecordLargerThanAnyBlockIsWhole)
{
    std::string wide = "h0";
    for (int i = 1; i < 40'000; ++i)
        wide += ",h" + std::to_string(i);
    const std::string big(700'000, 'q');
    const Read read = readAll(wide + "\n\"" + big + "\n" + big.substr(0, 200'000) + "\",2\n", 1000);
    ASSERT_EQ(read.records.size(), 2U);
    EXPECT_EQ(read.records[0].size(), 40'000U);
    EXPECT_EQ(read.records[1][0].size(), 900'001U);
}

TEST(Csv, VectorScannerEqualsThePortableOne)
{
    std::mt19937 random(7);
    std::string text(kScanWidth, ' ');
    for (int round = 0; round < 5'000; ++round) {
        for (char& c : text)
            c = "ab,;\t\"\n\r\x80\xff"[random() % 10];
        for (const char separator : {',', ';', '\t'})
            ASSERT_EQ(structuralMask(text.data(), separator), structuralMaskPortable(text.data(), separator));
    }
}

TEST(CsvProperty, EqualsANaiveReaderForAnyTextAndAnyBlocks)
{
    std::mt19937 random(20'240'301);
    const std::string header = "h1,h2\n"; // fixes the separator
    for (int round = 0; round < 10'000; ++round) {
        std::string text = header;
        const std::size_t length = random() % (round % 50 == 0 ? 2000 : 60);
        // Mostly structure, so that every transition occurs at every place of a block.
        for (std::size_t i = 0; i < length; ++i)
            text += ",,\"\"\"\n\n\rab x"[random() % 12];
        MemorySource source(text, [&random] { return std::size_t {1} + random() % 97; });
        ASSERT_EQ(readAll(source), Naive(text, ',').read()) << "round " << round << ":\n" << text;
    }
}

TEST(CsvProperty, WellFormedRecordsComeBackAsTheyWere)
{
    std::mt19937 random(5);
    for (int round = 0; round < 3000; ++round) {
        std::vector<Record> records {{"h1", "h2", "h3"}};
        for (std::size_t r = random() % 8; r > 0; --r) {
            Record record(3);
            for (std::string& field : record)
                for (std::size_t i = random() % 12; i > 0; --i)
                    field += "ab,\"\n\r x"[random() % 8];
            record[0] = "k" + record[0]; // never blank
            records.push_back(record);
        }
        std::string text;
        for (const Record& record : records) {
            for (std::size_t i = 0; i < record.size(); ++i) {
                text += i == 0 ? "\"" : ",\"";
                for (const char c : record[i])
                    text += c == '"' ? std::string("\"\"") : std::string(1, c);
                text += '"';
            }
            text += round % 2 == 0 ? "\n" : "\r\n";
        }
        MemorySource source(text, [&random] { return std::size_t {1} + random() % 30; });
        ASSERT_EQ(readAll(source).records, records) << text;
    }
}

} // namespace fullscope::import
