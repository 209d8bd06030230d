// SPDX-License-Identifier: GPL-3.0-or-later
// `fullscope bench` as people and pipelines call it, with workers that are small shell programs.
#include "tests/cli/program.h"
#include "tests/core/bench/bench_lines.h"

#include <csignal>
#include <filesystem>

#include <poll.h>

namespace fullscope::cli::test {

using bench::test::Lines;

class ProgramBench : public Program {
protected:
    // A Python that says these lines on descriptor 3, then what `after` does.
    std::string python(const Lines& lines, const std::string& after = "exit 0")
    {
        write("lines.jsonl", lines.text());
        return script("cat '" + file("lines.jsonl") + "' >&3\n" + after + "\n");
    }
    std::string script(const std::string& text)
    {
        write("python", "#!/bin/sh\n" + text);
        std::filesystem::permissions(file("python"), std::filesystem::perms::owner_all);
        return file("python");
    }
    // A run with a 100 ms step, at `times` of it.
    static Lines atPace(double times = 1)
    {
        Lines run;
        run.device = {{"kind", "cpu"}, {"name", "EPYC"}, {"threads", 1}};
        run.plan["device"] = "cpu";
        run.windows_s.clear();
        for (const double share : {0.99, 1.01, 1.0, 1.005, 0.995})
            run.windows_s.emplace_back(20, 0.1 * share * times);
        run.warm_up_s.assign(10, 0.1 * times);
        return run;
    }
};

TEST_F(ProgramBench, runPrintsAndKeepsItsResult)
{
    const std::string worker = python(atPace());
    const json out
        = document({"bench", "run", "--python", worker, "--price", "36", "--amortise", "1000", "-o", "a.json"});
    EXPECT_EQ(out.at("verdict"), "steady");
    expectNear(out.at("result").at("tokens_per_s").at("value"), 40'960, 1e-9);
    expectNear(out.at("result").at("cost_per_1000_steps").at("value"), 1.0, 1e-9);
    expectNear(out.at("result").at("cost_per_1000_steps_with_compile").at("value"), 1.12, 1e-9);
    const json kept = document({"bench", "show", "a.json"});
    EXPECT_EQ(kept.at("result"), out.at("result"));
    const json dearer = document({"bench", "show", "a.json", "--price", "$72/h"});
    expectNear(dearer.at("result").at("cost_per_1000_steps").at("value"), 2.0, 1e-9);
    const Outcome text = run({"bench", "show", "a.json"});
    for (const char* said : {"Verdict: steady", "tokens_per_s", "first_compile_h", "\"kind\": \"normal\"", "40,960"})
        EXPECT_NE(text.out.find(said), std::string::npos) << said << '\n' << text.out;
    const Outcome chinese = run({"bench", "show", "a.json", "--lang", "zh_CN"});
    EXPECT_NE(chinese.out.find("结论：") == std::string::npos ? chinese.out.find("结论") : 0, std::string::npos);
}

TEST_F(ProgramBench, theWorkerIsAskedForWhatWasTyped)
{
    const std::string worker = script("for word; do echo \"$word\" >> '" + file("asked") + "'; done\nexit 4\n");
    EXPECT_EQ(run({"bench", "run", "--python", worker, "--device", "cuda", "--preset", "tutorial", "--batch", "16",
                      "--precision", "tf32", "--compile", "--ranks", "2", "--windows", "7", "--steps", "10",
                      "--max-time", "2 min", "--price", "$2/h", "--max-cost", "$0.5", "--half-width", "5%"})
                  .exit_code,
        1);
    const std::string asked = contents(file("asked"));
    for (const char* said :
        {"train_step.py", "\"preset\":\"tutorial\"", "\"batch\":16", "\"precision\":\"fp32\"", "--tf32", "--compile\n",
            "--ranks\n2\n", "--device\ncuda\n", "\"windows\":7", "\"steps_per_window\":10", "\"max_s\":120.0",
            "\"max_usd\":0.5", "\"price_usd_h\":2.0", "\"half_width\":0.05", "--fd\n3\n", "--control\n"})
        EXPECT_NE(asked.find(said), std::string::npos) << said << " not in " << asked;
}

TEST_F(ProgramBench, everyFailureHasItsMessage)
{
    Outcome out = run({"bench", "run", "--python", "/nowhere/python"});
    EXPECT_EQ(out.exit_code, 1);
    EXPECT_TRUE(out.says("/nowhere/python: there is no such file")) << out.err;

    out = run(
        {"bench", "run", "--python", script("echo \"ModuleNotFoundError: No module named 'torch'\" >&2; exit 1")});
    EXPECT_EQ(out.exit_code, 1);
    EXPECT_NE(out.out.find("No module named 'torch'"), std::string::npos) << out.out;

    out = run({"bench", "run", "--python", python(atPace(), "kill -9 $$")});
    EXPECT_EQ(out.exit_code, 0); // all was said before
    EXPECT_NE(out.out.find("signal (Killed)"), std::string::npos) << out.out;

    out = run({"bench", "run", "--python", script("sleep 60"), "--silent-after", "0.5 s"});
    EXPECT_EQ(out.exit_code, 1);
    EXPECT_NE(out.out.find("gave no sign"), std::string::npos) << out.out;

    out = run({"bench", "run", "--python", python(atPace(), "echo 'Segmentation fault' >&3; exit 0")});
    EXPECT_EQ(out.exit_code, 2);
    EXPECT_TRUE(out.says("this is not valid JSON: “Segmentation fault”")) << out.err;

    out = run({"bench", "run", "--python", script("printf '{\"v\":9,\"t\":\"hello\"}\\n' >&3; sleep 60")});
    EXPECT_NE(out.out.find("protocol that is not known"), std::string::npos) << out.out;

    out = run({"bench", "run", "--python", python(atPace()), "-o", "/dev/full"});
    EXPECT_EQ(out.exit_code, 1);
    EXPECT_TRUE(out.says("/dev/full: the disk is full")) << out.err;
}

TEST_F(ProgramBench, wrongArgumentsAreNamed)
{
    for (const auto& [arguments, said] : {std::pair<std::vector<std::string>, const char*> {{"bench"}, "Usage: bench"},
             {{"bench", "run", "--preset", "gtp"}, "Did you mean “gpt”"}, {{"bench", "run", "--batch", "0"}, "--batch"},
             {{"bench", "run", "--precision", "fp8"}, "fp32, tf32, bf16"},
             {{"bench", "run", "--max-cost", "5"}, "--price"}, {{"bench", "run", "--device", "tpu"}, "--device"},
             {{"bench", "run", "--price", "-3"}, "--price"}, {{"bench", "run", "--max-time", "5 GB"}, "--max-time"},
             {{"bench", "show"}, "Usage: bench"}, {{"bench", "show", "none.json", "--peak", "0"}, "--peak"},
             {{"bench", "show", "none.json"}, "none.json: there is no such file"},
             {{"bench", "run", "--engine", "native", "--compile"}, "--compile"},
             {{"bench", "run", "--batch", "1000000000"}, "batch"}}) {
        const Outcome out = run(arguments);
        EXPECT_EQ(out.exit_code, 1);
        EXPECT_TRUE(out.says(said)) << said << " not in " << out.err;
    }
}

TEST_F(ProgramBench, interruptKeepsWhatWasMeasured)
{
    Lines lines = atPace();
    lines.windows_s.resize(2);
    lines.end = nullptr;
    const std::string worker = python(
        lines, "read word; printf '{\"v\":1,\"t\":\"end\",\"status\":\"cancelled\",\"stopped_by\":\"cancel\"}\\n' >&3");
    const pid_t child = start({.arguments = {"bench", "run", "--python", worker, "-o", "partial.json", "--json"}});
    pollfd never {-1, 0, 0};
    for (int i = 0; i < 200 && !std::filesystem::exists(file("lines.jsonl")); ++i)
        ::poll(&never, 0, 50);
    ::poll(&never, 0, 1'500);
    ::kill(child, SIGINT);
    const Outcome out = ended(child);
    EXPECT_EQ(out.exit_code, 2) << out.err;
    EXPECT_EQ(json::parse(out.out).at("worker").at("end"), "cancelled");
    const json kept = json::parse(contents(file("partial.json")));
    EXPECT_EQ(kept.at("verdict"), "partial");
    expectNear(kept.at("result").at("tokens_per_s").at("value"), 40'960, 1e-9);
}

TEST_F(ProgramBench, comparisonTellsWhyNot)
{
    write("a.jsonl", atPace().text());
    write("b.jsonl", atPace(0.5).text());
    Lines other = atPace(0.5);
    other.plan["batch"] = 16;
    write("c.jsonl", other.text());
    const json alike = document({"bench", "compare", "a.jsonl", "b.jsonl"});
    EXPECT_EQ(alike.at("comparable"), true);
    expectNear(alike.at("speed_ratio").at("value"), 2, 1e-9);
    const json differs = document({"bench", "compare", "a.jsonl", "c.jsonl"}, 3);
    EXPECT_EQ(differs.at("mismatches").at(0).at("id"), "batch");
    EXPECT_EQ(differs.at("mismatches").at(0).at("text"), "The batches differ: 8 against 16 sequences.");
    EXPECT_EQ(document({"bench", "compare", "a.jsonl", "c.jsonl", "--anyway"}).at("overridden"), true);
}

TEST_F(ProgramBench, smokeFailsAPipelineThatGotSlower)
{
    write("baseline.json", atPace().text());
    const std::vector<std::string> words = {"bench", "smoke", "--engine", "torch", "--baseline", "baseline.json"};
    const auto gate = [&](double times, const std::string& tolerance) {
        auto with = words;
        with.insert(with.end(), {"--python", python(atPace(times)), "--tolerance", tolerance});
        return run(with).exit_code;
    };
    EXPECT_EQ(gate(1.05, "10%"), 0);
    EXPECT_EQ(gate(1.5, "10%"), 3);
    EXPECT_EQ(gate(1.5, "60%"), 0);
}

TEST_F(ProgramBench, smokeFailsWhereTheLossDoesNotFall)
{
    for (const auto& losses : {std::vector<double> {10.3, 10.4, 10.5}, {10.5, 10.5}}) {
        Lines lines = atPace();
        lines.losses = losses;
        const Outcome out = run({"bench", "--smoke", "--python", python(lines)});
        EXPECT_EQ(out.exit_code, 3);
        EXPECT_TRUE(out.says("The loss does not fall")) << out.err;
    }
    Lines lines = atPace();
    lines.more_lines = {R"({"v":1,"t":"loss","i":[3],"loss":[null],"nonfinite":true})"};
    EXPECT_EQ(run({"bench", "smoke", "--python", python(lines)}).exit_code, 3);
    EXPECT_EQ(run({"bench", "--smoke", "--python", python(atPace())}).exit_code, 0);
}

TEST_F(ProgramBench, aCopyIsNoPairAndWhatDoesNotCountIsTold)
{
    write("a.jsonl", atPace().text());
    const json a = document({"bench", "show", "a.jsonl"});
    write("copies.json",
        json {{"schema", 1}, {"kind", "benchmark_repeats"}, {"runs", {a, a, a, a, a}}}.dump()); // of five, one
    const Outcome same = run({"bench", "compare", "copies.json", "copies.json", "--json"});
    EXPECT_EQ(json::parse(same.out).at("comparable"), true) << same.out;
    EXPECT_FALSE(json::parse(same.out).contains("pairs"));
    EXPECT_TRUE(same.says("copies.json: the same record is there more than once")) << same.err;
    json fast = a; // a tenth of the time that its 20 steps of 0.099 s take
    fast["window"][0]["wall_ns"] = 198'000'000;
    write("fast.json", fast.dump());
    const Outcome out = run({"bench", "compare", "a.jsonl", "fast.json"});
    EXPECT_EQ(out.exit_code, 3); // four windows of five: partial
    EXPECT_TRUE(out.says("“wall_ns”: this value is not allowed here: “1.98e+08 (w 0)”")) << out.err;
    EXPECT_EQ(run({"bench", "show", "fast.json"}).exit_code, 2);
}

TEST_F(ProgramBench, twoConfigurationsGoInTurn)
{
    // The worker notes how it was asked, and is twice as fast when compiled. Each run has a hello of its own.
    write("slow.jsonl", atPace().text());
    write("fast.jsonl", atPace(0.5).text());
    const std::string worker = script(
        "lines=slow\nfor word; do [ \"$word\" = --compile ] && lines=fast; done\necho $lines >> '" + file("order")
        + "'\nsed \"s/\\\"host\\\":\\\"h\\\"/\\\"host\\\":\\\"$$\\\"/\" '" + m_folder.file("") + "'$lines.jsonl >&3\n");
    const json out = document({"bench", "run", "--python", worker, "--against", "--compile", "--repeats", "6", "-o",
        "first.json", "--against-output", "second.json"});
    EXPECT_EQ(contents(file("order")), "slow\nfast\nfast\nslow\nslow\nfast\nfast\nslow\nslow\nfast\nfast\nslow\n");
    EXPECT_EQ(out.at("kind"), "benchmark_pairs");
    EXPECT_EQ(out.at("first").at("joined").at("told"), 6);
    EXPECT_EQ(out.at("comparison").at("comparable"), true);
    EXPECT_EQ(out.at("comparison").at("pairs").at("pairs"), 6);
    expectNear(out.at("comparison").at("pairs").at("speed_ratio").at("value"), 2, 1e-9);
    // The files say the same later.
    const json later = document({"bench", "compare", "first.json", "second.json"});
    EXPECT_EQ(later.at("pairs"), out.at("comparison").at("pairs"));
    for (const auto& [against, said] : {std::pair<const char*, const char*> {"--compyle", "--compyle"},
             {"--engine 'torch", "quotation mark"}, {"--device tpu", "--device"}, {"compile", "Usage"}})
        EXPECT_TRUE(run({"bench", "run", "--python", worker, "--against=" + std::string(against)}).says(said))
            << against;
    EXPECT_TRUE(run({"bench", "run", "--python", worker, "--against-output", "x.json"}).says("--against"));
}

TEST_F(ProgramBench, theMachineIsShutDownOnlyWhenThatWasSaid)
{
    std::filesystem::create_directory(file("bin"));
    const auto tool = [this](const std::string& name, const std::string& text) {
        write("bin/" + name, "#!/bin/sh\n" + text + "\n");
        std::filesystem::permissions(file("bin/" + name), std::filesystem::perms::owner_all);
    };
    tool("shutdown", "echo \"$@\" >> '" + file("off") + "'");
    tool("sudo", "exit 1");
    const std::string worker = python(atPace());
    const auto asked = [&](const std::string& answer, const std::vector<std::string>& more = {}) {
        write("answer", answer);
        std::vector<std::string> words = {"bench", "run", "--python", worker, "--price", "36", "--shutdown-after"};
        words.insert(words.end(), more.begin(), more.end());
        return call(
            {.arguments = words, .input = file("answer"), .environment = {"PATH=" + file("bin") + ":/usr/bin:/bin"}});
    };
    for (const char* no : {"", "no\n", "y\n"}) { // nothing is measured either
        const Outcome out = asked(no);
        EXPECT_EQ(out.exit_code, 1);
        EXPECT_TRUE(out.says("Type yes to go on")) << out.err;
        EXPECT_TRUE(out.out.empty());
    }
    EXPECT_FALSE(std::filesystem::exists(file("off")));
    Outcome out = asked("yes\n", {"-o", "kept.json"});
    EXPECT_EQ(out.exit_code, 0) << out.err;
    EXPECT_EQ(contents(file("off")), "-h +1\n");
    EXPECT_TRUE(out.says("shuts down in one minute")) << out.err;
    EXPECT_TRUE(std::filesystem::exists(file("kept.json")));
    EXPECT_NE(out.out.find("costs $36.00 per hour and $864.00 per day"), std::string::npos) << out.out;
    // Where the result cannot be kept, its only copy is not switched off.
    out = asked("yes\n", {"-o", "/dev/full"});
    EXPECT_EQ(out.exit_code, 1);
    EXPECT_TRUE(out.says("stays on")) << out.err;
    EXPECT_EQ(contents(file("off")), "-h +1\n");
    tool("shutdown", "echo 'must be root' >&2; exit 1");
    out = asked("yes\n");
    EXPECT_EQ(out.exit_code, 2);
    EXPECT_TRUE(out.says("could not be shut down")) << out.err;
    EXPECT_TRUE(out.says("must be root")) << out.err;
}

TEST_F(ProgramBench, devicesAndPreflightAnswer)
{
    const json devices = document({"bench", "devices"});
    EXPECT_EQ(devices.at("devices").at(0).at("kind"), "cpu");
    EXPECT_EQ(devices.at("looked_for").size(), 3U);
    const json checks = document({"bench", "preflight", "--device", "cpu", "--python", script("echo 3.11 2.14.0")});
    EXPECT_EQ(checks.at("ready"), true);
    EXPECT_EQ(checks.at("checks").at(0).at("id"), "python");
    EXPECT_EQ(checks.at("look_at").size(), 4U); // what no program can see
    EXPECT_EQ(document({"bench", "preflight", "--device", "cpu", "--python", "/no/python"}, 1).at("ready"), false);
}

} // namespace fullscope::cli::test
