// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: MANIFEST.tsv of the samples, or read off their text by hand.
#include "tests/core/import/log_sink.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace fullscope::import {

namespace {

using base::Code;
using evidence::EventKind;
using testing::Imported;
using testing::importFile;
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

} // namespace

} // namespace fullscope::import
