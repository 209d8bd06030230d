// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_run.h"

#include "app/cli/bench_arguments.h"
#include "app/cli/bench_output.h"
#include "app/cli/common.h"
#include "app/cli/documents.h"
#include "app/cli/text_table.h"
#include "core/base/text.h"
#include "core/base/write_file.h"
#include "core/words/bench_run_words.h"
#include "core/words/bench_words.h"
#include "core/workspace/benchmarks.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <istream>
#include <ostream>

namespace fullscope::cli {

namespace {

using base::Code;
using base::Error;
using bench::BenchResult;
using words::BenchRunWord;

// One of the two configurations, or the only one.
struct Side {
    std::string name; // what was typed to tell it from the other
    bench::Prepared prepared;
    std::vector<BenchResult> results {};
};

base::JobContext benchProgress(Console& console)
{
    if (!console.err_is_terminal)
        return console.job;
    return console.job.withSink([&console](const base::Progress& progress) {
        console.err << '\r' << progress.what << "  " << progress.done << '/' << progress.total << "\033[K"
                    << std::flush;
    });
}

Json kept(const std::vector<BenchResult>& results)
{
    return results.size() == 1 ? bench::toJson(results.front()) : bench::repeatsToJson(results);
}

base::Status writeTo(const std::string& path, const std::vector<BenchResult>& results, bool quiet, Console& console)
{
    FS_TRY(base::writeFile(path, text(kept(results))));
    if (!quiet)
        console.err << words::say(words::BenchWord::written, console.language, {path}) << '\n';
    return {};
}

base::Result<std::vector<Side>> sidesOf(const Arguments& arguments)
{
    std::vector<Side> sides;
    FS_TRY_VALUE(first, prepared(arguments));
    sides.push_back({"A", std::move(first)});
    if (!arguments.has("--against")) {
        if (arguments.has("--against-output"))
            return Error {.code = Code::not_given, .field = "--against"};
        return sides;
    }
    // What differs is said; all else is as for the first.
    FS_TRY_VALUE(words, wordsOf(arguments.value("--against")));
    FS_TRY_VALUE(other, parseBench(words));
    if (!other.words.empty())
        return Error {.code = Code::usage, .found = other.words.front(), .expected = "--against \"--engine torch …\""};
    Arguments both = arguments;
    for (const auto& [option, value] : other.options)
        both.options[option] = value;
    FS_TRY_VALUE(second, prepared(both));
    sides.push_back({"B: " + arguments.value("--against"), std::move(second)});
    return sides;
}

base::Status store(store::WorkspaceFile& workspace, const BenchResult& result, std::int64_t batch, Console& console)
{
    if (result.measurement.kinds.empty())
        return {};
    FS_TRY_VALUE(added, workspace::addBenchmark(workspace, result, batch));
    FS_TRY_VALUE(stored, workspace.benchmark(added.id));
    console.err << said(added, stored.summary.name, console.language) << '\n';
    return {};
}

// One after the other, each stored at once: what was measured is not lost with the next one. Two configurations go
// A B, B A, A B …: what drifts with time meets both alike.
base::Status measureInTurn(
    std::vector<Side>& sides, std::int64_t repeats, store::WorkspaceFile* workspace, Console& console)
{
    std::int64_t batch = 0;
    if (workspace != nullptr) {
        FS_TRY_VALUE(fresh, workspace->newBatch());
        batch = fresh;
    }
    for (std::int64_t number = 1; number <= repeats; ++number)
        for (std::size_t k = 0; k < sides.size(); ++k) {
            const bool is_first = number == 1 && k == 0;
            if (!is_first && !console.job.check())
                return {}; // what was measured stands
            Side& side = sides[number % 2 == 1 ? k : sides.size() - 1 - k];
            if (sides.size() > 1)
                console.err << words::say(
                    BenchRunWord::turn, console.language, {std::to_string(number), std::to_string(repeats), side.name})
                            << '\n';
            FS_TRY_VALUE(result, measured(side.prepared, console));
            const std::string group
                = side.results.empty() ? bench::runOf(result.measurement) : side.results[0].repeat->group;
            if (repeats > 1)
                result.repeat = bench::Repeat {group, number, repeats};
            side.results.push_back(std::move(result));
            if (workspace != nullptr)
                FS_TRY(store(*workspace, side.results.back(), batch, console));
        }
    return {};
}

void printSides(const std::vector<Side>& sides, bool as_json, Console& console)
{
    if (sides.size() == 1)
        return printResults(sides.front().results, console, as_json);
    const auto& first = sides[0].results;
    const auto& second = sides[1].results;
    const bench::BenchComparison comparison = bench::compare(first.front(), second.front());
    const bench::PairedRatio pairs = bench::pairedRatio(first, second);
    if (!as_json) {
        for (const Side& side : sides)
            printResults(side.results, console, false);
        return printComparison({comparison, sides[0].name, sides[1].name, {}, pairs}, console, false);
    }
    Json out = {{"schema", bench::kResultSchema}, {"kind", "benchmark_pairs"}, {"first", kept(first)},
        {"second", kept(second)}, {"comparison", document(comparison, console)}};
    out["comparison"]["pairs"]
        = {{"pairs", pairs.pairs}, {"speed_ratio", pairs.speed ? bench::toJson(*pairs.speed) : Json()}};
    console.out << text(out);
}

// Before minutes are spent: at the end nobody may be there to be asked.
base::Status askForShutdown(const Arguments& arguments, Console& console)
{
    if (!arguments.has("--shutdown-after"))
        return {};
    console.err << words::say(BenchRunWord::shutdown_ask, console.language) << ' ' << std::flush;
    std::string answer;
    std::getline(console.in, answer);
    answer = base::toLower(base::trimmed(answer));
    return answer == "yes" || answer == "是" ? base::Status() : base::Status(Error {.code = Code::cancelled});
}

// False: it stays on.
bool shutDown(Console& console)
{
    constexpr double kPatience_s = 30;
    auto done = bench::outputOf({.argv = {"shutdown", "-h", "+1"}}, kPatience_s);
    if (!done.ok() && bench::outputOf({.argv = {"sudo", "-n", "shutdown", "-h", "+1"}}, kPatience_s).ok())
        done = std::string();
    console.err << (done.ok() ? words::say(BenchRunWord::shutdown_coming, console.language)
                              : words::say(BenchRunWord::shutdown_failed, console.language,
                                  {done.error().found.empty() ? done.error().file : done.error().found}))
                << '\n';
    return done.ok();
}

base::Status keepSides(const Arguments& arguments, const std::vector<Side>& sides, Console& console)
{
    FS_TRY(keep(arguments, sides.front().results, console));
    if (sides.size() > 1 && arguments.has("--against-output") && !sides[1].results.empty())
        FS_TRY(writeTo(arguments.value("--against-output"), sides[1].results, arguments.has("--json"), console));
    return {};
}

int exitCode(const std::vector<Side>& sides)
{
    int worst = kDone;
    for (const Side& side : sides)
        worst = std::max(worst, side.results.empty() ? kDoneInPart : cli::exitCode(side.results));
    return worst;
}

} // namespace

base::Result<BenchResult> measured(const bench::Prepared& prepared, Console& console)
{
    FS_TRY_VALUE(command, bench::workerCommand(prepared.planned, prepared.launch));
    auto outcome = bench::runWorker(command, prepared.limits, benchProgress(console));
    if (console.err_is_terminal)
        console.err << "\r\033[K";
    FS_TRY(outcome.ok() ? base::Status() : base::Status(outcome.error()));
    BenchResult result = bench::resultOf(*std::move(outcome), prepared.summing);
    result.looked_at = prepared.looked_at;
    return result;
}

base::Status keep(const Arguments& arguments, const std::vector<BenchResult>& results, Console& console)
{
    return arguments.has("--output") ? writeTo(arguments.value("--output"), results, arguments.has("--json"), console)
                                     : base::Status();
}

base::Result<int> runMeasurement(const Arguments& arguments, Console& console)
{
    FS_TRY_VALUE(sides, sidesOf(arguments));
    std::int64_t repeats = sides.size() > 1 ? static_cast<std::int64_t>(bench::kFewestPairs) : 1;
    FS_TRY(takeWhole(arguments, "--repeats", repeats, 1));
    FS_TRY(askForShutdown(arguments, console));
    std::unique_ptr<store::WorkspaceFile> workspace;
    if (arguments.has("--workspace")) { // before minutes are spent on what could not be stored
        FS_TRY_VALUE(opened, openWorkspace(arguments, store::Access::read_write, console));
        workspace = std::move(opened);
    }
    const base::Status done = measureInTurn(sides, repeats, workspace.get(), console);
    const bool any = !sides.front().results.empty();
    const bool both = std::ranges::none_of(sides, [](const Side& side) { return side.results.empty(); });
    if (!both)
        sides.resize(1);
    base::Status written;
    if (any) {
        printSides(sides, arguments.has("--json"), console);
        written = keepSides(arguments, sides, console);
    }
    const bool stopped = !console.job.check().ok();
    bool is_off = true;
    if (arguments.has("--shutdown-after") && (stopped || !written))
        console.err << words::say(BenchRunWord::shutdown_not_now, console.language) << '\n';
    else if (arguments.has("--shutdown-after"))
        is_off = shutDown(console);
    FS_TRY(written);
    FS_TRY(done);
    return is_off ? exitCode(sides) : std::max(exitCode(sides), kDoneInPart);
}

} // namespace fullscope::cli
