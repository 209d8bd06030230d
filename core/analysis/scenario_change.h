// SPDX-License-Identifier: GPL-3.0-or-later
// Two versions of a scenario: which inputs are others, and what each did to the totals.
#pragma once

#include "core/analysis/comparison.h"
#include "core/scenario/variants.h"

namespace fullscope::analysis {

struct ChangedInput {
    scenario::InputPlace place; // in the later version
    std::optional<scenario::Value> before, after; // absent: not given
};

// A figure of a further workload or horizon, by its name; `place` in the later version.
struct ChangedVariant {
    scenario::VariantKind kind {};
    std::string name;
    scenario::InputPlace place;
    std::optional<scenario::Value> before, after; // absent: as in the scenario, or no such workload or horizon
};

// What some of the changes did to one option's total: one change as a rule, several where they have a result together
// alone.
struct ChangeEffect {
    std::vector<std::size_t> changes; // indices of ScenarioChange::inputs
    double amount = 0;
};

enum class EffectMethod {
    none, // there is no total before, or none after
    shapley, // the mean over all orders in which the changes can be made
    in_order, // one after the other, as listed: too many for all orders, or some of them have no result
};

struct OptionChange {
    std::optional<std::size_t> before, after; // index; absent: the version does not have it
    base::Result<Costs> costs_before, costs_after; // not_given where it does not exist
    EffectMethod method = EffectMethod::none;
    std::vector<ChangeEffect> effects {}; // they come to the change of the total
    std::vector<Component> newly_covered {}, no_longer_covered {}; // what was not given is no saving
};

struct ScenarioChange {
    std::vector<ChangedInput> inputs; // of the workload, then of each option that both versions have
    std::vector<OptionChange> options; // as in the later version, then those that are gone
    bool currency_changed = false; // the totals are then not comparable, and there are no effects
    bool correlations_changed = false;
    bool baseline_changed = false;
    bool variants_changed = false; // further workloads or horizons; they move none of these totals
    std::vector<ChangedVariant> variants {}; // of options that both versions have
};

constexpr std::size_t kMostShapley = 10; // changes of one option

// Options are the same by what they draw as (scenario::Option), which renaming keeps; else by name, and where both
// names are new, by place. A value is another where its figure, its distribution or its origin is.
ScenarioChange scenarioChange(const scenario::Scenario& before, const scenario::Scenario& after);

} // namespace fullscope::analysis
