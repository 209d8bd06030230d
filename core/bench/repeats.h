// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of one plan in fresh processes, joined: what one process cannot tell is how the next one would be.
#pragma once

#include "core/bench/result.h"

#include <span>

namespace fullscope::bench {

struct JoinedRuns {
    std::size_t runs = 0, told = 0; // told: those with a throughput; the others are not in the figures
    // Student's interval over the means of the runs, never narrower than what their own intervals allow together.
    // Absent with fewer than two; of throughput also where the step time's reaches down to 0.
    std::optional<Estimate> step_time_s {}, tokens_per_s {}, first_compile_s {};
    std::optional<double> spread {}; // standard deviation of the runs' step times over their mean
    Verdict worst = Verdict::steady; // of those that told
    bool usable = false; // each is, and the joined interval is not wider than ±25 %
};
// What one command made of the same plan; else they are runs that a file happens to hold.
bool areRepeats(std::span<const BenchResult> runs);
// Of equal plans: tokens_per_step is the same in all.
JoinedRuns joinRuns(std::span<const BenchResult> runs);

// Two engines in turn, A B B A …: how many times as fast the second is.
struct PairedRatio {
    std::size_t pairs = 0;
    std::optional<Estimate> speed {}; // median of the pairs' ratios, interval by their order; absent below five pairs
};
// Step times of run i of both sides make pair i. The interval is between the order statistics that hold the median with
// at least 95 %: of five pairs 93.75 %, which is all they can.
constexpr std::size_t kFewestPairs = 5;
PairedRatio pairedRatio(std::span<const BenchResult> first, std::span<const BenchResult> second);

// {"runs", "told", "step_time_s", "tokens_per_s", "first_compile_s", "spread", "verdict", "usable"}
nlohmann::ordered_json toJson(const JoinedRuns& joined);
// {"schema", "kind": "benchmark_repeats", "joined", "runs": [documents of toJson(BenchResult)]}; `joined` is null where
// they are no repeats.
nlohmann::ordered_json repeatsToJson(std::span<const BenchResult> runs);

// A document of one result or of repeats, or the lines of workers. Errors as of readResult(), `field` naming the run.
base::Result<std::vector<BenchResult>> readResults(
    std::string_view text, const std::string& file, const SummaryOptions& options = {});

} // namespace fullscope::bench
