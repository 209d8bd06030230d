// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/sniff.h"

#include "tests/core/import/log_sink.h"
#include "tests/core/import/temp_dir.h"
#include "tests/core/import/wire_writer.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>

namespace fullscope::import {

namespace {

using base::Code;
using evidence::EventKind;
using testing::Imported;
using testing::importFile;
using testing::logSample;
using testing::TempDir;
namespace series = evidence::series;

constexpr std::int64_t kStart_ms = 1'700'000'000'000;

class RunFolder : public ::testing::Test {
protected:
    void write(const std::string& file, const std::string& content) const
    {
        const std::filesystem::path path = m_dir.file("run/" + file);
        std::filesystem::create_directories(path.parent_path());
        m_dir.write("run/" + file, content);
    }
    std::string path() const { return m_dir.file("run"); }
    Imported imported() const { return importFile(path()); }

    const TempDir m_dir;
};

std::vector<std::int64_t> steps(const Imported& got)
{
    std::vector<std::int64_t> all;
    for (const auto& sample : got.sink.samples)
        all.push_back(sample.step);
    return all;
}

const evidence::Event* event(const Imported& got, EventKind kind)
{
    for (const auto& found : got.sink.run.events)
        if (found.kind == kind)
            return &found;
    return nullptr;
}

// --- MLflow

class MlflowRun : public RunFolder {
protected:
    // Points of a metric: step `first` and on, `apart` ms between them.
    std::string points(int first, int count, std::int64_t apart, int every = 1, std::int64_t late_ms = 0) const
    {
        std::string text;
        for (int i = 0; i < count; ++i)
            text += std::to_string(kStart_ms + (i * every + every) * apart + late_ms) + " "
                + std::to_string(10.0 - i * 0.5) + " " + std::to_string(first + i * every) + "\n";
        return text;
    }
    void writeMeta(const std::string& end = "null", const std::string& status = "1") const
    {
        write("meta.yaml",
            "end_time: " + end + "\nrun_id: abc\nstart_time: " + std::to_string(kStart_ms) + "\nstatus: " + status
                + "\nuser_id: someone\n");
    }
};

TEST_F(MlflowRun, ofARealRunIsOneRun)
{
    const Imported got = importFile(logSample("mlflow/deepcnn_mlruns/0/cb0096518b0e4c66a94428555f05420b"));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "mlflow_run");
    // MANIFEST.tsv, meta.yaml
    ASSERT_EQ(got.sink.samples.size(), 1U);
    EXPECT_EQ(got.sink.samples[0].step, 0);
    EXPECT_EQ(got.sink.samples[0].time_us, 1'664'364'007'310'000);
    EXPECT_EQ(got.sink.value(0, series::loss), 3.2727866172790527);
    EXPECT_EQ(got.sink.value(0, "accuracy"), 0.7858095765113831);
    ASSERT_NE(event(got, EventKind::job_start), nullptr);
    EXPECT_EQ(event(got, EventKind::job_start)->time_us, 1'664'364'007'025'000);
    EXPECT_EQ(event(got, EventKind::job_end), nullptr); // end_time: null
    // wc -c of meta.yaml, metrics/* and params/*
    EXPECT_EQ(got.file.bytes, 553);
    EXPECT_TRUE(got.sink.problems.empty());
    EXPECT_EQ(got.file.sha256.size(), 64U);
}

TEST_F(MlflowRun, metricsOfOneStepAreOneSample)
{
    writeMeta(std::to_string(kStart_ms + 60'000), "FINISHED");
    write("metrics/loss", points(1, 20, 1000));
    write("metrics/lr", points(1, 20, 1000, 1, 3)); // 3 ms later
    write("metrics/val/loss", points(10, 2, 1000, 10, 500));
    write("params/world_size", "8");
    write("params/max_steps", "-1");
    write("params/note", std::string(6000, 'x'));
    write("params/empty", "");
    write("artifacts/train.log", "iteration 1/ 9");
    const Imported got = imported();
    ASSERT_TRUE(got.status.ok());
    ASSERT_EQ(got.sink.samples.size(), 20U);
    EXPECT_EQ(got.sink.samples[0].step, 1);
    EXPECT_EQ(got.sink.samples[19].step, 20);
    EXPECT_EQ(got.sink.samples[19].time_us, (kStart_ms + 20'000) * 1000);
    EXPECT_EQ(got.sink.samples[19].line, 20);
    EXPECT_EQ(got.sink.value(19, series::loss), 0.5); // 10 − 19 × 0.5
    EXPECT_EQ(got.sink.value(9, series::eval_loss), 10.0);
    EXPECT_EQ(got.sink.value(19, series::eval_loss), 9.5);
    EXPECT_EQ(got.sink.run.fact("world_size")->value, "8");
    EXPECT_EQ(got.sink.run.fact("max_steps"), nullptr);
    EXPECT_EQ(event(got, EventKind::job_end)->time_us, (kStart_ms + 60'000) * 1000);
    EXPECT_EQ(event(got, EventKind::failure), nullptr);
    EXPECT_TRUE(got.sink.problems.empty());
}

TEST_F(MlflowRun, otherCountersNeitherMoveTheStepsOnNorLookLikeARestart)
{
    writeMeta();
    write("metrics/train_loss", points(100, 30, 1000, 100));
    write("metrics/val_loss", points(0, 3, 1'000'000, 1, 5)); // of epochs
    write("metrics/system/gpu_0_utilization_percentage", points(0, 500, 100));
    const Imported got = imported();
    ASSERT_TRUE(got.status.ok());
    std::vector<std::int64_t> expected;
    for (int i = 1; i <= 30; ++i)
        expected.push_back(100 * i);
    EXPECT_EQ(steps(got), expected);
    EXPECT_EQ(got.sink.count(Code::other_steps), 2);
}

TEST_F(MlflowRun, valuesWithoutStepsAreCounted)
{
    writeMeta();
    std::string without, zero;
    for (int i = 1; i <= 5; ++i) {
        without += std::to_string(kStart_ms + i * 1000) + " 2.5\n";
        zero += std::to_string(kStart_ms + i * 1000) + " 0.5 0\n";
    }
    write("metrics/loss", without);
    write("metrics/accuracy", zero);
    const Imported got = imported();
    EXPECT_EQ(steps(got), (std::vector<std::int64_t> {0, 1, 2, 3, 4}));
    EXPECT_EQ(got.sink.count(Code::step_is_log_call), 2);
}

TEST_F(MlflowRun, failedAndKilledRunsSaySo)
{
    write("metrics/loss", points(1, 3, 1000));
    for (const auto& [status, text] :
        {std::pair {"4", "FAILED"}, std::pair {"FAILED", "FAILED"}, std::pair {"5", "KILLED"}}) {
        writeMeta(std::to_string(kStart_ms + 9000), status);
        const Imported got = imported();
        ASSERT_NE(event(got, EventKind::failure), nullptr);
        EXPECT_EQ(event(got, EventKind::failure)->text, text);
    }
}

TEST_F(MlflowRun, keepsWhatIsGoodOfDamagedMetrics)
{
    writeMeta();
    write("metrics/loss", points(1, 5, 1000) + "rubbish\n" + std::to_string(kStart_ms) + " nan 6\n1 2 3\n17000000");
    write("metrics/empty", "");
    write("metrics/binary", std::string(1000, '\0'));
    const Imported got = imported();
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.sink.samples.size(), 6U);
    EXPECT_EQ(got.sink.count(Code::lines_not_understood), 3);
    EXPECT_EQ(got.sink.count(Code::value_not_finite), 1);
    EXPECT_EQ(got.sink.count(Code::file_empty), 1);
    EXPECT_EQ(got.sink.count(Code::format_not_text), 1);
    EXPECT_EQ(got.sink.first(Code::lines_not_understood)->what.file, path() + "/metrics/loss");
    EXPECT_EQ(got.sink.first(Code::lines_not_understood)->what.line, 6);
}

TEST_F(MlflowRun, isKnownByItsFolderAlone)
{
    write("metrics/loss", points(1, 3, 1000));
    EXPECT_EQ(folderFormat(path()), nullptr);
    EXPECT_EQ(imported().status.error().code, Code::is_directory);
    writeMeta();
    ASSERT_NE(folderFormat(path()), nullptr);
    EXPECT_STREQ(folderFormat(path())->id, "mlflow_run");
    EXPECT_EQ(recognise(path(), "megatron").error().code, Code::is_directory);
    EXPECT_EQ(recognise(path() + "/metrics/loss", "mlflow_run").error().code, Code::format_unknown);
    EXPECT_EQ(importFile(path() + "/metrics/loss").format, "mlflow");
    std::filesystem::remove(path() + "/metrics/loss");
    EXPECT_EQ(imported().status.error().code, Code::nothing_readable);
}

// --- Weights & Biases

class WandbFolder : public RunFolder {
protected:
    std::string records() const
    {
        using namespace testing;
        WandbWriter writer;
        writer.add(bytesField(17, bytesField(1, "iqu955sp") + bytesField(17, wandbTimestamp(1'700'000'000, 0))));
        for (int step = 1; step <= 10; ++step)
            writer.add(wandbHistory({{"train/loss", "2.5"}, {"train/global_step", std::to_string(step)},
                {"_timestamp", std::to_string(1'700'000'000 + step)}}));
        return writer.bytes;
    }
    void writeFiles() const
    {
        write("files/output.log", "{'loss': 2.5, 'epoch': 0.1}\n{'loss': 2.4, 'epoch': 0.2}\n");
        write("files/wandb-summary.json", "{\"train/loss\": 2.5}");
        write("files/wandb-metadata.json",
            R"({"host": "secret-host", "username": "someone", "email": "someone@example.org",)"
            R"( "args": ["--token", "hunter2"], "gpu": "NVIDIA A100-SXM4-80GB", "gpu_count": 8})");
        write("files/config.yaml",
            "wandb_version: 1\n\n_wandb:\n    desc: null\n    value:\n        python_version: 3.10\n"
            "per_device_train_batch_size:\n    desc: null\n    value: 4\nseq_length:\n    value: 2048\n"
            "max_steps:\n    desc: null\n    value: -1\n");
        write("logs/debug.log", "x\n");
    }
};

TEST_F(WandbFolder, isTheRunOfItsLogWithTheFactsBesideIt)
{
    write("run-iqu955sp.wandb", records());
    writeFiles();
    const Imported got = imported();
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "wandb_run");
    ASSERT_EQ(got.sink.samples.size(), 10U); // those of output.log are the same steps
    EXPECT_EQ(got.sink.samples.back().step, 10);
    const evidence::Run& run = got.sink.run;
    EXPECT_EQ(run.fact("device")->value, "NVIDIA A100-SXM4-80GB");
    EXPECT_EQ(run.fact("gpu_count")->value, "8");
    EXPECT_EQ(run.fact("micro_batch")->value, "4");
    EXPECT_EQ(run.fact("seq_len")->value, "2048");
    EXPECT_EQ(run.fact("max_steps"), nullptr);
    for (const auto& fact : run.facts)
        for (const char* secret : {"secret", "someone", "hunter2"})
            EXPECT_EQ(fact.value.find(secret), std::string::npos) << fact.name;
    EXPECT_TRUE(got.sink.problems.empty());
}

TEST_F(WandbFolder, withoutTheFilesOrWithBrokenOnesIsStillTheRun)
{
    write("run-iqu955sp.wandb", records());
    std::filesystem::create_directories(path() + "/files");
    EXPECT_EQ(imported().sink.samples.size(), 10U);
    write("files/wandb-metadata.json", "{\"gpu\": ");
    write("files/config.yaml", std::string(100, '\0'));
    const Imported got = imported();
    EXPECT_EQ(got.sink.samples.size(), 10U);
    EXPECT_EQ(got.sink.count(Code::bad_json), 1);
    EXPECT_EQ(got.sink.first(Code::bad_json)->what.file, path() + "/files/wandb-metadata.json");
}

TEST_F(WandbFolder, damagedLogIsNamed)
{
    std::string bytes = records();
    write("run-iqu955sp.wandb", bytes.substr(0, bytes.size() - 20));
    writeFiles();
    const Imported got = imported();
    EXPECT_EQ(got.sink.samples.size(), 9U);
    ASSERT_EQ(got.sink.count(Code::record_truncated), 1);
    EXPECT_EQ(got.sink.first(Code::record_truncated)->what.file, path() + "/run-iqu955sp.wandb");
}

TEST_F(WandbFolder, oldOnesKeepTheirHistoryAsJson)
{
    write("wandb-history.jsonl", testing::fileText(logSample("wandb/alpaca_wandb-history.jsonl")));
    write("wandb-metadata.json", R"({"gpu": "Tesla V100", "gpu_count": 4})");
    write("config.yaml", "num_layers:\n  desc: null\n  value: 32\n");
    const Imported got = imported();
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "wandb_run");
    EXPECT_EQ(got.sink.samples.back().step, 1218); // MANIFEST.tsv
    EXPECT_EQ(got.sink.run.fact("layers")->value, "32");
    EXPECT_EQ(got.sink.run.fact("device")->value, "Tesla V100");
}

} // namespace

} // namespace fullscope::import
