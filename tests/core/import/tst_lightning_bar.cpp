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
namespace series = evidence::series;

constexpr const char* k70b = "neuron-nxdt/nxdt_llama3_70b_bar.log";
constexpr const char* k8b = "neuron-nxdt/nxdt_llama3_8b_bar.log";
constexpr const char* kDpo = "neuron-nxdt/nxdt_llama3_8b_dpo_mojibake.log";

std::vector<std::int64_t> steps(const Imported& got)
{
    std::vector<std::int64_t> all;
    for (const evidence::Sample& sample : got.sink.samples)
        all.push_back(sample.step);
    return all;
}

Imported bars(const std::string& text)
{
    return importText("lightning_bar", text);
}

class BarSample : public ::testing::TestWithParam<const char*> { };

TEST_P(BarSample, givesTheValuesOfTheManifest)
{
    const nlohmann::json expected = testing::manifest(GetParam());
    ASSERT_TRUE(expected.is_object());
    const Imported got = importFile(logSample(GetParam()));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "lightning_bar");
    EXPECT_TRUE(got.sink.problems.empty());
    EXPECT_EQ(got.sink.samples.front().step, expected["first_step"].get<std::int64_t>());
    EXPECT_EQ(got.sink.samples.back().step, expected["last_step"].get<std::int64_t>());
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::loss), expected["first_loss"].get<double>());
    EXPECT_DOUBLE_EQ(got.sink.values(series::loss).back(), expected["last_loss"].get<double>());
    // the rate that the bar shows, a mean since it began; the time of steps is what its clock moved on
    EXPECT_DOUBLE_EQ(got.sink.value(0, "s/it"), expected["first_step_time_s"].get<double>());
    EXPECT_NEAR(got.sink.median("s/it"), expected["median_step_time_s"].get<double>(), 1e-9);
}

TEST_P(BarSample, isKnownAsNothingElse)
{
    testing::expectKnownAsNothingElse(GetParam(), "lightning_bar");
}

TEST_P(BarSample, survivesDamage)
{
    testing::expectSurvivesDamage("lightning_bar", testing::fileText(logSample(GetParam())), 1);
}

INSTANTIATE_TEST_SUITE_P(All, BarSample, ::testing::Values(k70b, k8b, kDpo));

TEST(LightningBar, takesDrawingsOfOnePositionAsOneRecord)
{
    const Imported got = importFile(logSample(k70b));
    EXPECT_EQ(steps(got), (std::vector<std::int64_t> {3, 4, 3, 4})); // two excerpts
    EXPECT_DOUBLE_EQ(got.sink.value(0, "global_step"), 2); // of the last drawing
    EXPECT_DOUBLE_EQ(got.sink.value(0, "loss (log)"), 4.47);
    EXPECT_DOUBLE_EQ(got.sink.value(1, series::samples), 4096);
    EXPECT_DOUBLE_EQ(got.sink.value(2, series::learning_rate), 7.5e-9);
    EXPECT_EQ(got.sink.samples[1].line, 3);
}

TEST(LightningBar, timesStepsByTheClockOfTheBar)
{
    const Imported got = importFile(logSample(k70b));
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::step_time), 321.89); // the mean of the first three
    EXPECT_DOUBLE_EQ(got.sink.value(1, series::step_time), 315); // 16:05 to 21:20
    EXPECT_DOUBLE_EQ(got.sink.value(1, "elapsed"), 1280);
    const auto& time = got.sink.run.series[static_cast<std::size_t>(got.sink.run.seriesIndex(series::step_time))];
    EXPECT_EQ(time.window, evidence::RateWindow::interval_mean);
    const auto& pace = got.sink.run.series[static_cast<std::size_t>(got.sink.run.seriesIndex("s/it"))];
    EXPECT_EQ(pace.window, evidence::RateWindow::cumulative);
    // 0.02it/s is too coarse for a time of 25 or 26 s
    const Imported dpo = importFile(logSample(kDpo));
    EXPECT_DOUBLE_EQ(dpo.sink.value(1, series::step_time), 25);
    EXPECT_DOUBLE_EQ(dpo.sink.value(2, series::step_time), 26);
    EXPECT_DOUBLE_EQ(dpo.sink.value(0, series::grad_norm), 8.6);
}

// The bar shows whole seconds: what it adds up to is right within one, and so is the pace of its steps.
TEST(LightningBar, tellsTheTimeOfFastStepsFinerThanItsClock)
{
    std::string text;
    double now = 0;
    for (int step = 1; step <= 400; ++step) { // 20 s to start, 0.75 s a step, 30 s where it stood
        now += step == 1 ? 20 : step == 300 ? 30 : 0.75;
        const int shown = static_cast<int>(now);
        char bar[120];
        std::snprintf(bar, sizeof bar, "Epoch 0:  10%%|#| %d/400 [%02d:%02d<00:01,  %.2fs/it, v_num=0]\r", step,
            shown / 60, shown % 60, now / step);
        text += bar;
    }
    const Imported got = bars(text + "Epoch 0: 100%|#| 400/400 [05:56<00:00,  0.89s/it, v_num=0, val_loss=2.0]\n");
    ASSERT_EQ(got.sink.samples.size(), 400u);
    EXPECT_NEAR(got.sink.median(series::step_time), 0.75, 0.02);
    EXPECT_NEAR(got.sink.value(299, series::step_time), 30, 1);
    // 20 + 398 · 0.75 + 30 = 348.5 s, and an evaluation until 5:56.
    const std::vector<double> times = got.sink.values(series::step_time);
    EXPECT_NEAR(std::accumulate(times.begin(), times.end(), 0.0), 356.5, 1);
    EXPECT_NEAR(got.sink.value(399, series::step_time), 8.25, 1);
}

TEST(LightningBar, prefersTheTimeThatTheToolMeasures)
{
    const Imported got = bars("Epoch 0: :   3%|▎| 3/91 [00:30<07:00, v_num=2, reduced_train_loss=1.50, "
                              "global_step=2.000, train_step_timing in s=9.500]\n"
                              "Epoch 0: :   4%|▍| 4/91 [00:40<07:00, 10.0s/it, v_num=2, reduced_train_loss=1.40, "
                              "global_step=3.1e+4, train_step_timing in s=9.400]\n");
    // without a rate the first is no bar of this kind
    ASSERT_EQ(steps(got), std::vector<std::int64_t> {4});
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::step_time), 9.4);
    EXPECT_DOUBLE_EQ(got.sink.value(0, "global_step"), 31'000); // rounded: the position counts
}

TEST(LightningBar, countsOnOverEpochs)
{
    const auto bar = [](int epoch, int position, const std::string& rest) {
        return "Epoch " + std::to_string(epoch) + ": 100%|██████████| " + std::to_string(position)
            + "/40 [00:" + std::to_string(10 + position) + "<00:00,  1.27it/s, v_num=0, train_loss=0." + rest + "]\n";
    };
    const Imported got = bars(bar(2, 20, "5") + bar(2, 40, "4") + bar(2, 40, "4, val_loss=0.7")
        + bar(3, 20, "3, val_loss=0.7") + bar(3, 40, "2, val_loss=0.6"));
    ASSERT_EQ(steps(got), (std::vector<std::int64_t> {100, 120, 140, 160}));
    EXPECT_DOUBLE_EQ(got.sink.value(1, series::eval_loss), 0.7);
    EXPECT_TRUE(std::isnan(got.sink.value(2, series::eval_loss))); // the same one, drawn again
    EXPECT_DOUBLE_EQ(got.sink.value(3, series::eval_loss), 0.6);
    EXPECT_DOUBLE_EQ(got.sink.value(3, series::loss), 0.2);
}

TEST(LightningBar, readsFramesThatRunOnAndBarsWithoutTotal)
{
    const Imported got = bars("Epoch 0: : 12it [00:12,  1.0s/it, v_num=0, loss=3]Epoch 0: : 13it [00:14,  1.1s/it, "
                              "v_num=0, loss=2]Validation DataLoader 0: 50%|##| 5/10 [00:01<00:01, 4.0it/s]\n"
                              "Epoch 1: : 1it [00:02, ?it/s, v_num=0, loss=nan]\n");
    ASSERT_EQ(steps(got), (std::vector<std::int64_t> {12, 13, 14}));
    EXPECT_DOUBLE_EQ(got.sink.value(1, series::step_time), 2);
    EXPECT_TRUE(std::isnan(got.sink.value(2, series::step_time)));
    EXPECT_EQ(got.sink.count(Code::value_not_finite), 1);
}

TEST(LightningBar, startsAnewWhenTheClockGoesBack)
{
    const Imported got = bars("Epoch 0:  1%|#| 10/100 [10:00<90:00, 60.0s/it, v_num=0, loss=3]\n"
                              "srun: error: node01: task 3: Killed\n"
                              "Restored all states from the checkpoint at /x/step=8.ckpt\n"
                              "Epoch 0:  1%|#| 11/100 [01:00<90:00, 20.0s/it, v_num=1, loss=2]\n");
    ASSERT_EQ(steps(got), (std::vector<std::int64_t> {10, 11}));
    EXPECT_DOUBLE_EQ(got.sink.value(1, series::step_time), 20);
    EXPECT_EQ(got.sink.events(EventKind::failure).at(0).after_sample, 0);
    EXPECT_EQ(got.sink.events(EventKind::resume).at(0).after_sample, 0);
}

TEST(LightningBar, leavesBarsOfOthersAlone)
{
    const Format* format = formatById("lightning_bar");
    EXPECT_EQ(format->sniff(testing::previewOf("Epoch 0:  3%|#| 17/625 [00:17<07:23,  1.37it/s, loss=7.1]\n")), 0);
    EXPECT_EQ(format->sniff(testing::previewOf("train Epoch 0: 3%|#| 17/625 [00:17<07:23, 1.37ba/s, v_num=1]\n")), 0);
    const Imported cut = bars("Epoch 0:  3%|#| 17/625 [00:17<07:23,  1.37it/s, v_num=1, loss=7");
    EXPECT_EQ(cut.sink.samples.size(), 0U);
    EXPECT_EQ(cut.sink.count(Code::record_truncated), 1);
}

} // namespace

} // namespace fullscope::import
