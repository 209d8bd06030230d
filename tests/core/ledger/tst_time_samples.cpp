// SPDX-License-Identifier: GPL-3.0-or-later
// Real logs. The expected values were worked out apart from this program, by a short Python script over the same lines
// (integers of microseconds, statistics.median, exact binomial sums, bisection on the closed forms of the chi-squared
// distribution with 2 and 4 degrees of freedom).
#include "time_run.h"

#include <fstream>
#include <string>

namespace fullscope::ledger {
namespace {

using C = TimeCategory;

// The number after `label`.
double numberAfter(const std::string& line, const std::string& label)
{
    return std::stod(line.substr(line.find(label) + label.size()));
}

TestRun megatronRestart()
{
    TestRun t;
    std::ifstream file(FULLSCOPE_TESTS_DIR "/samples/ledger/megatron_restart_appended.log");
    const std::string step_time = "elapsed time per iteration (ms):";
    std::string line;
    while (std::getline(file, line))
        if (line.find(step_time) != std::string::npos)
            t.add(static_cast<std::int64_t>(numberAfter(line, "iteration")), base::kNoTime,
                {{"step_time", numberAfter(line, step_time) / 1000}, {"loss", numberAfter(line, "lm loss:")}});
    t.fact("global_batch", "1024");
    t.fact("seq_len", "1024");
    return t;
}

TEST(TimeLedgerSamples, megatronThatRestartedFromStep30)
{
    const TimeLedger l = megatronRestart().ledger();
    expectConserved(l);
    EXPECT_EQ(l.samples, 72);
    EXPECT_EQ(l.first_step, 1);
    EXPECT_EQ(l.last_step, 62);
    EXPECT_DOUBLE_EQ(l.first_loss, 12.44238);
    EXPECT_DOUBLE_EQ(l.last_loss, 20.43871);
    EXPECT_EQ(l.restarts, 1);
    EXPECT_EQ(l.rework_steps, 10);
    EXPECT_EQ(l.wall_us, 9'136'837'300); // all 72 step times
    EXPECT_EQ(us(l, C::rework), 1'269'988'500); // records 31 … 40, the first time; the manifest says 1270.0 s
    EXPECT_EQ(us(l, C::first_compile), 18'291'500); // 144.9156 s less the median
    EXPECT_EQ(us(l, C::recovery), 1'830'400); // 128.4545 s less the median
    EXPECT_EQ(us(l, C::productive), 7'846'726'900);
    EXPECT_EQ(us(l, C::stall), 0); // the slowest, 130.26 s, is far below one and a half medians
    EXPECT_EQ(us(l, C::downtime), std::nullopt);
    ASSERT_TRUE(l.steady); // 70 values: the first record of each segment is left out
    EXPECT_DOUBLE_EQ(l.steady->median, 126.6241);
    EXPECT_DOUBLE_EQ(l.steady->low, 125.9841); // 27th and 44th of 70
    EXPECT_DOUBLE_EQ(l.steady->high, 126.9935);
    EXPECT_NEAR(l.steady->mean_all, 126.90051805555555, 1e-9);
    EXPECT_DOUBLE_EQ(*l.samples_per_s_steady, 1024 / 126.6241);
    EXPECT_NEAR(*l.tokens_per_s_paid, 62.0 * 1024 * 1024 / 9136.8373, 1e-9);
    EXPECT_NEAR(*l.mtbf.value, 2.538010361111111, 1e-9);
    EXPECT_NEAR(*l.mtbf.low, 0.4555227574755863, 1e-9);
    EXPECT_NEAR(*l.mtbf.high, 100.24605458284489, 1e-6);
}

// maxtext_deepseek2_16b_v5p.log: step 0 compiles, step 1 returns before the device is done.
TEST(TimeLedgerSamples, maxTextWhoseFirstStepCompiles)
{
    TestRun t;
    const double seconds[] = {44.923, 0.319, 5.658, 5.402, 5.669, 5.668, 5.668, 5.669, 5.668, 5.667};
    for (int step = 0; step < 10; ++step)
        t.add(step, base::kNoTime, {{"step_time", seconds[step]}});
    const TimeLedger l = t.ledger();
    expectConserved(l);
    EXPECT_DOUBLE_EQ(l.steady->median, 5.668); // fifth of nine
    EXPECT_EQ(us(l, C::first_compile), 39'255'000);
    EXPECT_EQ(l.wall_us, 90'311'000);
    EXPECT_EQ(us(l, C::productive), 51'056'000);
}

// nemo2_crash_and_restart.log: steps numbered from 0, a crash at step 16, again from 10.
TEST(TimeLedgerSamples, nemoThatCrashedAndResumedAtStep10)
{
    TestRun t;
    const double before[]
        = {10.51, 7.667, 7.582, 7.585, 7.588, 7.587, 7.588, 7.584, 7.589, 7.588, 7.589, 7.59, 7.59, 7.63, 7.587, 7.589};
    const double after[] = {10.26, 7.581, 7.593, 7.592, 7.591, 7.593, 7.603, 7.59, 7.591, 7.592};
    int step = 0;
    for (const double s : before)
        t.add(step++, base::kNoTime, {{"step_time", s}});
    step = 10;
    for (const double s : after)
        t.add(step++, base::kNoTime, {{"step_time", s}});
    const TimeLedger l = t.ledger();
    expectConserved(l);
    EXPECT_EQ(l.restarts, 1);
    EXPECT_EQ(l.rework_steps, 6);
    EXPECT_EQ(us(l, C::rework), 45'575'000); // the manifest says 45.57 s
    EXPECT_DOUBLE_EQ(l.steady->median, (7.589 + 7.59) / 2);
    EXPECT_EQ(us(l, C::first_compile), 10'510'000 - 7'589'500);
    EXPECT_EQ(us(l, C::recovery), 10'260'000 - 7'589'500);
}

} // namespace
} // namespace fullscope::ledger
