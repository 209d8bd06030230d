// SPDX-License-Identifier: GPL-3.0-or-later
// How many tokens two runs take to the same loss.
#pragma once

#include "core/ledger/loss_curve.h"
#include "core/ledger/loss_smoothing.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace fullscope::ledger {

enum class LossAxis { tokens, steps };

// One run of a comparison.
struct LossSide {
    std::int64_t run_id = 0;
    std::string run_name, file;
    std::vector<LossAt> logged {}; // over the axis of the comparison
    SmoothedLoss smoothed {};
    std::int64_t records = 0, repeated = 0, not_finite = 0; // as LossCurve
    Crossing crossing {}; // of the target, on the axis
    double steps = 0; // at crossing.x
    // The end of this run is what made the target: its tokens to it are all of them, without an interval.
    bool ends_at_target = false;
    bool is_joined = false; // evaluations too few to be smoothed: `smoothed` is straight lines between them

    const SmoothPoint& last() const { return smoothed.points.back(); }
};

// What is known of `tokens to the loss, relative to the baseline's`.
struct TokensFactor {
    enum class Kind {
        value,
        at_least, // the candidate did not get there: a lower bound
        at_most // the baseline did not get there: an upper bound
    };
    Kind kind = Kind::value;
    double value = 1;
    std::optional<double> low {}, high {}; // 95 % interval; absent: open on that side
};

// What the logs say differently, or one of them alone.
struct FactDifference {
    std::string fact;
    std::array<std::string, 2> values; // of baseline and candidate; empty: its log does not say
};

struct LossComparison {
    LossOf of = LossOf::training; // by which loss
    LossAxis axis = LossAxis::tokens; // steps: tokens are not known, but a step trains as many sequences in both runs
    double target = 0;
    bool target_given = false; // else the worse of the two final losses, which both reach
    LossSide baseline, candidate;
    std::optional<TokensFactor> factor; // absent: neither run tells where it got there
    std::vector<FactDifference> differences; // seq_len, parameters, precision …
    std::vector<base::Problem> problems; // of both curves, and what the logs differ in
};

// Tokens (or steps) to `target` on the smoothed curve of each run, first crossing, and their ratio. Where the target is
// the final loss of one run, that run's tokens are exact and what is not known of its final loss goes into the other's
// interval. The interval of the ratio joins those of both by the method of variance estimates recovery (Zou and Donner
// 2008) on the logarithm; the runs' noise is independent. That both train the same data with the same tokens is
// assumed: no log tells it. Fewer evaluations than kLeastLosses are joined by straight lines. Errors: losses_not_alike
// (nats against bits, a mean since the start against the loss itself, training against evaluation), losses_too_few,
// tokens_not_comparable (the tokens of one are not known and neither is it that the batches are the same), out_of_range
// (target).
base::Result<LossComparison> compareLoss(
    const LossCurve& baseline, const LossCurve& candidate, std::optional<double> target, const base::JobContext& job);

// The same of curves that were smoothed before, for many comparisons of few runs. Both sides are on commonAxis().
base::Result<LossAxis> commonAxis(const LossCurve& baseline, const LossCurve& candidate); // the errors of compareLoss
LossSide lossSide(const LossCurve& curve, LossAxis axis, const base::JobContext& job);
LossComparison compareSmoothed(const LossCurve& baseline, const LossSide& baseline_side, const LossCurve& candidate,
    const LossSide& candidate_side, LossAxis axis, std::optional<double> target);

// Whether a fact that makes the model is known of both and differs: parameters, layers, hidden, seq_len.
bool areDifferentModels(const LossCurve& a, const LossCurve& b);

} // namespace fullscope::ledger
