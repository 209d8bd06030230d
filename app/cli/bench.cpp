// SPDX-License-Identifier: GPL-3.0-or-later
// `fullscope bench`: what a training step really takes on this machine.
#include "app/cli/bench.h"

#include "app/cli/bench_arguments.h"
#include "app/cli/bench_output.h"
#include "app/cli/common.h"
#include "app/cli/contents.h"
#include "app/cli/documents.h"
#include "app/cli/text_table.h"
#include "core/base/quantity.h"
#include "core/base/text.h"
#include "core/base/write_file.h"
#include "core/bench/launch.h"
#include "core/report/bench_parts.h"
#include "core/words/bench_words.h"
#include "core/workspace/benchmarks.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>

namespace fullscope::cli {

namespace {

using base::Code;
using base::Error;
using bench::BenchResult;

constexpr const char* kUsage = "bench [devices | preflight | run | smoke | compare A.json B.json | show FILE]";
constexpr double kTolerance = 0.1;

// --- verbs

base::Result<int> devices(const Arguments& arguments, Console& console)
{
    const bench::Devices found = bench::findDevices();
    if (arguments.has("--json")) {
        console.out << text(bench::toJson(found));
        return kDone;
    }
    print(report::devicesTable(found, console.language), console.out);
    print(report::notLookedFor(found, console.language), console.err);
    return kDone;
}

base::Result<int> checkHost(const Arguments& arguments, Console& console)
{
    FS_TRY_VALUE(plan, planned(arguments));
    const auto checks = bench::preflight(plan, bench::findDevices());
    const bool stops = std::ranges::any_of(
        checks, [](const bench::CheckRecord& one) { return one.severity == "error" && one.ok && !*one.ok; });
    if (arguments.has("--json")) {
        Json list = Json::array();
        for (const bench::CheckRecord& check : checks) {
            list.push_back(bench::toJson(check));
            list.back()["title"] = words::title(check, console.language);
            list.back()["mend"] = words::mend(check, console.language);
        }
        console.out << text({{"checks", list}, {"ready", !stops}});
    } else {
        print(report::checksTable(checks, console.language), console.out);
        print(report::checkMends(checks, console.language), console.out);
    }
    return stops ? kNothingDone : kDone;
}

base::JobContext benchProgress(Console& console)
{
    if (!console.err_is_terminal)
        return console.job;
    return console.job.withSink([&console](const base::Progress& progress) {
        console.err << '\r' << progress.what << "  " << progress.done << '/' << progress.total << "\033[K"
                    << std::flush;
    });
}

base::Result<BenchResult> measured(const Arguments& arguments, const bench::Planned& plan, Console& console)
{
    FS_TRY_VALUE(options, launchOptions(arguments));
    FS_TRY_VALUE(command, bench::workerCommand(plan, options));
    FS_TRY_VALUE(summing, summaryOptions(arguments));
    bench::WorkerLimits limits {.price_per_h = summing.price_per_h};
    constexpr double kLate = 1.5, kLater_s = 60; // the worker keeps its limits itself; one that does not is stopped
    if (plan.spec.plan.max_s > 0)
        limits.most_s = kLate * plan.spec.plan.max_s + kLater_s;
    FS_TRY_VALUE(silent, quantity(arguments, "--silent-after", base::Unit::seconds));
    limits.silent_s = silent.value_or(limits.silent_s);
    auto outcome = bench::runWorker(command, limits, benchProgress(console));
    if (console.err_is_terminal)
        console.err << "\r\033[K";
    FS_TRY(outcome.ok() ? base::Status() : base::Status(outcome.error()));
    return bench::resultOf(*std::move(outcome), summing);
}

Json kept(const std::vector<BenchResult>& results)
{
    return results.size() == 1 ? bench::toJson(results.front()) : bench::repeatsToJson(results);
}

// Written also when it is partial: what was measured is not measured again.
base::Status keep(const Arguments& arguments, const std::vector<BenchResult>& results, Console& console)
{
    if (!arguments.has("--output"))
        return {};
    const std::string path = arguments.value("--output");
    FS_TRY(base::writeFile(path, text(kept(results))));
    if (!arguments.has("--json"))
        console.err << words::say(words::BenchWord::written, console.language, {path}) << '\n';
    return {};
}

// One after the other, each stored at once: what was measured is not lost with the next one.
base::Status measureRepeats(const Arguments& arguments, const bench::Planned& plan, store::WorkspaceFile* workspace,
    std::vector<BenchResult>& results, Console& console)
{
    std::int64_t repeats = 1;
    FS_TRY(takeWhole(arguments, "--repeats", repeats, 1));
    std::int64_t batch = 0;
    if (workspace != nullptr) {
        FS_TRY_VALUE(fresh, workspace->newBatch());
        batch = fresh;
    }
    for (std::int64_t number = 1; number <= repeats; ++number) {
        if (number > 1 && !console.job.check())
            return {}; // what was measured stands
        FS_TRY_VALUE(result, measured(arguments, plan, console));
        const std::string group = results.empty() ? bench::runOf(result.measurement) : results[0].repeat->group;
        if (repeats > 1)
            result.repeat = bench::Repeat {group, number, repeats};
        results.push_back(std::move(result));
        if (workspace == nullptr || results.back().measurement.kinds.empty())
            continue;
        FS_TRY_VALUE(added, workspace::addBenchmark(*workspace, results.back(), batch));
        FS_TRY_VALUE(stored, workspace->benchmark(added.id));
        console.err << said(added, stored.summary.name, console.language) << '\n';
    }
    return {};
}

base::Result<int> run(const Arguments& arguments, Console& console)
{
    FS_TRY_VALUE(plan, planned(arguments));
    std::unique_ptr<store::WorkspaceFile> workspace;
    if (arguments.has("--workspace")) { // before minutes are spent on what could not be stored
        FS_TRY_VALUE(opened, openWorkspace(arguments, store::Access::read_write, console));
        workspace = std::move(opened);
    }
    std::vector<BenchResult> results;
    const base::Status done = measureRepeats(arguments, plan, workspace.get(), results, console);
    if (!done && results.empty())
        return done.error();
    printResults(results, console, arguments.has("--json"));
    FS_TRY(keep(arguments, results, console));
    FS_TRY(done);
    return exitCode(results);
}

base::Result<std::vector<BenchResult>> readFile(const std::string& path, const Arguments& arguments, Console& console)
{
    FS_TRY_VALUE(summing, summaryOptions(arguments));
    FS_TRY_VALUE(bytes, contentsOf(path, console));
    return bench::readResults(bytes, path, summing);
}

base::Result<int> show(const Arguments& arguments, Console& console)
{
    FS_TRY_VALUE(results, readFile(arguments.words[1], arguments, console));
    printResults(results, console, arguments.has("--json"));
    FS_TRY(keep(arguments, results, console));
    return exitCode(results);
}

base::Result<int> compareFiles(const Arguments& arguments, Console& console)
{
    const std::string &a = arguments.words[1], &b = arguments.words[2];
    FS_TRY_VALUE(first, readFile(a, arguments, console));
    FS_TRY_VALUE(second, readFile(b, arguments, console));
    const bench::BenchComparison comparison = bench::compare(first.front(), second.front());
    std::optional<bench::ComparisonOverride> overridden;
    if (arguments.has("--anyway") && !comparison.comparable())
        overridden = bench::ComparisonOverride {a, b, arguments.value("--note"), console.today};
    std::optional<bench::PairedRatio> pairs;
    if (first.size() > 1 || second.size() > 1)
        pairs = bench::pairedRatio(first, second);
    printComparison({comparison, a, b, overridden, pairs}, console, arguments.has("--json"));
    return comparison.comparable() || overridden ? kDone : kFindings;
}

// Noise alone is for the interval to judge; other models, batches or losses are no baseline.
bool canBeJudged(const bench::BenchComparison& comparison)
{
    return std::ranges::all_of(
        comparison.mismatches, [](const bench::SaidMismatch& one) { return one.what == bench::Mismatch::not_steady; });
}

base::Result<int> judged(const BenchResult& result, const Arguments& arguments, Console& console)
{
    const std::string path = arguments.value("--baseline");
    FS_TRY_VALUE(baseline, readFile(path, arguments, console));
    FS_TRY_VALUE(tolerance, quantity(arguments, "--tolerance", base::Unit::share));
    const auto judgement = bench::judgeAgainst(baseline.front(), result, tolerance.value_or(kTolerance));
    const bool can = canBeJudged(judgement.comparison);
    if (arguments.has("--json")) {
        Json out = withWords(result, console);
        out["baseline"] = document(judgement.comparison, console);
        out["baseline"]["against"] = can ? Json(nameOf(judgement.against)) : Json();
        out["baseline"]["tolerance"] = judgement.tolerance;
        console.out << text(out);
    } else {
        printResult(result, console, false);
        print(report::benchComparison(judgement.comparison, path, "run", console.language), console.out);
        if (can && judgement.comparison.speed)
            console.out << words::say(words::BenchWord::against_baseline, console.language,
                {words::label(judgement.against, console.language),
                    base::formatNumber(judgement.comparison.speed->value, 3),
                    base::formatQuantity(judgement.tolerance, base::Unit::share)})
                        << '\n';
    }
    if (!can || judgement.against == bench::Against::slower)
        return kFindings;
    return judgement.against == bench::Against::uncertain ? kDoneInPart : exitCode(result);
}

// Seconds on any machine: the tiny model, few steps; with a baseline a gate for a pipeline.
base::Result<int> smoke(Arguments arguments, Console& console)
{
    const auto unless = [&arguments](const char* option, const char* value) {
        if (!arguments.has(option))
            arguments.options[option] = value;
    };
    unless("--preset", "tiny");
    unless("--threads", "1");
    FS_TRY_VALUE(plan, planned(arguments));
    plan.spec.plan.ceiling_s = 0.05;
    FS_TRY_VALUE(result, measured(arguments, plan, console));
    FS_TRY(keep(arguments, {result}, console));
    if (arguments.has("--baseline") && result.summary.tokens_per_s)
        return judged(result, arguments, console);
    printResult(result, console, arguments.has("--json"));
    return exitCode(result);
}

base::Result<int> dispatch(const Arguments& arguments, Console& console)
{
    const auto& words = arguments.words;
    const std::string verb = words.empty() ? "" : words[0];
    if (words.size() == 1) {
        if (verb == "devices")
            return devices(arguments, console);
        if (verb == "preflight")
            return checkHost(arguments, console);
        if (verb == "run")
            return run(arguments, console);
        if (verb == "smoke")
            return smoke(arguments, console);
    }
    if (verb == "show" && words.size() == 2)
        return show(arguments, console);
    if (verb == "compare" && words.size() == 3)
        return compareFiles(arguments, console);
    return Error {.code = Code::usage, .found = words.empty() ? "" : words.back(), .expected = kUsage};
}

} // namespace

int runBench(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kFlags[]
        = {"--json", "--quick", "--compile", "--compile-only", "--default-environment", "--anyway"};
    constexpr std::string_view kValued[] = {"--engine", "--python", "--device", "--preset", "--data", "--batch",
        "--precision", "--ranks", "--threads", "--seed", "--windows", "--steps", "--warm-up", "--half-width",
        "--max-time", "--max-cost", "--price", "--amortise", "--peak", "--silent-after", "--output", "--baseline",
        "--tolerance", "--repeats", "--workspace", "--note"};
    // `-o` as in other verbs that write a file.
    std::vector<std::string> given(arguments.begin(), arguments.end());
    std::ranges::replace(given, std::string("-o"), std::string("--output"));
    const auto parsed = parseArguments(given, kFlags, kValued);
    if (!parsed.ok())
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const auto done = dispatch(*parsed, console);
    return done.ok() ? *done : failed(done.error(), console, parsed->has("--json"));
}

} // namespace fullscope::cli
