// SPDX-License-Identifier: GPL-3.0-or-later
// Choosing what a report has, and writing it as HTML.
#include "core/base/readable.h"
#include "core/report/file_names.h"
#include "core/report/html.h"
#include "core/report/layout.h"

#include <gtest/gtest.h>

namespace fullscope::report {

using words::Language;

namespace {

PlotSpec plot(const std::string& id)
{
    PlotSpec plot;
    plot.id = id;
    return plot;
}

Section section(const std::string& id, std::size_t rows = 1)
{
    Section made {id, "Title of " + id, {}};
    Table table;
    table.title = "Table of " + id;
    table.columns = {{"Name", false}, {"Value", true}};
    for (std::size_t r = 0; r < rows; ++r)
        table.rows.push_back({"row " + std::to_string(r), std::to_string(r)});
    table.last_row_is_total = true;
    made.blocks = {Paragraph {"Sentence"}, table, plot("one"), plot("two")};
    return made;
}

std::vector<std::string> idsOf(const std::vector<Section>& sections)
{
    std::vector<std::string> ids;
    for (const Section& one : sections)
        ids.push_back(one.id);
    return ids;
}

std::size_t count(const std::string& text, std::string_view part)
{
    std::size_t n = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++n;
    return n;
}

} // namespace

TEST(Layout, choosesAndOrders)
{
    std::vector<Section> sections = {section("verdict"), section("comparison"), section("limits")};
    arrange(sections, {}, Language::en);
    EXPECT_EQ(idsOf(sections), (std::vector<std::string> {"verdict", "comparison", "limits"}));
    // One that has no contents is not there.
    arrange(sections, {.sections = {"limits", "claims", "verdict"}}, Language::en);
    EXPECT_EQ(idsOf(sections), (std::vector<std::string> {"limits", "verdict"}));
}

TEST(Layout, theShortFormSaysWhatItLeavesOut)
{
    std::vector<Section> sections = {section("runs", 40)};
    arrange(sections, {.brief = true}, Language::en);
    const auto& blocks = sections.front().blocks;
    const auto& table = std::get<Table>(blocks.at(1));
    ASSERT_EQ(table.rows.size(), 13u); // 12 and the total
    EXPECT_EQ(table.rows.back().front(), "row 39");
    EXPECT_EQ(std::get<Paragraph>(blocks.at(2)).text, "27 more rows are in the long form.");
    EXPECT_EQ(std::get<PlotSpec>(blocks.at(3)).id, "one");
    EXPECT_EQ(std::get<Paragraph>(blocks.at(4)).text, "1 more charts and tables are in the long form.");
    EXPECT_EQ(blocks.size(), 5u);
}

TEST(Layout, isKeptAsJson)
{
    const Layout layout {.sections = {"limits", "verdict"},
        .brief = true,
        .paper = Paper::letter,
        .language = "zh_CN",
        .company = "甲公司 \"A\"",
        .confidential = "=1+1",
        .logo = "/x/y.png"};
    const auto read = layoutFromJson(toJson(layout), "t.json");
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(*read, layout);
    const auto usual = layoutFromJson("{}", "t.json");
    ASSERT_TRUE(usual.ok());
    EXPECT_EQ(*usual, Layout());
}

TEST(Layout, refusesWhatItDoesNotKnow)
{
    const auto error = [](const std::string& json) {
        const auto read = layoutFromJson(json, "t.json");
        EXPECT_FALSE(read.ok()) << json;
        EXPECT_EQ(read.ok() ? "" : read.error().file, "t.json") << json;
        return read.ok() ? base::Error() : read.error();
    };
    EXPECT_EQ(error("[").code, base::Code::bad_json);
    EXPECT_EQ(error("[1]").code, base::Code::bad_json);
    EXPECT_EQ(error(R"({"schema": 2})").field, "schema");
    EXPECT_EQ(error(R"({"sections": "verdict"})").field, "sections");
    const base::Error unknown = error(R"({"sections": ["verdikt"]})");
    EXPECT_EQ(unknown.code, base::Code::name_unknown);
    EXPECT_EQ(unknown.args, std::vector<std::string> {"verdict"});
    EXPECT_EQ(error(R"({"sections": ["runs", "runs"]})").code, base::Code::name_duplicate);
    EXPECT_EQ(error(R"({"paper": "a3"})").found, "a3");
    EXPECT_EQ(error(R"({"form": 1})").field, "form");
    EXPECT_EQ(error(R"({"language": "fr"})").field, "language");
    EXPECT_EQ(error(R"({"compani": "x"})").code, base::Code::name_unknown);
}

TEST(Layout, everySectionHasATitleInBothLanguages)
{
    for (const auto id : sectionIds())
        for (const Language language : {Language::en, Language::zh_CN}) {
            EXPECT_FALSE(sectionTitle(id, language).empty());
            EXPECT_NE(sectionTitle(id, language), id);
        }
}

TEST(Html, holdsEverythingAndNothingFromElsewhere)
{
    Report report {.title = "Cost <of> training", .subtitle = "13B", .made_on = "2026-11-30", .sections = {}};
    report.sections = {section("verdict", 3), section("runs", 5)};
    report.sections[0].blocks.push_back(KeyFigures {{{"Total", "$35,635", "≥"}}});
    const auto draw = [](const PlotSpec&) {
        return std::string(
            R"svg(<?xml version="1.0"?><!DOCTYPE svg><svg><g id="a" fill="url(#a)"/><use href="#a"/></svg>)svg");
    };
    const std::string html = toHtml(report, draw);
    EXPECT_EQ(count(html, "<script"), 0u);
    EXPECT_EQ(count(html, "http://") + count(html, "https://"), 0u);
    EXPECT_EQ(count(html, "<table>"), 2u);
    EXPECT_EQ(count(html, "<tr"), 2u + 3 + 5); // heads and rows
    EXPECT_EQ(count(html, "class=\"total\""), 2u);
    EXPECT_EQ(count(html, "<svg"), 4u);
    EXPECT_EQ(count(html, "<?xml"), 0u);
    for (const char* prefix : {"p0-a", "p1-a", "p2-a", "p3-a"}) { // no two of one name
        const std::string id = prefix;
        EXPECT_EQ(count(html, " id=\"" + id + "\""), 1u);
        EXPECT_EQ(count(html, "url(#" + id + ")"), 1u);
        EXPECT_EQ(count(html, "href=\"#" + id + "\""), 1u);
    }
    EXPECT_NE(html.find("<h1>Cost &lt;of&gt; training</h1>"), std::string::npos);
    EXPECT_NE(html.find("href=\"#runs\""), std::string::npos);
    EXPECT_NE(html.find("lang=\"en\""), std::string::npos);
    EXPECT_NE(html.find("size:A4"), std::string::npos);
}

TEST(Html, escapesWhatPeopleWrite)
{
    EXPECT_EQ(escapedHtml("<script>alert('x & \"y\"')</script>"),
        "&lt;script&gt;alert(&#39;x &amp; &quot;y&quot;&#39;)&lt;/script&gt;");
    const std::string evil = "\"><img src=x onerror=alert(1)>";
    Report report {.title = evil, .subtitle = evil, .made_on = evil, .language = Language::zh_CN, .sections = {}};
    report.layout = {.paper = Paper::letter, .company = evil, .confidential = evil};
    PlotSpec drawn;
    drawn.title = drawn.description = evil;
    Section one {"verdict", evil, {}};
    Table table;
    table.title = evil;
    table.columns = {{evil, false}};
    table.rows = {{evil}, {}};
    one.blocks = {Paragraph {evil}, table, KeyFigures {{{evil, evil, evil}}}, drawn};
    report.sections = {one};
    const std::string html = toHtml(report, {}, std::string("\x89PNG\r\n\x1A\n") + "abc");
    EXPECT_EQ(count(html, "<img"), 1u); // the logo
    EXPECT_NE(html.find("src=\"data:image/png;base64,iVBORw0KGgphYmM=\""), std::string::npos);
    EXPECT_NE(html.find("lang=\"zh-CN\""), std::string::npos);
    EXPECT_NE(html.find("size:letter"), std::string::npos);
}

TEST(Readable, isValidWhateverComes)
{
    EXPECT_EQ(base::readable("训练 a\tb\nc"), "训练 a\tb\nc");
    EXPECT_EQ(base::readable("\xFF\xC0\x80\x01z"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD z");
    EXPECT_EQ(base::readable("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"); // half of a surrogate pair
    EXPECT_EQ(base::readable("\xE8\xAE"), "\xEF\xBF\xBD\xEF\xBF\xBD"); // cut off
    EXPECT_EQ(base::readable("\xF0\x9F\x98\x80"), "\xF0\x9F\x98\x80");
    EXPECT_EQ(base::readable("x\u202E44.3 %\u202C\u2067y\u2069\u200F\u061C"),
        "x\uFFFD44.3 %\uFFFD\uFFFDy\uFFFD\uFFFD\uFFFD"); // would be read from right to left
    EXPECT_EQ(base::readable("\u200B\u2026\u2028"), "\u200B\u2026\u2028"); // their neighbours
    EXPECT_EQ(base::readable("\xEF\xBF\xBF"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"); // no character
}

TEST(Picture, isKnownByItsBytes)
{
    EXPECT_EQ(pictureType("\x89PNG\r\n\x1A\n..."), "image/png");
    EXPECT_EQ(pictureType("\xFF\xD8\xFF\xE0"), "image/jpeg");
    EXPECT_EQ(pictureType("<svg/>"), "");
    EXPECT_EQ(pictureType(""), "");
}

TEST(FileNames, areTheShortestEndsThatTellFilesApart)
{
    using Names = std::vector<std::pair<std::string, std::string>>;
    EXPECT_EQ(fileNames({"/home/li/a/run.log", "/home/li/b/run.log", "/home/li/bill.csv", "-", "/home/li/a/run.log"}),
        (Names {{"/home/li/a/run.log", "a/run.log"}, {"/home/li/b/run.log", "b/run.log"},
            {"/home/li/bill.csv", "bill.csv"}, {"-", "-"}}));
    // One that is the end of another is told apart by what the other has more.
    EXPECT_EQ(fileNames({"logs/run.log", "/x/logs/run.log"}),
        (Names {{"/x/logs/run.log", "x/logs/run.log"}, {"logs/run.log", "logs/run.log"}}));
}

TEST(FileNames, standInSentencesTablesAndNotes)
{
    Report report;
    Section made = section("runs");
    made.blocks.push_back(Paragraph {"/home/li/a.log:12: not a number; see /home/li/runs/7/output.log"});
    std::get<Table>(made.blocks[1]).rows[0][1] = "/home/li/a.log";
    report.sections = {made};
    callFilesByName(report, {"/home/li/a.log", "/home/li/runs/7"});
    EXPECT_EQ(std::get<Paragraph>(report.sections[0].blocks.back()).text, "a.log:12: not a number; see 7/output.log");
    EXPECT_EQ(std::get<Table>(report.sections[0].blocks[1]).rows[0][1], "a.log");
}

} // namespace fullscope::report
