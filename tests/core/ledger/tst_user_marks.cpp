// SPDX-License-Identifier: GPL-3.0-or-later
// What a user says of a stretch of a run. Expected values by hand: 20 records of one step, 10 s each, but for record 6
// of 40 s and record 12 of 25 s; the lines are 1 to 20.
#include "time_run.h"

#include "core/ledger/stretches.h"

#include <algorithm>
#include <random>

namespace fullscope::ledger {
namespace {

using evidence::EventKind;
using evidence::MarkAs;
using C = TimeCategory;

TestRun slowTwice()
{
    TestRun t;
    std::int64_t now = 0;
    for (std::int64_t step = 1; step <= 20; ++step) {
        const std::int64_t seconds = step == 6 ? 40 : step == 12 ? 25 : 10;
        now += seconds * kSecond;
        t.add(step, now, {{"step_time", static_cast<double>(seconds)}});
    }
    return t;
}

const base::Problem* problemOf(const TimeLedger& ledger, base::Code code)
{
    for (const base::Problem& problem : ledger.problems)
        if (problem.what.code == code)
            return &problem;
    return nullptr;
}

void mark(TestRun& t, std::int64_t first, std::int64_t last, MarkAs as)
{
    t.run.marks.push_back({first, last, as, {}});
}

TEST(UserMarks, withoutThemBothAreStalls)
{
    const TimeLedger l = slowTwice().ledger();
    EXPECT_EQ(us(l, C::stall), 45 * kSecond); // 30 s and 15 s
    EXPECT_EQ(us(l, C::productive), 200 * kSecond);
    EXPECT_EQ(l.wall_us, 245 * kSecond);
}

TEST(UserMarks, theExcessOfAStretchGoesToItsCategory)
{
    for (const auto& [as, category] : std::initializer_list<std::pair<MarkAs, C>> {{MarkAs::checkpoint, C::checkpoint},
             {MarkAs::evaluation, C::evaluation}, {MarkAs::recompile, C::recompile}, {MarkAs::startup, C::startup},
             {MarkAs::downtime, C::downtime}, {MarkAs::recovery, C::recovery},
             {MarkAs::first_compile, C::first_compile}}) {
        TestRun t = slowTwice();
        mark(t, 4, 8, as);
        const TimeLedger l = t.ledger();
        expectConserved(l);
        EXPECT_EQ(us(l, category), 30 * kSecond) << evidence::name(as);
        EXPECT_EQ(us(l, C::stall), 15 * kSecond);
        EXPECT_EQ(l.wall_us, 245 * kSecond);
        EXPECT_EQ(l.recompiles, as == MarkAs::recompile ? 1 : 0);
        EXPECT_FALSE(says(l, base::Code::mark_without_effect));
    }
}

TEST(UserMarks, normalPaceIsProductive)
{
    TestRun t = slowTwice();
    mark(t, 6, 6, MarkAs::productive);
    const TimeLedger l = t.ledger();
    expectConserved(l);
    EXPECT_EQ(us(l, C::stall), 15 * kSecond);
    EXPECT_EQ(us(l, C::productive), 230 * kSecond);
}

TEST(UserMarks, theLaterOneHolds)
{
    TestRun t = slowTwice();
    mark(t, 1, 20, MarkAs::evaluation);
    mark(t, 12, 12, MarkAs::checkpoint);
    const TimeLedger l = t.ledger();
    expectConserved(l);
    EXPECT_EQ(us(l, C::evaluation), 30 * kSecond);
    EXPECT_EQ(us(l, C::checkpoint), 15 * kSecond);
    std::reverse(t.run.marks.begin(), t.run.marks.end());
    const TimeLedger turned = t.ledger();
    EXPECT_EQ(us(turned, C::evaluation), 45 * kSecond);
    EXPECT_EQ(us(turned, C::checkpoint), 0);
    EXPECT_TRUE(says(turned, base::Code::mark_without_effect, "checkpoint")); // covered by the other one
}

TEST(UserMarks, aMarkOutsideTheRecordsIsToldWithTheirLines)
{
    TestRun t = slowTwice();
    mark(t, 21, 30, MarkAs::checkpoint);
    const TimeLedger l = t.ledger();
    EXPECT_EQ(us(l, C::stall), 45 * kSecond);
    const base::Problem* problem = problemOf(l, base::Code::mark_outside);
    ASSERT_NE(problem, nullptr);
    EXPECT_EQ(problem->what.field, "checkpoint");
    EXPECT_EQ(problem->what.found, "21–30");
    EXPECT_EQ(problem->what.expected, "1–20");
}

TEST(UserMarks, aMarkThatMovesNothingIsTold)
{
    TestRun t = slowTwice();
    mark(t, 2, 3, MarkAs::stall);
    EXPECT_TRUE(says(t.ledger(), base::Code::mark_without_effect, "stall"));
}

TEST(UserMarks, aMarkGoesBeforeWhatTheLogSays)
{
    TestRun t;
    std::int64_t now = 0;
    for (std::int64_t step = 1; step <= 20; ++step) {
        now += (step == 6 ? 40 : 10) * kSecond;
        t.add(step, now);
        if (step == 5)
            t.event(EventKind::compile_begin);
    }
    EXPECT_EQ(us(t.ledger(), C::recompile), 30 * kSecond);
    EXPECT_EQ(t.ledger().recompiles, 1);
    mark(t, 6, 6, MarkAs::evaluation);
    const TimeLedger l = t.ledger();
    EXPECT_EQ(us(l, C::evaluation), 30 * kSecond);
    EXPECT_EQ(us(l, C::recompile), 0);
    EXPECT_EQ(l.recompiles, 0);
    t.run.marks.front().as = MarkAs::recompile; // as the log says: one, not two
    EXPECT_EQ(t.ledger().recompiles, 1);
}

// Every fifth record is slow: checkpoints by recurrence, and they stay so when the user speaks of some of them.
TEST(UserMarks, acceptingOneOfARecurrenceLeavesTheOthers)
{
    TestRun t;
    std::int64_t now = 0;
    for (std::int64_t step = 1; step <= 19; ++step) {
        now += (step % 5 == 0 ? 30 : 10) * kSecond;
        t.add(step, now);
    }
    EXPECT_EQ(us(t.ledger(), C::checkpoint), 60 * kSecond);
    mark(t, 10, 10, MarkAs::checkpoint);
    EXPECT_EQ(us(t.ledger(), C::checkpoint), 60 * kSecond);
    t.run.marks.front().as = MarkAs::evaluation;
    const TimeLedger l = t.ledger();
    EXPECT_EQ(us(l, C::checkpoint), 40 * kSecond);
    EXPECT_EQ(us(l, C::evaluation), 20 * kSecond);
    EXPECT_EQ(us(l, C::stall), 0);
}

TEST(UserMarks, aRestartBeginsWhereTheUserSays)
{
    TestRun t = slowTwice();
    mark(t, 6, 9, MarkAs::restart);
    const TimeLedger l = t.ledger();
    expectConserved(l);
    EXPECT_EQ(l.restarts, 1);
    ASSERT_EQ(l.segments.size(), 2u);
    EXPECT_EQ(l.segments[1].first_sample, 5);
    EXPECT_EQ(us(l, C::recovery), 30 * kSecond);
    EXPECT_EQ(us(l, C::stall), 15 * kSecond);
    mark(t, 1, 20, MarkAs::no_restart);
    EXPECT_EQ(t.ledger().restarts, 0);
}

TEST(UserMarks, aRestartOfTheLogIsTakenBack)
{
    TestRun t;
    for (std::int64_t step = 1; step <= 20; ++step) {
        if (step == 11)
            t.event(EventKind::train_start);
        t.add(step, step * 10 * kSecond, {{"step_time", 10.0}});
    }
    EXPECT_EQ(t.ledger().restarts, 1);
    mark(t, 11, 11, MarkAs::no_restart);
    const TimeLedger l = t.ledger();
    EXPECT_EQ(l.restarts, 0);
    EXPECT_EQ(us(l, C::productive), 200 * kSecond);
    EXPECT_FALSE(says(l, base::Code::mark_not_followed));
}

TEST(UserMarks, whatCannotBeFollowedIsTold)
{
    TestRun t;
    for (const std::int64_t step : {1, 2, 3, 4, 2, 3, 4, 5})
        t.add(step, t.run.sample_count * 10 * kSecond);
    mark(t, 5, 5, MarkAs::no_restart);
    EXPECT_EQ(t.ledger().restarts, 1);
    EXPECT_TRUE(says(t.ledger(), base::Code::mark_not_followed, "no_restart"));
    t.run.marks.front() = {1, 1, MarkAs::restart, {}};
    EXPECT_TRUE(says(t.ledger(), base::Code::mark_not_followed, "restart"));
}

TEST(UserMarks, impossibleLinesAreOutside)
{
    using Limits = std::numeric_limits<std::int64_t>;
    TestRun t = slowTwice();
    mark(t, 8, 4, MarkAs::checkpoint);
    mark(t, Limits::min(), Limits::max(), MarkAs::restart);
    mark(t, 0, 3, MarkAs::productive);
    const TimeLedger l = t.ledger();
    expectConserved(l);
    EXPECT_EQ(std::count_if(l.problems.begin(), l.problems.end(),
                  [](const auto& p) { return p.what.code == base::Code::mark_outside; }),
        3);
    EXPECT_EQ(us(l, C::stall), 45 * kSecond);
}

TEST(UserMarks, conservedToTheMicrosecondForAnyMarksOnAnyRun)
{
    std::mt19937_64 random(11);
    const auto uniform
        = [&](std::int64_t a, std::int64_t b) { return std::uniform_int_distribution<std::int64_t>(a, b)(random); };
    for (int trial = 0; trial < 3000; ++trial) {
        SCOPED_TRACE(trial);
        TestRun t;
        const bool timed = uniform(0, 2) > 0, paced = uniform(0, 2) > 0;
        std::int64_t now = 0, step = 0;
        const std::int64_t records = uniform(1, 120);
        for (std::int64_t i = 0; i < records; ++i) {
            if (uniform(0, 15) == 0) {
                auto& event = t.event(static_cast<EventKind>(uniform(0, 10)), timed ? now : base::kNoTime);
                if (uniform(0, 1) == 0)
                    event.seconds = static_cast<double>(uniform(0, 30));
            }
            step = uniform(0, 30) == 0 ? std::max<std::int64_t>(0, step - uniform(1, 20)) : step + uniform(0, 3);
            const std::int64_t took = uniform(900'000, 1'100'000) * (uniform(0, 9) == 0 ? uniform(1, 40) : 1);
            now += took;
            t.add(step, timed && uniform(0, 9) > 0 ? now : base::kNoTime,
                {{"step_time", paced ? static_cast<double>(took) / 1e6 : evidence::kNotLogged}});
        }
        const TimeLedger without = t.ledger();
        const std::int64_t marks = uniform(1, 8);
        for (std::int64_t i = 0; i < marks; ++i) {
            const std::int64_t first = uniform(-3, records + 5);
            mark(t, first, first + uniform(-2, 30), static_cast<MarkAs>(uniform(0, 10)));
        }
        const TimeLedger l = t.ledger();
        ASSERT_NO_FATAL_FAILURE(expectConserved(l));
        ASSERT_EQ(static_cast<std::size_t>(l.restarts + 1), l.segments.size());
        const bool moves_starts = std::any_of(t.run.marks.begin(), t.run.marks.end(),
            [](const evidence::UserMark& one) { return !evidence::isCategory(one.as); });
        if (!moves_starts) {
            ASSERT_EQ(l.wall_us, without.wall_us); // time is moved, never made
        }
        const auto found = stretches(t.run, l, t.samples, base::JobContext());
        ASSERT_TRUE(found.ok());
        std::int64_t lost = 0;
        for (const Stretch& stretch : *found)
            lost += stretch.duration_us;
        ASSERT_EQ(lost, l.wall_us - us(l, C::productive).value_or(0));
    }
}

TEST(Stretches, tellLinesStepsAndWhy)
{
    TestRun t = slowTwice();
    t.event(EventKind::job_end, 250 * kSecond);
    t.run.events.push_back({EventKind::checkpoint_end, 77, base::kNoTime, -1, evidence::kNotLogged, {}, 4});
    mark(t, 12, 12, MarkAs::evaluation);
    mark(t, 1, 2, MarkAs::productive);
    const TimeLedger l = t.ledger();
    const auto found = stretches(t.run, l, t.samples, base::JobContext());
    ASSERT_TRUE(found.ok());
    ASSERT_EQ(found->size(), 4u);
    const Stretch& checkpoint = (*found)[0];
    EXPECT_EQ(checkpoint.category, C::checkpoint);
    EXPECT_EQ(checkpoint.begin_us, 50 * kSecond);
    EXPECT_EQ(checkpoint.duration_us, 30 * kSecond);
    EXPECT_EQ(checkpoint.first_line, 6);
    EXPECT_EQ(checkpoint.last_line, 6);
    EXPECT_EQ(checkpoint.first_step, 6);
    EXPECT_EQ(checkpoint.why, Why::event);
    EXPECT_EQ(checkpoint.event_line, 77);
    EXPECT_EQ((*found)[1].category, C::evaluation);
    EXPECT_EQ((*found)[1].why, Why::user_mark);
    EXPECT_EQ((*found)[1].mark, 0);
    EXPECT_EQ((*found)[2].category, C::shutdown);
    EXPECT_EQ((*found)[2].why, Why::after_records);
    EXPECT_EQ((*found)[3].mark, 1); // moves nothing, but is there to be taken back
    EXPECT_EQ((*found)[3].duration_us, 0);
}

TEST(Stretches, downtimeStandsWhereTrainingGoesOn)
{
    TestRun t;
    std::int64_t now = 0;
    for (const std::int64_t step : {1, 2, 3, 4, 5, 6, 4, 5, 6, 7, 8}) {
        now += (t.run.sample_count == 6 ? 100 : 10) * kSecond;
        t.add(step, now, {{"step_time", 10.0}});
    }
    const auto found = stretches(t.run, t.ledger(), t.samples, base::JobContext());
    ASSERT_TRUE(found.ok());
    ASSERT_EQ(found->size(), 2u);
    EXPECT_EQ((*found)[0].category, C::rework); // steps 4 to 6, in lines 4 to 6
    EXPECT_EQ((*found)[0].first_line, 4);
    EXPECT_EQ((*found)[0].last_line, 6);
    EXPECT_EQ((*found)[0].duration_us, 30 * kSecond);
    EXPECT_EQ((*found)[1].category, C::downtime);
    EXPECT_EQ((*found)[1].duration_us, 90 * kSecond);
    EXPECT_EQ((*found)[1].first_line, 7);
    EXPECT_EQ((*found)[1].why, Why::between_segments);
}

} // namespace
} // namespace fullscope::ledger
