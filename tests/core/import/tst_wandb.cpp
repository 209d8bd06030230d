// SPDX-License-Identifier: GPL-3.0-or-later
// The samples hold the records of a real run as its .wandb file had them, one JSON object a line; the test puts them
// back into that format. Expected values: MANIFEST.tsv, or what the test wrote itself.
#include "tests/core/import/log_sink.h"
#include "tests/core/import/temp_dir.h"
#include "tests/core/import/wire_writer.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <random>
#include <sstream>

namespace fullscope::import {

namespace {

using base::Code;
using evidence::EventKind;
using testing::bytesField;
using testing::Imported;
using testing::importText;
using testing::integerField;
using testing::logSample;
using testing::Pairs;
using testing::wandbConfig;
using testing::wandbHistory;
using testing::wandbStats;
using testing::wandbTimestamp;
using testing::WandbWriter;
namespace series = evidence::series;

constexpr std::int64_t kStart = 1'700'000'000;

std::vector<nlohmann::json> lines(const std::string& name)
{
    std::vector<nlohmann::json> all;
    std::istringstream in(testing::fileText(logSample(name)));
    for (std::string line; std::getline(in, line);)
        all.push_back(nlohmann::json::parse(line));
    return all;
}

Pairs pairs(const nlohmann::json& object)
{
    Pairs all;
    for (const auto& [key, value] : object.items())
        all.emplace_back(key, value.dump());
    return all;
}

std::string runRecord(const std::string& more = "")
{
    return bytesField(17, bytesField(1, "iqu955sp") + bytesField(17, wandbTimestamp(kStart, 500'000'000)) + more);
}

Imported wandb(const std::vector<std::string>& records, std::size_t blockSize = 65'536)
{
    WandbWriter writer;
    for (const std::string& record : records)
        writer.add(record);
    return importText("wandb", writer.bytes, blockSize);
}

std::string stepped(int step, const std::string& loss, int second)
{
    return wandbHistory({{"train/loss", loss}, {"train/global_step", std::to_string(step)},
        {"_timestamp", std::to_string(kStart + second)}, {"_step", std::to_string(step * 7)}});
}

std::vector<std::int64_t> steps(const Imported& got)
{
    std::vector<std::int64_t> all;
    for (const evidence::Sample& sample : got.sink.samples)
        all.push_back(sample.step);
    return all;
}

std::string alpaca(bool nested)
{
    WandbWriter writer;
    writer.add(runRecord());
    const auto stats = lines("wandb/alpaca_wandb-events.jsonl");
    std::size_t next = 0;
    for (const auto& history : lines("wandb/alpaca_wandb-history.jsonl")) {
        for (; next < stats.size() && stats[next]["_timestamp"] < history["_timestamp"]; ++next)
            writer.add(wandbStats(stats[next]["_timestamp"].get<std::int64_t>(), pairs(stats[next])));
        writer.add(wandbHistory(pairs(history), nested));
    }
    for (; next < stats.size(); ++next)
        writer.add(wandbStats(stats[next]["_timestamp"].get<std::int64_t>(), pairs(stats[next])));
    writer.add(bytesField(3, wandbConfig(pairs(lines("wandb/alpaca_wandb-summary.json").at(0)))));
    return writer.bytes;
}

// --- a real run

TEST(Wandb, givesTheValuesOfTheManifest)
{
    const testing::TempDir dir;
    for (const bool nested : {false, true}) {
        const Imported got = testing::importFile(dir.write("run", alpaca(nested)));
        ASSERT_TRUE(got.status.ok());
        EXPECT_EQ(got.format, "wandb");
        ASSERT_EQ(got.sink.samples.size(), 1218U);
        EXPECT_EQ(got.sink.samples.front().step, 1);
        EXPECT_EQ(got.sink.samples.back().step, 1218);
        EXPECT_EQ(got.sink.value(0, series::loss), 1.586);
        EXPECT_EQ(got.sink.value(1217, series::loss), 0.3967);
        EXPECT_EQ(got.sink.samples.front().time_us, 1'698'895'708'958'686); // 2023-11-02T03:28:28
        EXPECT_EQ(got.sink.samples.back().time_us / 1'000'000, 1'698'900'335); // 2023-11-02T04:45:35
        EXPECT_EQ(got.sink.fact("train_runtime"), "4636.6664");
        EXPECT_EQ(got.sink.fact("zone_known"), "yes");
        EXPECT_TRUE(got.sink.problems.empty());
        std::vector<double> intervals;
        for (std::size_t i = 1; i < 1218; ++i)
            intervals.push_back(
                static_cast<double>(got.sink.samples[i].time_us - got.sink.samples[i - 1].time_us) / 1e6);
        EXPECT_NEAR(intervals[0], 3.835, 1e-3);
        std::sort(intervals.begin(), intervals.end());
        EXPECT_NEAR(intervals[608], 3.784549, 1e-5);
    }
}

// 47 records of system metrics, 44 of them with GPUs, two minutes apart, among records 4 s apart: no two in one mean.
TEST(Wandb, keepsTheSystemMetricsOfAllDevices)
{
    const Imported got = importText("wandb", alpaca(true));
    for (int gpu = 0; gpu < 8; ++gpu)
        EXPECT_GE(got.sink.run.seriesIndex("system.gpu." + std::to_string(gpu) + ".gpu"), 0) << gpu;
    EXPECT_EQ(got.sink.values("system.gpu.0.gpu").size(), 44U);
    EXPECT_NEAR(got.sink.median("system.gpu.0.gpu"), 97.235, 1e-9); // by Python; MANIFEST.tsv has the uncut file's
    const int power = got.sink.run.seriesIndex("system.gpu.0.powerWatts");
    ASSERT_GE(power, 0);
    EXPECT_EQ(got.sink.run.series[static_cast<std::size_t>(power)].unit, "W");
    EXPECT_EQ(got.sink.run.series[static_cast<std::size_t>(power)].window, evidence::RateWindow::interval_mean);
}

// --- records

TEST(Wandb, takesTheStepThatTheTrainerLogs)
{
    EXPECT_EQ(steps(wandb({stepped(10, "2.0", 1), stepped(20, "1.0", 2)})), (std::vector<std::int64_t> {10, 20}));
    const Imported calls
        = wandb({wandbHistory({{"loss", "2.0"}, {"_step", "0"}}), wandbHistory({{"loss", "1.0"}, {"_step", "1"}})});
    EXPECT_EQ(steps(calls), (std::vector<std::int64_t> {0, 1}));
    // new versions may keep the number outside the items
    const Imported outside = wandb({bytesField(
        2, bytesField(1, bytesField(2, "loss") + bytesField(16, "2.0")) + bytesField(2, integerField(1, 5)))});
    EXPECT_EQ(steps(outside), (std::vector<std::int64_t> {5}));
    // define_metric names it
    const Imported named = wandb({bytesField(12, bytesField(2, "*") + bytesField(4, "my/opt_step")),
        wandbHistory({{"loss", "2.0"}, {"my/opt_step", "300"}, {"_step", "1"}})});
    EXPECT_EQ(steps(named), (std::vector<std::int64_t> {300}));
    const Imported none = wandb({wandbHistory({{"loss", "2.0"}}), stepped(1, "1.0", 0)});
    EXPECT_EQ(none.sink.count(Code::bad_number), 1);
    EXPECT_EQ(none.sink.samples.size(), 1U);
}

TEST(Wandb, putsAnEvaluationToTheStepThatItWasMadeAt)
{
    const Imported got = wandb({stepped(10, "2.0", 1),
        wandbHistory({{"eval/loss", "2.5"}, {"train/global_step", "10"}, {"_timestamp", std::to_string(kStart + 31)}}),
        wandbHistory({{"gc/pause", "0.25"}, {"_timestamp", std::to_string(kStart + 32)}, {"_step", "9"}}),
        stepped(20, "1.0", 40)});
    EXPECT_EQ(steps(got), (std::vector<std::int64_t> {10, 20}));
    EXPECT_EQ(got.sink.value(0, series::eval_loss), 2.5);
    EXPECT_EQ(got.sink.value(0, "gc/pause"), 0.25); // between two steps, without one
    const auto evaluations = got.sink.events(EventKind::evaluation_end);
    ASSERT_EQ(evaluations.size(), 1U);
    EXPECT_EQ(evaluations[0].time_us, (kStart + 31) * 1'000'000);
    EXPECT_EQ(evaluations[0].after_sample, 0);
}

TEST(Wandb, keepsRepeatedAndReturningSteps)
{
    EXPECT_EQ(steps(wandb({stepped(10, "2", 1), stepped(20, "2", 2), stepped(20, "2", 3), stepped(15, "2", 9)})),
        (std::vector<std::int64_t> {10, 20, 20, 15}));
}

TEST(Wandb, readsTheValuesThatJsonCanBe)
{
    const Imported got = wandb({wandbHistory({{"train/loss", "NaN"}, {"grad_norm", "\"Infinity\""}, {"a", "true"},
        {"b", "null"}, {"c", "\"12\""}, {"d", "[1,2]"}, {"e", R"({"_type":"histogram","bins":[1],"values":[2]})"},
        {"val", R"({"acc":0.5,"by":{"class":{"x":1}},"image":{"_type":"image-file"}})"}, {"f", "{broken"},
        {"训练/准确率", "1e-3"}, {"global_step", "3"}, {"_timestamp", "1.7e9"}})});
    ASSERT_EQ(got.sink.samples.size(), 1U);
    EXPECT_EQ(got.sink.value(0, series::loss), HUGE_VAL);
    EXPECT_EQ(got.sink.value(0, series::grad_norm), HUGE_VAL);
    EXPECT_EQ(got.sink.count(Code::value_not_finite), 2);
    EXPECT_EQ(got.sink.value(0, "val.acc"), 0.5);
    EXPECT_EQ(got.sink.value(0, "val.by.class.x"), 1);
    EXPECT_EQ(got.sink.value(0, "训练/准确率"), 1e-3);
    EXPECT_EQ(got.sink.run.series.size(), 5U);
    EXPECT_EQ(got.sink.count(Code::bad_json), 1);
    EXPECT_EQ(got.sink.samples[0].time_us, 1'700'000'000'000'000);
}

TEST(Wandb, readsConfigEndAndOutput)
{
    const std::string config = wandbConfig({{"per_device_train_batch_size", "4"}, {"max_steps", "-1"},
        {"block_size", "1024"}, {"params_dtype", "\"bfloat16\""}, {"secret", "\"x\""}});
    const Imported got = wandb(
        {runRecord(bytesField(4, config)), bytesField(5, wandbConfig({{"n_layer", "12"}})), stepped(1, "2.0", 5),
            bytesField(13,
                integerField(1, 0) + bytesField(2, wandbTimestamp(kStart + 9))
                    + bytesField(3, "12%|##\nTraceback (most recent call last):\n  File")),
            bytesField(18, integerField(1, 1) + integerField(2, 10))});
    EXPECT_EQ(got.sink.fact("micro_batch"), "4");
    EXPECT_EQ(got.sink.fact("seq_len"), "1024");
    EXPECT_EQ(got.sink.fact("precision"), "bfloat16");
    EXPECT_EQ(got.sink.fact("layers"), "12");
    EXPECT_EQ(got.sink.fact("max_steps"), "");
    EXPECT_EQ(got.sink.run.facts.size(), 5U); // with zone_known
    EXPECT_EQ(got.sink.events(EventKind::job_start).at(0).time_us, kStart * 1'000'000 + 500'000);
    const auto failures = got.sink.events(EventKind::failure);
    ASSERT_EQ(failures.size(), 2U);
    EXPECT_EQ(failures[0].time_us, (kStart + 9) * 1'000'000);
    EXPECT_TRUE(failures[0].text.starts_with("Traceback"));
    EXPECT_EQ(failures[1].text, "exit code 1");
    EXPECT_EQ(got.sink.events(EventKind::job_end).at(0).time_us, (kStart + 10) * 1'000'000 + 500'000);
    // the run time of a resumed run does not count from here
    const Imported resumed
        = wandb({runRecord(integerField(18, 1)), stepped(1, "2.0", 5), bytesField(18, integerField(2, 10))});
    EXPECT_EQ(resumed.sink.events(EventKind::job_end).at(0).time_us, base::kNoTime);
    EXPECT_TRUE(resumed.sink.events(EventKind::failure).empty());
}

TEST(Wandb, averagesTheMetricsBetweenTwoRecords)
{
    const auto power = [](int second, const char* watts) {
        return wandbStats(kStart + second, {{"gpu.0.powerWatts", watts}});
    };
    const Imported got = wandb({power(1, "100"), stepped(1, "2", 5), power(6, "200"), power(7, "400"),
        stepped(2, "2", 10), power(11, "500"), power(12, "700")});
    EXPECT_EQ(got.sink.values("system.gpu.0.powerWatts"), (std::vector<double> {100, 450}));
}

TEST(Wandb, readsDeepNestingWithoutRecursion)
{
    const std::string lists = std::string(1'000'000, '[') + std::string(1'000'000, ']');
    std::string objects;
    for (int i = 0; i < 100'000; ++i)
        objects += R"({"a":)";
    objects += "1" + std::string(100'000, '}');
    const Imported got
        = wandb({wandbHistory({{"x", R"({"a":)" + lists + "}"}, {"y", objects}, {"loss", "1"}, {"global_step", "1"}})});
    ASSERT_EQ(got.sink.samples.size(), 1U);
    EXPECT_EQ(got.sink.run.series.size(), 1U);
}

// --- framing

TEST(Wandb, readsRecordsAcrossBlocks)
{
    std::vector<std::string> records;
    for (int step = 1; step <= 40; ++step) {
        records.push_back(bytesField(200, std::string(static_cast<std::size_t>(step) * 2003, 'x')));
        records.push_back(stepped(step, "1.5", step));
    }
    for (const std::size_t block : {1U, 4099U, 65'536U}) {
        const Imported got = wandb(records, block);
        ASSERT_TRUE(got.status.ok());
        ASSERT_EQ(got.sink.samples.size(), 40U);
        EXPECT_EQ(got.sink.samples.back().line, 80);
        EXPECT_EQ(got.file.lines, 80);
        EXPECT_TRUE(got.sink.problems.empty());
    }
}

// 1 to 12 bytes left in a block: less than a head is padding, exactly a head is an empty first piece.
TEST(Wandb, fillsBlocksToTheLastByte)
{
    for (std::size_t left = 0; left <= 12; ++left) {
        WandbWriter writer;
        const std::size_t overhead = bytesField(200, std::string(32'000, 'x')).size() - 32'000;
        writer.add(bytesField(200, std::string(32'768 - 7 - 7 - overhead - left, 'x')));
        ASSERT_EQ(writer.bytes.size(), 32'768 - left);
        writer.add(stepped(1, "1.5", 1));
        writer.add(stepped(2, "1.5", 2));
        const Imported got = importText("wandb", writer.bytes);
        EXPECT_EQ(got.sink.samples.size(), 2U) << left;
        EXPECT_TRUE(got.sink.problems.empty()) << left;
    }
}

TEST(Wandb, passesOverADamagedBlock)
{
    WandbWriter writer;
    for (int step = 1; step <= 1000; ++step)
        writer.add(stepped(step, "1.5", step));
    ASSERT_GT(writer.bytes.size(), 3U * 32'768);
    std::string damaged = writer.bytes;
    damaged[40'000] = static_cast<char>(damaged[40'000] ^ 1);
    const Imported got = importText("wandb", damaged);
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.sink.count(Code::record_damaged), 1);
    EXPECT_EQ(got.sink.first(Code::record_damaged)->handling, base::Handling::row_skipped);
    const auto kept = steps(got);
    EXPECT_LT(kept.size(), 800U);
    EXPECT_GT(kept.size(), 600U);
    EXPECT_EQ(kept.front(), 1);
    EXPECT_EQ(kept.back(), 1000);
}

TEST(Wandb, cutAnywhereKeepsTheWholeRecords)
{
    WandbWriter writer;
    std::vector<std::size_t> ends {writer.bytes.size()};
    for (int step = 1; step <= 5; ++step) {
        writer.add(stepped(step, "1.5", step));
        ends.push_back(writer.bytes.size());
    }
    for (std::size_t size = 0; size <= writer.bytes.size(); ++size) {
        const Imported got = importText("wandb", writer.bytes.substr(0, size), 11);
        const auto whole = std::upper_bound(ends.begin(), ends.end(), size) - ends.begin() - 1;
        ASSERT_EQ(static_cast<std::ptrdiff_t>(got.sink.samples.size()), std::max<std::ptrdiff_t>(whole, 0)) << size;
        const bool between = whole < 0 || ends[static_cast<std::size_t>(whole)] == size;
        ASSERT_EQ(got.sink.count(Code::record_truncated), between ? 0 : 1) << size;
    }
}

TEST(Wandb, readsZerosLaidOutInAdvance)
{
    WandbWriter writer;
    writer.add(stepped(1, "1.5", 1));
    const Imported got = importText("wandb", writer.bytes + std::string(100'000, '\0'));
    EXPECT_EQ(got.sink.samples.size(), 1U);
    EXPECT_TRUE(got.sink.problems.empty());
}

TEST(Wandb, refusesAVersionThatItDoesNotKnow)
{
    WandbWriter writer;
    writer.add(stepped(1, "1.5", 1));
    writer.bytes[6] = 2;
    const Imported got = importText("wandb", writer.bytes);
    EXPECT_EQ(got.status.error().code, Code::nothing_readable);
    ASSERT_EQ(got.sink.count(Code::bad_value), 1);
    EXPECT_EQ(got.sink.first(Code::bad_value)->what.found, "2");
    EXPECT_EQ(importText("wandb", "no such file").status.error().code, Code::nothing_readable);
}

TEST(Wandb, passesOverARecordThatIsTooLong)
{
    const Imported got = wandb({bytesField(200, std::string(17'000'000, 'x')), stepped(1, "1.5", 1)}, 1 << 20);
    EXPECT_EQ(got.sink.samples.size(), 1U);
    EXPECT_EQ(got.sink.count(Code::out_of_range), 1);
}

TEST(Wandb, flippedBytesNeverCrash)
{
    std::mt19937 random(20'260'105);
    const std::string bytes = alpaca(true).substr(0, 200'000);
    for (int round = 0; round < 40; ++round) {
        std::string damaged = bytes;
        for (int flips = 0; flips < 4; ++flips)
            damaged[random() % damaged.size()] = static_cast<char>(random());
        importText("wandb", damaged, 1 + random() % 5000);
    }
    // with good checksums
    const std::vector<std::string> records {runRecord(), stepped(1, "1.5", 1),
        wandbStats(kStart, {{"gpu.0.gpu", "9.5"}}), wandbHistory({{"val", R"({"acc":0.5})"}, {"global_step", "3"}})};
    for (int round = 0; round < 20'000; ++round) {
        std::string record = records[random() % records.size()];
        record[random() % record.size()] = static_cast<char>(random());
        const Imported got = wandb({stepped(1, "2", 1), record, stepped(2, "2", 2)});
        ASSERT_LE(got.sink.samples.size(), 3U);
        for (const evidence::Sample& sample : got.sink.samples)
            ASSERT_GE(sample.step, 0);
    }
}

TEST(Wandb, readsAHundredThousandRecords)
{
    WandbWriter writer;
    for (int step = 1; step <= 100'000; ++step)
        writer.add(stepped(step, "1.5", step));
    const Imported got = importText("wandb", writer.bytes);
    ASSERT_EQ(got.sink.samples.size(), 100'000U);
    EXPECT_EQ(got.sink.samples.back().step, 100'000);
}

} // namespace

} // namespace fullscope::import
