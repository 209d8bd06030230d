// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/fast_totals.h"

#include "core/analysis/cost_terms.h"
#include "core/base/for_each_cpu.h"
#include "core/scenario/scenario.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fullscope::analysis {

namespace {

using scenario::Input;

constexpr std::size_t kLanes = 8;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Several draws side by side: loops of fixed length that the compiler vectorises.
struct Lanes {
    std::array<double, kLanes> v {};
};

template <typename Operation>
Lanes each(const Lanes& a, const Lanes& b, Operation operation)
{
    Lanes result;
    for (std::size_t i = 0; i < kLanes; ++i)
        result.v[i] = operation(a.v[i], b.v[i]);
    return result;
}
Lanes all(double x)
{
    Lanes result;
    result.v.fill(x);
    return result;
}
Lanes operator+(const Lanes& a, const Lanes& b)
{
    return each(a, b, [](double x, double y) { return x + y; });
}
Lanes operator-(const Lanes& a, const Lanes& b)
{
    return each(a, b, [](double x, double y) { return x - y; });
}
Lanes operator*(const Lanes& a, const Lanes& b)
{
    return each(a, b, [](double x, double y) { return x * y; });
}
Lanes operator/(const Lanes& a, const Lanes& b)
{
    return each(a, b, [](double x, double y) { return x / y; });
}
Lanes minOf(const Lanes& a, const Lanes& b)
{
    return each(a, b, [](double x, double y) { return y < x ? y : x; });
}
Lanes maxOf(const Lanes& a, const Lanes& b)
{
    return each(a, b, [](double x, double y) { return x < y ? y : x; });
}

// In the order of operations of run_hours.cpp and cost_model.cpp, which say why; an input that was not given is 0 here,
// as are the terms that evaluate() leaves out.
class Model {
public:
    Model(const std::array<Lanes, scenario::kInputs>& values, const InputSet& given)
        : m_values(values)
        , m_given(given)
    {
    }

    Lanes figure(Scope scope)
    {
        hours();
        money();
        Lanes result = scope == Scope::list_price ? m_list_price / (in(Input::peak_flops_per_node) / all(kPeta))
            : scope == Scope::compute             ? m_productive_cost
            : scope == Scope::compute_with_waste  ? m_compute
                                                  : m_total;
        for (std::size_t i = 0; i < kLanes; ++i)
            result.v[i] = isSafe(i) ? result.v[i] : kNaN;
        return result;
    }

private:
    bool has(Input input) const { return m_given.test(static_cast<std::size_t>(input)); }
    const Lanes& in(Input input) const { return m_values[static_cast<std::size_t>(input)]; }

    void throughput()
    {
        if (has(Input::tokens_per_s)) {
            m_tokens_per_s = in(Input::tokens_per_s);
            return;
        }
        const Lanes flopsPerToken
            = in(Input::parameters)*all(6) + in(Input::layers)*in(Input::hidden)*in(Input::seq_len)*all(12);
        m_tokens_per_s = in(Input::mfu) * (in(Input::peak_flops_per_node)*in(Input::nodes)) / flopsPerToken;
    }

    void wastes()
    {
        m_checkpoint_overhead = in(Input::checkpoint_overhead);
        m_failure_waste = in(Input::failure_waste);
        if (!has(Input::node_mtbf_h))
            return;
        const Lanes failuresPerHour = in(Input::nodes) / in(Input::node_mtbf_h) + in(Input::interruptions_per_h);
        if (has(Input::checkpoint_write_h) && has(Input::checkpoint_interval_h))
            m_checkpoint_overhead = in(Input::checkpoint_write_h) / in(Input::checkpoint_interval_h);
        if (!has(Input::failure_waste) || (has(Input::checkpoint_interval_h) && has(Input::restart_h)))
            m_failure_waste = (in(Input::checkpoint_interval_h)*all(0.5) + in(Input::restart_h)) * failuresPerHour;
    }

    void hours()
    {
        throughput();
        wastes();
        const Lanes factor = has(Input::tokens_factor) ? in(Input::tokens_factor) : all(1);
        m_productive = in(Input::tokens)*factor / m_tokens_per_s / all(kSecondsPerHour);
        m_checkpoint = m_checkpoint_overhead * m_productive;
        m_stall = in(Input::stall_overhead)*m_productive;
        m_compile = in(Input::cold_compiles)*in(Input::first_compile_h) + in(Input::recompiles)*in(Input::recompile_h);
        const Lanes running = m_productive + m_checkpoint + m_stall + m_compile;
        m_failure = m_failure_waste * (running / (all(1) - m_failure_waste));
        const Lanes idleShare = in(Input::idle_share);
        m_idle = idleShare * ((running + m_failure) / (all(1) - idleShare));
        m_billed = running + m_failure + m_idle;
    }

    void price()
    {
        m_list_price = in(Input::price_per_h);
        if (has(Input::capex_per_node))
            for (std::size_t i = 0; i < kLanes; ++i)
                m_list_price.v[i] = ownedPricePerHour(in(Input::capex_per_node).v[i], in(Input::lifetime_years).v[i],
                    in(Input::residual_share).v[i], in(Input::discount_rate).v[i], in(Input::fleet_utilisation).v[i]);
    }

    void money()
    {
        price();
        const Lanes runs = in(Input::runs), nodes = in(Input::nodes);
        const Lanes jobHours = m_billed * runs;
        const Lanes usedHours = nodes * jobHours;
        const Lanes months = maxOf(jobHours / all(kHoursPerMonth), in(Input::horizon_months));
        Lanes committedUsed = all(0), unusedCost = all(0);
        const Lanes committedPrice = in(Input::committed_price_per_h);
        if (has(Input::committed_nodes)) {
            const Lanes committed = in(Input::committed_nodes);
            const Lanes hours = has(Input::committed_h) ? in(Input::committed_h) : all(kHoursPerMonth) * months;
            committedUsed = minOf(nodes, committed) * minOf(jobHours, hours);
            unusedCost = (committed * hours - committedUsed) * committedPrice;
        }
        const Lanes pricePerHour = m_list_price * (all(1) - in(Input::discount_share));
        const Lanes compute = committedUsed * committedPrice + (usedHours - committedUsed) * pricePerHour;
        const Lanes rate = compute / usedHours * nodes * runs; // of an hour of one run
        m_productive_cost = m_productive * rate;
        m_compute = m_productive_cost + m_checkpoint * rate + m_stall * rate + m_compile * rate + m_failure * rate
            + m_idle * rate + unusedCost;
        m_total = m_compute + rest(usedHours, months);
    }

    // From energy to the reserve for going back.
    Lanes rest(const Lanes& usedHours, const Lanes& months) const
    {
        Lanes energy = all(0), facility = all(0);
        if (has(Input::capex_per_node)) {
            energy = in(Input::node_power_kw)*in(Input::pue)*in(Input::energy_price_per_kwh)*usedHours;
            facility = in(Input::facility_per_node_month)*in(Input::nodes)*months;
        }
        const Lanes storage = in(Input::storage_gb)*in(Input::storage_price_gb_month)*months;
        const Lanes transfer = in(Input::transfer_gb)*in(Input::transfer_price_gb);
        const Lanes support = in(Input::support_share) * (m_compute + (storage + transfer));
        const Lanes rate = in(Input::labour_rate_per_h), runs = in(Input::runs);
        return energy + facility + storage + transfer + support + in(Input::migration_h)*rate + in(Input::debug_h)*rate
            + in(Input::rampup_h)*rate + in(Input::operations_h_per_run)*runs * rate
            + m_compile * (runs * in(Input::engineers_blocked)) * rate
            + in(Input::delay_weeks)*in(Input::delay_cost_per_week)
            + in(Input::dual_running_h)*in(Input::dual_running_price_per_h)
            + in(Input::rollback_probability)*in(Input::rollback_h)*rate;
    }

    // What evaluate() might refuse, or might find not finite, is left to it.
    bool isSafe(std::size_t i) const
    {
        constexpr double kTiny = 1e-100, kHuge = 1e100;
        const auto value = [this, i](Input input) { return in(input).v[i]; };
        const bool isOrdinary = value(Input::tokens) * value(Input::runs) >= 1 && value(Input::nodes) >= kTiny
            && value(Input::runs) >= kTiny && m_tokens_per_s.v[i] >= kTiny && m_tokens_per_s.v[i] <= kHuge
            && (!has(Input::peak_flops_per_node) || value(Input::peak_flops_per_node) >= kTiny)
            && (!has(Input::tokens_per_step) || value(Input::tokens_per_step) >= kTiny) && m_billed.v[i] >= kTiny
            && m_billed.v[i] <= kHuge && m_list_price.v[i] <= kHuge;
        return isOrdinary && m_checkpoint_overhead.v[i] < 1 && m_failure_waste.v[i] < 1 && m_total.v[i] <= kHuge;
    }

    const std::array<Lanes, scenario::kInputs>& m_values;
    const InputSet& m_given;
    Lanes m_tokens_per_s, m_checkpoint_overhead, m_failure_waste;
    Lanes m_productive, m_checkpoint, m_stall, m_compile, m_failure, m_idle, m_billed; // hours
    Lanes m_list_price, m_productive_cost, m_compute, m_total;
};

// Whether evaluate() can only fail for reasons that isSafe() looks at.
bool canCompute(const scenario::InputValues& fixed, const FastTotals::Columns& columns, const InputSet& given)
{
    const auto has = [&given](Input input) { return given.test(static_cast<std::size_t>(input)); };
    for (const scenario::InputSpec& input : scenario::inputSpecs())
        if (columns[static_cast<std::size_t>(input.id)] == nullptr && has(input.id)
            && !scenario::validate(input.id, *fixed[input.id]))
            return false;
    const bool isOwned = has(Input::capex_per_node);
    for (const Input needed : {Input::tokens, Input::runs, Input::nodes})
        if (!has(needed))
            return false;
    if (isOwned == has(Input::price_per_h))
        return false;
    for (const Input owned :
        {Input::lifetime_years, Input::residual_share, Input::discount_rate, Input::fleet_utilisation})
        if (isOwned && !has(owned))
            return false;
    for (const Input beside :
        {Input::node_power_kw, Input::pue, Input::energy_price_per_kwh, Input::facility_per_node_month})
        if (!isOwned && has(beside))
            return false;
    if (has(Input::committed_nodes) && (isOwned || !has(Input::committed_price_per_h)))
        return false;
    return has(Input::tokens_per_s) || (has(Input::mfu) && has(Input::peak_flops_per_node) && has(Input::parameters));
}

// All that it calls is part of it, so that it is compiled for each CPU too.
FS_FOR_EACH_CPU __attribute__((flatten)) void computeAll(const scenario::InputValues& fixed, const InputSet& given,
    const FastTotals::Columns& columns, Scope scope, std::span<double> figures)
{
    std::array<Lanes, scenario::kInputs> values;
    std::array<std::size_t, scenario::kInputs> drawn;
    std::size_t count = 0;
    for (std::size_t k = 0; k < scenario::kInputs; ++k) {
        values[k] = all(fixed.values[k].value_or(0));
        if (columns[k] != nullptr)
            drawn[count++] = k;
    }
    for (std::size_t at = 0; at < figures.size(); at += kLanes) {
        const std::size_t n = std::min(kLanes, figures.size() - at);
        for (std::size_t j = 0; j < count; ++j) {
            const double* const column = columns[drawn[j]] + at;
            for (std::size_t i = 0; i < kLanes; ++i)
                values[drawn[j]].v[i] = column[n == kLanes ? i : std::min(i, n - 1)];
        }
        const Lanes result = Model(values, given).figure(scope);
        std::copy_n(result.v.begin(), n, figures.begin() + static_cast<std::ptrdiff_t>(at));
    }
}

} // namespace

FastTotals::FastTotals(const scenario::InputValues& fixed, const Columns& columns)
    : m_fixed(fixed)
{
    for (std::size_t i = 0; i < scenario::kInputs; ++i)
        m_given.set(i, columns[i] != nullptr || fixed.values[i].has_value());
    m_can_compute = canCompute(fixed, columns, m_given);
}

void FastTotals::compute(const Columns& columns, Scope scope, std::span<double> figures) const
{
    const bool hasFigure
        = scope != Scope::list_price || m_given.test(static_cast<std::size_t>(Input::peak_flops_per_node));
    if (!m_can_compute || !hasFigure) {
        std::ranges::fill(figures, kNaN);
        return;
    }
    computeAll(m_fixed, m_given, columns, scope, figures);
}

} // namespace fullscope::analysis
