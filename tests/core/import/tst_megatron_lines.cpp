// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of Megatron logs as its versions and branches write them, whole and damaged. Expected values are read off the
// text by hand.
#include "tests/core/import/log_sink.h"

#include <gtest/gtest.h>

namespace fullscope::import {

namespace {

using base::Code;
using evidence::EventKind;
using evidence::RateScope;
using evidence::RateWindow;
using testing::Imported;
using testing::importText;
using testing::LogSink;
namespace series = evidence::series;

Imported megatron(const std::string& text)
{
    return importText("megatron", text);
}

std::string record(int step, const std::string& fields)
{
    return " iteration " + std::to_string(step) + "/ 100 | " + fields + " |\n";
}

// --- variants of the record

TEST(Megatron, readsFieldsByNameInAnyOrderWithScopeAndWindow)
{
    const Imported got
        = megatron(" [2026-01-02 03:04:05.678901] iteration        1/   24000 | grad norm: 5.960 | "
                   "lm loss: 1.19E+01 | throughput per GPU (TFLOP/s/GPU): 40.4 | params norm: 238. | "
                   "elapsed time per iteration (ms): 271607.0 | consumed samples:         1024 |\n"
                   " [2026-01-02 03:08:37.000000] iteration        2/   24000 | consumed samples: 2048 | "
                   "elapsed time per iteration (ms): 271000.5 | lm loss: 1.1E+01 |\n");
    ASSERT_TRUE(got.status.ok());
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_TRUE(got.sink.problems.empty());
    EXPECT_EQ(base::formatIso({got.sink.samples[0].time_us}), "2026-01-02T03:04:05.678901Z");
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::step_time), 271.607);
    EXPECT_DOUBLE_EQ(got.sink.value(1, series::step_time), 271.0005);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::flop_per_s), 40.4e12);
    EXPECT_DOUBLE_EQ(got.sink.value(0, "params norm"), 238);
    EXPECT_DOUBLE_EQ(got.sink.value(1, series::loss), 11);
    EXPECT_TRUE(std::isnan(got.sink.value(1, series::grad_norm)));
    const auto& flops = got.sink.run.series[static_cast<std::size_t>(got.sink.run.seriesIndex(series::flop_per_s))];
    EXPECT_EQ(flops.scope, RateScope::device);
    EXPECT_EQ(flops.window, RateWindow::interval_mean);
    EXPECT_EQ(got.sink.fact("total_steps"), "24000");
}

// torchrun --tee puts the rank before every line.
TEST(Megatron, readsTimersBehindThePrefixOfALauncher)
{
    const std::string p = "[default7]:";
    const Imported got = megatron(p + record(100, "lm loss: 2.0E+00 | elapsed time per iteration (ms): 5000.0") + p
        + "Evaluating on 5120 samples\n" + p + "(min, max) time across ranks (ms):\n" + p
        + "    evaluate .......................................: (30000.00, 30000.10)\n" + p
        + " validation loss at iteration 100 | lm loss value: 2.090000E+00 | lm loss PPL: 8.000000E+00 | \n"
          "[default0]:saving checkpoint at iteration      100 to /ckpt in torch_dist format\n"
          "[default0]:  successfully saved checkpoint from iteration      100 to /ckpt [ t 1/4, p 1/1 ]\n"
        + p + "(min, max) time across ranks (ms):\n" + p
        + "    save-checkpoint ................................: (20000.00, 20000.25)\n" + p
        + record(110, "lm loss: 1.9E+00 | elapsed time per iteration (ms): 5000.0"));
    const auto evaluations = got.sink.events(EventKind::evaluation_end);
    const auto checkpoints = got.sink.events(EventKind::checkpoint_end);
    ASSERT_EQ(evaluations.size(), 1u);
    ASSERT_FALSE(checkpoints.empty());
    EXPECT_DOUBLE_EQ(evaluations[0].seconds, 30.0001);
    EXPECT_DOUBLE_EQ(checkpoints.back().seconds, 20.00025);
}

TEST(Megatron, splitsNowAndAverageOfPrimus)
{
    const Imported got = megatron(record(1,
        "elapsed time per iteration (ms): 1460.8/1450.4 | tokens per GPU "
        "(tokens/s/GPU): 22429.5/22590.1 | lm loss: 9.0"));
    ASSERT_EQ(got.sink.samples.size(), 1U);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::step_time), 1.4608);
    EXPECT_DOUBLE_EQ(got.sink.value(0, "elapsed time per iteration (ms) (average)"), 1.4504);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::tokens_per_s), 22429.5);
    const auto& now = got.sink.run.series[static_cast<std::size_t>(got.sink.run.seriesIndex(series::tokens_per_s))];
    EXPECT_EQ(now.scope, RateScope::device);
    EXPECT_EQ(now.window, RateWindow::instant);
    const int average = got.sink.run.seriesIndex("tokens per GPU (tokens/s/GPU) (average)");
    ASSERT_GE(average, 0);
    EXPECT_EQ(got.sink.run.series[static_cast<std::size_t>(average)].window, RateWindow::cumulative);
    EXPECT_EQ(got.sink.run.series[static_cast<std::size_t>(average)].scope, RateScope::device);
}

TEST(Megatron, readsTheSpellingsOfOtherBranches)
{
    const Imported got = megatron(record(1,
        "elapsed time per iteration (ms): 10.0 | gloabl batch size: 16 | loss: 3.5 | "
        "mtp_1 loss: 4.5 | samples per second: 1600.0 | TFLOPs: 2.5 | "
        "tokens per gpu per second (tgs): 100.5"));
    EXPECT_EQ(got.sink.value(0, series::global_batch), 16);
    EXPECT_EQ(got.sink.value(0, series::loss), 3.5);
    EXPECT_EQ(got.sink.value(0, "mtp_1 loss"), 4.5);
    EXPECT_EQ(got.sink.value(0, series::samples_per_s), 1600);
    EXPECT_EQ(got.sink.value(0, series::flop_per_s), 2.5e12);
    EXPECT_EQ(got.sink.value(0, series::tokens_per_s), 100.5);
    EXPECT_EQ(got.sink.fact("global_batch"), "16"); // the same in all records
}

TEST(Megatron, keepsASecondLossUnderItsOwnName)
{
    const Imported got = megatron(record(1, "elapsed time per iteration (ms): 10.0 | lm loss: 3.5 | loss: 4.5"));
    EXPECT_EQ(got.sink.value(0, series::loss), 3.5);
    EXPECT_EQ(got.sink.value(0, "loss (log)"), 4.5); // `loss` itself is taken
    ASSERT_EQ(got.sink.run.series.size(), 3U);
}

TEST(Megatron, peelsPrefixesAndColours)
{
    for (const std::string prefix : {"[rank0]:", "0: ", " 12: ", "[default0]:", "\x1b[32m", "(pretrain, pid=4112) ",
             "    ", "2026-01-02T03:04:05.678901Z [rank3]: ", "algo-1-xyz | "}) {
        const Imported got
            = megatron(prefix + record(1, "elapsed time per iteration (ms): \x1b[1m10.0\x1b[0m | lm loss: 3.5"));
        ASSERT_EQ(got.sink.samples.size(), 1U) << prefix;
        EXPECT_EQ(got.sink.value(0, series::step_time), 0.01) << prefix;
        EXPECT_TRUE(got.sink.problems.empty()) << prefix;
    }
}

TEST(Megatron, knowsTheZoneOfAStampThatHasOne)
{
    const Imported got = megatron("2026-01-02T03:04:05+01:00 " + record(1, "elapsed time per iteration (ms): 10.0"));
    EXPECT_EQ(got.sink.fact("zone_known"), "yes");
    EXPECT_EQ(base::formatIso({got.sink.samples.at(0).time_us}), "2026-01-02T02:04:05Z");
}

TEST(Megatron, keepsNonFiniteLossesAsInfinityAndCountsThem)
{
    const Imported got = megatron(record(1, "elapsed time per iteration (ms): 10.0 | lm loss: nan")
        + record(2, "elapsed time per iteration (ms): 10.0 | lm loss: inf")
        + record(3, "elapsed time per iteration (ms): 10.0 | lm loss: -inf")
        + record(4, "elapsed time per iteration (ms): 10.0 | lm loss: 2.0"));
    ASSERT_EQ(got.sink.samples.size(), 4U);
    EXPECT_TRUE(std::isinf(got.sink.value(0, series::loss)));
    EXPECT_TRUE(std::isinf(got.sink.value(1, series::loss)));
    EXPECT_LT(got.sink.value(2, series::loss), 0);
    EXPECT_EQ(got.sink.count(Code::value_not_finite), 3);
    EXPECT_EQ(got.sink.first(Code::value_not_finite)->what.field, "lm loss");
    EXPECT_EQ(got.sink.first(Code::value_not_finite)->what.line, 1);
}

TEST(Megatron, namesValuesThatAreNoNumbersAndKeepsTheRecord)
{
    const Imported got
        = megatron(record(1, "elapsed time per iteration (ms): 1x.0 | lm loss: 3.5 | hip mem usage: 126.03GB | what"));
    ASSERT_EQ(got.sink.samples.size(), 1U);
    EXPECT_TRUE(std::isnan(got.sink.value(0, series::step_time)));
    EXPECT_EQ(got.sink.value(0, series::loss), 3.5);
    EXPECT_EQ(got.sink.count(Code::bad_number), 2);
    EXPECT_EQ(got.sink.first(Code::bad_number)->what.found, "1x.0");
    EXPECT_EQ(got.sink.count(Code::lines_not_understood), 1);
    EXPECT_EQ(got.file.rejected, 0);
}

// --- lines that are not what they should be

TEST(Megatron, namesEveryLineThatLooksLikeARecord)
{
    const std::string good = record(1, "elapsed time per iteration (ms): 10.0 | lm loss: 3.5");
    const Imported got = megatron(good + "it ration 2/ 100 | elapsed time per iteration (ms): 10.0 |\n"
        + good.substr(0, 40) + "\n" + " iteration 99999999999999999999/ 100 | elapsed time per iteration (ms): 10.0 |\n"
        + " iteration 5/ 100 | nothing: known |\n");
    EXPECT_EQ(got.sink.samples.size(), 1U);
    EXPECT_EQ(got.file.rejected, 4);
    std::vector<std::int64_t> lines;
    for (const base::Problem& problem : got.sink.problems)
        if (problem.handling == base::Handling::row_skipped)
            lines.push_back(problem.what.line);
    EXPECT_EQ(lines, (std::vector<std::int64_t> {2, 3, 4, 5}));
}

TEST(Megatron, readsTwoRecordsThatRanksWroteIntoOneLine)
{
    std::string first = record(1, "elapsed time per iteration (ms): 10.0 | lm loss: 3.5");
    first.pop_back();
    const Imported got
        = megatron(first + "[rank1]:" + record(2, "elapsed time per iteration (ms): 11.0 | lm loss: 3.25"));
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_EQ(got.sink.samples[1].step, 2);
    EXPECT_EQ(got.sink.value(1, series::loss), 3.25);
    EXPECT_TRUE(got.sink.problems.empty());
}

TEST(Megatron, keepsTheKillThatWasGluedIntoARecord)
{
    const std::string good = record(1, "elapsed time per iteration (ms): 10.0 | lm loss: 3.5");
    const std::string kill
        = "slurmstepd: error: *** JOB 7 ON n1 CANCELLED AT 2024-10-10T02:20:29 DUE TO TIME LIMIT ***\n";
    const Imported cut = megatron(good + " iteration 2/ 100 | elapsed time per iteration (ms): 1" + kill);
    EXPECT_EQ(cut.sink.samples.size(), 1U);
    EXPECT_EQ(cut.sink.count(Code::record_truncated), 1);
    ASSERT_EQ(cut.sink.events(EventKind::failure).size(), 1U);
    EXPECT_EQ(base::formatIso({cut.sink.events(EventKind::failure)[0].time_us}), "2024-10-10T02:20:29Z");

    std::string second = record(2, "elapsed time per iteration (ms): 10.0 | lm loss: 3.25");
    second.pop_back();
    const Imported whole = megatron(good + second + kill);
    EXPECT_EQ(whole.sink.samples.size(), 2U);
    EXPECT_EQ(whole.sink.count(Code::record_truncated), 0);
    EXPECT_EQ(whole.sink.events(EventKind::failure).size(), 1U);
}

TEST(Megatron, keepsAWholeLastRecordWithoutLineEnd)
{
    std::string text = record(1, "elapsed time per iteration (ms): 10.0 | lm loss: 3.5")
        + record(2, "elapsed time per iteration (ms): 10.0 | lm loss: 3.25");
    text.pop_back();
    EXPECT_EQ(megatron(text).sink.samples.size(), 2U);
    // cut after a whole field: fewer fields than before, nobody knows what is missing
    const Imported cut = megatron(text.substr(0, text.rfind(" lm loss")));
    EXPECT_EQ(cut.sink.samples.size(), 1U);
    EXPECT_EQ(cut.sink.count(Code::record_truncated), 1);
}

// --- ranks and restarts

TEST(Megatron, countsRanksOnceAlsoWhenOneLagsBehind)
{
    std::string text;
    for (const char* order : {"01", "02", "11", "03", "12", "13"}) {
        const int step = order[1] - '0';
        text += std::string(1, order[0]) + ": "
            + record(step,
                "elapsed time per iteration (ms): 1" + std::to_string(step)
                    + ".5 | lm loss: " + std::to_string(9 - step));
    }
    const Imported got = megatron(text);
    ASSERT_EQ(got.sink.samples.size(), 3U);
    EXPECT_EQ(got.sink.samples[2].step, 3);
    EXPECT_EQ(got.sink.count(Code::repeated_by_ranks), 3);
}

TEST(Megatron, keepsARepeatedStepAfterARestartEvenWithEqualValues)
{
    const std::string one = record(1, "elapsed time per iteration (ms): 10.0 | lm loss: 3.5");
    EXPECT_EQ(megatron(one + one).sink.samples.size(), 1U);
    EXPECT_EQ(
        megatron(one + "[before the start of training step] datetime: 2026-01-02 03:04:05\n" + one).sink.samples.size(),
        2U);
    const std::string other = record(1, "elapsed time per iteration (ms): 10.5 | lm loss: 3.5");
    EXPECT_EQ(megatron(one + other).sink.samples.size(), 2U); // one process, another time: it ran again
    EXPECT_EQ(megatron("0:" + one + "1:" + other).sink.samples.size(), 1U); // two clocks of one step
}

// --- events

TEST(Megatron, takesCheckpointsOncePerStepWithTheirSeconds)
{
    const std::string one = record(500, "elapsed time per iteration (ms): 10.0 | lm loss: 3.5");
    const Imported got = megatron("[default0]:" + one
        + "[default0]:saving checkpoint at iteration     500 to /ckpt in torch_dist format\n"
          "[default1]:saving checkpoint at iteration     500 to /ckpt in torch_dist format\n"
          "[default0]:  successfully saved checkpoint from iteration     500 to /ckpt [ t 1/2, p 1/4 ]\n"
          "(min, max) time across ranks (ms):\n"
          "    save-checkpoint ................................: (8932.22, 8940.50)\n");
    const auto begins = got.sink.events(EventKind::checkpoint_begin), ends = got.sink.events(EventKind::checkpoint_end);
    ASSERT_EQ(begins.size(), 1U);
    EXPECT_EQ(begins[0].step, 500);
    EXPECT_EQ(begins[0].line, 2);
    ASSERT_EQ(ends.size(), 1U);
    EXPECT_EQ(ends[0].step, 500);
    EXPECT_DOUBLE_EQ(ends[0].seconds, 8.9405);
}

TEST(Megatron, tellsStartResumeAndEnd)
{
    const Imported got = megatron("2026-01-02 03:00:00,500 INFO starting\n"
                                  "  successfully loaded checkpoint from /ckpt [ t 1/1, p 1/1 ] at iteration 40\n"
                                  "[before the start of training step] datetime: 2026-01-02 03:01:00 \n"
        + record(41, "elapsed time per iteration (ms): 10.0 | lm loss: 3.5")
        + "Traceback (most recent call last):\n"
          "[exiting program after 59.5 minutes] datetime: 2026-01-02 03:59:59 \n");
    ASSERT_EQ(got.sink.events(EventKind::job_start).size(), 1U);
    EXPECT_EQ(base::formatIso({got.sink.events(EventKind::job_start)[0].time_us}), "2026-01-02T03:00:00.5Z");
    ASSERT_EQ(got.sink.events(EventKind::resume).size(), 1U);
    EXPECT_EQ(got.sink.events(EventKind::resume)[0].step, 40);
    EXPECT_EQ(got.sink.events(EventKind::resume)[0].after_sample, -1);
    EXPECT_EQ(got.sink.events(EventKind::train_start).size(), 1U);
    EXPECT_EQ(got.sink.events(EventKind::failure).size(), 1U);
    ASSERT_EQ(got.sink.events(EventKind::job_end).size(), 1U);
    EXPECT_EQ(base::formatIso({got.sink.events(EventKind::job_end)[0].time_us}), "2026-01-02T03:59:59Z");
    EXPECT_EQ(got.sink.events(EventKind::job_end)[0].after_sample, 0);
}

TEST(Megatron, takesFp8ForThePrecisionOfItsProducts)
{
    const std::string one = record(1, "elapsed time per iteration (ms): 10.0");
    EXPECT_EQ(
        megatron("  fp8 ................ hybrid\n  params_dtype ....... torch.bfloat16\n" + one).sink.fact("precision"),
        "fp8");
    EXPECT_EQ(
        megatron("  fp8 ................ None\n  params_dtype ....... torch.bfloat16\n" + one).sink.fact("precision"),
        "bf16");
}

TEST(Megatron, saysThatNothingWasReadable)
{
    const Imported got
        = megatron("------------------------ arguments ------------------------\nTraceback (most recent call last):\n");
    ASSERT_FALSE(got.status.ok());
    EXPECT_EQ(got.status.error().code, Code::nothing_readable);
    EXPECT_EQ(got.sink.events(EventKind::failure).size(), 1U);
}

TEST(Megatron, stopsWhenTheSinkRefuses)
{
    std::string text;
    for (int step = 1; step < 10; ++step)
        text += record(step, "elapsed time per iteration (ms): 10." + std::to_string(step));
    LogSink sink;
    sink.refuse_after = 3;
    testing::MemorySource source(text);
    const auto status = formatById("megatron")->parse(source, sink, {});
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, Code::disk_full);
    EXPECT_EQ(sink.samples.size(), 3U);
}

} // namespace

} // namespace fullscope::import
