// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/cost_model.h"

#include "core/analysis/run_hours.h"
#include "core/base/text.h"
#include "core/scenario/scenario.h"

#include <algorithm>
#include <cmath>

namespace fullscope::analysis {

using base::Code;
using base::Error;
using scenario::Input;

namespace {

base::Status checkRanges(const scenario::InputValues& values)
{
    for (const scenario::InputSpec& input : scenario::inputSpecs()) {
        if (!values[input.id])
            continue;
        const double value = *values[input.id];
        if (auto status = scenario::validate(input.id, value); !status) {
            if (std::isfinite(value) && value < 0)
                status.error().code = Code::negative;
            else if (input.id == Input::failure_waste && std::isfinite(value))
                status.error().code = Code::waste_not_below_one;
            return status;
        }
    }
    return {};
}

base::Status checkTogether(const Inputs& in)
{
    const auto refuse = [](Input input, Input beside) {
        return Error {.code = Code::not_allowed_together, .args = {nameOf(beside)}, .field = nameOf(input)};
    };
    const bool isOwned = in.has(Input::capex_per_node);
    if (isOwned && in.has(Input::price_per_h))
        return refuse(Input::price_per_h, Input::capex_per_node);
    if (isOwned && in.valueOr(Input::committed_nodes, 0) > 0)
        return refuse(Input::committed_nodes, Input::capex_per_node);
    if (in.has(Input::price_per_h))
        for (const Input input :
            {Input::node_power_kw, Input::pue, Input::energy_price_per_kwh, Input::facility_per_node_month})
            if (in.valueOr(input, 0) > 0)
                return refuse(input, Input::price_per_h);
    return {};
}

base::Result<double> listPricePerHour(const Inputs& in)
{
    if (!in.has(Input::capex_per_node)) {
        FS_TRY(in.requireAll({Input::price_per_h}));
        return in[Input::price_per_h];
    }
    FS_TRY(
        in.requireAll({Input::lifetime_years, Input::residual_share, Input::discount_rate, Input::fleet_utilisation}));
    return ownedPricePerHour(in[Input::capex_per_node], in[Input::lifetime_years], in[Input::residual_share],
        in[Input::discount_rate], in[Input::fleet_utilisation]);
}

// Asks at once for everything without which nothing can be computed; the first is the field, the others are args.
base::Status requireNeeded(const Inputs& in)
{
    std::vector<Input> needed = {Input::tokens, Input::runs, Input::nodes};
    if (in.has(Input::capex_per_node))
        needed.insert(needed.end(),
            {Input::lifetime_years, Input::residual_share, Input::discount_rate, Input::fleet_utilisation});
    else
        needed.push_back(Input::price_per_h);
    if (!in.has(Input::tokens_per_s) && in.has(Input::mfu))
        needed.insert(needed.end(), {Input::peak_flops_per_node, Input::parameters});
    else
        needed.push_back(Input::tokens_per_s);
    std::erase_if(needed, [&in](Input input) { return in.has(input); });
    if (needed.empty())
        return {};
    Error error {.code = Code::not_given, .field = nameOf(needed.front())};
    for (std::size_t i = 1; i < needed.size(); ++i)
        error.args.push_back(nameOf(needed[i]));
    return error;
}

struct Months {
    double value = 0;
    InputSet missing; // the horizon: only the run time is known
};

struct Commitment {
    double used_hours = 0; // node-hours taken from it
    double price_per_h = 0;
    Figure unused_cost;
};

base::Result<Commitment> commitment(const Inputs& in, double jobHours, const Months& months)
{
    Commitment commitment;
    const double nodes = in.valueOr(Input::committed_nodes, 0);
    if (nodes == 0) {
        const bool isKnown = in.has(Input::committed_nodes) || in.has(Input::capex_per_node);
        commitment.unused_cost = isKnown ? Figure::known(0) : in(Input::committed_nodes);
        return commitment;
    }
    FS_TRY(in.requireAll({Input::committed_price_per_h}));
    const bool isWholeHorizon = !in.has(Input::committed_h);
    const double hours = isWholeHorizon ? kHoursPerMonth * months.value : in[Input::committed_h];
    commitment.price_per_h = in[Input::committed_price_per_h];
    commitment.used_hours = std::min(in[Input::nodes], nodes) * std::min(jobHours, hours);
    commitment.unused_cost = {(nodes * hours - commitment.used_hours) * commitment.price_per_h, true,
        isWholeHorizon ? months.missing : InputSet {}};
    return commitment;
}

class Ledger {
public:
    explicit Ledger(Costs& costs)
        : m_costs(costs)
    {
    }
    void set(Component component, const Figure& figure)
    {
        const auto i = static_cast<std::size_t>(component);
        m_costs.components[i] = figure.covered ? figure.value : 0;
        m_costs.covered[i] = figure.covered;
        m_costs.missing[i] = figure.missing;
    }
    double sum(Component first, Component last) const
    {
        double sum = 0;
        for (auto i = static_cast<std::size_t>(first); i <= static_cast<std::size_t>(last); ++i)
            sum += m_costs.components[i];
        return sum;
    }

private:
    Costs& m_costs;
};

void setHardware(Ledger& ledger, const Inputs& in, double usedHours, const Months& months)
{
    const auto monthly = [&months](Figure perMonth) {
        if (perMonth.value > 0)
            perMonth.missing |= months.missing;
        return perMonth * months.value;
    };
    const bool isOwned = in.has(Input::capex_per_node);
    const Figure kilowattPrice = in.product({Input::node_power_kw, Input::pue, Input::energy_price_per_kwh});
    const Figure facility = in.product({Input::facility_per_node_month, Input::nodes});
    ledger.set(Component::energy, isOwned ? kilowattPrice * usedHours : Figure::known(0));
    ledger.set(Component::facility, isOwned ? monthly(facility) : Figure::known(0));
    ledger.set(Component::storage, monthly(in.product({Input::storage_gb, Input::storage_price_gb_month})));
    ledger.set(Component::transfer, in.product({Input::transfer_gb, Input::transfer_price_gb}));
    const double spend = ledger.sum(Component::productive, Component::unused_commitment)
        + ledger.sum(Component::storage, Component::transfer);
    ledger.set(Component::support, in(Input::support_share)*spend);
}

void setPeople(Ledger& ledger, const Inputs& in, const Figure& compileHours)
{
    const Figure rate = in(Input::labour_rate_per_h);
    ledger.set(Component::migration_labour, in(Input::migration_h)*rate);
    ledger.set(Component::debug_labour, in(Input::debug_h)*rate);
    ledger.set(Component::rampup_labour, in(Input::rampup_h)*rate);
    ledger.set(Component::operations_labour, in.product({Input::operations_h_per_run, Input::runs}) * rate);
    ledger.set(Component::compile_wait, compileHours * in.product({Input::runs, Input::engineers_blocked}) * rate);
    ledger.set(Component::delay, in.product({Input::delay_weeks, Input::delay_cost_per_week}));
    ledger.set(Component::dual_running, in.product({Input::dual_running_h, Input::dual_running_price_per_h}));
    ledger.set(Component::rollback_reserve, in.product({Input::rollback_probability, Input::rollback_h}) * rate);
}

void addMissing(Costs& costs)
{
    InputSet all;
    for (const InputSet& missing : costs.missing)
        all |= missing;
    for (const scenario::InputSpec& input : scenario::inputSpecs())
        if (all.test(static_cast<std::size_t>(input.id)))
            costs.not_given.push_back(input.id);
    costs.lower_bound = all.any();
}

void addResults(Costs& costs, const Ledger& ledger, const Inputs& in)
{
    costs.compute = ledger.sum(Component::productive, Component::unused_commitment);
    costs.total = costs.compute + ledger.sum(Component::energy, Component::rollback_reserve);
    const double tokens = in[Input::tokens] * in[Input::runs];
    costs.per_mtok = costs.total / (tokens / 1e6);
    costs.compute_per_mtok = costs.compute / (tokens / 1e6);
    if (in.has(Input::tokens_per_step))
        costs.per_1k_steps = costs.total / (tokens / in[Input::tokens_per_step] / 1e3);
    costs.goodput = costs.hours.productive / costs.hours.billed;
    costs.wall_days = costs.hours.billed * in[Input::runs] / 24;
}

// The smallest and the greatest inputs make results that no double holds; the one farthest from 1 is to blame.
base::Status checkFinite(const Costs& costs, const scenario::InputValues& values)
{
    const Hours& hours = costs.hours;
    const double results[]
        = {costs.total, costs.compute, costs.per_mtok, costs.compute_per_mtok, costs.per_1k_steps.value_or(0),
            costs.goodput, costs.wall_days, hours.productive, hours.billed, costs.tokens_per_s, costs.price_per_h,
            costs.best_checkpoint_interval_h.value_or(0), costs.price_per_pflop_h.value_or(0)};
    if (std::ranges::all_of(results, [](double result) { return std::isfinite(result); }))
        return {};
    Input extreme = Input::tokens;
    double distance = 0;
    for (const scenario::InputSpec& input : scenario::inputSpecs()) {
        const double value = values[input.id].value_or(1);
        if (value != 0 && std::abs(std::log(value)) > distance) {
            distance = std::abs(std::log(value));
            extreme = input.id;
        }
    }
    return Error {
        .code = Code::out_of_range, .field = nameOf(extreme), .found = base::formatDouble(values[extreme].value_or(0))};
}

// Some component of these was left out or counted in part.
bool lacks(const Costs& costs, Component first, Component last)
{
    for (auto i = static_cast<std::size_t>(first); i <= static_cast<std::size_t>(last); ++i)
        if (!costs.covered[i] || costs.missing[i].any())
            return true;
    return false;
}

} // namespace

base::Result<Costs> evaluate(const scenario::InputValues& values)
{
    const Inputs in(values);
    FS_TRY(checkRanges(values));
    FS_TRY(checkTogether(in));
    FS_TRY(requireNeeded(in));
    FS_TRY_VALUE(listPrice, listPricePerHour(in));
    FS_TRY_VALUE(run, hoursOfRun(in));

    const double runs = in[Input::runs];
    const double jobHours = run.billed * runs;
    const double usedHours = in[Input::nodes] * jobHours;
    const Months months {
        std::max(jobHours / kHoursPerMonth, in.valueOr(Input::horizon_months, 0)), in(Input::horizon_months).missing};
    FS_TRY_VALUE(committed, commitment(in, jobHours, months));

    Costs costs;
    costs.price_per_h = listPrice * (1 - in.valueOr(Input::discount_share, 0));
    const double compute
        = committed.used_hours * committed.price_per_h + (usedHours - committed.used_hours) * costs.price_per_h;
    const double pricePerRunHour = compute / usedHours * in[Input::nodes] * runs;

    Ledger ledger(costs);
    ledger.set(Component::productive, run.productive * pricePerRunHour);
    ledger.set(Component::checkpoint, run.checkpoint * pricePerRunHour);
    ledger.set(Component::stall, run.stall * pricePerRunHour);
    ledger.set(Component::compile, run.compile * pricePerRunHour);
    ledger.set(Component::failure, run.failure * pricePerRunHour);
    ledger.set(Component::idle, run.idle * pricePerRunHour);
    ledger.set(Component::unused_commitment, committed.unused_cost);
    setHardware(ledger, in, usedHours, months);
    setPeople(ledger, in, run.compile);

    costs.hours = {run.productive.value, run.checkpoint.value, run.stall.value, run.compile.value, run.failure.value,
        run.idle.value, run.billed};
    costs.tokens_per_s = run.tokens_per_s;
    costs.failure_waste = run.failure_waste.value;
    costs.checkpoint_overhead = run.checkpoint_overhead.value;
    costs.best_checkpoint_interval_h = run.best_checkpoint_interval_h;
    if (in.has(Input::peak_flops_per_node))
        costs.price_per_pflop_h = listPrice / (in[Input::peak_flops_per_node] / kPeta);
    addMissing(costs);
    addResults(costs, ledger, in);
    FS_TRY(checkFinite(costs, values));
    return costs;
}

std::optional<double> underScope(const Costs& costs, Scope scope)
{
    switch (scope) {
    case Scope::list_price:
        return costs.price_per_pflop_h;
    case Scope::compute:
        return costs.components[static_cast<std::size_t>(Component::productive)];
    case Scope::compute_with_waste:
        return costs.compute;
    case Scope::full:
    case Scope::count:
        break;
    }
    return costs.total;
}

std::size_t componentsWithin(Scope scope)
{
    switch (scope) {
    case Scope::list_price:
        return 0;
    case Scope::compute:
        return 1;
    case Scope::compute_with_waste:
        return static_cast<std::size_t>(Component::unused_commitment) + 1;
    case Scope::full:
    case Scope::count:
        break;
    }
    return kComponents;
}

std::optional<double> perMtokUnder(const Costs& costs, Scope scope)
{
    if (scope == Scope::list_price)
        return std::nullopt;
    return costs.total > 0 ? *underScope(costs, scope) / costs.total * costs.per_mtok : 0;
}

Bound boundUnder(const Costs& costs, Scope scope)
{
    const std::size_t counted = componentsWithin(scope);
    if (counted == 0)
        return Bound::exact; // one price over one peak, absent where either is
    return lacks(costs, Component::productive, static_cast<Component>(counted - 1)) ? Bound::at_least : Bound::exact;
}

Bound billedBound(const Costs& costs)
{
    return lacks(costs, Component::productive, Component::idle) ? Bound::at_least : Bound::exact;
}

// productive / billed: lost hours that are left out flatter it. Productive hours that are left out do not change it but
// where compilation takes hours of its own.
Bound goodputBound(const Costs& costs)
{
    const bool lacksWaste = lacks(costs, Component::checkpoint, Component::idle);
    const bool lacksProductive = lacks(costs, Component::productive, Component::productive) && costs.hours.compile > 0;
    if (lacksProductive)
        return lacksWaste ? Bound::unknown : Bound::at_least;
    return lacksWaste ? Bound::at_most : Bound::exact;
}

} // namespace fullscope::analysis
