// SPDX-License-Identifier: GPL-3.0-or-later
// Bills out of a warehouse beside those of the files that were loaded into it.
#pragma once

#include "core/workspace/warehouse.h"

#include "core/import/warehouse/warehouse.h"
#include "tests/core/workspace/import_fixture.h"
#include "tests/core/workspace/postgres_server.h"

#include <map>
#include <tuple>

namespace fullscope::workspace::test {

using base::Code;
using import::Grain;

using HoursKey = std::tuple<std::string, evidence::PurchaseOption, std::string, std::string, bool>;
inline std::map<HoursKey, std::pair<std::string, std::string>> hoursOf(const ledger::MoneyLedger& money)
{
    std::map<HoursKey, std::pair<std::string, std::string>> all;
    for (const auto& hours : money.instance_hours)
        all[{hours.instance_type, hours.purchase_option, hours.region, hours.currency, hours.unused}]
            = {hours.hours.toString(), hours.effective ? hours.effective->toString() : "none"};
    return all;
}

inline std::string textOf(const std::optional<base::Decimal>& amount)
{
    return amount ? amount->toString() : "none";
}

// Every sum to its last digit; how many rows they are of may differ.
inline void expectSame(const ledger::MoneyLedger& expected, const ledger::MoneyLedger& found)
{
    ASSERT_EQ(expected.totals.size(), found.totals.size());
    for (const auto& [currency, totals] : expected.totals) {
        ASSERT_TRUE(found.totals.contains(currency)) << currency;
        const evidence::BillTotals& other = found.totals.at(currency);
        for (const auto cost : {&evidence::BillTotals::billed, &evidence::BillTotals::effective,
                 &evidence::BillTotals::net, &evidence::BillTotals::list, &evidence::BillTotals::contracted})
            EXPECT_EQ(textOf(totals.*cost), textOf(other.*cost)) << currency;
        for (std::size_t i = 0; i < ledger::kMoneyCategories; ++i) {
            const ledger::CategorySum& mine = expected.categories.at(currency)[i];
            const ledger::CategorySum& theirs = found.categories.at(currency)[i];
            const std::string name(ledger::name(static_cast<ledger::MoneyCategory>(i)));
            EXPECT_EQ(textOf(mine.billed), textOf(theirs.billed)) << name;
            EXPECT_EQ(textOf(mine.effective), textOf(theirs.effective)) << name;
            EXPECT_EQ(mine.without.billed > 0, theirs.without.billed > 0) << name;
        }
    }
    EXPECT_EQ(hoursOf(expected), hoursOf(found));
}

class WarehouseTest : public testing::Test {
protected:
    static void SetUpTestSuite() { s_server = std::make_unique<PostgresServer>(); }
    static void TearDownTestSuite() { s_server.reset(); }
    void SetUp() override
    {
        if (!s_server->runs())
            GTEST_SKIP() << s_server->whyNot();
    }

    static workspace::WarehouseRequest request(const std::string& schema, const std::string& table)
    {
        return {.charges = {.schema = schema, .table = table}, .service = {}, .asked_at = "2026-11-30T08:00:00Z"};
    }
    // The bill of a workspace of its own; nothing where it did not come.
    std::optional<ledger::MoneyLedger> ledgerOf(const workspace::WarehouseRequest& request)
    {
        auto bill = workspace::openWarehouse(request, base::JobContext());
        EXPECT_TRUE(bill.ok()) << (bill.ok() ? "" : bill.error().found + bill.error().field);
        if (!bill.ok())
            return std::nullopt;
        m_workspace = openedAt(m_folder.file("w" + std::to_string(++m_count)));
        m_outcome = workspace::importWarehouse(*m_workspace, *std::move(bill), base::JobContext());
        EXPECT_EQ(m_outcome.files_failed, 0) << m_outcome.problems.at(0).what.found;
        if (m_outcome.imported.size() != 1)
            return std::nullopt;
        return *m_workspace->moneyLedger(m_outcome.imported[0].id);
    }
    ledger::MoneyLedger ledgerOfFile(const std::string& path)
    {
        const auto files = openedAt(m_folder.file("f" + std::to_string(++m_count)));
        const auto outcome = workspace::importFiles(*files, {path}, {}, base::JobContext());
        EXPECT_EQ(outcome.imported.size(), 1U);
        return *files->moneyLedger(outcome.imported.at(0).id);
    }
    void expectSameAsFile(const std::string& schema, const std::string& table, const std::string& file)
    {
        s_server->load(table, file);
        expectSameAsFile(request(schema, table), file);
    }
    void expectSameAsFile(workspace::WarehouseRequest wanted, const std::string& file)
    {
        const ledger::MoneyLedger expected = ledgerOfFile(file);
        for (const Grain grain : {Grain::day, Grain::hour, Grain::row})
            for (const bool apart : {false, true}) {
                SCOPED_TRACE(file + " " + std::to_string(static_cast<int>(grain)) + (apart ? " apart" : ""));
                wanted.charges.grain = grain;
                wanted.charges.resources = wanted.charges.tags = apart;
                const auto found = ledgerOf(wanted);
                ASSERT_TRUE(found);
                expectSame(expected, *found);
            }
    }
    Code errorOf(const workspace::WarehouseRequest& wanted)
    {
        const auto bill = workspace::openWarehouse(wanted, base::JobContext());
        return bill.ok() ? Code::internal : bill.error().code;
    }

    static inline std::unique_ptr<PostgresServer> s_server;
    TempFolder m_folder;
    std::unique_ptr<store::WorkspaceFile> m_workspace;
    workspace::ImportOutcome m_outcome;
    int m_count = 0;
};

} // namespace fullscope::workspace::test
