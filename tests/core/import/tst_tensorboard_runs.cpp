// SPDX-License-Identifier: GPL-3.0-or-later
// Folders that are one run. Expected values: what tests/samples/logs/tensorboard/write_runs.py printed, or what the
// test wrote itself.
#include "core/import/sniff.h"

#include "tests/core/import/log_sink.h"
#include "tests/core/import/temp_dir.h"
#include "tests/core/import/wire_writer.h"

#include <gtest/gtest.h>

#include <numeric>

namespace fullscope::import {

namespace {

using base::Code;
using evidence::EventKind;
using testing::Imported;
using testing::importFile;
using testing::logSample;
using testing::TempDir;
using testing::tfScalar;
using testing::tfVersion;
namespace series = evidence::series;

constexpr double kStart = 1'700'000'000;

double sum(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0);
}

std::vector<std::int64_t> steps(const Imported& got)
{
    std::vector<std::int64_t> all;
    for (const evidence::Sample& sample : got.sink.samples)
        all.push_back(sample.step);
    return all;
}

class TensorboardRun : public ::testing::Test {
protected:
    void write(const std::string& file, const std::string& content) const
    {
        const std::filesystem::path path = m_dir.file("run/" + file);
        std::filesystem::create_directories(path.parent_path());
        m_dir.write("run/" + file, content);
    }
    // Steps first … last, one a second from `begin` seconds after the start on.
    static std::string losses(int first, int last, int begin, const std::string& tag = "train/loss", float base = 10)
    {
        std::string text;
        for (int step = first; step <= last; ++step)
            text += tfScalar(kStart + begin + step - first, step, tag, base - static_cast<float>(step) / 64);
        return text;
    }
    Imported imported() const { return importFile(m_dir.file("run")); }
    std::string path(const std::string& file) const { return m_dir.file("run/" + file); }

    const TempDir m_dir;
};

TEST_F(TensorboardRun, filesOfOneFolderAreAttemptsOfIt)
{
    const Imported got = importFile(logSample("tensorboard/restart"));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "tensorboard_run");
    EXPECT_EQ(steps(got),
        (std::vector<std::int64_t> {
            10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 90, 100, 110, 120, 130, 140, 150, 160, 170, 180, 190, 200}));
    EXPECT_EQ(sum(got.sink.values(series::loss)), 70.109375);
    EXPECT_EQ(sum(got.sink.values(series::eval_loss)), 13.09375);
    EXPECT_EQ(sum(got.sink.values("validation/accuracy")), 1.953125);
    EXPECT_EQ(got.sink.values(series::learning_rate).size(), 22U);
    EXPECT_EQ(got.sink.value(9, series::eval_loss), 4 - 100 / 128.0 + 0.25); // step 100 before the restart
    const auto begun = got.sink.events(EventKind::job_start), again = got.sink.events(EventKind::train_start);
    ASSERT_EQ(begun.size(), 1U);
    EXPECT_EQ(begun[0].time_us, 1'700'000'000'000'000);
    EXPECT_EQ(begun[0].text, "events.out.tfevents.1700000000.node01.100.0");
    ASSERT_EQ(again.size(), 1U);
    EXPECT_EQ(again[0].time_us, 1'700'000'200'000'000);
    EXPECT_EQ(again[0].text, "events.out.tfevents.1700000200.node02.200.0");
    EXPECT_EQ(again[0].after_sample, 9);
    EXPECT_EQ(got.sink.events(EventKind::evaluation_end).size(), 4U);
    EXPECT_TRUE(got.sink.problems.empty());
    EXPECT_EQ(got.file.bytes, 1090 + 1316 + 396); // ls
    EXPECT_EQ(got.file.lines, 21 + 25 + 9);
}

// Its evaluations come before the record of their epoch and count batches.
TEST_F(TensorboardRun, trainAndValidationOfKerasAreOne)
{
    const Imported got = importFile(logSample("tensorboard/keras_run"));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(steps(got), (std::vector<std::int64_t> {0, 1, 2}));
    EXPECT_EQ(got.sink.values(series::loss), (std::vector<double> {2, 1.75, 1.5}));
    EXPECT_EQ(got.sink.values(series::eval_loss), (std::vector<double> {3, 2.75, 2.5}));
    EXPECT_EQ(sum(got.sink.values("train/epoch_accuracy")), 0.75);
    EXPECT_EQ(sum(got.sink.values("validation/epoch_accuracy")), 0.375);
    EXPECT_EQ(sum(got.sink.values("validation/epoch_loss")), 8.25);
    EXPECT_EQ(got.sink.count(Code::other_steps), 1); // the batches, told once
    EXPECT_EQ(got.sink.count(Code::step_is_epoch), 1);
    EXPECT_EQ(got.sink.events(EventKind::train_start).size(), 0U);
    EXPECT_EQ(got.sink.samples[2].time_us, 1'700'000'180'000'000);
}

TEST_F(TensorboardRun, evaluationAtTheEndIsNoRestart)
{
    write("events.out.tfevents.1700000000.h.1.0", tfVersion(kStart) + losses(1, 20, 10));
    write("events.out.tfevents.1700000090.h.1.1",
        tfVersion(kStart + 90) + tfScalar(kStart + 91, 20, "eval/loss", 5.0F)
            + tfScalar(kStart + 91, 20, "eval/runtime", 60.0F));
    write("1700000000.1234567/events.out.tfevents.1700000000.h.1.2", tfVersion(kStart)); // hyperparameters alone
    const Imported got = imported();
    EXPECT_EQ(got.sink.samples.size(), 20U);
    EXPECT_EQ(got.sink.value(19, series::eval_loss), 5.0);
    EXPECT_EQ(got.sink.value(19, "eval/runtime"), 60.0);
    EXPECT_TRUE(got.sink.events(EventKind::train_start).empty());
    EXPECT_TRUE(got.sink.problems.empty());
}

TEST_F(TensorboardRun, copiesAndRanksAreCountedOnce)
{
    const std::string whole = tfVersion(kStart) + losses(1, 30, 10);
    write("events.out.tfevents.1700000000.h.1.0", whole);
    write("events.out.tfevents.1700000000.h.1.0 (copy)", whole);
    write("events.out.tfevents.1700000000.h.1.0.bak", whole.substr(0, whole.size() / 2)); // of an earlier time
    std::string rank = tfVersion(kStart + 0.5); // a hundredth of a second later, its own part of the loss
    for (int step = 1; step <= 30; ++step)
        rank += tfScalar(kStart + 9.01 + step, step, "train/loss", 3.0F);
    write("events.out.tfevents.1700000001.h.2.0", rank);
    const Imported got = imported();
    ASSERT_EQ(got.sink.samples.size(), 30U);
    EXPECT_EQ(sum(got.sink.values(series::loss)), 300 - 465 / 64.0);
    EXPECT_TRUE(got.sink.events(EventKind::train_start).empty());
    EXPECT_EQ(got.sink.count(Code::repeated_by_ranks), 30 + 14 + 30); // half of the copy has 14 whole records
    ASSERT_EQ(got.sink.count(Code::fact_differs), 1);
    EXPECT_EQ(got.sink.first(Code::fact_differs)->what.file, path("events.out.tfevents.1700000001.h.2.0"));
    EXPECT_EQ(got.sink.first(Code::fact_differs)->what.found, "3");
}

TEST_F(TensorboardRun, aDamagedFileCostsNoOther)
{
    write("events.out.tfevents.1700000000.h.1.0", tfVersion(kStart) + losses(1, 20, 10));
    const std::string second = tfVersion(kStart + 100) + losses(16, 30, 110);
    write("events.out.tfevents.1700000100.h.2.0", second.substr(0, second.size() - 7));
    write("events.out.tfevents.1700000200.h.3.0", "");
    write("events.out.tfevents.1700000300.h.4.0", std::string(300, '\1'));
    write("events.out.tfevents.late", tfVersion(kStart + 400) + losses(26, 40, 410)); // its name tells no time
    const Imported got = imported();
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.sink.samples.size(), 20U + 14U + 15U);
    EXPECT_EQ(got.sink.samples.back().step, 40);
    EXPECT_EQ(got.sink.events(EventKind::train_start).size(), 2U);
    ASSERT_EQ(got.sink.count(Code::record_truncated), 1);
    EXPECT_EQ(got.sink.first(Code::record_truncated)->what.file, path("events.out.tfevents.1700000100.h.2.0"));
    EXPECT_EQ(got.sink.first(Code::record_truncated)->what.line, 16);
    ASSERT_EQ(got.sink.count(Code::file_empty), 1);
    EXPECT_EQ(got.sink.first(Code::file_empty)->what.file, path("events.out.tfevents.1700000200.h.3.0"));
    ASSERT_EQ(got.sink.count(Code::record_damaged), 1);
    EXPECT_EQ(got.sink.first(Code::record_damaged)->what.file, path("events.out.tfevents.1700000300.h.4.0"));
}

TEST_F(TensorboardRun, isAFolderWithEventFilesOrWithTrainAndValidation)
{
    const auto format = [](std::vector<std::string> entries) {
        const Format* const found = folderFormat(entries);
        return std::string(found == nullptr ? "" : found->id);
    };
    EXPECT_EQ(format({"checkpoints/", "events.out.tfevents.1700000000.h"}), "tensorboard_run");
    EXPECT_EQ(format({"train/", "validation/", "train/events.out.tfevents.1.h", "validation/events.out.tfevents.1.h"}),
        "tensorboard_run");
    EXPECT_EQ(format({"train/", "train/events.out.tfevents.1.h"}), "");
    EXPECT_EQ(format({"train/", "validation/", "train/1.png", "validation/2.png"}), ""); // a data set
    EXPECT_EQ(format({"version_0/", "version_0/events.out.tfevents.1.h"}), "");
    write("notes.txt", "x");
    EXPECT_EQ(imported().status.error().code, Code::is_directory);
    write("events.out.tfevents.1.h", tfVersion(kStart));
    EXPECT_EQ(imported().status.error().code, Code::nothing_readable);
}

// A sweep of many restarts opens its files one after another.
TEST_F(TensorboardRun, readsThousandsOfAttempts)
{
    for (int attempt = 0; attempt < 2000; ++attempt) {
        const int second = attempt * 10;
        write("events.out.tfevents." + std::to_string(1'700'000'000 + second) + ".h.1.0",
            tfVersion(kStart + second) + losses(attempt + 1, attempt + 2, second + 5));
    }
    const Imported got = imported();
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.sink.samples.size(), 4000U);
    EXPECT_EQ(got.sink.events(EventKind::train_start).size(), 1999U);
    EXPECT_EQ(got.sink.samples.back().step, 2001);
    EXPECT_TRUE(got.sink.problems.empty());
}

} // namespace

// SummaryWriter.add_scalars("Loss", {"train": …, "val": …}) writes two folders with the tag `Loss` in each.
TEST_F(TensorboardRun, takesTheFoldersOfAddScalarsAsParts)
{
    write("events.out.tfevents.1700000000.node.1.0", tfVersion(kStart));
    write("Loss_train/events.out.tfevents.1700000001.node.1.1", tfVersion(kStart + 1) + losses(1, 20, 10, "Loss"));
    write("Loss_val/events.out.tfevents.1700000002.node.1.2", tfVersion(kStart + 2) + losses(20, 20, 30, "Loss", 11));
    const Imported got = imported();
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "tensorboard_run");
    ASSERT_EQ(got.sink.samples.size(), 20u);
    EXPECT_EQ(got.sink.samples.back().step, 20);
    EXPECT_EQ(sum(got.sink.values(series::loss)), 20 * 10 - 210 / 64.0);
    EXPECT_EQ(got.sink.values(series::eval_loss), (std::vector<double> {11 - 20 / 64.0}));
}

// Two runs side by side are none together, whatever they are called.
TEST_F(TensorboardRun, runsThatAreOnlyNamedLikePartsStayApart)
{
    write("resnet_train/events.out.tfevents.1700000001.node.1.1", tfVersion(kStart + 1) + losses(1, 20, 10, "Loss"));
    write("bert_test/events.out.tfevents.1700000002.node.1.2", tfVersion(kStart + 2) + losses(1, 20, 10, "Loss"));
    EXPECT_EQ(folderFormat(m_dir.file("run")), nullptr);
}

} // namespace fullscope::import
