// SPDX-License-Identifier: GPL-3.0-or-later
// Two results side by side: how much faster and cheaper one is, and whether that can be said at all.
#pragma once

#include "core/bench/result.h"

#include <optional>
#include <string>
#include <vector>

namespace fullscope::bench {

// Why two results are not comparable. {0} and {1}: what the first and the second says.
enum class Mismatch {
    incomplete, // one of them has no throughput
    spec, // another model, other rules of weights or data
    batch,
    sequence,
    weights_precision,
    compute_precision,
    accumulate_precision,
    tf32,
    stochastic_rounding,
    optimiser,
    loss, // the trajectories part: {2} is the step
    loss_missing, // no step of which both tell the loss
    not_steady, // a verdict other than steady: {0} and {1}
    compile_counted, // the cost of one holds the compilation, that of the other does not, or over other steps
    count
};
std::string_view nameOf(Mismatch mismatch);

struct SaidMismatch {
    Mismatch what {};
    std::vector<std::string> arguments {};
};

struct BenchComparison {
    std::vector<SaidMismatch> mismatches; // none: comparable
    std::optional<Estimate> speed; // tokens/s of the second over the first
    std::optional<Estimate> cost; // per million tokens, second over first; absent without both prices

    bool comparable() const { return mismatches.empty(); }
};

// Losses of the first steps agree within this share, by the coarser compute precision: 1e-4 fp32, 1e-3 TF32, 5e-3 bf16.
double lossTolerance(const PrecisionRecord& a, const PrecisionRecord& b);
constexpr std::int64_t kLossSteps = 20;

// Intervals of the ratios: both sides' joined on the logarithm (Zou and Donner 2008).
BenchComparison compare(const BenchResult& first, const BenchResult& second);

enum class Against { same, faster, slower, uncertain };
std::string_view nameOf(Against against);

struct BaselineJudgement {
    BenchComparison comparison {}; // baseline first
    Against against = Against::same; // uncertain: slower than allowed, but the interval reaches into what is allowed
    double tolerance = 0;
};
// Whether a result fell behind an earlier one by more than `tolerance` (share of the throughput).
BaselineJudgement judgeAgainst(const BenchResult& baseline, const BenchResult& now, double tolerance);

} // namespace fullscope::bench
