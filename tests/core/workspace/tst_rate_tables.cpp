// SPDX-License-Identifier: GPL-3.0-or-later
// Exchange rates of a workspace and tables of them. The tables are written in the shape of the European Central Bank's
// eurofxref-hist.csv and eurofxref.csv.
#include "core/workspace/exchange_rates.h"

#include "tests/core/import/archives.h"
#include "tests/core/workspace/import_fixture.h"

#include <fstream>

namespace fullscope::workspace::test {

namespace {

constexpr const char* kHistory = "Date,USD,JPY,CYP,CNY,\n"
                                 "2024-04-02,1.0749,163.04,N/A,7.7775,\n"
                                 "2024-03-28,1.0811,163.45,N/A,7.8144,\n"
                                 "2024-03-27,1.0816,163.7,N/A,7.8173,\n"
                                 "2024-02-29,1.0826,162.09,N/A,7.7803,\n"
                                 "2007-12-31,1.4721,164.93,0.585274,10.7524,\n";

class RateTables : public ImportTest {
protected:
    base::Result<RateTable> read(const std::string& text, const std::string& base_currency = "EUR")
    {
        const std::string path = m_folder.file("rates.csv");
        std::ofstream(path) << text;
        return readRateTable(path, base_currency, "ECB", base::JobContext());
    }
};

const ledger::ExchangeRate* find(const RateTable& table, const std::string& to, const std::string& date)
{
    for (const auto& rate : table.rates)
        if (rate.to == to && rate.date == date)
            return &rate;
    return nullptr;
}

} // namespace

TEST_F(RateTables, keepTheLastDayOfEachMonth)
{
    const auto table = read(kHistory);
    ASSERT_TRUE(table.ok());
    EXPECT_EQ(table->read, 16); // four currencies on five days, but four cells
    EXPECT_EQ(table->not_quoted, 4);
    EXPECT_EQ(table->rates.size(), 13U); // three of four months, and one with the pound of Cyprus
    EXPECT_TRUE(table->problems.empty());
    ASSERT_NE(find(*table, "USD", "2024-03-28"), nullptr);
    EXPECT_EQ(find(*table, "USD", "2024-03-28")->rate, decimal("1.0811"));
    EXPECT_EQ(find(*table, "USD", "2024-03-28")->from, "EUR");
    EXPECT_EQ(find(*table, "USD", "2024-03-28")->source, "ECB");
    EXPECT_EQ(find(*table, "USD", "2024-03-27"), nullptr);
    EXPECT_NE(find(*table, "CYP", "2007-12-31"), nullptr);
}

TEST_F(RateTables, ofOneDayAreReadToo)
{
    const auto table = read("Date, USD, JPY, BGN, \n28 March 2024, 1.0811, 163.45, 1.9558, \n");
    ASSERT_TRUE(table.ok());
    EXPECT_EQ(table->rates.size(), 3U);
    ASSERT_NE(find(*table, "BGN", "2024-03-28"), nullptr);
    EXPECT_EQ(find(*table, "BGN", "2024-03-28")->rate, decimal("1.9558"));
}

TEST_F(RateTables, areReadOutOfAZip)
{
    using import::testing::archiveOf;
    const std::string zip = m_folder.file("eurofxref-hist.zip");
    std::ofstream(zip) << archiveOf({{"eurofxref-hist.csv", kHistory}}, true);
    const auto table = readRateTable(zip, "EUR", "ECB", base::JobContext());
    ASSERT_TRUE(table.ok());
    EXPECT_EQ(table->rates.size(), 13U);
    std::ofstream(zip) << archiveOf({{"a.csv", kHistory}, {"b.csv", kHistory}}, true);
    EXPECT_EQ(readRateTable(zip, "EUR", "ECB", base::JobContext()).error().code, base::Code::bad_value);
}

TEST_F(RateTables, badCellsAndRowsAreNamedAndTheOthersKept)
{
    const auto table = read("Date,USD,CNY\n2024-03-28,1.08x,7.8\nyesterday,1,2\n2024-02-29,0,7.7\n2024-01-31,-1,7.6\n");
    ASSERT_TRUE(table.ok());
    EXPECT_EQ(table->rates.size(), 3U);
    ASSERT_EQ(table->problems.size(), 4U);
    EXPECT_EQ(table->problems[0].what.line, 2);
    EXPECT_EQ(table->problems[0].what.field, "USD");
    EXPECT_EQ(table->problems[0].what.found, "1.08x");
    EXPECT_EQ(table->problems[1].what.code, base::Code::bad_time);
    EXPECT_EQ(table->problems[1].what.line, 3);
}

TEST_F(RateTables, theOrderOfDayAndMonthIsThatOfTheFile)
{
    auto table = read("Date,USD\n03/04/2026,1.5\n31/03/2026,1.08\n");
    ASSERT_TRUE(table.ok());
    EXPECT_TRUE(table->problems.empty());
    EXPECT_NE(find(*table, "USD", "2026-04-03"), nullptr);
    EXPECT_NE(find(*table, "USD", "2026-03-31"), nullptr);
    table = read("Date,USD\n03/04/2026,1.5\n02/03/2026,1.4\n");
    ASSERT_TRUE(table.ok());
    EXPECT_NE(find(*table, "USD", "2026-03-04"), nullptr);
    ASSERT_EQ(table->problems.size(), 1U);
    EXPECT_EQ(table->problems[0].what.code, base::Code::number_ambiguous);
    EXPECT_EQ(table->problems[0].what.line, 2);
    EXPECT_EQ(table->problems[0].what.found, "03/04/2026");
}

// A day or a column twice: alike is no harm; else neither is taken, and the day before is the month's last.
TEST_F(RateTables, severalRatesOfADayAreTold)
{
    auto table = read("Date,USD,JPY\n2026-03-31,1.08,160\n2026-03-31,1.9,160\n2026-03-30,1.07,159\n");
    ASSERT_TRUE(table.ok());
    EXPECT_EQ(find(*table, "USD", "2026-03-31"), nullptr);
    ASSERT_NE(find(*table, "USD", "2026-03-30"), nullptr);
    EXPECT_NE(find(*table, "JPY", "2026-03-31"), nullptr);
    ASSERT_EQ(table->problems.size(), 1U);
    EXPECT_EQ(table->problems[0].what.code, base::Code::bad_value);
    EXPECT_EQ(table->problems[0].what.line, 3);
    EXPECT_EQ(table->problems[0].what.field, "USD");
    EXPECT_EQ(table->problems[0].what.found, "2026-03-31: 1.08, 1.9");
    table = read("Date,USD,USD,CNY\n2026-06-30,1.08,1.18,7.8\n");
    ASSERT_TRUE(table.ok());
    EXPECT_EQ(table->rates.size(), 1U); // the yuan
    EXPECT_EQ(table->problems.size(), 1U);
    EXPECT_EQ(read("Date,USD,USD\n2026-06-30,1.08,1.18\n").error().code, base::Code::nothing_readable);
}

TEST_F(RateTables, ratesOfOtherSourcesThatGoOrContradictAreNamed)
{
    ledger::ExchangeRates rates;
    ASSERT_TRUE(rates.set({"EUR", "USD", "2024-03-28", decimal("1.25"), "hedge contract 7", ""}).ok());
    ASSERT_TRUE(rates.set({"CNY", "EUR", "2024-03-28", decimal("7.8"), "typed", ""}).ok()); // the wrong way round
    ASSERT_TRUE(rates.set({"JPY", "EUR", "2024-03-28", decimal("0.0061"), "bank", ""}).ok()); // · 163.45 = 0.997
    const auto added = addRates(rates, read(kHistory)->rates);
    ASSERT_TRUE(added.ok());
    EXPECT_EQ(added->changed, 13);
    ASSERT_EQ(added->replaced.size(), 1U);
    EXPECT_EQ(added->replaced[0].rate, decimal("1.25"));
    EXPECT_EQ(added->replaced[0].source, "hedge contract 7");
    ASSERT_EQ(added->contradicting.size(), 1U);
    EXPECT_EQ(added->contradicting[0].from, "CNY");
    EXPECT_NE(rates.find("CNY", "EUR", "2024-03-28"), nullptr);
}

TEST_F(RateTables, whatIsNoTableIsRefused)
{
    EXPECT_EQ(read("Day,USD\n2024-03-28,1\n").error().code, base::Code::column_missing);
    EXPECT_EQ(read("Date,USD\n").error().code, base::Code::nothing_readable);
    EXPECT_EQ(read("Date,$$\n2024-03-28,1\n").error().code, base::Code::bad_currency);
    EXPECT_EQ(readRateTable(m_folder.file("none.csv"), "EUR", "ECB", base::JobContext()).error().code,
        base::Code::file_not_found);
}

TEST_F(RateTables, areStoredWithTheirSources)
{
    ledger::ExchangeRates rates;
    ASSERT_EQ(addRates(rates, read(kHistory)->rates)->changed, 13);
    EXPECT_EQ(addRates(rates, read(kHistory)->rates)->changed, 0);
    ASSERT_TRUE(rates.set({"USD", "CNY", "2024-03-28", decimal("7.2"), "contract", "clause 4 “”"}).ok());
    const auto version = saveExchangeRates(*m_workspace, rates, 0);
    ASSERT_TRUE(version.ok());
    const auto stored = exchangeRates(*m_workspace);
    ASSERT_TRUE(stored.ok());
    EXPECT_EQ(stored->rates, rates);
    EXPECT_EQ(saveExchangeRates(*m_workspace, rates, 0).error().code, base::Code::store_changed);
    ASSERT_TRUE(
        m_workspace->saveDocument(store::DocumentKind::exchange_rates, R"({"schema": 1, "series": [{}]})", *version)
            .ok());
    EXPECT_EQ(exchangeRates(*m_workspace).error().field, "series[0].from");
}

} // namespace fullscope::workspace::test
