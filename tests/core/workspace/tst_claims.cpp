// SPDX-License-Identifier: GPL-3.0-or-later
// Figures out of workbooks, what was said of labels before, and claims in the scenario. Values as written here.
#include "core/workspace/claims.h"

#include "core/workspace/user_catalogue.h"
#include "tests/core/import/workbooks.h"
#include "tests/core/workspace/import_fixture.h"

#include <algorithm>
#include <fstream>

namespace fullscope::workspace::test {

namespace {

using audit::Claim;
using audit::Quantity;

std::string cell(const std::string& place, const std::string& text)
{
    return "<c r=\"" + place + "\" t=\"inlineStr\"><is><t>" + text + "</t></is></c>";
}

std::string number(const std::string& place, const std::string& value)
{
    return "<c r=\"" + place + "\"><v>" + value + "</v></c>";
}

std::string row(int line, const std::string& cells)
{
    return "<row r=\"" + std::to_string(line) + "\">" + cells + "</row>";
}

// Two tables with a title each, from column B on; the second one says otherwise. A sheet of words, and a hidden one.
std::string deck(const std::string& path)
{
    const std::string head = cell("B4", "Metric") + cell("C4", "H100") + cell("D4", "Trn2");
    const std::string other = cell("B8", "Metric") + cell("C8", "H100") + cell("D8", "Trn2");
    const std::string rows = row(2, cell("B2", "Trn2 costs 40% less than H100.")) + row(4, head)
        + row(5, cell("B5", "Step time (s)") + number("C5", "0.87") + number("D5", "0.62")) + row(8, other)
        + row(9, cell("B9", "Step time (s)") + number("C9", "1.5") + number("D9", "1.25"));
    std::ofstream(path, std::ios::binary) << import::testing::bookOf(
        {.sheets = {{.name = "Notes", .rows = row(1, cell("A1", "nothing"))}, {.name = "Speed", .rows = rows},
             {.name = "Old", .rows = rows, .state = "hidden"}}});
    return path;
}

const catalogue::Catalogue& builtIn()
{
    return catalogue::Catalogue::builtIn();
}

std::vector<double> stepTimes(const audit::ReadFigures& figures)
{
    std::vector<double> values;
    for (const Claim& claim : figures.claims)
        if (claim.isValue() && claim.what.quantity == Quantity::step_time)
            values.push_back(claim.value);
    return values;
}

} // namespace

TEST(ClaimsOfWorkbooks, sheetsAndRanges)
{
    const TempFolder folder;
    const std::string book = deck(folder.file("deck.xlsx"));
    const auto all = readClaims(book, {}, builtIn());
    ASSERT_TRUE(all.ok());
    EXPECT_EQ(stepTimes(*all), (std::vector {0.87, 0.62, 1.5, 1.25}));
    ASSERT_EQ(all->claims.size(), 5U); // and the saving of the title
    EXPECT_EQ(audit::nameOf(all->claims[4].what), "total_cost_saving");
    EXPECT_EQ(all->claims[1].where, (audit::Where {book + "/Speed", 5, 4})); // D5
    EXPECT_EQ(all->claims[1].platform, "Trn2");
    const auto second = readClaims(book + "/Speed!B8:C9", {}, builtIn());
    ASSERT_TRUE(second.ok());
    EXPECT_EQ(stepTimes(*second), (std::vector {1.5}));
    EXPECT_EQ(second->claims[0].where, (audit::Where {book + "/Speed", 9, 3}));
    const auto hidden = readClaims(book + "/Old!4:5", {}, builtIn());
    ASSERT_TRUE(hidden.ok());
    EXPECT_EQ(stepTimes(*hidden), (std::vector {0.87, 0.62}));
}

TEST(ClaimsOfWorkbooks, whatCannotBeReadIsNamed)
{
    const TempFolder folder;
    const std::string book = deck(folder.file("deck.xlsx"));
    const auto error
        = [](const base::Result<audit::ReadFigures>& read) { return read.ok() ? base::Error {} : read.error(); };
    const base::Error range = error(readClaims(book + "/Speed!B8:nine", {}, builtIn()));
    EXPECT_EQ(range.code, base::Code::bad_value);
    EXPECT_EQ(range.found, "B8:nine");
    EXPECT_EQ(error(readClaims(book + "/None", {}, builtIn())).code, base::Code::file_not_found);
    EXPECT_EQ(error(readClaims(book + "/Notes", {}, builtIn())).code, base::Code::figures_not_found);
    EXPECT_EQ(error(readClaims(book + "/Speed!F1:G9", {}, builtIn())).code, base::Code::figures_not_found);
    EXPECT_EQ(error(readClaims(folder.file("no.xlsx"), {}, builtIn())).code, base::Code::file_not_found);
}

// Excel on a Chinese system writes CSV so. The bytes: "指标", "单步时间" by Python's encode("gb18030").
TEST(ClaimsOfAFile, tablesInGb18030)
{
    const TempFolder folder;
    const std::string path = folder.file("table.csv"), longer = folder.file("longer.csv");
    const std::string table = "\xd6\xb8\xb1\xea,p5.48xlarge\n\xb5\xa5\xb2\xbd\xca\xb1\xbc\xe4 (s),0.87\n";
    std::ofstream(path, std::ios::binary) << table;
    std::ofstream(longer, std::ios::binary) << table << "Note," << std::string(400, 'x') << "\n";
    for (const std::string& one : {path, longer}) {
        const auto read = readClaims(one, {}, builtIn());
        ASSERT_TRUE(read.ok()) << one;
        EXPECT_EQ(stepTimes(*read), (std::vector {0.87}));
        EXPECT_EQ(read->claims[0].label, "单步时间 (s)");
    }
    // Latin-1 is none.
    std::ofstream(path, std::ios::binary) << "Gr\xf6\xdf"
                                             "e,p5.48xlarge\nStep time (s),0.87\n";
    const auto western = readClaims(path, {}, builtIn());
    ASSERT_TRUE(western.ok());
    EXPECT_EQ(stepTimes(*western), (std::vector {0.87}));
}

TEST(ClaimsOfASet, whatWasSaidOfALabelHoldsForTheNextTable)
{
    const std::string table = "| x | Box |\n|---|---|\n| Karma | 42 s |\n| Mood | 7 |\n";
    const auto before = audit::readFigures(table, "t", {}, builtIn());
    ASSERT_TRUE(before.ok());
    EXPECT_FALSE(before->claims[0].isMapped());
    EXPECT_TRUE(rememberedMaps({{"a", before->claims}}).empty());
    auto said = audit::remapped(before->claims, 0, {.quantity = Quantity::total_time});
    said = audit::remapped(said, 1, {}); // nothing that is known
    const auto maps = rememberedMaps({{"a", before->claims}, {"b", said}});
    EXPECT_EQ(maps, (std::vector<audit::LabelMap> {{"Karma", "total_time"}, {"Mood", "ignore"}}));
    const auto next = audit::readFigures("| x | Other |\n|---|---|\n| KARMA | 3 min |\n", "u", maps, builtIn());
    ASSERT_TRUE(next.ok());
    EXPECT_EQ(next->claims[0].what.quantity, Quantity::total_time);
    EXPECT_EQ(next->claims[0].value, 180);
    EXPECT_TRUE(next->claims[0].mapped_by_user);
    // Of one label the last word.
    const auto again = audit::remapped(said, 0, {.quantity = Quantity::step_time});
    EXPECT_EQ(rememberedMaps({{"b", said}, {"c", again}})[0].target, "step_time");
}

class ClaimsInAWorkspace : public ImportTest { };

TEST_F(ClaimsInAWorkspace, theUsersPriceIsNoDoubtOfTheScenario)
{
    const auto claims = audit::readFigures(
        "platform,quantity,value,unit\np5.48xlarge,instance_price,31.40,$/h\n", "offer.csv", {}, builtIn());
    ASSERT_TRUE(claims.ok());
    const auto detail = [&] {
        const auto catalogue = catalogueOf(*m_workspace);
        const auto scenario = withClaimedOption({}, claims->claims, "p5.48xlarge", *catalogue, words::Language::en);
        EXPECT_TRUE(scenario.ok());
        return scenario.ok() ? scenario->options[0].values.at(scenario::Input::price_per_h).provenance.detail : "";
    };
    EXPECT_NE(detail().find("to be asked: The catalogue has no such price, but: $39.33/h (p5.48xlarge, aws, "
                            "us-east-1, capacity block, 2024-12)"),
        std::string::npos)
        << detail();
    const auto price = priceOf({.provider = "aws",
        .instance_type = "p5.48xlarge",
        .region = "all",
        .option = "committed",
        .price = "$31.40/h",
        .currency = "USD",
        .as_of = "2026-10-01",
        .source = "contract"});
    ASSERT_TRUE(price.ok());
    const auto entries = catalogue::withPrice({}, *price);
    ASSERT_TRUE(entries.ok());
    ASSERT_OK(changeEntries(*m_workspace, {}, *entries));
    EXPECT_EQ(detail().find("asked"), std::string::npos) << detail();
}

TEST_F(ClaimsInAWorkspace, foreignMoneyIsNotTheScenarios)
{
    const auto claims = audit::readFigures("platform,quantity,value,unit\np5.48xlarge,instance_price,398,元/小时\n"
                                           "p5.48xlarge,instances,4,\n",
        "offer.csv", {}, builtIn());
    ASSERT_TRUE(claims.ok());
    const auto price = [&](const char* currency) {
        scenario::Scenario scenario;
        scenario.currency = currency;
        const auto with = withClaimedOption(scenario, claims->claims, "p5.48xlarge", builtIn(), words::Language::en);
        EXPECT_TRUE(with.ok());
        const auto& values = with->options[0].values;
        EXPECT_EQ(values.at(scenario::Input::nodes).value, 4);
        const auto found = values.find(scenario::Input::price_per_h);
        return found == values.end() ? 0 : found->second.value;
    };
    EXPECT_EQ(price("CNY"), 398);
    EXPECT_EQ(price("USD"), 0); // absent
}

} // namespace fullscope::workspace::test
