// SPDX-License-Identifier: GPL-3.0-or-later
// torchtune, nanotron and the FSDP examples of AWS: lines as their sources print them, figures made up. Expected values
// are read off the text by hand.
#include "tests/core/import/console_checks.h"

namespace fullscope::import {

namespace {

using base::Code;
using evidence::EventKind;
using evidence::RateScope;
using testing::Imported;
using testing::importFile;
using testing::importText;
using testing::TempDir;
namespace series = evidence::series;

RateScope scopeOf(const Imported& got, const char* name)
{
    return got.sink.run.series.at(static_cast<std::size_t>(got.sink.run.seriesIndex(name))).scope;
}

const std::string kTorchtune
    = "Step 1 | loss:1.5732421875 lr:2e-06 tokens_per_second_per_gpu:1543.25 peak_memory_active:85.5 "
      "peak_memory_alloc:85.25 peak_memory_reserved:104.0 \n"
      "Step 2 | loss:1.25 lr:4e-06 tokens_per_second_per_gpu:1600.5 peak_memory_active:85.5 peak_memory_alloc:85.25 "
      "peak_memory_reserved:104.0 \n";

const std::string kAws
    = "0: NCCL INFO Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM\n"
      "0: 2025-06-17 16:24:40 I [train.py:90] Created model with total parameters: 7229276160 (7.23 B)\n"
      "0: 2025-06-17 16:24:52 I [train.py:103] Batch 0 Loss: 11.61653, Speed: 4.88 samples/sec, lr: 0.000100\n"
      "1: n1:77:77 [1] NCCL INFO comm 0x5581 rank 1 nranks 8\n"
      "0: 2025-06-17 16:24:54 I [train.py:103] Batch 1 Loss: 11.25000, Speed: 9.75 samples/sec, lr: 0.000200\n";

const std::string kNanotron
    = "[default0]:08/31/2024 14:37:31 [INFO|DP=0|PP=0|TP=0|n1]: iteration: 1 / 15 | consumed_tokens: 1.05M | "
      "time_per_iteration_ms: 2.3K | tokens_per_sec: 455K | tokens_per_sec_per_gpu: 56.9K | global_batch_size: 1.05M | "
      "lm_loss: 11.1 | lr: 0.00015 | model_tflops_per_gpu: 312 | grad_norm: 2.96 | eta: 131 days, 1:45:39\n"
      "[default0]:08/31/2024 14:37:33 [INFO|DP=0|PP=0|TP=0|n1]: iteration: 2 / 15 | consumed_tokens: 2.1M | "
      "time_per_iteration_ms: 995 | tokens_per_sec: 1.05M | tokens_per_sec_per_gpu: 132K | global_batch_size: 1.05M | "
      "lm_loss: 10.9 | lr: 0.0003 | model_tflops_per_gpu: 315 | grad_norm: 2.5 | eta: 1:45:39\n";

TEST(SmallTrainers, areRecognisedByTheirLines)
{
    const TempDir dir;
    EXPECT_EQ(importFile(dir.write("a", kTorchtune)).format, "torchtune");
    EXPECT_EQ(importFile(dir.write("b", kAws)).format, "aws_fsdp");
    EXPECT_EQ(importFile(dir.write("c", kNanotron)).format, "nanotron");
    for (const std::string& text : {kTorchtune, kAws, kNanotron}) {
        const Preview preview {.file_name = "x", .head = text, .middle = {}, .tail = {}};
        std::int64_t claims = 0;
        for (const Format* format : formats())
            claims += format->sniff(preview) > 0 ? 1 : 0;
        EXPECT_EQ(claims, 1) << text;
    }
}

TEST(SmallTrainers, standOtherLineEndsAndCuts)
{
    for (const auto& [format, text] :
        {std::pair<const char*, std::string> {"torchtune", kTorchtune}, {"aws_fsdp", kAws}, {"nanotron", kNanotron}}) {
        testing::expectSameInOtherClothes(format, text);
        testing::expectNothingWrongWhenCut(format, text);
    }
}

// --- torchtune

TEST(Torchtune, readsTheMetricsOfAStep)
{
    const Imported got = importText("torchtune", kTorchtune + "Step 2 | val_loss:1.125 \n");
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_TRUE(got.sink.problems.empty());
    EXPECT_EQ(got.sink.values(series::loss), (std::vector<double> {1.5732421875, 1.25}));
    EXPECT_EQ(got.sink.value(1, series::learning_rate), 4e-6);
    EXPECT_EQ(got.sink.value(1, series::tokens_per_s), 1600.5);
    EXPECT_EQ(scopeOf(got, series::tokens_per_s), RateScope::device);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::memory), 104.0 * 1024 * 1024 * 1024);
    EXPECT_DOUBLE_EQ(got.sink.value(0, "peak_memory_alloc"), 85.25 * 1024 * 1024 * 1024);
    EXPECT_EQ(got.sink.value(1, series::eval_loss), 1.125);
    EXPECT_EQ(got.sink.events(EventKind::evaluation_end).size(), 1U);
}

TEST(Torchtune, keepsNonFiniteLossesAndNamesDamagedValues)
{
    const Imported got = importText("torchtune",
        "Step 1 | loss:nan lr:2e-06 \nStep 2 | loss:1.x lr:2e-06 \nStep 1 | loss:1.0 lr:2e-06 \nStep x | loss:1 lr:1 "
        "\n");
    ASSERT_GE(got.sink.samples.size(), 2U);
    EXPECT_TRUE(std::isinf(got.sink.value(0, series::loss)));
    EXPECT_EQ(got.sink.samples.back().step, 1); // it went back
    EXPECT_EQ(got.sink.count(Code::value_not_finite), 1);
    EXPECT_EQ(got.sink.count(Code::bad_number), 1);
}

// --- AWS

TEST(AwsFsdp, readsRecordsAmongTheNoiseOfNccl)
{
    const Imported got = importText("aws_fsdp",
        kAws
            + "0: 2025-06-17 16:25:00 I [train.py:120] Batch 1 Validation loss: 10.5\n"
              "0: 2025-06-17 16:25:01 I [train.py:130] Triggering checkpoint save at step 2\n"
              "0: Traceback (most recent call last):\n");
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_TRUE(got.sink.problems.empty());
    EXPECT_EQ(got.sink.samples[0].step, 0);
    EXPECT_EQ(base::formatIso({got.sink.samples[1].time_us}), "2025-06-17T16:24:54Z");
    EXPECT_EQ(got.sink.value(0, series::loss), 11.61653);
    EXPECT_EQ(got.sink.value(0, series::samples_per_s), 4.88);
    EXPECT_EQ(scopeOf(got, series::samples_per_s), RateScope::job);
    EXPECT_EQ(got.sink.value(1, series::learning_rate), 0.0002);
    EXPECT_EQ(got.sink.value(1, series::eval_loss), 10.5);
    EXPECT_EQ(got.sink.fact("parameters"), "7229276160");
    ASSERT_EQ(got.sink.events(EventKind::checkpoint_begin).size(), 1U);
    EXPECT_EQ(got.sink.events(EventKind::checkpoint_begin)[0].step, 2);
    EXPECT_EQ(got.sink.events(EventKind::failure).size(), 1U);
}

TEST(AwsFsdp, takesANumberAloneForNoField)
{
    const Imported got = importText("aws_fsdp", "Batch 1 Loss: 11.25, 24, Speed: 9.75 samples/sec, lr: 0.0002\n");
    ASSERT_EQ(got.sink.samples.size(), 1U);
    EXPECT_EQ(got.sink.run.series.size(), 3U);
    EXPECT_EQ(got.sink.run.seriesIndex(""), -1);
    EXPECT_EQ(got.sink.value(0, series::samples_per_s), 9.75);
}

TEST(AwsFsdp, skipsWhatIsCutAndKeepsWhatCutIt)
{
    const Imported got = importText("aws_fsdp",
        kAws
            + "0: 2025-06-17 16:24:56 I [train.py:103] Batch 2 Loss: 11.2, Spslurmstepd: error: *** JOB 7 ON n1 "
              "CANCELLED AT 2025-06-17T16:24:57 DUE TO TIME LIMIT ***\n");
    EXPECT_EQ(got.sink.samples.size(), 2U);
    EXPECT_EQ(got.sink.count(Code::record_truncated), 1);
    ASSERT_EQ(got.sink.events(EventKind::failure).size(), 1U);
    EXPECT_EQ(base::formatIso({got.sink.events(EventKind::failure)[0].time_us}), "2025-06-17T16:24:57Z");
}

TEST(AwsFsdp, keepsNonFiniteLossesAndNamesDamagedValues)
{
    const Imported got = importText("aws_fsdp",
        "Batch 0 Loss: nan, Speed: 4.88 samples/sec, lr: 0.0001\nBatch 1 Loss: 1O, Speed: 4.88 samples/sec, lr: "
        "0.0001\n");
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_TRUE(std::isinf(got.sink.value(0, series::loss)));
    EXPECT_TRUE(std::isnan(got.sink.value(1, series::loss)));
    EXPECT_EQ(got.sink.count(Code::bad_number), 1);
}

// --- nanotron

TEST(Nanotron, readsRoundedFiguresAndSaysSo)
{
    const Imported got = importText("nanotron", kNanotron);
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_NEAR(got.sink.value(0, series::step_time), 2.3, 1e-12);
    EXPECT_NEAR(got.sink.value(1, series::step_time), 0.995, 1e-12);
    EXPECT_EQ(got.sink.values(series::tokens_per_s), (std::vector<double> {455e3, 1.05e6}));
    EXPECT_EQ(scopeOf(got, series::tokens_per_s), RateScope::job);
    EXPECT_NEAR(got.sink.value(0, "tokens_per_sec_per_gpu"), 56.9e3, 1e-6);
    EXPECT_EQ(scopeOf(got, "tokens_per_sec_per_gpu"), RateScope::device);
    EXPECT_EQ(got.sink.value(1, series::flop_per_s), 315e12);
    EXPECT_EQ(got.sink.values(series::loss), (std::vector<double> {11.1, 10.9}));
    // three digits are too few for the tokens of a step
    EXPECT_LT(got.sink.run.seriesIndex(series::tokens), 0);
    EXPECT_EQ(got.sink.value(1, "consumed_tokens"), 2.1e6);
    EXPECT_EQ(got.sink.count(Code::digits_lost), 1);
    EXPECT_EQ(got.sink.problems.size(), 1U);
    EXPECT_EQ(base::formatIso({got.sink.samples[0].time_us}), "2024-08-31T14:37:31Z");
    EXPECT_EQ(got.sink.fact("total_steps"), "15");
}

TEST(Nanotron, takesSizesCheckpointsAndResumes)
{
    const Imported got = importText("nanotron",
        "08/31/2024 14:30:00 [INFO|DP=0|PP=0|TP=0|n1]:         dp=2,\n"
        "08/31/2024 14:30:00 [INFO|DP=0|PP=0|TP=0|n1]:         pp=1,\n"
        "08/31/2024 14:30:00 [INFO|DP=0|PP=0|TP=0|n1]:         tp=4,\n"
        "08/31/2024 14:30:00 [INFO|DP=0|PP=0|TP=0|n1]: mbs: 16 | grad_accum: 8 | cp: 1 | sequence_length: 2048 | "
        "global_batch_size: 1024 | train_steps: 15\n"
        "08/31/2024 14:30:01 [INFO|DP=0|PP=0|TP=0|n1]: Loading checkpoint from checkpoints/run/10\n"
            + kNanotron + "08/31/2024 14:37:40 [INFO|DP=0|PP=0|TP=0|n1]: Saving checkpoint at checkpoints/run/2\n");
    EXPECT_EQ(got.sink.fact("world_size"), "8");
    EXPECT_EQ(got.sink.fact("tensor_parallel"), "4");
    EXPECT_EQ(got.sink.fact("micro_batch"), "16");
    EXPECT_EQ(got.sink.fact("seq_len"), "2048");
    EXPECT_EQ(got.sink.fact("global_batch"), "1024");
    EXPECT_EQ(got.sink.events(EventKind::resume).at(0).step, 10);
    EXPECT_EQ(got.sink.events(EventKind::checkpoint_begin).at(0).step, 2);
    EXPECT_EQ(base::formatIso({got.sink.events(EventKind::checkpoint_begin)[0].time_us}), "2024-08-31T14:37:40Z");
    EXPECT_EQ(base::formatIso({got.sink.events(EventKind::job_start).at(0).time_us}), "2024-08-31T14:30:00Z");
}

TEST(Nanotron, readsOlderNamesAndSaysOnceThatTheYearIsUnknown)
{
    const Imported got = importText("nanotron",
        "12/21 01:39:51 [INFO|DP=0|TP=0|n7]: iteration: 211364 / 1500000 | consumed_tokens: 480B | "
        "elapsed_time_per_iteration_ms: 8.79K | tokens_per_sec: 182K | lm_loss: nan | cuda_max_memory_reserved: 520M\n"
        "12/21 01:40:00 [INFO|DP=0|TP=0|n7]: iteration: 211365 / 1500000 | consumed_tokens: 480B | "
        "elapsed_time_per_iteration_ms: 8.74K | tokens_per_sec: 18x | lm_loss: 2.06 | cuda_max_memory_reserved: "
        "520M\n");
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_NEAR(got.sink.value(0, series::step_time), 8.79, 1e-9);
    EXPECT_TRUE(std::isinf(got.sink.value(0, series::loss)));
    EXPECT_TRUE(std::isnan(got.sink.value(1, series::tokens_per_s)));
    EXPECT_EQ(got.sink.value(0, series::memory), 520e6);
    EXPECT_EQ(got.sink.samples[0].time_us, base::kNoTime);
    EXPECT_EQ(got.sink.count(Code::bad_time), 1);
    EXPECT_EQ(got.sink.first(Code::bad_time)->what.found, "12/21 01:39:51");
    EXPECT_EQ(got.sink.count(Code::bad_number), 1);
}

} // namespace

} // namespace fullscope::import
