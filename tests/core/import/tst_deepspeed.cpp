// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: MANIFEST.tsv of the samples, or read off their text by hand.
#include "tests/core/import/console_sample.h"

namespace fullscope::import {

namespace {

using base::Code;
using evidence::EventKind;
using evidence::RateScope;
using evidence::RateWindow;
using testing::fileText;
using testing::Imported;
using testing::importFile;
using testing::importText;
using testing::logSample;
namespace series = evidence::series;

constexpr const char* kSft = "deepspeed/dschat_sft_opt-1.3b.log";
constexpr const char* kRlhf = "deepspeed/dschat_rlhf_opt-1.3b.log";
constexpr double kGiB = 1024.0 * 1024 * 1024;

Imported deepspeed(const std::string& text)
{
    return importText("deepspeed", text);
}

std::string seconds(const evidence::Sample& sample)
{
    return base::formatIso({sample.time_us}).substr(0, 19);
}

TEST(DeepSpeed, givesTheValuesOfTheManifest)
{
    const nlohmann::json expected = testing::manifest(kSft);
    const Imported got = importFile(logSample(kSft));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "deepspeed");
    const auto& samples = got.sink.samples;
    ASSERT_EQ(samples.size(), expected["step_records"].get<std::size_t>());
    EXPECT_EQ(samples.front().step, expected["first_step"].get<std::int64_t>());
    EXPECT_EQ(samples.back().step, expected["last_step"].get<std::int64_t>());
    EXPECT_EQ(seconds(samples.front()), expected["first_time"].get<std::string>());
    EXPECT_EQ(seconds(samples.back()), expected["last_time"].get<std::string>());
    EXPECT_NEAR(got.sink.median(series::samples_per_s), expected["median_samples_per_s"].get<double>(), 1e-6);
    EXPECT_DOUBLE_EQ(got.sink.median(series::memory), expected["median_mem_gib"].get<double>() * kGiB);
    std::vector<double> paces;
    for (std::size_t i = 1; i < samples.size(); ++i)
        paces.push_back(static_cast<double>(samples[i].time_us - samples[i - 1].time_us) / 1e6
            / static_cast<double>(samples[i].step - samples[i - 1].step));
    std::sort(paces.begin(), paces.end());
    EXPECT_NEAR((paces[paces.size() / 2] + paces[(paces.size() - 1) / 2]) / 2,
        expected["median_step_time_from_timestamps_s"].get<double>(), 1e-4);
}

TEST(DeepSpeed, takesLearningRateAndSkippedStepsFromTheLineBefore)
{
    const Imported got = importFile(logSample(kSft));
    EXPECT_EQ(got.sink.value(0, series::skipped_steps), 6); // as many lines with OVERFLOW
    EXPECT_EQ(got.sink.value(1, series::skipped_steps), 0);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::learning_rate), 9.649992967150629e-06);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::samples_per_s), 171.97903593624417);
    EXPECT_DOUBLE_EQ(got.sink.value(0, "RunningAvgSamplesPerSec"), 173.4455644119137);
    EXPECT_DOUBLE_EQ(got.sink.value(0, "MemAllocated"), 3.96 * kGiB);
    const auto info = [&](const char* name) {
        return got.sink.run.series[static_cast<std::size_t>(got.sink.run.seriesIndex(name))];
    };
    EXPECT_EQ(info(series::samples_per_s).scope, RateScope::job);
    EXPECT_EQ(info(series::samples_per_s).window, RateWindow::instant);
    EXPECT_EQ(info("RunningAvgSamplesPerSec").window, RateWindow::cumulative);
    EXPECT_EQ(got.sink.samples[0].line, 12);
    // 12 evaluations are printed, each with its perplexity
    EXPECT_EQ(got.sink.events(EventKind::evaluation_end).size(), 12U);
    EXPECT_EQ(got.sink.events(EventKind::job_end).size(), 1U);
}

TEST(DeepSpeed, takesStepsOfPpoForRecordsAndTheEngineForAPartOfThem)
{
    const nlohmann::json expected = testing::manifest(kRlhf);
    const Imported got = importFile(logSample(kRlhf));
    ASSERT_TRUE(got.status.ok());
    const auto& samples = got.sink.samples;
    ASSERT_EQ(samples.size(), expected["ppo_step_lines"].get<std::size_t>());
    EXPECT_EQ(samples.front().step, 1);
    EXPECT_EQ(samples.back().step, 477);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::step_time), 7.99);
    EXPECT_DOUBLE_EQ(got.sink.value(0, "Generate time"), 5.26);
    EXPECT_DOUBLE_EQ(got.sink.value(0, "act_loss"), 0.2099609375);
    EXPECT_DOUBLE_EQ(got.sink.value(0, "average reward score"), -0.67919921875);
    EXPECT_DOUBLE_EQ(got.sink.value(1, series::samples_per_s), 17.17);
    EXPECT_DOUBLE_EQ(got.sink.value(1, "AvgSamplesPerSec"), 10.92);
    // what MANIFEST.tsv calls records: the engine's lines every 10 steps
    std::vector<const evidence::Sample*> timed;
    for (std::size_t i = 0; i < samples.size(); ++i)
        if (!std::isnan(got.sink.value(i, "CurrSamplesPerSec")))
            timed.push_back(&samples[i]);
    ASSERT_EQ(timed.size(), expected["step_records"].get<std::size_t>());
    EXPECT_EQ(timed.front()->step, expected["first_step"].get<std::int64_t>());
    EXPECT_EQ(timed.back()->step, expected["last_step"].get<std::int64_t>());
    EXPECT_EQ(seconds(*timed.front()), expected["first_time"].get<std::string>());
    EXPECT_EQ(seconds(*timed.back()), expected["last_time"].get<std::string>());
    EXPECT_NEAR(got.sink.median("CurrSamplesPerSec"), expected["median_samples_per_s"].get<double>(), 1e-6);
    EXPECT_DOUBLE_EQ(got.sink.median(series::memory), expected["median_mem_gib"].get<double>() * kGiB);
    EXPECT_EQ(got.sink.value(9, series::skipped_steps), 4); // of the actor, not of the critic
}

TEST(DeepSpeed, isKnownAsNothingElse)
{
    testing::expectKnownAsNothingElse(kSft, "deepspeed");
    testing::expectKnownAsNothingElse(kRlhf, "deepspeed");
    // the engine's lines stand below those of Megatron-DeepSpeed, which tell more
    testing::expectKnownAsNothingElse("megatron-deepspeed/argonne_cooldown_2025.log", "megatron");
}

TEST(DeepSpeed, survivesDamage)
{
    for (const char* sample : {kSft, kRlhf})
        testing::expectSurvivesDamage("deepspeed", fileText(logSample(sample)).substr(0, 12'000), 3);
}

TEST(DeepSpeed, readsTheOldFormAndTheConfiguration)
{
    const Imported got
        = deepspeed("[2021-01-02 03:04:05,100] [INFO] [config.py:1:print]   train_batch_size ............. 128\n"
                    "[2021-01-02 03:04:05,100] [INFO] [launch.py:80:main] dist_world_size=8\n"
                    "[2021-01-02 03:05:05,100] [INFO] [timer.py:154:stop] 0/20, SamplesPerSec=6.25\n"
                    "[2021-01-02 03:06:05,100] [INFO] [timer.py:154:stop] 0/40, SamplesPerSec=6.5\n");
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_EQ(got.sink.samples[1].step, 40);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::samples_per_s), 6.25);
    EXPECT_EQ(got.sink.run.series.at(0).window, RateWindow::cumulative);
    EXPECT_EQ(got.sink.fact("global_batch"), "128");
    EXPECT_EQ(got.sink.fact("world_size"), "8");
    EXPECT_EQ(base::formatIso({got.sink.samples[1].time_us}), "2021-01-02T03:06:05.1Z");
}

TEST(DeepSpeed, leavesSkippedStepsOpenWhereTheLogBeginsLater)
{
    const Imported got = deepspeed("[Rank 0] step=5000, skipped=12, lr=[1e-5], mom=[0.9]\n"
                                   "[Rank 0] step=5010, skipped=14, lr=[1e-5], mom=[0.9]\n");
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_TRUE(std::isnan(got.sink.value(0, series::skipped_steps)));
    EXPECT_EQ(got.sink.value(1, series::skipped_steps), 2);
}

TEST(DeepSpeed, countsPpoStepsOnOverEpochs)
{
    const Imported got
        = deepspeed("epoch: 0|step: 0|ppo_ep: 1|act_loss: 0.5\nepoch: 0|step: 1|ppo_ep: 1|act_loss: nan\n"
                    "epoch: 1|step: 0|ppo_ep: 1|act_loss: 0.25\n");
    ASSERT_EQ(got.sink.samples.size(), 3U);
    EXPECT_EQ(got.sink.samples[2].step, 3);
    EXPECT_TRUE(std::isinf(got.sink.value(1, "act_loss")));
}

} // namespace

} // namespace fullscope::import
