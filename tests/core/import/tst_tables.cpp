// SPDX-License-Identifier: GPL-3.0-or-later
// Lightning, Weights & Biases and LLaMA-Factory. Expected values: MANIFEST.tsv of the samples, or read off the text by
// hand.
#include "tests/core/import/table_support.h"

#include <gtest/gtest.h>

namespace fullscope::import {

namespace {

using base::Code;
using evidence::RateScope;
using evidence::RateWindow;
using testing::Imported;
using testing::importFile;
using testing::importText;
using testing::info;
using testing::logSample;
using testing::medianInterval;
using testing::sniffed;
namespace series = evidence::series;

// --- PyTorch Lightning

void expectLightningV1(const Imported& got)
{
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "lightning_csv");
    const auto loss = got.sink.values(series::loss);
    ASSERT_EQ(loss.size(), 302U);
    EXPECT_EQ(loss.front(), 0.05018066242337227);
    EXPECT_EQ(loss.back(), 4.823296876566019e-06);
    const auto evaluated = got.sink.values(series::eval_loss);
    ASSERT_EQ(evaluated.size(), 100U);
    EXPECT_EQ(evaluated.front(), 0.0008672173717059195);
    EXPECT_EQ(evaluated.back(), 1.8227028704131953e-06);
    // 402 rows, of which 2 pairs are of one step (counted with Python)
    EXPECT_EQ(got.sink.samples.size(), 400U);
    EXPECT_EQ(got.sink.samples.front().step, 49);
    EXPECT_EQ(got.sink.samples.back().step, 15'099);
    EXPECT_EQ(got.sink.value(399, series::loss), 4.823296876566019e-06);
    EXPECT_EQ(got.sink.samples[3].step, 150);
    EXPECT_TRUE(std::isnan(got.sink.value(3, series::loss)));
    EXPECT_TRUE(got.sink.problems.empty());
    EXPECT_EQ(got.sink.samples.front().time_us, base::kNoTime);
    EXPECT_LT(got.sink.run.seriesIndex(series::step_time), 0);
}

TEST(Lightning, mergesTheRowsOfAStep)
{
    expectLightningV1(importFile(logSample("lightning-csv/mlaos_v1_metrics.csv")));
    EXPECT_EQ(importFile(logSample("lightning-csv/mlaos_v1_metrics.csv")).sink.samples[3].line, 5);
    const Imported third = importFile(logSample("lightning-csv/mlaos_v3_metrics.csv"));
    EXPECT_EQ(third.sink.samples.size(), 800U);
    ASSERT_EQ(third.sink.values(series::loss).size(), 604U);
    EXPECT_EQ(third.sink.values(series::loss).back(), 0.0010093876626342535);
    ASSERT_EQ(third.sink.values(series::eval_loss).size(), 200U);
    EXPECT_EQ(third.sink.values(series::eval_loss)[0], 0.017430756241083145);
    EXPECT_EQ(third.sink.samples.back().step, 30'199);
}

TEST(Lightning, readsSemicolonsDecimalCommasAndAMark)
{
    expectLightningV1(importFile(logSample("traps/lightning_semicolon_decimal_comma.csv")));
}

TEST(Lightning, keepsTheSameStepTwiceWhereTheValuesDiffer)
{
    const Imported got = importText("lightning_csv", "epoch,step,train_loss,val_loss\n0,9,1.5,\n0,9,,2.5\n0,9,1.25,\n");
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_EQ(got.sink.value(0, series::loss), 1.5);
    EXPECT_EQ(got.sink.value(0, series::eval_loss), 2.5);
    EXPECT_EQ(got.sink.value(1, series::loss), 1.25);
}

// --- Weights & Biases

TEST(WandbHistory, prefersTheTrainingStep)
{
    const Imported got = importFile(logSample("wandb/alpaca_wandb-history.jsonl"));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "wandb_history");
    ASSERT_EQ(got.sink.samples.size(), 1218U); // 1219 rows; the summary is of the last step
    EXPECT_EQ(got.sink.samples.front().step, 1);
    EXPECT_EQ(got.sink.samples.back().step, 1218);
    EXPECT_EQ(got.sink.value(0, series::loss), 1.586);
    EXPECT_EQ(got.sink.value(1217, series::loss), 0.3967);
    EXPECT_EQ(base::formatIso({got.sink.samples.front().time_us}), "2023-11-02T03:28:28.958686Z");
    EXPECT_EQ(base::formatIso({got.sink.samples.back().time_us}).substr(0, 19), "2023-11-02T04:45:35");
    EXPECT_NEAR(medianInterval(got), 3.784549, 1e-6);
    EXPECT_NEAR(static_cast<double>(got.sink.samples[1].time_us - got.sink.samples[0].time_us) / 1e6, 3.835, 0.001);
    EXPECT_EQ(got.sink.fact("train_runtime"), "4636.6664");
    EXPECT_EQ(got.sink.fact("train_samples_per_second"), "33.646");
    EXPECT_EQ(got.sink.fact("total_flos"), "3.06681596994388e+17");
    EXPECT_EQ(got.sink.fact("zone_known"), "yes");
    EXPECT_EQ(info(got, "_runtime").window, RateWindow::cumulative);
    EXPECT_LT(got.sink.run.seriesIndex(series::step_time), 0); // times say it better
    EXPECT_TRUE(got.sink.problems.empty());
}

TEST(WandbHistory, isNotTheSummaryOfARun)
{
    EXPECT_EQ(recognise(logSample("wandb/alpaca_wandb-summary.json")).error().code, Code::format_unknown);
}

TEST(WandbHistory, saysThatLogCallsAreNoSteps)
{
    const std::string csv = ",_step,_runtime,_timestamp,train/loss\n0,0,1.5,1698895708.5,2.5\n1,1,2.5,1698895709.5,\n";
    EXPECT_EQ(sniffed(csv), "wandb_history_csv");
    const Imported got = importText("wandb_history_csv", csv);
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_EQ(got.sink.first(Code::step_is_log_call)->what.field, "_step");
    EXPECT_EQ(base::formatIso({got.sink.samples[1].time_us}), "2023-11-02T03:28:29.5Z");
    EXPECT_EQ(got.sink.run.series.size(), 2U); // not the row numbers
}

TEST(WandbChart, readsTheOnlyRun)
{
    const Imported got = importFile(logSample("wandb/alpaca_ui_export_shape.csv"));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "wandb_chart");
    ASSERT_EQ(got.sink.samples.size(), 1218U);
    EXPECT_EQ(got.sink.samples.back().step, 1217);
    EXPECT_EQ(got.sink.value(0, series::loss), 1.586);
    EXPECT_EQ(got.sink.value(1217, series::loss), 0.3967);
    EXPECT_EQ(got.sink.value(5, "train/loss__MIN"), 1.196);
    EXPECT_EQ(got.sink.value(5, "train/loss__MAX"), 1.196);
    EXPECT_EQ(got.sink.count(Code::step_is_log_call), 1);
}

TEST(WandbChart, takesTheTrainingStepAsItsAxisAndRunNamesWithTheMark)
{
    const Imported got = importText("wandb_chart",
        "\"train/global_step\",\"a - b - _step\",\"a - b - _step__MIN\",\"a - b - train/loss\"\n50,7,7,2.5\n");
    ASSERT_EQ(got.sink.samples.size(), 1U);
    EXPECT_EQ(got.sink.samples[0].step, 50);
    EXPECT_EQ(got.sink.value(0, series::loss), 2.5);
    EXPECT_EQ(got.sink.count(Code::step_is_log_call), 0);
}

TEST(WandbChart, keepsSeveralRunsOfOneChartApart)
{
    const std::string two = "\"Step\",\"lr1 - loss\",\"lr1 - loss__MIN\",\"lr, 2 - loss\",\"lr, 2 - loss__MIN\"\n"
                            "0,\"1.5\",\"1.25\",\"\",\"\"\n"
                            "10,\"\",\"\",\"2.5\",\"2.25\"\n"
                            "20,\"1.0\",\"0.75\",\"2.0\",\"\"\n";
    EXPECT_EQ(sniffed(two), "wandb_chart");
    for (const std::size_t block : {std::size_t {1}, std::size_t {65'536}}) {
        const Imported got = importText("wandb_chart", two, block);
        ASSERT_TRUE(got.status.ok());
        ASSERT_EQ(got.sink.earlier.size(), 1U);
        const auto& [first, samples] = got.sink.earlier[0];
        EXPECT_EQ(first.fact("run_name")->value, "lr1");
        ASSERT_EQ(samples.size(), 2U);
        EXPECT_EQ(samples[1].step, 20);
        EXPECT_EQ(samples[1].line, 4);
        EXPECT_EQ(samples[1].values.at(static_cast<std::size_t>(first.seriesIndex("loss"))), 1.0);
        EXPECT_EQ(got.sink.fact("run_name"), "lr, 2");
        ASSERT_EQ(got.sink.samples.size(), 2U);
        EXPECT_EQ(got.sink.samples[0].step, 10);
        EXPECT_EQ(got.sink.samples[0].line, 3);
        EXPECT_EQ(got.sink.values(series::loss), (std::vector<double> {2.5, 2.0}));
        EXPECT_EQ(got.sink.values("loss__MIN"), std::vector<double> {2.25});
    }
}

// As in a chart of one run, and told once, though it is read for every run.
TEST(WandbChart, tellsOfDamageInAChartOfSeveralRuns)
{
    const std::string head = "Step,a - loss,a - loss__MIN,b - loss,b - loss__MIN\n";
    const Imported got = importText("wandb_chart",
        head + "0,1.5,1.25,2.5,2.25\n10,\"1.25,1.0,2.25,2.0\n20,1.0,0.75,2.0,1.75,9\n30,0.9,0.8,1.9,1.5");
    ASSERT_TRUE(got.status.ok());
    ASSERT_EQ(got.sink.earlier.size(), 1U);
    EXPECT_EQ(got.sink.earlier[0].samples.size(), 2U);
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_EQ(got.sink.samples[1].line, 5);
    EXPECT_EQ(got.sink.values(series::loss), (std::vector<double> {2.5, 1.9}));
    EXPECT_EQ(got.sink.count(Code::quote_unclosed), 1);
    EXPECT_EQ(got.sink.first(Code::quote_unclosed)->what.line, 3);
    EXPECT_EQ(got.sink.count(Code::row_long), 1);
    EXPECT_EQ(got.sink.first(Code::row_long)->what.line, 4);
    ASSERT_NE(got.sink.first(Code::record_truncated), nullptr); // 1.5 may have been 1.55
    EXPECT_EQ(got.sink.first(Code::record_truncated)->handling, base::Handling::kept);

    const Imported cut = importText("wandb_chart", head + "0,1.5,1.25,2.5,2.25\n10,1.2");
    ASSERT_EQ(cut.sink.earlier.size(), 1U);
    EXPECT_EQ(cut.sink.earlier[0].samples.size(), 1U);
    EXPECT_EQ(cut.sink.samples.size(), 1U);
    EXPECT_EQ(cut.sink.count(Code::record_truncated), 1);
    EXPECT_EQ(cut.sink.first(Code::record_truncated)->handling, base::Handling::row_skipped);
}

TEST(WandbChart, needsAStep)
{
    const Imported got
        = importText("wandb_chart", "\"Relative Time (Process)\",\"a - loss\",\"a - loss__MIN\"\n0,1,1\n");
    ASSERT_FALSE(got.status.ok());
    EXPECT_EQ(got.status.error().code, Code::column_missing);
}

// --- LLaMA-Factory

TEST(LlamaFactory, derivesStepTimesFromWhatHasElapsed)
{
    const Imported got = importFile(logSample("llama-factory/nsllm_trainer_log.jsonl"));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "llama_factory");
    ASSERT_EQ(got.sink.samples.size(), 436U); // the last one has no loss
    EXPECT_EQ(got.sink.samples.front().step, 5);
    EXPECT_EQ(got.sink.samples[434].step, 2175);
    const auto loss = got.sink.values(series::loss);
    ASSERT_EQ(loss.size(), 435U);
    EXPECT_EQ(loss.front(), 2.3475);
    EXPECT_EQ(loss.back(), 1.9787);
    EXPECT_EQ(got.sink.fact("total_steps"), "2178");
    // 0:32:48 and 1:05:36 are 1968 s apart, over 5 steps; where step 5 began the log does not say
    EXPECT_TRUE(std::isnan(got.sink.value(0, series::step_time)));
    EXPECT_DOUBLE_EQ(got.sink.value(1, series::step_time), 393.6);
    EXPECT_DOUBLE_EQ(got.sink.median(series::step_time), 393.6);
    EXPECT_EQ(info(got, series::step_time).window, RateWindow::interval_mean);
    // "9 days, 22:13:15"
    EXPECT_EQ(got.sink.value(435, "elapsed_time"), 9 * 86'400 + 22 * 3600 + 13 * 60 + 15);
    EXPECT_TRUE(got.sink.problems.empty());
}

TEST(LlamaFactory, keepsThroughputAsAMeanSinceTheStart)
{
    const Imported got = importText("llama_factory",
        R"({"current_steps": 10, "total_steps": 20, "loss": 2.0, "elapsed_time": "0:10:00", "throughput": 1234.5, "total_tokens": 100})"
        "\n"
        R"({"current_steps": 20, "total_steps": 20, "loss": 1.0, "elapsed_time": "0:15:00", "throughput": 1300, "total_tokens": 200})"
        "\n"
        R"({"current_steps": 15, "total_steps": 20, "loss": 1.1, "elapsed_time": "0:00:30", "throughput": 1300, "total_tokens": 150})"
        "\n");
    const auto& rate = info(got, series::tokens_per_s);
    EXPECT_EQ(rate.scope, RateScope::job);
    EXPECT_EQ(rate.window, RateWindow::cumulative);
    EXPECT_EQ(got.sink.value(0, series::tokens_per_s), 1234.5);
    EXPECT_EQ(got.sink.value(1, series::tokens), 200);
    EXPECT_DOUBLE_EQ(got.sink.value(1, series::step_time), 30);
    EXPECT_TRUE(std::isnan(got.sink.value(2, series::step_time))); // resumed: the clock began anew
}

} // namespace

} // namespace fullscope::import
