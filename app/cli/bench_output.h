// SPDX-License-Identifier: GPL-3.0-or-later
// Results of benchmarks as text and as JSON, of files and of workspaces alike.
#pragma once

#include "app/cli/cli.h"
#include "core/bench/comparison.h"
#include "core/bench/overrides.h"
#include "core/bench/repeats.h"
#include "core/store/benchmarks.h"

#include <nlohmann/json_fwd.hpp>

namespace fullscope::cli {

// The document of bench::toJson() with its sentences in the user's language.
nlohmann::ordered_json withWords(const bench::BenchResult& result, Console& console);
void printProblems(const bench::BenchResult& result, Console& console); // to standard error
void printResult(const bench::BenchResult& result, Console& console, bool as_json);
// kNothingDone without a throughput, kDoneInPart of a partial or impossible run or with records that were not used.
int exitCode(const bench::BenchResult& result);
// One result, or repeats joined and one by one.
void printResults(const std::vector<bench::BenchResult>& results, Console& console, bool as_json);
int exitCode(const std::vector<bench::BenchResult>& results); // the worst of them
// What became of a result that was to be stored.
std::string said(const store::AddedBenchmark& added, const std::string& name, words::Language language);
const char* nameOf(store::AddedBenchmark::How how);
// Ratios and what keeps the two apart; with `overridden`, that they were compared all the same.
struct Compared {
    const bench::BenchComparison& comparison;
    std::string first, second;
    std::optional<bench::ComparisonOverride> overridden {};
    std::optional<bench::PairedRatio> pairs {}; // of repeats
};
void printComparison(const Compared& compared, Console& console, bool as_json);
// {"comparable", "mismatches": […], "speed_ratio", "cost_ratio"}
nlohmann::ordered_json document(const bench::BenchComparison& comparison, Console& console);

} // namespace fullscope::cli
