// SPDX-License-Identifier: GPL-3.0-or-later
// Full-scope cost of a workload on one option. Pure; never gives NaN or infinity. Formulas: docs/cost-model.md.
#pragma once

#include "core/base/result.h"
#include "core/scenario/input.h"

#include <array>
#include <bitset>
#include <optional>
#include <string_view>
#include <vector>

namespace fullscope::analysis {

// In the order in which they are shown and stacked.
enum class Component {
    productive,
    checkpoint,
    stall,
    compile,
    failure,
    idle,
    unused_commitment,
    energy,
    facility,
    storage,
    transfer,
    support,
    migration_labour,
    debug_labour,
    rampup_labour,
    operations_labour,
    compile_wait,
    delay,
    dual_running,
    rollback_reserve,
    count
};
constexpr std::size_t kComponents = static_cast<std::size_t>(Component::count);
std::string_view name(Component component); // spelled as the enumerator

// The scopes that people quote.
enum class Scope {
    list_price, // price per peak PFLOP-hour: no throughput, no waste
    compute, // productive hours alone
    compute_with_waste, // the seven compute components
    full,
    count
};
std::string_view name(Scope scope);
std::optional<Scope> scopeByName(std::string_view name);

using InputSet = std::bitset<scenario::kInputs>; // indexed by Input

struct Hours { // of one run
    double productive = 0, checkpoint = 0, stall = 0, compile = 0, failure = 0, idle = 0, billed = 0;
};

struct Costs {
    std::array<double, kComponents> components {}; // over the horizon; 0 where not covered
    // false: an input of it was not given, the component is left out. What does not apply is covered: energy and
    // facility of a rented instance (its price holds them), a commitment for owned hardware.
    std::array<bool, kComponents> covered {};
    // Inputs of the component that were not given. Covered although some are missing: counted in part (one of two
    // terms, or for the run time where the horizon was not given).
    std::array<InputSet, kComponents> missing {};
    std::vector<scenario::Input> not_given; // all of them, in their order
    bool lower_bound = false; // some component is left out or counted in part
    double total = 0;
    double compute = 0; // the seven compute components
    double per_mtok = 0, compute_per_mtok = 0;
    std::optional<double> per_1k_steps; // needs tokens_per_step
    double goodput = 0;
    double wall_days = 0;
    Hours hours;
    double tokens_per_s = 0;
    double failure_waste = 0, checkpoint_overhead = 0; // given or modelled
    double price_per_h = 0; // of the instance or the equivalent of owned hardware, after discount
    std::optional<double> best_checkpoint_interval_h; // Young/Daly hint, when node_mtbf_h was given
    std::optional<double> price_per_pflop_h; // list price per peak PFLOP-hour, needs peak_flops_per_node
};

// Errors name the input in `field`: not_given, out_of_range (also of an input so extreme that a result has no finite
// value), negative, waste_not_below_one, not_allowed_together (energy or facility on a rented instance, a commitment or
// price_per_h with capex_per_node; the other input in args).
base::Result<Costs> evaluate(const scenario::InputValues& inputs);

// The figure that a scope quotes: price_per_pflop_h for list_price (absent without a peak), money otherwise.
std::optional<double> underScope(const Costs& costs, Scope scope);

// How many components the scope counts: these are the first ones. 0 for list_price, which is a price and no sum.
std::size_t componentsWithin(Scope scope);
// The scope's figure per million training tokens, in money; absent for list_price.
std::optional<double> perMtokUnder(const Costs& costs, Scope scope);

// What a figure is where inputs of it were not given. unknown: it leaves out something on both sides.
enum class Bound { exact, at_least, at_most, unknown };
// Of the scope's figure: at least, where a component that the scope counts is left out or counted in part.
Bound boundUnder(const Costs& costs, Scope scope);
Bound billedBound(const Costs& costs); // of the billed hours, and of the days that they make
Bound goodputBound(const Costs& costs);

// --- kept beside it, for what people bring

struct NaiveInputs {
    double price_per_h = 0, utilisation = 0, hours = 0, engineer_h = 0, labour_rate_per_h = 0;
    std::optional<double> peak_pflops;
};
struct NaiveCosts {
    double hardware = 0, labour = 0, waste = 0, total = 0;
    std::optional<double> effective_pflops;
};
base::Result<NaiveCosts> naiveMethod(const NaiveInputs& inputs);

base::Result<double> costPer1kSteps(double price_per_h, double seconds, double steps);
base::Result<double> costPerMtok(double price_per_h, double hours, double million_tokens);
base::Result<double> pricePerEffectivePflopHour(double price_per_h, double peak_pflops, double utilisation);

} // namespace fullscope::analysis
