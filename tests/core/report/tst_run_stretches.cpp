// SPDX-License-Identifier: GPL-3.0-or-later
// Where the time of a run went besides training, as a table and as marks in a plot.
#include "core/report/sections.h"

#include <gtest/gtest.h>

namespace fullscope::report {

namespace {

using ledger::Stretch;
using ledger::TimeCategory;
using ledger::Why;
using words::Language;

constexpr std::int64_t kSecond = base::kSecondUs;

evidence::Run markedRun()
{
    evidence::Run run;
    run.marks = {{7, 9, evidence::MarkAs::checkpoint, "saved by hand"}, {1, 2, evidence::MarkAs::productive, {}}};
    return run;
}

// Stalls of 5, 1, 2 … seconds, then a marked checkpoint of 30 s, then a mark that moves nothing.
std::vector<Stretch> stretchesOf()
{
    std::vector<Stretch> all;
    for (const std::int64_t seconds : {5, 1, 2})
        all.push_back({TimeCategory::stall, seconds * 100 * kSecond, seconds * kSecond, seconds, seconds, seconds * 10,
            seconds * 10, Why::beyond_pace});
    all.push_back({TimeCategory::checkpoint, 900 * kSecond, 30 * kSecond, 7, 9, 70, 90, Why::user_mark, 0, 0});
    all.push_back({TimeCategory::productive, 0, 0, 1, 2, 0, 0, Why::user_mark, 0, 1});
    return all;
}

} // namespace

TEST(StretchTable, TellsDurationLinesStepsAndWhy)
{
    const Table table = stretchTable(stretchesOf(), markedRun(), Language::en);
    ASSERT_EQ(table.rows.size(), 5U);
    EXPECT_EQ(table.rows[0],
        (std::vector<std::string> {"Stall", "5 s", "00:08:20", "5", "50", "longer than the pace around it"}));
    EXPECT_EQ(table.rows[3],
        (std::vector<std::string> {"Checkpoint", "30 s", "00:15:00", "7–9", "70–90", "marked by you: saved by hand"}));
    EXPECT_EQ(
        table.rows[4], (std::vector<std::string> {"Normal pace", "moves no time", "–", "1–2", "–", "marked by you"}));
}

TEST(StretchTable, KeepsTheLongestInTheirOrderAndSaysWhatItLeftOut)
{
    const Table table = stretchTable(stretchesOf(), markedRun(), Language::en, 2);
    ASSERT_EQ(table.rows.size(), 4U);
    EXPECT_EQ(table.rows[0][1], "5 s");
    EXPECT_EQ(table.rows[1][1], "30 s");
    EXPECT_EQ(table.rows[2][0], "Normal pace"); // marks stay
    EXPECT_EQ(table.rows[3][0], "and 2 shorter ones");
}

TEST(StretchMarks, StandAtTheStepOrTheSecond)
{
    PlotSpec by_step, by_time;
    addStretchMarks(by_step, stretchesOf(), false, Language::en);
    addStretchMarks(by_time, stretchesOf(), true, Language::en);
    ASSERT_EQ(by_step.marks.size(), 4U);
    EXPECT_EQ(by_step.marks[0].x, 50);
    EXPECT_EQ(by_step.marks[3].x, 70);
    EXPECT_EQ(by_step.marks[3].text, "Checkpoint");
    EXPECT_EQ(by_time.marks[0].x, 500);
    EXPECT_EQ(by_time.marks[3].x, 900);
}

} // namespace fullscope::report
