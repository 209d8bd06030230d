// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: MANIFEST.tsv of the samples, or read off their text by hand.
#include "tests/core/import/console_sample.h"

namespace fullscope::import {

namespace {

using base::Code;
using evidence::EventKind;
using testing::Imported;
using testing::importFile;
using testing::importText;
using testing::logSample;
using testing::LogSink;
namespace series = evidence::series;

class NemoSample : public ::testing::TestWithParam<const char*> { };

TEST_P(NemoSample, givesTheValuesOfTheManifest)
{
    const nlohmann::json expected = testing::manifest(GetParam());
    ASSERT_TRUE(expected.is_object());
    const Imported got = importFile(logSample(GetParam()));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "nemo");
    const LogSink& sink = got.sink;
    ASSERT_EQ(sink.samples.size(), expected["step_records"].get<std::size_t>());
    EXPECT_EQ(sink.samples.front().step, expected["first_step"].get<std::int64_t>());
    EXPECT_EQ(sink.samples.back().step, expected["last_step"].get<std::int64_t>());
    EXPECT_DOUBLE_EQ(sink.values(series::loss).front(), expected["first_loss"].get<double>());
    EXPECT_DOUBLE_EQ(sink.values(series::loss).back(), expected["last_loss"].get<double>());
    EXPECT_DOUBLE_EQ(sink.value(0, series::step_time), expected["first_step_time_s"].get<double>());
    EXPECT_NEAR(sink.median(series::step_time), expected["median_step_time_s"].get<double>(), 1e-9);
    std::vector<double> speeds;
    for (std::size_t i = 0; i < sink.samples.size(); ++i)
        speeds.push_back(sink.value(i, series::global_batch) / sink.value(i, series::step_time));
    std::sort(speeds.begin(), speeds.end());
    const std::size_t half = speeds.size() / 2;
    EXPECT_NEAR(
        (speeds[half] + speeds[(speeds.size() - 1) / 2]) / 2, expected["median_samples_per_s"].get<double>(), 1e-6);
    EXPECT_EQ(sink.fact("global_batch"), std::to_string(expected["global_batch"].get<int>()));
    if (expected.contains("world_size")) {
        EXPECT_EQ(sink.fact("world_size"), std::to_string(expected["world_size"].get<int>()));
        EXPECT_EQ(sink.fact("tensor_parallel"), std::to_string(expected["tp"].get<int>()));
    }
    EXPECT_EQ(static_cast<int>(sink.events(EventKind::resume).size()), expected.value("restarts", 0));
    EXPECT_EQ(sink.count(Code::bad_number), 0);
}

TEST_P(NemoSample, isKnownAsNothingElse)
{
    testing::expectKnownAsNothingElse(GetParam(), "nemo");
}

INSTANTIATE_TEST_SUITE_P(All, NemoSample,
    ::testing::Values("nemo/nemo2_baseline_20steps.log", "nemo/nemo2_crash_and_restart.log",
        "nemo/nemo2_straggler_stop.log", "nemo/nemo2_straggler_mitigated.log", "nemo/nemo2_preemption.log",
        "nemo/nemo2_embedding_ft.log"));

TEST(Nemo, survivesDamage)
{
    testing::expectSurvivesDamage("nemo", testing::fileText(logSample("nemo/nemo2_preemption.log")), 1);
}

TEST(Nemo, keepsBothExecutionsOfRepeatedStepsAndTheReason)
{
    const Imported got = importFile(logSample("nemo/nemo2_crash_and_restart.log"));
    ASSERT_EQ(got.sink.samples.size(), 26U);
    EXPECT_EQ(got.sink.samples[15].step, 15);
    EXPECT_EQ(got.sink.samples[15].line, 173);
    EXPECT_EQ(got.sink.samples[16].step, 10);
    EXPECT_EQ(got.sink.samples[16].line, 777);
    // steps 10 to 15 are made twice: their first times are lost
    double lost = 0;
    for (std::size_t i = 10; i < 16; ++i)
        lost += got.sink.value(i, series::step_time);
    EXPECT_NEAR(lost, 45.57, 0.006); // as MANIFEST.tsv rounds it
    const auto resumes = got.sink.events(EventKind::resume);
    ASSERT_EQ(resumes.size(), 1U);
    EXPECT_EQ(resumes[0].step, 9);
    EXPECT_EQ(resumes[0].after_sample, 15);
    EXPECT_FALSE(got.sink.events(EventKind::failure).empty());
    const auto starts = got.sink.events(EventKind::job_start);
    ASSERT_EQ(starts.size(), 1U);
    EXPECT_EQ(base::formatIso({starts[0].time_us}), "2025-03-07T22:36:48.812Z");
    const auto ends = got.sink.events(EventKind::job_end);
    ASSERT_EQ(ends.size(), 2U);
    EXPECT_EQ(base::formatIso({ends[1].time_us}), "2025-03-07T22:41:21.513Z");
}

TEST(Nemo, takesFactsWithTheirLines)
{
    const Imported got = importFile(logSample("nemo/nemo2_crash_and_restart.log"));
    EXPECT_EQ(got.sink.run.fact("world_size")->line, 93);
    EXPECT_EQ(got.sink.run.fact("data_parallel")->line, 68);
    EXPECT_EQ(got.sink.fact("data_parallel"), "4");
    EXPECT_EQ(got.sink.fact("pipeline_parallel"), "1");
    EXPECT_EQ(got.sink.fact("total_steps"), "20");
    EXPECT_EQ(got.sink.fact("nodes"), "1");
    EXPECT_EQ(got.sink.fact("zone_known"), "no");
}

TEST(Nemo, marksAsynchronousCheckpointsOnceWhereTheyAreScheduled)
{
    const Imported got = importFile(logSample("nemo/nemo2_crash_and_restart.log"));
    const auto checkpoints = got.sink.events(EventKind::checkpoint_end);
    ASSERT_EQ(checkpoints.size(), 2U); // grep -c 'Scheduled async'
    EXPECT_EQ(checkpoints[0].step, 9);
    EXPECT_EQ(checkpoints[0].after_sample, 9);
    EXPECT_EQ(base::formatIso({checkpoints[0].time_us}), "2025-03-07T22:38:36Z");
    EXPECT_TRUE(got.sink.events(EventKind::checkpoint_begin).empty());
    const Imported tuned = importFile(logSample("nemo/nemo2_embedding_ft.log"));
    EXPECT_EQ(tuned.sink.events(EventKind::checkpoint_end).size(), 10U);
}

TEST(Nemo, keepsAValidationLossOnceAfterEachValidation)
{
    const Imported got = importFile(logSample("nemo/nemo2_embedding_ft.log"));
    EXPECT_EQ(got.sink.events(EventKind::evaluation_begin).size(), 10U); // grep -c 'Validation: iteration'
    EXPECT_DOUBLE_EQ(got.sink.value(10, series::eval_loss), 0.7394);
    EXPECT_TRUE(std::isnan(got.sink.value(11, series::eval_loss)));
    EXPECT_EQ(got.sink.values(series::eval_loss).size(), 9U); // the last one comes after the last record
}

TEST(Nemo, saysWhyARunEnded)
{
    const auto failures = [](const char* file) { return importFile(logSample(file)).sink.events(EventKind::failure); };
    const auto preempted = failures("nemo/nemo2_preemption.log");
    ASSERT_EQ(preempted.size(), 2U);
    EXPECT_NE(preempted[0].text.find("Received signal 15"), std::string::npos);
    EXPECT_EQ(base::formatIso({preempted[0].time_us}), "2025-03-07T22:48:03Z");
    EXPECT_NE(preempted[1].text.find("Preemption detected"), std::string::npos);
    EXPECT_NE(failures("nemo/nemo2_straggler_stop.log").at(0).text.find("Detected stragglers"), std::string::npos);
    EXPECT_TRUE(failures("nemo/nemo2_straggler_mitigated.log").empty());
}

TEST(Nemo, countsOnOverEpochsAndReadsOtherFieldsByName)
{
    const Imported got = importText("nemo",
        "0: Training epoch 2, iteration 3/9 | reduced_train_loss: nan | TFLOPS_per_GPU: 412.5 | custom/acc: 0.5 | "
        "val_loss: 1.5\n"
        "0: Training epoch 2, iteration 4/9 | reduced_train_loss: 2.5 | train_step_timing in s: x | val_loss: 1.5\n");
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_EQ(got.sink.samples[0].step, 23); // 2 epochs of 10, and 3
    EXPECT_TRUE(std::isinf(got.sink.value(0, series::loss)));
    EXPECT_EQ(got.sink.count(Code::value_not_finite), 1);
    EXPECT_EQ(got.sink.count(Code::bad_number), 1);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::flop_per_s), 412.5e12);
    EXPECT_EQ(got.sink.run.series[1].scope, evidence::RateScope::device);
    EXPECT_DOUBLE_EQ(got.sink.value(0, "custom/acc"), 0.5);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::eval_loss), 1.5);
    EXPECT_TRUE(std::isnan(got.sink.value(1, series::eval_loss)));
}

TEST(Nemo, dropsTheValueInWhichAFileEnds)
{
    const std::string first = "Training epoch 0, iteration 0/19 | global_step: 0 | reduced_train_loss: 11.03\n";
    const Imported got
        = importText("nemo", first + "Training epoch 0, iteration 1/19 | global_step: 1 | reduced_train_loss: 10.");
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_TRUE(std::isnan(got.sink.value(1, series::loss)));
    EXPECT_EQ(got.sink.count(Code::record_truncated), 1);
    const Imported shorter = importText("nemo", first + "Training epoch 0, iteration 1/19 | global_step: 1");
    EXPECT_EQ(shorter.sink.samples.size(), 1U);
    EXPECT_EQ(shorter.file.rejected, 1);
}

} // namespace

} // namespace fullscope::import
