// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: MANIFEST.tsv of the samples, or read off their text by hand.
#include "core/base/text.h"
#include "tests/core/import/console_checks.h"

namespace fullscope::import {

namespace {

using base::Code;
using evidence::EventKind;
using evidence::RateWindow;
using testing::Imported;
using testing::importFile;
using testing::importText;
using testing::logSample;
namespace series = evidence::series;

const std::string kRecords = "step:0/1480 val_loss:10.8258 train_time:0ms step_avg:nanms\n"
                             "step:1/1480 train_time:23764ms step_avg:nanms\n"
                             "step:2/1480 train_time:23887ms step_avg:nanms\n"
                             "step:2/1480 val_loss:9.5000 train_time:23900ms step_avg:nanms\n"
                             "step:3/1480 train_time:24025ms step_avg:142.18ms\n";

Imported modded(const std::string& text)
{
    return importText("modded_nanogpt", text);
}

class ModdedSample : public ::testing::TestWithParam<const char*> { };

TEST_P(ModdedSample, givesTheValuesOfTheManifest)
{
    const Imported got = importFile(logSample(GetParam()));
    EXPECT_EQ(got.format, "modded_nanogpt");
    const nlohmann::json expected = testing::manifest(GetParam());
    const testing::LogSink& sink = got.sink;
    ASSERT_EQ(sink.samples.size(), expected["step_records"].get<std::size_t>());
    EXPECT_EQ(sink.samples.front().step, expected["first_step"].get<std::int64_t>());
    EXPECT_EQ(sink.samples.back().step, expected["last_step"].get<std::int64_t>());
    const auto clock = sink.values("train_time");
    EXPECT_DOUBLE_EQ(clock.front(), expected["train_time_at_first_step_s"].get<double>());
    EXPECT_DOUBLE_EQ(clock.back(), expected["train_time_at_last_step_s"].get<double>());
    // milliseconds in the log, whole ones in the manifest
    EXPECT_NEAR(sink.median(series::step_time), expected["median_step_time_s"].get<double>(), 5.1e-4);
    const auto negative = expected["negative_time_deltas"].get<std::size_t>();
    EXPECT_EQ(sink.values(series::step_time).size(), sink.samples.size() - negative);
    EXPECT_EQ(sink.events(EventKind::evaluation_end).size(), expected["val_records"].get<std::size_t>());
    EXPECT_EQ(sink.values(series::eval_loss).back(), expected["last_val_loss"].get<double>());
    EXPECT_NE(sink.events(EventKind::evaluation_end)[0].text.find(
                  "val_loss:" + base::formatDouble(expected["first_val_loss"].get<double>())),
        std::string::npos);
    EXPECT_EQ(sink.fact("total_steps"), std::to_string(expected["total_steps"].get<int>()));
    EXPECT_NEAR(sink.values("step_avg").back() * 1e3, expected["last_step_avg_ms"].get<double>(), 1e-9);
    EXPECT_EQ(sink.fact("device"), "NVIDIA H100 80GB HBM3");
    EXPECT_TRUE(sink.events(EventKind::resume).empty());
    EXPECT_TRUE(sink.problems.empty());
}

INSTANTIATE_TEST_SUITE_P(All, ModdedSample,
    ::testing::Values("modded-nanogpt/modded_2024-12_compile_in_step1.txt", "modded-nanogpt/modded_2024-10_muon.txt",
        "modded-nanogpt/modded_2026-01.txt"));

TEST(ModdedNanogpt, tellsWhenTheJobBeganAndWhatMemoryItTook)
{
    const Imported got = importFile(logSample("modded-nanogpt/modded_2026-01.txt"));
    const auto starts = got.sink.events(EventKind::job_start);
    ASSERT_EQ(starts.size(), 1U);
    EXPECT_EQ(base::formatIso({starts[0].time_us}), "2026-01-19T22:41:41Z");
    EXPECT_EQ(got.sink.fact("zone_known"), "no");
    EXPECT_EQ(got.sink.values(series::memory), std::vector<double> {30'181.0 * 1024 * 1024});
    const Imported december = importFile(logSample("modded-nanogpt/modded_2024-12_compile_in_step1.txt"));
    EXPECT_EQ(base::formatIso({december.sink.events(EventKind::job_start).at(0).time_us}), "2024-12-08T12:24:25Z");
    EXPECT_DOUBLE_EQ(december.sink.value(0, series::step_time), 23.764); // compilation and all
    EXPECT_EQ(december.sink.samples[10].step, 11); // the first after the clock began anew
    EXPECT_TRUE(std::isnan(december.sink.value(10, series::step_time)));
    EXPECT_NEAR(december.sink.value(11, series::step_time), 0.142, 1e-9);
}

TEST(ModdedNanogpt, takesStepTimesFromTheClock)
{
    const Imported got = modded(kRecords);
    ASSERT_EQ(got.sink.samples.size(), 3U);
    EXPECT_NEAR(got.sink.value(1, series::step_time), 0.123, 1e-9);
    EXPECT_NEAR(got.sink.value(2, series::step_time), 0.138, 1e-9); // 24025 - 23887: from record to record
    EXPECT_EQ(got.sink.value(1, series::eval_loss), 9.5);
    EXPECT_EQ(got.sink.values("step_avg").size(), 1U);
    const auto& clock = got.sink.run.series[static_cast<std::size_t>(got.sink.run.seriesIndex("train_time"))];
    EXPECT_EQ(clock.window, RateWindow::cumulative);
    // where the log begins in the middle, the clock of the first record is no time of a step
    const Imported late = modded(kRecords.substr(kRecords.find("step:2/")));
    EXPECT_TRUE(std::isnan(late.sink.value(0, series::step_time)));
}

TEST(ModdedNanogpt, keepsNonFiniteLossesAndNamesDamagedValues)
{
    const Imported got = modded("step:1/9 train_loss:nan train_time:10ms step_avg:nanms\n"
                                "step:2/9 train_loss:1O train_time:20ms step_avg:nanms\n"
                                "step:1x/9 train_loss:1 train_time:20ms step_avg:nanms\n"
                                "step:1/9 train_loss:2 train_time:30ms step_avg:nanms\n");
    ASSERT_EQ(got.sink.samples.size(), 3U);
    EXPECT_TRUE(std::isinf(got.sink.value(0, series::loss)));
    EXPECT_EQ(got.sink.count(Code::bad_number), 1);
    EXPECT_EQ(got.sink.first(Code::bad_number)->what.found, "1O");
    EXPECT_EQ(got.sink.samples[2].step, 1); // it went back
    EXPECT_TRUE(std::isnan(got.sink.value(2, series::step_time)));
}

TEST(ModdedNanogpt, standsOtherLineEndsAndCuts)
{
    testing::expectSameInOtherClothes("modded_nanogpt", kRecords);
    testing::expectNothingWrongWhenCut("modded_nanogpt", kRecords);
}

} // namespace

} // namespace fullscope::import
