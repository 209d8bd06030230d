// SPDX-License-Identifier: GPL-3.0-or-later
// Records that lie on several lines: Composer and OLMo. Expected values: MANIFEST.tsv of the samples, or read off the
// text by hand.
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

constexpr const char* kComposer = "composer/composer_console_resnet.log";

// --- Composer

TEST(Composer, givesTheValuesOfTheManifest)
{
    const nlohmann::json expected = testing::manifest(kComposer);
    const Imported got = importFile(logSample(kComposer));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "composer");
    EXPECT_TRUE(got.sink.problems.empty());
    ASSERT_EQ(got.sink.samples.size(), expected["step_records"].get<std::size_t>());
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(got.sink.samples[i].step, expected["steps"][i].get<std::int64_t>());
        EXPECT_DOUBLE_EQ(got.sink.value(i, series::loss), expected["loss"][i].get<double>());
        EXPECT_DOUBLE_EQ(got.sink.value(i, "wall_clock/total"), expected["wall_clock_total_s"][i].get<double>());
    }
    EXPECT_NEAR(got.sink.value(1, series::step_time), expected["step_time_s_between"].get<double>(), 1e-9);
    EXPECT_TRUE(std::isnan(got.sink.value(0, series::step_time)));
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::memory), 28'137'488'384.0);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::learning_rate), 0.0061);
    EXPECT_DOUBLE_EQ(got.sink.value(1, "metrics/train/MulticlassAccuracy"), 0.001);
    EXPECT_EQ(got.sink.samples[1].line, 16);
}

TEST(Composer, isKnownAsNothingElse)
{
    testing::expectKnownAsNothingElse(kComposer, "composer");
}

TEST(Composer, survivesDamage)
{
    testing::expectSurvivesDamage("composer", fileText(logSample(kComposer)), 15);
}

TEST(Composer, readsTheNewForm)
{
    const Imported got = importText("composer",
        "[batch=1/100]:\n\t Train time/batch: 0\n\t Train loss/train/total: 10.9731\n"
        "\t Train memory/peak_reserved_mem: 45.5\n\t Train throughput/tokens_per_sec: 123456.5\n"
        "\t Train throughput/device/tokens_per_sec: 15432.0\n\t Train throughput/batches_per_sec: 0.25\n"
        "\t Train lr-DecoupledAdamW/group0: 0.0001\n\t Train time/remaining_estimate_unit: hours\n"
        "[batch=2/100]:\n\t Train loss/train/total: nan\n"
        "[Eval batch=1/3] Eval on eval data:\n[Eval batch=3/3] Eval on eval data:\n"
        "\t Eval metrics/eval/LanguageCrossEntropy: 9.5\n[batch=3/100]:\n\t Train loss/train/total: 9.0\n");
    ASSERT_EQ(got.sink.samples.size(), 3U);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::loss), 10.9731);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::memory), 45.5e9);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::tokens_per_s), 123'456.5);
    const int speed = got.sink.run.seriesIndex(series::tokens_per_s);
    EXPECT_EQ(got.sink.run.series[static_cast<std::size_t>(speed)].scope, RateScope::job);
    EXPECT_DOUBLE_EQ(got.sink.value(0, "throughput/device/tokens_per_sec"), 15'432);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::step_time), 4);
    EXPECT_TRUE(std::isinf(got.sink.value(1, series::loss)));
    EXPECT_DOUBLE_EQ(got.sink.value(1, series::eval_loss), 9.5);
    EXPECT_EQ(got.sink.events(EventKind::evaluation_end).at(0).after_sample, 1);
    EXPECT_EQ(got.sink.fact("total_steps"), "100");
}

TEST(Composer, countsOnOverEpochs)
{
    const Imported got = importText("composer", "[epoch=2][batch=5/625]: loss/train/total: 1.5\n");
    EXPECT_EQ(got.sink.samples.at(0).step, 1255);
}

// --- OLMo

const std::string kOlmo = "[2024-04-17 09:42:26] INFO [olmo.train:816, rank=0] [step=1/739328]\n"
                          "    train/CrossEntropyLoss=11.25\n    train/Perplexity=76,879\n"
                          "    throughput/total_tokens=4,194,304\n    System/Peak GPU Memory (MB)=42,133\n"
                          "[2024-04-17 09:42:36] INFO [olmo.train:816, rank=0] [step=2/739328]\n"
                          "    train/CrossEntropyLoss=11.10\n    throughput/total_tokens=8,388,608\n"
                          "    throughput/device/tokens_per_second=45,538\n    optim/total_grad_norm=8.5\n"
                          "[2024-04-17 09:42:40] INFO [olmo.train:500, rank=0] Saving checkpoint...\n";

TEST(Olmo, readsItsRecords)
{
    const Imported got = importText("olmo", kOlmo);
    ASSERT_TRUE(got.status.ok());
    EXPECT_TRUE(got.sink.problems.empty());
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_EQ(got.sink.samples[1].step, 2);
    EXPECT_EQ(base::formatIso({got.sink.samples[1].time_us}), "2024-04-17T09:42:36Z");
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::loss), 11.25);
    EXPECT_DOUBLE_EQ(got.sink.value(0, "train/Perplexity"), 76'879);
    EXPECT_DOUBLE_EQ(got.sink.value(1, series::tokens), 8'388'608);
    EXPECT_TRUE(std::isnan(got.sink.value(0, series::tokens_per_s)));
    EXPECT_DOUBLE_EQ(got.sink.value(1, series::tokens_per_s), 45'538);
    const int speed = got.sink.run.seriesIndex(series::tokens_per_s);
    EXPECT_EQ(got.sink.run.series[static_cast<std::size_t>(speed)].scope, RateScope::device);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::memory), 42'133e6);
    EXPECT_EQ(got.sink.fact("total_steps"), "739328");
}

TEST(Olmo, readsTheFormOfOlmoCore)
{
    const Imported got = importText("olmo",
        "2024-09-13 10:00:00.123\thost:0\tolmo_core.train.callbacks.console_logger:60\tINFO\t[step=10/100,epoch=1]\n"
        "    optim/LR (group 0)=0.0004\n    throughput/device/TPS=12,345\n    throughput/device/TPS (actual "
        "avg)=12,001\n"
        "    train/CE loss=4.5\n");
    ASSERT_EQ(got.sink.samples.size(), 1U);
    EXPECT_EQ(base::formatIso({got.sink.samples[0].time_us}), "2024-09-13T10:00:00.123Z");
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::tokens_per_s), 12'345);
    EXPECT_DOUBLE_EQ(got.sink.value(0, "throughput/device/TPS (actual avg)"), 12'001);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::loss), 4.5);
}

TEST(Olmo, isKnownAsNothingElseAndSurvivesDamage)
{
    for (const Format* format : formats())
        EXPECT_EQ(format->sniff(testing::previewOf(kOlmo)) > 0, std::string(format->id) == "olmo") << format->id;
    testing::expectSurvivesDamage("olmo", kOlmo, 5);
    const Imported cut = importText("olmo", "[step=1/9]\n    train/CrossEntropyLoss=11.2");
    EXPECT_TRUE(std::isnan(cut.sink.value(0, series::loss)));
}

} // namespace

} // namespace fullscope::import
