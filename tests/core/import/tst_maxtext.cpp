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

const std::string kRecords = "completed step: 0, seconds: 44.923, TFLOP/s/device: 17.022, Tokens/s/device: 1094.129, "
                             "total_weights: 196608, loss: 12.038\n"
                             "completed step: 1, seconds: 5.658, TFLOP/s/device: 135.158, Tokens/s/device: 8687.815, "
                             "total_weights: 196608, loss: 11.689\n";

Imported maxtext(const std::string& text)
{
    return importText("maxtext", text);
}

class MaxtextSample : public ::testing::TestWithParam<const char*> { };

TEST_P(MaxtextSample, givesTheValuesOfTheManifest)
{
    const Imported got = importFile(logSample(GetParam()));
    EXPECT_EQ(got.format, "maxtext");
    testing::expectManifest(got, GetParam());
    const nlohmann::json expected = testing::manifest(GetParam());
    const double median = got.sink.median(series::step_time);
    const auto times = got.sink.values(series::step_time);
    EXPECT_EQ(std::count_if(times.begin(), times.end(), [&](double time) { return time > 2 * median; }),
        expected["steps_over_2x_median"].get<std::ptrdiff_t>());
    EXPECT_EQ(got.sink.fact("world_size"), std::to_string(expected["devices"].get<int>()));
    if (expected.contains("first_compile_step_s")) {
        EXPECT_DOUBLE_EQ(times.front(), expected["first_compile_step_s"].get<double>());
    }
    if (expected.contains("seq_len")) {
        EXPECT_EQ(got.sink.fact("seq_len"), std::to_string(expected["seq_len"].get<int>()));
        EXPECT_EQ(got.sink.fact("micro_batch"), std::to_string(expected["per_device_batch"].get<int>()));
    }
}

INSTANTIATE_TEST_SUITE_P(All, MaxtextSample,
    ::testing::Values("maxtext/maxtext_dpo_qwen3_v6e.log", "maxtext/maxtext_deepseek2_16b_v5p.log"));

TEST(Maxtext, givesStampsTheYearThatOtherLinesShow)
{
    const Imported got = importFile(logSample("maxtext/maxtext_dpo_qwen3_v6e.log"));
    EXPECT_EQ(base::formatIso({got.sink.samples[0].time_us}), "2026-07-06T16:50:26.230209Z");
    EXPECT_EQ(got.sink.samples[0].line, 776);
    EXPECT_EQ(base::formatIso({got.sink.samples.back().time_us}), "2026-07-06T16:52:46.073802Z");
    EXPECT_EQ(got.sink.fact("zone_known"), "no");
    EXPECT_EQ(base::formatIso({got.sink.events(EventKind::job_start).at(0).time_us}), "2026-07-06T16:49:22.881989Z");
    EXPECT_EQ(got.sink.count(Code::log_cut_by_collector), 1);
    EXPECT_EQ(got.sink.count(Code::bad_time), 0);
}

TEST(Maxtext, takesConfigCheckpointsAndEvaluations)
{
    const Imported got = importFile(logSample("maxtext/maxtext_dpo_qwen3_v6e.log"));
    EXPECT_EQ(got.sink.fact("total_steps"), "500");
    EXPECT_EQ(got.sink.fact("seq_len"), "1024");
    EXPECT_EQ(got.sink.fact("global_batch"), "16");
    EXPECT_EQ(got.sink.fact("hidden"), "1024");
    EXPECT_EQ(got.sink.fact("precision"), "bf16");
    EXPECT_EQ(got.sink.fact("parameters"), "596000000");
    EXPECT_EQ(got.sink.fact("framework"), "MaxText");
    const auto begins = got.sink.events(EventKind::checkpoint_begin), ends = got.sink.events(EventKind::checkpoint_end);
    ASSERT_GE(begins.size(), 2U);
    EXPECT_EQ(begins[0].step, 1);
    EXPECT_EQ(begins.back().step, 500);
    EXPECT_DOUBLE_EQ(ends.back().seconds, 7.76);
    EXPECT_EQ(base::formatIso({ends.back().time_us}), "2026-07-06T16:52:53.848353Z");
    EXPECT_EQ(got.sink.values(series::eval_loss).back(), 0.516);
    EXPECT_EQ(got.sink.value(499, series::eval_loss), 0.516);
    EXPECT_EQ(got.sink.value(0, "total_weights"), 6965);
    EXPECT_EQ(got.sink.value(2, "reward_accuracy"), 0.125);
}

TEST(Maxtext, seesTheElasticRestart)
{
    const Imported got = importFile(logSample("maxtext/maxtext_elastic_restart.log"));
    const nlohmann::json expected = testing::manifest("maxtext/maxtext_elastic_restart.log");
    ASSERT_EQ(got.sink.samples.size(), expected["step_records"].get<std::size_t>());
    const auto resumes = got.sink.events(EventKind::resume);
    ASSERT_EQ(resumes.size(), expected["restarts"].get<std::size_t>());
    EXPECT_EQ(resumes[0].step, expected["restored_checkpoint_step"].get<std::int64_t>());
    ASSERT_EQ(got.sink.events(EventKind::failure).size(), 1U);
    EXPECT_EQ(got.sink.events(EventKind::failure)[0].text, "Slice down event detected. Retrying.");
    EXPECT_EQ(got.file.lines, expected["lines"].get<std::int64_t>());
    EXPECT_EQ(got.file.rejected, 1); // `completed step: 101, ...`
    EXPECT_LT(got.sink.run.seriesIndex(series::tokens_per_s), 0);
}

TEST(Maxtext, keepsEveryRatePerDevice)
{
    const Imported got = maxtext(kRecords);
    for (const char* name : {series::tokens_per_s, series::flop_per_s}) {
        const auto& info = got.sink.run.series[static_cast<std::size_t>(got.sink.run.seriesIndex(name))];
        EXPECT_EQ(info.scope, RateScope::device) << name;
    }
    EXPECT_DOUBLE_EQ(got.sink.value(1, series::flop_per_s), 135.158e12);
}

TEST(Maxtext, saysOnceThatTheYearIsUnknown)
{
    const Imported got = maxtext("I0706 16:50:26.230209 140110937163584 metric_logger.py:214] "
        + kRecords.substr(0, 137) + "I0706 16:50:31.230209 140110937163584 metric_logger.py:214] "
        + kRecords.substr(kRecords.find("completed step: 1")));
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_EQ(got.sink.samples[0].time_us, base::kNoTime);
    EXPECT_EQ(got.sink.count(Code::bad_time), 1);
    EXPECT_EQ(got.sink.first(Code::bad_time)->what.found, "I0706 16:50:26.230209");
}

TEST(Maxtext, goesOverTheTurnOfTheYear)
{
    const Imported got
        = maxtext("2025-12-31 23:59:00.000001: I tensorflow/x\n"
                  "I1231 23:59:59.500000 77 metric_logger.py:214] completed step: 1, seconds: 1.0, loss: 2.0\n"
                  "I0101 00:00:00.500000 77 metric_logger.py:214] completed step: 2, seconds: 1.0, loss: 1.5\n");
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_EQ(base::formatIso({got.sink.samples[0].time_us}), "2025-12-31T23:59:59.5Z");
    EXPECT_EQ(base::formatIso({got.sink.samples[1].time_us}), "2026-01-01T00:00:00.5Z");
}

TEST(Maxtext, countsTheProcessesOnce)
{
    std::string text = "2026-07-06 16:49:22.881989: I tensorflow/x\n";
    for (const char* order : {"01", "11", "02", "03", "12", "13"})
        text += std::string("I0706 16:50:2") + order[1] + ".000000 14011" + order[0]
            + " metric_logger.py:214] completed step: " + order[1] + ", seconds: 1.0" + order[0] + ", loss: 2."
            + order[1] + "\n";
    const Imported got = maxtext(text);
    ASSERT_EQ(got.sink.samples.size(), 3U);
    EXPECT_EQ(got.sink.count(Code::repeated_by_ranks), 3);
    EXPECT_EQ(got.sink.values(series::step_time), (std::vector<double> {1.0, 1.0, 1.0}));
}

TEST(Maxtext, readsTheVersionsOfItsLine)
{
    const Imported got
        = maxtext("completed step: 8, seconds: 0.159, TFLOP/s: 43.430, loss: 220.774\n"
                  "completed step: 9, seconds: 0.166, TFLOP/s/device: 41.524, loss: nan, live slice count: 3\n"
                  "completed step: x, seconds: 0.166\n"
                  "completed step: 10, seconds: 0.1x6, TFLOP/s/device: 41.5, loss: 1.0\n");
    ASSERT_EQ(got.sink.samples.size(), 3U);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::flop_per_s), 43.43e12);
    EXPECT_TRUE(std::isinf(got.sink.value(1, series::loss)));
    EXPECT_EQ(got.sink.value(1, "live slice count"), 3);
    EXPECT_EQ(got.sink.count(Code::record_truncated), 1);
    EXPECT_EQ(got.sink.count(Code::bad_number), 1);
}

TEST(Maxtext, standsOtherLineEndsAndCuts)
{
    testing::expectSameInOtherClothes("maxtext", kRecords);
    testing::expectNothingWrongWhenCut("maxtext", kRecords);
}

} // namespace

} // namespace fullscope::import
