// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/loss_comparison.h"

#include "core/base/text.h"
#include "core/ledger/run_survey.h"

#include <algorithm>
#include <cmath>

namespace fullscope::ledger {

using base::Code;
using base::Error;

namespace {

// What changes how fast loss falls. The first ones make the model.
constexpr const char* kFacts[] = {"parameters", "layers", "hidden", "seq_len", "global_batch", "tokens_per_step",
    "micro_batch", "precision", "optimizer"};
constexpr std::size_t kModelFacts = 4;

constexpr std::size_t kLeastEvaluations = 2; // to be joined by a line

std::string factOf(const LossCurve& curve, std::string_view name)
{
    for (const evidence::Fact& fact : curve.facts)
        if (fact.name == name)
            return std::string(base::trimmed(fact.value)); // the first one holds, the user's before the log's
    return {};
}

bool isSame(const std::string& a, const std::string& b)
{
    const auto x = base::parseDouble(a), y = base::parseDouble(b);
    return x.ok() && y.ok() ? *x == *y : base::equalsIgnoreCase(a, b);
}

std::string kindOf(const LossCurve& curve)
{
    std::string kind = curve.series.unit.empty() ? "nats" : curve.series.unit;
    if (curve.series.window == evidence::RateWindow::cumulative)
        kind += ", cumulative";
    if (curve.of == LossOf::evaluation)
        kind += std::string(", ") + seriesOf(curve.of);
    return kind;
}

std::string bothNames(const LossCurve& a, const LossCurve& b)
{
    return a.run_name + ", " + b.run_name;
}

std::string writtenBatch(const LossCurve& curve)
{
    return curve.sequences_per_step && !curve.batch_varies ? base::formatDouble(*curve.sequences_per_step) : "?";
}

base::Status checkAlike(const LossCurve& a, const LossCurve& b)
{
    if (kindOf(a) != kindOf(b))
        return Error {.code = Code::losses_not_alike,
            .args = {bothNames(a, b)},
            .field = seriesOf(a.of),
            .found = kindOf(a),
            .expected = kindOf(b)};
    for (const LossCurve* curve : {&a, &b})
        if (const std::size_t least = curve->of == LossOf::training ? kLeastLosses : kLeastEvaluations;
            curve->points.size() < least)
            return Error {.code = Code::losses_too_few,
                .file = curve->file,
                .field = seriesOf(curve->of),
                .found = std::to_string(curve->points.size()),
                .expected = std::to_string(least)};
    return {};
}

base::Result<LossAxis> axisOf(const LossCurve& a, const LossCurve& b)
{
    if (a.has_tokens && b.has_tokens)
        return LossAxis::tokens;
    const bool same_batch = a.sequences_per_step && b.sequences_per_step && !a.batch_varies && !b.batch_varies
        && !Growth::differ(*a.sequences_per_step, *b.sequences_per_step);
    if (same_batch)
        return LossAxis::steps;
    return Error {.code = Code::tokens_not_comparable,
        .args = {bothNames(a, b)},
        .field = "tokens_per_step",
        .found = writtenBatch(a),
        .expected = writtenBatch(b)};
}

double stepsAt(const LossCurve& curve, LossAxis axis, double x)
{
    if (axis == LossAxis::steps)
        return x;
    const auto above = std::find_if(
        curve.points.begin(), curve.points.end(), [x](const LossPoint& point) { return point.tokens >= x; });
    if (above == curve.points.begin() || above == curve.points.end())
        return above == curve.points.end() ? curve.points.back().step : above->step;
    const LossPoint& below = *std::prev(above);
    return std::lerp(below.step, above->step, (x - below.tokens) / (above->tokens - below.tokens));
}

// The crossing of a target that is this run's own final loss: its end, unless the loss stood still or rose before, and
// it had been there more than a window earlier.
void crossAtEnd(LossSide& side, double target)
{
    side.crossing = crossing(side.smoothed, target);
    const SmoothPoint& last = side.last();
    const double end_window = last.x * std::exp(-2 * last.bandwidth);
    if (side.crossing.state == Crossing::State::reached && side.crossing.x < end_window) {
        side.crossing.high = std::min(side.crossing.high.value_or(last.x), last.x); // it was there at the end
        return;
    }
    if (side.crossing.state == Crossing::State::below_from_start)
        return;
    side.ends_at_target = true;
    side.crossing
        = {.state = Crossing::State::reached, .x = last.x, .low = last.x, .high = last.x, .bandwidth = last.bandwidth};
}

// ln of the distance to an end of an interval; absent where that is open.
std::optional<double> distance(double x, const std::optional<double>& end)
{
    return end ? std::optional(std::log(*end / x)) : std::nullopt;
}

std::optional<TokensFactor> factorOf(const Crossing& baseline, const Crossing& candidate)
{
    using State = Crossing::State;
    TokensFactor factor {.value = candidate.x / baseline.x};
    const auto b_low = distance(baseline.x, baseline.low), b_high = distance(baseline.x, baseline.high);
    const auto c_low = distance(candidate.x, candidate.low), c_high = distance(candidate.x, candidate.high);
    if (candidate.state == State::reached && baseline.state == State::reached) {
        if (c_low && b_high)
            factor.low = factor.value * std::exp(-std::hypot(*c_low, *b_high));
        if (c_high && b_low)
            factor.high = factor.value * std::exp(std::hypot(*c_high, *b_low));
        return factor;
    }
    // A bound takes the far end of what is known: the candidate trained to its end and was not there yet.
    const bool is_low = candidate.state != State::below_from_start && baseline.state != State::not_reached;
    const bool is_high = candidate.state != State::not_reached && baseline.state != State::below_from_start;
    if (is_low == is_high)
        return std::nullopt;
    factor.kind = is_low ? TokensFactor::Kind::at_least : TokensFactor::Kind::at_most;
    if (is_low) {
        factor.value = candidate.low.value_or(candidate.x) / baseline.high.value_or(baseline.x);
        factor.low = factor.value;
    } else {
        factor.value = candidate.high.value_or(candidate.x) / baseline.low.value_or(baseline.x);
        factor.high = factor.value;
    }
    return factor;
}

void addDifferences(LossComparison& out, const LossCurve& a, const LossCurve& b)
{
    base::ProblemList list;
    for (const LossCurve* curve : {&a, &b}) {
        for (const base::Problem& problem : curve->problems)
            list.add(problem);
        if (curve->series.window == evidence::RateWindow::cumulative)
            list.add({.severity = base::Severity::warning,
                .what = {.code = Code::loss_since_start, .file = curve->file, .field = seriesOf(curve->of)}});
    }
    for (const char* const name : kFacts) {
        FactDifference difference {name, {factOf(a, name), factOf(b, name)}};
        const auto& [ours, theirs] = difference.values;
        if (isSame(ours, theirs))
            continue;
        if (!ours.empty() && !theirs.empty())
            list.add({.severity = base::Severity::warning,
                .what = {.code = Code::facts_differ, .args = {name}, .found = ours, .expected = theirs}});
        out.differences.push_back(std::move(difference));
    }
    out.problems = list.entries();
}

void takeTarget(LossComparison& out, std::optional<double> target)
{
    out.target_given = target.has_value();
    if (target) {
        out.target = *target;
        for (LossSide* side : {&out.baseline, &out.candidate})
            side->crossing = crossing(side->smoothed, out.target);
        return;
    }
    const bool candidate_is_worse = out.candidate.last().loss > out.baseline.last().loss;
    LossSide& worse = candidate_is_worse ? out.candidate : out.baseline;
    LossSide& better = candidate_is_worse ? out.baseline : out.candidate;
    out.target = worse.last().loss;
    crossAtEnd(worse, out.target);
    better.crossing = crossing(better.smoothed, out.target, worse.ends_at_target ? worse.last().error : 0);
}

} // namespace

bool areDifferentModels(const LossCurve& a, const LossCurve& b)
{
    return std::any_of(kFacts, kFacts + kModelFacts, [&](const char* name) {
        const std::string ours = factOf(a, name), theirs = factOf(b, name);
        return !ours.empty() && !theirs.empty() && !isSame(ours, theirs);
    });
}

LossSide lossSide(const LossCurve& curve, LossAxis axis, const base::JobContext& job)
{
    LossSide side {.run_id = curve.run_id,
        .run_name = curve.run_name,
        .file = curve.file,
        .records = curve.records,
        .repeated = curve.repeated,
        .not_finite = curve.not_finite};
    for (const LossPoint& point : curve.points) {
        const double x = axis == LossAxis::tokens ? point.tokens : point.step;
        side.logged.push_back({.x = x, .loss = point.loss, .records = point.records});
    }
    // A counter of tokens may go back a little where the steps do not.
    std::stable_sort(
        side.logged.begin(), side.logged.end(), [](const LossAt& p, const LossAt& q) { return p.x < q.x; });
    side.is_joined = curve.of == LossOf::evaluation && side.logged.size() < kLeastLosses;
    if (side.is_joined)
        for (const LossAt& point : side.logged)
            side.smoothed.points.push_back({.x = point.x, .loss = point.loss});
    else
        side.smoothed = smoothLoss(side.logged, job);
    return side;
}

base::Result<LossAxis> commonAxis(const LossCurve& baseline, const LossCurve& candidate)
{
    FS_TRY(checkAlike(baseline, candidate));
    return axisOf(baseline, candidate);
}

LossComparison compareSmoothed(const LossCurve& baseline, const LossSide& baseline_side, const LossCurve& candidate,
    const LossSide& candidate_side, LossAxis axis, std::optional<double> target)
{
    LossComparison out;
    out.of = baseline.of;
    out.axis = axis;
    out.baseline = baseline_side;
    out.candidate = candidate_side;
    takeTarget(out, target);
    out.baseline.steps = stepsAt(baseline, axis, out.baseline.crossing.x);
    out.candidate.steps = stepsAt(candidate, axis, out.candidate.crossing.x);
    out.factor = factorOf(out.baseline.crossing, out.candidate.crossing);
    addDifferences(out, baseline, candidate);
    return out;
}

base::Result<LossComparison> compareLoss(
    const LossCurve& baseline, const LossCurve& candidate, std::optional<double> target, const base::JobContext& job)
{
    if (target && !std::isfinite(*target))
        return Error {.code = Code::out_of_range,
            .field = "target",
            .found = base::formatDouble(*target),
            .expected = "finite number"};
    FS_TRY_VALUE(axis, commonAxis(baseline, candidate));
    const LossSide first = lossSide(baseline, axis, job), second = lossSide(candidate, axis, job);
    FS_TRY(job.check());
    return compareSmoothed(baseline, first, candidate, second, axis, target);
}

} // namespace fullscope::ledger
