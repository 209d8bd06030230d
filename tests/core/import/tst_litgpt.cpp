// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: MANIFEST.tsv of the samples, or read off their text by hand.
#include "tests/core/import/console_checks.h"

namespace fullscope::import {

namespace {

using base::Code;
using evidence::EventKind;
using testing::Imported;
using testing::importFile;
using testing::importText;
using testing::logSample;
namespace series = evidence::series;

const std::string kRecords = "Epoch 1 | iter 1 step 0 | loss train: 1.646, val: n/a | iter time: 820.31 ms remaining "
                             "time: 0:12:03\n"
                             "Epoch 1 | iter 2 step 1 | loss train: 1.660, val: n/a | iter time: 548.72 ms (step) "
                             "remaining time: 0:12:01\n"
                             "Epoch 1 | iter 3 step 1 | loss train: 1.687, val: n/a | iter time: 300.07 ms remaining "
                             "time: 0:12:00\n"
                             "Epoch 1 | iter 4 step 2 | loss train: 1.597, val: n/a | iter time: 595.27 ms (step) "
                             "remaining time: 0:11:59\n";

Imported litgpt(const std::string& text)
{
    return importText("litgpt", text);
}

TEST(Litgpt, countsStepsAndNotMicroBatches)
{
    const Imported got = importFile(logSample("litgpt/litgpt_finetune.log"));
    const nlohmann::json expected = testing::manifest("litgpt/litgpt_finetune.log");
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "litgpt");
    // the manifest counts the 10 lines, of which every second one is a step
    ASSERT_EQ(got.sink.samples.size(), expected["step_records"].get<std::size_t>() / 2);
    EXPECT_EQ(got.sink.samples.front().step, 1);
    EXPECT_EQ(got.sink.samples.back().step, expected["optimizer_steps_last"].get<std::int64_t>());
    EXPECT_EQ(got.sink.values(series::loss).back(), expected["last_loss"].get<double>());
    EXPECT_EQ(got.sink.values(series::loss), (std::vector<double> {1.660, 1.597, 1.703, 1.741, 1.524}));
    // 820.31 + 548.72 and so on
    const std::vector<double> times {1.36903, 0.89534, 0.82897, 1.02584, 1.02662};
    for (std::size_t i = 0; i < times.size(); ++i)
        EXPECT_NEAR(got.sink.value(i, series::step_time), times[i], 1e-9);
    EXPECT_EQ(got.sink.value(4, series::memory), 13.9e9);
    EXPECT_TRUE(got.sink.events(EventKind::resume).empty());
    EXPECT_TRUE(got.sink.problems.empty());
}

TEST(Litgpt, takesFacts)
{
    const Imported got = importFile(logSample("litgpt/litgpt_finetune.log"));
    EXPECT_EQ(got.sink.fact("global_batch"), "8");
    EXPECT_EQ(got.sink.fact("micro_batch"), "4");
    EXPECT_EQ(got.sink.fact("total_steps"), "5");
    EXPECT_EQ(got.sink.fact("seq_len"), "512");
    EXPECT_EQ(got.sink.fact("world_size"), "1");
    EXPECT_EQ(got.sink.fact("nodes"), "1");
    EXPECT_EQ(got.sink.fact("precision"), "bf16");
    EXPECT_EQ(got.sink.fact("parameters"), "2791910400"); // 12,226,560 + 2,779,683,840
    EXPECT_EQ(got.sink.fact("train_runtime"), "11.2");
}

TEST(Litgpt, keepsWhatALogOfEveryTenthMicroBatchHas)
{
    const Imported got
        = litgpt("Epoch 1 | iter 10 step 2 | loss train: 1.6, val: n/a | iter time: 100.00 ms\n"
                 "Epoch 1 | iter 20 step 5 | loss train: 1.5, val: 1.250 | iter time: 110.00 ms (step)\n");
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_EQ(got.sink.samples[0].step, 2);
    EXPECT_EQ(got.sink.samples[1].step, 5);
    EXPECT_TRUE(got.sink.values(series::step_time).empty()); // of a micro-batch is not of a step
    EXPECT_NEAR(got.sink.value(1, "iter time"), 0.11, 1e-12);
}

TEST(Litgpt, takesEvaluationsWithTheirSeconds)
{
    const Imported got = litgpt(kRecords + "iter 4: val loss 1.2345, val time: 1500.00 ms\n");
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_EQ(got.sink.value(1, series::eval_loss), 1.2345);
    const auto evaluations = got.sink.events(EventKind::evaluation_end);
    ASSERT_EQ(evaluations.size(), 1U);
    EXPECT_EQ(evaluations[0].step, 2);
    EXPECT_NEAR(evaluations[0].seconds, 1.5, 1e-12);
}

TEST(Litgpt, keepsStepsThatRanAgain)
{
    const Imported got
        = litgpt(kRecords + "Resuming training from out/step-1\n" + kRecords.substr(kRecords.find("Epoch 1 | iter 3")));
    ASSERT_EQ(got.sink.samples.size(), 3U);
    EXPECT_EQ(got.sink.samples[2].step, 2);
    EXPECT_EQ(got.sink.events(EventKind::resume).size(), 1U);
}

TEST(Litgpt, keepsNonFiniteLossesAndNamesDamagedValues)
{
    const Imported got = litgpt("Epoch 1 | iter 1 step 1 | loss train: nan, val: n/a | iter time: 820.31 ms (step)\n"
                                "Epoch 1 | iter 2 step 2 | loss train: 1x, val: n/a | iter time: 820.31 ms (step)\n"
                                "Epoch 1 | iter 3 step x | loss train: 1, val: n/a | iter time: 820.31 ms (step)\n");
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_TRUE(std::isinf(got.sink.value(0, series::loss)));
    EXPECT_TRUE(std::isnan(got.sink.value(1, series::loss)));
    EXPECT_EQ(got.sink.count(Code::bad_number), 1);
}

TEST(Litgpt, standsOtherLineEndsAndCuts)
{
    testing::expectSameInOtherClothes("litgpt", kRecords);
    testing::expectNothingWrongWhenCut("litgpt", kRecords);
}

} // namespace

} // namespace fullscope::import
