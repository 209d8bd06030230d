// SPDX-License-Identifier: GPL-3.0-or-later
// Physical limits and known prices.
#include "core/analysis/turning_points.h"

#include "core/analysis/run_hours.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace fullscope::analysis {

using scenario::Input;

namespace {

constexpr double kRounding = 1e-9;

bool entersMfu(Input input)
{
    constexpr Input kInputs[] = {Input::parameters, Input::layers, Input::hidden, Input::seq_len, Input::nodes,
        Input::tokens_per_s, Input::mfu, Input::peak_flops_per_node};
    return std::ranges::find(kInputs, input) != std::end(kInputs);
}

// Worse ones come later.
int severity(Possibility possibility)
{
    constexpr std::array kOrder
        = {Possibility::possible, Possibility::unknown, Possibility::doubtful, Possibility::impossible};
    return static_cast<int>(std::ranges::find(kOrder, possibility) - kOrder.begin());
}

// tokens/s · FLOPs per token of the peak: what the claim audit calls physical-limit.
Judgement judgeMfu(const scenario::InputValues& values, const KnownLimits& limits)
{
    const Inputs in(values);
    const auto peak = limits.peak_flops_per_node ? limits.peak_flops_per_node : values[Input::peak_flops_per_node];
    const auto tokensPerSecond = throughput(in);
    if (!peak || !tokensPerSecond || !in.has(Input::parameters) || !in.has(Input::nodes))
        return {.possibility = Possibility::unknown, .reason = Reason::mfu_not_known};
    const double mfu = tokensPerSecond->value * flopsPerToken(in).value / (*peak * in[Input::nodes]);
    const std::string source = limits.peak_flops_per_node ? limits.peak_source : std::string();
    if (mfu > 1 + kRounding && limits.greatest_flops_per_node
        && mfu * *peak <= *limits.greatest_flops_per_node * (1 + kRounding))
        return {Possibility::doubtful, Reason::faster_precision_needed, mfu, 1, source};
    if (mfu > 1 + kRounding)
        return {Possibility::impossible, Reason::mfu_above_one, mfu, 1, source};
    if (mfu > kUsualMfu)
        return {Possibility::doubtful, Reason::mfu_unusual, mfu, kUsualMfu, source};
    return {};
}

Judgement judgePeak(double peak, const KnownLimits& limits)
{
    const auto greatest = limits.greatest_flops_per_node ? limits.greatest_flops_per_node : limits.peak_flops_per_node;
    if (greatest && peak > *greatest * (1 + kRounding))
        return {Possibility::impossible, Reason::above_peak, peak, *greatest, limits.peak_source};
    return {};
}

Judgement judgePrice(const std::optional<double>& price, const KnownLimits& limits)
{
    if (!price || !limits.lowest_price_per_h)
        return {.possibility = Possibility::unknown, .reason = Reason::price_not_known};
    if (*price < *limits.lowest_price_per_h * (1 - kRounding))
        return {
            Possibility::doubtful, Reason::below_lowest_price, *price, *limits.lowest_price_per_h, limits.price_source};
    return {};
}

Judgement judgeOption(const scenario::InputValues& values, Input input, const KnownLimits& limits)
{
    Judgement judgement;
    if (entersMfu(input))
        judgement = judgeMfu(values, limits);
    if (input == Input::peak_flops_per_node)
        judgement = worse(judgePeak(*values[input], limits), std::move(judgement));
    if (input == Input::price_per_h || input == Input::discount_share) {
        const auto& list = values[Input::price_per_h];
        const double discount = values[Input::discount_share].value_or(0);
        judgement = judgePrice(list ? std::optional(*list * (1 - discount)) : std::nullopt, limits);
    }
    if (input == Input::committed_price_per_h)
        judgement = judgePrice(values[input], limits);
    if (input == Input::nodes && judgement.possibility == Possibility::possible
        && std::abs(*values[input] - std::round(*values[input])) > kRounding * *values[input])
        judgement = {Possibility::possible, Reason::not_whole, *values[input], std::round(*values[input]), {}};
    return judgement;
}

} // namespace

std::string_view name(Possibility possibility)
{
    constexpr std::string_view kNames[] = {"possible", "doubtful", "impossible", "unknown"};
    return kNames[static_cast<std::size_t>(possibility)];
}

std::string_view name(Reason reason)
{
    constexpr std::string_view kNames[] = {"", "mfu_above_one", "mfu_unusual", "faster_precision_needed",
        "mfu_not_known", "above_peak", "below_lowest_price", "price_not_known", "not_whole", "not_as_measured"};
    return kNames[static_cast<std::size_t>(reason)];
}

Judgement worse(Judgement a, Judgement b)
{
    const int difference = severity(b.possibility) - severity(a.possibility);
    return difference > 0 || (difference == 0 && a.reason == Reason::none) ? std::move(b) : std::move(a);
}

Judgement judge(
    const scenario::Scenario& scenario, const InputPlace& place, double value, std::span<const KnownLimits> limits)
{
    Judgement judgement;
    for (std::size_t i = 0; i < scenario.options.size(); ++i) {
        if (place.option && *place.option != i)
            continue;
        scenario::InputValues values = scenario::inputValues(scenario, i);
        values[place.input] = value;
        judgement = worse(
            std::move(judgement), judgeOption(values, place.input, i < limits.size() ? limits[i] : KnownLimits {}));
    }
    return judgement;
}

Judgement judgeThroughput(const scenario::Scenario& scenario, std::size_t option, const KnownLimits& limits)
{
    const scenario::InputValues values = scenario::inputValues(scenario, option);
    Judgement judgement = judgeMfu(values, limits);
    if (values[Input::tokens_per_s] || !values[Input::peak_flops_per_node])
        return judgement;
    Judgement ofPeak = judgePeak(*values[Input::peak_flops_per_node], limits);
    if (ofPeak.possibility == Possibility::impossible)
        ofPeak.possibility = Possibility::doubtful;
    return worse(std::move(ofPeak), std::move(judgement));
}

Judgement judgeAgainstGiven(const scenario::Scenario& own, const scenario::Scenario& under, std::size_t option)
{
    const scenario::InputValues ours = scenario::inputValues(own, option), there = scenario::inputValues(under, option);
    const Inputs in(ours);
    const auto& peak = ours[Input::peak_flops_per_node];
    if (!peak || !in.has(Input::tokens_per_s) || !in.has(Input::parameters) || !in.has(Input::nodes)
        || !there[Input::mfu] || there[Input::mfu] != ours[Input::mfu]) // the case has one of its own
        return {};
    const double given = in[Input::tokens_per_s] * flopsPerToken(in).value / (*peak * in[Input::nodes]);
    if (std::abs(*there[Input::mfu] / given - 1) <= kSameMfu)
        return {};
    return {Possibility::doubtful, Reason::not_as_measured, *there[Input::mfu], given, {}};
}

} // namespace fullscope::analysis
