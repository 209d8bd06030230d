// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/money_origins.h"

#include <algorithm>
#include <cmath>

namespace fullscope::analysis {

using scenario::Input;
using scenario::InputValues;

namespace {

constexpr double kStep = 1e-4; // of the figure; the error of a central difference is of its square
constexpr double kNoise = 1e-7; // elasticities below are rounding

using Elasticities = std::array<double, kComponents>;

// |elasticity| of each component; one-sided where the figure stands at the end of its range.
Elasticities elasticities(const InputValues& inputs, Input input, const Costs& costs)
{
    Elasticities out {};
    const double value = *inputs[input];
    std::array<const Costs*, 2> beside {&costs, &costs};
    std::array<double, 2> at {value, value};
    std::array<base::Result<Costs>, 2> moved {base::Error {}, base::Error {}};
    for (std::size_t side = 0; side < 2; ++side) {
        InputValues other = inputs;
        other[input] = value * (side == 0 ? 1 - kStep : 1 + kStep);
        moved[side] = evaluate(other);
        if (!moved[side].ok())
            continue;
        beside[side] = &*moved[side];
        at[side] = *other[input];
    }
    const double width = (at[1] - at[0]) / value;
    if (!(std::abs(width) > 0)) // a figure of zero carries nothing
        return out;
    for (std::size_t c = 0; c < kComponents; ++c) {
        if (costs.components[c] == 0)
            continue;
        const double share = (beside[1]->components[c] - beside[0]->components[c]) / costs.components[c];
        if (const double elasticity = std::abs(share / width); elasticity > kNoise)
            out[c] = elasticity;
    }
    return out;
}

struct Mover {
    FigureMoney figure;
    Elasticities elasticities;
};

std::vector<Mover> moversOf(const scenario::Values& values, const InputValues& inputs, const Costs& costs)
{
    std::vector<Mover> movers;
    for (const auto& [input, value] : values)
        if (inputs[input])
            movers.push_back({{input, value.provenance.origin, 0}, elasticities(inputs, input, costs)});
    return movers;
}

// False where none of them moves the component.
bool share(double money, std::size_t component, std::vector<Mover>& movers)
{
    double sum = 0;
    for (const Mover& mover : movers)
        sum += mover.elasticities[component];
    if (sum == 0)
        return false;
    for (Mover& mover : movers)
        mover.figure.money += money * mover.elasticities[component] / sum;
    return true;
}

OptionOrigins originsOf(const scenario::Scenario& scenario, std::size_t option, Scope scope)
{
    const InputValues inputs = scenario::inputValues(scenario, option);
    const auto costs = evaluate(inputs);
    OptionOrigins out {.name = scenario.options[option].name, .total = 0.0};
    if (!costs.ok()) {
        out.total = costs.error();
        return out;
    }
    out.lower_bound = boundUnder(*costs, scope) == Bound::at_least;
    std::vector<Mover> own = moversOf(scenario.options[option].values, inputs, *costs);
    std::vector<Mover> asked = moversOf(scenario.workload, inputs, *costs);
    double total = 0;
    for (std::size_t c = 0; c < componentsWithin(scope); ++c) {
        const double money = costs->components[c];
        total += money;
        if (money != 0 && !share(money, c, own) && !share(money, c, asked))
            out.unmoved += money;
    }
    out.total = total;
    own.insert(own.end(), asked.begin(), asked.end());
    for (const Mover& mover : own) {
        if (mover.figure.money == 0)
            continue;
        out.money[static_cast<std::size_t>(mover.figure.origin)] += mover.figure.money;
        out.figures.push_back(mover.figure);
    }
    std::ranges::stable_sort(out.figures, std::greater {}, &FigureMoney::money);
    return out;
}

} // namespace

std::vector<OptionOrigins> moneyByOrigin(const scenario::Scenario& scenario, Scope scope)
{
    std::vector<OptionOrigins> out;
    for (std::size_t option = 0; option < scenario.options.size(); ++option)
        out.push_back(originsOf(scenario, option, scope));
    return out;
}

std::vector<scenario::InputPlace> inputsBehind(
    const scenario::Scenario& scenario, std::size_t option, Component component)
{
    const InputValues inputs = scenario::inputValues(scenario, option);
    const auto costs = evaluate(inputs);
    if (!costs.ok())
        return {};
    const auto c = static_cast<std::size_t>(component);
    std::vector<std::pair<double, scenario::InputPlace>> found;
    const auto add = [&](const scenario::Values& values, std::optional<std::size_t> of) {
        for (const Mover& mover : moversOf(values, inputs, *costs))
            if (mover.elasticities[c] > 0)
                found.push_back({mover.elasticities[c], {of, mover.figure.input}});
    };
    add(scenario.options[option].values, option);
    add(scenario.workload, std::nullopt);
    const auto closeness
        = [](const auto& one) { return std::round(one.first / kStep); }; // rounding does not order them
    std::ranges::stable_sort(found, std::greater {}, closeness);
    std::vector<scenario::InputPlace> places;
    for (const auto& [elasticity, place] : found)
        places.push_back(place);
    return places;
}

} // namespace fullscope::analysis
