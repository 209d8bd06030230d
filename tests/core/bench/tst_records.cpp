// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench_lines.h"

#include "core/bench/measurement.h"

using namespace fullscope::bench;
using fullscope::base::Code;
using fullscope::base::Problem;

namespace {

// The problems of lines that are read one after the other.
std::vector<Problem> problemsOf(const std::vector<std::string>& lines)
{
    RecordReader reader("run.jsonl");
    for (const std::string& line : lines)
        EXPECT_TRUE(reader.feed(line).ok()) << line;
    return reader.problems().entries();
}

} // namespace

TEST(BenchRecords, aWholeRunIsRead)
{
    const Measurement in = test::Lines().measurement();
    ASSERT_TRUE(in.hello && in.plan && in.end);
    EXPECT_EQ(in.hello->torch, "2.14.0");
    EXPECT_EQ(in.hello->tuned, true);
    EXPECT_EQ(in.plan->precision.compute, "bf16");
    EXPECT_EQ(in.plan->precision.tf32, false);
    EXPECT_FALSE(in.plan->precision.stochastic_rounding); // not said
    EXPECT_EQ(in.windows.size(), 5U);
    EXPECT_EQ(in.steps.size(), 111U);
    EXPECT_EQ(in.steps[0].compiles_delta, 1);
    EXPECT_FALSE(in.windows[0].energy_j);
    EXPECT_EQ(in.losses[0].loss[2], 10.3);
    EXPECT_EQ(in.kinds.at("step"), 111);
}

TEST(BenchRecords, garbageIsToldWithItsLineAndReadingGoesOn)
{
    const auto problems = problemsOf({R"({"v":1,"t":"hello","engine":"x","spec_hash":"a"})", "Compiler status PASS",
        R"({"v":1,"t":"window","w":0,"steps":0,"wall_ns":5,"tokens":1})",
        R"({"v":1,"t":"window","w":0,"steps":2,"wall_ns":-5,"tokens":1})",
        R"({"v":1,"t":"loss","i":[0,1],"loss":[NaN,1]})", R"({"v":1,"t":"loss","i":[0,1],"loss":[2.5]})",
        R"({"v":1,"t":"device","kind":"tpu"})", "[1,2]", R"({"t":"hello"})", R"({"v":1,"t":"plan","batch":1e3})",
        std::string(70'000, '['), R"({"v":1,"t":"step","i":18446744073709551615,"window":0,"wall_ns":1})",
        R"({"v":1,"t":"hello","engine":"y","spec_hash":"b"})", "\xff\xfe", R"({"v":1,"t":"check","id":7,"ok":"yes"})"});
    const std::vector<std::tuple<std::int64_t, Code, std::string>> wanted
        = {{2, Code::bad_json, ""}, {3, Code::bad_value, "steps"}, {4, Code::bad_value, "wall_ns"},
            {5, Code::bad_json, ""}, {6, Code::bad_value, "loss"}, {7, Code::bad_value, "kind"},
            {8, Code::bad_json, ""}, {9, Code::field_missing, "v"}, {10, Code::bad_value, "batch"},
            {11, Code::line_too_long, ""}, {12, Code::bad_value, "i"}, {13, Code::name_duplicate, "t"},
            {14, Code::bad_json, ""}, {15, Code::bad_value, "ok"}};
    ASSERT_EQ(problems.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        EXPECT_EQ(std::tuple(problems[i].what.line, problems[i].what.code, problems[i].what.field), wanted[i]);
        EXPECT_EQ(problems[i].what.file, "run.jsonl");
        EXPECT_LE(problems[i].what.found.size(), 90U);
    }
}

TEST(BenchRecords, nothingButBracketsIsSurvived)
{
    const std::string deep = std::string(30'000, '[') + std::string(30'000, ']');
    const auto problems = problemsOf({R"({"v":1,"t":"weather","sun":)" + deep + "}",
        R"({"v":1,"t":"hello","engine":)" + deep + R"(,"spec_hash":"a"})"});
    ASSERT_EQ(problems.size(), 2U);
    EXPECT_EQ(problems[0].what.code, Code::bad_json);
}

TEST(BenchRecords, unknownKindsAndFieldsAreKeptAndAreNoProblem)
{
    RecordReader reader;
    EXPECT_TRUE(reader.feed(R"({"v":1,"t":"weather","sun":true})").ok());
    EXPECT_TRUE(reader.feed(R"({"v":1,"t":"window","w":0,"steps":1,"wall_ns":9,"tokens":4,"new":[1]})").ok());
    EXPECT_TRUE(reader.feed("").ok());
    EXPECT_TRUE(reader.problems().empty());
    EXPECT_EQ(reader.measurement().others.size(), 1U);
    EXPECT_NE(reader.measurement().windows[0].json.find("\"new\":[1]"), std::string::npos);
}

TEST(BenchRecords, anotherVersionIsRefused)
{
    RecordReader reader("run.jsonl");
    const auto status = reader.feed(R"({"v":2,"t":"hello"})");
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, Code::bad_value);
    EXPECT_EQ(status.error().field, "v");
    EXPECT_EQ(status.error().found, "2");
    EXPECT_EQ(status.error().expected, "1");
}

TEST(BenchRecords, lostRecordsAndTornLinesAreTold)
{
    auto problems = problemsOf({R"({"v":1,"t":"heartbeat","seq":0})", R"({"v":1,"t":"heartbeat","seq":1})",
        R"({"v":1,"t":"heartbeat","seq":5})", R"({"v":1,"t":"heartbeat","seq":6})"});
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(problems[0].what.field, "seq");
    EXPECT_EQ(problems[0].what.found, "5");
    EXPECT_EQ(problems[0].what.expected, "2");
    RecordReader reader;
    reader.cutOff(R"({"v":1,"t":"win)");
    EXPECT_EQ(reader.problems().entries()[0].what.code, Code::record_truncated);
}

TEST(BenchRecords, aNumberThatGoesBackIsTold)
{
    const auto problems = problemsOf({R"({"v":1,"t":"heartbeat","seq":5})", R"({"v":1,"t":"heartbeat","seq":6})",
        R"({"v":1,"t":"heartbeat","seq":4})", R"({"v":1,"t":"heartbeat","seq":9223372036854775807})"});
    ASSERT_EQ(problems.size(), 2U);
    EXPECT_EQ(problems[0].what.found, "4");
    EXPECT_EQ(problems[0].what.expected, "7");
    EXPECT_EQ(problems[1].what.expected, "5");
}

TEST(BenchRecords, lossesThatAreNoNumberAreAbsentNotZero)
{
    RecordReader reader;
    EXPECT_TRUE(reader.feed(R"({"v":1,"t":"loss","i":[4,5],"loss":[null,1.5],"nonfinite":true})").ok());
    EXPECT_TRUE(reader.problems().empty());
    EXPECT_FALSE(reader.measurement().losses[0].loss[0]);
    EXPECT_EQ(reader.measurement().losses[0].loss[1], 1.5);
}

TEST(BenchRecords, aRecordThatIsThereTwiceCountsOnce)
{
    const std::vector<std::string> once = test::Lines().lines();
    std::vector<std::string> doubled; // each line after itself
    for (const std::string& line : once)
        doubled.insert(doubled.end(), {line, line});
    std::vector<std::string> copied = once; // the whole file after itself
    copied.insert(copied.end(), once.begin(), once.end());
    std::vector<std::string> unnumbered; // a copy whose `seq` was taken away
    for (std::string line : copied) {
        auto record = test::json::parse(line);
        record.erase("seq");
        unnumbered.push_back(record.dump());
    }
    for (const auto& lines : {doubled, copied, unnumbered}) {
        RecordReader reader("run.jsonl");
        for (const std::string& line : lines)
            EXPECT_TRUE(reader.feed(line).ok());
        const auto problems = reader.problems().entries();
        // The first record tells no time (mono_ns 0): without its number it is a second hello.
        std::size_t repeated = 0;
        for (const Problem& one : problems)
            repeated += one.what.code == Code::repeated_by_ranks ? static_cast<std::size_t>(one.count) : 0;
        EXPECT_GE(repeated, once.size() - 1);
        EXPECT_EQ(reader.measurement().windows.size(), 5U);
        EXPECT_EQ(reader.measurement().steps.size(), 111U);
        EXPECT_EQ(reader.measurement().kinds.at("window"), 5);
    }
}

TEST(BenchRecords, windowsAndStepsAreKnownByTheirNumber)
{
    std::vector<std::string> lines = test::Lines().lines();
    const std::size_t count = lines.size();
    for (std::size_t i = 0; i < count; ++i) { // numbered on, as if they were new
        auto record = test::json::parse(lines[i]);
        if (record["t"] != "window" && record["t"] != "step")
            continue;
        record["seq"] = lines.size();
        lines.push_back(record.dump());
    }
    RecordReader reader("run.jsonl");
    for (const std::string& line : lines)
        EXPECT_TRUE(reader.feed(line).ok());
    EXPECT_EQ(reader.measurement().windows.size(), 5U);
    EXPECT_EQ(reader.measurement().steps.size(), 111U);
    EXPECT_EQ(reader.problems().entries().front().what.code, Code::repeated_by_ranks);
}

TEST(BenchRecords, anotherRecordOfTheSameNumberIsOfAnotherRun)
{
    const auto problems = problemsOf({R"({"v":1,"t":"phase","seq":0,"name":"warm-up"})",
        R"({"v":1,"t":"phase","seq":1,"name":"windows"})", R"({"v":1,"t":"phase","seq":1,"name":"ceiling"})",
        R"({"v":1,"t":"phase","seq":2,"name":"ceiling after"})"});
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(problems[0].what.field, "seq");
    EXPECT_EQ(problems[0].what.found, "1");
    EXPECT_EQ(problems[0].what.expected, "2");
    EXPECT_EQ(problems[0].what.line, 3);
}

TEST(BenchRecords, whatNoMachineReachesIsRefused)
{
    const std::string window = R"({"v":1,"t":"window","w":0,"steps":20,)";
    for (const auto& [line, field] :
        {std::pair<std::string, const char*> {window + R"("wall_ns":2e9,"tokens":1e308})", "tokens"},
            {window + R"("wall_ns":1e200,"tokens":81920})", "wall_ns"},
            {window + R"("wall_ns":2e9,"tokens":81920,"energy_j":1e99})", "energy_j"},
            {window + R"("wall_ns":2e9,"tokens":81920,"mem_peak_bytes":1e25})", "mem_peak_bytes"},
            {R"({"v":1,"t":"ceiling","best_flops":1e40})", "best_flops"},
            {R"({"v":1,"t":"step","i":1,"window":0,"wall_ns":1e19})", "wall_ns"},
            {R"({"v":1,"t":"plan","batch":9000000000000000000,"seq_len":1,"tokens_per_step":1,)"
             R"("precision":{"weights":"fp32","compute":"fp32"}})",
                "batch"}}) {
        const auto problems = problemsOf({line});
        ASSERT_EQ(problems.size(), 1U) << line;
        EXPECT_EQ(problems[0].what.code, Code::out_of_range) << line;
        EXPECT_EQ(problems[0].what.field, field) << line;
    }
}

TEST(BenchRecords, tokensAreThoseOfThePlan)
{
    test::Lines run;
    std::vector<std::string> lines = run.lines();
    for (std::string& line : lines)
        if (auto record = test::json::parse(line); record["t"] == "window" && record["w"] == 2) {
            record["tokens"] = 2 * 81'920;
            line = record.dump();
        }
    RecordReader reader("run.jsonl");
    for (const std::string& line : lines)
        EXPECT_TRUE(reader.feed(line).ok());
    EXPECT_EQ(reader.measurement().windows.size(), 4U);
    EXPECT_EQ(reader.measurement().kinds.at("window"), 4);
    const Problem& problem = reader.problems().entries().front();
    EXPECT_EQ(problem.what.field, "tokens");
    EXPECT_EQ(problem.what.found, "163840");
    EXPECT_EQ(problem.what.expected, "81920"); // 20 steps of 4,096
}

// A window of 20 steps of 0.1 s with 81,920 tokens: 2 s, 40,960 tokens/s.
TEST(BenchRecords, aWindowIsHeldAgainstItsSteps)
{
    using Json = test::json;
    struct Changed {
        Json window, step;
        const char *field, *found, *expected; // field is null: nothing is wrong
    };
    for (const auto& [window, step, field, found, expected] :
        {Changed {{{"wall_ns", 250'000'000}}, {}, "wall_ns", "2.5e+08 (w 2)", "≥ 2e+09"},
            Changed {{{"steps", 200}, {"tokens", 819'200}}, {}, "steps", "200 (w 2)", "20"},
            Changed {{{"steps", 10}, {"tokens", 40'960}}, {}, "steps", "10 (w 2)", "20"},
            Changed {{{"tokens_per_s", 409'600}}, {}, "tokens_per_s", "409600", "40960"},
            Changed {{{"tokens_per_s", 40'961}}, {}, nullptr, "", ""}, // rounded
            Changed {{{"wall_ns", 1'999'999'000}}, {}, nullptr, "", ""},
            Changed {{{"wall_ns", 2'500'000'000}}, {}, nullptr, "", ""}, // what lies between its steps
            // Steps that the host only queues: it is the device that takes 0.1 s for each.
            Changed {{}, {{"wall_ns", 1'000'000}, {"device_ns", 100'000'000}}, nullptr, "", ""},
            Changed {{}, {{"wall_ns", 1'000'000}, {"device_ns", 100'500'000}}, nullptr, "", ""}, // by its own clock
            Changed {{}, {{"wall_ns", 1'000'000}, {"device_ns", 125'000'000}}, "wall_ns", "2e+09 (w 2)", "≥ 2.5e+09"},
            Changed {{}, {{"wall_ns", 1'000'000}, {"device_ns", nullptr}}, nullptr, "", ""}}) {
        RecordReader reader("run.jsonl");
        for (const std::string& line : test::Lines().lines()) {
            Json record = Json::parse(line);
            if (record["t"] == "window" && record["w"] == 2 && !window.is_null())
                record.update(window);
            if (record["t"] == "step" && record["window"] == 2 && !step.is_null())
                record.update(step);
            EXPECT_TRUE(reader.feed(record.dump()).ok());
        }
        const auto problems = reader.problems().entries();
        const std::string which = window.dump() + step.dump();
        ASSERT_EQ(problems.size(), field == nullptr ? 0U : 1U) << which;
        EXPECT_EQ(reader.measurement().windows.size(), field == nullptr ? 5U : 4U) << which;
        if (field != nullptr) {
            EXPECT_EQ(problems[0].what.field, field) << which;
            EXPECT_EQ(problems[0].what.found, found) << which;
            EXPECT_EQ(problems[0].what.expected, expected) << which;
        }
    }
}

TEST(BenchRecords, aWindowWhoseStepsAreNotToldStands)
{
    RecordReader reader;
    for (const std::string& line : test::Lines().lines())
        if (const auto record = test::json::parse(line); record["t"] != "step" || record["window"] == -1) {
            auto numbered = record;
            numbered.erase("seq");
            EXPECT_TRUE(reader.feed(numbered.dump()).ok());
        }
    EXPECT_TRUE(reader.problems().empty());
    EXPECT_EQ(reader.measurement().windows.size(), 5U);
}
