// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/jobs.h"
#include "core/store/run_parts.h"
#include "tests/core/store/store_support.h"

using namespace fullscope::store::test;
namespace base = fullscope::base;
namespace evidence = fullscope::evidence;
namespace store = fullscope::store;

namespace {

evidence::JobList twoJobs(const std::string& sha256 = "abc")
{
    evidence::Job full {.line = 3,
        .job_id = "7",
        .name = "llm “a”",
        .state = "CANCELLED by 5",
        .end = evidence::JobEnd::cancelled,
        .submit_us = 1'700'000'000'000'000,
        .start_us = 1'700'000'100'000'000,
        .end_us = 1'700'003'700'000'000,
        .elapsed_us = 3'600'000'000,
        .billable_us = 0,
        .nodes = 2,
        .accelerators = 16,
        .instance_type = "h100",
        .reason = "exit 0:9"};
    evidence::Job bare;
    bare.line = 4;
    bare.job_id = "8";
    evidence::JobList list;
    list.name = "jobs";
    list.files = {sourceFile("jobs.txt", sha256, "slurm_sacct")};
    list.jobs = {full, bare};
    list.zone_known = true;
    return list;
}

struct Stored {
    std::int64_t id = 0;
    std::vector<store::Replaced> replaced {};
};

base::Result<Stored> importJobs(store::WorkspaceFile& workspace, const evidence::JobList& list)
{
    FS_TRY_VALUE(batch, workspace.newBatch());
    FS_TRY_VALUE(session, workspace.beginImport(batch));
    Stored stored;
    FS_TRY_VALUE(id, session->finishJobs(list, {}, stored.replaced));
    stored.id = id;
    FS_TRY(session->commit());
    return stored;
}

class JobsTest : public testing::Test {
protected:
    TempFolder m_folder;
    std::unique_ptr<store::WorkspaceFile> m_workspace = openedAt(m_folder.file("w.fullscope"));
};

} // namespace

TEST_F(JobsTest, aListIsReadAsItWasStored)
{
    const auto stored = importJobs(*m_workspace, twoJobs());
    ASSERT_OK(stored);
    const auto read = m_workspace->jobList(stored->id);
    ASSERT_OK(read);
    EXPECT_EQ(read->id, stored->id);
    EXPECT_EQ(read->name, "jobs");
    EXPECT_TRUE(read->zone_known);
    EXPECT_EQ(read->files, twoJobs().files);
    EXPECT_EQ(read->jobs, twoJobs().jobs);
    const auto lists = m_workspace->jobLists();
    ASSERT_OK(lists);
    ASSERT_EQ(lists->size(), 1U);
    EXPECT_EQ(lists->front().jobs, 2);
    EXPECT_EQ(lists->front().format, "slurm_sacct");
    EXPECT_EQ(lists->front().first_start_us, 1'700'000'100'000'000);
    EXPECT_EQ(lists->front().last_end_us, 1'700'003'700'000'000);
}

TEST_F(JobsTest, sameFileAgainReplacesItselfAndKeepsWhatWasJoined)
{
    const auto run = importRun(*m_workspace, "a.log", "run", 3);
    ASSERT_OK(run);
    const auto first = importJobs(*m_workspace, twoJobs());
    ASSERT_OK(first);
    {
        auto database = store::Database::open(m_folder.file("w.fullscope"), store::Database::Mode::read_write);
        ASSERT_OK(database);
        ASSERT_OK(database->run("INSERT INTO run_part (run_id, part_id, record, role, position, shift_us)"
                                " VALUES (?, ?, 1, 'job', 0, 5)",
            run->id, first->id));
    }
    const auto again = importJobs(*m_workspace, twoJobs());
    ASSERT_OK(again);
    ASSERT_EQ(again->replaced.size(), 1U);
    EXPECT_EQ(again->replaced[0].kind, "jobs");
    EXPECT_EQ(again->replaced[0].rows, 2);
    EXPECT_TRUE(again->replaced[0].same_content);
    EXPECT_EQ(m_workspace->jobLists()->size(), 1U);
    auto database = store::Database::open(m_folder.file("w.fullscope"), store::Database::Mode::read_only);
    ASSERT_OK(database);
    EXPECT_EQ(*database->integer("SELECT part_id FROM run_part WHERE record = 1 AND shift_us = 5"), again->id);
    const auto parts = store::readAllParts(*database, run->id);
    ASSERT_OK(parts);
    const auto joined = store::readJoinedJobs(*database, *parts);
    ASSERT_OK(joined);
    ASSERT_EQ(joined->size(), 1U);
    EXPECT_EQ(joined->front().job, twoJobs().jobs[1]);
    EXPECT_EQ(joined->front().shift_us, 5);
    EXPECT_EQ(joined->front().file, "jobs.txt");
    const auto other = importJobs(*m_workspace, twoJobs("other"));
    ASSERT_OK(other);
    EXPECT_TRUE(other->replaced.empty());
    EXPECT_EQ(m_workspace->jobLists()->size(), 2U);
}

TEST_F(JobsTest, aJoinedJobShowsStartupAndShutdownOfTheRun)
{
    using fullscope::ledger::TimeCategory;
    const std::int64_t first_us = 1'700'000'000'000'000; // of three samples of a second each
    const auto run = importRun(*m_workspace, "a.log", "run", 3);
    ASSERT_OK(run);
    evidence::JobList list = twoJobs();
    list.jobs[1].start_us = first_us - 51 * base::kSecondUs + 3'600 * base::kSecondUs; // an hour ahead of the log
    list.jobs[1].end_us = first_us + 32 * base::kSecondUs + 3'600 * base::kSecondUs;
    list.jobs[1].end = evidence::JobEnd::completed;
    const auto jobs = importJobs(*m_workspace, list);
    ASSERT_OK(jobs);
    const auto category
        = [&](TimeCategory one) { return m_workspace->timeLedger(run->id)->us[static_cast<std::size_t>(one)]; };
    const evidence::RunPart apart {.role = evidence::PartRole::job, .part_id = jobs->id, .record = 1};
    EXPECT_EQ(m_workspace->joinParts(run->id, {apart}, base::JobContext()).error().code, base::Code::job_apart);
    EXPECT_FALSE(category(TimeCategory::startup).has_value());
    EXPECT_TRUE(m_workspace->parts(run->id)->empty());

    evidence::RunPart part = apart;
    part.shift_us = -3'600 * base::kSecondUs;
    ASSERT_OK(m_workspace->joinParts(run->id, {part}, base::JobContext()));
    EXPECT_EQ(category(TimeCategory::startup), 50 * base::kSecondUs);
    EXPECT_EQ(category(TimeCategory::shutdown), 30 * base::kSecondUs);
    EXPECT_EQ(m_workspace->timeLedger(run->id)->wall_us, 83 * base::kSecondUs);
    ASSERT_OK(importRun(*m_workspace, "a.log", "run", 3)); // again: what was joined stays
    const std::int64_t now = m_workspace->runs()->front().id;
    EXPECT_EQ(m_workspace->timeLedger(now)->wall_us, 83 * base::kSecondUs);
    ASSERT_OK(m_workspace->removeJobList(jobs->id));
    EXPECT_EQ(m_workspace->timeLedger(now)->wall_us, 3 * base::kSecondUs);
}

TEST_F(JobsTest, aListIsRemovedWithItsJobs)
{
    const auto stored = importJobs(*m_workspace, twoJobs());
    ASSERT_OK(stored);
    EXPECT_EQ(m_workspace->removeRun(stored->id).error().code, base::Code::id_unknown);
    ASSERT_OK(m_workspace->removeJobList(stored->id));
    EXPECT_TRUE(m_workspace->jobLists()->empty());
    EXPECT_EQ(m_workspace->jobList(stored->id).error().code, base::Code::id_unknown);
    EXPECT_EQ(m_workspace->removeJobList(stored->id).error().code, base::Code::id_unknown);
}
