// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of vision tools and of others, and any table. Expected values: MANIFEST.tsv of the samples, or read off the
// text by hand.
#include "tests/core/import/table_support.h"

#include <gtest/gtest.h>

namespace fullscope::import {

namespace {

using base::Code;
using evidence::EventKind;
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

// --- vision

TEST(Detectron2, readsSecondsPerIteration)
{
    const Imported got = importFile(logSample("detectron2/metrics.json"));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "detectron2");
    ASSERT_EQ(got.sink.samples.size(), 200U);
    EXPECT_EQ(got.sink.samples.front().step, 19);
    EXPECT_EQ(got.sink.samples.back().step, 3999);
    EXPECT_EQ(got.sink.value(0, series::loss), 2.725107299629599);
    EXPECT_EQ(got.sink.value(199, series::loss), 1.0374564621597528);
    EXPECT_NEAR(got.sink.value(0, series::step_time), 2.2359, 5e-5);
    EXPECT_NEAR(got.sink.median(series::step_time), 2.553198, 1e-6);
    EXPECT_EQ(info(got, series::step_time).window, RateWindow::interval_mean);
    EXPECT_EQ(got.sink.value(0, series::learning_rate), 1.9310000000000002e-06);
    EXPECT_EQ(got.sink.value(199, "loss_rpn_loc"), 0.029877735301852226);
    EXPECT_TRUE(got.sink.problems.empty());
}

TEST(Mmengine, countsOnWhereTheIterationStartsAgain)
{
    const std::string text
        = R"({"env_info": "x", "config": "y", "seed": 0})"
          "\n"
          R"({"mode": "train", "epoch": 1, "iter": 50, "lr": 0.1, "memory": 100, "loss": 2.0, "time": 0.5})"
          "\n"
          R"({"mode": "train", "epoch": 1, "iter": 100, "lr": 0.1, "memory": 100, "loss": 1.5, "time": 0.5})"
          "\n"
          R"({"mode": "val", "epoch": 1, "iter": 30, "lr": 0.1, "bbox_mAP": 0.25, "time": 9.0})"
          "\n"
          R"({"mode": "train", "epoch": 2, "iter": 50, "lr": 0.1, "memory": 100, "loss": 1.0, "time": 0.6})"
          "\n"
          R"({"mode": "train", "epoch": 3, "iter": 50, "lr": 0.1, "memory": 100, "loss": 0.9, "time": 0.6})"
          "\n"
          R"({"mode": "train", "epoch": 2, "iter": 50, "lr": 0.1, "memory": 100, "loss": 0.8, "time": 0.6})"
          "\n";
    EXPECT_EQ(sniffed(text), "mmengine");
    const Imported got = importText("mmengine", text);
    ASSERT_EQ(got.sink.samples.size(), 5U);
    const std::vector<std::int64_t> steps {50, 100, 150, 200, 150}; // the last one: epoch 2 again, after a restart
    for (std::size_t i = 0; i < steps.size(); ++i)
        EXPECT_EQ(got.sink.samples[i].step, steps[i]) << i;
    EXPECT_EQ(got.sink.count(Code::step_counted_on), 1);
    EXPECT_EQ(got.sink.value(1, "val/bbox_mAP"), 0.25);
    EXPECT_EQ(got.sink.value(1, "val/time"), 9.0);
    EXPECT_EQ(got.sink.value(1, series::step_time), 0.5);
    EXPECT_EQ(got.sink.value(0, series::memory), 104'857'600);
    EXPECT_EQ(got.sink.problems.size(), 1U);
}

TEST(Mmengine, takesTheGlobalStepOfScalars)
{
    const std::string text
        = R"({"lr": 0.02, "data_time": 0.1, "loss": 2.0, "time": 0.5, "epoch": 1, "iter": 50, "memory": 100, "step": 50})"
          "\n"
          R"({"lr": 0.02, "data_time": 0.1, "loss": 1.0, "time": 0.5, "epoch": 1, "iter": 100, "memory": 100, "step": 100})"
          "\n"
          R"({"coco/bbox_mAP": 0.3, "data_time": 0.2, "time": 0.9, "step": 1})"
          "\n";
    EXPECT_EQ(sniffed(text), "mmengine");
    const Imported got = importText("mmengine", text);
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_EQ(got.sink.samples[1].step, 100);
    EXPECT_EQ(got.sink.value(1, "val/coco/bbox_mAP"), 0.3);
    EXPECT_EQ(got.sink.value(1, series::step_time), 0.5);
    EXPECT_TRUE(got.sink.problems.empty());
}

TEST(Ultralytics, countsEpochsAndSaysSo)
{
    const Imported got = importFile(logSample("ultralytics/results_yolov8.csv"));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "ultralytics");
    ASSERT_EQ(got.sink.samples.size(), 100U);
    EXPECT_EQ(got.sink.samples.front().step, 1);
    EXPECT_EQ(got.sink.samples.back().step, 100);
    EXPECT_EQ(got.sink.value(0, "train/box_loss"), 1.2305);
    EXPECT_EQ(got.sink.value(99, "train/box_loss"), 0.6545);
    EXPECT_EQ(got.sink.value(0, "metrics/precision(B)"), 0.03255);
    EXPECT_EQ(got.sink.value(0, series::learning_rate), 0.00020706);
    EXPECT_EQ(got.sink.run.series.size(), 13U);
    EXPECT_EQ(got.sink.fact("step_unit"), "epoch");
    EXPECT_EQ(got.sink.first(Code::step_is_epoch)->what.field, "epoch");
}

TEST(Ultralytics, takesEpochTimesFromTheNewerFilesClock)
{
    const std::string text = "epoch,time,train/box_loss,lr/pg0\n1,60.5,1.2,0.01\n2,120.5,1.1,0.01\n3,50.0,1.0,0.01\n";
    EXPECT_EQ(sniffed(text), "ultralytics");
    const Imported got = importText("ultralytics", text);
    EXPECT_EQ(got.sink.value(0, series::step_time), 60.5); // epoch 1 began with the clock
    EXPECT_EQ(got.sink.value(1, series::step_time), 60);
    EXPECT_TRUE(std::isnan(got.sink.value(2, series::step_time))); // resumed
    EXPECT_EQ(info(got, "time").unit, "s");
}

TEST(EpochTables, readTimmAndKeras)
{
    const std::string summary = "epoch,train_loss,eval_loss,eval_top1,lr\n0,6.9,6.8,0.5,0.001\n1,6.5,6.4,1.0,0.001\n";
    EXPECT_EQ(sniffed(summary), "timm_summary");
    const Imported timmRun = importText("timm_summary", summary);
    EXPECT_EQ(timmRun.sink.samples.back().step, 1);
    EXPECT_EQ(timmRun.sink.value(1, series::loss), 6.5);
    EXPECT_EQ(timmRun.sink.value(1, series::eval_loss), 6.4);
    const std::string csv = "epoch,accuracy,loss,val_accuracy,val_loss\n0,0.5,1.0,0.6,0.9\n1,0.6,0.8,0.65,0.85";
    EXPECT_EQ(sniffed(csv), "keras_csv");
    const Imported kerasRun = importText("keras_csv", csv);
    ASSERT_EQ(kerasRun.sink.samples.size(), 1U); // the last line was being written
    EXPECT_EQ(kerasRun.sink.count(Code::record_truncated), 1);
    EXPECT_EQ(kerasRun.sink.value(0, series::eval_loss), 0.9);
    EXPECT_EQ(kerasRun.sink.fact("step_unit"), "epoch");
}

// --- language

TEST(Levanter, readsLogEventsAlsoBehindAPrefix)
{
    const std::string text
        = R"({"tracker": "json_logger", "event": "hparams", "hparams": {"step": 7, "lr": 1}})"
          "\nstarting\n"
          R"(2025-01-01 INFO {"tracker": "json_logger", "event": "log", "step": 0, "metrics": {"train/loss": 11.0, "throughput/duration": 2.5, "throughput/tokens_per_second": 1000.0, "throughput/mfu": 40.5}})"
          "\n"
          R"({"tracker": "json_logger", "event": "log", "step": 1, "metrics": {"train/loss": NaN, "throughput/duration": 2.0, "throughput/tokens_per_second": 1250.0, "throughput/mfu": 0.5}})"
          "\n"
          R"({"tracker": "json_logger", "event": "summary", "step": 9, "metrics": {"train/loss": 1.0}})"
          "\n";
    EXPECT_EQ(sniffed(text), "levanter");
    const Imported got = importText("levanter", text);
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_EQ(got.sink.value(0, series::loss), 11);
    EXPECT_EQ(got.sink.value(1, series::loss), HUGE_VAL);
    EXPECT_EQ(got.sink.count(Code::value_not_finite), 1);
    EXPECT_EQ(got.sink.value(0, series::step_time), 2.5);
    EXPECT_EQ(info(got, series::tokens_per_s).scope, RateScope::job);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::mfu), 0.405);
    EXPECT_DOUBLE_EQ(got.sink.value(1, series::mfu), 0.005); // per cent also where it is small
}

TEST(Mlflow, readsOneMetric)
{
    const std::string run = "mlflow/deepcnn_mlruns/0/cb0096518b0e4c66a94428555f05420b/metrics/";
    const Imported loss = importFile(logSample(run + "loss"));
    ASSERT_TRUE(loss.status.ok());
    EXPECT_EQ(loss.format, "mlflow");
    ASSERT_EQ(loss.sink.samples.size(), 1U);
    EXPECT_EQ(loss.sink.samples[0].step, 0);
    EXPECT_EQ(loss.sink.samples[0].time_us, 1'664'364'007'310'000);
    EXPECT_EQ(loss.sink.value(0, series::loss), 3.2727866172790527);
    const Imported accuracy = importFile(logSample(run + "accuracy"));
    EXPECT_EQ(accuracy.sink.value(0, "accuracy"), 0.7858095765113831);
}

TEST(Mlflow, readsOldFilesAndNamesOddLines)
{
    const Imported old = importText("mlflow", "1664364007310 3.5\n1664364008310 nan\n");
    ASSERT_EQ(old.sink.samples.size(), 2U);
    EXPECT_EQ(old.sink.samples[1].step, 1);
    EXPECT_EQ(old.sink.count(Code::step_is_log_call), 1);
    EXPECT_EQ(old.sink.count(Code::value_not_finite), 1);
    const Imported cut = importText("mlflow", "1664364007310 3.5 0\nhello\n1664364008310 3.25 1\n1664364009310 3.0 1");
    EXPECT_EQ(cut.sink.samples.size(), 2U);
    EXPECT_EQ(cut.sink.first(Code::lines_not_understood)->what.line, 2);
    EXPECT_EQ(cut.sink.first(Code::record_truncated)->what.line, 4); // step 1 or 12?
    EXPECT_EQ(cut.file.rejected, 2);
}

// --- any table

TEST(CsvGeneric, readsStepAndLoss)
{
    const Imported got = importFile(logSample("csv-generic/bf16_7b_baseline_loss.csv"));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "csv_generic");
    ASSERT_EQ(got.sink.samples.size(), 1000U);
    EXPECT_EQ(got.sink.samples.front().step, 0);
    EXPECT_EQ(got.sink.samples.back().step, 999);
    EXPECT_EQ(got.sink.value(0, series::loss), 11.125);
    EXPECT_EQ(got.sink.value(999, series::loss), 3.09375);
    EXPECT_TRUE(got.sink.problems.empty());
    EXPECT_EQ(got.sink.run.series.size(), 1U);
}

} // namespace

} // namespace fullscope::import
