// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: MANIFEST.tsv of the samples, or read off their text by hand.
#include "tests/core/import/console_checks.h"

namespace fullscope::import {

namespace {

using base::Code;
using evidence::EventKind;
using evidence::RateScope;
using evidence::RateWindow;
using testing::Imported;
using testing::importFile;
using testing::importText;
using testing::logSample;
namespace series = evidence::series;

Imported torchtitan(const std::string& text)
{
    return importText("torchtitan", text);
}

const std::string kFirst = "[rank0]:[titan] 2025-06-04 08:51:48,074 - root - INFO - step:  1  loss: 12.2254  "
                           "memory: 27.34GiB(28.78%)  tps: 375  tflops: 21.73  mfu: 2.20%\n";
const std::string kTenth = "[rank0]:[titan] 2025-06-04 08:51:58,557 - root - INFO - step: 10  loss: 10.7069  "
                           "memory: 30.99GiB(32.62%)  tps: 7,034  tflops: 407.35  mfu: 41.19%\n";

class TorchtitanSample : public ::testing::TestWithParam<const char*> { };

TEST_P(TorchtitanSample, givesTheValuesOfTheManifest)
{
    const Imported got = importFile(logSample(GetParam()));
    EXPECT_EQ(got.format, "torchtitan");
    testing::expectManifest(got, GetParam());
    const nlohmann::json expected = testing::manifest(GetParam());
    EXPECT_TRUE(got.sink.problems.empty() || got.sink.count(Code::repeated_by_ranks) == 12);
    if (!expected.contains("first_time"))
        return;
    // the manifest leaves the milliseconds out
    const auto time = [&](std::size_t i) { return base::formatIso({got.sink.samples[i].time_us}).substr(0, 19); };
    EXPECT_EQ(time(0), expected["first_time"]);
    EXPECT_EQ(time(3), expected["last_time"]);
    // 10 steps lie between the last three records: the median of their intervals, per step
    const auto us = [&](std::size_t i) { return static_cast<double>(got.sink.samples[i].time_us); };
    std::vector<double> intervals {(us(1) - us(0)) / 9e6, (us(2) - us(1)) / 10e6, (us(3) - us(2)) / 10e6};
    std::sort(intervals.begin(), intervals.end());
    EXPECT_NEAR(intervals[1], expected["median_step_time_from_timestamps_s"].get<double>(), 5.1e-5);
    if (expected.contains("median_mfu_pct")) {
        EXPECT_NEAR(got.sink.median(series::mfu), expected["median_mfu_pct"].get<double>() / 100, 1e-9);
    }
}

INSTANTIATE_TEST_SUITE_P(All, TorchtitanSample,
    ::testing::Values("torchtitan/ao_float8_tensorwise.log", "torchtitan/ao_bf16_compile.log",
        "torchtitan/ao_mxfp8_nomfu.log", "traps/titan_four_ranks_ansi_crlf.log"));

TEST(Torchtitan, countsFourRanksOnceAndDoesNotAddTheirSpeeds)
{
    const Imported got = importFile(logSample("traps/titan_four_ranks_ansi_crlf.log"));
    ASSERT_EQ(got.sink.samples.size(), 4U);
    EXPECT_EQ(got.file.lines, 16);
    EXPECT_EQ(got.sink.count(Code::repeated_by_ranks), 12);
    EXPECT_EQ(got.sink.values(series::tokens_per_s), (std::vector<double> {375, 7034, 7022, 7014}));
    const evidence::SeriesInfo& tokens
        = got.sink.run.series[static_cast<std::size_t>(got.sink.run.seriesIndex(series::tokens_per_s))];
    EXPECT_EQ(tokens.scope, RateScope::device);
    EXPECT_EQ(tokens.window, RateWindow::interval_mean);
}

TEST(Torchtitan, readsTheVersionsOfItsLine)
{
    const Imported got
        = torchtitan("2024-05-10 10:00:00,000 - root - INFO - step:  1  loss: 10.9  memory:  9.5GiB(10.02%)  "
                     "wps: 1,293  mfu: 3.52%\n"
                     "[titan] 2025-09-01 10:00:00,000 - root - INFO - step:  2  loss:  8.12345  grad_norm:  1.2500  "
                     "memory: 10.00GiB(10.50%)  tps: 2,000  tflops: 1,234.50  mfu: N/A\n"
                     "[2025-09-11 14:10:02][I][/x/metrics.py:438] step:  3  loss: 7.5  grad_norm: 0.5  memory: "
                     "10.00GiB(10.50%)  tps: 2,001  tflops: 12.00  mfu: 1.00%  extra/metric: 0.125\n");
    ASSERT_EQ(got.sink.samples.size(), 3U);
    EXPECT_TRUE(got.sink.problems.empty());
    EXPECT_EQ(got.sink.value(0, series::tokens_per_s), 1293);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::mfu), 0.0352);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::memory), 9.5 * 1024 * 1024 * 1024);
    EXPECT_EQ(got.sink.value(1, series::grad_norm), 1.25);
    EXPECT_DOUBLE_EQ(got.sink.value(1, series::flop_per_s), 1.2345e15);
    EXPECT_TRUE(std::isnan(got.sink.value(1, series::mfu)));
    EXPECT_EQ(got.sink.value(2, "extra/metric"), 0.125);
    EXPECT_EQ(base::formatIso({got.sink.samples[2].time_us}), "2025-09-11T14:10:02Z");
}

TEST(Torchtitan, readsLinesWhoseColoursLostTheirStart)
{
    const Imported got = torchtitan("2025-09-01 10:00:00 - INFO - 31mstep: 10  32mloss: 10.5  "
                                    "38;2;54;234;195mmemory: 49.59GiB(10%)  mtps: 7,034\n");
    ASSERT_EQ(got.sink.samples.size(), 1U);
    EXPECT_EQ(got.sink.value(0, series::loss), 10.5);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::memory), 49.59 * 1024 * 1024 * 1024);
    EXPECT_EQ(got.sink.value(0, series::tokens_per_s), 7034);
}

TEST(Torchtitan, takesValidationForNoStep)
{
    const Imported got = torchtitan(kFirst + kTenth
        + "[rank0]:[titan] 2025-06-04 08:52:08,000 - root - INFO - validate step: 10  loss: 10.5  memory: "
          "30.99GiB(32.62%)  tps: 70,034\n"
          "[rank1]:[titan] 2025-06-04 08:52:08,000 - root - INFO - validate step: 10  loss: 10.5  memory: "
          "30.99GiB(32.62%)  tps: 70,034\n");
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_EQ(got.sink.value(1, series::eval_loss), 10.5);
    EXPECT_EQ(got.sink.values(series::loss), (std::vector<double> {12.2254, 10.7069}));
    const auto evaluations = got.sink.events(EventKind::evaluation_end);
    ASSERT_EQ(evaluations.size(), 1U);
    EXPECT_EQ(evaluations[0].step, 10);
    EXPECT_EQ(base::formatIso({evaluations[0].time_us}), "2025-06-04T08:52:08Z");
}

TEST(Torchtitan, takesFactsStartsAndCheckpoints)
{
    const Imported got = torchtitan(
        "[rank0]:[titan] 2025-06-04 08:50:00,000 - root - INFO - Building 2-D device mesh with ['dp_shard', 'tp'], [4, "
        "2]\n"
        "[rank0]:[titan] 2025-06-04 08:50:01,000 - root - INFO - CUDA capacity: NVIDIA H100 with 94.99GiB memory\n"
        "[rank0]:[titan] 2025-06-04 08:50:02,000 - root - INFO - Model llama3 8B size: 8,030,261,248 total parameters\n"
        "[rank0]:[titan] 2025-06-04 08:50:03,000 - root - INFO - Training starts at step 1, with local batch size 1, "
        "global batch size 8, sequence length 8192, total steps 100 (warmup 200)\n"
        "[rank1]:[titan] 2025-06-04 08:50:03,010 - root - INFO - Training starts at step 1, with local batch size 1, "
        "global batch size 8, sequence length 8192, total steps 100 (warmup 200)\n"
        + kFirst + kTenth
        + "[rank0]:[titan] 2025-06-04 08:51:58,600 - root - INFO - Saving the checkpoint (or staging if async is "
          "enabled).\n"
          "[rank0]:[titan] 2025-06-04 08:52:02,800 - root - INFO - Finished saving the checkpoint (or staging if async "
          "is enabled) in 4.16 seconds.\n"
          "[rank0]:[titan] 2025-06-04 08:53:02,800 - root - INFO - Training completed\n");
    EXPECT_EQ(got.sink.fact("world_size"), "8");
    EXPECT_EQ(got.sink.fact("device"), "NVIDIA H100");
    EXPECT_EQ(got.sink.fact("parameters"), "8030261248");
    EXPECT_EQ(got.sink.fact("micro_batch"), "1");
    EXPECT_EQ(got.sink.fact("global_batch"), "8");
    EXPECT_EQ(got.sink.fact("seq_len"), "8192");
    EXPECT_EQ(got.sink.fact("total_steps"), "100");
    EXPECT_EQ(got.sink.run.fact("seq_len")->line, 4);
    ASSERT_EQ(got.sink.events(EventKind::train_start).size(), 1U);
    EXPECT_EQ(got.sink.events(EventKind::train_start)[0].step, 1);
    ASSERT_EQ(got.sink.events(EventKind::checkpoint_begin).size(), 1U);
    const auto saved = got.sink.events(EventKind::checkpoint_end);
    ASSERT_EQ(saved.size(), 1U);
    EXPECT_EQ(saved[0].step, 10);
    EXPECT_DOUBLE_EQ(saved[0].seconds, 4.16);
    EXPECT_EQ(got.sink.events(EventKind::job_end).size(), 1U);
}

TEST(Torchtitan, keepsStepsThatRanAgain)
{
    const Imported got = torchtitan(kFirst + kTenth
        + "[rank0]:[titan] 2025-06-04 09:00:00,000 - root - INFO - Loading the checkpoint from outputs/checkpoint/5.\n"
          "[rank0]:[titan] 2025-06-04 09:00:09,000 - root - INFO - Training starts at step 6.\n"
        + kTenth);
    ASSERT_EQ(got.sink.samples.size(), 3U);
    EXPECT_EQ(got.sink.samples[2].step, 10);
    EXPECT_EQ(got.sink.events(EventKind::resume).size(), 1U);
    ASSERT_EQ(got.sink.events(EventKind::train_start).size(), 1U);
    EXPECT_EQ(got.sink.events(EventKind::train_start)[0].step, 6);
    EXPECT_EQ(got.sink.events(EventKind::train_start)[0].after_sample, 1);
}

TEST(Torchtitan, keepsNonFiniteLossesAsInfinity)
{
    const Imported got = torchtitan("step: 1  loss:     nan  memory: 1.00GiB(1.00%)  tps: 5\n"
                                    "step: 2  loss:    -inf  memory: 1.00GiB(1.00%)  tps: 5\n");
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_GT(got.sink.value(0, series::loss), 1e300);
    EXPECT_LT(got.sink.value(1, series::loss), -1e300);
    EXPECT_EQ(got.sink.count(Code::value_not_finite), 2);
}

TEST(Torchtitan, keepsTheKillThatWasGluedIntoARecord)
{
    const Imported got = torchtitan(kFirst + kTenth.substr(0, kTenth.find("tps: 7,0") + 6)
        + "slurmstepd: error: *** JOB 7 ON n1 CANCELLED AT 2025-06-04T02:20:29 DUE TO TIME LIMIT ***\n");
    EXPECT_EQ(got.sink.samples.size(), 1U);
    EXPECT_EQ(got.sink.count(Code::record_truncated), 1);
    ASSERT_EQ(got.sink.events(EventKind::failure).size(), 1U);
    EXPECT_EQ(base::formatIso({got.sink.events(EventKind::failure)[0].time_us}), "2025-06-04T02:20:29Z");
}

TEST(Torchtitan, namesADamagedValueAndKeepsTheRecord)
{
    const Imported got = torchtitan(kFirst + "step: 10  loss: 1x.7  memory:  tps: 7,034  mfu: 41.19%\n");
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_TRUE(std::isnan(got.sink.value(1, series::loss)));
    EXPECT_EQ(got.sink.value(1, series::tokens_per_s), 7034);
    EXPECT_EQ(got.sink.count(Code::bad_number), 2);
    EXPECT_EQ(got.sink.first(Code::bad_number)->what.found, "1x.7");
    EXPECT_EQ(got.sink.first(Code::bad_number)->what.line, 2);
}

TEST(Torchtitan, standsOtherLineEndsAndCuts)
{
    testing::expectSameInOtherClothes("torchtitan", kFirst + kTenth);
    testing::expectNothingWrongWhenCut("torchtitan", kFirst + kTenth);
    testing::expectNothingWrongWhenCut(
        "torchtitan", testing::fileText(logSample("torchtitan/ao_mxfp8_nomfu.log"))); // ends in a number
}

} // namespace

} // namespace fullscope::import
