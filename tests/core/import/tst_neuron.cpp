// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: MANIFEST.tsv of the samples, or read off their text by hand.
#include "tests/core/import/console_sample.h"

namespace fullscope::import {

namespace {

using base::Code;
using evidence::EventKind;
using testing::fileText;
using testing::Imported;
using testing::importFile;
using testing::importText;
using testing::logSample;
namespace series = evidence::series;

constexpr const char* kBert = "neuron-torchxla/eks_bert_large_trn1.log";
constexpr const char* kWrapper = "neuron-compile/ncc_wrapper_cache_miss_then_hit.log";
constexpr const char* kParallel = "neuron-compile/neuron_parallel_compile_analyze.log";

Imported neuron(const std::string& text)
{
    return importText("neuron", text);
}

TEST(Neuron, givesTheValuesOfTheManifest)
{
    const nlohmann::json expected = testing::manifest(kBert);
    const Imported got = importFile(logSample(kBert));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "neuron");
    EXPECT_TRUE(got.sink.problems.empty());
    ASSERT_EQ(got.sink.samples.size(), expected["step_records"].get<std::size_t>());
    EXPECT_EQ(got.sink.samples.front().step, expected["first_step"].get<std::int64_t>());
    EXPECT_EQ(got.sink.samples.back().step, expected["last_step"].get<std::int64_t>());
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::loss), expected["first_loss"].get<double>());
    EXPECT_DOUBLE_EQ(got.sink.value(2, series::loss), expected["last_loss"].get<double>());
    EXPECT_EQ(base::formatIso({got.sink.samples.front().time_us}), expected["first_time"].get<std::string>() + "Z");
    EXPECT_EQ(base::formatIso({got.sink.samples.back().time_us}), expected["last_time"].get<std::string>() + "Z");
    EXPECT_DOUBLE_EQ(got.sink.median(series::samples_per_s), expected["median_samples_per_s"].get<double>());
    const auto& speed = got.sink.run.series[static_cast<std::size_t>(got.sink.run.seriesIndex(series::samples_per_s))];
    EXPECT_EQ(speed.scope, evidence::RateScope::job);
    EXPECT_EQ(speed.window, evidence::RateWindow::interval_mean);
    EXPECT_DOUBLE_EQ(got.sink.value(1, series::learning_rate), 3e-6);
    EXPECT_EQ(got.sink.fact("zone_known"), "no");
}

TEST(Neuron, isKnownAsNothingElse)
{
    for (const char* sample : {kBert, kWrapper, kParallel})
        testing::expectKnownAsNothingElse(sample, "neuron");
}

TEST(Neuron, survivesDamage)
{
    testing::expectSurvivesDamage("neuron", fileText(logSample(kBert)), 1);
}

TEST(Neuron, readsRecordsOfNxdByName)
{
    const Imported got = neuron("[2024-01-02 03:04:05,678] step 1 step_time 244.76s throughput 3.935 seq/s loss 13.41 "
                                "grad norm 1.97\n"
                                "step 2 step_time 10.5s throughput 8.5 seq/s loss nan grad norm 2.5 param norm 100\n"
                                "the next step 3 step_time is not known\n");
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_EQ(base::formatIso({got.sink.samples[0].time_us}), "2024-01-02T03:04:05.678Z");
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::step_time), 244.76);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::samples_per_s), 3.935);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::loss), 13.41);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::grad_norm), 1.97);
    EXPECT_TRUE(std::isinf(got.sink.value(1, series::loss)));
    EXPECT_DOUBLE_EQ(got.sink.value(1, "param norm"), 100);
}

TEST(Neuron, keepsRecordsOfAllRanksOnce)
{
    std::string text;
    for (const char* rank : {"[0]:", "[1]:", "[2]:"})
        text += rank + std::string("LOG Wed Dec  7 00:51:01 2022 - (0, 14) step_loss : 10.5 throughput : 64.5\n");
    const Imported got = neuron(text);
    ASSERT_EQ(got.sink.samples.size(), 1U);
    EXPECT_EQ(base::formatIso({got.sink.samples[0].time_us}), "2022-12-07T00:51:01Z");
    EXPECT_EQ(got.sink.count(Code::repeated_by_ranks), 2);
}

TEST(Neuron, dropsTheValueInWhichAFileEnds)
{
    const Imported got = neuron("step 1 step_time 2.5s loss 3.5\nstep 2 step_time 2.5s loss 3.");
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_TRUE(std::isnan(got.sink.value(1, series::loss)));
    EXPECT_EQ(neuron("step 1 step_time 2.5s loss 3.5\nstep 2 step_time 2").sink.samples.size(), 1U);
}

// --- lines of the compiler

TEST(NeuronCompile, takesAMissForACompilationAndAHitForNone)
{
    const std::string text = fileText(logSample(kWrapper));
    const Imported got = neuron(text);
    const nlohmann::json expected = testing::manifest(kWrapper);
    const auto begins = got.sink.events(EventKind::compile_begin), ends = got.sink.events(EventKind::compile_end);
    ASSERT_EQ(begins.size(), expected["compilations"].get<std::size_t>());
    ASSERT_EQ(ends.size(), 1U);
    EXPECT_EQ(base::formatIso({begins[0].time_us}).substr(0, 19), expected["compile_started"].get<std::string>());
    EXPECT_EQ(begins[0].line, 1);
    EXPECT_EQ(ends[0].time_us, base::kNoTime);
}

TEST(NeuronCompile, keepsEachCompilationWithItsGraph)
{
    const Imported got = neuron(fileText(logSample(kParallel)));
    const nlohmann::json expected = testing::manifest(kParallel);
    const auto begins = got.sink.events(EventKind::compile_begin);
    ASSERT_EQ(begins.size(), expected["compile_commands"].get<std::size_t>());
    EXPECT_EQ(got.sink.events(EventKind::compile_end).size(), expected["pass"].get<std::size_t>());
    EXPECT_NE(begins[1].text.find("multiply_15640857564712679356_53"), std::string::npos);
    const Imported module = neuron(std::string(200, 'x')
        + " neuronx-cc compile --framework XLA /tmp/MODULE_123+d41d8cd9.hlo.pb\n"
          "2026-04-13 01:46:33.000003: 837617 [INFO]: Compilation Successfully Completed for "
          "model.MODULE_123+d41d8cd9.hlo_module.pb\n");
    EXPECT_EQ(module.sink.events(EventKind::compile_begin).at(0).text, "MODULE_123+d41d8cd9.hlo.pb");
    EXPECT_EQ(
        base::formatIso({module.sink.events(EventKind::compile_end).at(0).time_us}), "2026-04-13T01:46:33.000003Z");
}

TEST(NeuronCompile, isNoRunWithoutSteps)
{
    const Imported got = importFile(logSample(kParallel));
    EXPECT_EQ(got.format, "neuron");
    ASSERT_FALSE(got.status.ok());
    EXPECT_EQ(got.status.error().code, Code::nothing_readable);
}

} // namespace

} // namespace fullscope::import
