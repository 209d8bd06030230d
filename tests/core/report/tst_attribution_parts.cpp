// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/attribution_parts.h"

#include <gtest/gtest.h>

using namespace fullscope::report;
using namespace fullscope::ledger;
namespace base = fullscope::base;
using fullscope::words::Language;

namespace {

base::Decimal decimal(const char* text)
{
    return *base::Decimal::parse(text);
}

} // namespace

// Lambda: 100,000 USD billed; Scaleway: 1,200 EUR billed, 1,000 effective; 1.08.
TEST(AttributionParts, aPartOfASumSaysWhatItLacks)
{
    Attribution all;
    AttributedGroup rest;
    rest.costs["USD"]["2026-03"] = {.sums = {decimal("100000"), {}, {}}, .without = {0, 1, 1}, .rows = 1};
    rest.costs["EUR"]["2026-03"] = {.sums = {decimal("1200"), decimal("1000"), {}}, .without = {0, 0, 1}, .rows = 1};
    rest.rows = 2;
    all.groups.push_back(rest);
    ExchangeRates rates;
    ASSERT_TRUE(rates.set({"EUR", "USD", "2026-03-31", decimal("1.08"), "ECB", ""}).ok());
    ASSERT_TRUE(addConverted(all, "USD", rates).ok());
    const Table table = convertedTable(all, Language::en);
    ASSERT_EQ(table.rows.size(), 2U);
    EXPECT_EQ(table.rows[1][2], "101,296");
    EXPECT_EQ(table.rows[1][3].rfind("1,080 (", 0), 0U) << table.rows[1][3];
    EXPECT_NE(table.rows[1][3].find("1)"), std::string::npos) << table.rows[1][3];
    EXPECT_EQ(table.rows[1][4], "–");
}

TEST(AttributionParts, whatMayBeCountedTwiceIsAWarning)
{
    Attribution all;
    all.differing.push_back(
        {"9", "2024-03", CostKind::billed, "USD", "a.csv", "b.csv", decimal("200"), decimal("2000")});
    all.beside.push_back({CountedBeside::Why::typed, "typed", {"c.csv"}});
    all.beside.push_back({CountedBeside::Why::not_told, "d.csv", {"1", "2", "3", "4", "5"}});
    all.beside.push_back({CountedBeside::Why::apart, "e.csv", {"f.csv"}});
    for (const Language language : {Language::en, Language::zh_CN}) {
        const auto notes = attributionNotes(all, language);
        ASSERT_EQ(notes.size(), 4U);
        for (const char* text : {"9", "2024-03", "200 USD", "2,000 USD", "a.csv", "b.csv"})
            EXPECT_NE(notes[0].text.find(text), std::string::npos) << notes[0].text;
        for (std::size_t i = 0; i < 3; ++i)
            EXPECT_EQ(notes[i].kind, Paragraph::Kind::warning);
        EXPECT_NE(notes[1].text.find("c.csv"), std::string::npos);
        EXPECT_NE(notes[2].text.find("3"), std::string::npos);
        EXPECT_EQ(notes[2].text.find("4"), std::string::npos) << notes[2].text; // two more
        EXPECT_EQ(notes[3].kind, Paragraph::Kind::plain);
    }
}

TEST(AttributionParts, aGroupOfTheNameOfTheRestIsTold)
{
    Attribution all;
    all.totals["USD"];
    all.groups.push_back({.name = "unattributed", .rules = {0}, .rows = 0, .costs = {}, .converted = {}});
    all.groups.emplace_back();
    const Table table = attributionTable(all, "USD", Language::en);
    EXPECT_EQ(table.rows[0][0], "unattributed");
    EXPECT_EQ(table.rows[1][0], "Unattributed: taken by no rule");
    EXPECT_EQ(attributionTable(all, "USD", Language::zh_CN).rows[1][0], "未归属");
}
