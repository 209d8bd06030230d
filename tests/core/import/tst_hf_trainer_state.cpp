// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: MANIFEST.tsv of the samples, or read off the text by hand.
#include "tests/core/import/log_sink.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

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

Imported state(const std::string& history, const std::string& rest = "", std::size_t blockSize = 65'536)
{
    return importText(
        "hf_trainer_state", "{\"log_history\": [" + history + "], \"global_step\": 3" + rest + "}", blockSize);
}

TEST(HfTrainerState, givesTheValuesOfTheManifest)
{
    const Imported got = importFile(logSample("hf-trainer-state/nsllm_trainer_state.json"));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "hf_trainer_state");
    ASSERT_EQ(got.sink.samples.size(), 435U);
    EXPECT_EQ(got.sink.samples.front().step, 5);
    EXPECT_EQ(got.sink.samples.back().step, 2175);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::loss), 2.3475);
    EXPECT_DOUBLE_EQ(got.sink.value(434, series::loss), 1.9787);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::grad_norm), 6.8820600509643555);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::learning_rate), 1.8348623853211011e-06);
    EXPECT_EQ(got.sink.fact("total_steps"), "2178");
    EXPECT_EQ(got.sink.fact("max_steps"), "2178");
    EXPECT_EQ(got.sink.fact("num_train_epochs"), "1");
    EXPECT_EQ(got.sink.fact("train_batch_size"), "4");
    EXPECT_EQ(got.sink.fact("logging_steps"), "5");
    EXPECT_EQ(got.sink.fact("train_runtime"), "857595.0988");
    EXPECT_EQ(got.sink.fact("train_samples_per_second"), "3.902");
    EXPECT_EQ(got.sink.fact("train_steps_per_second"), "0.003");
    EXPECT_EQ(got.sink.fact("train_loss"), "1.9950996404180186");
    EXPECT_EQ(got.sink.fact("total_flos"), "6.222496637658207e+20");
    EXPECT_TRUE(got.sink.problems.empty());
    EXPECT_TRUE(got.sink.run.events.empty());
    // what the file does not say stays unknown
    EXPECT_LT(got.sink.run.seriesIndex(series::step_time), 0);
    EXPECT_EQ(got.sink.samples.front().time_us, base::kNoTime);
}

TEST(HfTrainerState, keepsTheLinesOfRecordsAndFacts)
{
    const Imported got = importFile(logSample("hf-trainer-state/nsllm_trainer_state.json"));
    EXPECT_EQ(got.sink.samples[0].line, 12); // grep -n '{'
    EXPECT_EQ(got.sink.samples[1].line, 19);
    EXPECT_EQ(got.sink.run.fact("total_steps")->line, 7);
    EXPECT_EQ(got.sink.run.fact("train_runtime")->line, 3062);
    EXPECT_EQ(got.file.lines, 3088);
}

TEST(HfTrainerState, keepsEvaluationsApartFromTraining)
{
    const Imported got = importFile(logSample("hf-trainer-state/viz_sample_trainer_state.json"));
    ASSERT_EQ(got.sink.samples.size(), 30U);
    EXPECT_EQ(got.sink.samples.front().step, 401);
    EXPECT_EQ(got.sink.samples.back().step, 12'030);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::loss), 1.1074);
    EXPECT_DOUBLE_EQ(got.sink.value(29, series::loss), 0.0549);
    const auto evaluations = got.sink.events(EventKind::evaluation_end);
    ASSERT_EQ(evaluations.size(), 186U);
    EXPECT_EQ(evaluations[0].step, 0);
    EXPECT_EQ(evaluations[0].after_sample, -1);
    EXPECT_DOUBLE_EQ(evaluations[0].seconds, 5.7095);
    EXPECT_NE(evaluations[0].text.find("eval_g0_loss=5.741583347320557"), std::string::npos);
    EXPECT_EQ(evaluations[6].after_sample, 0);
    // 6 groups, each with the record of its step; step 0 has none
    EXPECT_EQ(got.sink.values("eval_g0_loss").size(), 30U);
    EXPECT_DOUBLE_EQ(got.sink.value(29, "eval_g5_loss"), 4.835134983062744);
}

TEST(HfTrainerState, readsBareNanAndInfinity)
{
    const Imported got = importFile(logSample("traps/trainer_state_nan_infinity.json"));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.sink.samples.size(), 30U);
    EXPECT_EQ(got.sink.count(Code::value_not_finite), 2);
    EXPECT_EQ(got.sink.first(Code::value_not_finite)->what.field, "loss");
    int infinite = 0;
    for (const double loss : got.sink.values(series::loss))
        infinite += std::isinf(loss) ? 1 : 0;
    EXPECT_EQ(infinite, 2);
}

TEST(HfTrainerState, translatesPythonsTokensAtEveryBlockBorder)
{
    const std::string history = R"({"step":1,"loss":NaN,"grad_norm":-Infinity,"note":"-Infinity NaN \" N"},)"
                                R"({"step":2,"loss":-1.5,"grad_norm":Infinity},{"step":3,"loss":null,"epoch":-2e-1})";
    for (std::size_t block = 1; block < 12; ++block) {
        const Imported got = state(history, "", block);
        ASSERT_TRUE(got.status.ok()) << block;
        ASSERT_EQ(got.sink.samples.size(), 3U) << block;
        EXPECT_EQ(got.sink.value(0, series::loss), HUGE_VAL);
        EXPECT_EQ(got.sink.value(0, series::grad_norm), -HUGE_VAL);
        EXPECT_EQ(got.sink.value(1, series::loss), -1.5);
        EXPECT_EQ(got.sink.value(1, series::grad_norm), HUGE_VAL);
        EXPECT_TRUE(std::isnan(got.sink.value(2, series::loss)));
        EXPECT_EQ(got.sink.value(2, "epoch"), -0.2);
        EXPECT_EQ(got.sink.count(Code::value_not_finite), 3);
        ASSERT_EQ(got.sink.count(Code::bad_number), 1); // the note is no number
        EXPECT_EQ(got.sink.first(Code::bad_number)->what.found, "-Infinity NaN \" N");
    }
}

TEST(HfTrainerState, readsQuotedNumbersAndNamesWhatIsNone)
{
    const Imported got
        = state(R"({"step":1,"loss":"2.079","lr":1e-3,"grad_norm":"nan","done":true,"more":{"a":[1,{"b":2}]}})");
    ASSERT_EQ(got.sink.samples.size(), 1U);
    EXPECT_EQ(got.sink.value(0, series::loss), 2.079);
    EXPECT_EQ(got.sink.value(0, series::learning_rate), 1e-3);
    EXPECT_EQ(got.sink.value(0, series::grad_norm), HUGE_VAL);
    EXPECT_EQ(got.sink.count(Code::bad_number), 1);
    EXPECT_EQ(got.sink.first(Code::bad_number)->what.field, "done");
    EXPECT_EQ(got.sink.count(Code::bad_value), 1);
    EXPECT_EQ(got.sink.first(Code::bad_value)->what.field, "more");
}

TEST(HfTrainerState, skipsEntriesWithoutAWholeStep)
{
    const Imported got = state(
        "{\"loss\":1.0},\n{\"step\":1.5,\"loss\":2.0},\n{\"step\":-1,\"loss\":2.0},\n{\"step\":3.0,\"loss\":3.0}");
    ASSERT_EQ(got.sink.samples.size(), 1U);
    EXPECT_EQ(got.sink.samples[0].step, 3);
    EXPECT_EQ(got.sink.samples[0].line, 4);
    EXPECT_EQ(got.file.rejected, 3);
    EXPECT_EQ(got.sink.first(Code::field_missing)->what.line, 1);
    EXPECT_EQ(got.sink.first(Code::bad_number)->what.line, 2);
    EXPECT_EQ(got.sink.first(Code::bad_number)->what.found, "1.5");
}

TEST(HfTrainerState, takesTheSummaryOfTheLastAttempt)
{
    const Imported got = state(R"({"step":1,"loss":1.0},{"step":1,"train_runtime":10.5,"total_flos":5.0},)"
                               R"({"step":2,"loss":1.0},{"step":2,"train_runtime":7.25})");
    EXPECT_EQ(got.sink.samples.size(), 2U);
    EXPECT_EQ(got.sink.fact("train_runtime"), "7.25");
    EXPECT_EQ(got.sink.fact("total_flos"), "5.0");
    EXPECT_EQ(got.sink.fact("total_steps"), "3");
}

TEST(HfTrainerState, leavesObjectsOutsideTheHistoryAlone)
{
    const Imported got = state(R"({"step":1,"loss":1.0})",
        R"(,"stateful_callbacks":{"log_history":[{"step":9,"loss":9.0}],"x":{"max_steps":7}},"max_steps":8)");
    EXPECT_EQ(got.sink.samples.size(), 1U);
    EXPECT_EQ(got.sink.fact("max_steps"), "8");
}

TEST(HfTrainerState, keepsTheRecordsBeforeTheEndOfACutFile)
{
    const std::string text = fileText(logSample("hf-trainer-state/nsllm_trainer_state.json"));
    const std::size_t cut = text.find("\"step\": 50"); // in the 10th entry
    const Imported got = importText("hf_trainer_state", text.substr(0, cut));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.sink.samples.size(), 9U);
    const base::Problem* stopped = got.sink.first(Code::bad_json);
    ASSERT_NE(stopped, nullptr);
    EXPECT_EQ(stopped->what.line, std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(cut), '\n') + 1);
    EXPECT_EQ(stopped->handling, base::Handling::stopped);
}

TEST(HfTrainerState, namesTheLineOfBrokenJson)
{
    const Imported got = state("{\"step\":1,\"loss\":1.0},\n{\"step\":2,\n\"loss\" 1.0}\n,{\"step\":3}");
    EXPECT_EQ(got.sink.samples.size(), 1U);
    EXPECT_EQ(got.sink.first(Code::bad_json)->what.line, 3);
    const Imported trailing = importText("hf_trainer_state", "{\"log_history\":[{\"step\":1,\"loss\":1.0}]}\n}");
    EXPECT_EQ(trailing.sink.samples.size(), 1U);
    EXPECT_EQ(trailing.sink.first(Code::bad_json)->what.line, 2);
}

TEST(HfTrainerState, keepsAMemberThatHasNoName)
{
    const Imported got = importText("hf_trainer_state", R"({"log_history":[{"step":1,"loss":1.5,"":8}]})");
    ASSERT_EQ(got.sink.samples.size(), 1U);
    EXPECT_EQ(got.sink.run.seriesIndex(""), -1);
    EXPECT_EQ(got.sink.value(0, R"("")"), 8);
}

TEST(HfTrainerState, saysThatNothingWasReadable)
{
    for (const std::string text :
        {"{\"log_history\": []}", "[]", "3", "{\"log_history\": {\"step\": 1}}", "{", "\"", "-", "N"}) {
        const Imported got = importText("hf_trainer_state", text);
        ASSERT_FALSE(got.status.ok()) << text;
        EXPECT_EQ(got.status.error().code, Code::nothing_readable) << text;
    }
}

TEST(HfTrainerState, readsDeepNestingWithoutRecursion)
{
    const std::string deep = std::string(1'000'000, '[') + std::string(1'000'000, ']');
    const Imported got = state(R"({"step":1,"loss":1.0})", ",\"x\":" + deep);
    EXPECT_TRUE(got.status.ok());
    EXPECT_EQ(got.sink.samples.size(), 1U);
}

} // namespace

} // namespace fullscope::import
