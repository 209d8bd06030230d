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

constexpr const char* kSample = "fairseq/fairseq_fsdp_json.log";

TEST(Fairseq, givesTheValuesOfTheManifest)
{
    const nlohmann::json expected = testing::manifest(kSample);
    const Imported got = importFile(logSample(kSample));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "fairseq");
    // two runs one after another, on 1 and on 8 devices
    ASSERT_EQ(got.sink.earlier.size() + 1, expected["separate_runs"].get<std::size_t>());
    const auto& [first, early] = got.sink.earlier[0];
    const auto& samples = got.sink.samples;
    EXPECT_EQ(early.size() + samples.size(), expected["step_records"].get<std::size_t>());
    EXPECT_EQ(got.file.records, expected["step_records"].get<std::int64_t>());
    ASSERT_EQ(samples.size(), 10U);
    for (const auto* run : {&early, &samples}) {
        EXPECT_EQ(run->front().step, expected["first_step"].get<std::int64_t>());
        EXPECT_EQ(run->back().step, expected["last_step"].get<std::int64_t>());
    }
    const auto at = [&first = first](const evidence::Sample& sample, const char* name) {
        const auto series = static_cast<std::size_t>(first.seriesIndex(name)); // -1 is beyond every record
        return series < sample.values.size() ? sample.values[series] : evidence::kNotLogged;
    };
    EXPECT_DOUBLE_EQ(at(early[0], series::loss), expected["first_loss"].get<double>());
    EXPECT_DOUBLE_EQ(got.sink.values(series::loss).back(), expected["last_loss"].get<double>());
    EXPECT_EQ(base::formatIso({early.front().time_us}), expected["first_time"].get<std::string>() + "Z");
    EXPECT_EQ(base::formatIso({samples.back().time_us}), expected["last_time"].get<std::string>() + "Z");
    std::vector<double> speeds = got.sink.values(series::tokens_per_s);
    for (const evidence::Sample& sample : early)
        speeds.push_back(at(sample, series::tokens_per_s));
    std::sort(speeds.begin(), speeds.end());
    EXPECT_NEAR((speeds[9] + speeds[10]) / 2, expected["median_wps"].get<double>(), 1e-9);
    EXPECT_TRUE(got.sink.events(EventKind::resume).empty());
    EXPECT_EQ(got.sink.events(EventKind::train_start).size(), 1U);
    const auto& speed = got.sink.run.series[static_cast<std::size_t>(got.sink.run.seriesIndex(series::tokens_per_s))];
    EXPECT_EQ(speed.scope, RateScope::job);
    for (const evidence::Run* run : {&first, &got.sink.run}) {
        ASSERT_NE(run->fact("parameters"), nullptr);
        EXPECT_EQ(run->fact("parameters")->value, "13110865920");
    }
    EXPECT_EQ(first.fact("world_size")->value, "1");
    EXPECT_EQ(got.sink.fact("world_size"), "8");
    EXPECT_DOUBLE_EQ(at(early[0], "wpb"), 16'384);
    EXPECT_DOUBLE_EQ(at(early[1], "wall"), 161);
    EXPECT_DOUBLE_EQ(at(early[0], series::learning_rate), 2e-5);
    EXPECT_EQ(at(early[2], series::skipped_steps), 2); // two overflows before it
    EXPECT_DOUBLE_EQ(at(early.back(), series::eval_loss), 17.953);
    EXPECT_DOUBLE_EQ(got.sink.values(series::eval_loss).back(), 16.624);
}

TEST(Fairseq, isKnownAsNothingElseAndSurvivesDamage)
{
    testing::expectKnownAsNothingElse(kSample, "fairseq");
    testing::expectSurvivesDamage("fairseq", fileText(logSample(kSample)), 1);
}

TEST(Fairseq, readsTheFormWithoutJson)
{
    const Imported got = importText("fairseq",
        "2020-05-05 10:00:00 | INFO | train_inner | epoch 001:    100 / 1131 loss=20.8, nll_loss=20.7, wps=31,258.2, "
        "ups=8.71, bsz=256.3, num_updates=100, lr=1.2e-05, gnorm=4.5, train_wall=12, wall=20\n"
        "2020-05-05 10:01:00 | INFO | fairseq.trainer | Loaded checkpoint /x/checkpoint_last.pt (epoch 2 @ 100 "
        "updates)\n"
        "2020-05-05 10:02:00 | INFO | train_inner | {\"loss\": \"nan\", \"num_updates\": \"200\"}\n"
        "2020-05-05 10:03:00 | INFO | train_inner | {\"loss\": \"1.5\", \"num_upd\n");
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_EQ(got.sink.samples[0].step, 100);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::loss), 20.8);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::tokens_per_s), 31'258.2);
    EXPECT_TRUE(std::isinf(got.sink.value(1, series::loss)));
    EXPECT_EQ(got.sink.events(EventKind::resume).at(0).step, 100);
    EXPECT_EQ(got.sink.count(Code::bad_json), 1);
    EXPECT_EQ(got.file.rejected, 1);
}

// --- timm, of which there is no published log with figures; the lines are those of its source

const std::string kTimm
    = "Train: 0 [   0/1251 (  0%)]  Loss: 6.95 (6.95)  Time: 3.1s,  330.5/s  (3.1s,  330.5/s)  LR: 1.000e-06  "
      "Data: 1.2 (1.2)\n"
      "Train: 0 [  50/1251 (  4%)]  Loss: 6.94 (6.945)  Time: 0.5s, 2048.0/s  (0.6s, 1700.5/s)  LR: 1.000e-06  "
      "Data: 0.1 (0.2)\n"
      "Test: [   0/48]  Time: 2.1 (2.1)  Loss:  6.9 (6.9)  Acc@1: 0.1 (0.1)\n"
      "Train: 1 [   0/1251 (  0%)]  Loss: nan (6.9)  Time: 0.4s, 2560.0/s  (0.4s, 2560.0/s)  LR: 2.000e-06  "
      "Data: 0.1 (0.1)\n";

TEST(Timm, readsItsRecords)
{
    const Imported got = importText("timm", kTimm);
    ASSERT_EQ(got.sink.samples.size(), 3U);
    EXPECT_EQ(got.sink.samples[0].step, 1);
    EXPECT_EQ(got.sink.samples[1].step, 51);
    EXPECT_EQ(got.sink.samples[2].step, 1252);
    EXPECT_DOUBLE_EQ(got.sink.value(1, series::loss), 6.94);
    EXPECT_DOUBLE_EQ(got.sink.value(1, "Loss (mean)"), 6.945);
    EXPECT_DOUBLE_EQ(got.sink.value(1, series::step_time), 0.5);
    EXPECT_DOUBLE_EQ(got.sink.value(1, "Time (mean)"), 0.6);
    EXPECT_DOUBLE_EQ(got.sink.value(1, series::samples_per_s), 2048);
    EXPECT_DOUBLE_EQ(got.sink.value(2, series::learning_rate), 2e-6);
    EXPECT_DOUBLE_EQ(got.sink.value(1, "Data"), 0.1);
    EXPECT_TRUE(std::isinf(got.sink.value(2, series::loss)));
}

TEST(Timm, isKnownAsNothingElseAndSurvivesDamage)
{
    for (const Format* format : formats())
        EXPECT_EQ(format->sniff(testing::previewOf(kTimm)) > 0, std::string(format->id) == "timm") << format->id;
    testing::expectSurvivesDamage("timm", kTimm, 1);
}

} // namespace

} // namespace fullscope::import
