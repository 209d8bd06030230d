// SPDX-License-Identifier: GPL-3.0-or-later
// Scenarios whose microseconds are worked out by hand.
#include "time_run.h"

#include <cmath>

namespace fullscope::ledger {
namespace {

using base::Code;
using evidence::EventKind;
using C = TimeCategory;
constexpr std::int64_t kNone = base::kNoTime;

// `count` records of one step and 10 s each, up to step `last`; returns the time of the last one.
std::int64_t steady(TestRun& t, std::int64_t first, std::int64_t last, std::int64_t time_us)
{
    for (std::int64_t step = first; step <= last; ++step)
        t.add(step, time_us += 10 * kSecond);
    return time_us;
}

TEST(TimeLedger, noSampleIsNothingReadable)
{
    const TestRun t;
    const auto result = timeLedger(t.run, t.samples, base::JobContext());
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().code, Code::nothing_readable);
}

TEST(TimeLedger, startupCompileAndShutdownAreCutOutOfTheJob)
{
    TestRun t;
    t.event(EventKind::job_start, 0);
    t.event(EventKind::train_start, 30 * kSecond);
    t.add(1, 75 * kSecond); // 45 s, of which 35 above the pace of 10
    const std::int64_t end = steady(t, 2, 20, 75 * kSecond);
    t.event(EventKind::job_end, end + 7 * kSecond);
    const TimeLedger l = t.ledger();
    expectConserved(l);
    EXPECT_EQ(us(l, C::startup), 30 * kSecond);
    EXPECT_EQ(us(l, C::first_compile), 35 * kSecond);
    EXPECT_EQ(us(l, C::productive), 200 * kSecond);
    EXPECT_EQ(us(l, C::shutdown), 7 * kSecond);
    EXPECT_EQ(us(l, C::downtime), 0);
    EXPECT_EQ(us(l, C::recovery), 0);
    EXPECT_EQ(l.wall_us, 272 * kSecond);
    ASSERT_EQ(l.spans.size(), 4u);
    EXPECT_EQ(l.spans[0], (TimeSpan {C::startup, 0, 30 * kSecond, -1, -1}));
    EXPECT_EQ(l.spans[1], (TimeSpan {C::first_compile, 30 * kSecond, 35 * kSecond, 0, 0}));
    EXPECT_EQ(l.spans[2], (TimeSpan {C::productive, 65 * kSecond, 200 * kSecond, 0, 19}));
    EXPECT_EQ(l.spans[3], (TimeSpan {C::shutdown, 265 * kSecond, 7 * kSecond, -1, -1}));
    ASSERT_TRUE(l.steady);
    EXPECT_DOUBLE_EQ(l.steady->median, 10);
    EXPECT_DOUBLE_EQ(l.steady->mean_all, 235.0 / 20); // 45 s and 19 times 10 s
    EXPECT_DOUBLE_EQ(*l.goodput, 200.0 / 272);
    EXPECT_DOUBLE_EQ(*l.failure_waste, 0);
}

TEST(TimeLedger, compileEventsBeforeTheFirstRecordAreFirstCompile)
{
    TestRun t;
    t.event(EventKind::job_start, 0);
    t.event(EventKind::compile_begin, 20 * kSecond);
    t.event(EventKind::compile_end, 80 * kSecond);
    t.add(1, 100 * kSecond, {{"step_time", 14}}); // starts at 86 s, 4 s above the pace
    for (int step = 2; step <= 12; ++step)
        t.add(step, (100 + (step - 1) * 10) * kSecond, {{"step_time", 10}});
    const TimeLedger l = t.ledger();
    expectConserved(l);
    EXPECT_EQ(us(l, C::startup), 26 * kSecond);
    EXPECT_EQ(us(l, C::first_compile), 64 * kSecond);
    EXPECT_EQ(us(l, C::productive), 120 * kSecond);
    EXPECT_EQ(us(l, C::shutdown), std::nullopt);
    EXPECT_EQ(l.recompiles, 0);
    ASSERT_GE(l.spans.size(), 3u);
    EXPECT_EQ(l.spans[1], (TimeSpan {C::first_compile, 20 * kSecond, 60 * kSecond, -1, -1}));
}

TEST(TimeLedger, aFirstRecordOfUnknownStartIsAssumedAtThePaceAndItsCompileIsNotObservable)
{
    TestRun t;
    steady(t, 1, 20, 0);
    const TimeLedger l = t.ledger();
    expectConserved(l);
    EXPECT_EQ(l.wall_us, 200 * kSecond);
    EXPECT_EQ(us(l, C::first_compile), std::nullopt);
    EXPECT_EQ(us(l, C::startup), std::nullopt);
    EXPECT_EQ(us(l, C::productive), 200 * kSecond);
    EXPECT_TRUE(says(l, Code::not_observable, "first_compile"));
}

TEST(TimeLedger, aRestartCostsReworkDowntimeAndRecovery)
{
    TestRun t;
    t.event(EventKind::train_start, 0);
    std::int64_t now = steady(t, 1, 40, 0);
    t.event(EventKind::failure, now + 4 * kSecond);
    t.event(EventKind::train_start, now + 300 * kSecond);
    now += 325 * kSecond; // first record after it: 25 s, of which 15 above the pace
    t.add(31, now);
    steady(t, 32, 60, now);
    const TimeLedger l = t.ledger();
    expectConserved(l);
    EXPECT_EQ(l.restarts, 1);
    EXPECT_EQ(l.rework_steps, 10);
    EXPECT_EQ(us(l, C::rework), 100 * kSecond);
    EXPECT_EQ(us(l, C::downtime), 300 * kSecond);
    EXPECT_EQ(us(l, C::recovery), 15 * kSecond);
    EXPECT_EQ(us(l, C::productive), 600 * kSecond);
    EXPECT_EQ(us(l, C::first_compile), 0);
    EXPECT_DOUBLE_EQ(*l.failure_waste, 415.0 / 1015);
    EXPECT_DOUBLE_EQ(*l.goodput, 600.0 / 1015);
    ASSERT_EQ(l.segments.size(), 2u);
    EXPECT_EQ(l.segments[1].first_sample, 40);
    EXPECT_EQ(l.segments[1].first_step, 31);
    EXPECT_EQ(l.segments[1].last_step, 60);
    ASSERT_TRUE(l.mtbf.value);
    EXPECT_NEAR(*l.mtbf.value, 715.0 / 3600, 1e-12); // one failure in the time that was not downtime
}

TEST(TimeLedger, withoutItsStartTheRecoveryStaysInTheDowntime)
{
    TestRun t;
    std::int64_t now = steady(t, 1, 20, 0);
    now += 120 * kSecond;
    t.add(16, now);
    steady(t, 17, 30, now);
    const TimeLedger l = t.ledger();
    expectConserved(l);
    EXPECT_EQ(us(l, C::downtime), 110 * kSecond); // the first record is taken to last 10 s
    EXPECT_EQ(us(l, C::recovery), std::nullopt);
    EXPECT_EQ(us(l, C::rework), 50 * kSecond);
    EXPECT_DOUBLE_EQ(*l.failure_waste, 160.0 / static_cast<double>(l.wall_us / kSecond));
}

TEST(TimeLedger, stepsRepeatedTwiceCountOnceAsProductive)
{
    TestRun t;
    t.event(EventKind::train_start, 0);
    std::int64_t now = steady(t, 1, 10, 0); // 6 … 10 run again, 8 … 10 a third time
    t.event(EventKind::train_start, now);
    now = steady(t, 6, 10, now);
    t.event(EventKind::train_start, now);
    steady(t, 8, 20, now);
    const TimeLedger l = t.ledger();
    expectConserved(l);
    EXPECT_EQ(l.restarts, 2);
    EXPECT_EQ(l.rework_steps, 5 + 3);
    EXPECT_EQ(us(l, C::rework), 80 * kSecond);
    EXPECT_EQ(us(l, C::productive), 200 * kSecond);
}

TEST(TimeLedger, aRecordThatIsPartlyRepeatedIsShared)
{
    TestRun t;
    t.fact("log_interval", "10");
    t.event(EventKind::train_start, 0);
    std::int64_t now = 0;
    for (int step = 10; step <= 100; step += 10)
        t.add(step, now += 100 * kSecond);
    t.event(EventKind::resume, now, 95);
    t.add(100, now += 50 * kSecond); // 96 … 100
    for (int step = 110; step <= 200; step += 10)
        t.add(step, now += 100 * kSecond);
    const TimeLedger l = t.ledger();
    expectConserved(l);
    EXPECT_EQ(l.rework_steps, 5);
    EXPECT_EQ(us(l, C::rework), 50 * kSecond);
    EXPECT_EQ(us(l, C::recovery), 0);
    EXPECT_EQ(us(l, C::productive), 2000 * kSecond);
}

TEST(TimeLedger, aStallAboveHalfAStepIsOneAndJitterIsNot)
{
    TestRun t;
    t.event(EventKind::train_start, 0);
    std::int64_t now = steady(t, 1, 20, 0);
    t.add(21, now += 14 * kSecond); // 4 s above: jitter
    t.add(22, now += 15 * kSecond); // 5 s above is the limit itself
    t.add(23, now += 16 * kSecond); // 6 s above: all of it is lost
    now = steady(t, 24, 30, now);
    t.add(31, now += 610 * kSecond);
    steady(t, 32, 40, now);
    const TimeLedger l = t.ledger();
    expectConserved(l);
    EXPECT_EQ(us(l, C::stall), 606 * kSecond);
    EXPECT_EQ(us(l, C::productive), 409 * kSecond);
    EXPECT_DOUBLE_EQ(*l.stall_overhead, 606.0 / 409);
}

TEST(TimeLedger, eventsNameTheExcessOfTheRecordAfterThem)
{
    TestRun t;
    t.event(EventKind::train_start, 0);
    std::int64_t now = steady(t, 1, 10, 0);
    t.event(EventKind::checkpoint_end);
    t.add(11, now += 13 * kSecond);
    now = steady(t, 12, 15, now);
    t.event(EventKind::evaluation_begin);
    t.add(16, now += 40 * kSecond);
    now = steady(t, 17, 20, now);
    t.event(EventKind::compile_begin);
    t.event(EventKind::compile_begin); // two graphs of one change of shape
    t.add(21, now += 70 * kSecond);
    now = steady(t, 22, 30, now);
    t.event(EventKind::checkpoint_end).seconds = 10;
    t.event(EventKind::evaluation_end).seconds = 30;
    t.add(31, now += 54 * kSecond); // 44 above the pace: 11 and 33
    steady(t, 32, 40, now);
    const TimeLedger l = t.ledger();
    expectConserved(l);
    EXPECT_EQ(us(l, C::checkpoint), 14 * kSecond);
    EXPECT_EQ(us(l, C::evaluation), 63 * kSecond);
    EXPECT_EQ(us(l, C::recompile), 60 * kSecond);
    EXPECT_EQ(us(l, C::stall), 0);
    EXPECT_EQ(us(l, C::productive), 400 * kSecond);
    EXPECT_EQ(l.recompiles, 1);
    EXPECT_DOUBLE_EQ(*l.checkpoint_overhead, 77.0 / 400);
}

TEST(TimeLedger, excessAtAFixedStepIntervalIsACheckpointWithoutAnyEvent)
{
    TestRun t;
    t.event(EventKind::train_start, 0);
    std::int64_t now = 0;
    for (int step = 1; step <= 1000; ++step) {
        std::int64_t duration = 10 * kSecond;
        if (step > 1 && step % 100 == 1)
            duration += 60 * kSecond; // after steps 100, 200 … 900
        if (step == 250 || step == 777)
            duration += 500 * kSecond;
        t.add(step, now += duration);
    }
    const TimeLedger l = t.ledger();
    expectConserved(l);
    EXPECT_EQ(us(l, C::checkpoint), 9 * 60 * kSecond);
    EXPECT_EQ(us(l, C::stall), 1000 * kSecond);
    EXPECT_EQ(us(l, C::productive), 10'000 * kSecond);
    EXPECT_TRUE(says(l, Code::recurring_excess));
}

TEST(TimeLedger, stallsWithoutRhythmStayStalls)
{
    TestRun t;
    t.event(EventKind::train_start, 0);
    std::int64_t now = 0;
    for (int step = 1; step <= 500; ++step)
        t.add(step, now += (step == 20 || step == 71 || step == 173 || step == 402 ? 100 : 10) * kSecond);
    const TimeLedger l = t.ledger();
    expectConserved(l);
    EXPECT_EQ(us(l, C::stall), 4 * 90 * kSecond);
    EXPECT_EQ(us(l, C::checkpoint), 0);
    EXPECT_FALSE(says(l, Code::recurring_excess));
}

TEST(TimeLedger, aPhaseOfLongerSequencesIsNotAStall)
{
    TestRun t;
    t.event(EventKind::train_start, 0);
    std::int64_t now = 0;
    for (int step = 1; step <= 1000; ++step)
        t.add(step, now += (step <= 600 ? 10 : 25) * kSecond);
    TestRun stalled;
    stalled.event(EventKind::train_start, 0);
    now = 0;
    for (int step = 1; step <= 1000; ++step)
        stalled.add(step, now += (step == 300 || step == 800 ? 100 : step <= 600 ? 10 : 25) * kSecond);
    const TimeLedger l = t.ledger();
    expectConserved(l);
    EXPECT_EQ(us(l, C::stall), 0);
    EXPECT_EQ(us(l, C::productive), (600 * 10 + 400 * 25) * kSecond);
    EXPECT_EQ(us(stalled.ledger(), C::stall), (90 + 75) * kSecond); // against the pace of its own phase
}

TEST(TimeLedger, anEvaluationRecordOfTheSameStepIsEvaluation)
{
    TestRun t;
    t.event(EventKind::train_start, 0);
    std::int64_t now = steady(t, 1, 10, 0);
    t.add(10, now += 45 * kSecond, {{"eval_loss", 2.5}});
    now = steady(t, 11, 20, now);
    t.add(20, now += kSecond); // a second line of step 20: no evaluation, jitter
    steady(t, 21, 30, now);
    const TimeLedger l = t.ledger();
    expectConserved(l);
    EXPECT_EQ(l.restarts, 0);
    EXPECT_EQ(us(l, C::evaluation), 45 * kSecond);
    EXPECT_EQ(us(l, C::stall), 0);
    EXPECT_EQ(us(l, C::productive), 301 * kSecond);
    EXPECT_DOUBLE_EQ(l.steady->median, 10);
}

// Megatron stops its interval timer while it evaluates and saves: the times show it, the step times do not.
TEST(TimeLedger, timesShowWhatAStoppedIntervalTimerLeavesOut)
{
    TestRun t;
    std::int64_t now = 0;
    for (int step = 10; step <= 500; step += 10) {
        if (step % 100 == 10 && step > 10)
            t.event(EventKind::evaluation_end);
        now += (20 + (step % 100 == 10 && step > 10 ? 33 : 0)) * kSecond;
        t.add(step, now, {{"step_time", 2.0}});
    }
    const TimeLedger l = t.ledger();
    expectConserved(l);
    EXPECT_EQ(us(l, C::evaluation), 4 * 33 * kSecond);
    EXPECT_EQ(us(l, C::productive), 1000 * kSecond);
    EXPECT_EQ(l.wall_us, 1132 * kSecond);
    EXPECT_DOUBLE_EQ(l.steady->median, 2);
}

TEST(TimeLedger, withoutTimesTheWallIsTheSumOfStepTimesAndTheRestIsNotObservable)
{
    TestRun t;
    t.add(10, kNone, {{"step_time", 3.0}});
    for (int step = 20; step <= 200; step += 10) {
        if (step == 110)
            t.event(EventKind::evaluation_end);
        t.add(step, kNone, {{"step_time", step == 150 ? 4.0 : 2.0}});
    }
    const TimeLedger l = t.ledger();
    expectConserved(l);
    EXPECT_FALSE(l.timed);
    EXPECT_EQ(l.wall_us, (200 * 2 + 10 + 20) * kSecond);
    EXPECT_EQ(us(l, C::first_compile), 10 * kSecond);
    EXPECT_EQ(us(l, C::stall), 20 * kSecond);
    EXPECT_EQ(us(l, C::productive), 400 * kSecond);
    for (const C category : {C::startup, C::downtime, C::shutdown, C::evaluation})
        EXPECT_EQ(us(l, category), std::nullopt) << name(category);
    EXPECT_EQ(us(l, C::checkpoint), 0);
    EXPECT_EQ(l.failure_waste, std::nullopt);
    EXPECT_EQ(l.checkpoint_overhead, std::nullopt);
    EXPECT_TRUE(says(l, Code::not_observable, "downtime"));
}

TEST(TimeLedger, aStepTimeOfTheLastStepAloneStandsForOneStep)
{
    TestRun t;
    t.series("step_time", evidence::RateWindow::instant);
    for (int step = 0; step <= 1000; step += 10)
        t.add(step, kNone, {{"step_time", step == 500 ? 20.0 : 2.0}});
    const TimeLedger l = t.ledger();
    expectConserved(l);
    EXPECT_EQ(l.wall_us, (2 + 1000 * 2 + 18) * kSecond); // 18 s in one step, not in ten
    EXPECT_EQ(us(l, C::stall), 18 * kSecond);
}

TEST(TimeLedger, withoutAnyTimeTheSummaryIsTheWallAndNothingInItIsObservable)
{
    TestRun t;
    t.fact("train_runtime", "857595.0988");
    t.fact("total_steps", "2178");
    for (int step = 5; step <= 2175; step += 5)
        t.add(step, kNone, {{"loss", 2.0}});
    const TimeLedger l = t.ledger();
    expectConserved(l);
    EXPECT_EQ(l.wall_us, 857'595'098'800);
    EXPECT_EQ(us(l, C::productive), 857'595'098'800);
    for (std::size_t c = 0; c < kTimeCategories; ++c)
        EXPECT_EQ(l.us[c].has_value(), static_cast<C>(c) == C::productive);
    EXPECT_FALSE(l.steady);
    EXPECT_FALSE(l.goodput);
    EXPECT_FALSE(l.mtbf.low);
    EXPECT_TRUE(says(l, Code::wall_from_summary));
}

// Steps 10 … 1,000 with losses 4.99 … 4.00 (mean 4.495) of 1,000 tokens each. A run that was resumed at step 500 sums
// the losses of 50 records, 4.49 … 4.00, and divides by 1,000 steps: 10 · 50 · 4.245 / 1,000 = 2.1225. Steps per second
// are the same nonsense in both: all steps over the last attempt's time.
TestRun summarised(const char* train_loss)
{
    TestRun t;
    for (int i = 1; i <= 100; ++i)
        t.add(i * 10, kNone, {{"loss", 5 - i * 0.01}, {"tokens", i * 10'000.0}});
    t.fact("train_runtime", "500");
    t.fact("train_steps_per_second", "2");
    if (*train_loss != '\0')
        t.fact("train_loss", train_loss);
    return t;
}

TEST(TimeLedger, theSummaryOfAResumedRunGivesNoThroughputOverPaidTime)
{
    for (const char* const train_loss : {"2.1225", "", "nan"}) {
        const TimeLedger l = summarised(train_loss).ledger();
        EXPECT_EQ(l.wall_us, 500 * kSecond);
        EXPECT_DOUBLE_EQ(*l.tokens_per_step, 1000);
        EXPECT_FALSE(l.tokens_per_s_paid) << train_loss;
        EXPECT_FALSE(l.tokens_per_s_steady);
        EXPECT_FALSE(l.goodput);
        ASSERT_TRUE(says(l, Code::wall_from_summary));
        for (const base::Problem& problem : l.problems) {
            if (problem.what.code == Code::wall_from_summary) {
                EXPECT_EQ(problem.what.args, std::vector<std::string> {"1000"});
            }
        }
    }
    TestRun again = summarised("4.495"); // the records themselves go back
    again.add(900, kNone, {{"loss", 4.495}});
    EXPECT_FALSE(again.ledger().tokens_per_s_paid);
}

TEST(TimeLedger, theSummaryOfOneAttemptIsThePaidTime)
{
    const TimeLedger l = summarised("4.4948").ledger();
    ASSERT_TRUE(l.tokens_per_s_paid);
    EXPECT_DOUBLE_EQ(*l.tokens_per_s_paid, 2000); // 1,000 steps of 1,000 tokens in 500 s
    EXPECT_FALSE(l.goodput);
    for (const base::Problem& problem : l.problems) {
        if (problem.what.code == Code::wall_from_summary) {
            EXPECT_EQ(problem.what.expected, "4.4948");
            EXPECT_TRUE(problem.what.args.empty());
        }
    }
}

TEST(TimeLedger, withNeitherTimesNorSummaryNothingIsClaimed)
{
    TestRun t;
    for (int step = 0; step < 1000; ++step)
        t.add(step, kNone, {{"loss", 11.0 - step * 0.01}});
    const TimeLedger l = t.ledger();
    expectConserved(l);
    EXPECT_EQ(l.wall_us, 0);
    EXPECT_TRUE(l.spans.empty());
    EXPECT_EQ(us(l, C::productive), std::nullopt);
    EXPECT_DOUBLE_EQ(l.first_loss, 11);
    EXPECT_NEAR(l.last_loss, 1.01, 1e-12);
    EXPECT_EQ(l.first_step, 0);
    EXPECT_EQ(l.last_step, 999);
}

TEST(TimeLedger, timeThatGoesBackwardsIsSaidAndMadeUpFor)
{
    TestRun t;
    t.event(EventKind::train_start, 0);
    std::int64_t now = steady(t, 1, 10, 0);
    t.add(11, now + 10 * kSecond);
    t.add(12, now + 8 * kSecond); // no time passes
    t.add(13, now + 30 * kSecond); // 20 s since the latest time
    steady(t, 14, 30, now + 30 * kSecond);
    const TimeLedger l = t.ledger();
    expectConserved(l);
    EXPECT_EQ(l.wall_us, 300 * kSecond);
    EXPECT_EQ(us(l, C::stall), 10 * kSecond);
    EXPECT_TRUE(says(l, Code::time_backwards));
    EXPECT_EQ(l.restarts, 0);
}

TEST(TimeLedger, recordsWithoutTimeShareTheTimeBetweenTheirNeighbours)
{
    TestRun t;
    t.event(EventKind::train_start, 0);
    std::int64_t now = steady(t, 1, 10, 0);
    for (int step = 11; step <= 13; ++step)
        t.add(step, kNone);
    t.add(14, now + 40 * kSecond);
    steady(t, 15, 20, now + 40 * kSecond);
    const TimeLedger l = t.ledger();
    expectConserved(l);
    EXPECT_EQ(l.wall_us, 200 * kSecond);
    EXPECT_EQ(us(l, C::productive), 200 * kSecond);
    EXPECT_TRUE(says(l, Code::time_interpolated));
}

TEST(TimeLedger, theirStepTimesDecideTheShares)
{
    TestRun t;
    const auto at = [](int s) { return s * kSecond; };
    for (int step = 1; step <= 10; ++step)
        t.add(step, at(step * 10), {{"step_time", 10.0}});
    t.add(11, kNone, {{"step_time", 10.0}});
    t.add(12, kNone, {{"step_time", 40.0}}); // 30 s of stall, found without its time
    t.add(13, at(160), {{"step_time", 10.0}});
    for (int step = 14; step <= 20; ++step)
        t.add(step, at(160 + (step - 13) * 10), {{"step_time", 10.0}});
    const TimeLedger l = t.ledger();
    expectConserved(l);
    EXPECT_EQ(us(l, C::stall), 30 * kSecond);
    EXPECT_EQ(us(l, C::productive), 200 * kSecond);
}

TEST(TimeLedger, recordsAfterTheLastTimeLastTheirStepTime)
{
    TestRun t;
    for (int step = 1; step <= 20; ++step)
        t.add(step, step <= 15 ? step * 10 * kSecond : kNone, {{"step_time", 10.0}});
    const TimeLedger l = t.ledger();
    expectConserved(l);
    EXPECT_EQ(l.wall_us, 200 * kSecond);
}

TEST(TimeLedger, aLogThatStartsLateCountsOneIntervalForItsFirstRecord)
{
    TestRun by_fact, by_next, numbered_from_0;
    by_fact.fact("log_interval", "10");
    for (int step = 401; step <= 801; step += 100)
        by_fact.add(step, kNone, {{"step_time", 1.0}});
    for (int step = 401; step <= 801; step += 100)
        by_next.add(step, kNone, {{"step_time", 1.0}});
    for (int step = 49; step <= 449; step += 50)
        numbered_from_0.add(step, kNone, {{"step_time", 1.0}});
    EXPECT_EQ(by_fact.ledger().wall_us, (10 + 400) * kSecond);
    EXPECT_TRUE(says(by_fact.ledger(), Code::steps_before_log));
    EXPECT_EQ(by_next.ledger().wall_us, (100 + 400) * kSecond);
    EXPECT_EQ(numbered_from_0.ledger().wall_us, 450 * kSecond);
}

TEST(TimeLedger, missingRecordsAreSaid)
{
    TestRun t;
    for (const int step : {1, 2, 3, 4, 500, 501, 502})
        t.add(step, kNone, {{"step_time", 1.0}});
    const TimeLedger l = t.ledger();
    expectConserved(l);
    EXPECT_EQ(l.restarts, 0);
    EXPECT_EQ(l.wall_us, 502 * kSecond);
    EXPECT_TRUE(says(l, Code::steps_not_logged));
}

TEST(TimeLedger, valuesThatAreNotFiniteAreLeftOut)
{
    TestRun t;
    const double inf = std::numeric_limits<double>::infinity();
    t.add(1, kNone, {{"step_time", 2.0}, {"loss", inf}});
    for (int step = 2; step <= 30; ++step)
        t.add(step, kNone, {{"step_time", step == 7 ? inf : 2.0}, {"loss", step == 30 ? inf : 4.0 / step}});
    const TimeLedger l = t.ledger();
    expectConserved(l);
    EXPECT_EQ(l.wall_us, 60 * kSecond); // step 7 at the steady pace
    EXPECT_TRUE(says(l, Code::duration_assumed));
    EXPECT_TRUE(says(l, Code::bad_value, "step_time"));
    EXPECT_DOUBLE_EQ(l.first_loss, 2);
    EXPECT_DOUBLE_EQ(l.last_loss, 4.0 / 29);
    EXPECT_DOUBLE_EQ(l.steady->mean_all, 2);
}

TEST(TimeLedger, lossesOfWhichNoneIsFiniteAreNotMissing)
{
    TestRun t;
    for (int step = 1; step <= 3; ++step)
        t.add(step, kNone, {{"loss", std::numeric_limits<double>::infinity()}});
    EXPECT_TRUE(std::isinf(t.ledger().first_loss));
    EXPECT_TRUE(std::isinf(t.ledger().last_loss));
}

TEST(TimeLedger, aFileOfTheSameRunBeginsASegment)
{
    TestRun t;
    std::int64_t now = steady(t, 1, 20, 0);
    steady(t, 21, 40, now + 60 * kSecond);
    evidence::SourceFile file;
    file.records = 20;
    t.run.files = {file, file};
    const TimeLedger l = t.ledger();
    expectConserved(l);
    EXPECT_EQ(l.restarts, 1);
    EXPECT_EQ(l.rework_steps, 0);
    EXPECT_EQ(us(l, C::downtime), 60 * kSecond);
    EXPECT_EQ(us(l, C::productive), 400 * kSecond);
}

TEST(TimeLedger, stampsOfWholeSecondsDoNotMakeStallsOfShortSteps)
{
    TestRun t; // 0.3 s a step, stamps cut to seconds
    for (int step = 1; step <= 3000; ++step)
        t.add(step, (step * 3 / 10) * kSecond - kEpoch % kSecond + kSecond);
    const TimeLedger l = t.ledger();
    expectConserved(l);
    ASSERT_TRUE(l.steady);
    EXPECT_NEAR(l.steady->median, 0.3, 0.01);
    EXPECT_EQ(us(l, C::stall), 0);
    EXPECT_NEAR(static_cast<double>(l.wall_us), 900e6, 2e6);
}

TEST(TimeLedger, aStepTimeLongerThanTheTimeBetweenRecordsIsNotTrusted)
{
    TestRun t;
    for (int step = 1; step <= 50; ++step)
        t.add(step, step * 10 * kSecond, {{"step_time", 10'000.0}}); // milliseconds taken for seconds
    const TimeLedger l = t.ledger();
    expectConserved(l);
    EXPECT_DOUBLE_EQ(l.steady->median, 10);
    EXPECT_TRUE(says(l, Code::step_time_disagrees));
}

TEST(TimeLedger, aSumThatCannotBeHeldIsAnError)
{
    TestRun t;
    for (int step = 1; step <= 100; ++step)
        t.add(step * 1'000'000'000LL, kNone, {{"step_time", 1e9}});
    const auto result = timeLedger(t.run, t.samples, base::JobContext());
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().code, Code::overflow);
}

TEST(TimeLedger, aStopRequestEndsIt)
{
    TestRun t;
    steady(t, 1, 20, 0);
    std::stop_source stop;
    stop.request_stop();
    const auto result = timeLedger(t.run, t.samples, base::JobContext(stop.get_token(), {}));
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().code, Code::cancelled);
}

} // namespace
} // namespace fullscope::ledger
