// SPDX-License-Identifier: GPL-3.0-or-later
// Facts of a type: every digit, and whose word each of them is.
#include "core/report/catalogue_parts.h"

#include <gtest/gtest.h>

namespace {

using namespace fullscope;
using catalogue::FactKind;

catalogue::UserFact said(FactKind kind, const std::string& value)
{
    return {.subject = "box9", .kind = kind, .value = value, .as_of = "2026-07-20", .source = "my rack", .note = "n"};
}

TEST(CatalogueParts, factsOfTheUserAreTheUsers)
{
    catalogue::UserEntries entries;
    entries.facts = {said(FactKind::accelerator_count, "100000"), said(FactKind::accelerator, "Trainium2")};
    const auto catalogue = catalogue::Catalogue::builtIn().with(entries);
    const report::Table table = report::factsTable(catalogue, "box9", words::Language::en);
    ASSERT_GE(table.rows.size(), 2U);
    const auto& chip = table.rows[0];
    EXPECT_EQ(chip[1], "Trainium2");
    EXPECT_EQ(chip[3] + "|" + chip[4] + "|" + chip[5], "2026-07-20|my rack|n");
    const auto& count = table.rows[1];
    EXPECT_EQ(count[1], "100,000");
    EXPECT_EQ(count[2], chip[2]); // by you
    // Of the catalogue's own the catalogue is told.
    const report::Table own = report::factsTable(catalogue, "p5.48xlarge", words::Language::en);
    EXPECT_FALSE(own.rows[0][2].empty());
    EXPECT_NE(own.rows[0][2], chip[2]);
}

} // namespace
