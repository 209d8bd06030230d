// SPDX-License-Identifier: GPL-3.0-or-later
// `fullscope bench`: what a training step really takes on this machine.
#include "app/cli/bench.h"

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

// --- arguments

base::Result<std::optional<double>> quantity(const Arguments& arguments, const std::string& option, base::Unit unit)
{
    if (!arguments.has(option))
        return std::optional<double>();
    auto value = base::parseQuantity(arguments.value(option), unit);
    if (!value.ok()) {
        value.error().field = option;
        return std::move(value.error());
    }
    if (!(value->value >= 0))
        return Error {.code = Code::negative, .field = option, .found = arguments.value(option)};
    return std::optional(value->value);
}

base::Status takeWhole(const Arguments& arguments, const std::string& option, std::int64_t& into, std::int64_t least)
{
    if (!arguments.has(option))
        return {};
    const auto value = base::parseInt(arguments.value(option));
    if (!value.ok() || *value < least)
        return Error {.code = Code::out_of_range,
            .field = option,
            .found = arguments.value(option),
            .expected = "≥ " + std::to_string(least)};
    into = *value;
    return {};
}

base::Result<bench::SummaryOptions> summaryOptions(const Arguments& arguments)
{
    bench::SummaryOptions options;
    FS_TRY_VALUE(price, quantity(arguments, "--price", base::Unit::money_per_hour));
    FS_TRY_VALUE(peak, quantity(arguments, "--peak", base::Unit::flop_per_s));
    options.price_per_h = price;
    options.peak_flops = peak;
    std::int64_t steps = 0;
    FS_TRY(takeWhole(arguments, "--amortise", steps, 1));
    if (steps > 0)
        options.amortise_steps = static_cast<double>(steps);
    return options;
}

base::Status takePlan(const Arguments& arguments, bench::RunPlan& plan)
{
    FS_TRY(takeWhole(arguments, "--windows", plan.windows, 1));
    FS_TRY(takeWhole(arguments, "--steps", plan.steps_per_window, 1));
    FS_TRY(takeWhole(arguments, "--warm-up", plan.warmup_min, 0));
    FS_TRY_VALUE(half_width, quantity(arguments, "--half-width", base::Unit::share));
    FS_TRY_VALUE(most_s, quantity(arguments, "--max-time", base::Unit::seconds));
    FS_TRY_VALUE(most_usd, quantity(arguments, "--max-cost", base::Unit::money));
    FS_TRY_VALUE(price, quantity(arguments, "--price", base::Unit::money_per_hour));
    plan.half_width = half_width.value_or(plan.half_width);
    plan.max_s = most_s.value_or(plan.max_s);
    plan.max_usd = most_usd.value_or(plan.max_usd);
    plan.price_usd_h = price.value_or(plan.price_usd_h);
    if (half_width && !arguments.has("--windows"))
        plan.windows = 50; // as many as the precision takes, within reason
    if (arguments.has("--quick"))
        plan.windows = 1;
    if (plan.max_usd > 0 && !(plan.price_usd_h > 0))
        return Error {.code = Code::not_given, .field = "--price"};
    return {};
}

base::Status takePrecision(const Arguments& arguments, bench::WorkerSpec& spec)
{
    const std::string name = arguments.value("--precision", "fp32");
    if (name != "fp32" && name != "bf16" && name != "tf32")
        return Error {
            .code = Code::name_unknown, .field = "--precision", .found = name, .expected = "fp32, tf32, bf16"};
    spec.precision = name == "bf16" ? bench::Precision::bf16 : bench::Precision::fp32;
    return {};
}

// The specification passes through its own reader, which checks every size.
base::Result<bench::Planned> planned(const Arguments& arguments)
{
    bench::Planned out;
    nlohmann::ordered_json asked = {{"preset", arguments.value("--preset", "gpt")}};
    if (arguments.has("--data"))
        asked["model"] = {{"data", arguments.value("--data")}};
    FS_TRY_VALUE(spec, bench::readWorkerSpec(asked.dump(-1, ' ', false, Json::error_handler_t::replace)));
    out.spec = std::move(spec);
    FS_TRY(takeWhole(arguments, "--batch", out.spec.batch, 1));
    FS_TRY(takeWhole(arguments, "--threads", out.spec.threads, 0));
    std::int64_t seed = 1;
    FS_TRY(takeWhole(arguments, "--seed", seed, 0));
    out.spec.seed = static_cast<std::uint64_t>(seed);
    FS_TRY(takePrecision(arguments, out.spec));
    FS_TRY(takePlan(arguments, out.spec.plan));
    FS_TRY(bench::readWorkerSpec(bench::writeWorkerSpec(out.spec))); // what batch and model are together
    constexpr std::string_view kDevices[] = {"auto", "cpu", "cuda", "hip", "neuron", "xla"};
    out.device = arguments.value("--device", "auto");
    if (std::ranges::find(kDevices, out.device) == std::end(kDevices))
        return Error {.code = Code::name_unknown,
            .field = "--device",
            .found = out.device,
            .expected = "auto, cpu, cuda, hip, neuron, xla"};
    const std::string engine = arguments.value("--engine", "auto");
    if (engine != "auto" && engine != "native" && engine != "torch")
        return Error {.code = Code::name_unknown, .field = "--engine", .found = engine, .expected = "native, torch"};
    const bool on_host = out.device == "cpu" || out.device == "auto";
    out.with_python = engine == "torch" || (engine == "auto" && (arguments.has("--python") || !on_host));
    out.python = arguments.value("--python", "python3");
    out.program = bench::nativeProgram();
    return out;
}

base::Result<bench::LaunchOptions> launchOptions(const Arguments& arguments)
{
    bench::LaunchOptions options {.compile = arguments.has("--compile"),
        .compile_only = arguments.has("--compile-only"),
        .tf32 = arguments.value("--precision") == "tf32",
        .default_environment = arguments.has("--default-environment")};
    FS_TRY(takeWhole(arguments, "--ranks", options.ranks, 1));
    return options;
}

// --- output

void printProblems(const BenchResult& result, Console& console)
{
    for (const base::Problem& problem : base::firstOfEachKind(result.problems))
        console.err << words::sentence(problem, console.language) << '\n';
}

Json withWords(const BenchResult& result, Console& console)
{
    Json out = bench::toJson(result);
    for (std::size_t i = 0; i < result.summary.notes.size(); ++i)
        out["result"]["notes"][i]["text"] = words::sentence(result.summary.notes[i], console.language);
    out["worker"]["message"] = words::sentence(result, console.language);
    return out;
}

void printResult(const BenchResult& result, Console& console, bool as_json)
{
    printProblems(result, console);
    if (as_json) {
        console.out << text(withWords(result, console));
        return;
    }
    print(report::benchVerdict(result, console.language), console.out);
    print(report::benchTable(result, console.language), console.out);
    print(report::scenarioInputsTable(result, console.language), console.out);
}

int exitCode(const BenchResult& result)
{
    if (!result.summary.tokens_per_s)
        return kNothingDone;
    return result.summary.holds(bench::Verdict::partial) || result.summary.holds(bench::Verdict::impossible)
            || !result.problems.empty()
        ? kDoneInPart
        : kDone;
}

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

// Written also when it is partial: what was measured is not measured again.
base::Status keep(const Arguments& arguments, const BenchResult& result, Console& console)
{
    if (!arguments.has("--output"))
        return {};
    const std::string path = arguments.value("--output");
    FS_TRY(base::writeFile(path, text(bench::toJson(result))));
    if (!arguments.has("--json"))
        console.err << words::say(words::BenchWord::written, console.language, {path}) << '\n';
    return {};
}

base::Result<int> run(const Arguments& arguments, Console& console)
{
    FS_TRY_VALUE(plan, planned(arguments));
    FS_TRY_VALUE(result, measured(arguments, plan, console));
    printResult(result, console, arguments.has("--json"));
    FS_TRY(keep(arguments, result, console));
    return exitCode(result);
}

base::Result<BenchResult> readFile(const std::string& path, const Arguments& arguments, Console& console)
{
    FS_TRY_VALUE(summing, summaryOptions(arguments));
    FS_TRY_VALUE(bytes, contentsOf(path, console));
    return bench::readResult(bytes, path, summing);
}

base::Result<int> show(const Arguments& arguments, Console& console)
{
    FS_TRY_VALUE(result, readFile(arguments.words[1], arguments, console));
    printResult(result, console, arguments.has("--json"));
    FS_TRY(keep(arguments, result, console));
    return exitCode(result);
}

Json document(const bench::BenchComparison& comparison, Console& console)
{
    Json mismatches = Json::array();
    for (const bench::SaidMismatch& mismatch : comparison.mismatches)
        mismatches.push_back({{"id", nameOf(mismatch.what)}, {"arguments", mismatch.arguments},
            {"text", words::sentence(mismatch, console.language)}});
    return {{"comparable", comparison.comparable()}, {"mismatches", mismatches},
        {"speed_ratio", comparison.speed ? bench::toJson(*comparison.speed) : Json()},
        {"cost_ratio", comparison.cost ? bench::toJson(*comparison.cost) : Json()}};
}

base::Result<int> compareFiles(const Arguments& arguments, Console& console)
{
    FS_TRY_VALUE(first, readFile(arguments.words[1], arguments, console));
    FS_TRY_VALUE(second, readFile(arguments.words[2], arguments, console));
    const bench::BenchComparison comparison = bench::compare(first, second);
    const bool overridden = arguments.has("--anyway") && !comparison.comparable();
    if (arguments.has("--json")) {
        Json out = document(comparison, console);
        out["overridden"] = overridden;
        console.out << text(out);
    } else {
        print(
            report::benchComparison(comparison, arguments.words[1], arguments.words[2], console.language), console.out);
    }
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
    const auto judgement = bench::judgeAgainst(baseline, result, tolerance.value_or(kTolerance));
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
    FS_TRY(keep(arguments, result, console));
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
    constexpr std::string_view kValued[]
        = {"--engine", "--python", "--device", "--preset", "--data", "--batch", "--precision", "--ranks", "--threads",
            "--seed", "--windows", "--steps", "--warm-up", "--half-width", "--max-time", "--max-cost", "--price",
            "--amortise", "--peak", "--silent-after", "--output", "--baseline", "--tolerance"};
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
