// SPDX-License-Identifier: GPL-3.0-or-later
// Several logs as one run: nothing is lost, nothing is counted twice, and all of it can be undone.
#include "tests/core/store/store_support.h"

#include <numeric>

using namespace fullscope::store::test;
namespace base = fullscope::base;
namespace evidence = fullscope::evidence;
namespace ledger = fullscope::ledger;
namespace store = fullscope::store;
using evidence::PartRole;

namespace {

constexpr std::int64_t kStart_us = 1'700'000'000'000'000;

class RunParts : public testing::Test {
protected:
    // `count` steps of a second from `first_step` on, the first of which ends `after_s` seconds after kStart_us.
    std::int64_t import(const std::string& path, std::int64_t first_step, std::int64_t after_s, std::int64_t count,
        const evidence::SeriesInfo& rate = {"tokens_per_s", "tokens/s", evidence::RateScope::job, {}})
    {
        const auto batch = m_workspace->newBatch();
        auto session = m_workspace->beginImport(*batch);
        EXPECT_TRUE(session.ok());
        evidence::Run run;
        run.series = {{evidence::series::step_time, "s", {}, {}}, rate};
        for (const evidence::SeriesInfo& info : run.series)
            (*session)->series(info);
        for (std::int64_t i = 0; i < count; ++i)
            EXPECT_TRUE((*session)
                            ->addSample({.line = i + 1,
                                .step = first_step + i,
                                .time_us = kStart_us + (after_s + i) * base::kSecondUs,
                                .values = {1.0, 500.0}})
                            .ok());
        EXPECT_TRUE((*session)->endSamples().ok());
        run.name = path;
        run.files = {sourceFile(path, path, "megatron")};
        run.files[0].records = count;
        run.facts = {{.name = "world_size", .value = "8", .line = 1}};
        run.sample_count = count;
        const auto made = ledger::timeLedger(run, *(*session)->samples(), {});
        EXPECT_TRUE(made.ok());
        std::vector<store::Replaced> replaced;
        const auto id = (*session)->finishRun(run, *made, {}, replaced);
        EXPECT_TRUE(id.ok() && (*session)->commit().ok());
        return *id;
    }
    void join(std::int64_t run, std::int64_t part, PartRole role = PartRole::attempt, std::int64_t shift_us = 0)
    {
        ASSERT_OK(m_workspace->joinParts(run, {{role, part, -1, shift_us}}, {}));
    }
    std::vector<std::int64_t> steps(std::int64_t run)
    {
        std::vector<std::int64_t> all;
        const auto samples = m_workspace->samples(run);
        const auto reader = samples->read({0});
        evidence::SampleBlock block;
        while (*reader->next(block)) {
            EXPECT_EQ(block.first, static_cast<std::int64_t>(all.size()));
            all.insert(all.end(), block.step.begin(), block.step.end());
        }
        return all;
    }
    std::optional<std::int64_t> seconds(std::int64_t run, ledger::TimeCategory category)
    {
        const auto us = m_workspace->timeLedger(run)->us[static_cast<std::size_t>(category)];
        return us ? std::optional(*us / base::kSecondUs) : std::nullopt;
    }
    std::int64_t wall(std::int64_t run) { return m_workspace->timeLedger(run)->wall_us / base::kSecondUs; }

    std::unique_ptr<store::WorkspaceFile> m_workspace = openedAt("");
};

} // namespace

// 1 … 10 in the seconds 0 … 9, then 6 … 15 in the seconds 100 … 109: steps 6 … 10 ran twice.
TEST_F(RunParts, attemptsMakeOneLedger)
{
    const std::int64_t first = import("a.log", 1, 0, 10), second = import("b.log", 6, 100, 10);
    join(first, second);

    const auto runs = m_workspace->runs();
    ASSERT_OK(runs);
    ASSERT_EQ(runs->size(), 1U);
    EXPECT_EQ((*runs)[0].samples, 20);
    EXPECT_EQ((*runs)[0].parts, 1);
    EXPECT_EQ((*runs)[0].restarts, 1);
    EXPECT_EQ((*runs)[0].last_step, 15);
    const auto run = m_workspace->run(first);
    EXPECT_EQ(run->name, "a.log");
    ASSERT_EQ(run->files.size(), 2U);
    EXPECT_EQ(run->files[1].path, "b.log");

    std::vector<std::int64_t> expected(20);
    std::iota(expected.begin(), expected.begin() + 10, 1);
    std::iota(expected.begin() + 10, expected.end(), 6);
    EXPECT_EQ(steps(first), expected);

    EXPECT_EQ(m_workspace->timeLedger(first)->rework_steps, 5);
    EXPECT_EQ(wall(first), 110);
    EXPECT_EQ(seconds(first, ledger::TimeCategory::rework), 5);
    EXPECT_EQ(seconds(first, ledger::TimeCategory::downtime), 90);
    EXPECT_EQ(seconds(first, ledger::TimeCategory::productive), 15);

    const auto points = m_workspace->plotPoints(first, 1, true, 0, 200, 1'000);
    ASSERT_OK(points);
    ASSERT_EQ(points->x.size(), 20U);
    EXPECT_EQ(points->x.front(), 0);
    EXPECT_EQ(points->x[10], 100);
    EXPECT_EQ(points->x.back(), 109);
}

TEST_F(RunParts, separatedRunsAreWhatTheyWere)
{
    const std::int64_t first = import("a.log", 1, 0, 10), second = import("b.log", 6, 100, 10);
    const auto before = m_workspace->runs();
    join(first, second);
    ASSERT_OK(m_workspace->separateParts(first, {{PartRole::attempt, second}}, {}));
    const auto after = m_workspace->runs();
    ASSERT_EQ(after->size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ((*after)[i].samples, 10);
        EXPECT_EQ((*after)[i].wall_us, (*before)[i].wall_us);
        EXPECT_EQ((*after)[i].restarts, 0);
        EXPECT_EQ((*after)[i].parts, 0);
        EXPECT_EQ((*after)[i].sparkline, (*before)[i].sparkline);
    }
    EXPECT_EQ(wall(first), 10);
    EXPECT_EQ(
        m_workspace->separateParts(first, {{PartRole::attempt, second}}, {}).error().code, base::Code::id_unknown);
}

// Its clock is an hour ahead.
TEST_F(RunParts, clockOfAPartIsShifted)
{
    const std::int64_t first = import("a.log", 1, 0, 10), second = import("b.log", 11, 3'600 + 10, 10);
    join(first, second, PartRole::attempt, -3'600 * base::kSecondUs);
    EXPECT_EQ(wall(first), 20);
    EXPECT_EQ(seconds(first, ledger::TimeCategory::productive), 20);
    EXPECT_EQ(m_workspace->plotPoints(first, 0, true, 0, 100, 1'000)->x.back(), 19);
}

TEST_F(RunParts, ratesOfAnotherScopeStayApart)
{
    const std::int64_t first = import("a.log", 1, 0, 10);
    const std::int64_t second
        = import("b.log", 11, 10, 10, {"tokens_per_s", "tokens/s", evidence::RateScope::device, {}});
    join(first, second);
    const auto run = m_workspace->run(first);
    ASSERT_EQ(run->series.size(), 3U);
    EXPECT_EQ(run->series[2].name, "tokens_per_s (2)");
    EXPECT_EQ(run->series[2].scope, evidence::RateScope::device);
    EXPECT_EQ(m_workspace->plotPoints(first, 1, false, 0, 100, 1'000)->x.back(), 10);
    EXPECT_EQ(m_workspace->plotPoints(first, 2, false, 0, 100, 1'000)->x.front(), 11);
}

TEST_F(RunParts, ranksAreNotCountedAgain)
{
    const std::int64_t first = import("rank0.log", 1, 0, 10), second = import("rank1.log", 1, 0, 10);
    join(first, second, PartRole::rank);
    ASSERT_EQ(m_workspace->runs()->size(), 1U);
    EXPECT_EQ(m_workspace->runs()->front().samples, 10);
    EXPECT_EQ(m_workspace->timeLedger(first)->restarts, 0);
    EXPECT_EQ(wall(first), 10);
    EXPECT_EQ(m_workspace->run(first)->files.size(), 1U);
}

// What an attempt has of its own counts for the whole, and is its own again when it stands alone.
TEST_F(RunParts, attemptsKeepTheirOwnParts)
{
    const std::int64_t a = import("a.log", 1, 0, 10), b = import("b.log", 11, 10, 10), c = import("c.log", 21, 20, 10);
    join(b, c);
    EXPECT_EQ(wall(b), 20);
    join(a, b);
    ASSERT_EQ(m_workspace->runs()->size(), 1U);
    EXPECT_EQ(wall(a), 30);
    EXPECT_EQ(m_workspace->run(a)->files.size(), 3U);
    ASSERT_OK(m_workspace->separateParts(a, {{PartRole::attempt, b}}, {}));
    ASSERT_EQ(m_workspace->runs()->size(), 2U);
    EXPECT_EQ(wall(a), 10);
    EXPECT_EQ(wall(b), 20);
    EXPECT_EQ(m_workspace->runs()->back().samples, 20);
    join(a, b);
    ASSERT_OK(m_workspace->removeRun(a));
    EXPECT_TRUE(m_workspace->runs()->empty());
    EXPECT_EQ(m_workspace->run(c).error().code, base::Code::id_unknown);
}

TEST_F(RunParts, attemptsRunInTheOrderOfTheirTimes)
{
    const std::int64_t later = import("b.log", 6, 100, 10), earlier = import("a.log", 1, 0, 10);
    join(later, earlier);
    EXPECT_EQ(m_workspace->runs()->front().name, "b.log");
    EXPECT_EQ(m_workspace->run(later)->files.at(0).path, "a.log");
    EXPECT_EQ(steps(later).front(), 1);
    EXPECT_EQ(wall(later), 110);
    EXPECT_EQ(m_workspace->timeLedger(later)->rework_steps, 5);
}

// A mark beyond the end of its file must not fall on the file that follows.
TEST_F(RunParts, strayMarkStaysWithItsFile)
{
    const std::int64_t a = import("a.log", 1, 0, 10), b = import("b.log", 11, 10, 10);
    ASSERT_OK(m_workspace->setMarks(a, {{15, 16, evidence::MarkAs::stall, "stray"}}, {}));
    join(a, b);
    EXPECT_TRUE(m_workspace->run(a)->marks.empty());
    ASSERT_OK(m_workspace->setMarks(a, {{12, 13, evidence::MarkAs::checkpoint, "second line of b and the next"}}, {}));
    ASSERT_OK(m_workspace->separateParts(a, {{PartRole::attempt, b}}, {}));
    ASSERT_EQ(m_workspace->run(a)->marks.size(), 1U);
    EXPECT_EQ(m_workspace->run(a)->marks[0].note, "stray");
    ASSERT_EQ(m_workspace->run(b)->marks.size(), 1U);
    EXPECT_EQ(m_workspace->run(b)->marks[0].first_line, 2);
    EXPECT_EQ(m_workspace->run(b)->marks[0].last_line, 3);
}

TEST_F(RunParts, whatCannotBeJoinedIsRefused)
{
    const std::int64_t a = import("a.log", 1, 0, 10), b = import("b.log", 11, 10, 10), c = import("c.log", 21, 20, 10);
    join(a, b);
    const auto code = [&](std::int64_t run, std::int64_t part) {
        return m_workspace->joinParts(run, {{PartRole::attempt, part}}, {}).error().code;
    };
    EXPECT_EQ(code(a, a), base::Code::id_unknown);
    EXPECT_EQ(code(a, 999), base::Code::id_unknown);
    EXPECT_EQ(code(999, c), base::Code::id_unknown);
    EXPECT_EQ(code(a, b), base::Code::already_joined);
    EXPECT_EQ(code(c, b), base::Code::already_joined);
    EXPECT_EQ(code(b, c), base::Code::already_joined) << "b is no run of its own";
    EXPECT_EQ(m_workspace->runs()->size(), 2U);
}

TEST_F(RunParts, sameFileAgainKeepsItsPlace)
{
    const std::int64_t first = import("a.log", 1, 0, 10), second = import("b.log", 6, 100, 10);
    join(first, second);
    import("b.log", 6, 100, 10);
    ASSERT_EQ(m_workspace->runs()->size(), 1U);
    EXPECT_EQ(wall(first), 110);
    const std::int64_t again = import("a.log", 1, 0, 10);
    ASSERT_EQ(m_workspace->runs()->size(), 1U);
    EXPECT_EQ(m_workspace->runs()->front().id, again);
    EXPECT_EQ(wall(again), 110);
}

// Each in its own file here; the words of both are read before either goes.
TEST_F(RunParts, runsOfOneFileStayJoinedWhenItIsImportedAgain)
{
    const auto importBoth = [&] {
        const auto batch = m_workspace->newBatch();
        auto session = m_workspace->beginImport(*batch);
        std::vector<store::Replaced> replaced;
        std::vector<evidence::Run> runs;
        for (std::int64_t number = 0; number < 2; ++number) {
            if (number > 0) {
                EXPECT_TRUE((*session)->nextRun().ok());
            }
            evidence::Run run;
            run.series = {{evidence::series::step_time, "s", {}, {}}};
            (*session)->series(run.series[0]);
            for (std::int64_t i = 0; i < 10; ++i)
                EXPECT_TRUE((*session)
                                ->addSample({.line = 20 * number + i + 1,
                                    .step = 10 * number + i + 1,
                                    .time_us = kStart_us + (50 * number + i) * base::kSecondUs,
                                    .values = {1.0}})
                                .ok());
            EXPECT_TRUE((*session)->endSamples().ok());
            run.name = "both (" + std::to_string(number + 1) + ")";
            run.files = {sourceFile("both.log", "both", "megatron")};
            run.files[0].records = 10;
            run.sample_count = 10;
            runs.push_back(run);
        }
        std::vector<std::int64_t> ids;
        for (std::size_t number = 0; number < 2; ++number) {
            const auto made = ledger::timeLedger(runs[number], *(*session)->samples(number), {});
            const auto id = (*session)->finishRun(runs[number], *made, {}, replaced);
            EXPECT_TRUE(id.ok());
            ids.push_back(*id);
        }
        EXPECT_TRUE((*session)->commit().ok());
        return ids;
    };
    const auto first = importBoth();
    join(first[0], first[1]);
    EXPECT_EQ(wall(first[0]), 60);
    const auto again = importBoth();
    ASSERT_EQ(m_workspace->runs()->size(), 1U);
    EXPECT_EQ(m_workspace->runs()->front().id, again[0]);
    EXPECT_EQ(wall(again[0]), 60);
}

TEST_F(RunParts, attemptsGoWithTheirRun)
{
    const std::int64_t first = import("a.log", 1, 0, 10), second = import("b.log", 6, 100, 10);
    join(first, second);
    ASSERT_OK(m_workspace->removeRun(first));
    EXPECT_TRUE(m_workspace->runs()->empty());
    EXPECT_EQ(m_workspace->run(second).error().code, base::Code::id_unknown);
}

TEST_F(RunParts, userSpeaksOfTheWholeRun)
{
    const std::int64_t first = import("a.log", 1, 0, 10), second = import("b.log", 6, 100, 10);
    join(first, second);
    ASSERT_OK(m_workspace->setFact(first, "tokens_per_step", "1000", {}));
    EXPECT_NEAR(*m_workspace->timeLedger(first)->tokens_per_s_paid, 15'000.0 / 110, 1e-9);
}
