// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/workbook.h"

#include "tests/core/import/workbooks.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace fullscope::import {

namespace {

using base::Code;
using testing::Book;
using testing::bookOf;
using testing::Files;
using testing::partsOf;
using testing::readText;
using testing::TempDir;
using testing::TextRead;
using testing::zipOf;

std::string textOf(const Book& book)
{
    const TempDir dir;
    const TextRead read = readText(dir.write("book.xlsx", bookOf(book)) + "/" + book.sheets.front().name);
    EXPECT_FALSE(read.error.has_value()) << read.error->found;
    return read.text;
}

std::string rowsOf(const std::string& rows)
{
    return textOf({.sheets = {{"S", rows}}});
}

std::vector<std::string> names(const std::string& path)
{
    std::vector<std::string> found;
    if (const auto listing = listWorkbook(path)) {
        for (const auto& member : listing->members)
            found.push_back(member.name);
        if (listing->damage)
            found.push_back("damaged");
    }
    return found;
}

// Excel's own spelling of a value, as its file has it.
struct Stored {
    const char* cell;
    const char* text;
};

TEST(Workbook, cellsAreTheTextOfTheirValues)
{
    const Stored cells[] = {
        {R"(<c r="A1"><v>0.1</v></c>)", "0.1"},
        {R"(<c r="A1" t="n"><v>12345678901234567890.123456789</v></c>)", "12345678901234567890.123456789"},
        {R"(<c r="A1"><v>5.6490200000000003E-5</v></c>)", "5.64902e-05"}, // the double of 5.64902E-05
        {R"(<c r="A1"><v>1.1000000000000001</v></c>)", "1.1"}, // Excel's 1.1
        {R"(<c r="A1"><v>0.30000000000000004</v></c>)", "0.30000000000000004"}, // 0.1+0.2 is no other number
        {R"(<c r="A1"><v>1000000000000000</v></c>)", "1000000000000000"},
        {R"(<c r="A1"><v>-12345678901234.560</v></c>)", "-12345678901234.560"},
        {R"(<c r="A1" t="b"><v>1</v></c>)", "TRUE"},
        {R"(<c r="A1" t="b"><v>0</v></c>)", "FALSE"},
        {R"(<c r="A1" t="e"><v>#N/A</v></c>)", "#N/A"},
        {R"(<c r="A1" t="str"><f>A2&amp;"x"</f><v>yx</v></c>)", "yx"},
        {R"(<c r="A1"><f>SUM(B1:B9)</f><v>9.23</v></c>)", "9.23"},
        {R"(<c r="A1" t="d"><v>2021-05-01T00:00:00</v></c>)", "2021-05-01T00:00:00"},
        {R"(<c r="A1" t="inlineStr"><is><t>in line</t></is></c>)", "in line"},
        {R"(<c r="A1" t="inlineStr"><is><r><t>rich </t></r><r><rPr><b/></rPr><t>text</t></r></is></c>)", "rich text"},
        {R"(<c r="A1" t="inlineStr"><is><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></is></c>)", "東京"},
        {R"(<c r="A1" t="inlineStr"><is><t>a&lt;b &amp; "c"</t></is></c>)", R"("a<b & ""c""")"},
        {R"(<c r="A1" t="inlineStr"><is><t>one, two</t></is></c>)", R"("one, two")"},
        {R"(<c r="A1" t="inlineStr"><is><t>a;b</t></is></c>)", R"("a;b")"},
        {R"(<c r="A1" t="inlineStr"><is><t>two
lines</t></is></c>)",
            R"("two lines")"},
        {R"(<c r="A1" t="inlineStr"><is><t>_x0041__x005F_x0041_</t></is></c>)", "A_x0041_"},
    };
    for (const Stored& stored : cells)
        EXPECT_EQ(rowsOf(R"(<row r="1">)" + std::string(stored.cell) + "</row>"), std::string(stored.text) + "\n")
            << stored.cell;
}

TEST(Workbook, sharedTextsAreLookedUp)
{
    EXPECT_EQ(
        textOf({.sheets = {{"S", R"(<row><c t="s"><v>1</v></c><c t="s"><v>0</v></c><c t="s"><v>2</v></c></row>)"}},
            .strings = {"<t>zero</t>", "<r><t>o</t></r><r><t>ne</t></r><rPh><t>x</t></rPh>", "<t/>"}}),
        "one,zero\n");
}

TEST(Workbook, lineIsRow)
{
    // Rows and cells that are not there; records as long as the header; cells without address.
    EXPECT_EQ(rowsOf(R"(<row r="2"><c r="A2"><v>1</v></c></row>
            <row r="4"><c r="A4" t="str"><v>a</v></c><c r="C4" t="str"><v>c</v></c></row>
            <row r="5" spans="1:9"><c r="B5"><v>2</v></c><c r="I5" s="1"/></row>
            <row r="6"><c r="A6" s="3"/></row>
            <row><c><v>3</v></c><c><v>4</v></c><c><v>5</v></c><c r="Z7"><v>6</v></c></row>
            <row r="8"><c r="A8"><v>7</v></c></row>)"),
        "\n1\n\na,,c\n,2,\n\n3,4,5,,,,,,,,,,,,,,,,,,,,,,,6\n7,,\n");
}

TEST(Workbook, dayNumbersOfDateFormatsAreDates)
{
    const std::string styles = R"(<numFmts count="6"><numFmt numFmtId="164" formatCode="yyyy\-mm\-dd\ hh:mm"/>
        <numFmt numFmtId="165" formatCode="[$-409]d\-mmm\-yy;@"/><numFmt numFmtId="166" formatCode="#,##0.00&quot;d&quot;"/>
        <numFmt numFmtId="167" formatCode="[h]:mm:ss"/><numFmt numFmtId="168" formatCode="mm:ss.000"/>
        <numFmt numFmtId="169" formatCode="[Red]0.00"/></numFmts>
        <cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs><cellXfs count="9"><xf numFmtId="0"/>
        <xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="167"/>
        <xf numFmtId="168"/><xf numFmtId="169"/><xf numFmtId="22"/></cellXfs>)";
    const auto one = [&](int style, const std::string& value, bool from1904 = false) {
        std::string text = textOf({.sheets
            = {{"S", R"(<row r="1"><c r="A1" s=")" + std::to_string(style) + R"("><v>)" + value + "</v></c></row>"}},
            .styles = styles,
            .from_1904 = from1904});
        text.pop_back();
        return text;
    };
    // Day numbers as openpyxl's to_excel() gives them for these dates.
    EXPECT_EQ(one(1, "44317"), "2021-05-01");
    EXPECT_EQ(one(3, "44317"), "2021-05-01");
    EXPECT_EQ(one(2, "44317.541666666664"), "2021-05-01T13:00:00");
    EXPECT_EQ(one(8, "45291.999988425923"), "2023-12-31T23:59:59");
    EXPECT_EQ(one(2, "44317.000000011574"), "2021-05-01T00:00:00.001");
    EXPECT_EQ(one(1, "1"), "1900-01-01");
    EXPECT_EQ(one(1, "59"), "1900-02-28");
    EXPECT_EQ(one(1, "60"), "1900-02-29"); // as Excel shows it
    EXPECT_EQ(one(1, "61"), "1900-03-01");
    EXPECT_EQ(one(1, "42855", true), "2021-05-01");
    EXPECT_EQ(one(2, "0.5"), "12:00:00");
    EXPECT_EQ(one(5, "1.5"), "36:00:00");
    EXPECT_EQ(one(6, "0.0006944444444444445"), "00:01:00");
    EXPECT_EQ(one(1, "-1"), "-1"); // Excel shows ####
    EXPECT_EQ(one(1, "2958466"), "2958466"); // after the year 9999
    for (const int plain : {0, 4, 7})
        EXPECT_EQ(one(plain, "44317"), "44317") << plain;
    EXPECT_EQ(one(99, "44317"), "44317"); // a style that does not exist
}

TEST(Workbook, sheetsAreMembersInTheirOrder)
{
    const TempDir dir;
    const std::string row = R"(<row r="1"><c r="A1"><v>1</v></c></row>)";
    const std::string path = dir.write("book.xlsx",
        bookOf({.sheets = {{"Übersicht &amp; more", row}, {"Old", row, "hidden"},
                    {"Empty", R"(<row r="1"><c r="A1" s="1"/></row>)"}, {"Costs v1.2", row},
                    {"Deep", row, "veryHidden"}}}));
    EXPECT_EQ(names(path), (std::vector<std::string> {"Übersicht & more", "Costs v1.2"}));
    EXPECT_FALSE(listArchive(path).has_value());

    const TextRead first = readText(path + "/Übersicht & more");
    EXPECT_EQ(first.text, "1\n");
    ASSERT_EQ(first.problems.size(), 2U);
    EXPECT_EQ(first.problems[0].what.code, Code::sheet_hidden);
    EXPECT_EQ(first.problems[0].what.found, "Old");
    EXPECT_EQ(first.problems[1].what.expected, path + "/Deep");
    EXPECT_EQ(first.file.compression, "xlsx");
    // printf '1\n' | sha256sum
    EXPECT_EQ(first.file.sha256, "4355a46b19d348dc2f57c046f8ef63d4538ebb936000f3c9ee954a27460dd865");
    EXPECT_EQ(readText(path + "/Costs v1.2").problems.size(), 2U); // in case that the first is no table
    const TextRead old = readText(path + "/Old");
    EXPECT_EQ(old.text, "1\n"); // who names it gets it
    EXPECT_TRUE(old.problems.empty());
    EXPECT_EQ(readText(path + "/Empty").error->code, Code::file_empty);
    EXPECT_EQ(readText(path + "/None").error->code, Code::file_not_found);
}

// What Excel and openpyxl 3.0.9 show of it.
TEST(Workbook, publishedWorkbookIsReadCellByCell)
{
    const std::string path = FULLSCOPE_TESTS_DIR "/samples/bills/aws-cost-explorer-xlsx/ce_monthly_by_service.xlsx";
    EXPECT_EQ(names(path), std::vector<std::string> {"Cost and usage report"});
    const TextRead read = readText(path + "/Cost and usage report");
    ASSERT_FALSE(read.error.has_value());
    EXPECT_TRUE(read.problems.empty());
    EXPECT_EQ(read.file.lines, 25);
    EXPECT_NE(
        read.text.find("\n\n\nMontly unblended cost per service,,,,,Normalized values by number of days in the given "
                       "month,,,Comments,Suggestions\nTotal cost,1.76,1.82,5.65,,0.06,0.06,0.18,,\n"),
        std::string::npos);
    EXPECT_TRUE(read.text.ends_with("Amazon Simple Notification Service,0,0,0,,0,0,0,,\n"));
}

TEST(Workbook, formulaWithoutValueIsSaid)
{
    const TempDir dir;
    const std::string path
        = dir.write("book.xlsx", bookOf({.sheets = {{"S", R"(<row r="1"><c r="A1" t="str"><v>x</v></c></row>
            <row r="2"><c r="AB2"><f>SUM(A1:A9)</f></c><c r="AC2"><f>1</f><v>1</v></c></row>)"}}}));
    const TextRead read = readText(path + "/S");
    ASSERT_EQ(read.problems.size(), 1U);
    EXPECT_EQ(read.problems[0].what.code, Code::formula_without_value);
    EXPECT_EQ(read.problems[0].what.field, "AB");
    EXPECT_EQ(read.problems[0].what.line, 2);
}

TEST(Workbook, missingAndBrokenPartsAreDamage)
{
    const TempDir dir;
    const Book book {.sheets = {{"S", R"(<row r="1"><c r="A1" t="s"><v>0</v></c></row>)"}}, .strings = {"<t>x</t>"}};
    const Files whole = partsOf(book);
    for (std::size_t i = 0; i < whole.size(); ++i) {
        Files lacking = whole;
        lacking.erase(lacking.begin() + static_cast<std::ptrdiff_t>(i));
        const std::string path = dir.write("lacking.xlsx", zipOf(lacking));
        const TextRead read = readText(path + "/S");
        if (whole[i].first == "[Content_Types].xml") { // nothing is taken from it
            EXPECT_EQ(read.text, "x\n");
            continue;
        }
        ASSERT_TRUE(read.error.has_value()) << whole[i].first;
        EXPECT_EQ(read.error->code, Code::compressed_corrupt);
        EXPECT_EQ(read.error->found, whole[i].first + ": missing");

        Files broken = whole;
        broken[i].second.resize(broken[i].second.size() - 3);
        const TextRead torn = readText(dir.write("broken.xlsx", zipOf(broken)) + "/S");
        ASSERT_TRUE(torn.error.has_value()) << whole[i].first;
        EXPECT_EQ(torn.error->code, Code::compressed_corrupt);
    }
}

TEST(Workbook, truncatedFileIsNeverTakenForWhole)
{
    const TempDir dir;
    std::string rows;
    std::string text;
    for (int row = 1; row < 2'000; ++row) {
        rows += "<row><c><v>" + std::to_string(row * 7919) + "</v></c></row>";
        text += std::to_string(row * 7919) + "\n";
    }
    const std::string whole = bookOf({.sheets = {{"S", rows}}});
    for (std::size_t size = 0; size < whole.size(); size += 97) {
        const std::string path = dir.write("cut.xlsx", whole.substr(0, size));
        const TextRead read = readText(path + "/S");
        EXPECT_TRUE(read.error.has_value() || read.text == text) << size; // what is lost may be the mere list of parts
        names(path);
    }
}

TEST(Workbook, nothingGrowsWithoutBounds)
{
    const TempDir dir;
    const auto errorOf = [&](const std::string& rows) {
        const TextRead read = readText(dir.write("bomb.xlsx", bookOf({.sheets = {{"S", rows}}})) + "/S");
        return read.error ? read.error->found : "none";
    };
    const std::string sheet = "xl/worksheets/sheet1.xml:1: ";
    EXPECT_EQ(errorOf(R"(<row r="9999999999"/>)"), sheet + "row 0: followed by row 9999999999");
    EXPECT_EQ(errorOf(R"(<row r="2"/><row r="2"/>)"), sheet + "row 2: followed by row 2");
    EXPECT_EQ(errorOf(R"(<row r="1"><c r="XFE1"><v>1</v></c></row>)"), sheet + "row 1: cell  is followed by XFE1");
    EXPECT_EQ(errorOf(R"(<row r="1"><c r="B1"/><c r="A1"/></row>)"), sheet + "row 1: cell B is followed by A1");
    EXPECT_EQ(errorOf(R"(<row r="1"><c r="A1" t="s"><v>0</v></c></row>)"), sheet + "row 1: no shared text 0");
    EXPECT_EQ(
        errorOf("<row><c><v>" + std::string(2 << 20, '1') + "</v></c></row>"), sheet + "row 1: a cell is too long");
    EXPECT_EQ(errorOf("<row " + std::string(20 << 20, ' ') + "/>"), sheet + "a tag that does not end");
    std::string deep;
    for (int i = 0; i < 1'000; ++i)
        deep += "<x>";
    EXPECT_EQ(errorOf(deep), sheet + "nested too deeply");

    Files laughs = partsOf({.sheets = {{"S", ""}}});
    for (auto& [name, content] : laughs)
        if (name.ends_with("sheet1.xml"))
            content = R"(<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet>&b;</worksheet>)";
    EXPECT_EQ(readText(dir.write("laughs.xlsx", zipOf(laughs)) + "/S").error->found, sheet + "document type declared");
}

TEST(Workbook, otherOfficeFilesAreNamed)
{
    const TempDir dir;
    const auto damageOf = [&](const std::string& bytes) {
        const auto listing = listWorkbook(dir.write("file", bytes));
        return listing && listing->damage ? listing->damage->code : Code::count;
    };
    const std::string ole = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1" + std::string(2'000, '\0');
    const auto wide = [](const std::string& text) {
        std::string out;
        for (const char c : text)
            out += {c, '\0'};
        return out;
    };
    EXPECT_EQ(damageOf(ole + wide("EncryptedPackage")), Code::workbook_encrypted);
    EXPECT_EQ(damageOf(ole + wide("Workbook")), Code::format_not_text);
    EXPECT_EQ(damageOf(ole + wide("WordDocument")), Code::count);
    EXPECT_EQ(damageOf(zipOf({{"[Content_Types].xml", "x"}, {"word/document.xml", "<document/>"}})), Code::count);
    EXPECT_EQ(damageOf("step,loss\n1,2\n"), Code::count);
    EXPECT_EQ(damageOf(""), Code::count);
    Files binary = partsOf({.sheets = {{"S", ""}}});
    for (auto& [name, content] : binary)
        if (name == "_rels/.rels")
            content.replace(content.find("workbook.xml"), 12, "workbook.bin");
    EXPECT_EQ(damageOf(zipOf(binary)), Code::format_not_text);
    EXPECT_EQ(damageOf(zipOf(partsOf({.sheets = {{"S", ""}}}), "zip:encryption=zipcrypt")), Code::archive_encrypted);
}

} // namespace

} // namespace fullscope::import
