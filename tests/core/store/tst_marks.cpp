// SPDX-License-Identifier: GPL-3.0-or-later
// Marks of the user in the workspace: stored with the ledger that they changed, or not at all.
#include "core/evidence/mark_edits.h"
#include "store_support.h"

namespace fullscope::store::test {

using evidence::MarkAs;
using ledger::TimeCategory;

namespace {

// 20 seconds of one step each, but for step 6, which takes 41 of them; in lines 1, 3, … 39.
base::Result<StoredRun> importSlowRun(WorkspaceFile& workspace, const std::string& path, const std::string& sha256)
{
    FS_TRY_VALUE(batch, workspace.newBatch());
    FS_TRY_VALUE(session, workspace.beginImport(batch));
    const evidence::SeriesInfo step_time {evidence::series::step_time, "s", {}, {}};
    session->series(step_time);
    for (std::int64_t i = 0; i < 20; ++i) {
        evidence::Sample sample = sampleAt(i);
        sample.values = {i == 5 ? 41.0 : 1.0};
        sample.time_us += i >= 5 ? 40 * base::kSecondUs : 0;
        FS_TRY(session->addSample(sample));
    }
    FS_TRY(session->endSamples());
    evidence::Run run;
    run.name = path;
    run.files = {sourceFile(path, sha256, "megatron")};
    run.series = {step_time};
    run.sample_count = 20;
    FS_TRY_VALUE(ledger, ledger::timeLedger(run, *session->samples(), base::JobContext()));
    StoredRun stored;
    FS_TRY_VALUE(id, session->finishRun(run, ledger, {}, stored.replaced));
    stored.id = id;
    FS_TRY(session->commit());
    return stored;
}

std::int64_t seconds(const WorkspaceFile& workspace, std::int64_t id, TimeCategory category)
{
    const auto ledger = workspace.timeLedger(id);
    EXPECT_TRUE(ledger.ok());
    return ledger->us[static_cast<std::size_t>(category)].value_or(-1) / base::kSecondUs;
}

const std::vector<evidence::UserMark> kCheckpoint {{11, 11, MarkAs::checkpoint, "saved by hand — “手动”"}};

} // namespace

TEST(Marks, areStoredWithTheLedgerThatTheyChange)
{
    const TempFolder folder;
    std::int64_t id = 0;
    {
        const auto workspace = openedAt(folder.file("a.fullscope"));
        const auto stored = importSlowRun(*workspace, "a.log", "1");
        ASSERT_OK(stored);
        id = stored->id;
        EXPECT_EQ(seconds(*workspace, id, TimeCategory::stall), 40);
        ASSERT_OK(workspace->setMarks(id, kCheckpoint, {}));
    }
    const auto workspace = openedAt(folder.file("a.fullscope"));
    EXPECT_EQ(workspace->run(id)->marks, kCheckpoint);
    EXPECT_EQ(seconds(*workspace, id, TimeCategory::checkpoint), 40);
    EXPECT_EQ(seconds(*workspace, id, TimeCategory::stall), 0);
    EXPECT_EQ(workspace->timeLedger(id)->wall_us, 60 * base::kSecondUs);
    ASSERT_OK(workspace->setMarks(id, {}, {}));
    EXPECT_TRUE(workspace->run(id)->marks.empty());
    EXPECT_EQ(seconds(*workspace, id, TimeCategory::stall), 40);
}

TEST(Marks, cancelledOrImpossibleOnesChangeNothing)
{
    const auto workspace = openedAt("");
    const auto stored = importSlowRun(*workspace, "a.log", "1");
    ASSERT_OK(stored);
    ASSERT_OK(workspace->setMarks(stored->id, kCheckpoint, {}));
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(workspace->setMarks(stored->id, {}, base::JobContext(stop.get_token(), {})).error().code,
        base::Code::cancelled);
    EXPECT_EQ(workspace->setMarks(stored->id, {{9, 8, MarkAs::stall, {}}}, {}).error().code, base::Code::out_of_range);
    EXPECT_EQ(workspace->setMarks(stored->id, {{0, 8, MarkAs::stall, {}}}, {}).error().code, base::Code::out_of_range);
    EXPECT_EQ(workspace->setMarks(stored->id + 1, {}, {}).error().code, base::Code::id_unknown);
    EXPECT_EQ(workspace->run(stored->id)->marks, kCheckpoint);
    EXPECT_EQ(seconds(*workspace, stored->id, TimeCategory::checkpoint), 40);
}

TEST(Marks, aMarkOutsideIsKeptAndIsAProblemOfTheLedger)
{
    const auto workspace = openedAt("");
    const auto stored = importSlowRun(*workspace, "a.log", "1");
    ASSERT_OK(stored);
    ASSERT_OK(workspace->setMarks(stored->id, {{100, 120, MarkAs::stall, {}}}, {}));
    EXPECT_EQ(workspace->run(stored->id)->marks.size(), 1U);
    const auto problems = workspace->problems();
    const auto outside = std::find_if(problems->begin(), problems->end(),
        [](const StoredProblem& one) { return one.problem.what.code == base::Code::mark_outside; });
    ASSERT_NE(outside, problems->end());
    EXPECT_EQ(outside->problem.what.expected, "1–39");
    ASSERT_OK(workspace->setMarks(stored->id, {}, {}));
    for (const StoredProblem& one : *workspace->problems())
        EXPECT_NE(one.problem.what.code, base::Code::mark_outside);
}

TEST(Marks, outliveAnImportOfTheSameContent)
{
    const auto workspace = openedAt("");
    const auto first = importSlowRun(*workspace, "a.log", "same");
    ASSERT_OK(first);
    ASSERT_OK(workspace->setMarks(first->id, kCheckpoint, {}));
    const auto second = importSlowRun(*workspace, "copy of a.log", "same");
    ASSERT_OK(second);
    ASSERT_NE(second->id, first->id);
    EXPECT_EQ(workspace->run(second->id)->marks, kCheckpoint);
    EXPECT_EQ(seconds(*workspace, second->id, TimeCategory::checkpoint), 40) << "the ledger knows the marks";
    const auto other = importSlowRun(*workspace, "b.log", "other");
    ASSERT_OK(other);
    EXPECT_TRUE(workspace->run(other->id)->marks.empty());
    ASSERT_OK(workspace->removeRun(second->id));
}

TEST(Marks, aNewOneTakesThePlaceOfThoseWithinIt)
{
    using evidence::withMark;
    std::vector<evidence::UserMark> marks {
        {5, 9, MarkAs::stall, {}}, {7, 7, MarkAs::restart, {}}, {1, 20, MarkAs::evaluation, {}}};
    marks = withMark(std::move(marks), {4, 10, MarkAs::checkpoint, "x"});
    const std::vector<evidence::UserMark> expected {
        {7, 7, MarkAs::restart, {}}, {1, 20, MarkAs::evaluation, {}}, {4, 10, MarkAs::checkpoint, "x"}};
    EXPECT_EQ(marks, expected);
    marks = withMark(std::move(marks), {7, 8, MarkAs::no_restart, {}});
    EXPECT_EQ(marks.size(), 3U);
    EXPECT_EQ(marks[0].as, MarkAs::evaluation);
    EXPECT_EQ(evidence::withoutMarks(marks, 4, 10).size(), 1U);
    EXPECT_EQ(evidence::withoutMarks(marks, 5, 10).size(), 2U);
}

} // namespace fullscope::store::test
