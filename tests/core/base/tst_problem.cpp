// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/problem.h"

#include <gtest/gtest.h>

namespace base = fullscope::base;

namespace {

base::Problem problem(base::Code code, const std::string& field, std::int64_t line)
{
    base::Problem result;
    result.severity = base::Severity::warning;
    result.handling = base::Handling::row_skipped;
    result.what.code = code;
    result.what.field = field;
    result.what.line = line;
    return result;
}

} // namespace

TEST(ProblemList, KeepsTheFirstOfEachKindAndCountsTheRest)
{
    base::ProblemList list;
    EXPECT_TRUE(list.empty());
    for (int line = 1; line <= 1000; ++line) {
        list.add(problem(base::Code::bad_number, "cost", line));
        if (line % 2 == 0)
            list.add(problem(base::Code::bad_number, "hours", line));
    }
    list.add(problem(base::Code::bad_time, "start", 5000));

    EXPECT_EQ(list.entries().size(), 21U + 21U + 1U);
    std::int64_t cost = 0, hours = 0;
    for (const base::Problem& entry : list.entries()) {
        cost += entry.what.field == "cost" ? entry.count : 0;
        hours += entry.what.field == "hours" ? entry.count : 0;
    }
    EXPECT_EQ(cost, 1000);
    EXPECT_EQ(hours, 500);
    EXPECT_EQ(list.entries().back().what.line, 5000);
    EXPECT_EQ(list.total(base::Severity::warning), 1501);
    EXPECT_EQ(list.total(base::Severity::error), 0);
    EXPECT_EQ(list.rowsSkipped(), 1501);
}

TEST(ProblemList, KeepsOrderAndLines)
{
    base::ProblemList list;
    for (int line = 1; line <= 25; ++line)
        list.add(problem(base::Code::row_short, "", line));
    ASSERT_EQ(list.entries().size(), 21U);
    for (std::size_t i = 0; i < 20; ++i) {
        EXPECT_EQ(list.entries()[i].what.line, static_cast<std::int64_t>(i + 1));
        EXPECT_EQ(list.entries()[i].count, 1);
    }
    EXPECT_EQ(list.entries()[20].what.line, 21);
    EXPECT_EQ(list.entries()[20].count, 5);
}

TEST(ProblemList, KindsDifferBySeverityAndHandling)
{
    base::ProblemList list;
    base::Problem kept = problem(base::Code::bad_value, "x", 1);
    kept.handling = base::Handling::kept;
    kept.severity = base::Severity::info;
    kept.count = 7; // stands for several already
    list.add(kept);
    list.add(problem(base::Code::bad_value, "x", 2));
    EXPECT_EQ(list.entries().size(), 2U);
    EXPECT_EQ(list.total(base::Severity::info), 7);
    EXPECT_EQ(list.total(base::Severity::warning), 1);
    EXPECT_EQ(list.rowsSkipped(), 1);
}

TEST(FirstOfEachKind, CountsAllAndKeepsFilesApart)
{
    std::vector<base::Problem> problems;
    for (int line = 1; line <= 3; ++line)
        problems.push_back(problem(base::Code::bad_number, "cost", line));
    problems.push_back(problem(base::Code::bad_number, "hours", 9));
    problems.push_back(problem(base::Code::bad_number, "cost", 4));
    problems.back().what.file = "other.csv";
    problems.push_back(problem(base::Code::bad_number, "cost", 5));
    problems.back().count = 10;

    const auto told = base::firstOfEachKind(problems);
    ASSERT_EQ(told.size(), 3U);
    EXPECT_EQ(told[0].what.line, 1);
    EXPECT_EQ(told[0].count, 13); // lines 1 to 3 and the entry that stands for ten
    EXPECT_EQ(told[1].what.field, "hours");
    EXPECT_EQ(told[2].what.file, "other.csv");
}
