// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/database.h"

#include "tests/core/store/store_support.h"

#include <limits>

using namespace fullscope::store::test;
namespace base = fullscope::base;
using fullscope::store::Database;
using fullscope::store::Statement;
using fullscope::store::Transaction;

namespace {

class DatabaseTest : public testing::Test {
protected:
    void SetUp() override
    {
        auto opened = Database::open(m_folder.file("a.db"), Database::Mode::create);
        ASSERT_OK(opened);
        m_database.emplace(*std::move(opened));
        ASSERT_OK(m_database->execute("CREATE TABLE t (n INTEGER, r REAL, d TEXT) STRICT"));
    }

    base::Result<std::optional<base::Decimal>> decSum()
    {
        FS_TRY_VALUE(query, m_database->prepare("SELECT dec_sum(d) FROM t"));
        query.start();
        FS_TRY(query.next());
        return query.decimal(0);
    }
    void insertDecimal(const std::string& text) { ASSERT_OK(m_database->run("INSERT INTO t (d) VALUES (?)", text)); }

    TempFolder m_folder;
    std::optional<Database> m_database;
};

} // namespace

TEST_F(DatabaseTest, decSumIsExactWhereDoublesAreNot)
{
    for (int i = 0; i < 10; ++i)
        insertDecimal("0.1");
    insertDecimal("2.32e-9");
    insertDecimal("-0.000000000000000000000001");
    insertDecimal("100000000000000");
    const auto sum = decSum();
    ASSERT_OK(sum);
    EXPECT_EQ((*sum)->toString(), "100000000000001.000000002319999999999999");
}

TEST_F(DatabaseTest, decSumOfNothingIsAbsentNotZero)
{
    ASSERT_OK(m_database->run("INSERT INTO t (d) VALUES (NULL)"));
    const auto sum = decSum();
    ASSERT_OK(sum);
    EXPECT_FALSE(sum->has_value());
}

TEST_F(DatabaseTest, decSumReportsOverflow)
{
    insertDecimal("170000000000000");
    insertDecimal("170000000000000");
    const auto sum = decSum();
    ASSERT_FALSE(sum.ok());
    EXPECT_EQ(sum.error().code, base::Code::overflow);
}

TEST_F(DatabaseTest, decSumOfWhatIsNoNumberIsCorrupt)
{
    insertDecimal("1");
    insertDecimal("12,5");
    const auto sum = decSum();
    ASSERT_FALSE(sum.ok());
    EXPECT_EQ(sum.error().code, base::Code::store_corrupt);
}

TEST_F(DatabaseTest, realsKeepInfinityAndMakeNotANumberNull)
{
    const double infinity = std::numeric_limits<double>::infinity();
    ASSERT_OK(m_database->run("INSERT INTO t (n, r) VALUES (1, ?)", std::numeric_limits<double>::quiet_NaN()));
    ASSERT_OK(m_database->run("INSERT INTO t (n, r) VALUES (2, ?)", -infinity));
    std::vector<std::optional<double>> read;
    ASSERT_OK(m_database->each(
        "SELECT r FROM t ORDER BY n", [&](const Statement& row) { read.push_back(row.optionalReal(0)); }));
    EXPECT_EQ(read, (std::vector<std::optional<double>> {{}, -infinity}));
}

TEST_F(DatabaseTest, transactionWithoutCommitLeavesNothing)
{
    {
        auto transaction = Transaction::begin(*m_database);
        ASSERT_OK(transaction);
        insertDecimal("1");
    }
    EXPECT_FALSE(m_database->inTransaction());
    EXPECT_EQ(*m_database->integer("SELECT count(*) FROM t"), 0);
}

TEST_F(DatabaseTest, secondWriterIsToldAndReaderIsNot)
{
    ASSERT_OK(m_database->execute("PRAGMA journal_mode = WAL"));
    insertDecimal("1");
    auto second = Database::open(m_database->path(), Database::Mode::read_write);
    ASSERT_OK(second);
    auto transaction = Transaction::begin(*m_database);
    ASSERT_OK(transaction);
    insertDecimal("2");

    const auto other = Transaction::begin(*second);
    ASSERT_FALSE(other.ok());
    EXPECT_EQ(other.error().code, base::Code::store_busy);
    EXPECT_EQ(other.error().file, m_database->path());
    EXPECT_EQ(*second->integer("SELECT count(*) FROM t"), 1) << "a reader sees what is committed";
    ASSERT_OK(transaction->commit());
    EXPECT_EQ(*second->integer("SELECT count(*) FROM t"), 2);
}

TEST_F(DatabaseTest, writingToAReadOnlyDatabaseIsToldAsSuch)
{
    auto reader = Database::open(m_database->path(), Database::Mode::read_only);
    ASSERT_OK(reader);
    const auto status = reader->execute("INSERT INTO t (n) VALUES (1)");
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, base::Code::store_read_only);
}
