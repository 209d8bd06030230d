// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/input.h"

#include <algorithm>

namespace fullscope::scenario {

namespace {

using base::Unit;
using enum InputGroup;

enum class Range {
    closed, // minimum ≤ x ≤ maximum
    positive, // minimum < x ≤ maximum
    share, // 0 ≤ x < 1
    positive_share // 0 < x < 1
};

constexpr InputSpec row(
    Input id, std::string_view name, Unit unit, InputGroup group, Range range, double maximum = 1, double minimum = 0)
{
    const bool minimumOpen = range == Range::positive || range == Range::positive_share;
    const bool maximumOpen = range == Range::share || range == Range::positive_share;
    return {id, name, unit, group, minimum, maximum, minimumOpen, maximumOpen};
}

// A maximum that is not a law of arithmetic is far beyond anything real in any currency: it keeps slips of the keyboard
// out of the model, products finite and scans over the range bounded.
constexpr double kMaxPrice = 1e9;
constexpr double kMaxAmount = 1e15; // money that is not a rate
constexpr double kMaxHours = 1e7; // a thousand years
constexpr double kMaxCount = 1e6;

#define FS_INPUT(id, ...) row(Input::id, #id, __VA_ARGS__)
constexpr std::array<InputSpec, kInputs> kSpecs {
    FS_INPUT(tokens, Unit::tokens, workload, Range::positive, 1e18),
    FS_INPUT(tokens_per_step, Unit::tokens, workload, Range::positive, 1e15),
    FS_INPUT(parameters, Unit::one, workload, Range::positive, 1e17),
    FS_INPUT(layers, Unit::one, workload, Range::positive, 1e6),
    FS_INPUT(hidden, Unit::one, workload, Range::positive, 1e8),
    FS_INPUT(seq_len, Unit::one, workload, Range::positive, 1e9),
    FS_INPUT(runs, Unit::one, workload, Range::positive, kMaxCount),
    FS_INPUT(horizon_months, Unit::months, workload, Range::closed, 1200),
    FS_INPUT(nodes, Unit::one, price, Range::positive, kMaxCount),
    FS_INPUT(price_per_h, Unit::money_per_hour, price, Range::closed, kMaxPrice),
    FS_INPUT(discount_share, Unit::share, price, Range::share),
    FS_INPUT(committed_nodes, Unit::one, commitment, Range::closed, kMaxCount),
    FS_INPUT(committed_h, Unit::hours, commitment, Range::closed, kMaxHours),
    FS_INPUT(committed_price_per_h, Unit::money_per_hour, commitment, Range::closed, kMaxPrice),
    FS_INPUT(tokens_per_s, Unit::tokens_per_s, throughput, Range::positive, 1e13),
    FS_INPUT(mfu, Unit::share, throughput, Range::positive_share),
    FS_INPUT(peak_flops_per_node, Unit::flop_per_s, throughput, Range::positive, 1e21),
    FS_INPUT(tokens_factor, Unit::one, throughput, Range::closed, 1000, 1),
    FS_INPUT(cold_compiles, Unit::one, compile, Range::closed, kMaxCount),
    FS_INPUT(first_compile_h, Unit::hours, compile, Range::closed, kMaxHours),
    FS_INPUT(recompiles, Unit::one, compile, Range::closed, 1e9),
    FS_INPUT(recompile_h, Unit::hours, compile, Range::closed, kMaxHours),
    FS_INPUT(checkpoint_overhead, Unit::share, reliability, Range::share),
    FS_INPUT(failure_waste, Unit::share, reliability, Range::share),
    FS_INPUT(node_mtbf_h, Unit::hours, reliability, Range::positive, 1e9),
    FS_INPUT(interruptions_per_h, Unit::per_hour, reliability, Range::closed, 1e4),
    FS_INPUT(checkpoint_interval_h, Unit::hours, reliability, Range::positive, kMaxHours),
    FS_INPUT(checkpoint_write_h, Unit::hours, reliability, Range::closed, kMaxHours),
    FS_INPUT(restart_h, Unit::hours, reliability, Range::closed, kMaxHours),
    FS_INPUT(stall_overhead, Unit::share, waste, Range::share),
    FS_INPUT(idle_share, Unit::share, waste, Range::share),
    FS_INPUT(storage_gb, Unit::gigabytes, storage, Range::closed, 1e12),
    FS_INPUT(storage_price_gb_month, Unit::money_per_gb_month, storage, Range::closed, kMaxPrice),
    FS_INPUT(transfer_gb, Unit::gigabytes, storage, Range::closed, 1e12),
    FS_INPUT(transfer_price_gb, Unit::money_per_gb, storage, Range::closed, kMaxPrice),
    FS_INPUT(support_share, Unit::share, support, Range::share),
    FS_INPUT(migration_h, Unit::hours, people, Range::closed, kMaxHours),
    FS_INPUT(debug_h, Unit::hours, people, Range::closed, kMaxHours),
    FS_INPUT(rampup_h, Unit::hours, people, Range::closed, kMaxHours),
    FS_INPUT(operations_h_per_run, Unit::hours, people, Range::closed, kMaxHours),
    FS_INPUT(labour_rate_per_h, Unit::money_per_hour, people, Range::closed, kMaxPrice),
    FS_INPUT(engineers_blocked, Unit::one, people, Range::closed, kMaxCount),
    FS_INPUT(delay_weeks, Unit::weeks, schedule, Range::closed, 5200),
    FS_INPUT(delay_cost_per_week, Unit::money_per_week, schedule, Range::closed, kMaxAmount),
    FS_INPUT(dual_running_h, Unit::hours, schedule, Range::closed, kMaxHours),
    FS_INPUT(dual_running_price_per_h, Unit::money_per_hour, schedule, Range::closed, kMaxPrice),
    FS_INPUT(rollback_probability, Unit::share, schedule, Range::share),
    FS_INPUT(rollback_h, Unit::hours, schedule, Range::closed, kMaxHours),
    FS_INPUT(capex_per_node, Unit::money, owned, Range::closed, kMaxAmount),
    FS_INPUT(lifetime_years, Unit::years, owned, Range::positive, 100),
    FS_INPUT(residual_share, Unit::share, owned, Range::share),
    FS_INPUT(discount_rate, Unit::share_per_year, owned, Range::closed, 10),
    FS_INPUT(fleet_utilisation, Unit::share, owned, Range::positive_share),
    FS_INPUT(node_power_kw, Unit::kilowatts, owned, Range::closed, 1e6),
    FS_INPUT(pue, Unit::one, owned, Range::closed, 100, 1),
    FS_INPUT(energy_price_per_kwh, Unit::money_per_kwh, owned, Range::closed, kMaxPrice),
    FS_INPUT(facility_per_node_month, Unit::money_per_month, owned, Range::closed, kMaxAmount),
};
#undef FS_INPUT

constexpr bool inOrder()
{
    for (std::size_t i = 0; i < kInputs; ++i)
        if (kSpecs[i].id != static_cast<Input>(i))
            return false;
    return true;
}
static_assert(inOrder(), "a row for each input, in the order of the enumerators");

} // namespace

std::span<const InputSpec, kInputs> inputSpecs()
{
    return kSpecs;
}

const InputSpec& spec(Input input)
{
    return kSpecs[static_cast<std::size_t>(input)];
}

std::optional<Input> inputByName(std::string_view name)
{
    const auto found = std::ranges::find(kSpecs, name, &InputSpec::name);
    return found == kSpecs.end() ? std::nullopt : std::optional(found->id);
}

} // namespace fullscope::scenario
