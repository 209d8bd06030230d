// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of a list of jobs say what their figures are of.
#include "core/report/report.h"

#include <gtest/gtest.h>

namespace {

using namespace fullscope;
using evidence::Job;
using evidence::JobEnd;
using words::Language;

constexpr std::int64_t kHour = 3600 * base::kSecondUs;

evidence::JobList list()
{
    Job done;
    done.job_id = "7";
    done.name = "llm";
    done.state = "COMPLETED";
    done.end = JobEnd::completed;
    done.submit_us = 1'700'000'000 * base::kSecondUs;
    done.start_us = done.submit_us + kHour / 2;
    done.elapsed_us = 3 * kHour;
    done.nodes = 2;
    done.accelerators = 16;
    Job lost = done;
    lost.job_id = "8";
    lost.end = JobEnd::node_failed;
    lost.elapsed_us = kHour;
    lost.accelerators.reset();
    evidence::JobList made;
    made.name = "jobs";
    made.jobs = {done, lost};
    return made;
}

TEST(JobParts, totalsSayHowManyJobsTheyLack)
{
    const auto table = report::jobTotalsTable(ledger::jobFigures(list().jobs), Language::en);
    ASSERT_EQ(table.rows.size(), 3U);
    EXPECT_EQ(table.rows[0],
        (std::vector<std::string> {"Completed", "1", "3.00", "6.00", "48.00", "not in the file", "0.50", "75.0 %"}));
    EXPECT_EQ(table.rows[1],
        (std::vector<std::string> {
            "Node failed", "1", "1.00", "2.00", "not in the file", "not in the file", "0.50", "25.0 %"}));
    EXPECT_EQ(table.rows[2],
        (std::vector<std::string> {
            "Total", "2", "4.00", "8.00", "48.00 (jobs that do not say: 1)", "not in the file", "1.00", "100.0 %"}));
    EXPECT_TRUE(table.last_row_is_total);
}

TEST(JobParts, jobsAreShownAsTheyAre)
{
    const auto table = report::jobsTable(list(), Language::en);
    ASSERT_EQ(table.rows.size(), 2U);
    EXPECT_EQ(table.rows[1],
        (std::vector<std::string> {"2", "8", "llm", "COMPLETED", "Node failed", "2023-11-14T22:43:20", "00:30:00",
            "01:00:00", "2", "–", "", ""}));
    EXPECT_EQ(report::jobListTable(list(), Language::en).rows.back().at(1), "as written, without a time zone");
}

} // namespace
