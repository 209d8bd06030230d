// SPDX-License-Identifier: GPL-3.0-or-later
// Bills out of a warehouse: against a real server, the same totals as the import of the file that was loaded.
#include "core/workspace/warehouse.h"

#include "core/import/warehouse/postgres.h"
#include "tests/core/workspace/warehouse_fixture.h"

using namespace fullscope;
using namespace fullscope::workspace::test;
using base::Code;
using import::Grain;

namespace {

using Warehouse = WarehouseTest;

const std::string kCur2 = sample("bills/aws-cur-2.0/cur2_daily_freetier_credits_CA.csv");

} // namespace

TEST_F(Warehouse, curLegacy)
{
    expectSameAsFile("cur", "cur_tax", kCur);
}

TEST_F(Warehouse, curWithReservationsAndSavingsPlans)
{
    expectSameAsFile("cur", "cur_gpu", kCurGpu);
}

TEST_F(Warehouse, cur2)
{
    expectSameAsFile("cur2", "cur2", kCur2);
}

TEST_F(Warehouse, focus)
{
    expectSameAsFile("focus", "focus", kFocus);
}

TEST_F(Warehouse, azure)
{
    expectSameAsFile("azure", "azure_actual", sample("bills/azure-ea/azure_ea_actualcost.csv"));
    expectSameAsFile("azure", "azure_amortised", sample("bills/azure-ea/azure_ea_amortizedcost.csv"));
}

TEST_F(Warehouse, gcp)
{
    expectSameAsFile("gcp", "gcp", sample("bills/gcp-bq-csv/gcp_detailed_export_synthetic_multicurrency.csv"));
}

// As a loader with types makes it: instants, numbers and JSON instead of texts.
TEST_F(Warehouse, typedColumnsAndAddedUpRows)
{
    s_server->execute(
        "CREATE SCHEMA billing;\n"
        "CREATE TABLE billing.typed (bill_payer_account_id text, bill_billing_period_start_date timestamp,"
        " bill_billing_period_end_date timestamp, line_item_line_item_type text, line_item_usage_start_date "
        "timestamptz,"
        " line_item_usage_end_date timestamptz, line_item_product_code text, line_item_usage_type text,"
        " line_item_usage_amount double precision, line_item_currency_code text,"
        " line_item_unblended_cost double precision, pricing_unit text, resource_tags jsonb);\n"
        "INSERT INTO billing.typed SELECT '9', m, m + interval '1 month', 'Usage', m + h * interval '1 hour',"
        " m + (h + 1) * interval '1 hour', 'AmazonEC2', 'USE2-BoxUsage:p5.48xlarge', 0.1, 'USD', 0.1, 'Hrs',"
        " jsonb_build_object('team', h % 3)"
        " FROM unnest(ARRAY['2024-03-01', '2024-04-01']::timestamp[]) AS m, generate_series(0, 71) AS h;");
    workspace::WarehouseRequest wanted = request("cur2", "billing.typed");
    wanted.charges.from = wanted.charges.to = "2024-04";
    auto april = ledgerOf(wanted);
    ASSERT_TRUE(april);
    EXPECT_EQ(april->totals.at("USD").billed->toString(), "7.2"); // 72 times 0.1, which doubles do not add up to
    EXPECT_EQ(m_outcome.imported[0].file.records, 3); // days
    wanted.charges.grain = Grain::hour;
    ASSERT_TRUE(ledgerOf(wanted));
    EXPECT_EQ(m_outcome.imported[0].file.records, 72);
    wanted.charges.grain = Grain::day;
    wanted.charges.tags = true;
    ASSERT_TRUE(ledgerOf(wanted));
    EXPECT_EQ(m_outcome.imported[0].file.records, 9);

    wanted.charges.tags = false;
    wanted.charges.from = {};
    const auto both = ledgerOf(wanted);
    ASSERT_TRUE(both);
    EXPECT_EQ(m_outcome.imported[0].file.records, 6);
    EXPECT_EQ(both->totals.at("USD").billed->toString(), "14.4");

    const auto bill = m_workspace->bill(m_outcome.imported[0].id);
    ASSERT_EQ(bill->files.size(), 2U);
    EXPECT_TRUE(bill->files[0].path.starts_with("postgresql://localhost:")) << bill->files[0].path;
    EXPECT_NE(
        bill->files[0].path.find("/postgres/billing.typed?schema=cur2&to=2024-04&by=day&asked=2026-11-30T08:00:00Z"),
        std::string::npos)
        << bill->files[0].path;
    EXPECT_EQ(bill->files[1].path,
        "fullscope warehouse query --schema cur2 --table billing.typed --to 2024-04 --by day --show-sql");
    EXPECT_EQ(bill->files[1].sha256.size(), 64U);
    EXPECT_EQ(bill->name, "billing.typed –2024-04");
}

// It is not 0, and the others are told without it.
TEST_F(Warehouse, whatHasNoCostStaysApart)
{
    s_server->execute(
        "CREATE TABLE costless (\"BilledCost\" numeric, \"ChargeCategory\" text,"
        " \"ChargePeriodStart\" timestamptz, \"BillingCurrency\" text);\n"
        "INSERT INTO costless VALUES (1.5, 'Usage', '2024-03-02', 'USD'), (NULL, 'Usage', '2024-03-02', 'USD'),"
        " (NULL, 'Usage', '2024-03-02', 'USD'), (0.5, 'Usage', '2024-03-02', 'USD');");
    const auto found = ledgerOf(request("focus", "costless"));
    ASSERT_TRUE(found);
    EXPECT_EQ(m_outcome.imported[0].file.records, 2);
    EXPECT_EQ(found->totals.at("USD").billed->toString(), "2");
    EXPECT_EQ(found->totals.at("USD").without.billed, 1); // two charges in one row
}

// Credits are of one row each: rows that have some are not added up.
TEST_F(Warehouse, creditsInJson)
{
    s_server->execute(
        "CREATE TABLE credits (billing_account_id text, service jsonb, sku jsonb, usage_start_time timestamptz,"
        " usage_end_time timestamptz, cost numeric, currency text, credits jsonb, invoice jsonb, cost_type text);\n"
        "INSERT INTO credits SELECT 'A', '{\"description\": \"Cloud Storage\"}', '{\"description\": \"Standard "
        "Storage\","
        " \"id\": \"1\"}', '2024-03-01', '2024-03-02', 10, 'USD', c::jsonb, '{\"month\": \"202403\"}', 'regular'"
        " FROM unnest(ARRAY['[]', '[]', NULL, '[{\"type\": \"PROMOTION\", \"name\": \"p\", \"amount\": -1}]',"
        " '[{\"type\": \"PROMOTION\", \"name\": \"p\", \"amount\": -1}]']) AS c;");
    workspace::WarehouseRequest wanted = request("gcp", "credits");
    wanted.charges.from = "2024-03";
    const auto found = ledgerOf(wanted);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->totals.at("USD").billed->toString(), "50");
    EXPECT_EQ(found->totals.at("USD").effective->toString(), "48"); // 5 · 10 − 2 · 1
    wanted.charges.from = "2024-04";
    auto later = workspace::openWarehouse(wanted, base::JobContext());
    ASSERT_TRUE(later.ok());
    const auto outcome = workspace::importWarehouse(*m_workspace, *std::move(later), base::JobContext());
    ASSERT_EQ(outcome.problems.size(), 1U);
    EXPECT_EQ(outcome.problems[0].what.code, Code::nothing_readable);
}

TEST_F(Warehouse, theSameMonthAgainTakesItsPlace)
{
    s_server->execute(
        "CREATE TABLE IF NOT EXISTS again (\"BilledCost\" numeric, \"ChargeCategory\" text,"
        " \"ChargePeriodStart\" timestamptz, \"BillingPeriodStart\" timestamptz, \"BillingCurrency\" text);\n"
        "INSERT INTO again VALUES (1.5, 'Usage', '2024-03-02', '2024-03-01', 'USD');");
    m_workspace = openedAt(m_folder.file("again"));
    for (const char* total : {"1.5", "4"}) {
        auto bill = workspace::openWarehouse(request("focus", "again"), base::JobContext());
        ASSERT_TRUE(bill.ok());
        const auto outcome = workspace::importWarehouse(*m_workspace, *std::move(bill), base::JobContext());
        ASSERT_EQ(outcome.imported.size(), 1U);
        const auto bills = m_workspace->bills();
        ASSERT_EQ(bills->size(), 1U);
        EXPECT_EQ((*bills)[0].totals[0].second.billed->toString(), total);
        s_server->execute("INSERT INTO again VALUES (2.5, 'Usage', '2024-03-03', '2024-03-01', 'USD')");
    }
}

TEST_F(Warehouse, whatIsWrongIsSaid)
{
    s_server->execute("CREATE TABLE kept (a text);\n"
                      "CREATE TABLE bad (\"BilledCost\" text, \"ChargeCategory\" text, \"ChargePeriodStart\" text);\n"
                      "INSERT INTO bad VALUES ('1.5', 'Usage', 'soon');");
    EXPECT_EQ(errorOf(request("focus", "nowhere")), Code::query_failed);
    EXPECT_EQ(errorOf(request("focus", "kept\"; DROP TABLE kept; --")), Code::query_failed);
    EXPECT_EQ(errorOf(request("focus", "kept")), Code::column_missing); // and still there
    EXPECT_EQ(errorOf(request("oracle", "kept")), Code::bad_value);
    workspace::WarehouseRequest wanted = request("focus", "kept");
    wanted.charges.from = "2024-13";
    EXPECT_EQ(errorOf(wanted), Code::bad_value);
    wanted.charges.from = "2024-03'; --";
    EXPECT_EQ(errorOf(wanted), Code::bad_value);
    wanted.charges.from = "2024-03";
    wanted.charges.to = "2024-02";
    EXPECT_EQ(errorOf(wanted), Code::out_of_range);
    wanted = request("focus", "kept");
    wanted.service = "none";
    EXPECT_EQ(errorOf(wanted), Code::connection_failed);

    // The server finds it when the rows are read: nothing is kept.
    m_workspace = openedAt(m_folder.file("bad"));
    auto bill = workspace::openWarehouse(request("focus", "bad"), base::JobContext());
    ASSERT_TRUE(bill.ok());
    const auto outcome = workspace::importWarehouse(*m_workspace, *std::move(bill), base::JobContext());
    EXPECT_TRUE(outcome.imported.empty());
    ASSERT_EQ(outcome.problems.size(), 1U);
    EXPECT_EQ(outcome.problems[0].what.code, Code::query_failed);
    EXPECT_NE(outcome.problems[0].what.found.find("soon"), std::string::npos) << outcome.problems[0].what.found;
    EXPECT_TRUE(m_workspace->bills()->empty());
}

TEST_F(Warehouse, aServiceNamesTheServerAndACancelledQueryEnds)
{
    std::ofstream(s_server->file("services"))
        << "[bills]\nhost=" << s_server->file("") << "\nuser=tester\ndbname=postgres\n";
    s_server->execute("CREATE TABLE one (\"BilledCost\" numeric, \"ChargeCategory\" text, \"ChargePeriodStart\" date);"
                      "INSERT INTO one VALUES (1, 'Usage', '2024-03-02');\n"
                      "CREATE VIEW slow AS SELECT one.* FROM one, pg_sleep(60);");
    workspace::WarehouseRequest wanted = request("focus", "one");
    wanted.service = "bills";
    EXPECT_TRUE(ledgerOf(wanted));
    std::stop_source stop;
    const base::JobContext job(stop.get_token(), {});
    auto bill = workspace::openWarehouse(request("focus", "slow"), job);
    ASSERT_TRUE(bill.ok());
    stop.request_stop();
    const auto outcome = workspace::importWarehouse(*m_workspace, *std::move(bill), job);
    EXPECT_TRUE(outcome.cancelled);
    EXPECT_TRUE(outcome.imported.empty());
}

TEST(ChargeQuery, monthsBoundTheBillingPeriod)
{
    const std::vector<import::TableColumn> columns {{"billedcost", import::TableColumn::Type::other},
        {"chargecategory", import::TableColumn::Type::text}, {"chargeperiodstart", import::TableColumn::Type::instant},
        {"billingperiodstart", import::TableColumn::Type::instant}};
    const auto sql
        = import::chargeQuery({.schema = "focus", .table = "a.b\"c", .from = "2024-11", .to = "2024-12"}, columns);
    ASSERT_TRUE(sql.ok());
    EXPECT_NE(sql->find("FROM \"a\".\"b\"\"c\""), std::string::npos) << *sql;
    EXPECT_NE(sql->find("\"billingperiodstart\" >= '2024-11-01'"), std::string::npos) << *sql;
    EXPECT_NE(sql->find("\"billingperiodstart\" < '2025-01-01'"), std::string::npos) << *sql;
    EXPECT_NE(sql->find(" AS \"BilledCost\""), std::string::npos) << *sql; // as the importer knows it
}

// What cannot be run here is at least whole: nothing of a phrase is left over, and brackets and quotes are closed.
TEST(ChargeQuery, everySchemaInEveryDialect)
{
    using Type = import::TableColumn::Type;
    const std::map<std::string, std::vector<import::TableColumn>> tables {
        {"cur2",
            {{"line_item_line_item_type"}, {"line_item_usage_start_date", Type::instant},
                {"line_item_usage_end_date", Type::instant}, {"line_item_currency_code"},
                {"line_item_unblended_cost", Type::other}, {"line_item_resource_id"}, {"product", Type::json},
                {"bill_billing_period_start_date", Type::instant}}},
        {"focus", {{"ChargeCategory"}, {"ChargePeriodStart"}, {"BilledCost", Type::number}, {"Tags", Type::json}}},
        {"gcp",
            {{"service", Type::json}, {"sku", Type::json}, {"usage_start_time", Type::instant}, {"cost", Type::other},
                {"credits", Type::json}, {"invoice", Type::json}}},
        {"azure", {{"Date"}, {"MeterCategory"}, {"CostInBillingCurrency"}}}};
    const std::map<import::Dialect, std::pair<std::string, std::string>> words {
        {import::Dialect::postgresql, {"::numeric", "date_trunc('hour', v"}},
        {import::Dialect::trino, {"AS decimal(38, 18))", "at_timezone(v"}},
        {import::Dialect::bigquery, {"AS BIGNUMERIC)", "TIMESTAMP_TRUNC(v"}},
        {import::Dialect::snowflake, {"AS NUMBER(38, 18))", "DATE_TRUNC('HOUR', v"}},
        {import::Dialect::clickhouse, {"toDecimal256OrNull(", "toStartOfHour(v"}}};
    for (const auto& [schema, columns] : tables)
        for (const auto& [dialect, own] : words) {
            const auto sql = import::chargeQuery({.schema = schema,
                                                     .table = "a.b",
                                                     .from = "2024-03",
                                                     .to = "2024-03",
                                                     .grain = Grain::hour,
                                                     .resources = true,
                                                     .tags = true},
                columns, dialect);
            ASSERT_TRUE(sql.ok()) << schema;
            SCOPED_TRACE(*sql);
            EXPECT_NE(sql->find(own.first), std::string::npos);
            EXPECT_NE(sql->find(own.second), std::string::npos);
            EXPECT_EQ(sql->find("{0}"), std::string::npos);
            EXPECT_EQ(sql->find("{1}"), std::string::npos);
            EXPECT_EQ(std::ranges::count(*sql, '\'') % 2, 0);
            EXPECT_EQ(std::ranges::count(*sql, '('), std::ranges::count(*sql, ')'));
            EXPECT_NE(sql->find(dialect == import::Dialect::bigquery ? "`a`.`b`" : "\"a\".\"b\""), std::string::npos);
        }
    EXPECT_EQ(import::dialectOfServer("Amazon Athena"), import::Dialect::trino);
    EXPECT_EQ(import::dialectOfServer("Google BigQuery"), import::Dialect::bigquery);
    EXPECT_EQ(import::dialectOfServer("SQLite"), import::Dialect::plain);
    EXPECT_EQ(import::dialectByName("athena"), import::Dialect::trino);
    EXPECT_FALSE(import::dialectByName("oracle"));
}

// What a time is as text depends on the zone of the column or the server: ClickHouse does not name it, and Trino puts
// it after a blank ("2024-03-01 00:00:00.000 +08:00", "… Asia/Shanghai").
TEST(ChargeQuery, timesAreInUtcWhateverTheZoneOfTheServer)
{
    using Type = import::TableColumn::Type;
    const auto query = [](import::Dialect dialect, Type type) {
        const std::vector<import::TableColumn> columns {
            {"BilledCost"}, {"ChargeCategory"}, {"ChargePeriodStart", type}};
        const import::ChargeTable table {.schema = "focus", .table = "t", .from = "2024-03", .to = "2024-03"};
        const auto sql = import::chargeQuery(table, columns, dialect);
        EXPECT_TRUE(sql.ok());
        return sql.ok() ? *sql : std::string();
    };
    const auto has = [](const std::string& sql, const char* part) { return sql.find(part) != std::string::npos; };
    const std::string clickhouse = query(import::Dialect::clickhouse, Type::instant);
    EXPECT_TRUE(has(clickhouse, R"(toDateTime64("ChargePeriodStart", 6, 'UTC') AS v)")) << clickhouse;
    EXPECT_TRUE(has(clickhouse,
        R"(toDateTime64("ChargePeriodStart", 6, 'UTC') >= parseDateTime64BestEffort('2024-03-01 00:00:00', 6, 'UTC'))"))
        << clickhouse;
    EXPECT_FALSE(has(clickhouse, R"(toString("ChargePeriodStart"))")) << clickhouse;
    const std::string trino = query(import::Dialect::trino, Type::instant);
    EXPECT_TRUE(has(trino, R"(from_iso8601_timestamp(CASE WHEN length(to_iso8601("ChargePeriodStart")) = 10 THEN)"))
        << trino;
    EXPECT_FALSE(has(trino, R"(CAST("ChargePeriodStart" AS varchar))")) << trino;

    // Columns of text are read as what they say; a blank before the zone becomes no T.
    EXPECT_TRUE(has(query(import::Dialect::clickhouse, Type::text), "parseDateTime64BestEffort((CASE WHEN upper("));
    EXPECT_TRUE(has(query(import::Dialect::trino, Type::text), R"(, ' UTC', 'Z'), ' ([+-])', '$1'), ' ', 'T')"));
}

// Where a sum would round them, amounts come over one by one: equal ones are as many rows.
TEST(ChargeQuery, whatTheExactTypeDoesNotHoldIsARowOfItsOwn)
{
    const std::vector<import::TableColumn> columns {{"BilledCost"}, {"ChargeCategory"}, {"ChargePeriodStart"}};
    const import::ChargeTable table {.schema = "focus", .table = "t"};
    const auto trino = import::chargeQuery(table, columns, import::Dialect::trino);
    ASSERT_TRUE(trino.ok());
    EXPECT_NE(trino->find("IS NULL THEN 0 ELSE fs_row END"), std::string::npos) << *trino;
    EXPECT_NE(trino->find("row_number() OVER () AS fs_row"), std::string::npos) << *trino;
    const auto postgresql = import::chargeQuery(table, columns, import::Dialect::postgresql);
    ASSERT_TRUE(postgresql.ok());
    EXPECT_EQ(postgresql->find("fs_row"), std::string::npos) << *postgresql;
}
