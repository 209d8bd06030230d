// SPDX-License-Identifier: GPL-3.0-or-later
// Which files of a folder look like one run.
#include "core/workspace/suggestions.h"

#include "tests/core/workspace/import_fixture.h"

#include <fstream>

using namespace fullscope::store::test;
using namespace fullscope::workspace::test;
namespace evidence = fullscope::evidence;
namespace workspace = fullscope::workspace;
using evidence::PartReason;

namespace {

class Suggestions : public ImportTest {
protected:
    // Records of a torchtitan log, one a minute from `minute` past noon on.
    std::string write(const std::string& name, int first, int last, int minute, double loss = 9)
    {
        const std::string path = m_folder.file(name);
        std::ofstream out(path);
        for (int step = first; step <= last; ++step, ++minute) {
            char line[200];
            std::snprintf(line, sizeof line,
                "[rank0]:2024-05-01 %02d:%02d:00,000 - root - INFO - step: %2d  loss: %7.4f  memory: 10.00GiB(12.00%%) "
                " "
                "tps: 1,000  mfu: 30.00%%\n",
                12 + minute / 60, minute % 60, step, loss - step / 100.0);
            out << line;
        }
        return path;
    }
    std::vector<workspace::Suggestion> found()
    {
        auto suggestions = workspace::suggestions(*m_workspace, {});
        EXPECT_TRUE(suggestions.ok());
        return suggestions ? *std::move(suggestions) : std::vector<workspace::Suggestion>();
    }
};

} // namespace

TEST_F(Suggestions, filesThatGoOnMakeAChain)
{
    import({write("c.log", 21, 30, 70), write("a.log", 1, 12, 0), write("b.log", 11, 20, 30)});
    const auto runs = m_workspace->runs();
    ASSERT_EQ(runs->size(), 3U);
    const std::int64_t c = (*runs)[0].id, a = (*runs)[1].id, b = (*runs)[2].id;
    const auto suggested = found();
    ASSERT_EQ(suggested.size(), 2U);
    for (const auto& one : suggested) {
        EXPECT_EQ(one.run_id, a);
        EXPECT_EQ(one.reason, PartReason::continues);
    }
    EXPECT_EQ(suggested[0].part.part_id, b);
    EXPECT_EQ(suggested[1].part.part_id, c);
    ASSERT_OK(m_workspace->joinParts(a, {suggested[0].part, suggested[1].part}, {}));
    EXPECT_TRUE(found().empty());
    ASSERT_EQ(m_workspace->runs()->size(), 1U);
    EXPECT_EQ(m_workspace->runs()->front().restarts, 2);
    EXPECT_EQ(m_workspace->timeLedger(a)->rework_steps, 2);
}

TEST_F(Suggestions, sameRecordsAreACopy)
{
    const std::string path = write("rank0.log", 1, 20, 0);
    std::ofstream(m_folder.file("rank1.log")) << std::ifstream(path).rdbuf() << "\n";
    import({path, m_folder.file("rank1.log")});
    const auto suggested = found();
    ASSERT_EQ(suggested.size(), 1U);
    EXPECT_EQ(suggested[0].reason, PartReason::same_records);
    EXPECT_EQ(suggested[0].part.role, evidence::PartRole::rank);
}

// The state of an earlier time lies in the folder of its checkpoint.
TEST_F(Suggestions, earlierStatesAreBeginnings)
{
    std::filesystem::create_directories(m_folder.file("checkpoint-10"));
    std::filesystem::create_directories(m_folder.file("checkpoint-20"));
    import({write("checkpoint-10/train.log", 1, 10, 0), write("checkpoint-20/train.log", 1, 20, 0),
        write("train.log", 1, 25, 0)});
    const auto runs = m_workspace->runs();
    ASSERT_EQ(runs->size(), 3U);
    EXPECT_EQ((*runs)[0].name, "checkpoint-10/train");
    EXPECT_EQ((*runs)[1].name, "checkpoint-20/train");
    const auto suggested = found();
    ASSERT_EQ(suggested.size(), 2U);
    for (const auto& one : suggested) {
        EXPECT_EQ(one.reason, PartReason::beginning);
        EXPECT_EQ(one.part.role, evidence::PartRole::rank);
        EXPECT_EQ(one.run_id, (*runs)[2].id);
    }
    ASSERT_OK(m_workspace->joinParts((*runs)[2].id, {suggested[0].part, suggested[1].part}, {}));
    ASSERT_EQ(m_workspace->runs()->size(), 1U);
    EXPECT_EQ(m_workspace->runs()->front().samples, 25);
    EXPECT_EQ(m_workspace->timeLedger((*runs)[2].id)->samples, 25); // counted once
    EXPECT_TRUE(found().empty());
}

// With the same seed, but at another time: paid for twice.
TEST_F(Suggestions, sameTrainingAgainIsNoCopy)
{
    import({write("a.log", 1, 20, 0), write("again.log", 1, 20, 30), write("stopped.log", 1, 10, 200)});
    EXPECT_TRUE(found().empty());
    import({sample("logs/nanogpt/nanogpt_colab_cell11.log")}); // eight runs, of which many have the same losses
    EXPECT_TRUE(found().empty());
}

TEST_F(Suggestions, othersStandAlone)
{
    import({write("a.log", 1, 20, 0), write("from-start.log", 1, 20, 30, 8), write("before.log", 21, 30, 5),
        write("far.log", 50, 60, 100)});
    EXPECT_TRUE(found().empty());
}

TEST_F(Suggestions, otherFoldersAreOtherRuns)
{
    std::filesystem::create_directory(m_folder.file("x"));
    import({write("a.log", 1, 12, 0), write("x/b.log", 11, 20, 30)});
    EXPECT_TRUE(found().empty());
}
