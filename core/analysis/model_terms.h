// SPDX-License-Identifier: GPL-3.0-or-later
// The terms of the cost model, written once for whatever computes them: draws side by side (fast_totals.cpp), figures
// that know what of them is missing (term_figures.cpp), formulas of a spreadsheet (core/report/sheet_formulas.cpp).
// The order of operations is that of run_hours.cpp and cost_model.cpp, which say why.
#pragma once

#include "core/analysis/cost_terms.h"

#include <array>
#include <string_view>

namespace fullscope::analysis {

// Every step that has a name, in the order in which each can be computed from those before it.
enum class Term {
    flops_per_token,
    tokens_per_s,
    failures_per_h, // of the running job
    checkpoint_overhead,
    failure_waste,
    productive_h, // hours of one run, to billed_h
    checkpoint_h,
    stall_h,
    compile_h,
    running_h,
    failure_h,
    idle_h,
    billed_h,
    job_h, // of all runs
    used_h, // instance-hours of all runs
    months,
    list_price_per_h,
    price_per_h, // after the discount
    commitment_h, // of each committed instance
    commitment_price_per_h,
    covered_h, // instance-hours that the commitment covers
    rate_per_h, // of an hour of one run, all instances and runs together
    productive, // the components, in the order of Component
    rollback_reserve = productive + static_cast<int>(kComponents) - 1,
    compute,
    total,
    per_mtok,
    compute_per_mtok,
    per_1k_steps,
    goodput,
    wall_days,
    price_per_pflop_h,
    best_checkpoint_interval_h,
    count
};
constexpr std::size_t kTerms = static_cast<std::size_t>(Term::count);
constexpr Term termOf(Component component)
{
    return static_cast<Term>(static_cast<int>(Term::productive) + static_cast<int>(component));
}

// An algebra has a type Number with + − * /, and
//   in(Input)       the figure of an input, which may be missing
//   need(Input)     of one without which there is no result
//   orElse(Input, double)  of one that has a usual value
//   has(Input)      a condition; && of two, ! of one
//   number(double)
//   exact(Number)   its value alone: what it lacks has been said where it stands
//   pick(condition, f, g)  f() or g()
//   least(a, b), greatest(a, b), root(a)
//   below(Number)   of a share: there is no result unless it is below 1
//   ifSome(Input, Number)  nothing where the input is not above 0
//   owned()         price per hour of owned hardware
//   allowed(Number) there is no result where inputs exclude each other
//   sum(array of components, first, last)
//   keep(Term, Number)     the number under its name
template <typename Algebra>
class ModelTerms {
public:
    using Number = typename Algebra::Number;
    using Input = scenario::Input;

    explicit ModelTerms(Algebra& algebra)
        : a(algebra)
    {
    }

    void hours()
    {
        rate();
        wastes();
        productive_h = a.keep(Term::productive_h,
            a.need(Input::tokens) * a.orElse(Input::tokens_factor, 1) / tokens_per_s / a.number(kSecondsPerHour));
        checkpoint_h = a.keep(Term::checkpoint_h, checkpoint_overhead * a.exact(productive_h));
        stall_h = a.keep(Term::stall_h, a.in(Input::stall_overhead)*a.exact(productive_h));
        compile_h = a.keep(Term::compile_h,
            a.in(Input::cold_compiles)*a.in(Input::first_compile_h) + a.in(Input::recompiles)*a.in(Input::recompile_h));
        const Number running = a.keep(
            Term::running_h, a.exact(productive_h) + a.exact(checkpoint_h) + a.exact(stall_h) + a.exact(compile_h));
        failure_h = a.keep(Term::failure_h, failure_waste * (running / (a.number(1) - a.exact(failure_waste))));
        const Number idle = a.in(Input::idle_share);
        idle_h = a.keep(Term::idle_h, idle * ((running + a.exact(failure_h)) / (a.number(1) - a.exact(idle))));
        billed_h = a.keep(Term::billed_h, running + a.exact(failure_h) + a.exact(idle_h));
    }

    // After hours().
    void money()
    {
        const Number runs = a.exact(a.in(Input::runs)), nodes = a.exact(a.in(Input::nodes));
        const Number job = a.keep(Term::job_h, billed_h * runs);
        const Number used = a.keep(Term::used_h, nodes * job);
        const Number months = a.keep(Term::months, a.greatest(job / a.number(kHoursPerMonth), Input::horizon_months));
        list_price_per_h = a.keep(Term::list_price_per_h,
            a.allowed(a.pick(
                a.has(Input::capex_per_node), [&] { return a.owned(); }, [&] { return a.need(Input::price_per_h); })));
        const Number price
            = a.keep(Term::price_per_h, list_price_per_h * (a.number(1) - a.exact(a.in(Input::discount_share))));
        const Number unused = commitment(nodes, job, months);
        const Number compute_money = covered_h * commitment_price_per_h + (used - covered_h) * price;
        const Number rate = a.keep(Term::rate_per_h, compute_money / used * nodes * runs);

        set(Component::productive, productive_h * rate);
        set(Component::checkpoint, checkpoint_h * rate);
        set(Component::stall, stall_h * rate);
        set(Component::compile, compile_h * rate);
        set(Component::failure, failure_h * rate);
        set(Component::idle, idle_h * rate);
        set(Component::unused_commitment, unused);
        compute = a.keep(Term::compute, a.sum(components, Component::productive, Component::unused_commitment));
        hardware(used, months);
        people();
        total = a.keep(Term::total, compute + a.sum(components, Component::energy, Component::rollback_reserve));
    }

    // After money(): what people compare.
    void results()
    {
        const Number runs = a.exact(a.in(Input::runs)), tokens = a.exact(a.in(Input::tokens));
        const Number mtok = tokens * runs / a.number(1e6);
        a.keep(Term::per_mtok, total / mtok);
        a.keep(Term::compute_per_mtok, compute / mtok);
        a.keep(Term::per_1k_steps, total / (tokens * runs / a.in(Input::tokens_per_step) / a.number(1e3)));
        a.keep(Term::goodput, a.exact(productive_h) / billed_h);
        a.keep(Term::wall_days, billed_h * runs / a.number(24));
        a.keep(Term::price_per_pflop_h, list_price_per_h / (a.in(Input::peak_flops_per_node) / a.number(kPeta)));
        a.keep(Term::best_checkpoint_interval_h,
            a.pick(
                a.has(Input::node_mtbf_h),
                [&] { return a.root(a.number(2) * a.in(Input::checkpoint_write_h) / failures_per_h); },
                [&] { return a.in(Input::node_mtbf_h); }));
    }

    Number tokens_per_s, failures_per_h, checkpoint_overhead, failure_waste;
    Number productive_h, checkpoint_h, stall_h, compile_h, failure_h, idle_h, billed_h;
    Number list_price_per_h, commitment_price_per_h, covered_h;
    std::array<Number, kComponents> components;
    Number compute, total;

private:
    const Number& set(Component component, const Number& number)
    {
        return components[static_cast<std::size_t>(component)] = a.keep(termOf(component), number);
    }

    void rate()
    {
        tokens_per_s = a.keep(Term::tokens_per_s,
            a.pick(
                a.has(Input::tokens_per_s), [&] { return a.in(Input::tokens_per_s); },
                [&] {
                    const Number flops = a.keep(Term::flops_per_token,
                        a.in(Input::parameters)*a.number(6)
                            + a.in(Input::layers)*a.in(Input::hidden)*a.in(Input::seq_len)*a.number(12));
                    return a.need(Input::mfu) * (a.need(Input::peak_flops_per_node) * a.exact(a.in(Input::nodes)))
                        / flops;
                }));
    }

    // Young 1974, Daly 2006, first order; or as measured.
    void wastes()
    {
        const auto has = [&](Input input) { return a.has(input); };
        const auto given = [&](Input input) { return [this, input] { return a.in(input); }; };
        failures_per_h = a.keep(Term::failures_per_h,
            a.pick(
                has(Input::node_mtbf_h),
                [&] {
                    return a.exact(a.in(Input::nodes)) / a.in(Input::node_mtbf_h) + a.in(Input::interruptions_per_h);
                },
                given(Input::node_mtbf_h)));
        checkpoint_overhead = a.keep(Term::checkpoint_overhead,
            a.below(a.pick(
                has(Input::node_mtbf_h),
                [&] {
                    return a.pick(
                        has(Input::checkpoint_write_h) && has(Input::checkpoint_interval_h),
                        [&] { return a.in(Input::checkpoint_write_h) / a.in(Input::checkpoint_interval_h); },
                        [&] {
                            return a.pick(has(Input::checkpoint_overhead), given(Input::checkpoint_overhead),
                                [&] { return a.in(Input::checkpoint_write_h)*a.in(Input::checkpoint_interval_h); });
                        });
                },
                given(Input::checkpoint_overhead))));
        failure_waste = a.keep(Term::failure_waste,
            a.below(a.pick(
                has(Input::node_mtbf_h)
                    && !(has(Input::failure_waste) && !(has(Input::checkpoint_interval_h) && has(Input::restart_h))),
                [&] {
                    return (a.in(Input::checkpoint_interval_h)*a.number(0.5) + a.in(Input::restart_h)) * failures_per_h;
                },
                given(Input::failure_waste))));
    }

    // What of it is paid and not used.
    Number commitment(const Number& nodes, const Number& job, const Number& months)
    {
        const Number each = a.keep(Term::commitment_h,
            a.pick(
                a.has(Input::committed_h), [&] { return a.in(Input::committed_h); },
                [&] { return a.number(kHoursPerMonth) * months; }));
        commitment_price_per_h = a.keep(
            Term::commitment_price_per_h, a.ifSome(Input::committed_nodes, a.need(Input::committed_price_per_h)));
        const Number committed = a.exact(a.in(Input::committed_nodes));
        covered_h = a.keep(Term::covered_h, a.least(nodes, committed) * a.least(job, a.exact(each)));
        return a.pick(
            a.has(Input::committed_nodes),
            [&] { return (a.in(Input::committed_nodes)*each - covered_h) * commitment_price_per_h; },
            [&] {
                return a.pick(
                    a.has(Input::capex_per_node), [&] { return a.number(0); },
                    [&] { return a.in(Input::committed_nodes); });
            });
    }

    void hardware(const Number& used, const Number& months)
    {
        const auto none = [&] { return a.number(0); };
        set(Component::energy,
            a.pick(
                a.has(Input::capex_per_node),
                [&] { return a.in(Input::node_power_kw)*a.in(Input::pue)*a.in(Input::energy_price_per_kwh)*used; },
                none));
        set(Component::facility,
            a.pick(
                a.has(Input::capex_per_node),
                [&] { return a.in(Input::facility_per_node_month)*a.in(Input::nodes)*months; }, none));
        set(Component::storage, a.in(Input::storage_gb)*a.in(Input::storage_price_gb_month)*months);
        set(Component::transfer, a.in(Input::transfer_gb)*a.in(Input::transfer_price_gb));
        set(Component::support,
            a.in(Input::support_share)
                * (a.exact(compute) + a.exact(a.sum(components, Component::storage, Component::transfer))));
    }

    void people()
    {
        const Number rate = a.in(Input::labour_rate_per_h), runs = a.in(Input::runs);
        set(Component::migration_labour, a.in(Input::migration_h)*rate);
        set(Component::debug_labour, a.in(Input::debug_h)*rate);
        set(Component::rampup_labour, a.in(Input::rampup_h)*rate);
        set(Component::operations_labour, a.in(Input::operations_h_per_run)*runs * rate);
        set(Component::compile_wait, compile_h * (runs * a.in(Input::engineers_blocked)) * rate);
        set(Component::delay, a.in(Input::delay_weeks)*a.in(Input::delay_cost_per_week));
        set(Component::dual_running, a.in(Input::dual_running_h)*a.in(Input::dual_running_price_per_h));
        set(Component::rollback_reserve, a.in(Input::rollback_probability)*a.in(Input::rollback_h)*rate);
    }

    Algebra& a;
};

} // namespace fullscope::analysis
