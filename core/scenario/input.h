// SPDX-License-Identifier: GPL-3.0-or-later
// The inputs of the cost model: names, units, valid ranges. The enumerators are the names used in files, in the
// database and (translated) on screen.
#pragma once

#include "core/base/quantity.h"

#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace fullscope::scenario {

enum class Input {
    // workload, shared by all options
    tokens,
    tokens_per_step,
    parameters,
    layers,
    hidden,
    seq_len,
    runs,
    horizon_months,
    // option
    nodes,
    price_per_h,
    discount_share,
    committed_nodes,
    committed_h,
    committed_price_per_h,
    tokens_per_s,
    mfu,
    peak_flops_per_node,
    tokens_factor,
    cold_compiles,
    first_compile_h,
    recompiles,
    recompile_h,
    checkpoint_overhead,
    failure_waste,
    node_mtbf_h,
    interruptions_per_h,
    checkpoint_interval_h,
    checkpoint_write_h,
    restart_h,
    stall_overhead,
    idle_share,
    storage_gb,
    storage_price_gb_month,
    transfer_gb,
    transfer_price_gb,
    support_share,
    migration_h,
    debug_h,
    rampup_h,
    operations_h_per_run,
    labour_rate_per_h,
    engineers_blocked,
    delay_weeks,
    delay_cost_per_week,
    dual_running_h,
    dual_running_price_per_h,
    rollback_probability,
    rollback_h,
    capex_per_node,
    lifetime_years,
    residual_share,
    discount_rate,
    fleet_utilisation,
    node_power_kw,
    pue,
    energy_price_per_kwh,
    facility_per_node_month,
    count
};
constexpr std::size_t kInputs = static_cast<std::size_t>(Input::count);
constexpr std::size_t kWorkloadInputs = static_cast<std::size_t>(Input::nodes);

enum class InputGroup {
    workload,
    price,
    commitment,
    throughput,
    compile,
    reliability,
    waste,
    storage,
    support,
    people,
    schedule,
    owned
};

struct InputSpec {
    Input id;
    std::string_view name; // spelled as the enumerator
    base::Unit unit;
    InputGroup group;
    double minimum, maximum; // valid range
    bool minimum_open, maximum_open; // true: the bound itself is not valid (a share is in [0, 1), nodes in (0, …))
};

std::span<const InputSpec, kInputs> inputSpecs(); // in the order of Input
const InputSpec& spec(Input input);
std::optional<Input> inputByName(std::string_view name);
inline bool isWorkload(Input input)
{
    return static_cast<std::size_t>(input) < kWorkloadInputs;
}

// One number for each input that was given.
struct InputValues {
    std::array<std::optional<double>, kInputs> values {};
    std::optional<double>& operator[](Input input) { return values[static_cast<std::size_t>(input)]; }
    const std::optional<double>& operator[](Input input) const { return values[static_cast<std::size_t>(input)]; }
};

} // namespace fullscope::scenario
