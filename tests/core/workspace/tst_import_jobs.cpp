// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of jobs from the disk into the workspace. Expected figures: MANIFEST.tsv, and sums over the files by Python.
#include "core/ledger/job_figures.h"
#include "tests/core/workspace/import_fixture.h"

using namespace fullscope::store::test;
using namespace fullscope::workspace::test;
namespace base = fullscope::base;
namespace evidence = fullscope::evidence;
namespace import = fullscope::import;
namespace ledger = fullscope::ledger;

using ImportJobs = ImportTest;

TEST_F(ImportJobs, aListComesInWithItsHours)
{
    const std::string path = sample("logs/slurm-sacct/sacct_midnight_jobid_state_start_end.txt");
    const auto outcome = import({path});
    ASSERT_EQ(outcome.imported.size(), 1U);
    EXPECT_EQ(outcome.files_failed, 0);
    EXPECT_EQ(outcome.rows_rejected, 0);
    EXPECT_EQ(outcome.imported[0].kind, import::Kind::jobs);
    EXPECT_EQ(outcome.imported[0].file.records, 306);
    const auto list = m_workspace->jobList(outcome.imported[0].id);
    ASSERT_OK(list);
    EXPECT_EQ(list->name, "sacct_midnight_jobid_state_start_end");
    EXPECT_FALSE(list->zone_known);
    const auto figures = ledger::jobFigures(list->jobs);
    EXPECT_EQ(figures.total.jobs, 306);
    EXPECT_EQ(figures.total.ran.us, 3'578'857 * base::kSecondUs);
    EXPECT_EQ(figures.of(evidence::JobEnd::cancelled).ran.us, 2'376'660 * base::kSecondUs);
    EXPECT_EQ(figures.total.nodes.without, 306); // the list does not say
    EXPECT_TRUE(m_workspace->runs()->empty());

    const auto again = import({path});
    ASSERT_EQ(again.imported.size(), 1U);
    EXPECT_EQ(again.imported[0].replaced.at(0).kind, "jobs");
    EXPECT_EQ(count(again, base::Code::duplicate_replaced), 1);
    EXPECT_EQ(m_workspace->jobLists()->size(), 1U);
}

TEST_F(ImportJobs, whatIsNoListLeavesNothing)
{
    const auto outcome = import({kRestart}, "slurm_sacct");
    EXPECT_TRUE(outcome.imported.empty());
    EXPECT_EQ(count(outcome, base::Code::nothing_readable), 1);
    EXPECT_TRUE(m_workspace->jobLists()->empty());
}
