// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: MANIFEST.tsv of the samples, or read off their text by hand.
#include "tests/core/import/console_checks.h"

namespace fullscope::import {

namespace {

using base::Code;
using evidence::EventKind;
using evidence::RateScope;
using testing::Imported;
using testing::importFile;
using testing::importText;
using testing::logSample;
namespace series = evidence::series;

constexpr const char* kMfu = "mfu (log)";

const std::string kRecords = "tokens per iteration will be: 491,520\n"
                             "num decayed parameter tensors: 26, with 10,740,096 parameters\n"
                             "num non-decayed parameter tensors: 13, with 4,992 parameters\n"
                             "step 0: train loss 4.2965, val loss 4.2988\n"
                             "iter 0: loss 4.2670, time 17903.67ms, mfu -100.00%\n"
                             "iter 10: loss 3.0281, time 154.28ms, mfu 2.42%\n";

Imported nanogpt(const std::string& text)
{
    return importText("nanogpt", text);
}

class NanogptSample : public ::testing::TestWithParam<const char*> { };

TEST_P(NanogptSample, givesTheValuesOfTheManifest)
{
    const Imported got = importFile(logSample(GetParam()));
    EXPECT_EQ(got.format, "nanogpt");
    testing::expectManifest(got, GetParam());
    const nlohmann::json expected = testing::manifest(GetParam());
    EXPECT_EQ(got.sink.events(EventKind::evaluation_end).size(), expected["eval_lines"].get<std::size_t>());
    EXPECT_NEAR(got.sink.median(kMfu), expected["median_mfu_pct"].get<double>(), 5.1e-3);
    const double median = got.sink.median(series::step_time);
    const auto times = got.sink.values(series::step_time);
    EXPECT_EQ(std::count_if(times.begin(), times.end(), [&](double time) { return time > 2 * median; }),
        expected["steps_over_2x_median"].get<std::ptrdiff_t>());
    std::int64_t resets = 0;
    for (std::size_t i = 1; i < got.sink.samples.size(); ++i)
        resets += got.sink.samples[i].step < got.sink.samples[i - 1].step ? 1 : 0;
    EXPECT_EQ(resets, expected.value("step_counter_resets", 0));
}

INSTANTIATE_TEST_SUITE_P(
    All, NanogptSample, ::testing::Values("nanogpt/nanogpt_colab_cell6.log", "nanogpt/nanogpt_colab_cell15.log"));

TEST(Nanogpt, readsTheColouredVariant)
{
    const Imported got = importFile(logSample("nanogpt/nanogpt_colab_cell6.log"));
    const std::size_t last = got.sink.samples.size() - 1;
    EXPECT_NEAR(got.sink.value(last, series::step_time), 19.02956, 1e-9);
    EXPECT_EQ(got.sink.value(last, series::eval_loss), 1.7457);
    EXPECT_EQ(got.sink.value(0, series::eval_loss), 4.2988);
    EXPECT_EQ(got.sink.values(series::eval_loss).size(), 5U);
    EXPECT_EQ(got.sink.fact("seq_len"), "256");
    EXPECT_EQ(got.sink.fact("layers"), "6");
    EXPECT_EQ(got.sink.fact("hidden"), "384");
    EXPECT_EQ(got.sink.fact("parameters"), "10745088"); // 10,740,096 + 4,992
    EXPECT_EQ(base::formatIso({got.sink.events(EventKind::job_start).at(0).time_us}), "2024-01-20T00:01:47.130106Z");
    const auto saved = got.sink.events(EventKind::checkpoint_end);
    ASSERT_FALSE(saved.empty());
    EXPECT_EQ(saved.back().step, 1000);
    EXPECT_EQ(saved.back().after_sample, static_cast<std::int64_t>(last) - 1);
    EXPECT_TRUE(got.sink.problems.empty());
}

TEST(Nanogpt, tellsHowTheLastOfSeveralRunsEnded)
{
    const Imported got = importFile(logSample("nanogpt/nanogpt_colab_cell11.log"));
    const auto failures = got.sink.events(EventKind::failure);
    ASSERT_GE(failures.size(), 2U);
    EXPECT_EQ(failures[0].after_sample, 42);
    EXPECT_EQ(failures[1].text, "KeyboardInterrupt");
}

// Each begins with `Running command:` at line 1, 105, 209 … and prints every tenth of 500 steps; the last is
// interrupted.
TEST(Nanogpt, readsTheTokensOfAStepAsItsChildrenTellThem)
{
    for (const char* told :
        {"total desired batch size: 524288\n", "Total batch size 524,288 => gradient accumulation steps: 4\n"}) {
        const Imported got = importText("nanogpt",
            std::string(told)
                + "step    10 | loss: 6.5 | lr 3.0e-04 | norm: 1.0 | dt: 1000.00ms | tok/sec: 681574.40\n");
        ASSERT_EQ(got.sink.samples.size(), 1U);
        EXPECT_EQ(got.sink.fact("tokens_per_step"), "524288") << told;
    }
}

TEST(Nanogpt, keepsSeveralRunsOfOneFileApart)
{
    const auto expected = testing::manifest("nanogpt/nanogpt_colab_cell11.log");
    const Imported got = importFile(logSample("nanogpt/nanogpt_colab_cell11.log"));
    EXPECT_EQ(got.file.records, expected["step_records"].get<std::int64_t>());
    ASSERT_EQ(got.sink.earlier.size() + 1, expected["separate_runs"].get<std::size_t>());
    for (std::size_t i = 0; i < got.sink.earlier.size(); ++i) {
        const auto& [run, samples] = got.sink.earlier[i];
        EXPECT_EQ(samples.size(), 51U);
        EXPECT_EQ(samples.front().step, 0);
        EXPECT_EQ(samples.back().step, 500);
        ASSERT_NE(run.fact("command"), nullptr);
        EXPECT_EQ(run.fact("command")->line, static_cast<std::int64_t>(1 + 104 * i));
        ASSERT_NE(run.fact("layers"), nullptr) << i;
        EXPECT_EQ(run.fact("layers")->value, "6");
        const auto start = std::find_if(run.events.begin(), run.events.end(),
            [](const evidence::Event& event) { return event.kind == EventKind::job_start; });
        ASSERT_NE(start, run.events.end()) << i;
        EXPECT_EQ(start->line, static_cast<std::int64_t>(2 + 104 * i));
        EXPECT_EQ(start->after_sample, -1);
        EXPECT_GE(run.seriesIndex(series::eval_loss), 0);
    }
    EXPECT_EQ(got.sink.samples.size(), 43U);
    EXPECT_DOUBLE_EQ(got.sink.earlier[0].samples[0].values[0], expected["first_loss"].get<double>());
    EXPECT_DOUBLE_EQ(got.sink.values(series::loss).back(), expected["last_loss"].get<double>());
}

TEST(Nanogpt, takesARunWithTheSameSetupForAnotherAttempt)
{
    const std::string start = "Running command: python3 train.py --wandb_key 1234 --api-token=5678\n"
                              "tokens per iteration will be: 491,520\n";
    const std::string records
        = "iter 0: loss 4.3, time 20.5ms, mfu -100.00%\niter 10: loss 4.1, time 20.5ms, mfu 2.00%\n";
    const Imported again = nanogpt(start + records + "Killed\n" + start + records);
    EXPECT_TRUE(again.sink.earlier.empty());
    EXPECT_EQ(again.sink.samples.size(), 4U);
    EXPECT_EQ(again.sink.fact("command"), "python3 train.py --wandb_key … --api-token=…");
    const Imported other = nanogpt(start + records + "tokens per iteration will be: 983,040\n" + records);
    ASSERT_EQ(other.sink.earlier.size(), 1U);
    EXPECT_EQ(other.sink.fact("tokens_per_step"), "983040");
    EXPECT_EQ(other.sink.earlier[0].run.fact("tokens_per_step")->value, "491520");
    const Imported resumed
        = nanogpt(start + records + "tokens per iteration will be: 983,040\nResuming training from out\n" + records);
    EXPECT_TRUE(resumed.sink.earlier.empty());
}

TEST(Nanogpt, keepsTheUtilisationOfAnA100ApartFromThatOfTheMachine)
{
    const Imported got = nanogpt(kRecords);
    EXPECT_LT(got.sink.run.seriesIndex(series::mfu), 0);
    EXPECT_EQ(got.sink.values(kMfu), std::vector<double> {2.42}); // -100 is no measurement
    EXPECT_EQ(got.sink.fact("tokens_per_step"), "491520");
    EXPECT_EQ(got.sink.value(0, series::eval_loss), 4.2988);
    EXPECT_TRUE(std::isnan(got.sink.value(1, series::eval_loss)));
}

TEST(Nanogpt, readsTheRecordsOfItsChildren)
{
    const Imported got
        = nanogpt("step    10 | loss: 6.512345 | lr 3.0000e-04 | norm: 1.2500 | dt: 180.12ms | tok/sec: 2911234.50\n"
                  "step 00011/21400 (0.05%) | loss: 6.5 | lrm: 1.00 | dt: 500.1ms | tok/sec: 1,048,000 | bf16_mfu: "
                  "48.10 | epoch: "
                  "1 | total time: 0.08m | eta: 170.4m\n");
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_EQ(got.sink.samples[0].step, 10);
    EXPECT_EQ(got.sink.samples[1].step, 11);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::step_time), 0.18012);
    EXPECT_EQ(got.sink.value(0, series::grad_norm), 1.25);
    EXPECT_EQ(got.sink.value(0, series::learning_rate), 3e-4);
    EXPECT_EQ(got.sink.value(1, series::tokens_per_s), 1'048'000);
    EXPECT_EQ(got.sink.value(1, "bf16_mfu"), 48.1);
    EXPECT_EQ(got.sink.run.series[static_cast<std::size_t>(got.sink.run.seriesIndex(series::tokens_per_s))].scope,
        RateScope::job);
}

TEST(Nanogpt, tellsWhereItResumed)
{
    const Imported got = nanogpt(kRecords + "Resuming training from out\n" + kRecords);
    EXPECT_EQ(got.sink.samples.size(), 4U);
    ASSERT_EQ(got.sink.events(EventKind::resume).size(), 1U);
    EXPECT_EQ(got.sink.events(EventKind::resume)[0].after_sample, 1);
}

TEST(Nanogpt, keepsNonFiniteLossesAndNamesDamagedValues)
{
    const Imported got = nanogpt("iter 0: loss nan, time 10.00ms, mfu -100.00%\n"
                                 "step 10: train loss nan, val loss nan\n"
                                 "iter 10: loss inf, time 1O.00ms, mfu 1.00%\n"
                                 "iter 99999999999999999999: loss 1, time 1ms, mfu 1%\n"
                                 "iter 20: loss , time 10.00ms, mfu 1.00%\n");
    ASSERT_EQ(got.sink.samples.size(), 3U);
    EXPECT_TRUE(std::isinf(got.sink.value(0, series::loss)));
    EXPECT_TRUE(std::isinf(got.sink.value(1, series::eval_loss)));
    EXPECT_EQ(got.sink.count(Code::value_not_finite), 3);
    EXPECT_TRUE(std::isnan(got.sink.value(1, series::step_time)));
    EXPECT_EQ(got.sink.first(Code::bad_number)->what.found, "1O.00ms");
    EXPECT_TRUE(std::isnan(got.sink.value(2, series::loss)));
}

TEST(Nanogpt, standsOtherLineEndsAndCuts)
{
    testing::expectSameInOtherClothes("nanogpt", kRecords);
    testing::expectNothingWrongWhenCut("nanogpt", kRecords);
}

} // namespace

} // namespace fullscope::import
