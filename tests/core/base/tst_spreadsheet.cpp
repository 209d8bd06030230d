// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/spreadsheet.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

using namespace fullscope::base;

TEST(Spreadsheet, textThatBeginsAFormulaStandsBehindAnApostrophe)
{
    const std::pair<const char*, const char*> cases[] = {
        {"=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"},
        {"@SUM(1+1)*cmd|' /C calc'!A0", "'@SUM(1+1)*cmd|' /C calc'!A0"},
        {"+1", "'+1"},
        {"-1", "'-1"},
        {"\t=1+1", "'\t=1+1"},
        {"\r=1+1", "'\r=1+1"},
        {"\n=1+1", "'\n=1+1"},
        {"  =1+1", "'  =1+1"},
        {" \t=1", "' \t=1"},
        {"＝1+1", "'＝1+1"},
        {"＠SUM(1)", "'＠SUM(1)"},
        {"=HYPERLINK(\"http://x\",\"y\")", "'=HYPERLINK(\"http://x\",\"y\")"},
        {"", ""},
        {" ", " "},
        {"a=1", "a=1"},
        {"p5.48xlarge", "p5.48xlarge"},
        {"1-2", "1-2"},
        {"'quoted'", "'quoted'"},
        {"−1", "−1"}, // U+2212 begins no formula
        {"'=1", "''=1"}, // an apostrophe that was there stays apart from ours
        {"''-x", "'''-x"},
    };
    for (const auto& [text, cell] : cases) {
        EXPECT_EQ(spreadsheetText(text), cell);
        EXPECT_EQ(fromSpreadsheetText(cell), text);
    }
}

TEST(Spreadsheet, everyShortTextComesBack)
{
    const std::string letters = "='+- \ta1\xEF\xBC\x9D";
    for (std::size_t number = 0; number < letters.size() * letters.size() * letters.size() * letters.size(); ++number) {
        std::string text;
        for (std::size_t rest = number; rest > 0; rest /= letters.size())
            text += letters[rest % letters.size()];
        ASSERT_EQ(fromSpreadsheetText(spreadsheetText(text)), text);
    }
}

TEST(Spreadsheet, whatTheProgramShowsAsANumberIsOne)
{
    for (const char* number : {"0", "-0.5", "+44.3 %", "-12,000.00 USD", "-$1.50/h", "-CHF 3", "-€0.25", "1e-05",
             "-2.5e+17 FLOP/s", "12.5K", "+1"})
        EXPECT_TRUE(isShownNumber(number)) << number;
    for (const char* other : {"", "-", "=1", "+1+cmd|' /C calc'!A0", "-2+3", "-1-1", "+A1", "-x", "@1", "-1*2",
             "-SUM(1)", "1e-", "-1;=2", "-1\t=2", "-1!A0", "+$", "-USD"})
        EXPECT_FALSE(isShownNumber(other)) << other;
}

TEST(Spreadsheet, fieldsAreQuotedWhereTheyMust)
{
    EXPECT_EQ(csvField("plain"), "plain");
    EXPECT_EQ(csvField("a,b"), "\"a,b\"");
    EXPECT_EQ(csvField("a \"b\""), "\"a \"\"b\"\"\"");
    EXPECT_EQ(csvField("two\nlines"), "\"two\nlines\"");
    EXPECT_EQ(csvField("x;=1"), "\"x;=1\""); // where the list separator is a semicolon
    EXPECT_EQ(csvField(" padded"), "\" padded\"");
}
