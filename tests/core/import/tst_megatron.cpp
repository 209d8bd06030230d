// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: MANIFEST.tsv of the samples, or read off the text by hand.
#include "tests/core/import/log_sink.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace fullscope::import {

namespace {

using base::Code;
using evidence::EventKind;
using evidence::RateScope;
using evidence::RateWindow;
using testing::fileText;
using testing::Imported;
using testing::importFile;
using testing::importText;
using testing::logSample;
using testing::LogSink;
namespace series = evidence::series;

nlohmann::json manifest(const std::string& file)
{
    std::ifstream in(logSample("MANIFEST.tsv"));
    for (std::string line; std::getline(in, line);)
        if (line.starts_with(file + "\t"))
            return nlohmann::json::parse(line.substr(line.rfind('\t') + 1));
    return {};
}

Imported megatron(const std::string& text)
{
    return importText("megatron", text);
}

std::string record(int step, const std::string& fields)
{
    return " iteration " + std::to_string(step) + "/ 100 | " + fields + " |\n";
}

// --- samples

class MegatronSample : public ::testing::TestWithParam<const char*> { };

TEST_P(MegatronSample, givesTheValuesOfTheManifest)
{
    const nlohmann::json expected = manifest(GetParam());
    ASSERT_TRUE(expected.is_object());
    const Imported got = importFile(logSample(GetParam()));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "megatron");
    const LogSink& sink = got.sink;
    const std::size_t records = expected.value("complete_records", expected["step_records"].get<std::size_t>());
    ASSERT_EQ(sink.samples.size(), records);
    EXPECT_EQ(got.file.records, static_cast<std::int64_t>(records));
    const auto losses = sink.values(series::loss);
    if (expected.contains("first_loss")) {
        EXPECT_EQ(sink.samples.front().step, expected["first_step"].get<std::int64_t>());
        EXPECT_EQ(sink.samples.back().step, expected["last_step"].get<std::int64_t>());
        EXPECT_DOUBLE_EQ(losses.front(), expected["first_loss"].get<double>());
        EXPECT_DOUBLE_EQ(losses.back(), expected["last_loss"].get<double>());
        EXPECT_NEAR(sink.value(0, series::step_time), expected["first_step_time_s"].get<double>(), 1e-9);
        EXPECT_NEAR(sink.median(series::step_time), expected["median_step_time_s"].get<double>(), 1e-9);
    }
    for (const auto& [key, fact] : std::vector<std::pair<const char*, const char*>> {{"world_size", "world_size"},
             {"tp", "tensor_parallel"}, {"pp", "pipeline_parallel"}, {"dp", "data_parallel"},
             {"global_batch", "global_batch"}, {"log_interval", "log_interval"}, {"total_steps", "total_steps"}})
        if (expected.contains(key)) {
            EXPECT_EQ(sink.fact(fact), std::to_string(expected[key].get<int>())) << key;
        }
    if (expected.contains("median_tflops")) {
        EXPECT_NEAR(sink.median(series::flop_per_s), expected["median_tflops"].get<double>() * 1e12, 1);
    }
    if (expected.contains("median_mem_gib")) {
        EXPECT_DOUBLE_EQ(sink.median(series::memory), expected["median_mem_gib"].get<double>() * 1024 * 1024 * 1024);
    }
}

INSTANTIATE_TEST_SUITE_P(All, MegatronSample,
    ::testing::Values("megatron/megatron2021_gpt2_n8_tp4_pp8.out", "megatron-deepspeed/meg_ds_3d_gpt2_n16_ds-off.out",
        "megatron-deepspeed/meg_ds_3d_gpt2_n16_ds-on.out", "megatron-deepspeed/argonne_2024_a.log",
        "megatron-deepspeed/argonne_cooldown_2025.log", "traps/megatron_utf16le_bom_crlf.log",
        "traps/megatron_gzip.log.gz", "traps/megatron_two_ranks_interleaved.log", "traps/megatron_restart_appended.log",
        "traps/megatron_truncated_tail.log"));

TEST(Megatron, readsTheArgonneBranchByItsOwnCounter)
{
    // MANIFEST.tsv counts DeepSpeed's timer lines, whose global_step starts anew with each job (5 … 11); the records of
    // the run itself are steps 136004 … 136010.
    const Imported got = importFile(logSample("megatron-deepspeed/argonne_cooldown_2025.log"));
    const LogSink& sink = got.sink;
    EXPECT_EQ(sink.samples.front().step, 136'004);
    EXPECT_EQ(sink.samples.back().step, 136'010);
    EXPECT_EQ(base::formatIso({sink.samples.front().time_us}), "2025-11-10T09:43:36.161992Z");
    EXPECT_EQ(sink.fact("zone_known"), "no");
    EXPECT_DOUBLE_EQ(sink.value(0, series::loss), 12.316531);
    EXPECT_DOUBLE_EQ(sink.value(0, series::step_time), 3.4153);
    EXPECT_DOUBLE_EQ(sink.value(0, series::tokens), 6'845'305'454'592.0);
    EXPECT_DOUBLE_EQ(sink.value(0, series::samples_per_s), 1798.971);
    EXPECT_DOUBLE_EQ(sink.value(0, series::tokens_per_s), 4797.255);
    EXPECT_NEAR(sink.value(0, series::flop_per_s), 53.66e12, 1);
    EXPECT_EQ(sink.fact("world_size"), "3072");
    EXPECT_EQ(sink.fact("nodes"), "256");
    EXPECT_EQ(sink.fact("parameters"), "1986054144");
    EXPECT_EQ(sink.fact("framework"), "Megatron-DeepSpeed");
    // the head of this note is of a later job than its records
    EXPECT_TRUE(sink.events(EventKind::job_start).empty());
}

TEST(Megatron, takesFactsWithTheirLines)
{
    const Imported got = importFile(logSample("megatron/megatron2021_gpt2_n8_tp4_pp8.out"));
    EXPECT_EQ(got.sink.run.fact("world_size")->line, 9);
    EXPECT_EQ(got.sink.fact("precision"), "fp16");
    EXPECT_EQ(got.sink.run.fact("precision")->line, 10);
    EXPECT_EQ(got.sink.fact("micro_batch"), "1");
    EXPECT_EQ(got.sink.fact("hidden"), "7168");
    EXPECT_EQ(got.sink.fact("seq_len"), "1024");
}

TEST(Megatron, reportsWhereTheCollectorCut)
{
    const Imported got = importFile(logSample("megatron/megatron2021_gpt2_n8_tp4_pp8.out"));
    EXPECT_EQ(got.sink.count(Code::log_cut_by_collector), 2);
    EXPECT_EQ(got.sink.first(Code::log_cut_by_collector)->what.line, 7);
    EXPECT_EQ(got.sink.first(Code::log_cut_by_collector)->what.args, std::vector<std::string> {"1163"});
}

TEST(Megatron, keepsTheLineOfEachRecord)
{
    const Imported got = importFile(logSample("megatron/megatron2021_gpt2_n8_tp4_pp8.out"));
    // grep -n 'iteration  *10/'; the first interval was skipped by the search for a loss scale
    EXPECT_EQ(got.sink.samples.front().line, 125);
    EXPECT_TRUE(std::isnan(got.sink.value(0, series::loss)));
    EXPECT_EQ(got.sink.value(0, series::skipped_steps), 10);
}

TEST(Megatron, keepsEvaluationsWithTheirRecords)
{
    const Imported got = importFile(logSample("megatron/megatron2021_gpt2_n8_tp4_pp8.out"));
    const auto evaluations = got.sink.events(EventKind::evaluation_end);
    ASSERT_EQ(evaluations.size(), 2U);
    EXPECT_EQ(evaluations[0].step, 100);
    EXPECT_EQ(evaluations[0].after_sample, 9);
    EXPECT_DOUBLE_EQ(got.sink.value(9, series::eval_loss), 8.095942);
    EXPECT_DOUBLE_EQ(got.sink.value(19, series::eval_loss), 7.645013);
    EXPECT_EQ(got.sink.values(series::eval_loss).size(), 2U);
}

TEST(Megatron, keepsTheReasonWhyTheJobEnded)
{
    const Imported got = importFile(logSample("megatron/megatron2021_gpt2_n8_tp4_pp8.out"));
    const auto failures = got.sink.events(EventKind::failure);
    ASSERT_GE(failures.size(), 2U);
    EXPECT_LE(failures.size(), 8U);
    EXPECT_EQ(failures[1].line, 210);
    EXPECT_EQ(base::formatIso({failures[1].time_us}), "2021-05-23T08:29:53Z");
    EXPECT_EQ(failures[1].after_sample, 19);
}

TEST(Megatron, countsTwoRanksOnce)
{
    const Imported got = importFile(logSample("traps/megatron_two_ranks_interleaved.log"));
    EXPECT_EQ(got.sink.samples.size(), 62U);
    EXPECT_EQ(got.sink.count(Code::repeated_by_ranks), 62);
    EXPECT_EQ(got.file.rejected, 0);
    EXPECT_EQ(got.file.lines, 124);
}

TEST(Megatron, keepsBothExecutionsOfRepeatedSteps)
{
    const Imported got = importFile(logSample("traps/megatron_restart_appended.log"));
    ASSERT_EQ(got.sink.samples.size(), 72U);
    EXPECT_EQ(got.sink.samples[39].step, 40);
    EXPECT_EQ(got.sink.samples[40].step, 31);
    const auto resumes = got.sink.events(EventKind::resume);
    ASSERT_EQ(resumes.size(), 1U);
    EXPECT_EQ(resumes[0].step, 30);
    EXPECT_EQ(resumes[0].after_sample, 39);
    EXPECT_EQ(base::formatIso({resumes[0].time_us}), "2021-05-25T03:00:00Z");
}

TEST(Megatron, dropsOnlyTheRecordThatIsCut)
{
    const Imported got = importFile(logSample("traps/megatron_truncated_tail.log"));
    ASSERT_EQ(got.sink.samples.size(), 61U);
    EXPECT_EQ(got.file.rejected, 1);
    const base::Problem* cut = got.sink.first(Code::record_truncated);
    ASSERT_NE(cut, nullptr);
    EXPECT_EQ(cut->what.line, 62);
    EXPECT_EQ(cut->what.file, logSample("traps/megatron_truncated_tail.log"));
    EXPECT_EQ(cut->handling, base::Handling::row_skipped);
}

TEST(Megatron, readsUtf16LikeTheFileItWasMadeFrom)
{
    const Imported plain = importFile(logSample("megatron-deepspeed/meg_ds_3d_gpt2_n16_ds-off.out"));
    const Imported wide = importFile(logSample("traps/megatron_utf16le_bom_crlf.log"));
    EXPECT_EQ(wide.sink.values(series::loss), plain.sink.values(series::loss));
    EXPECT_EQ(wide.file.encoding, "utf-16le");
    EXPECT_EQ(wide.sink.samples.back().line, 62);
}

// --- variants of the record

TEST(Megatron, readsFieldsByNameInAnyOrderWithScopeAndWindow)
{
    const Imported got
        = megatron(" [2026-01-02 03:04:05.678901] iteration        1/   24000 | grad norm: 5.960 | "
                   "lm loss: 1.19E+01 | throughput per GPU (TFLOP/s/GPU): 40.4 | params norm: 238. | "
                   "elapsed time per iteration (ms): 271607.0 | consumed samples:         1024 |\n"
                   " [2026-01-02 03:08:37.000000] iteration        2/   24000 | consumed samples: 2048 | "
                   "elapsed time per iteration (ms): 271000.5 | lm loss: 1.1E+01 |\n");
    ASSERT_TRUE(got.status.ok());
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_TRUE(got.sink.problems.empty());
    EXPECT_EQ(base::formatIso({got.sink.samples[0].time_us}), "2026-01-02T03:04:05.678901Z");
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::step_time), 271.607);
    EXPECT_DOUBLE_EQ(got.sink.value(1, series::step_time), 271.0005);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::flop_per_s), 40.4e12);
    EXPECT_DOUBLE_EQ(got.sink.value(0, "params norm"), 238);
    EXPECT_DOUBLE_EQ(got.sink.value(1, series::loss), 11);
    EXPECT_TRUE(std::isnan(got.sink.value(1, series::grad_norm)));
    const auto& flops = got.sink.run.series[static_cast<std::size_t>(got.sink.run.seriesIndex(series::flop_per_s))];
    EXPECT_EQ(flops.scope, RateScope::device);
    EXPECT_EQ(flops.window, RateWindow::interval_mean);
    EXPECT_EQ(got.sink.fact("total_steps"), "24000");
}

TEST(Megatron, splitsNowAndAverageOfPrimus)
{
    const Imported got = megatron(record(1,
        "elapsed time per iteration (ms): 1460.8/1450.4 | tokens per GPU "
        "(tokens/s/GPU): 22429.5/22590.1 | lm loss: 9.0"));
    ASSERT_EQ(got.sink.samples.size(), 1U);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::step_time), 1.4608);
    EXPECT_DOUBLE_EQ(got.sink.value(0, "elapsed time per iteration (ms) (average)"), 1.4504);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::tokens_per_s), 22429.5);
    const auto& now = got.sink.run.series[static_cast<std::size_t>(got.sink.run.seriesIndex(series::tokens_per_s))];
    EXPECT_EQ(now.scope, RateScope::device);
    EXPECT_EQ(now.window, RateWindow::instant);
    const int average = got.sink.run.seriesIndex("tokens per GPU (tokens/s/GPU) (average)");
    ASSERT_GE(average, 0);
    EXPECT_EQ(got.sink.run.series[static_cast<std::size_t>(average)].window, RateWindow::cumulative);
    EXPECT_EQ(got.sink.run.series[static_cast<std::size_t>(average)].scope, RateScope::device);
}

TEST(Megatron, readsTheSpellingsOfOtherBranches)
{
    const Imported got = megatron(record(1,
        "elapsed time per iteration (ms): 10.0 | gloabl batch size: 16 | loss: 3.5 | "
        "mtp_1 loss: 4.5 | samples per second: 1600.0 | TFLOPs: 2.5 | "
        "tokens per gpu per second (tgs): 100.5"));
    EXPECT_EQ(got.sink.value(0, series::global_batch), 16);
    EXPECT_EQ(got.sink.value(0, series::loss), 3.5);
    EXPECT_EQ(got.sink.value(0, "mtp_1 loss"), 4.5);
    EXPECT_EQ(got.sink.value(0, series::samples_per_s), 1600);
    EXPECT_EQ(got.sink.value(0, series::flop_per_s), 2.5e12);
    EXPECT_EQ(got.sink.value(0, series::tokens_per_s), 100.5);
    EXPECT_EQ(got.sink.fact("global_batch"), "16"); // the same in all records
}

TEST(Megatron, keepsASecondLossUnderItsOwnName)
{
    const Imported got = megatron(record(1, "elapsed time per iteration (ms): 10.0 | lm loss: 3.5 | loss: 4.5"));
    EXPECT_EQ(got.sink.value(0, series::loss), 3.5);
    EXPECT_EQ(got.sink.value(0, "loss (log)"), 4.5); // `loss` itself is taken
    ASSERT_EQ(got.sink.run.series.size(), 3U);
}

TEST(Megatron, peelsPrefixesAndColours)
{
    for (const std::string prefix : {"[rank0]:", "0: ", " 12: ", "[default0]:", "\x1b[32m", "(pretrain, pid=4112) ",
             "    ", "2026-01-02T03:04:05.678901Z [rank3]: ", "algo-1-xyz | "}) {
        const Imported got
            = megatron(prefix + record(1, "elapsed time per iteration (ms): \x1b[1m10.0\x1b[0m | lm loss: 3.5"));
        ASSERT_EQ(got.sink.samples.size(), 1U) << prefix;
        EXPECT_EQ(got.sink.value(0, series::step_time), 0.01) << prefix;
        EXPECT_TRUE(got.sink.problems.empty()) << prefix;
    }
}

TEST(Megatron, knowsTheZoneOfAStampThatHasOne)
{
    const Imported got = megatron("2026-01-02T03:04:05+01:00 " + record(1, "elapsed time per iteration (ms): 10.0"));
    EXPECT_EQ(got.sink.fact("zone_known"), "yes");
    EXPECT_EQ(base::formatIso({got.sink.samples.at(0).time_us}), "2026-01-02T02:04:05Z");
}

TEST(Megatron, keepsNonFiniteLossesAsInfinityAndCountsThem)
{
    const Imported got = megatron(record(1, "elapsed time per iteration (ms): 10.0 | lm loss: nan")
        + record(2, "elapsed time per iteration (ms): 10.0 | lm loss: inf")
        + record(3, "elapsed time per iteration (ms): 10.0 | lm loss: -inf")
        + record(4, "elapsed time per iteration (ms): 10.0 | lm loss: 2.0"));
    ASSERT_EQ(got.sink.samples.size(), 4U);
    EXPECT_TRUE(std::isinf(got.sink.value(0, series::loss)));
    EXPECT_TRUE(std::isinf(got.sink.value(1, series::loss)));
    EXPECT_LT(got.sink.value(2, series::loss), 0);
    EXPECT_EQ(got.sink.count(Code::value_not_finite), 3);
    EXPECT_EQ(got.sink.first(Code::value_not_finite)->what.field, "lm loss");
    EXPECT_EQ(got.sink.first(Code::value_not_finite)->what.line, 1);
}

TEST(Megatron, namesValuesThatAreNoNumbersAndKeepsTheRecord)
{
    const Imported got
        = megatron(record(1, "elapsed time per iteration (ms): 1x.0 | lm loss: 3.5 | hip mem usage: 126.03GB | what"));
    ASSERT_EQ(got.sink.samples.size(), 1U);
    EXPECT_TRUE(std::isnan(got.sink.value(0, series::step_time)));
    EXPECT_EQ(got.sink.value(0, series::loss), 3.5);
    EXPECT_EQ(got.sink.count(Code::bad_number), 2);
    EXPECT_EQ(got.sink.first(Code::bad_number)->what.found, "1x.0");
    EXPECT_EQ(got.sink.count(Code::lines_not_understood), 1);
    EXPECT_EQ(got.file.rejected, 0);
}

// --- lines that are not what they should be

TEST(Megatron, namesEveryLineThatLooksLikeARecord)
{
    const std::string good = record(1, "elapsed time per iteration (ms): 10.0 | lm loss: 3.5");
    const Imported got = megatron(good + "it ration 2/ 100 | elapsed time per iteration (ms): 10.0 |\n"
        + good.substr(0, 40) + "\n" + " iteration 99999999999999999999/ 100 | elapsed time per iteration (ms): 10.0 |\n"
        + " iteration 5/ 100 | nothing: known |\n");
    EXPECT_EQ(got.sink.samples.size(), 1U);
    EXPECT_EQ(got.file.rejected, 4);
    std::vector<std::int64_t> lines;
    for (const base::Problem& problem : got.sink.problems)
        if (problem.handling == base::Handling::row_skipped)
            lines.push_back(problem.what.line);
    EXPECT_EQ(lines, (std::vector<std::int64_t> {2, 3, 4, 5}));
}

TEST(Megatron, readsTwoRecordsThatRanksWroteIntoOneLine)
{
    std::string first = record(1, "elapsed time per iteration (ms): 10.0 | lm loss: 3.5");
    first.pop_back();
    const Imported got
        = megatron(first + "[rank1]:" + record(2, "elapsed time per iteration (ms): 11.0 | lm loss: 3.25"));
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_EQ(got.sink.samples[1].step, 2);
    EXPECT_EQ(got.sink.value(1, series::loss), 3.25);
    EXPECT_TRUE(got.sink.problems.empty());
}

TEST(Megatron, keepsTheKillThatWasGluedIntoARecord)
{
    const std::string good = record(1, "elapsed time per iteration (ms): 10.0 | lm loss: 3.5");
    const std::string kill
        = "slurmstepd: error: *** JOB 7 ON n1 CANCELLED AT 2024-10-10T02:20:29 DUE TO TIME LIMIT ***\n";
    const Imported cut = megatron(good + " iteration 2/ 100 | elapsed time per iteration (ms): 1" + kill);
    EXPECT_EQ(cut.sink.samples.size(), 1U);
    EXPECT_EQ(cut.sink.count(Code::record_truncated), 1);
    ASSERT_EQ(cut.sink.events(EventKind::failure).size(), 1U);
    EXPECT_EQ(base::formatIso({cut.sink.events(EventKind::failure)[0].time_us}), "2024-10-10T02:20:29Z");

    std::string second = record(2, "elapsed time per iteration (ms): 10.0 | lm loss: 3.25");
    second.pop_back();
    const Imported whole = megatron(good + second + kill);
    EXPECT_EQ(whole.sink.samples.size(), 2U);
    EXPECT_EQ(whole.sink.count(Code::record_truncated), 0);
    EXPECT_EQ(whole.sink.events(EventKind::failure).size(), 1U);
}

TEST(Megatron, keepsAWholeLastRecordWithoutLineEnd)
{
    std::string text = record(1, "elapsed time per iteration (ms): 10.0 | lm loss: 3.5")
        + record(2, "elapsed time per iteration (ms): 10.0 | lm loss: 3.25");
    text.pop_back();
    EXPECT_EQ(megatron(text).sink.samples.size(), 2U);
    // cut after a whole field: fewer fields than before, nobody knows what is missing
    const Imported cut = megatron(text.substr(0, text.rfind(" lm loss")));
    EXPECT_EQ(cut.sink.samples.size(), 1U);
    EXPECT_EQ(cut.sink.count(Code::record_truncated), 1);
}

// --- ranks and restarts

TEST(Megatron, countsRanksOnceAlsoWhenOneLagsBehind)
{
    std::string text;
    for (const char* order : {"01", "02", "11", "03", "12", "13"}) {
        const int step = order[1] - '0';
        text += std::string(1, order[0]) + ": "
            + record(step,
                "elapsed time per iteration (ms): 1" + std::to_string(step)
                    + ".5 | lm loss: " + std::to_string(9 - step));
    }
    const Imported got = megatron(text);
    ASSERT_EQ(got.sink.samples.size(), 3U);
    EXPECT_EQ(got.sink.samples[2].step, 3);
    EXPECT_EQ(got.sink.count(Code::repeated_by_ranks), 3);
}

TEST(Megatron, keepsARepeatedStepAfterARestartEvenWithEqualValues)
{
    const std::string one = record(1, "elapsed time per iteration (ms): 10.0 | lm loss: 3.5");
    EXPECT_EQ(megatron(one + one).sink.samples.size(), 1U);
    EXPECT_EQ(
        megatron(one + "[before the start of training step] datetime: 2026-01-02 03:04:05\n" + one).sink.samples.size(),
        2U);
    const std::string other = record(1, "elapsed time per iteration (ms): 10.5 | lm loss: 3.5");
    EXPECT_EQ(megatron(one + other).sink.samples.size(), 2U); // one process, another time: it ran again
    EXPECT_EQ(megatron("0:" + one + "1:" + other).sink.samples.size(), 1U); // two clocks of one step
}

// --- events

TEST(Megatron, takesCheckpointsOncePerStepWithTheirSeconds)
{
    const std::string one = record(500, "elapsed time per iteration (ms): 10.0 | lm loss: 3.5");
    const Imported got = megatron("[default0]:" + one
        + "[default0]:saving checkpoint at iteration     500 to /ckpt in torch_dist format\n"
          "[default1]:saving checkpoint at iteration     500 to /ckpt in torch_dist format\n"
          "[default0]:  successfully saved checkpoint from iteration     500 to /ckpt [ t 1/2, p 1/4 ]\n"
          "(min, max) time across ranks (ms):\n"
          "    save-checkpoint ................................: (8932.22, 8940.50)\n");
    const auto begins = got.sink.events(EventKind::checkpoint_begin), ends = got.sink.events(EventKind::checkpoint_end);
    ASSERT_EQ(begins.size(), 1U);
    EXPECT_EQ(begins[0].step, 500);
    EXPECT_EQ(begins[0].line, 2);
    ASSERT_EQ(ends.size(), 1U);
    EXPECT_EQ(ends[0].step, 500);
    EXPECT_DOUBLE_EQ(ends[0].seconds, 8.9405);
}

TEST(Megatron, tellsStartResumeAndEnd)
{
    const Imported got = megatron("2026-01-02 03:00:00,500 INFO starting\n"
                                  "  successfully loaded checkpoint from /ckpt [ t 1/1, p 1/1 ] at iteration 40\n"
                                  "[before the start of training step] datetime: 2026-01-02 03:01:00 \n"
        + record(41, "elapsed time per iteration (ms): 10.0 | lm loss: 3.5")
        + "Traceback (most recent call last):\n"
          "[exiting program after 59.5 minutes] datetime: 2026-01-02 03:59:59 \n");
    ASSERT_EQ(got.sink.events(EventKind::job_start).size(), 1U);
    EXPECT_EQ(base::formatIso({got.sink.events(EventKind::job_start)[0].time_us}), "2026-01-02T03:00:00.5Z");
    ASSERT_EQ(got.sink.events(EventKind::resume).size(), 1U);
    EXPECT_EQ(got.sink.events(EventKind::resume)[0].step, 40);
    EXPECT_EQ(got.sink.events(EventKind::resume)[0].after_sample, -1);
    EXPECT_EQ(got.sink.events(EventKind::train_start).size(), 1U);
    EXPECT_EQ(got.sink.events(EventKind::failure).size(), 1U);
    ASSERT_EQ(got.sink.events(EventKind::job_end).size(), 1U);
    EXPECT_EQ(base::formatIso({got.sink.events(EventKind::job_end)[0].time_us}), "2026-01-02T03:59:59Z");
    EXPECT_EQ(got.sink.events(EventKind::job_end)[0].after_sample, 0);
}

TEST(Megatron, takesFp8ForThePrecisionOfItsProducts)
{
    const std::string one = record(1, "elapsed time per iteration (ms): 10.0");
    EXPECT_EQ(
        megatron("  fp8 ................ hybrid\n  params_dtype ....... torch.bfloat16\n" + one).sink.fact("precision"),
        "fp8");
    EXPECT_EQ(
        megatron("  fp8 ................ None\n  params_dtype ....... torch.bfloat16\n" + one).sink.fact("precision"),
        "bf16");
}

TEST(Megatron, saysThatNothingWasReadable)
{
    const Imported got
        = megatron("------------------------ arguments ------------------------\nTraceback (most recent call last):\n");
    ASSERT_FALSE(got.status.ok());
    EXPECT_EQ(got.status.error().code, Code::nothing_readable);
    EXPECT_EQ(got.sink.events(EventKind::failure).size(), 1U);
}

TEST(Megatron, stopsWhenTheSinkRefuses)
{
    std::string text;
    for (int step = 1; step < 10; ++step)
        text += record(step, "elapsed time per iteration (ms): 10." + std::to_string(step));
    LogSink sink;
    sink.refuse_after = 3;
    testing::MemorySource source(text);
    const auto status = formatById("megatron")->parse(source, sink, {});
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, Code::disk_full);
    EXPECT_EQ(sink.samples.size(), 3U);
}

} // namespace

} // namespace fullscope::import
