// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as people and crashes leave them. Expected values: read off the text by hand.
#include "core/import/column_mapping.h"
#include "tests/core/import/log_sink.h"
#include "tests/core/import/temp_dir.h"

#include <gtest/gtest.h>

#include <set>

namespace fullscope::import {

namespace {

using base::Code;
using evidence::EventKind;
using evidence::RateScope;
using testing::Imported;
using testing::importText;
using testing::LogSink;
using testing::MemorySource;
using testing::TempDir;
namespace series = evidence::series;

Imported csv(const std::string& text)
{
    return importText("csv_generic", text);
}

Imported jsonl(const std::string& text, std::size_t blockSize = 65'536)
{
    return importText("jsonl_generic", text, blockSize);
}

Imported mapped(const char* format, const std::string& text, std::string_view mapping)
{
    Imported result;
    Recognised input {.format = formatById(format), .source = std::make_unique<MemorySource>(text)};
    const auto columns = parseColumnMapping(mapping);
    EXPECT_TRUE(columns.ok()) << mapping;
    result.status = parse(input, result.sink, {}, result.file, {.columns = *columns});
    return result;
}

std::vector<std::int64_t> steps(const Imported& got)
{
    std::vector<std::int64_t> all;
    for (const evidence::Sample& sample : got.sink.samples)
        all.push_back(sample.step);
    return all;
}

using Steps = std::vector<std::int64_t>;

// --- rows

TEST(TableRows, keepWhatARaggedRowHas)
{
    const Imported got = csv("step,loss,lr\n1,2.5\n2,2.25,0.1,,\n3,2.0,0.1,9\n4,1.5,0.1\n,1.0,0.1\n,,\n6,,\n");
    EXPECT_EQ(steps(got), (Steps {1, 2, 4}));
    EXPECT_EQ(got.sink.first(Code::row_short)->what.line, 2);
    EXPECT_EQ(got.sink.first(Code::row_long)->what.line, 4);
    EXPECT_EQ(got.sink.first(Code::field_missing)->what.line, 6);
    EXPECT_EQ(got.file.rejected, 2);
    EXPECT_TRUE(std::isnan(got.sink.value(0, series::learning_rate)));
}

TEST(TableRows, readQuotedLineEndsAndBrokenQuotes)
{
    const Imported got = csv("step,note,loss\n1,\"two\nlines\",2.5\n2,\"open,1.0\n3,x,2.0\n");
    EXPECT_EQ(steps(got), (Steps {1, 3}));
    EXPECT_EQ(got.sink.samples[1].line, 5);
    EXPECT_EQ(got.sink.first(Code::quote_unclosed)->what.line, 4);
    EXPECT_EQ(got.sink.first(Code::bad_number)->what.field, "note");
    EXPECT_EQ(got.sink.first(Code::bad_number)->severity, base::Severity::info);
}

TEST(TableRows, startAgainAtARepeatedHeader)
{
    const Imported got = csv("step,loss\n1,2.5\n2,2.0\nstep,lr,loss\n1,0.1,2.25\n2,0.1,1.5\n");
    EXPECT_EQ(steps(got), (Steps {1, 2, 1, 2}));
    const auto starts = got.sink.events(EventKind::train_start);
    ASSERT_EQ(starts.size(), 1U);
    EXPECT_EQ(starts[0].line, 4);
    EXPECT_EQ(starts[0].after_sample, 1);
    EXPECT_EQ(got.sink.value(2, series::loss), 2.25); // under the columns of the second header
    EXPECT_EQ(got.sink.value(3, series::learning_rate), 0.1);
    EXPECT_EQ(got.file.rejected, 0);
}

TEST(TableRows, tellAboutALastRowThatMayBeCut)
{
    const Imported shorter = csv("step,loss\n1,2.5\n2");
    EXPECT_EQ(steps(shorter), (Steps {1}));
    EXPECT_EQ(shorter.sink.first(Code::record_truncated)->handling, base::Handling::row_skipped);
    const Imported whole = csv("step,loss\n1,2.5\n2,2.0");
    EXPECT_EQ(steps(whole), (Steps {1, 2}));
    EXPECT_EQ(whole.sink.first(Code::record_truncated)->severity, base::Severity::info);
    const Imported json = jsonl("{\"step\":1,\"loss\":2.5}\n{\"step\":2,\"loss\":2.0}\n{\"step\":3,\"lo");
    EXPECT_EQ(steps(json), (Steps {1, 2}));
    EXPECT_EQ(json.sink.first(Code::record_truncated)->what.line, 3);
}

TEST(TableRows, keepBothOfTwoColumnsOfOneName)
{
    const Imported got = csv("step,loss,loss\n1,2.5,9\n2,2.0,8\n");
    EXPECT_EQ(got.sink.value(0, series::loss), 2.5);
    EXPECT_EQ(got.sink.value(0, "loss (2)"), 9);
    EXPECT_EQ(got.sink.count(Code::name_duplicate), 1);
}

TEST(TableRows, findStepsThatAreNone)
{
    const Imported got = csv("step,loss\n1,2.5\n1.5,2.0\n-3,2.0\nx,2.0\nnan,2.0\n1e300,2.0\n\"1,000\",1.5\n2e3,1.25\n");
    EXPECT_EQ(steps(got), (Steps {1, 1000, 2000}));
    EXPECT_EQ(got.sink.count(Code::bad_number), 5);
    EXPECT_EQ(got.sink.first(Code::bad_number)->what.found, "1.5");
    EXPECT_EQ(got.file.rejected, 5);
}

TEST(TableRows, refuseATableWithoutAStep)
{
    const Imported got = csv("a,loss\nx,2.5\ny,2.0\n");
    ASSERT_FALSE(got.status.ok());
    EXPECT_EQ(got.status.error().code, Code::column_missing);
    EXPECT_EQ(got.status.error().field, "step");
    EXPECT_EQ(csv("step,loss\n").status.error().code, Code::nothing_readable);
}

TEST(TableRows, countARepeatedRecordOnce)
{
    const Imported got = jsonl("{\"step\":1,\"loss\":2.5}\n{\"step\":1,\"loss\":2.5}\n{\"step\":2,\"loss\":2.0}\n");
    EXPECT_EQ(steps(got), (Steps {1, 2}));
    EXPECT_EQ(got.sink.count(Code::repeated_by_ranks), 1);
}

TEST(TableRows, letStepsGoBack)
{
    EXPECT_EQ(steps(csv("step,loss\n10,1\n20,1\n10,1\n20,1\n")), (Steps {10, 20, 10, 20}));
    // a counter within the epoch is counted on; one that falls with the epoch is a restart
    EXPECT_EQ(steps(csv("epoch,batch,loss\n0,0,3\n0,9,3\n1,0,2\n1,9,2\n0,9,1\n")), (Steps {0, 9, 9, 18, 9}));
}

// --- numbers

TEST(TableNumbers, readNanAndInfinityAsWhatDiverged)
{
    const Imported got = csv("step,loss,grad_norm\n1,2.5,1\n2,NaN,Infinity\n3,nan,-inf\n4,,N/A\n");
    EXPECT_EQ(got.sink.value(1, series::loss), HUGE_VAL);
    EXPECT_EQ(got.sink.value(1, series::grad_norm), HUGE_VAL);
    EXPECT_EQ(got.sink.value(2, series::grad_norm), -HUGE_VAL);
    EXPECT_EQ(got.sink.count(Code::value_not_finite), 4);
    EXPECT_EQ(got.sink.samples.size(), 3U);
    const Imported json
        = jsonl("{\"step\":1,\"loss\":NaN,\"a\":\"NaN \\\" Infinity\"}\n{\"step\":2,\"loss\":-Infinity}\n"
                "{\"step\":3,\"loss\":\"Infinity\"}\n{\"step\":4,\"loss\":null,\"lr\":1}\n");
    EXPECT_EQ(json.sink.value(0, series::loss), HUGE_VAL);
    EXPECT_EQ(json.sink.value(1, series::loss), -HUGE_VAL);
    EXPECT_EQ(json.sink.value(2, series::loss), HUGE_VAL);
    EXPECT_TRUE(std::isnan(json.sink.value(3, series::loss)));
}

TEST(TableNumbers, takeNanForAnEmptyCellWhereItComesAndGoes)
{
    const Imported got = csv("step,loss,val_loss\n1,3,nan\n2,3,2.5\n3,3,nan\n4,3,2.25\n5,3,nan\n6,3,nan\n");
    EXPECT_EQ(got.sink.values(series::eval_loss), (std::vector<double> {2.5, 2.25}));
    EXPECT_EQ(got.sink.first(Code::value_not_finite)->handling, base::Handling::value_dropped);
}

TEST(TableNumbers, decideTheDecimalMarkForTheWholeFile)
{
    const Imported comma = csv("step;loss;tokens seen\n1;0,5;1.234.567\n1000;1,234;2.000.000\n");
    EXPECT_EQ(comma.sink.value(1, series::loss), 1.234);
    EXPECT_EQ(comma.sink.value(0, series::tokens), 1'234'567);
    const Imported point = csv("step,loss,tokens_seen\n1,0.5,\"1,234,567\"\n2,\"1,234.5\",\"2,000,000\"\n");
    EXPECT_EQ(point.sink.value(1, series::loss), 1234.5);
    EXPECT_EQ(point.sink.value(0, series::tokens), 1'234'567);
    // 1.234 or 1234? Nothing in this file tells.
    const Imported unknown = csv("step;loss\n1;1,234\n2;2\n");
    EXPECT_EQ(unknown.sink.values(series::loss), (std::vector<double> {2}));
    EXPECT_EQ(unknown.sink.first(Code::bad_number)->what.found, "1,234");
    const Imported texts = jsonl("{\"step\":\"1\",\"loss\":\"2.079\",\"tokens_seen\":\"6,785\"}\n");
    EXPECT_EQ(texts.sink.value(0, series::loss), 2.079);
    EXPECT_EQ(texts.sink.value(0, series::tokens), 6785);
}

TEST(TableNumbers, believeTotalsAndSharesByTheirValues)
{
    const Imported total = csv("step,tokens,mfu\n1,100,0.38\n2,200,0.39\n3,300,0.4\n");
    EXPECT_EQ(total.sink.value(2, series::tokens), 300);
    EXPECT_EQ(total.sink.value(2, series::mfu), 0.4);
    const Imported perStep = csv("step,tokens,mfu\n1,100,38\n2,100,39%\n3,100,40\n");
    EXPECT_LT(perStep.sink.run.seriesIndex(series::tokens), 0);
    EXPECT_EQ(perStep.sink.value(2, "tokens (log)"), 100);
    EXPECT_DOUBLE_EQ(perStep.sink.value(1, series::mfu), 0.39);
}

// --- times

TEST(TableTimes, areReadByTheirShape)
{
    for (const char* first : {"2024-03-01T00:00:01", "2024-03-01 00:00:01+00:00", "1709251201", "1709251201.0",
             "1709251201000", "1709251201000000"}) {
        const Imported got = csv(std::string("step,time,loss\n1,") + first + ",2\n");
        ASSERT_EQ(got.sink.samples.size(), 1U) << first;
        EXPECT_EQ(base::formatIso({got.sink.samples[0].time_us}), "2024-03-01T00:00:01Z") << first;
        EXPECT_TRUE(got.sink.problems.empty()) << first;
    }
    EXPECT_EQ(csv("step,time,loss\n1,2024-03-01T00:00:01,2\n").sink.fact("zone_known"), "no");
    const Imported odd = csv("step,time,loss\n1,1709251201,2\n2,yesterday,2\n3,5,2\n4,1709251204,2\n");
    EXPECT_EQ(odd.sink.count(Code::bad_time), 2);
    EXPECT_EQ(odd.sink.samples[1].time_us, base::kNoTime);
    EXPECT_EQ(odd.sink.samples.size(), 4U);
}

TEST(TableTimes, ofSpreadsheetsAreReadInOneOrder)
{
    const auto times = [](const Imported& got) {
        std::vector<std::string> all;
        for (const auto& sample : got.sink.samples)
            all.push_back(base::formatIso({sample.time_us}));
        return all;
    };
    const std::vector<std::string> march {"2024-03-12T23:59:59Z", "2024-03-13T00:00:00.5Z"};
    const Imported day = csv("step,time,loss\n1,12/03/2024 23:59:59,2\n2,13/03/2024 00:00:00.5,2\n");
    EXPECT_EQ(times(day), march); // the second row tells the order of the first
    EXPECT_EQ(times(csv("step,time,loss\n1,3/12/2024 23:59:59,2\n2,3/13/24 0:00:00.5,2\n")), march);
    EXPECT_EQ(day.sink.fact("zone_known"), "no");
    EXPECT_TRUE(day.sink.problems.empty());
    const Imported either = csv("step,time,loss\n1,03/04/2024 10:00,2\n2,03/04/2024 10:01,2\n3,17/04/2024 10:02,2\n");
    EXPECT_EQ(times(either).front(), "2024-04-03T10:00:00Z"); // by the third row
    const Imported assumed = csv("step,time,loss\n1,03/04/2024 10:00,2\n2,03/04/2024 10:01,2\n");
    EXPECT_EQ(times(assumed).front(), "2024-03-04T10:00:00Z");
    EXPECT_EQ(assumed.sink.count(Code::number_ambiguous), 1);
    const Imported odd = csv("step,time,loss\n1,13/03/2024 10:00,2\n2,31/02/2024 10:01,2\n3,13/14/2024,2\n");
    EXPECT_EQ(odd.sink.count(Code::bad_time), 2);
}

TEST(TableTimes, thatCanBeTwoThingsAreNone)
{
    const Imported got = csv("step,time,loss\n10,5.0,2\n20,10.5,2\n30,16.0,2\n");
    EXPECT_EQ(got.sink.first(Code::time_ambiguous)->what.field, "time");
    EXPECT_EQ(got.sink.samples[0].time_us, base::kNoTime);
    EXPECT_LT(got.sink.run.seriesIndex(series::step_time), 0);
    EXPECT_EQ(got.sink.value(2, "time"), 16); // kept all the same
    const Imported named = mapped("csv_generic", "step,time,loss\n10,5.0,2\n20,10.5,2\n30,16.0,2\n", "elapsed=time");
    EXPECT_DOUBLE_EQ(named.sink.value(1, series::step_time), 0.55);
    // with a unit, step by step, up and down: the time of each step
    const Imported each = csv("step,loss,time_ms\n1,2,300\n2,2,250\n3,2,251\n");
    EXPECT_EQ(each.sink.value(0, series::step_time), 0.3);
}

TEST(TableTimes, ofAStepHaveTheUnitOfTheirName)
{
    EXPECT_EQ(csv("step,loss,step_time_ms\n1,2,300\n").sink.value(0, series::step_time), 0.3);
    EXPECT_EQ(csv("step,loss,step_time (s)\n1,2,3\n").sink.value(0, series::step_time), 3);
    const Imported assumed = csv("step,loss,step_time\n1,2,0.3\n");
    EXPECT_EQ(assumed.sink.value(0, series::step_time), 0.3);
    EXPECT_EQ(assumed.sink.first(Code::unit_assumed)->what.expected, "s");
    const Imported large = csv("step,loss,step_time\n1,2,24500\n2,2,24600\n");
    EXPECT_LT(large.sink.run.seriesIndex(series::step_time), 0);
    EXPECT_EQ(large.sink.first(Code::bad_unit)->what.field, "step_time");
    EXPECT_EQ(large.sink.value(0, "step_time (log)"), 24'500);
}

TEST(TableTimes, thatElapseGiveStepTimesOnlyWhereNothingBetterIs)
{
    const Imported got = csv("step,elapsed_s,loss\n1,2.0,3\n11,7.0,2\n11,7.5,\n21,12.0,1\n");
    EXPECT_EQ(got.sink.values(series::step_time), (std::vector<double> {2.0, 0.5, 0.5}));
    const Imported timed = csv("step,elapsed_s,time,loss\n1,2.0,1709251201,3\n11,7.0,1709251206,2\n");
    EXPECT_LT(timed.sink.run.seriesIndex(series::step_time), 0);
}

// --- JSON lines

TEST(JsonLines, takeColumnsThatComeLater)
{
    std::string text;
    for (int i = 1; i <= 150; ++i)
        text += "{\"step\":" + std::to_string(i) + ",\"a\":1}\n";
    text += R"({"step":151,"train/loss":2.5,"new":7,"eval/loss":2.25,"what":"x","who":"y"})"
            "\n";
    for (const std::size_t block : {1U, 7U, 65'536U}) {
        const Imported got = jsonl(text, block);
        ASSERT_EQ(got.sink.samples.size(), 151U);
        EXPECT_EQ(got.sink.value(150, series::loss), 2.5);
        EXPECT_EQ(got.sink.value(150, series::eval_loss), 2.25);
        EXPECT_EQ(got.sink.value(150, "new"), 7);
        EXPECT_EQ(got.sink.count(Code::bad_number), 2);
        EXPECT_EQ(got.sink.first(Code::bad_number)->what.line, 151);
    }
}

TEST(JsonLines, nameWhatLiesWithin)
{
    const Imported got
        = jsonl("{\"step\":1,\"train\":{\"loss\":2.5,\"deep\":{\"x\":1}},\"lr\":[0.1,{\"loss\":9},[2]]}\n"
                "{\"step\":2,\"train\":{\"loss\":2.0}}\n");
    EXPECT_EQ(got.sink.value(0, series::loss), 2.5);
    EXPECT_EQ(got.sink.value(0, "train/deep/x"), 1);
    EXPECT_EQ(got.sink.count(Code::bad_number), 1);
    EXPECT_EQ(got.sink.first(Code::bad_number)->what.field, "lr");
}

TEST(JsonLines, passOverLinesThatAreNone)
{
    const std::string deep = "{\"step\":" + std::string(100'000, '[') + std::string(100'000, ']') + "}";
    const std::string nested = [] {
        std::string text = "{\"step\":1";
        for (int i = 0; i < 10'000; ++i)
            text += ",\"a\":{\"b\":1";
        return text;
    }();
    const Imported got
        = jsonl("{\"step\":1,\"loss\":2.5}\n[1,2]\n7\nhello\n\n{\"step\":2,\"loss\":1e999}\n{\"step\":2,}\n" + deep
            + "\n" + nested + "\n{\"step\":3,\"loss\":2.0}\n");
    EXPECT_EQ(steps(got), (Steps {1, 3}));
    EXPECT_EQ(got.sink.first(Code::bad_json)->what.line, 2);
    EXPECT_EQ(got.sink.count(Code::bad_json), 6);
    EXPECT_EQ(got.file.rejected, 7); // the deep one has no step
}

TEST(JsonLines, passOverALineOfTenMegabytes)
{
    const Imported got = jsonl("{\"step\":1,\"loss\":2.5}\n{\"step\":2,\"x\":\"" + std::string(10'000'000, 'x')
        + "\"}\n{\"step\":3,\"loss\":2.0}\n");
    EXPECT_EQ(steps(got), (Steps {1, 3}));
    EXPECT_EQ(got.sink.count(Code::line_too_long), 1);
    EXPECT_EQ(got.sink.first(Code::line_too_long)->what.line, 2);
}

TEST(JsonLines, stopTakingColumnsBeforeTheMemoryIsFull)
{
    std::string text;
    for (int i = 1; i <= 6000; ++i)
        text += "{\"step\":" + std::to_string(i) + ",\"key" + std::to_string(i) + "\":1}\n";
    const Imported got = jsonl(text);
    EXPECT_TRUE(got.status.ok());
    EXPECT_LE(got.sink.run.series.size(), 5000U);
    EXPECT_EQ(got.sink.count(Code::out_of_range), 1);
}

// --- what the user says

TEST(Mapping, isReadAndChecked)
{
    const auto columns = parseColumnMapping("step=n, Loss = \"a, \"\"b\"\"\",time=when");
    ASSERT_TRUE(columns.ok());
    EXPECT_EQ(*columns, (std::vector<MappedColumn> {{"step", "n"}, {"loss", "a, \"b\""}, {"time", "when"}}));
    const auto unknown = parseColumnMapping("stepp=n");
    ASSERT_FALSE(unknown.ok());
    EXPECT_EQ(unknown.error().code, Code::name_unknown);
    EXPECT_EQ(unknown.error().args, (std::vector<std::string> {"step"}));
    EXPECT_EQ(parseColumnMapping("step=a,loss=a").error().code, Code::name_duplicate);
    EXPECT_EQ(parseColumnMapping("step=a,step=b").error().code, Code::name_duplicate);
    for (const char* bad : {"", " ", "step", "step=", "step=,loss=b", "step=\"a", "step=\"a\"b"})
        EXPECT_EQ(parseColumnMapping(bad).error().code, Code::usage) << bad;
}

TEST(Mapping, goesBeforeNamesAndValues)
{
    const Imported got = mapped("csv_generic", "step,n,loss,objective,dt\n0,100,9,2.5,7\n0,200,9,2.0,6\n",
        "step=n,loss=objective,step_time=dt");
    EXPECT_EQ(steps(got), (Steps {100, 200}));
    EXPECT_EQ(got.sink.value(0, series::loss), 2.5);
    EXPECT_EQ(got.sink.value(0, "loss (log)"), 9);
    EXPECT_EQ(got.sink.value(0, series::step_time), 7);
    const Imported rate = mapped(
        "csv_generic", "step,TFLOP/s/device,speed_ms\n1,40,7\n", "flop_per_s=TFLOP/s/device,step_time=speed_ms");
    EXPECT_EQ(rate.sink.value(0, series::flop_per_s), 4e13);
    EXPECT_EQ(rate.sink.run.series[0].scope, RateScope::device);
    EXPECT_DOUBLE_EQ(rate.sink.value(0, series::step_time), 0.007);
}

TEST(Mapping, namesAColumnThatThereIsNot)
{
    const Imported got = mapped("csv_generic", "count,objective\n1,2.5\n", "step=count,loss=objektive");
    ASSERT_FALSE(got.status.ok());
    EXPECT_EQ(got.status.error().code, Code::name_unknown);
    EXPECT_EQ(got.status.error().field, "loss");
    EXPECT_EQ(got.status.error().found, "objektive");
    EXPECT_EQ(got.status.error().args, (std::vector<std::string> {"objective"}));
    EXPECT_EQ(got.status.error().expected, "count, objective");
}

TEST(Mapping, makesATableOfWhatNothingRecognises)
{
    const TempDir dir;
    const Options options {.columns = {{"step", "n"}}};
    const std::string table = dir.write("a", "n,value\n1,2.5\n");
    EXPECT_EQ(recognise(table).error().code, Code::format_unknown);
    const auto recognised = recognise(table, {}, options);
    ASSERT_TRUE(recognised.ok());
    EXPECT_STREQ(recognised->format->id, "csv_generic");
    EXPECT_STREQ(recognise(dir.write("b", "{\"n\": 1}\n"), {}, options)->format->id, "jsonl_generic");
    const std::string log
        = dir.write("c", " iteration 1/ 9 | elapsed time per iteration (ms): 11.0 | lm loss: 2.0 |\n");
    EXPECT_EQ(recognise(log, {}, options).error().code, Code::mapping_unfit);
}

} // namespace

} // namespace fullscope::import
