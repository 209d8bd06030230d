// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_output.h"

#include "app/cli/documents.h"
#include "app/cli/text_table.h"
#include "core/report/bench_parts.h"
#include "core/report/benchmark_parts.h"
#include "core/words/bench_words.h"
#include "core/words/benchmark_words.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>

namespace fullscope::cli {

using bench::BenchResult;

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

void printComparison(const Compared& compared, Console& console, bool as_json)
{
    const auto& overridden = compared.overridden;
    const auto& pairs = compared.pairs;
    if (as_json) {
        Json out = document(compared.comparison, console);
        out["overridden"] = overridden.has_value();
        out["override"] = overridden ? Json {{"note", overridden->note}, {"as_of", overridden->as_of}} : Json();
        if (pairs)
            out["pairs"] = {{"pairs", pairs->pairs}, {"speed_ratio", pairs->speed ? toJson(*pairs->speed) : Json()}};
        console.out << text(out);
        return;
    }
    print(report::benchComparison(compared.comparison, compared.first, compared.second, console.language), console.out);
    if (pairs)
        print(report::pairedRuns(*pairs, compared.first, compared.second, console.language), console.out);
    if (overridden)
        print(report::overrideSaid(*overridden, console.language), console.out);
}

void printResults(const std::vector<BenchResult>& results, Console& console, bool as_json)
{
    if (results.size() == 1)
        return printResult(results.front(), console, as_json);
    if (as_json) {
        Json out = bench::repeatsToJson(results);
        for (std::size_t i = 0; i < results.size(); ++i)
            out["runs"][i] = withWords(results[i], console);
        console.out << text(out);
        for (const BenchResult& result : results)
            printProblems(result, console);
        return;
    }
    if (bench::areRepeats(results))
        print(report::joinedRuns(bench::joinRuns(results), console.language), console.out);
    for (const BenchResult& result : results)
        printResult(result, console, false);
}

int exitCode(const std::vector<BenchResult>& results)
{
    int worst = kDone;
    bool any = false;
    for (const BenchResult& result : results) {
        const int code = exitCode(result);
        any |= code != kNothingDone;
        worst = std::max(worst, code == kNothingDone ? kDoneInPart : code);
    }
    return any ? worst : kNothingDone;
}

const char* nameOf(store::AddedBenchmark::How how)
{
    constexpr const char* kNames[] = {"added", "same", "replaced", "older"};
    return kNames[static_cast<std::size_t>(how)];
}

std::string said(const store::AddedBenchmark& added, const std::string& name, words::Language language)
{
    using How = store::AddedBenchmark::How;
    using words::BenchmarkWord;
    const std::string id = std::to_string(added.id);
    std::string text = words::say(BenchmarkWord::added, language, {id, name});
    if (added.how != How::added)
        text += ". "
            + words::say(added.how == How::same  ? BenchmarkWord::same
                    : added.how == How::replaced ? BenchmarkWord::replaced
                                                 : BenchmarkWord::older,
                language, {id});
    return text;
}

} // namespace fullscope::cli
