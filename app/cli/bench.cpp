// SPDX-License-Identifier: GPL-3.0-or-later
// `fullscope bench`: what a training step really takes on this machine.
#include "app/cli/bench.h"

#include "app/cli/bench_arguments.h"
#include "app/cli/bench_output.h"
#include "app/cli/bench_run.h"
#include "app/cli/common.h"
#include "app/cli/contents.h"
#include "app/cli/documents.h"
#include "app/cli/text_table.h"
#include "core/base/quantity.h"
#include "core/base/text.h"
#include "core/bench/devices.h"
#include "core/bench/preflight.h"
#include "core/report/bench_parts.h"
#include "core/words/bench_run_words.h"
#include "core/words/bench_words.h"

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
    FS_TRY_VALUE(asked, prepared(arguments));
    const auto checks = bench::preflight(asked.planned, bench::findDevices());
    const bool stops = std::ranges::any_of(
        checks, [](const bench::CheckRecord& one) { return one.severity == "error" && one.ok && !*one.ok; });
    if (arguments.has("--json")) {
        Json list = Json::array();
        for (const bench::CheckRecord& check : checks) {
            list.push_back(bench::toJson(check));
            list.back()["title"] = words::title(check, console.language);
            list.back()["mend"] = words::mend(check, console.language);
        }
        Json by_hand = Json::array();
        for (int i = 0; i < static_cast<int>(words::ToLookAt::count); ++i)
            by_hand.push_back(words::sentence(static_cast<words::ToLookAt>(i), console.language));
        console.out << text({{"checks", list}, {"ready", !stops}, {"look_at", by_hand}});
    } else {
        print(report::checksTable(checks, console.language), console.out);
        print(report::checkMends(checks, console.language), console.out);
        print(report::toLookAt(console.language), console.out);
    }
    return stops ? kNothingDone : kDone;
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
    for (const auto* side : {&first, &second})
        for (const BenchResult& result : *side)
            printProblems(result, console);
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

// Whether it trains at all: false where a loss is no number or the last is not below the first.
bool learns(const BenchResult& result, Console& console)
{
    const auto losses = bench::lossesOf(result.measurement);
    if (losses.empty())
        return true; // nothing was told, and that is said by the verdict
    const bool finite = std::ranges::all_of(losses, [](const auto& one) { return one.second.has_value(); });
    const auto &first = losses.begin()->second, &last = losses.rbegin()->second;
    if (finite && (losses.size() < 2 || *last < *first))
        return true;
    const auto shown = [](const std::optional<double>& loss) { return loss ? base::formatNumber(*loss, 4) : "NaN"; };
    console.err << words::say(words::BenchRunWord::loss_not_falling, console.language, {shown(first), shown(last)})
                << '\n';
    return false;
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
    FS_TRY_VALUE(asked, prepared(arguments));
    asked.planned.spec.plan.ceiling_s = 0.05;
    FS_TRY_VALUE(result, measured(asked, console));
    FS_TRY(keep(arguments, {result}, console));
    const bool does_learn = learns(result, console);
    if (arguments.has("--baseline") && result.summary.tokens_per_s) {
        FS_TRY_VALUE(code, judged(result, arguments, console));
        return does_learn ? code : kFindings;
    }
    printResult(result, console, arguments.has("--json"));
    return does_learn ? exitCode(result) : kFindings;
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
            return runMeasurement(arguments, console);
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
    const auto parsed = parseBench(arguments);
    if (!parsed.ok())
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const auto done = dispatch(*parsed, console);
    return done.ok() ? *done : failed(done.error(), console, parsed->has("--json"));
}

} // namespace fullscope::cli
