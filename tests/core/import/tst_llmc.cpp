// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: MANIFEST.tsv of the samples, or read off their text by hand.
#include "tests/core/import/console_checks.h"

namespace fullscope::import {

namespace {

using base::Code;
using evidence::EventKind;
using evidence::RateScope;
using evidence::RateWindow;
using testing::Imported;
using testing::importFile;
using testing::importText;
using testing::logSample;
namespace series = evidence::series;

const std::string kRecords = "val loss 10.970009\n"
                             "step    1/19560 | loss 10.975283 (+nanz)| norm 15.3710 (+nanz)| lr 8.57e-07 | 3914.05 ms "
                             "| 34.5% bf16 MFU | 133950 tok/s\n"
                             "step    2/19560 | loss 10.500000 (+1.25z)| norm 14.0000 (-0.50z)| lr 1.71e-06 | 3600.00 "
                             "ms | 37.5% bf16 MFU | 145636 tok/s\n";
const std::string kMain = "s:0 tel:11.0092\ns:0 trl:11.0091 lr:0.000001 norm:15.37\n"
                          "s:1 trl:10.9598 lr:0.000002 norm:15.24\ns:2 tel:10.5000\ns:2 eval:0.2550\n";

class LlmcSample : public ::testing::TestWithParam<const char*> { };

TEST_P(LlmcSample, givesTheValuesOfTheManifest)
{
    const Imported got = importFile(logSample(GetParam()));
    EXPECT_EQ(got.format, "llmc");
    testing::expectManifest(got, GetParam());
    const nlohmann::json expected = testing::manifest(GetParam());
    EXPECT_NEAR(got.sink.median(series::mfu), expected["median_mfu_pct"].get<double>() / 100, 5.1e-4);
    const double median = got.sink.median(series::step_time);
    const auto times = got.sink.values(series::step_time);
    EXPECT_EQ(std::count_if(times.begin(), times.end(), [&](double time) { return time > 2 * median; }),
        expected["steps_over_2x_median"].get<std::ptrdiff_t>());
    EXPECT_EQ(got.sink.fact("total_steps"), std::to_string(expected["total_steps"].get<int>()));
    for (const auto& problem : got.sink.problems)
        if (problem.what.code == Code::record_truncated) {
            EXPECT_EQ(problem.what.line, got.file.lines) << "the last line is cut by the kill";
        }
    EXPECT_EQ(got.sink.count(Code::record_truncated), 1);
    ASSERT_EQ(got.sink.events(EventKind::failure).size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(
    All, LlmcSample, ::testing::Values("llmc/llmc_nan_timelimit.log", "llmc/llmc_nan_cancelled_cut.log"));

TEST(Llmc, keepsWhyAndWhenTheJobWasKilled)
{
    const auto timeLimit = importFile(logSample("llmc/llmc_nan_timelimit.log")).sink.events(EventKind::failure);
    EXPECT_EQ(base::formatIso({timeLimit.at(0).time_us}), "2024-10-10T02:20:29Z");
    EXPECT_NE(timeLimit[0].text.find("DUE TO TIME LIMIT"), std::string::npos);
    EXPECT_EQ(timeLimit[0].after_sample, 900);
    const auto cancelled = importFile(logSample("llmc/llmc_nan_cancelled_cut.log")).sink.events(EventKind::failure);
    EXPECT_EQ(base::formatIso({cancelled.at(0).time_us}), "2024-10-11T13:44:45Z");
}

TEST(Llmc, takesTheHeaderTable)
{
    const Imported got = importFile(logSample("llmc/llmc_nan_timelimit.log"));
    const nlohmann::json expected = testing::manifest("llmc/llmc_nan_timelimit.log");
    EXPECT_EQ(got.sink.fact("tokens_per_step"), std::to_string(expected["global_batch_tokens"].get<int>()));
    EXPECT_EQ(got.sink.fact("seq_len"), std::to_string(expected["seq_len"].get<int>()));
    EXPECT_EQ(got.sink.fact("device"), expected["device"]);
    EXPECT_EQ(got.sink.fact("precision"), "bf16");
    EXPECT_EQ(got.sink.fact("parameters"), std::to_string(expected["params"].get<int>()));
    EXPECT_EQ(got.sink.fact("world_size"), std::to_string(expected["world_size"].get<int>()));
    EXPECT_EQ(got.sink.fact("micro_batch"), "32");
    EXPECT_EQ(got.sink.fact("layers"), "12");
    EXPECT_EQ(got.sink.fact("hidden"), "768");
    EXPECT_EQ(got.sink.run.fact("device")->line, 30);
}

TEST(Llmc, readsNothingFromARunThatFailedAtItsStart)
{
    const Imported got = importFile(logSample("llmc/llmc_failed_start.log"));
    EXPECT_EQ(got.format, "llmc");
    EXPECT_EQ(got.status.error().code, Code::nothing_readable);
    const auto failures = got.sink.events(EventKind::failure);
    ASSERT_EQ(failures.size(), 1U);
    EXPECT_EQ(failures[0].text, "[cuBLAS ERROR]: 13 llmc/matmul.cuh 216");
    EXPECT_EQ(got.sink.fact("device"), "NVIDIA A100-PCIE-40GB");
}

TEST(Llmc, readsRatesWithScopeAndLeavesOutWhatIsNoMeasurement)
{
    const Imported got = importText("llmc",
        kRecords + "val loss 10.25\n"
            + "step    3/19560 | loss 10.4 (+0z)| norm 14.0 (+0z)| lr 2e-06 | 3500.00 ms | -100.0% bf16 MFU | 145000 "
              "tok/s\n");
    ASSERT_EQ(got.sink.samples.size(), 3U);
    EXPECT_TRUE(got.sink.problems.empty());
    const auto info = [&](const char* name) {
        return got.sink.run.series[static_cast<std::size_t>(got.sink.run.seriesIndex(name))];
    };
    EXPECT_EQ(info(series::tokens_per_s).scope, RateScope::job);
    EXPECT_EQ(info(series::tokens_per_s).window, RateWindow::cumulative); // smoothed over what was before
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::step_time), 3.91405);
    EXPECT_DOUBLE_EQ(got.sink.value(2, series::step_time), 3.5);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::mfu), 0.345);
    EXPECT_EQ(got.sink.values(series::mfu).size(), 2U);
    EXPECT_EQ(got.sink.values(series::learning_rate), (std::vector<double> {8.57e-07, 1.71e-06, 2e-06}));
    EXPECT_EQ(got.sink.values(series::grad_norm), (std::vector<double> {15.371, 14, 14}));
    EXPECT_EQ(got.sink.value(1, series::eval_loss), 10.25); // of the model after step 2
    EXPECT_EQ(got.sink.events(EventKind::evaluation_end).size(), 2U);
}

TEST(Llmc, keepsStepsThatRanAgainAfterAResume)
{
    const Imported got = importText("llmc", kRecords + kRecords.substr(kRecords.find("step    2")));
    EXPECT_EQ(got.sink.samples.size(), 2U); // printed twice at once: one record
    const Imported back = importText("llmc", kRecords + kRecords);
    EXPECT_EQ(back.sink.samples.size(), 4U);
    EXPECT_EQ(back.sink.samples[2].step, 1);
}

TEST(Llmc, standsOtherLineEndsAndCuts)
{
    testing::expectSameInOtherClothes("llmc", kRecords);
    testing::expectNothingWrongWhenCut("llmc", kRecords);
    testing::expectSameInOtherClothes("llmc_main_log", kMain);
    testing::expectNothingWrongWhenCut("llmc_main_log", kMain);
}

TEST(Llmc, namesDamagedValues)
{
    const Imported got = importText("llmc",
        kRecords + "step 3/19560 | loss 1O.5 (+1z)| norm (+1z)| lr 2e-06 | 36x0.00 ms | 37.5% bf16 MFU | 145636 tok/s\n"
            + "step 4/19560 | loss" + "\nstep 99999999999999999999/1 | loss 1 | 1 ms | 1 tok/s\n");
    ASSERT_GE(got.sink.samples.size(), 3U);
    EXPECT_TRUE(std::isnan(got.sink.value(2, series::loss)));
    EXPECT_TRUE(std::isnan(got.sink.value(2, series::step_time)));
    EXPECT_EQ(got.sink.value(2, series::tokens_per_s), 145'636);
    EXPECT_EQ(got.sink.first(Code::bad_number)->what.found, "1O.5");
}

class LlmcMainSample : public ::testing::TestWithParam<const char*> { };

TEST_P(LlmcMainSample, givesTheValuesOfTheManifest)
{
    const Imported got = importFile(logSample(GetParam()));
    EXPECT_EQ(got.format, "llmc_main_log");
    testing::expectManifest(got, GetParam());
    const nlohmann::json expected = testing::manifest(GetParam());
    const auto evaluations = got.sink.events(EventKind::evaluation_end);
    const auto losses = got.sink.values(series::eval_loss);
    ASSERT_EQ(evaluations.size(), expected["val_records"].get<std::size_t>());
    EXPECT_EQ(losses.size(), expected["val_records"].get<std::size_t>());
    EXPECT_EQ(evaluations.front().step, expected["first_val"][0].get<std::int64_t>());
    EXPECT_EQ(evaluations.back().step, expected["last_val"][0].get<std::int64_t>());
    EXPECT_EQ(losses.front(), expected["first_val"][1].get<double>());
    EXPECT_EQ(losses.back(), expected["last_val"][1].get<double>());
    EXPECT_TRUE(got.sink.problems.empty());
    EXPECT_LT(got.sink.run.seriesIndex(series::step_time), 0); // no time at all in this file
}

INSTANTIATE_TEST_SUITE_P(
    All, LlmcMainSample, ::testing::Values("llmc/llmc_main_cut.log", "llmc/modded_adamw_main.log"));

TEST(LlmcMain, keepsNonFiniteLossesAndTheShareOfHellaSwag)
{
    const Imported got = importText("llmc_main_log", kMain + "s:2 trl:nan lr:0.000003 norm:inf\n");
    ASSERT_EQ(got.sink.samples.size(), 3U);
    EXPECT_TRUE(std::isinf(got.sink.value(2, series::loss)));
    EXPECT_EQ(got.sink.count(Code::value_not_finite), 2);
    EXPECT_EQ(got.sink.value(2, series::eval_loss), 10.5);
    EXPECT_EQ(got.sink.value(2, "eval"), 0.255);
    EXPECT_EQ(got.sink.value(0, series::eval_loss), 11.0092);
    EXPECT_EQ(got.sink.value(1, series::learning_rate), 2e-6);
}

} // namespace

} // namespace fullscope::import
