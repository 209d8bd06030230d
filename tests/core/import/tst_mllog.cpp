// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: MANIFEST.tsv of the samples, or read off their text by hand.
#include "tests/core/import/console_sample.h"

namespace fullscope::import {

namespace {

using base::Code;
using evidence::EventKind;
using evidence::RateScope;
using testing::fileText;
using testing::Imported;
using testing::importFile;
using testing::importText;
using testing::logSample;
namespace series = evidence::series;

constexpr const char* kGaudi = "mlperf-mllog/v40_gaudi2_llama2_70b_lora.txt";
constexpr const char* kNemo = "mlperf-mllog/v40_eos_nemo_llama2_70b_lora.txt";
constexpr const char* kTpu = "mlperf-mllog/v40_tpuv5p_maxtext_gpt3.txt";
constexpr const char* kDeepSpeed = "mlperf-mllog/v40_deepspeed_llama2_70b_lora.txt";
constexpr const char* kResnet = "mlperf-mllog/v40_eos8_resnet_mxnet.txt";
constexpr const char* kMxnet = "mxnet-mlperf/v21_mxnet_resnet_speed_lines.txt";

void expectFacts(const Imported& got, const nlohmann::json& expected)
{
    const auto& sink = got.sink;
    EXPECT_EQ(sink.fact("submission_benchmark"), expected["submission_benchmark"].get<std::string>());
    EXPECT_EQ(sink.fact("submission_org"), expected["submission_org"].get<std::string>());
    EXPECT_EQ(sink.fact("submission_platform"), expected["submission_platform"].get<std::string>());
    EXPECT_EQ(sink.fact("global_batch"), expected["global_batch_size"].dump());
    EXPECT_EQ(sink.fact("train_samples"), expected["train_samples"].dump());
    EXPECT_EQ(sink.fact("gradient_accumulation_steps"), expected["gradient_accumulation_steps"].dump());
    EXPECT_EQ(sink.fact("mlperf_status"), expected["status"].get<std::string>());
    EXPECT_NEAR(std::stod(sink.fact("train_runtime")), expected["run_seconds"].get<double>(), 1e-6);
    EXPECT_NEAR(std::stod(sink.fact("init_seconds")), expected["init_seconds"].get<double>(), 1e-6);
    const auto starts = sink.events(EventKind::train_start), ends = sink.events(EventKind::job_end);
    ASSERT_EQ(starts.size(), 1U);
    ASSERT_EQ(ends.size(), 1U);
    EXPECT_NEAR(
        static_cast<double>(ends[0].time_us - starts[0].time_us) / 1e6, expected["run_seconds"].get<double>(), 1e-6);
    EXPECT_EQ(ends[0].text, "run_stop: success");
    EXPECT_EQ(sink.fact("zone_known"), "yes");
    for (const evidence::Fact& fact : sink.run.facts)
        EXPECT_EQ(fact.name.find("_poc_"), std::string::npos);
    EXPECT_EQ(sink.count(Code::bad_json), 0);
}

class MllogSample : public ::testing::TestWithParam<const char*> { };

TEST_P(MllogSample, givesTheValuesOfTheManifest)
{
    const nlohmann::json expected = testing::manifest(GetParam());
    ASSERT_TRUE(expected.is_object());
    const Imported got = importFile(logSample(GetParam()));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "mllog");
    expectFacts(got, expected);
    const auto losses = got.sink.values(series::loss), accuracies = got.sink.values("eval_accuracy"),
               speeds = got.sink.values(series::samples_per_s);
    ASSERT_EQ(accuracies.size(), expected["eval_points"].get<std::size_t>());
    EXPECT_DOUBLE_EQ(accuracies.back(), expected["last_eval"].get<double>());
    ASSERT_EQ(losses.size(), expected.value("train_loss_points", std::size_t {0}));
    if (!losses.empty()) {
        EXPECT_DOUBLE_EQ(losses.front(), expected["first_train_loss"].get<double>());
        EXPECT_DOUBLE_EQ(losses.back(), expected["last_train_loss"].get<double>());
    }
    if (expected.contains("throughput_samples_s")) {
        for (std::size_t i = 0; i < expected["throughput_samples_s"].size(); ++i)
            EXPECT_NEAR(speeds.at(i), expected["throughput_samples_s"][i].get<double>(), 1e-4);
    }
}

TEST_P(MllogSample, isKnownAsNothingElseAndSurvivesDamage)
{
    testing::expectKnownAsNothingElse(GetParam(), "mllog");
    testing::expectSurvivesDamage("mllog", fileText(logSample(GetParam())).substr(0, 12'000), 8);
}

INSTANTIATE_TEST_SUITE_P(All, MllogSample, ::testing::Values(kGaudi, kNemo, kTpu, kDeepSpeed, kResnet));

TEST(Mllog, countsStepsByTheGlobalBatch)
{
    const auto at = [](const char* file, bool last) {
        const Imported got = importFile(logSample(file));
        return last ? got.sink.samples.back() : got.sink.samples.front();
    };
    EXPECT_EQ(at(kGaudi, false).step, 24); // 192 samples of 8
    EXPECT_EQ(base::formatIso({at(kGaudi, false).time_us}), "2024-05-09T07:47:57.183Z"); // date -u -d @1715240877
    EXPECT_EQ(at(kNemo, false).step, 192); // `step` 1536 counts samples too
    EXPECT_EQ(at(kTpu, false).step, 12); // 50331648 tokens, 2048 sequences of 2048
    EXPECT_EQ(at(kResnet, false).step, 1); // epochs
    EXPECT_EQ(at(kResnet, true).step, 35); // the last evaluation
    const Imported resnet = importFile(logSample(kResnet));
    EXPECT_EQ(resnet.sink.fact("step_unit"), "epoch");
    EXPECT_EQ(resnet.sink.fact("world_size"), "64"); // 8 nodes of 8
    EXPECT_EQ(resnet.sink.fact("device"), "NVIDIA H100-SXM5-80GB");
    EXPECT_EQ(resnet.sink.events(EventKind::evaluation_begin).size(), 9U);
}

TEST(Mllog, readsTheOldFormAndReportsDamage)
{
    const Imported got = importText("mllog",
        "0: :::MLL 1558640092.27 run_start: {\"value\": null, \"metadata\": {\"lineno\": 1}}\n"
        ":::MLL 1558640100.5 eval_accuracy: {\"value\": 0.5, \"metadata\": {\"epoch_num\": 4}}\n"
        ":::MLLOG {\"time_ms\": 12, \"key\": \"run_st\n"
        ":::MLL 1558640101.5 run_stop: {\"value\": null, \"metadata\": {\"status\": \"aborted\"}}\n");
    ASSERT_EQ(got.sink.samples.size(), 1U);
    EXPECT_EQ(got.sink.samples[0].step, 4);
    EXPECT_EQ(got.sink.samples[0].time_us, 1'558'640'100'500'000);
    EXPECT_EQ(got.sink.count(Code::bad_json), 1);
    EXPECT_EQ(got.sink.events(EventKind::failure).size(), 1U);
    EXPECT_EQ(got.sink.fact("train_runtime"), "9.23");
}

TEST(Mxnet, givesTheValuesOfTheManifest)
{
    const nlohmann::json expected = testing::manifest(kMxnet);
    const Imported got = importFile(logSample(kMxnet));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "mxnet");
    expectFacts(got, expected);
    ASSERT_EQ(got.sink.samples.size(), expected["speed_lines"].get<std::size_t>());
    EXPECT_DOUBLE_EQ(got.sink.median(series::samples_per_s), expected["median_samples_per_s"].get<double>());
    EXPECT_EQ(got.sink.samples[0].step, 20);
    EXPECT_EQ(base::formatIso({got.sink.samples[0].time_us}), "2022-10-06T13:58:41.803Z");
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::samples_per_s), 2369.06);
    EXPECT_DOUBLE_EQ(got.sink.value(0, "accuracy"), 0.001401);
    const auto second = std::find_if(got.sink.samples.begin(), got.sink.samples.end(),
        [](const evidence::Sample& sample) { return sample.line == 439; });
    ASSERT_NE(second, got.sink.samples.end());
    EXPECT_EQ(second->step, 3160); // the first epoch shows 3140
    const auto& speed = got.sink.run.series[static_cast<std::size_t>(got.sink.run.seriesIndex(series::samples_per_s))];
    EXPECT_EQ(speed.scope, RateScope::none);
}

TEST(Mxnet, isKnownAsNothingElseAndSurvivesDamage)
{
    testing::expectKnownAsNothingElse(kMxnet, "mxnet");
    testing::expectSurvivesDamage("mxnet", fileText(logSample(kMxnet)).substr(0, 30'000), 1);
    const Imported got = importText("mxnet",
        "INFO:root:Epoch[0] Batch [50]\tSpeed: 1000.5 samples/sec\tcross-entropy=nan\n"
        "INFO:root:Epoch[0] Batch [100]\tSpeed: 1001.5 sam\n");
    ASSERT_EQ(got.sink.samples.size(), 1U);
    EXPECT_EQ(got.sink.samples[0].step, 50);
    EXPECT_TRUE(std::isinf(got.sink.value(0, series::loss)));
}

} // namespace

} // namespace fullscope::import
