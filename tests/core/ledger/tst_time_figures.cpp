// SPDX-License-Identifier: GPL-3.0-or-later
// Rates with their scopes, and the interval of the mean time between failures.
#include "core/ledger/time_figures.h"
#include "time_run.h"

#include <cmath>

namespace fullscope::ledger {
namespace {

using base::Code;
using evidence::RateScope;
using evidence::RateWindow;

TestRun timedRun(const std::map<std::string, double>& values)
{
    TestRun t;
    for (int step = 1; step <= 20; ++step)
        t.add(step, step * 10 * kSecond, values);
    return t;
}

TEST(TimeFigures, tokensPerStepComeFromBatchAndSequenceLength)
{
    TestRun t = timedRun({});
    t.fact("global_batch", "1024");
    t.fact("seq_len", "2048");
    const TimeLedger l = t.ledger();
    EXPECT_DOUBLE_EQ(*l.tokens_per_step, 2'097'152);
    EXPECT_DOUBLE_EQ(*l.tokens_per_s_steady, 209'715.2);
    EXPECT_DOUBLE_EQ(*l.samples_per_s_steady, 102.4);
    EXPECT_DOUBLE_EQ(*l.tokens_per_s_paid, 209'715.2); // 20 steps in 200 s
    EXPECT_FALSE(l.tokens_per_s_logged);
}

TEST(TimeFigures, tokensPerStepComeFromTheRunningTotalFirst)
{
    TestRun t;
    t.fact("global_batch", "8");
    t.fact("seq_len", "1000"); // padded: the log counts 5,000 real tokens a step
    for (int step = 1; step <= 20; ++step)
        t.add(step, step * 10 * kSecond, {{"tokens", step * 5000.0}});
    const TimeLedger l = t.ledger();
    EXPECT_DOUBLE_EQ(*l.tokens_per_step, 5000);
    EXPECT_DOUBLE_EQ(*l.tokens_per_s_steady, 500);
    EXPECT_DOUBLE_EQ(*l.samples_per_s_steady, 0.8);
}

// 16 sequences a step all along, whatever the job was started with: 16 · 2,048 tokens in half a second.
TEST(TimeFigures, theRecordsGoBeforeTheArgumentOfTheBatch)
{
    TestRun t;
    t.fact("global_batch", "1024");
    t.fact("seq_len", "2048");
    for (int step = 10; step <= 200; step += 10)
        t.add(step, step * kSecond / 2, {{"samples", step * 16.0}, {"global_batch", 16}});
    const TimeLedger l = t.ledger();
    EXPECT_DOUBLE_EQ(*l.tokens_per_step, 32'768);
    EXPECT_DOUBLE_EQ(*l.tokens_per_s_steady, 65'536);
    EXPECT_DOUBLE_EQ(*l.tokens_per_s_paid, 65'536);
    EXPECT_DOUBLE_EQ(*l.samples_per_s_steady, 32);
    ASSERT_TRUE(says(l, Code::batch_differs, "global_batch"));
    EXPECT_FALSE(says(l, Code::batch_changed));
    for (const base::Problem& problem : l.problems) {
        if (problem.what.code == Code::batch_differs) {
            EXPECT_EQ(problem.what.found, "1024");
            EXPECT_EQ(problem.what.expected, "16");
        }
    }
    TestRun by_series; // no running total
    by_series.fact("global_batch", "1024");
    by_series.fact("seq_len", "2048");
    for (int step = 10; step <= 200; step += 10)
        by_series.add(step, step * kSecond / 2, {{"global_batch", 16}});
    EXPECT_DOUBLE_EQ(*by_series.ledger().tokens_per_s_steady, 65'536);
    EXPECT_TRUE(says(by_series.ledger(), Code::batch_differs));
}

TEST(TimeFigures, whatTheUserStatesGoesBeforeTheRecords)
{
    TestRun t;
    t.run.facts.push_back({"global_batch", "32", 0, true});
    t.fact("global_batch", "16");
    t.fact("seq_len", "100");
    for (int step = 1; step <= 20; ++step)
        t.add(step, step * 10 * kSecond, {{"samples", step * 16.0}});
    const TimeLedger l = t.ledger();
    EXPECT_DOUBLE_EQ(*l.tokens_per_s_steady, 320);
    EXPECT_TRUE(says(l, Code::batch_differs, "samples"));
}

TEST(TimeFigures, aBatchWithinTwoPercentIsTheSame)
{
    TestRun t;
    t.fact("global_batch", "1024");
    t.fact("seq_len", "1");
    for (int step = 1; step <= 20; ++step)
        t.add(step, step * 10 * kSecond, {{"samples", step * 1010.0}});
    const TimeLedger l = t.ledger();
    EXPECT_DOUBLE_EQ(*l.tokens_per_step, 1010);
    EXPECT_FALSE(says(l, Code::batch_differs));
}

// 100 steps of 16 sequences in 1 s each, then 100 of 64 in 3 s each, of 10 tokens: 80,000 tokens in 400 s. The median
// step would have said 400 tokens in 2 s.
TEST(TimeFigures, tokensOfABatchThatGrowsAreSummedByRecord)
{
    for (const char* const series : {"samples", "global_batch", "tokens"}) {
        TestRun t;
        t.fact("global_batch", "64");
        t.fact("seq_len", "10");
        t.event(evidence::EventKind::train_start, 0);
        std::int64_t time = 0;
        double consumed = 0;
        const std::string name = series;
        for (int step = 1; step <= 200; ++step) {
            const double batch = step <= 100 ? 16 : 64;
            consumed += batch;
            time += (step <= 100 ? 1 : 3) * kSecond;
            t.add(step, time, {{series, name == "samples" ? consumed : name == "tokens" ? consumed * 10 : batch}});
        }
        const TimeLedger l = t.ledger();
        expectConserved(l);
        EXPECT_EQ(us(l, TimeCategory::productive), 400 * kSecond) << series;
        EXPECT_NEAR(*l.tokens_per_s_paid, 200, 1e-9) << series;
        EXPECT_NEAR(*l.tokens_per_s_steady, 200, 1e-9) << series;
        EXPECT_NEAR(*l.tokens_per_step, 400, 1e-9) << series;
        EXPECT_EQ(says(l, Code::batch_changed), name != "tokens") << series;
        if (name != "tokens") {
            EXPECT_NEAR(*l.samples_per_s_steady, 20, 1e-9) << series;
        }
    }
}

// Steps 1 to 20 of 8 sequences, 11 to 20 of them again, then 21 to 30 of 24: 20 · 8 + 10 · 24 count, in 400 s.
TEST(TimeFigures, repeatedStepsOfAGrowingBatchCountOnce)
{
    TestRun t;
    t.fact("seq_len", "100");
    t.event(evidence::EventKind::train_start, 0);
    const auto consumed = [](int step) { return step <= 20 ? step * 8.0 : 160.0 + (step - 20) * 24.0; };
    for (int step = 1; step <= 20; ++step)
        t.add(step, step * 10 * kSecond, {{"samples", consumed(step)}});
    t.event(evidence::EventKind::train_start, 200 * kSecond);
    for (int step = 11; step <= 30; ++step)
        t.add(step, (200 + (step - 10) * 10) * kSecond, {{"samples", consumed(step)}});
    const TimeLedger l = t.ledger();
    EXPECT_EQ(l.rework_steps, 10);
    EXPECT_NEAR(*l.tokens_per_s_paid, 400 * 100.0 / 400, 1e-9);
    EXPECT_NEAR(*l.tokens_per_s_steady, 400 * 100.0 / 300, 1e-9);
}

TEST(TimeFigures, repeatedStepsArePaidForOnceInTokens)
{
    TestRun t;
    t.fact("global_batch", "10");
    t.fact("seq_len", "100");
    t.event(evidence::EventKind::train_start, 0);
    for (int step = 1; step <= 20; ++step)
        t.add(step, step * 10 * kSecond);
    t.event(evidence::EventKind::train_start, 200 * kSecond);
    for (int step = 11; step <= 30; ++step)
        t.add(step, (200 + (step - 10) * 10) * kSecond);
    const TimeLedger l = t.ledger();
    EXPECT_EQ(l.rework_steps, 10);
    EXPECT_DOUBLE_EQ(*l.tokens_per_s_paid, 30 * 1000.0 / 400);
    EXPECT_DOUBLE_EQ(*l.tokens_per_s_steady, 100);
}

TEST(TimeFigures, aPerDeviceRateNeedsTheWorldSize)
{
    TestRun t;
    t.series("tokens_per_s", RateWindow::instant, RateScope::device);
    for (int step = 1; step <= 21; ++step)
        t.add(step, step * 10 * kSecond, {{"tokens_per_s", 1000.0 + step}});
    EXPECT_FALSE(t.ledger().tokens_per_s_logged);
    EXPECT_TRUE(says(t.ledger(), Code::scope_unknown));
    t.fact("world_size", "64");
    EXPECT_DOUBLE_EQ(*t.ledger().tokens_per_s_logged, 1011 * 64.0);
    EXPECT_FALSE(says(t.ledger(), Code::scope_unknown));
}

TEST(TimeFigures, aRateOfTheJobStandsAsItIs)
{
    TestRun t;
    t.series("tokens_per_s", RateWindow::instant, RateScope::job);
    for (int step = 1; step <= 20; ++step)
        t.add(step, step * 10 * kSecond, {{"tokens_per_s", step * 10.0}});
    EXPECT_DOUBLE_EQ(*t.ledger().tokens_per_s_logged, 105);
}

TEST(TimeFigures, withoutFailureThereIsOnlyALowEnd)
{
    const Mtbf m = meanTimeBetweenFailures(0, 100);
    EXPECT_FALSE(m.value);
    EXPECT_FALSE(m.high);
    EXPECT_NEAR(*m.low, 100 / -std::log(0.05), 1e-9); // P(no failure) = 5 %
    EXPECT_FALSE(meanTimeBetweenFailures(0, 0).low);
}

// Poisson means whose tails are 2.5 %, from Garwood's table (1936): 3 events 0.6187 … 8.7673, 10 events 4.7954
// … 18.3904.
TEST(TimeFigures, failuresHaveAnExactPoissonInterval)
{
    const Mtbf three = meanTimeBetweenFailures(3, 300);
    EXPECT_DOUBLE_EQ(*three.value, 100);
    EXPECT_NEAR(300 / *three.low, 8.7673, 5e-5);
    EXPECT_NEAR(300 / *three.high, 0.6187, 5e-5);
    const Mtbf ten = meanTimeBetweenFailures(10, 1000);
    EXPECT_NEAR(1000 / *ten.low, 18.3904, 5e-5);
    EXPECT_NEAR(1000 / *ten.high, 4.7954, 5e-5);
}

// Megatron announces an evaluation in two lines and says how long it took, and the checkpoint behind it.
TEST(TimeFigures, oneRecordWithAnEvaluationAndACheckpointIsSharedByTheirDurations)
{
    using evidence::EventKind;
    TestRun t;
    for (int step = 1; step <= 20; ++step) {
        t.add(step, (step * 5 + (step > 10 ? 50 : 0)) * kSecond, {{"loss", 2}});
        if (step != 10)
            continue;
        t.event(EventKind::evaluation_begin);
        t.event(EventKind::evaluation_begin);
        t.event(EventKind::evaluation_end).seconds = 30;
        t.event(EventKind::checkpoint_begin);
        t.event(EventKind::checkpoint_end).seconds = 20;
    }
    const TimeLedger ledger = t.ledger();
    EXPECT_EQ(us(ledger, TimeCategory::evaluation), 30 * kSecond);
    EXPECT_EQ(us(ledger, TimeCategory::checkpoint), 20 * kSecond);
    expectConserved(ledger);
}

} // namespace
} // namespace fullscope::ledger
