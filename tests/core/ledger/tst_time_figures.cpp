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

} // namespace
} // namespace fullscope::ledger
