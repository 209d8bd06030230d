// SPDX-License-Identifier: GPL-3.0-or-later
// Consoles with tqdm bars and Hugging Face records; expected values of real files are those of MANIFEST.tsv.
#include "core/import/logs/field_text.h"
#include "core/import/logs/progress_bar.h"
#include "core/import/logs/python_dict.h"

#include "tests/core/import/log_sink.h"
#include "tests/core/import/temp_dir.h"

#include <gtest/gtest.h>

#include <numeric>

namespace fullscope::import {

namespace {

using evidence::EventKind;
using testing::Imported;
using testing::importFile;
using testing::importText;
using testing::logSample;
using testing::TempDir;
namespace series = evidence::series;

constexpr const char* kFormat = "progress_log";

// Seconds of all records: step time by the steps that it covers.
double seconds(const testing::LogSink& sink)
{
    double sum = 0;
    std::int64_t before = 0;
    for (std::size_t i = 0; i < sink.samples.size(); ++i) {
        if (const double time = sink.value(i, series::step_time); !std::isnan(time))
            sum += time * static_cast<double>(sink.samples[i].step - before);
        before = sink.samples[i].step;
    }
    return sum;
}

// A frame of a bar that takes `pace_s` for each count.
std::string frame(const std::string& name, int done, int total, int pace_s, const std::string& postfix = "")
{
    const int elapsed = done * pace_s;
    char text[160];
    std::snprintf(text, sizeof text, "\r%s  1%%|#| %d/%d [%02d:%02d<00:01, %d.00s/it%s]", name.c_str(), done, total,
        elapsed / 60, elapsed % 60, pace_s, postfix.c_str());
    return text;
}

// `Training` around `Epoch 1/3` … of 50 steps of 2 s, each with an evaluation of 10 s behind it.
std::string nestedBars(const std::string& outer, const std::string& inner)
{
    std::string text = frame(outer, 0, 3, 110);
    for (int epoch = 1; epoch <= 3; ++epoch) {
        const std::string name = inner.empty() ? "" : inner + std::to_string(epoch) + "/3: ";
        for (int step = 0; step <= 50; ++step)
            text += frame(name, step, 50, 2, step == 0 ? "" : ", loss=" + std::to_string(4 - epoch) + ".5");
        text += "\n" + frame(outer, epoch, 3, 110, ", val_loss=0." + std::to_string(epoch)) + "\n";
    }
    return text;
}

} // namespace

TEST(ProgressBar, isReadWhateverDrewIt)
{
    const auto bar
        = findProgressBar("x Epoch 0:   3%|▎         | 3/91 [16:05<7:52:06, 321.89s/it, loss=6.7, v_num=2]y");
    ASSERT_TRUE(bar);
    EXPECT_EQ(bar->done, 3);
    EXPECT_EQ(bar->total, 91);
    EXPECT_EQ(bar->elapsed_s, 965);
    EXPECT_DOUBLE_EQ(*bar->seconds_per_unit, 321.89);
    EXPECT_EQ(bar->unit, "it");
    EXPECT_EQ(bar->postfix, "loss=6.7, v_num=2");
    EXPECT_TRUE(bar->description.ends_with("Epoch 0"));
    const auto fast = findProgressBar("100%|####| 1000/1000 [00:01<00:00, 2.5kexamples/s]");
    ASSERT_TRUE(fast);
    EXPECT_DOUBLE_EQ(*fast->seconds_per_unit, 1 / 2500.0);
    EXPECT_EQ(fast->unit, "examples");
    const auto open = findProgressBar("123it [00:10, 12.5it/s]");
    ASSERT_TRUE(open);
    EXPECT_EQ(open->done, 123);
    EXPECT_EQ(open->total, -1);
    EXPECT_DOUBLE_EQ(*open->seconds_per_unit, 0.08);
    const auto start = findProgressBar("  0%|          | 0/440 [00:00<?, ?it/s]");
    ASSERT_TRUE(start);
    EXPECT_FALSE(start->seconds_per_unit);
    EXPECT_EQ(start->unit, "it");
}

TEST(ProgressBar, isNotSeenWhereThereIsNone)
{
    for (const char* text : {"", "[", "3/4 [", "3/4 []", "1/2 [a<b, c]", "/4 [00:01<00:02, 1it/s]", "shape [3, 4]",
             "12 [00:61<00:00, 1it/s]", "done 3/4 [10<20, 3it/s]"})
        EXPECT_FALSE(findProgressBar(text)) << text;
    EXPECT_FALSE(findProgressBar(std::string(300'000, '[') + "]"));
}

TEST(ClockSeconds, readsWhatToolsPrint)
{
    EXPECT_EQ(clockSeconds("00:07"), 7);
    EXPECT_EQ(clockSeconds("7:52:06"), 7 * 3600 + 52 * 60 + 6);
    EXPECT_EQ(clockSeconds("9 days, 22:13:15"), 9 * 86400 + 22 * 3600 + 13 * 60 + 15);
    EXPECT_DOUBLE_EQ(*clockSeconds("0:14:31.66"), 871.66);
    for (const char* text : {"", "12", "1:99", "a:b", "1:2:3:4:5", "-1:10"})
        EXPECT_FALSE(clockSeconds(text)) << text;
}

TEST(PythonDict, isReadWithItsOddities)
{
    const auto dict = findPythonDict("a {x} {'loss': '2.079', 'm': [1, {2: 3}], 'g': nan, 'n': None} b", {"loss"});
    ASSERT_TRUE(dict);
    EXPECT_TRUE(dict->closed);
    EXPECT_EQ(dict->begin, 6u);
    EXPECT_EQ(dict->value("loss"), "2.079");
    EXPECT_EQ(dict->value("m"), "[1, {2: 3}]");
    EXPECT_EQ(dict->value("g"), "nan");
    EXPECT_EQ(dict->value("n"), "None");
    EXPECT_FALSE(findPythonDict("{'lossy': 1}", {"loss"}));
    const auto cut = findPythonDict("{'loss': 1.25, 'learning_r", {"loss"});
    ASSERT_TRUE(cut);
    EXPECT_FALSE(cut->closed);
}

TEST(ProgressLog, givesTheValuesOfTheLoraRun)
{
    const Imported log = importFile(logSample("hf-trainer-stdout/mlperf_llama2_70b_lora.txt"));
    ASSERT_TRUE(log.status.ok());
    EXPECT_EQ(log.format, kFormat);
    const auto& sink = log.sink;
    EXPECT_EQ(sink.samples.size(), 440u);
    EXPECT_EQ(sink.samples.back().step, 440);
    const auto losses = sink.values(series::loss);
    ASSERT_EQ(losses.size(), 440u);
    EXPECT_EQ(losses.front(), 4.4063);
    EXPECT_EQ(losses.back(), 0.8629);
    EXPECT_NEAR(sink.value(0, series::step_time), 22.36, 1e-9);
    EXPECT_NEAR(sink.median(series::step_time), 19.8, 0.3); // the manifest's 20 is of whole seconds
    const auto times = sink.values(series::step_time);
    EXPECT_EQ(std::count_if(times.begin(), times.end(), [](double t) { return t > 40; }), 39);
    EXPECT_NEAR(seconds(sink), 19284.5, 0.5);
    EXPECT_EQ(sink.fact("total_steps"), "440");
    EXPECT_EQ(sink.fact("train_runtime"), "19768.0571");
    EXPECT_EQ(sink.events(EventKind::evaluation_end).size(), 20u);
    EXPECT_EQ(sink.events(EventKind::evaluation_end)[0].seconds, 201.189);
    EXPECT_EQ(sink.values(series::eval_loss).size(), 20u);
    EXPECT_EQ(sink.values(series::learning_rate).size(), 440u);
    EXPECT_TRUE(sink.problems.empty());
}

TEST(ProgressLog, countsTheBarsOfManyRanksOnce)
{
    const Imported log = importFile(logSample("hf-trainer-stdout/hf_deepspeed_2021_n16.out"));
    ASSERT_TRUE(log.status.ok());
    ASSERT_EQ(log.sink.samples.size(), 4u);
    EXPECT_NEAR(seconds(log.sink), 871.5, 0.5);
    EXPECT_NEAR(std::stod(log.sink.fact("train_runtime")), 871.66, 0.2); // two ranks say it, not quite alike
    EXPECT_EQ(log.sink.fact("train_samples_per_second"), "1.147");
    EXPECT_EQ(log.sink.fact("global_batch"), "256");
    EXPECT_EQ(log.sink.fact("world_size"), "64"); // 256 / (4 · 1): the log is of 16 nodes with 4 GPUs
    EXPECT_EQ(log.sink.fact("framework"), "Hugging Face Trainer");
    EXPECT_TRUE(log.sink.values(series::loss).empty());
}

TEST(ProgressLog, readsACutRecording)
{
    const Imported log = importFile(logSample("wandb/alpaca_output.log"));
    ASSERT_TRUE(log.status.ok());
    EXPECT_EQ(log.sink.samples.back().step, 1218);
    const auto losses = log.sink.values(series::loss);
    EXPECT_EQ(losses.size(), 283u);
    EXPECT_EQ(losses.front(), 1.586);
    EXPECT_EQ(losses.back(), 0.3967);
    EXPECT_NEAR(seconds(log.sink), 4631.5, 0.5);
}

TEST(ProgressLog, keepsTheSumWithinASecondWhateverTheRateSays)
{
    // 0.3 s a step; the bar shows whole seconds and a rate that lags behind.
    std::string text = "  0%|  | 0/200 [00:00<?, ?it/s]\n";
    for (int step = 1; step <= 200; ++step) {
        const int elapsed = static_cast<int>(0.3 * step + (step > 100 ? 40 : 0));
        char clock[64];
        std::snprintf(clock, sizeof clock, " %d/200 [%02d:%02d<00:01,  3.33it/s]\r", step, elapsed / 60, elapsed % 60);
        text += " 1%|#|" + std::string(clock);
    }
    const Imported log = importText(kFormat, text + "\n", 37);
    ASSERT_EQ(log.sink.samples.size(), 200u);
    EXPECT_NEAR(seconds(log.sink), 100.5, 0.5);
    EXPECT_NEAR(log.sink.median(series::step_time), 0.3, 0.01);
    EXPECT_NEAR(log.sink.value(100, series::step_time), 40.3, 1);
}

TEST(ProgressLog, takesBarsOfEpochsAsOneRunAndOtherWorkAsNone)
{
    const Imported log = importText(kFormat,
        "Map: 100%|##| 50/50 [00:01<00:00, 50.0 examples/s]\n"
        "Loading checkpoint shards: 100%|##| 3/3 [00:09<00:00, 3.0s/it]\n"
        "Epoch 1/2:  50%|# | 1/2 [00:02<00:02, 2.00s/it, loss=1.5]\n"
        "Epoch 1/2: 100%|##| 2/2 [00:04<00:00, 2.00s/it, loss=1.25]\n"
        "Validation: 100%|##| 2/2 [00:01<00:00, 2.00it/s]\n"
        "Epoch 2/2:  50%|# | 1/2 [00:02<00:02, 2.00s/it, loss=1.0]\n"
        "Epoch 2/2: 100%|##| 2/2 [00:04<00:00, 2.00s/it, loss=0.75]\n");
    ASSERT_EQ(log.sink.samples.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(log.sink.samples[i].step, static_cast<std::int64_t>(i) + 1);
        EXPECT_EQ(log.sink.value(i, series::step_time), 2.0);
    }
    EXPECT_EQ(log.sink.values(series::loss), (std::vector<double> {1.5, 1.25, 1.0, 0.75}));
}

TEST(ProgressLog, seesARestartWhereTheBarGoesBack)
{
    const Imported log = importText(kFormat,
        " 10%|#| 1/10 [00:02<00:18, 2.00s/it]\n 20%|#| 2/10 [00:04<00:16, 2.00s/it]\n"
        " 30%|#| 3/10 [00:06<00:14, 2.00s/it]\n"
        "slurmstepd: error: *** JOB 1 ON n CANCELLED AT 2024-10-10T02:20:29 DUE TO NODE FAILURE ***\n"
        " 30%|#| 3/10 [00:02<00:18, 2.00s/it]\n 40%|#| 4/10 [00:04<00:16, 2.00s/it]\n");
    ASSERT_EQ(log.sink.samples.size(), 5u);
    EXPECT_EQ(log.sink.samples[3].step, 3);
    EXPECT_EQ(log.sink.value(3, series::step_time), 2.0); // one step, however far the bar was filled at once
    EXPECT_EQ(log.sink.samples[4].step, 4);
    EXPECT_EQ(log.sink.events(EventKind::failure).size(), 1u);
}

// The bar of an attempt that goes on begins at its checkpoint: that is no step that took no time.
TEST(ProgressLog, beginsAnAttemptWhereItsBarBegins)
{
    const Imported log = importText(kFormat,
        frame("", 0, 100, 4) + frame("", 50, 100, 4) + frame("", 60, 100, 4)
            + "\n 40%|#| 40/100 [00:00<?, ?it/s]\r 41%|#| 41/100 [00:04<03:56, 4.00s/it]\r"
              " 42%|#| 42/100 [00:08<03:52, 4.00s/it]\n");
    ASSERT_EQ(log.sink.samples.size(), 4u);
    EXPECT_EQ(log.sink.samples[2].step, 41);
    EXPECT_NEAR(log.sink.value(2, series::step_time), 4, 1);
    EXPECT_NEAR(log.sink.value(3, series::step_time), 4, 1);
}

TEST(ProgressLog, countsRecordsOfALogWithoutBarsAndSaysSo)
{
    const Imported log
        = importText(kFormat, "{'loss': '2.0', 'grad_norm': 'nan', 'epoch': '0.1'}\n{'loss': 1.5, 'epoch': 0.2}\n");
    ASSERT_EQ(log.sink.samples.size(), 2u);
    EXPECT_EQ(log.sink.samples[1].step, 2);
    EXPECT_EQ(log.sink.count(base::Code::steps_counted), 1);
    EXPECT_EQ(log.sink.first(base::Code::steps_counted)->what.line, 1);
    EXPECT_EQ(log.sink.first(base::Code::steps_counted)->what.field, "");
    EXPECT_TRUE(std::isinf(log.sink.value(0, series::grad_norm)));
    EXPECT_EQ(log.sink.count(base::Code::value_not_finite), 1);
    const Imported swift = importText(kFormat, "{'loss': 2.0, 'global_step/max_steps': '30/200'}\n");
    ASSERT_EQ(swift.sink.samples.size(), 1u);
    EXPECT_EQ(swift.sink.samples[0].step, 30);
    EXPECT_EQ(swift.sink.count(base::Code::steps_counted), 0);
}

TEST(ProgressLog, evaluationBarsAreNoSteps)
{
    const Imported log = importText(kFormat,
        " 50%|#| 1/2 [00:10<00:10, 10.0s/it]\n{'loss': 2.0, 'epoch': 0.5}\n"
        " 50%|#| 1/4 [00:01<00:03, 1.0s/it]\n 100%|#| 4/4 [00:04<00:00, 1.0s/it]\n"
        "{'eval_loss': 1.75, 'eval_runtime': 4.1, 'epoch': 0.5}\n"
        " 100%|#| 2/2 [00:24<00:00, 10.0s/it]\n{'loss': 1.0, 'epoch': 1.0}\n"
        " 50%|#| 1/4 [00:01<00:03, 1.0s/it]\n 100%|#| 4/4 [00:04<00:00, 1.0s/it]\n");
    ASSERT_EQ(log.sink.samples.size(), 2u);
    EXPECT_EQ(log.sink.value(1, series::step_time), 14.0); // the bar's clock runs on during the evaluation
    EXPECT_EQ(log.sink.value(0, series::eval_loss), 1.75);
    EXPECT_EQ(log.sink.fact("total_steps"), "2");
}

TEST(ProgressLog, aRecordCutAtTheEndIsLeftOutAndSaid)
{
    const Imported log
        = importText(kFormat, " 50%|#| 1/2 [00:10<00:10, 10.0s/it]\n{'loss': 2.0, 'epoch': 0.5}\n{'loss': 1.0, 'ep");
    EXPECT_EQ(log.sink.values(series::loss).size(), 1u);
    EXPECT_EQ(log.sink.count(base::Code::record_truncated), 1);
}

// What is counted twice is paid twice: the bar of the epochs holds the time of the bars within it.
TEST(ProgressLog, countsNoBarAroundThatOfTheTraining)
{
    for (const auto& [outer, inner] : {std::pair("Training: ", "Epoch "), std::pair("", "Epoch "), std::pair("", "")}) {
        const Imported log = importText(kFormat, nestedBars(outer, inner));
        ASSERT_EQ(log.sink.samples.size(), 150u) << outer << inner;
        EXPECT_EQ(log.sink.samples.back().step, 150);
        EXPECT_EQ(log.sink.value(149, series::loss), 1.5);
        // Three epochs of 100 s and the 10 s after the first two of them; what follows the last one is in no step.
        EXPECT_NEAR(seconds(log.sink), 320, 1) << outer << inner;
        EXPECT_NEAR(log.sink.value(50, series::step_time), 12, 1);
        EXPECT_EQ(log.sink.value(49, series::eval_loss), 0.1);
        EXPECT_EQ(log.sink.values(series::eval_loss).size(), 3u);
    }
}

TEST(ProgressLog, phasesOneAfterAnotherAreNotWithinEachOther)
{
    const Imported log = importText(kFormat,
        frame("Warmup: ", 10, 10, 5) + "\n" + frame("Training: ", 0, 100, 4) + frame("Training: ", 50, 100, 4)
            + frame("Training: ", 100, 100, 4) + "\n");
    ASSERT_EQ(log.sink.samples.size(), 3u);
    EXPECT_EQ(log.sink.samples.back().step, 110);
    EXPECT_NEAR(seconds(log.sink), 450, 1);
}

// Where output is no terminal Python keeps the dicts back until some kilobytes are together, the bars not.
TEST(ProgressLog, placesRecordsThatComeInBunches)
{
    for (const bool first_too : {false, true}) {
        std::string text = "***** Running training *****\n  Total optimization steps = 200\n", kept;
        std::size_t expected = 0;
        for (int step = 1; step <= 200; ++step) {
            text += frame("", step, 200, 2);
            if (step % 10 == 0 || (step == 1 && first_too)) {
                kept += "{'loss': " + std::to_string(step) + ".5, 'epoch': " + std::to_string(step * 0.01) + "}\n";
                ++expected;
            }
            if (step == 90 || step == 200)
                text += "\r" + std::exchange(kept, "");
            if (step == 100) // the bar of an evaluation
                text += frame("", 1, 4, 3) + frame("", 4, 4, 3);
        }
        const Imported log = importText(kFormat, text + "{'train_runtime': 412.0, 'train_loss': 1.0}\n");
        ASSERT_EQ(log.sink.samples.size(), 200u);
        EXPECT_NEAR(seconds(log.sink), 400.5, 0.5);
        EXPECT_EQ(log.sink.values(series::loss).size(), expected);
        for (std::size_t i = 0; i < 200; ++i)
            if (const double loss = log.sink.value(i, series::loss); !std::isnan(loss)) {
                EXPECT_EQ(loss, static_cast<double>(log.sink.samples[i].step) + 0.5);
            }
        EXPECT_EQ(log.sink.count(base::Code::steps_counted), 1);
        EXPECT_EQ(log.sink.first(base::Code::steps_counted)->what.field, "loss"); // the steps are the bar's
        EXPECT_EQ(log.sink.fact("train_runtime"), "412.0");
    }
}

// No step is told, and no number of dicts fits the steps: then a loss is missing, not in the wrong place.
TEST(ProgressLog, leavesOutRecordsWhoseStepCannotBeTold)
{
    std::string text = "***** Running training *****\n", dicts;
    for (int step = 1; step <= 100; ++step)
        text += frame("", step, 200, 2);
    for (int i = 0; i < 40; ++i)
        dicts += "{'loss': " + std::to_string(i) + ".5}\n";
    const Imported log = importText(kFormat, text + "\r" + dicts);
    EXPECT_EQ(log.sink.samples.size(), 100u);
    EXPECT_TRUE(log.sink.values(series::loss).empty());
    ASSERT_EQ(log.sink.count(base::Code::field_missing), 40);
}

TEST(ProgressLog, countsTheRecordsOfTheFirstRanksOfAllNodesOnce)
{
    std::string text;
    for (int step = 1; step <= 4; ++step) {
        text += frame("", step, 4, 2) + "\n";
        for (int node = 0; node < 4; ++node)
            text += "{'loss': " + std::to_string(step) + ".5, 'epoch': 0.1}\n";
    }
    const Imported log = importText(kFormat, text);
    EXPECT_EQ(log.sink.values(series::loss), (std::vector<double> {1.5, 2.5, 3.5, 4.5}));
}

TEST(ProgressLog, readsPostfixesOfAnyForm)
{
    const Imported log = importText(kFormat,
        frame("", 1, 2, 2, ", loss: 2.5 | acc: 51.00% | lr: 1e-05") + frame("", 2, 2, 2, ", loss=1.25, ppl=1.2e+3"));
    EXPECT_EQ(log.sink.values(series::loss), (std::vector<double> {2.5, 1.25}));
    EXPECT_EQ(log.sink.values(series::learning_rate), (std::vector<double> {1e-05}));
    EXPECT_EQ(log.sink.values("ppl"), (std::vector<double> {1200}));
}

// The list of the samples quotes records of logs in its cells.
TEST(ProgressLog, tableThatQuotesLogsIsNone)
{
    const Imported got = importFile(logSample("MANIFEST.tsv"));
    ASSERT_FALSE(got.status.ok()) << got.format;
    EXPECT_EQ(got.status.error().code, base::Code::format_unknown);
    const TempDir dir;
    const std::string cells = "1\tx\t{'loss': 4.4, 'learning_rate': 1e-05}\n";
    EXPECT_FALSE(recognise(dir.write("a.tsv", "id\tfile\tsays\n" + cells + cells)).ok());
    // A console log that carries tabs is one all the same.
    const auto log = recognise(dir.write("a.log", "2024-01-01 10:00:00\tINFO\tstarted\n" + cells + cells));
    ASSERT_TRUE(log.ok());
    EXPECT_STREQ(log->format->id, "progress_log");
}

TEST(ProgressLog, survivesHostileText)
{
    std::string braces, brackets;
    for (int i = 0; i < 60'000; ++i) {
        braces += "{'a': [";
        brackets += "1/2 [";
    }
    for (const std::string& text : {braces, brackets, braces + "}", brackets + "]", std::string(200'000, '\0')})
        EXPECT_EQ(importText(kFormat, text).sink.samples.size(), 0u);
    const Imported huge = importText(kFormat, " 1%|#| 999999999999999/999999999999999 [99:59:59<00:00, 1e308it/s]\n");
    EXPECT_LE(huge.sink.samples.size(), 1u);
}

} // namespace fullscope::import
