// SPDX-License-Identifier: GPL-3.0-or-later
// Skipped where there is no DuckDB (docs/cli.md, "Parquet").
#include "core/import/source/parquet_bytes.h"

#include "core/base/sha256.h"
#include "core/import/pipeline.h"
#include "tests/core/import/bill_sink.h"
#include "tests/core/import/memory_source.h"
#include "tests/core/import/workbooks.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace fullscope::import {

namespace {

using base::Code;
using testing::fileText;
using testing::readText;
using testing::TempDir;
using testing::TextRead;

class Parquet : public ::testing::Test {
protected:
    void SetUp() override
    {
        if (!duckdb::library().ok())
            GTEST_SKIP() << "no DuckDB";
    }

    // What `query` gives, as a Parquet file.
    std::string write(
        const std::string& query, const std::string& name = "table.parquet", const std::string& options = "")
    {
        std::string path = m_dir.file(name);
        run("COPY (" + query + ") TO '" + m_dir.file("written") + "' (FORMAT parquet" + options + ")");
        std::filesystem::rename(m_dir.file("written"), path);
        return path;
    }
    static void run(const std::string& statement)
    {
        const auto session = duckdb::Session::open();
        ASSERT_TRUE(session.ok());
        const auto done = duckdb::Query::run(**session, statement, "");
        ASSERT_TRUE(done.ok()) << done.error().found;
        std::string out;
        ASSERT_TRUE((*done)->next(out).ok());
    }
    std::string textOf(const std::string& query)
    {
        const TextRead read = readText(write(query));
        EXPECT_FALSE(read.error.has_value()) << read.error->found;
        return read.text;
    }

    TempDir m_dir;
};

TEST(DuckDb, whatIsMissingIsSaid)
{
    const TempDir dir;
    const auto none = duckdb::load(dir.file("none.so"));
    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.error().code, Code::library_missing);
    EXPECT_EQ(none.error().field, "FULLSCOPE_DUCKDB");
    EXPECT_EQ(duckdb::load(dir.write("text.so", "no library")).error().code, Code::library_missing);
    const auto other = duckdb::load("libz.so.1");
    ASSERT_FALSE(other.ok());
    EXPECT_EQ(other.error().found, "libz.so.1: duckdb_library_version");
}

TEST(DuckDb, isAskedForByFilesThatNeedIt)
{
    const TempDir dir;
    const TextRead read = readText(dir.write("table.csv", "PAR1 and no more"));
    ASSERT_TRUE(read.error.has_value());
    EXPECT_EQ(read.error->code, duckdb::library().ok() ? Code::compressed_corrupt : Code::library_missing);
}

TEST_F(Parquet, valuesAreExact)
{
    struct Case {
        const char* value;
        const char* text;
    };
    const Case cases[] = {
        {"0.1::DECIMAL(4,1)", "0.1"},
        {"(-0.05)::DECIMAL(9,2)", "-0.05"},
        {"12345678.1234567890::DECIMAL(18,10)", "12345678.1234567890"},
        {"'-1234567890123456789.01234567890123456789'::DECIMAL(38,18)", "-1234567890123456789.012345678901234568"},
        {"7::DECIMAL(5,0)", "7"},
        {"0.1::DOUBLE", "0.1"},
        {"1e-05::DOUBLE", "1e-05"},
        {"0.1::FLOAT", "0.1"},
        {"'inf'::DOUBLE", "inf"},
        {"(-128)::TINYINT", "-128"},
        {"18446744073709551615::UBIGINT", "18446744073709551615"},
        {"(-9223372036854775808)::BIGINT", "-9223372036854775808"},
        {"true", "true"},
        {"NULL::INTEGER", ""},
        {"'a, \"b\"'", R"("a, ""b""")"},
        {"'a longer text than twelve'", "a longer text than twelve"},
        {"'two' || chr(10) || 'lines'", R"("two lines")"},
        {"encode('東京')", "東京"},
        {"DATE '2024-02-29'", "2024-02-29"},
        {"DATE '1969-12-31'", "1969-12-31"},
        {"TIME '13:00:01.5'", "13:00:01.5"},
        {"TIMESTAMP '2024-03-01 01:02:03'", "2024-03-01T01:02:03"},
        {"TIMESTAMP '1969-12-31 23:59:59.999999'", "1969-12-31T23:59:59.999999"},
        {"TIMESTAMPTZ '2024-03-01 01:02:03.004+00'", "2024-03-01T01:02:03.004Z"},
        {"TIMESTAMP_NS '2024-03-01 01:02:03.000000007'", "2024-03-01T01:02:03.000000007"},
        {"TIMESTAMP_MS '2024-03-01 01:02:03.007'", "2024-03-01T01:02:03.007"},
        {"TIMESTAMP 'infinity'", "infinity"},
        {"'12345678-1234-1234-1234-123456789abc'::UUID", "12345678-1234-1234-1234-123456789abc"},
        {"MAP {'Name': 'a \"b\"', 'team': NULL}", R"("{""Name"":""a \""b\"""",""team"":null}")"},
        {"MAP([]::VARCHAR[], []::VARCHAR[])", "{}"},
        {"{'id': 'x', 'cost': 0.10::DECIMAL(4,2), 'at': DATE '2024-02-29'}",
            R"("{""id"":""x"",""cost"":0.10,""at"":""2024-02-29""}")"},
        {"[{'type': 'P', 'amount': (-1.5)::DOUBLE}, NULL]", R"("[{""type"":""P"",""amount"":-1.5},null]")"},
        {"[[1, 2], []]", R"("[[1,2],[]]")"},
        {"['inf'::DOUBLE]", R"("[""inf""]")"},
    };
    std::string query, header, row;
    for (const Case& one : cases) {
        const std::string name = "c" + std::to_string(header.size());
        query += (query.empty() ? "SELECT " : ", ") + std::string(one.value) + " AS " + name;
        header += (header.empty() ? "" : ",") + name;
        row += (row.empty() ? "" : ",") + std::string(one.text);
    }
    EXPECT_EQ(textOf(query), header + "\n" + row + "\n");
}

TEST_F(Parquet, rowsOfSeveralGroupsStayInTheirOrder)
{
    std::string expected = "n,text\n";
    for (int n = 0; n < 30'000; ++n)
        expected += std::to_string(n) + ",row " + std::to_string(n) + "\n";
    for (const char* packed : {"uncompressed", "snappy", "zstd", "gzip"}) {
        const std::string path = write("SELECT range AS n, 'row ' || range AS text FROM range(30000)", "table.parquet",
            std::string(", ROW_GROUP_SIZE 4096, COMPRESSION ") + packed);
        const TextRead read = readText(path);
        EXPECT_EQ(read.text, expected) << packed;
        EXPECT_EQ(read.file.compression, "parquet");
        EXPECT_EQ(read.file.lines, 30'001);
        EXPECT_EQ(read.file.bytes, static_cast<std::int64_t>(std::filesystem::file_size(path)));
        base::Sha256 hash;
        hash.add(fileText(path));
        EXPECT_EQ(read.file.sha256, hash.hex());
    }
}

TEST_F(Parquet, namesAreNoPatterns)
{
    for (const char* name :
        {"bill [1].parquet", "bill*.parquet", "it's.parquet", "month=2024-01.csv", "ümlaut ?.parquet"}) {
        const TextRead read = readText(write("SELECT 1 AS \"a\"\"b\", 2 AS \"c,d\"", name));
        EXPECT_EQ(read.text, "\"a\"\"b\",\"c,d\"\n1,2\n") << name;
    }
}

TEST_F(Parquet, emptyTableHasItsHeader)
{
    EXPECT_EQ(textOf("SELECT 1 AS a, 2 AS b WHERE false"), "a,b\n");
}

// As Spark, Hive and Impala have written instants: nanoseconds of the day and the Julian day. Three values without
// compression, written by hand after the format's description.
TEST_F(Parquet, instantsOfTwelveBytesAreRead)
{
    const std::string hex
        = "504152311500154815482c1506150015061506000000ae17d462030000d38a25000036b455944e00008b3d25000000"
          "000000000000cc8d25001502192c4806736368656d6115020015062500180174001606191c191c26081c1506192500"
          "061918017415001606166a166a26080000166a160600280468616e64004200000050415231";
    std::string bytes;
    for (std::size_t i = 0; i < hex.size(); i += 2)
        bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
    EXPECT_EQ(readText(m_dir.write("int96.parquet", bytes)).text,
        "t\n2024-03-01T01:02:03\n1969-12-31T23:59:59\n2026-04-01T00:00:00\n");
}

testing::BillSink billOf(const std::string& path)
{
    testing::BillSink sink;
    auto found = recognise(path);
    EXPECT_TRUE(found.ok());
    evidence::SourceFile file;
    EXPECT_TRUE(found.ok() && parse(*found, sink, base::JobContext(), file).ok());
    EXPECT_EQ(file.format, "aws_cur_legacy");
    return sink;
}

TEST_F(Parquet, billHasTheRowsOfItsCsv)
{
    const std::string csv = FULLSCOPE_TESTS_DIR "/samples/bills/aws-cur-legacy/cur_legacy_usage_tax_CA.csv";
    const testing::BillSink plain = billOf(csv);
    const testing::BillSink table
        = billOf(write("SELECT * FROM read_csv('" + csv + "', all_varchar = true, header = true)"));
    EXPECT_EQ(table.sum(&evidence::BillRow::billed), "0.3117435185"); // of the samples' list
    ASSERT_EQ(table.rows.size(), plain.rows.size());
    for (std::size_t i = 0; i < plain.rows.size(); ++i) {
        EXPECT_EQ(table.rows[i].row_key, plain.rows[i].row_key);
        EXPECT_EQ(table.rows[i].line, plain.rows[i].line);
        EXPECT_EQ(table.rows[i].tags, plain.rows[i].tags);
    }
}

TEST_F(Parquet, damageIsAnErrorAndNoCrash)
{
    const std::string whole = fileText(write(
        "SELECT range AS n, md5(range::VARCHAR) AS text FROM range(20000)", "table.parquet", ", ROW_GROUP_SIZE 4096"));
    for (std::size_t size = 4; size < whole.size(); size += whole.size() / 12) {
        const std::string path = m_dir.write("cut.parquet", whole.substr(0, size));
        const TextRead read = readText(path);
        ASSERT_TRUE(read.error.has_value()) << size;
        EXPECT_EQ(read.error->code, Code::compressed_corrupt);
        EXPECT_EQ(read.error->file, path);
    }
    for (std::size_t at = 4; at + 64 < whole.size(); at += whole.size() / 12) {
        std::string changed = whole;
        changed.replace(at, 64, std::string(64, '\xFF'));
        const TextRead read = readText(m_dir.write("changed.parquet", changed));
        EXPECT_TRUE(!read.error || read.error->code == Code::compressed_corrupt) << at;
    }
}

} // namespace

} // namespace fullscope::import
