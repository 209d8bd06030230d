// SPDX-License-Identifier: GPL-3.0-or-later
// Results of benchmarks in a workspace, as people and pipelines ask for them.
#include "tests/cli/program.h"
#include "tests/core/bench/bench_lines.h"

#include <filesystem>

namespace fullscope::cli::test {

using bench::test::Lines;

class ProgramBenchmarks : public Program {
protected:
    // 4,096 tokens a step of `seconds` on an H200, with which driver and when.
    static Lines onH200(double seconds, const std::string& started, const std::string& driver)
    {
        Lines run;
        run.hello["started"] = started;
        run.device = {{"kind", "cuda"}, {"name", "NVIDIA H200"}, {"world_size", 1}, {"driver", driver}};
        run.plan["flops_per_step"] = 4.945e13;
        run.ceilings = {9e14, 9e14};
        run.windows_s.clear();
        for (const double share : {0.99, 1.01, 1.0, 1.005, 0.995})
            run.windows_s.emplace_back(20, share * seconds);
        run.warm_up_s.assign(10, seconds);
        return run;
    }
    std::string python(const Lines& lines)
    {
        write("lines.jsonl", lines.text());
        write("python", "#!/bin/sh\ncat '" + file("lines.jsonl") + "' >&3\n");
        std::filesystem::permissions(file("python"), std::filesystem::perms::owner_all);
        return file("python");
    }
};

TEST_F(ProgramBenchmarks, runStoresItsResultOnce)
{
    const std::string worker = python(onH200(0.1, "2026-11-20T10:00:00Z", "570.1"));
    const std::vector<std::string> words = {"bench", "run", "--python", worker, "--workspace", "w.fullscope"};
    Outcome out = run(words);
    EXPECT_EQ(out.exit_code, 0) << out.err;
    EXPECT_TRUE(out.says("Benchmark 1: NVIDIA H200, bf16, torch")) << out.err;
    EXPECT_TRUE(run(words).says("Number 1 is of the same run and was replaced")); // this worker always says the same
    const json list = document({"benchmarks", "--workspace", "w.fullscope"}).at("benchmarks");
    ASSERT_EQ(list.size(), 1U);
    EXPECT_EQ(list[0].at("chip"), "H200 SXM 141GB");
    expectNear(list[0].at("mfu_peak"), 0.5, 1e-9); // 4.945e13 / 0.1 of 989e12 FLOP/s
    EXPECT_EQ(list[0].at("measured"), "2026-11-20T10:00:00Z");
    const json shown = document({"benchmarks", "show", "1", "--price", "$36/h", "--workspace", "w.fullscope"});
    expectNear(shown.at("result").at("cost_per_1000_steps").at("value"), 1.0, 1e-9); // 100 s of $36 an hour
    expectNear(shown.at("result").at("mfu_peak"), 0.5, 1e-9);
    EXPECT_NE(run({"benchmarks", "show", "1", "--price", "36", "--workspace", "w.fullscope"})
                  .out.find("costs $36.00 per hour and $864.00 per day"),
        std::string::npos);
}

TEST_F(ProgramBenchmarks, importTakesResultsAndNamesWhatIsBroken)
{
    write("a.log", onH200(0.1, "2026-11-20T10:00:00Z", "570.1").text());
    const json out = document({"import", "a.log"}).at("imported");
    ASSERT_EQ(out.size(), 1U);
    EXPECT_EQ(out[0].at("kind"), "benchmark");
    EXPECT_EQ(out[0].at("how"), "added");
    EXPECT_EQ(out[0].at("sha256").get<std::string>().size(), 64U);
    EXPECT_EQ(run({"benchmarks", "show", "1", "-o", "whole.json"}).exit_code, 0);
    const std::string whole = contents(file("whole.json"));
    write("half.json", whole.substr(0, whole.size() / 2));
    const Outcome broken = run({"import", "half.json", "--workspace", "new.fullscope"});
    EXPECT_EQ(broken.exit_code, 1);
    EXPECT_TRUE(broken.says("half.json:")) << broken.err;
    EXPECT_TRUE(broken.says("not valid JSON")) << broken.err;
    EXPECT_FALSE(std::filesystem::exists(file("new.fullscope")));
}

TEST_F(ProgramBenchmarks, aResultComesOnStandardInputToo)
{
    write("a.jsonl", onH200(0.1, "2026-11-20T10:00:00Z", "570.1").text());
    const Outcome out = call({.arguments = {"import", "-", "--json"}, .input = file("a.jsonl")});
    EXPECT_EQ(out.exit_code, 0) << out.err;
    EXPECT_EQ(json::parse(out.out).at("imported").at(0).at("kind"), "benchmark");
    // The same as a document: nothing is there twice.
    ASSERT_EQ(run({"benchmarks", "show", "1", "-o", "whole.json"}).exit_code, 0);
    ASSERT_EQ(call({.arguments = {"import", "-"}, .input = file("whole.json")}).exit_code, 0);
    EXPECT_EQ(document({"benchmarks"}).at("benchmarks").size(), 1U);
    // Found, and counted among what there is.
    const json found = document({"find", "h200"});
    EXPECT_EQ(found.at("total").at("benchmarks"), 1);
    const json& hit = found.at("hits").at(0);
    EXPECT_EQ(hit.at("in"), "benchmarks");
    EXPECT_EQ(hit.at("place"), json::parse(R"({"kind": "benchmark", "id": 1})"));
    EXPECT_NE(run({"find", "H200"}).out.find("benchmarks show 1"), std::string::npos);
    const json holds = document({"overview"}).at("holds").at("benchmarks");
    EXPECT_EQ(holds.at("count"), 1);
    EXPECT_EQ(holds.at("records"), 100); // steps of five windows
}

TEST_F(ProgramBenchmarks, whatIsNotToBeReliedOnStandsOpen)
{
    Lines quick = onH200(0.1, "2026-11-20T10:00:00Z", "570.1");
    quick.windows_s.resize(1);
    quick.plan["windows"] = 1;
    write("a.jsonl", quick.text());
    ASSERT_EQ(run({"import", "a.jsonl"}).exit_code, 0);
    const json open = document({"overview"}).at("open");
    ASSERT_EQ(open.size(), 1U);
    EXPECT_EQ(open[0].at("kind"), "benchmarks_unusable");
    EXPECT_NE(open[0].at("message").get<std::string>().find("not steady"), std::string::npos);
}

// Each run of a file that workers appended to, and none twice.
TEST_F(ProgramBenchmarks, runsOfOneFileAreKeptApart)
{
    const std::string a = onH200(0.1, "2026-11-20T10:00:00Z", "570.1").text();
    const std::string b = onH200(0.2, "2026-11-21T10:00:00Z", "570.1").text();
    write("both.jsonl", a + b + a);
    EXPECT_EQ(run({"import", "both.jsonl"}).exit_code, 2); // records that are there twice are told
    const json list = document({"benchmarks"}).at("benchmarks");
    ASSERT_EQ(list.size(), 2U);
    expectNear(list[0].at("tokens_per_s").at("value"), 20'480, 1e-9);
    expectNear(list[1].at("tokens_per_s").at("value"), 40'960, 1e-9);
    EXPECT_EQ(list[1].at("windows"), 5);
    const Outcome shown = run({"bench", "show", "both.jsonl"});
    EXPECT_EQ(shown.out.find("fresh processes"), std::string::npos) << "they are no repeats";
}

TEST_F(ProgramBenchmarks, historyMarksWhatChangedAndOverridesAreSaid)
{
    write("a.jsonl", onH200(0.1, "2026-11-01T10:00:00Z", "570.1").text());
    write("b.jsonl", onH200(0.08, "2026-11-20T10:00:00Z", "580.2").text());
    Lines other = onH200(0.05, "2026-11-25T10:00:00Z", "580.2");
    other.plan["batch"] = 16;
    write("c.jsonl", other.text());
    ASSERT_EQ(run({"import", "b.jsonl", "a.jsonl", "c.jsonl"}).exit_code, 0);
    const json histories = document({"benchmarks", "history", "h200"}).at("histories");
    ASSERT_EQ(histories.size(), 2U); // another batch is another history
    const json& points = histories[1].at("points");
    ASSERT_EQ(points.size(), 2U);
    EXPECT_EQ(points[0].at("id"), 2); // by when it was measured
    EXPECT_EQ(points[1].at("changes"), json::parse(R"([{"what": "driver", "before": "570.1", "after": "580.2"}])"));
    expectNear(points[1].at("speed_ratio"), 1.25, 1e-9);
    EXPECT_EQ(run({"benchmarks", "history", "trn2"}).exit_code, 1);

    EXPECT_EQ(run({"benchmarks", "compare", "1", "3"}).exit_code, 3);
    const Outcome anyway = run({"benchmarks", "compare", "1", "3", "--anyway", "--note", "the batch is the point"});
    EXPECT_EQ(anyway.exit_code, 0);
    EXPECT_NE(anyway.out.find("Compared all the same"), std::string::npos) << anyway.out;
    const json later = document({"benchmarks", "compare", "3", "1"});
    EXPECT_EQ(later.at("overridden"), true);
    EXPECT_EQ(later.at("override").at("note"), "the batch is the point");
    EXPECT_EQ(run({"benchmarks", "remove", "3"}).exit_code, 0);
    EXPECT_EQ(run({"benchmarks", "compare", "1", "3"}).exit_code, 1);
}

TEST_F(ProgramBenchmarks, repeatsAreJoined)
{
    const std::string worker = python(onH200(0.1, "2026-11-20T10:00:00Z", "570.1"));
    write("python", // each run has a hello of its own
        "#!/bin/sh\nsed \"s/\\\"host\\\":\\\"h\\\"/\\\"host\\\":\\\"$$\\\"/\" '" + file("lines.jsonl") + "' >&3\n");
    const json out = document({"bench", "run", "--python", worker, "--repeats", "3", "-o", "r.json"});
    EXPECT_EQ(out.at("kind"), "benchmark_repeats");
    EXPECT_EQ(out.at("joined").at("told"), 3);
    expectNear(out.at("joined").at("tokens_per_s").at("value"), 40'960, 1e-9);
    expectNear(out.at("runs").at(2).at("repeat").at("number"), 3, 1e-12);
    EXPECT_NE(run({"bench", "show", "r.json"}).out.find("3 runs in fresh processes"), std::string::npos);
    EXPECT_EQ(run({"bench", "run", "--repeats", "0"}).exit_code, 1);
}

TEST_F(ProgramBenchmarks, wrongWordsAreNamed)
{
    ASSERT_EQ(run({"import", "--help"}).exit_code, 0);
    write("a.jsonl", onH200(0.1, "2026-11-20T10:00:00Z", "570.1").text());
    ASSERT_EQ(run({"import", "a.jsonl"}).exit_code, 0);
    for (const auto& [arguments, said] :
        {std::pair<std::vector<std::string>, const char*> {{"benchmarks", "show"}, "Usage: benchmarks"},
            {{"benchmarks", "show", "x"}, "show ID"}, {{"benchmarks", "show", "9"}, "no entry with this number: 9"},
            {{"benchmarks", "rename", "1", " "}, "NAME"}, {{"benchmarks", "compare", "1"}, "Usage: benchmarks"},
            {{"benchmarks", "lst"}, "lst"}}) {
        const Outcome out = run(arguments);
        EXPECT_EQ(out.exit_code, 1);
        EXPECT_TRUE(out.says(said)) << said << " not in " << out.err;
    }
}

} // namespace fullscope::cli::test
