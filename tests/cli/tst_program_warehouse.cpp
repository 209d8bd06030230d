// SPDX-License-Identifier: GPL-3.0-or-later
// Bills out of PostgreSQL by the real program and a real server.
#include "tests/cli/program.h"
#include "tests/core/workspace/postgres_server.h"

namespace fullscope::cli::test {

namespace {

const std::string kPassword = "open-sesame-4711"; // which the server does not ask for

class ProgramWarehouse : public Program {
protected:
    static void SetUpTestSuite() { s_server = std::make_unique<workspace::test::PostgresServer>(); }
    static void TearDownTestSuite() { s_server.reset(); }
    Outcome ask(std::vector<std::string> arguments)
    {
        arguments.insert(arguments.begin(), "warehouse");
        return call({.arguments = arguments,
            .environment
            = {"PGHOST=" + s_server->file(""), "PGUSER=tester", "PGDATABASE=postgres", "PGPASSWORD=" + kPassword}});
    }

    static inline std::unique_ptr<workspace::test::PostgresServer> s_server;
};

} // namespace

TEST_F(ProgramWarehouse, queryShowsWhatImportBrings)
{
    if (!s_server->runs())
        GTEST_SKIP() << s_server->whyNot();
    s_server->load("cur2", sample("bills/aws-cur-2.0/cur2_daily_freetier_credits_CA.csv"));
    const std::vector<std::string> which {
        "--schema", "cur2", "--table", "cur2", "--from", "2026-04", "--to", "2026-04"};
    const auto with = [&](const std::string& verb, std::vector<std::string> more = {}) {
        more.insert(more.begin(), which.begin(), which.end());
        more.insert(more.begin(), verb);
        return ask(more);
    };
    const Outcome sql = with("query", {"--show-sql", "--json"});
    EXPECT_EQ(sql.exit_code, 0) << sql.err;
    const json shown = json::parse(sql.out);
    EXPECT_NE(shown.at("sql").get<std::string>().find("FROM \"cur2\""), std::string::npos);
    EXPECT_NE(shown.at("source").get<std::string>().find("/postgres/cur2?schema=cur2&from=2026-04"), std::string::npos);

    const Outcome query = with("query");
    EXPECT_EQ(query.exit_code, 0) << query.err;
    EXPECT_NE(query.out.find("10.9950000264"), std::string::npos) << query.out; // MANIFEST.tsv
    EXPECT_FALSE(std::filesystem::exists(file("workspace.fullscope"))); // kept nowhere

    const Outcome import = with("import");
    EXPECT_EQ(import.exit_code, 0) << import.err;
    EXPECT_EQ(billed(), "-10.9950000264");
    const json bill = document({"bills", "show", "1", "--json"});
    EXPECT_EQ(bill.at("name"), "cur2 2026-04");
    EXPECT_EQ(bill.at("files").at(1).at("file"),
        "fullscope warehouse query --schema cur2 --table cur2 --from 2026-04 --to 2026-04 --by day --show-sql");
    EXPECT_EQ(with("import").exit_code, 0);
    EXPECT_EQ(billed(), "-10.9950000264"); // in its own place
    // Credentials are kept nowhere and told to nobody (SECURITY.md).
    run({"report", "-o", "report.json"});
    for (const Outcome& outcome : {sql, query, import})
        EXPECT_EQ((outcome.out + outcome.err).find(kPassword), std::string::npos);
    for (const auto& entry : std::filesystem::directory_iterator(m_folder.path()))
        EXPECT_EQ(contents(entry.path()).find(kPassword), std::string::npos) << entry.path();
}

TEST_F(ProgramWarehouse, whatIsWrongIsSaid)
{
    EXPECT_TRUE(ask({"query", "--table", "x"}).says("--schema"));
    EXPECT_TRUE(ask({"list"}).says("query|import"));
    EXPECT_TRUE(ask({"query", "--schema", "cur2", "--table", "x", "--by", "week"}).says("day, hour, row"));
    const Outcome nowhere = call({.arguments = {"warehouse", "query", "--schema", "focus", "--table", "x"},
        .environment = {"PGHOST=" + file("none"), "PGPASSWORD=" + kPassword}});
    EXPECT_EQ(nowhere.exit_code, 1);
    EXPECT_TRUE(nowhere.says("connection failed")) << nowhere.err;
    EXPECT_FALSE(nowhere.says(kPassword));
}

} // namespace fullscope::cli::test
