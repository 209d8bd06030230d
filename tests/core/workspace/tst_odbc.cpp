// SPDX-License-Identifier: GPL-3.0-or-later
// Bills out of databases behind ODBC: PostgreSQL by Debian's driver, where charges are added up, and SQLite, of whose
// SQL nothing is taken for granted. The same totals as the import of the file that was loaded.
#include "core/import/warehouse/keyring.h"
#include "core/import/warehouse/utf16.h"
#include "core/store/database.h"
#include "tests/core/workspace/warehouse_fixture.h"

#include <thread>

using namespace fullscope;
using namespace fullscope::workspace::test;
using base::Code;
using import::Grain;

namespace {

const std::string kPassword = "open-sesame-4711";

bool isInstalled(const std::string& driver)
{
    std::ifstream in("/etc/odbcinst.ini");
    const std::string text {std::istreambuf_iterator<char>(in), {}};
    return text.find("[" + driver + "]") != std::string::npos;
}

class OdbcTest : public WarehouseTest {
protected:
    void SetUp() override
    {
        WarehouseTest::SetUp();
        if (!isInstalled("PostgreSQL Unicode"))
            GTEST_SKIP() << "no ODBC driver of PostgreSQL (odbc-postgresql)";
        setenv("FULLSCOPE_TEST_ODBC", (connection() + ";UID=tester;PWD=" + kPassword).c_str(), 1);
        std::ofstream(m_folder.file("odbc.ini"))
            << "[finance]\nDriver=PostgreSQL Unicode\nServername=" << s_server->file("")
            << "\nDatabase=postgres\nUsername=tester\nPassword=" << kPassword << "\nUseDeclareFetch=1\n";
        setenv("ODBCINI", m_folder.file("odbc.ini").c_str(), 1);
    }
    static std::string connection()
    {
        return "Driver=PostgreSQL Unicode;Servername=" + s_server->file("")
            + ";Database=postgres;UseDeclareFetch=1;Fetch=100";
    }
    workspace::WarehouseRequest byOdbc(const std::string& schema, const std::string& table)
    {
        workspace::WarehouseRequest wanted = request(schema, table);
        wanted.odbc_variable = "FULLSCOPE_TEST_ODBC";
        return wanted;
    }
    base::Error failureOf(const workspace::WarehouseRequest& wanted)
    {
        const auto bill = workspace::openWarehouse(wanted, base::JobContext());
        return bill.ok() ? base::Error {} : bill.error();
    }
};

} // namespace

TEST_F(OdbcTest, sameTotalsAsTheFiles)
{
    const std::pair<const char*, std::string> bills[]
        = {{"cur", kCurGpu}, {"cur2", sample("bills/aws-cur-2.0/cur2_daily_freetier_credits_CA.csv")},
            {"focus", kFocus}, {"azure", sample("bills/azure-ea/azure_ea_amortizedcost.csv")},
            {"gcp", sample("bills/gcp-bq-csv/gcp_detailed_export_synthetic_multicurrency.csv")}};
    for (const auto& [schema, file] : bills) {
        const std::string table = "odbc_" + std::string(schema);
        s_server->load(table, file);
        expectSameAsFile(byOdbc(schema, table), file);
    }
}

TEST_F(OdbcTest, dataSourcesAreNamedAndNothingOfThemIsKept)
{
    s_server->execute(
        "CREATE TABLE named (\"BilledCost\" numeric, \"ChargeCategory\" text, \"ChargePeriodStart\""
        " timestamptz, \"BillingPeriodStart\" timestamp, \"BillingCurrency\" text, \"ChargeDescription\" text);"
        "INSERT INTO named VALUES (0.1, 'Usage', '2024-03-02 23:30-05', '2024-03-01', 'USD', 'a, \"b\" – "
        "训练\U0001F680'),"
        " (0.2, 'Usage', '2024-04-02', '2024-04-01', 'USD', repeat('x', 5000));");
    workspace::WarehouseRequest wanted = request("focus", "named");
    wanted.odbc = "finance";
    const auto all = ledgerOf(wanted);
    ASSERT_TRUE(all);
    EXPECT_EQ(all->totals.at("USD").billed->toString(), "0.3"); // which doubles do not add up to
    const auto bill = m_workspace->bill(m_outcome.imported.at(0).id);
    EXPECT_EQ(bill->files.at(0).path, "odbc://finance/postgres/named?schema=focus&by=day&asked=2026-11-30T08:00:00Z");
    EXPECT_EQ(bill->files.at(1).path,
        "fullscope warehouse query --schema focus --table named --by day --odbc finance --show-sql");
    const auto rows = m_workspace->billRows(bill->id, {}, 0, 10);
    EXPECT_EQ(rows->at(0).row.description, "a, \"b\" – 训练\U0001F680");
    EXPECT_EQ(rows->at(0).row.charge_start_us, base::parseIso("2024-03-03T04:30:00Z")->instant.us);
    EXPECT_EQ(rows->at(1).row.description, std::string(5000, 'x'));
    std::ifstream file(m_workspace->path(), std::ios::binary);
    const std::string stored {std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(stored.find(kPassword), std::string::npos);
    EXPECT_EQ(stored.find("tester"), std::string::npos);

    wanted.charges.from = wanted.charges.to = "2024-04";
    EXPECT_EQ(ledgerOf(wanted)->totals.at("USD").billed->toString(), "0.2");
    wanted.dialect = "plain"; // as they are, of a time that the database tells
    EXPECT_EQ(ledgerOf(wanted)->totals.at("USD").billed->toString(), "0.2");
}

TEST_F(OdbcTest, whatIsWrongIsSaidWithoutSecrets)
{
    workspace::WarehouseRequest wanted = byOdbc("focus", "nowhere");
    EXPECT_EQ(failureOf(wanted).code, Code::query_failed);
    EXPECT_NE(failureOf(wanted).found.find("nowhere"), std::string::npos);
    wanted.odbc_variable = "FULLSCOPE_TEST_NO_ODBC";
    EXPECT_EQ(failureOf(wanted).code, Code::not_given);
    EXPECT_EQ(failureOf(wanted).field, "FULLSCOPE_TEST_NO_ODBC");
    setenv("FULLSCOPE_TEST_NO_ODBC", ("Driver=None " + kPassword + ";UID=a;PWD={" + kPassword + "}").c_str(), 1);
    const base::Error no_driver = failureOf(wanted);
    EXPECT_EQ(no_driver.code, Code::connection_failed);
    EXPECT_EQ(no_driver.field, "$FULLSCOPE_TEST_NO_ODBC");
    EXPECT_FALSE(no_driver.found.empty());
    EXPECT_EQ(no_driver.found.find(kPassword), std::string::npos) << no_driver.found;
    // One within another, with a brace, and of two characters: unixODBC says the name of the driver that is not there.
    for (const auto& [driver, secrets, shown] : {std::tuple("None-finance99", "UID=fin;PWD=finance99", "None-***"),
             std::tuple("None-pass}}word", "UID=a;PWD={pass}}word}", "None-***"),
             std::tuple("None-pass}word", "UID=a;PWD={pass}}word}", "None-***"),
             std::tuple("None-x7-x72", "UID=a;PWD=x7", "None-***-x72")}) {
        setenv("FULLSCOPE_TEST_NO_ODBC", ("Driver=" + std::string(driver) + ";" + secrets).c_str(), 1);
        const std::string found = failureOf(wanted).found;
        EXPECT_NE(found.find("'" + std::string(shown) + "'"), std::string::npos) << found;
    }
    wanted = request("focus", "x");
    wanted.odbc = "nobody";
    EXPECT_EQ(failureOf(wanted).code, Code::connection_failed);
    EXPECT_EQ(failureOf(wanted).field, "nobody");
    wanted.odbc = "finance;UID=postgres";
    EXPECT_EQ(failureOf(wanted).code, Code::bad_value);
    wanted.odbc = "finance";
    wanted.dialect = "oracle";
    EXPECT_EQ(failureOf(wanted).code, Code::bad_value);
    wanted.dialect = {};
    wanted.service = "both";
    EXPECT_EQ(failureOf(wanted).code, Code::not_allowed_together);
    wanted = request("cur2", "x");
    wanted.dialect = "trino";
    EXPECT_EQ(failureOf(wanted).field, "--dialect");
}

TEST_F(OdbcTest, aQueryThatTakesLongIsCancelled)
{
    s_server->execute(
        "CREATE TABLE odbc_one (\"BilledCost\" numeric, \"ChargeCategory\" text, \"ChargePeriodStart\" date);"
        "INSERT INTO odbc_one VALUES (1, 'Usage', '2024-03-02');\n"
        "CREATE VIEW odbc_slow AS SELECT odbc_one.* FROM odbc_one, pg_sleep(60);");
    std::stop_source stop;
    const base::JobContext job(stop.get_token(), {});
    auto bill = workspace::openWarehouse(byOdbc("focus", "odbc_slow"), job);
    ASSERT_TRUE(bill.ok());
    stop.request_stop();
    m_workspace = openedAt(m_folder.file("slow"));
    const auto begin = std::chrono::steady_clock::now();
    const auto outcome = workspace::importWarehouse(*m_workspace, *std::move(bill), job);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
    EXPECT_TRUE(outcome.cancelled);
    EXPECT_TRUE(outcome.imported.empty());
}

// The driver fetches a hundred rows at a time; the next takes a minute.
TEST_F(OdbcTest, rowsThatDoNotComeAreCancelled)
{
    s_server->execute("CREATE VIEW odbc_late AS SELECT 1::numeric AS \"BilledCost\", 'Usage' AS \"ChargeCategory\","
                      " '2024-03-02'::date AS \"ChargePeriodStart\", 'USD' AS \"BillingCurrency\""
                      " FROM generate_series(1, 101) AS n WHERE n <= 100 OR pg_sleep(60) IS NOT NULL;");
    std::stop_source stop;
    const base::JobContext job(stop.get_token(), {});
    workspace::WarehouseRequest wanted = byOdbc("focus", "odbc_late");
    wanted.dialect = "plain"; // else the server adds them up
    auto bill = workspace::openWarehouse(wanted, job);
    ASSERT_TRUE(bill.ok());
    m_workspace = openedAt(m_folder.file("late"));
    const auto begin = std::chrono::steady_clock::now();
    const std::jthread stopper([&stop] {
        std::this_thread::sleep_for(std::chrono::seconds(1));
        stop.request_stop();
    });
    const auto outcome = workspace::importWarehouse(*m_workspace, *std::move(bill), job);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
    EXPECT_TRUE(outcome.cancelled);
    EXPECT_TRUE(outcome.imported.empty());
}

// Nothing is taken for granted of a database that nobody knows: its rows come as they are.
TEST_F(OdbcTest, otherDatabasesGiveTheirRows)
{
    if (!isInstalled("SQLite3"))
        GTEST_SKIP() << "no ODBC driver of SQLite (libsqliteodbc)";
    const std::string path = m_folder.file("bills.sqlite");
    {
        auto database = store::Database::open(path, store::Database::Mode::create);
        ASSERT_TRUE(database.ok());
        ASSERT_TRUE(
            database
                ->execute("CREATE TABLE cur (line_item_line_item_type TEXT, line_item_usage_start_date TEXT,"
                          " line_item_currency_code TEXT, line_item_unblended_cost TEXT,"
                          " line_item_product_code TEXT, line_item_usage_type TEXT);"
                          "INSERT INTO cur VALUES"
                          " ('Usage', '2024-03-02T00:00:00Z', 'USD', '0.10000000000000000001', 'AmazonS3', 'x'),"
                          " ('Usage', '2024-03-02T00:00:00Z', 'USD', '0.2', 'AmazonS3', 'x'),"
                          " ('Usage', '2024-03-02T00:00:00Z', 'USD', NULL, 'AmazonS3', NULL);")
                .ok());
    }
    setenv("FULLSCOPE_TEST_ODBC", ("Driver=SQLite3;Database=" + path).c_str(), 1);
    const auto found = ledgerOf(byOdbc("cur2", "cur"));
    ASSERT_TRUE(found);
    EXPECT_EQ(m_outcome.imported.at(0).file.records, 2);
    EXPECT_EQ(m_outcome.imported[0].file.rejected, 1); // of no cost, as in a file
    EXPECT_EQ(found->totals.at("USD").billed->toString(), "0.30000000000000000001");
    workspace::WarehouseRequest months = byOdbc("cur2", "cur");
    months.charges.from = "2024-03"; // a text: what it is worth nobody knows
    EXPECT_EQ(failureOf(months).field, "--from");
}

// secret-tool of this test's own, and a server that asks for the password.
TEST_F(OdbcTest, passwordsComeOutOfTheKeyring)
{
    std::ofstream(m_folder.file("secret-tool"))
        << "#!/bin/sh\n[ \"$*\" = 'lookup service fullscope account finance' ] && printf %s '" << kPassword << "'\n";
    std::filesystem::permissions(m_folder.file("secret-tool"), std::filesystem::perms::owner_all);
    const std::string before = getenv("PATH");
    setenv("PATH", (m_folder.path().string() + ":" + before).c_str(), 1);
    const auto kept = import::keyringPassword("finance", base::JobContext());
    ASSERT_TRUE(kept.ok());
    EXPECT_EQ(*kept, kPassword);
    const auto none = import::keyringPassword("none; rm -rf /", base::JobContext());
    EXPECT_EQ(none.error().code, Code::connection_failed);
    EXPECT_NE(none.error().found.find("secret-tool store"), std::string::npos);

    s_server->execute("CREATE ROLE locked LOGIN PASSWORD '" + kPassword
        + "';\n"
          "CREATE TABLE kept AS SELECT 1.5 AS \"BilledCost\", 'Usage' AS \"ChargeCategory\","
          " '2024-03-02'::date AS \"ChargePeriodStart\", 'USD' AS \"BillingCurrency\";\n"
          "GRANT SELECT ON kept TO locked;");
    const std::string rules = s_server->file("data/pg_hba.conf");
    std::ifstream in(rules);
    const std::string others {std::istreambuf_iterator<char>(in), {}};
    std::ofstream(rules) << "local all locked scram-sha-256\n" << others;
    s_server->execute("SELECT pg_reload_conf();\nSELECT pg_sleep(0.5);");
    setenv("PGUSER", "locked", 1);
    setenv("FULLSCOPE_TEST_ODBC", (connection() + ";UID=locked").c_str(), 1);
    for (workspace::WarehouseRequest wanted : {request("focus", "kept"), byOdbc("focus", "kept")}) {
        EXPECT_EQ(failureOf(wanted).code, Code::connection_failed);
        wanted.keyring = "finance";
        const auto found = ledgerOf(wanted);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->totals.at("USD").billed->toString(), "1.5");
        std::ifstream file(m_workspace->path(), std::ios::binary);
        const std::string stored {std::istreambuf_iterator<char>(file), {}};
        EXPECT_EQ(stored.find(kPassword), std::string::npos);
    }
    setenv("PGUSER", "tester", 1);
    setenv("PATH", m_folder.file("empty").c_str(), 1);
    EXPECT_EQ(import::keyringPassword("finance", base::JobContext()).error().found, "secret-tool (libsecret-tools)");
    setenv("PATH", before.c_str(), 1);
}

// One that has said all and lives on, and one that would write for ever: neither holds up the job.
TEST(Keyring, programsThatDoNotEndAreEnded)
{
    const store::test::TempFolder folder;
    const std::string before = getenv("PATH");
    setenv("PATH", (folder.path().string() + ":" + before).c_str(), 1);
    const auto lookUp = [&folder](const std::string& script, const base::JobContext& job) {
        std::ofstream(folder.file("secret-tool")) << "#!/bin/sh\n" << script;
        std::filesystem::permissions(folder.file("secret-tool"), std::filesystem::perms::owner_all);
        return import::keyringPassword("finance", job);
    };
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(lookUp("exec yes\n", base::JobContext()).error().code, Code::connection_failed);
    std::stop_source stop;
    const std::jthread stopper([&stop] {
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
        stop.request_stop();
    });
    const auto lives_on
        = lookUp("trap '' TERM\nprintf secret\nexec >&-\nexec sleep 60\n", base::JobContext(stop.get_token(), {}));
    EXPECT_EQ(lives_on.error().code, Code::cancelled);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
    setenv("PATH", before.c_str(), 1);
}

// Drivers hand texts over in pieces of any length.
TEST(Utf16, pairsMayBePartedAndHalvesWithoutTheOtherAreReplaced)
{
    const unsigned short text[] = {'a', 0xE9, 0x8BAD, 0xD83D, 0xDE80, 0xDC00, 'b', 0xD83D, 'c', 0xD83D};
    const std::string expected = "a\u00E9\u8BAD\U0001F680\uFFFDb\uFFFDc\uFFFD";
    EXPECT_EQ(import::utf8(text, std::size(text)), expected);
    for (std::size_t piece = 1; piece < std::size(text); ++piece) {
        std::string found;
        import::Utf16 reader;
        for (std::size_t at = 0; at < std::size(text); at += piece)
            reader.add(found, text + at, std::min(piece, std::size(text) - at));
        reader.end(found);
        EXPECT_EQ(found, expected) << piece;
    }
}
