// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: MANIFEST.tsv of the samples, or what the test wrote itself.
#include "tests/core/import/log_sink.h"
#include "tests/core/import/temp_dir.h"
#include "tests/core/import/wire_writer.h"

#include <gtest/gtest.h>

namespace fullscope::import {

namespace {

using base::Code;
using evidence::EventKind;
using testing::bytesField;
using testing::bytesOf;
using testing::doubleField;
using testing::floatField;
using testing::Imported;
using testing::importFile;
using testing::importText;
using testing::integerField;
using testing::logSample;
using testing::tfEvent;
using testing::tfRecord;
using testing::tfScalar;
using testing::tfSummary;
using testing::tfTensor;
using testing::tfValue;
using testing::tfVersion;
namespace series = evidence::series;

constexpr double kStart = 1'700'000'000;

Imported events(const std::string& records, std::size_t blockSize = 65'536)
{
    return importText("tensorboard", tfVersion(kStart) + records, blockSize);
}

std::vector<std::int64_t> steps(const Imported& got)
{
    std::vector<std::int64_t> all;
    for (const evidence::Sample& sample : got.sink.samples)
        all.push_back(sample.step);
    return all;
}

double medianInterval(const Imported& got)
{
    std::vector<double> intervals;
    for (std::size_t i = 1; i < got.sink.samples.size(); ++i)
        intervals.push_back(static_cast<double>(got.sink.samples[i].time_us - got.sink.samples[i - 1].time_us) / 1e6);
    std::sort(intervals.begin(), intervals.end());
    const std::size_t n = intervals.size();
    return (intervals[(n - 1) / 2] + intervals[n / 2]) / 2;
}

// --- real files

TEST(Tensorboard, readsScalarsOfPyTorch)
{
    const Imported got = importFile(logSample("tensorboard/wandb_asset/events.out.tfevents.1585769947.node01"));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "tensorboard");
    ASSERT_EQ(got.sink.samples.size(), 17U);
    EXPECT_EQ(got.sink.samples.front().step, 0);
    EXPECT_EQ(got.sink.samples.back().step, 16);
    EXPECT_NEAR(got.sink.value(0, series::loss), 3.913577, 1e-6); // batch_loss
    EXPECT_NEAR(got.sink.value(16, series::loss), 2.9e-05, 1e-6);
    EXPECT_NEAR(got.sink.value(0, series::eval_loss), 3e-05, 1e-6); // epoch_val_loss
    EXPECT_NEAR(got.sink.value(16, series::eval_loss), 2.9e-05, 1e-6);
    for (const char* name : {"batch_acc", "epoch_acc", "epoch_loss", "epoch_val_acc"})
        EXPECT_EQ(got.sink.values(name).size(), 17U) << name;
    EXPECT_EQ(got.sink.value(0, "batch_acc"), 0.0);
    EXPECT_EQ(got.sink.value(16, "batch_acc"), 1.0);
    EXPECT_NEAR(got.sink.value(0, "epoch_loss"), 3.913577, 1e-6);
    EXPECT_EQ(got.sink.value(0, "epoch_val_acc"), 1.0);
    EXPECT_NEAR(medianInterval(got), 2.011253, 1e-5);
    EXPECT_EQ(got.sink.events(EventKind::job_start).at(0).time_us, 1'585'769'947'000'000);
    EXPECT_EQ(got.sink.fact("zone_known"), "yes");
    EXPECT_TRUE(got.sink.problems.empty());
    EXPECT_EQ(got.file.lines, 105); // events
    EXPECT_EQ(got.file.encoding, "binary");
    EXPECT_EQ(got.file.bytes, 170'975);
}

TEST(Tensorboard, keepsEveryValueOfOneStep)
{
    const Imported got = importFile(logSample("tensorboard/kwt1_validation/events.out.tfevents.1614214754.node01"));
    ASSERT_TRUE(got.status.ok());
    ASSERT_EQ(got.sink.samples.size(), 2608U);
    EXPECT_EQ(got.sink.samples.front().step, 72);
    EXPECT_EQ(got.sink.samples.back().step, 23'438);
    EXPECT_NEAR(got.sink.value(0, "accuracy"), 0.144531, 1e-6);
    EXPECT_NEAR(got.sink.value(2607, "accuracy"), 0.978516, 1e-6);
    EXPECT_EQ(got.sink.samples.back().time_us, 1'614'247'643'281'210);
    EXPECT_EQ(got.file.lines, 2609);
    EXPECT_TRUE(got.sink.problems.empty());
}

TEST(Tensorboard, readsTensorsOfKerasAndStepsOverItsGraph)
{
    const Imported got
        = importFile(logSample("tensorboard/keras_tf2_train/events.out.tfevents.1664082589.node01.4004.0.v2"));
    ASSERT_TRUE(got.status.ok());
    ASSERT_EQ(got.sink.samples.size(), 1U);
    EXPECT_EQ(got.sink.samples[0].step, 0);
    EXPECT_NEAR(got.sink.value(0, series::loss), 6.304667, 1e-6);
    EXPECT_NEAR(got.sink.value(0, "epoch_accuracy"), 0.6843, 1e-6);
    EXPECT_EQ(got.sink.run.series.size(), 2U);
    EXPECT_EQ(got.file.lines, 5);
    EXPECT_EQ(got.sink.problems.size(), 1U);
    EXPECT_EQ(got.sink.count(Code::step_is_epoch), 1); // it logs nothing by batch
}

// The evaluation after 1,250 batches, and the same at the end of epoch 0: no restart from step 0.
TEST(Tensorboard, keepsEpochsOfKerasOutOfItsSteps)
{
    const Imported got
        = importFile(logSample("tensorboard/keras_tf2_validation/events.out.tfevents.1664082700.node01.4004.1.v2"));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(steps(got), (std::vector<std::int64_t> {1250}));
    EXPECT_NEAR(got.sink.value(0, series::eval_loss), 1.075351, 1e-6);
    EXPECT_NEAR(got.sink.value(0, "evaluation_accuracy_vs_iterations"), 0.901042, 1e-6);
    EXPECT_NEAR(got.sink.value(0, "epoch_loss"), 1.075351, 1e-6);
    EXPECT_NEAR(got.sink.value(0, "epoch_accuracy"), 0.901042, 1e-6);
    EXPECT_LT(got.sink.run.seriesIndex(series::loss), 0);
    ASSERT_EQ(got.sink.count(Code::other_steps), 2);
    EXPECT_EQ(got.sink.first(Code::other_steps)->what.field, "epoch_loss");
    EXPECT_EQ(got.sink.first(Code::other_steps)->severity, base::Severity::info);
}

// --- names

TEST(Tensorboard, mapsMegatronsTagsWithTheirScopes)
{
    std::string log;
    for (int step = 100; step <= 300; step += 100) {
        const double time = kStart + step;
        const auto samples = [&](const char* tag) { return tfScalar(time, step * 512, tag, 1.0F); };
        log += tfScalar(time, step, "learning-rate", 1e-4F) + samples("learning-rate vs samples")
            + tfScalar(time, step, "batch-size", 512) + samples("batch-size vs samples")
            + tfScalar(time, step, "lm loss", 3.0F) + samples("lm loss vs samples")
            + tfScalar(time, step, "grad-norm", 0.5F) + tfScalar(time, step, "throughput", 150.0F)
            + tfScalar(time, step, "iteration-time", 1.25F);
    }
    log += tfScalar(kStart + 310, 300, "lm loss validation", 2.5F);
    const Imported got = events(log);
    EXPECT_EQ(steps(got), (std::vector<std::int64_t> {100, 200, 300}));
    EXPECT_EQ(got.sink.value(1, series::loss), 3.0);
    EXPECT_EQ(got.sink.value(1, series::samples), 200 * 512);
    EXPECT_EQ(got.sink.value(1, series::global_batch), 512);
    EXPECT_EQ(got.sink.value(1, series::grad_norm), 0.5);
    EXPECT_EQ(got.sink.value(1, series::step_time), 1.25);
    EXPECT_EQ(got.sink.value(1, series::flop_per_s), 150e12);
    EXPECT_EQ(got.sink.value(2, "lm loss vs samples"), 1.0);
    const int flops = got.sink.run.seriesIndex(series::flop_per_s);
    EXPECT_EQ(got.sink.run.series[static_cast<std::size_t>(flops)].scope, evidence::RateScope::device);
    EXPECT_EQ(got.sink.value(2, series::eval_loss), 2.5);
    const auto evaluations = got.sink.events(EventKind::evaluation_end);
    ASSERT_EQ(evaluations.size(), 1U);
    EXPECT_EQ(evaluations[0].step, 300);
    EXPECT_EQ(evaluations[0].after_sample, 2);
    EXPECT_EQ(evaluations[0].time_us, 1'700'000'310'000'000);
    EXPECT_TRUE(got.sink.problems.empty());
}

TEST(Tensorboard, takesOnlyNamesThatAreClear)
{
    const Imported got = events(tfScalar(kStart, 1, "throughput", 9.0F) + tfScalar(kStart, 1, "mfu", 40.0F)
        + tfScalar(kStart, 1, "train/loss", 2.0F) + tfScalar(kStart, 1, "loss", 3.0F)
        + tfScalar(kStart, 1, "eval/loss", 4.0F) + tfScalar(kStart, 1, "训练/准确率", 5.0F));
    ASSERT_EQ(got.sink.samples.size(), 1U);
    EXPECT_LT(got.sink.run.seriesIndex(series::flop_per_s), 0); // of what, and per what?
    EXPECT_EQ(got.sink.value(0, "throughput"), 9.0);
    EXPECT_EQ(got.sink.value(0, "mfu (log)"), 40.0);
    EXPECT_EQ(got.sink.value(0, series::loss), 2.0);
    EXPECT_EQ(got.sink.value(0, "loss (log)"), 3.0); // the first one has the name
    EXPECT_EQ(got.sink.value(0, series::eval_loss), 4.0);
    EXPECT_EQ(got.sink.value(0, "训练/准确率"), 5.0);
}

TEST(Tensorboard, takesTheLossOfAnEvaluationFolderForWhatItIs)
{
    const testing::TempDir dir;
    std::filesystem::create_directory(dir.file("validation"));
    const Imported got = importFile(dir.write("validation/x", tfVersion(kStart) + tfScalar(kStart, 1, "loss", 2.0F)));
    EXPECT_EQ(got.sink.value(0, series::eval_loss), 2.0);
    EXPECT_LT(got.sink.run.seriesIndex(series::loss), 0);
}

TEST(Tensorboard, refusesNamesThatAreNone)
{
    const Imported got = events(tfScalar(kStart, 1, "", 1.0F) + tfScalar(kStart, 1, std::string(3'000'000, 'x'), 1.0F)
        + tfScalar(kStart, 1, "caf\xE9", 2.0F));
    ASSERT_EQ(got.sink.samples.size(), 1U);
    EXPECT_EQ(got.sink.value(0, "caf\xEF\xBF\xBD"), 2.0);
    EXPECT_EQ(got.sink.count(Code::field_missing), 1);
    EXPECT_EQ(got.sink.count(Code::out_of_range), 1);
    EXPECT_EQ(got.sink.count(Code::bad_encoding), 1);
}

TEST(Tensorboard, boundsTheNumberOfSeries)
{
    std::string log;
    for (int i = 0; i < 5000; ++i)
        log += tfScalar(kStart, 1, "tag " + std::to_string(i), 1.0F);
    const Imported got = events(log);
    EXPECT_EQ(got.sink.run.series.size(), 4096U);
    EXPECT_EQ(got.sink.count(Code::out_of_range), 5000 - 4096);
}

// --- steps

TEST(Tensorboard, letsTheLossAloneGoBack)
{
    std::string log;
    for (const int step : {10, 20, 30, 20, 30, 40})
        log += tfScalar(kStart + step, step, "train/lr", 0.1F) + tfScalar(kStart + step, step, "train/loss", 1.0F);
    EXPECT_EQ(steps(events(log)), (std::vector<std::int64_t> {10, 20, 30, 20, 30, 40}));
}

TEST(Tensorboard, countsOtherStepsAside)
{
    std::string log;
    for (int step = 100; step <= 500; step += 100) {
        log += tfScalar(kStart + step, step, "train/loss", 1.0F);
        log += tfScalar(kStart + step, step / 100, "val/accuracy", static_cast<float>(step)); // by epoch
        log += tfScalar(kStart + step, step * 1'000'000, "tokens/loss", 7.0F);
    }
    const Imported got = events(log);
    EXPECT_EQ(steps(got), (std::vector<std::int64_t> {100, 200, 300, 400, 500}));
    EXPECT_EQ(got.sink.value(4, "val/accuracy"), 500.0);
    EXPECT_EQ(got.sink.values("tokens/loss").size(), 5U);
    EXPECT_EQ(got.sink.count(Code::other_steps), 2); // once a tag
    EXPECT_EQ(got.sink.first(Code::other_steps)->what.found, "1");
    EXPECT_EQ(got.sink.first(Code::other_steps)->what.expected, "100");
}

TEST(Tensorboard, saysThatSamplesAreNoSteps)
{
    const Imported got = events(tfScalar(kStart, 4096, "Train/Samples/train_loss", 2.0F)); // DeepSpeed
    EXPECT_EQ(got.status.error().code, Code::nothing_readable);
    EXPECT_EQ(got.sink.count(Code::other_steps), 1);
}

TEST(Tensorboard, readsWhatTheSessionSays)
{
    const auto session = [](double time, int step, int status, const std::string& path) {
        return tfRecord(tfEvent(time, step, bytesField(7, integerField(1, status) + bytesField(2, path))));
    };
    const Imported got = events(session(kStart + 1, 0, 1, "") + tfScalar(kStart + 2, 10, "loss", 1.0F)
        + session(kStart + 3, 10, 3, "/ckpt/model-10") + session(kStart + 4, 10, 2, "") + tfVersion(kStart + 100)
        + tfScalar(kStart + 102, 11, "loss", 1.0F));
    ASSERT_EQ(got.sink.samples.size(), 2U);
    const auto starts = got.sink.events(EventKind::train_start);
    ASSERT_EQ(starts.size(), 2U);
    EXPECT_EQ(starts[1].after_sample, 0);
    const auto checkpoints = got.sink.events(EventKind::checkpoint_end);
    ASSERT_EQ(checkpoints.size(), 1U);
    EXPECT_EQ(checkpoints[0].text, "/ckpt/model-10");
    EXPECT_EQ(checkpoints[0].step, 10);
    EXPECT_EQ(got.sink.events(EventKind::job_end).size(), 1U);
}

TEST(Tensorboard, refusesStepsAndTimesThatAreNone)
{
    const Imported got = events(tfScalar(kStart, -5, "loss", 1.0F) + tfScalar(kStart, INT64_MAX, "loss", 1.0F)
        + tfScalar(std::nan(""), 1, "loss", 1.0F) + tfScalar(-1, 2, "loss", 1.0F)
        + tfScalar(1e300, 3, "loss", std::numeric_limits<float>::infinity())
        + tfScalar(kStart, 4, "loss", std::nanf("")));
    EXPECT_EQ(steps(got), (std::vector<std::int64_t> {1, 2, 3, 4}));
    EXPECT_EQ(got.file.rejected, 2);
    EXPECT_EQ(got.sink.count(Code::bad_time), 3);
    EXPECT_EQ(got.sink.samples[0].time_us, base::kNoTime);
    EXPECT_EQ(got.sink.count(Code::value_not_finite), 2);
    EXPECT_EQ(got.sink.value(3, series::loss), HUGE_VAL);
}

// --- tensors

TEST(Tensorboard, readsScalarTensorsOfEveryType)
{
    const auto tensor = [](int type, const std::string& value) { return integerField(1, type) + value; };
    const auto packed = [](int field, const std::string& values) { return bytesField(field, values); };
    const std::string shape1 = bytesField(2, bytesField(2, integerField(1, 1)));
    const std::vector<std::pair<std::string, double>> cases {
        {tensor(1, packed(5, bytesOf(0x3FC00000, 4))), 1.5}, {tensor(1, floatField(5, 2.5F)), 2.5}, // not packed
        {tensor(1, bytesField(4, bytesOf(0x3FC00000, 4))), 1.5},
        {tensor(2, packed(6, bytesOf(0x3FF8000000000000, 8))), 1.5}, {tensor(2, doubleField(6, -0.1)), -0.1},
        {tensor(2, bytesField(4, bytesOf(0xBFF0000000000000, 8))), -1.0}, {tensor(3, integerField(7, -7)), -7},
        {tensor(3, packed(7, testing::varint(300))), 300}, {tensor(3, bytesField(4, bytesOf(0xFFFFFFFE, 4))), -2},
        {tensor(9, integerField(10, 1'234'567'890'123)), 1'234'567'890'123.0},
        {tensor(9, bytesField(4, bytesOf(5, 8))), 5}, {tensor(19, integerField(13, 0x3E00)), 1.5}, // half
        {tensor(19, integerField(13, 0xC000)), -2.0},
        {tensor(19, bytesField(4, bytesOf(0x0001, 2))), 0x1p-24}, // the smallest one
        {tensor(14, integerField(13, 0x3FC0)), 1.5}, // bfloat16
        {tensor(1, shape1 + packed(5, bytesOf(0x3FC00000, 4))), 1.5}, {tensor(1, ""), 0}, // zeros are left out
    };
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const Imported got = events(tfSummary(kStart, 1, tfTensor("loss", cases[i].first)));
        ASSERT_EQ(got.sink.samples.size(), 1U) << i;
        EXPECT_EQ(got.sink.value(0, series::loss), cases[i].second) << i;
    }
}

TEST(Tensorboard, stepsOverWhatIsNoScalar)
{
    const std::string one = integerField(1, 1) + floatField(5, 0.0F);
    const std::string many = integerField(1, 1)
        + bytesField(2, bytesField(2, integerField(1, 2)) + bytesField(2, integerField(1, 3)))
        + bytesField(5, std::string(24, '\0'));
    const std::string text = integerField(1, 7) + bytesField(8, "hello");
    const auto value = [](const std::string& content) { return bytesField(1, bytesField(1, "x") + content); };
    const Imported got = events(tfSummary(kStart, 1, tfTensor("_hparams_/experiment", one, "hparams"))
        + tfSummary(kStart, 1, tfTensor("_hparams_/experiment", one, ""))
        + tfSummary(kStart, 1, tfTensor("curve", many, "pr_curves"))
        + tfSummary(kStart, 1, tfTensor("note", text, "text"))
        + tfSummary(
            kStart, 1, value(bytesField(4, "image")) + value(bytesField(5, "histogram")) + tfValue("loss", 1.0F))
        + tfRecord(tfEvent(kStart, 1, bytesField(4, std::string(5'000'000, 'g')))) // a graph
        + tfRecord(tfEvent(kStart, 1, bytesField(9, std::string(3'000'000, 'm'))))
        + tfSummary(kStart, 2, tfValue("loss", 2.0F)));
    EXPECT_EQ(steps(got), (std::vector<std::int64_t> {1, 2}));
    EXPECT_EQ(got.sink.run.series.size(), 1U);
    EXPECT_TRUE(got.sink.problems.empty());
}

// --- in gzip, from memory, in any blocks

TEST(Tensorboard, isRecognisedByContentInGzipAndUnderAnyName)
{
    const testing::TempDir dir;
    const std::string bytes
        = testing::fileText(logSample("tensorboard/wandb_asset/events.out.tfevents.1585769947.node01"));
    const Imported got = importFile(dir.write("bill.csv.gz", testing::gzipped(bytes)));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "tensorboard");
    EXPECT_EQ(got.sink.samples.size(), 17U);
    EXPECT_EQ(got.file.compression, "gzip");
    EXPECT_EQ(got.file.bytes, static_cast<std::int64_t>(testing::gzipped(bytes).size()));
    const std::string packed = testing::gzipped(bytes);
    const Imported cut = importFile(dir.write("cut", packed.substr(0, packed.size() - 40)));
    EXPECT_EQ(cut.status.error().code, Code::compressed_truncated);
    EXPECT_GT(cut.sink.samples.size(), 10U);
}

TEST(Tensorboard, otherRecordFilesAreNotLogs)
{
    const testing::TempDir dir;
    const auto got = recognise(dir.write("train.tfrecord", tfRecord(bytesField(1, std::string(100, '\x01')))));
    ASSERT_FALSE(got.ok());
    EXPECT_EQ(got.error().code, Code::format_not_text);
}

TEST(Tensorboard, readsAHundredThousandRecords)
{
    std::string log;
    for (int step = 1; step <= 100'000; ++step)
        log += tfScalar(kStart + step, step, "loss", 1.0F / static_cast<float>(step));
    const Imported got = events(log);
    ASSERT_TRUE(got.status.ok());
    ASSERT_EQ(got.sink.samples.size(), 100'000U);
    EXPECT_EQ(got.sink.samples.back().step, 100'000);
    EXPECT_EQ(got.sink.samples.back().line, 100'001);
    EXPECT_EQ(got.sink.value(99'999, series::loss), 1.0F / 100'000);
}

} // namespace

} // namespace fullscope::import
