// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text_table.h"

#include <gtest/gtest.h>

#include <sstream>

namespace fullscope::cli {

TEST(TextTable, wideCharactersTakeTwoColumns)
{
    EXPECT_EQ(displayWidth(""), 0U);
    EXPECT_EQ(displayWidth("abc"), 3U);
    EXPECT_EQ(displayWidth("≥ é"), 3U);
    EXPECT_EQ(displayWidth("成本"), 4U);
    EXPECT_EQ(displayWidth("（）。"), 6U);
    EXPECT_EQ(displayWidth("\xFF"), 1U); // no UTF-8
}

TEST(TextTable, columnsLineUp)
{
    std::ostringstream out;
    print(report::Table {.title = "Costs",
              .columns = {{"部件", false}, {"USD", true}},
              .rows = {{"compute", "32,770"}, {"存储", "5"}, {"Total"}},
              .last_row_is_total = true},
        out);
    EXPECT_EQ(out.str(),
        "Costs\n"
        "部件        USD\n"
        "---------------\n"
        "compute  32,770\n"
        "存储          5\n"
        "---------------\n"
        "Total          \n");
}

TEST(TextTable, longNameDoesNotPushTheOtherFiguresAway)
{
    std::ostringstream out;
    const std::string name(60, 'n');
    print(report::KeyFigures {{{"H100", "$35", "baseline"}, {name, "$1,000", "more"}}}, out);
    EXPECT_EQ(out.str(), "H100     $35  baseline\n" + name + "\n      $1,000  more\n");
}

TEST(TextTable, paragraphsWrapAtWordsWithoutBlanksAtTheEnd)
{
    std::ostringstream out;
    std::string words;
    for (int i = 0; i < 30; ++i)
        words += "word" + std::to_string(10 + i) + " ";
    print({{words + "end.", report::Paragraph::Kind::warning}}, out);
    std::istringstream lines(out.str());
    std::string joined;
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
        EXPECT_LE(displayWidth(line), 100U);
        EXPECT_NE(line.back(), ' ') << line;
        EXPECT_EQ(line.substr(0, 2), count == 0 ? "! " : "  ");
        joined += line.substr(2) + " ";
    }
    EXPECT_EQ(count, 3); // 30 words of 6 and a blank, 98 columns
    EXPECT_EQ(joined, words + "end. ");
}

TEST(TextTable, chineseWrapsBetweenCharacters)
{
    std::ostringstream out;
    std::string text;
    for (int i = 0; i < 60; ++i)
        text += "成";
    print({{text, report::Paragraph::Kind::plain}}, out);
    const std::string first = out.str().substr(0, out.str().find('\n'));
    EXPECT_EQ(displayWidth(first), 100U);
}

} // namespace fullscope::cli
