// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/comparison.h"

#include <algorithm>

namespace fullscope::analysis {

using base::Code;
using base::Error;

namespace {

constexpr auto kScopes = static_cast<std::size_t>(Scope::count);

std::optional<double> figure(const OptionResult& option, Scope scope)
{
    return option.costs ? underScope(*option.costs, scope) : std::nullopt;
}

Difference differenceTo(const Comparison& comparison, std::size_t option)
{
    Difference result {.option = option};
    for (std::size_t i = 0; i < kScopes; ++i) {
        const auto scope = static_cast<Scope>(i);
        const auto ours = figure(comparison.options[option], scope);
        const auto theirs = figure(comparison.options[comparison.baseline], scope);
        if (!ours || !theirs)
            continue;
        result.difference[i] = *ours - *theirs;
        if (*theirs > 0)
            result.saving[i] = 1 - *ours / *theirs;
    }
    return result;
}

bool takeOut(scenario::InputValues& values, const InputSet& inputs) // whether any of them was there
{
    bool any = false;
    for (std::size_t i = 0; i < scenario::kInputs; ++i)
        if (inputs[i] && std::exchange(values.values[i], std::nullopt))
            any = true;
    return any;
}

bool isCovered(const Costs& costs, std::size_t component)
{
    return costs.covered[component];
}
bool isInFull(const Costs& costs, std::size_t component)
{
    return costs.missing[component].none();
}

// Components on which options differ in `has`, among the options for which `applies` holds.
template <typename Has, typename Applies>
std::vector<CoverageGap> gaps(const std::vector<OptionResult>& options, Has has, Applies applies)
{
    std::vector<CoverageGap> gaps;
    for (std::size_t component = 0; component < kComponents; ++component) {
        CoverageGap gap {.component = static_cast<Component>(component), .covered_by = {}, .not_covered_by = {}};
        for (std::size_t i = 0; i < options.size(); ++i)
            if (options[i].costs && applies(*options[i].costs, component))
                (has(*options[i].costs, component) ? gap.covered_by : gap.not_covered_by).push_back(i);
        if (!gap.covered_by.empty() && !gap.not_covered_by.empty())
            gaps.push_back(std::move(gap));
    }
    return gaps;
}

} // namespace

std::optional<std::size_t> cheapestUnder(
    Scope scope, const std::vector<OptionResult>& options, const std::vector<bool>& left_out)
{
    std::optional<std::size_t> cheapest;
    std::size_t compared = 0;
    for (std::size_t i = 0; i < options.size(); ++i) {
        const auto ours = i < left_out.size() && left_out[i] ? std::nullopt : figure(options[i], scope);
        if (!ours)
            continue;
        ++compared;
        if (!cheapest || *ours < *figure(options[*cheapest], scope))
            cheapest = i;
    }
    return compared > 1 ? cheapest : std::nullopt;
}

std::optional<SharedCosts> sharedCosts(const scenario::Scenario& scenario, const Comparison& comparison,
    std::size_t option, std::size_t baseline, Scope scope)
{
    const auto& told = comparison.options;
    if (!told[option].costs || !told[baseline].costs)
        return std::nullopt;
    SharedCosts shared {*told[option].costs, *told[baseline].costs, {}};
    scenario::InputValues ours = scenario::inputValues(scenario, option);
    scenario::InputValues theirs = scenario::inputValues(scenario, baseline);
    // Once is enough for most; what an input needs may be missing only when another one is gone.
    for (bool isTaken = true; isTaken;) {
        isTaken = false;
        for (std::size_t c = 0; c < componentsWithin(scope); ++c) {
            const InputSet of_ours = shared.option.missing[c], of_theirs = shared.baseline.missing[c];
            const bool any = takeOut(ours, of_theirs & ~of_ours) | takeOut(theirs, of_ours & ~of_theirs);
            if (any && std::ranges::find(shared.left_aside, static_cast<Component>(c)) == shared.left_aside.end())
                shared.left_aside.push_back(static_cast<Component>(c));
            isTaken |= any;
        }
        auto a = evaluate(ours), b = evaluate(theirs);
        if (!a || !b)
            return std::nullopt;
        shared.option = *std::move(a);
        shared.baseline = *std::move(b);
    }
    const auto isAsTold = [scope](const Costs& one, const Costs& as_told) {
        return std::abs(underScope(one, scope).value_or(0) - underScope(as_told, scope).value_or(0))
            <= 1e-12 * as_told.total;
    };
    if (isAsTold(shared.option, *told[option].costs) && isAsTold(shared.baseline, *told[baseline].costs))
        return std::nullopt;
    std::ranges::sort(shared.left_aside);
    return shared;
}

base::Result<Comparison> compare(const scenario::Scenario& scenario)
{
    if (scenario.options.empty())
        return Error {.code = Code::no_options, .field = "options"};
    if (scenario.baseline >= scenario.options.size())
        return Error {.code = Code::out_of_range, .field = "baseline", .found = std::to_string(scenario.baseline)};
    Comparison comparison;
    comparison.baseline = scenario.baseline;
    for (std::size_t i = 0; i < scenario.options.size(); ++i)
        comparison.options.push_back({scenario.options[i].name, evaluate(scenario::inputValues(scenario, i))});
    for (std::size_t i = 0; i < scenario.options.size(); ++i)
        if (i != scenario.baseline) {
            Difference difference = differenceTo(comparison, i);
            if (difference.saving[static_cast<std::size_t>(Scope::full)])
                difference.tokens = *breakEven(scenario, {{}, scenario::Input::tokens}, i, scenario.baseline);
            comparison.differences.push_back(std::move(difference));
        }
    comparison.gaps = gaps(comparison.options, isCovered, [](const Costs&, std::size_t) { return true; });
    comparison.partial_gaps = gaps(comparison.options, isInFull, isCovered);
    for (std::size_t i = 0; i < kScopes; ++i)
        comparison.cheapest[i] = cheapestUnder(static_cast<Scope>(i), comparison.options);
    return comparison;
}

} // namespace fullscope::analysis
