// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs of which most are ordinary, some not given and some zero.
#pragma once

#include "core/scenario/input.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace fullscope::analysis::test {

inline unsigned below(std::mt19937& engine, unsigned limit)
{
    return static_cast<unsigned>(engine() % limit);
}

inline double randomValue(const scenario::InputSpec& input, std::mt19937& engine)
{
    using scenario::Input;
    const double low = input.minimum_open ? std::nextafter(input.minimum, input.maximum) : input.minimum;
    const double high = input.maximum_open ? std::nextafter(input.maximum, input.minimum) : input.maximum;
    if (low == 0 && !input.minimum_open && below(engine, 6) == 0)
        return 0; // one that somebody entered
    if (input.unit == base::Unit::share || input.unit == base::Unit::share_per_year)
        return 0.01 + below(engine, 1000) / 2500.0;
    const double ordinary = (1 + below(engine, 1000) / 1000.0) * std::exp2(below(engine, 12));
    const bool isLong = input.id == Input::node_mtbf_h || input.id == Input::checkpoint_interval_h;
    return std::clamp(isLong ? ordinary * 1e3 : ordinary, low, high);
}

// The workload's or the option's inputs, rented or owned. One in sixteen lacks something without which there is no
// result.
inline void addRandom(scenario::InputValues& inputs, bool workload, std::mt19937& engine)
{
    using scenario::Input;
    constexpr Input kNeeded[] = {Input::tokens, Input::runs, Input::nodes, Input::price_per_h, Input::capex_per_node,
        Input::lifetime_years, Input::residual_share, Input::discount_rate, Input::fleet_utilisation,
        Input::peak_flops_per_node, Input::parameters, Input::mfu, Input::committed_price_per_h};
    const bool isOwned = below(engine, 2) == 0, isComplete = below(engine, 16) != 0;
    for (const scenario::InputSpec& input : scenario::inputSpecs()) {
        if (scenario::isWorkload(input.id) != workload)
            continue;
        const bool isOwnersOnly = input.group == scenario::InputGroup::owned;
        const bool isRentersOnly = input.id == Input::price_per_h || input.group == scenario::InputGroup::commitment;
        const bool isNeeded = isComplete && std::ranges::find(kNeeded, input.id) != std::end(kNeeded);
        if (isOwned ? isRentersOnly : isOwnersOnly)
            continue;
        if (isNeeded || below(engine, 2) == 0)
            inputs[input.id] = randomValue(input, engine);
    }
}

inline scenario::InputValues randomInputs(std::mt19937& engine)
{
    scenario::InputValues inputs;
    addRandom(inputs, true, engine);
    addRandom(inputs, false, engine);
    return inputs;
}

} // namespace fullscope::analysis::test
