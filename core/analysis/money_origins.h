// SPDX-License-Identifier: GPL-3.0-or-later
// How much of an option's money rests on what was measured, billed, looked up, claimed or assumed.
#pragma once

#include "core/analysis/cost_model.h"
#include "core/scenario/scenario.h"

#include <array>
#include <string>
#include <vector>

namespace fullscope::analysis {

constexpr std::size_t kOrigins = static_cast<std::size_t>(evidence::Origin::assumed) + 1;

struct FigureMoney { // what one figure of the option carries
    scenario::Input input {};
    evidence::Origin origin = evidence::Origin::assumed;
    double money = 0; // over the horizon
};

struct OptionOrigins {
    std::string name;
    base::Result<double> total; // of the components that the scope counts; the error of an option without costs
    bool lower_bound = false; // a component is left out or counted in part
    std::array<double, kOrigins> money {}; // by Origin; with `unmoved` they come to the total
    double unmoved = 0; // of components that follow no figure (a coincidence of limits)
    std::vector<FigureMoney> figures {}; // the dearest first
};

// The money of each component is shared among the figures that the option gives for it by how closely it follows them:
// in proportion to their elasticities, |d ln cost / d ln figure| (central differences at the medians). A price times
// hours times nodes counts for a third each. What is asked for, the workload, is the same for all options and no
// evidence: it shares in a component only where no figure of the option moves it.
std::vector<OptionOrigins> moneyByOrigin(const scenario::Scenario& scenario, Scope scope);

// The figures, of the option and the workload, that a component of the option follows: the ones that it follows most
// closely first. None where it is zero or cannot be computed.
std::vector<scenario::InputPlace> inputsBehind(
    const scenario::Scenario& scenario, std::size_t option, Component component);

} // namespace fullscope::analysis
