// SPDX-License-Identifier: GPL-3.0-or-later
// What the model does with what it was not given.
#include "tests/core/analysis/cost_inputs.h"

#include <algorithm>
#include <string>

namespace fullscope::analysis {

using base::Code;
using scenario::Input;
using scenario::InputValues;
using tests::costsOf;
using tests::covers;
using tests::expectError;
using tests::InputList;
using tests::missing;
using tests::owned;
using tests::value;
using tests::with;
using tests::without;

TEST(Missing, leavesComponentsOutAndNamesThem)
{
    const Costs costs = costsOf(with({}));
    const std::map<Component, InputList> expected {
        {Component::checkpoint, {Input::checkpoint_overhead}},
        {Component::stall, {Input::stall_overhead}},
        {Component::compile, {Input::cold_compiles, Input::first_compile_h, Input::recompiles, Input::recompile_h}},
        {Component::failure, {Input::failure_waste}},
        {Component::idle, {Input::idle_share}},
        {Component::unused_commitment, {Input::committed_nodes}},
        {Component::storage, {Input::storage_gb, Input::storage_price_gb_month}},
        {Component::transfer, {Input::transfer_gb, Input::transfer_price_gb}},
        {Component::support, {Input::support_share}},
        {Component::migration_labour, {Input::migration_h, Input::labour_rate_per_h}},
        {Component::debug_labour, {Input::debug_h, Input::labour_rate_per_h}},
        {Component::rampup_labour, {Input::rampup_h, Input::labour_rate_per_h}},
        {Component::operations_labour, {Input::operations_h_per_run, Input::labour_rate_per_h}},
        {Component::compile_wait,
            {Input::cold_compiles, Input::first_compile_h, Input::recompiles, Input::recompile_h,
                Input::labour_rate_per_h, Input::engineers_blocked}},
        {Component::delay, {Input::delay_weeks, Input::delay_cost_per_week}},
        {Component::dual_running, {Input::dual_running_h, Input::dual_running_price_per_h}},
        {Component::rollback_reserve, {Input::labour_rate_per_h, Input::rollback_probability, Input::rollback_h}},
    };
    for (std::size_t i = 0; i < kComponents; ++i) {
        const auto component = static_cast<Component>(i);
        SCOPED_TRACE(std::string(name(component)));
        const auto left = expected.find(component);
        ASSERT_EQ(covers(costs, component), left == expected.end());
        if (left != expected.end()) {
            EXPECT_EQ(missing(costs, component), left->second);
            EXPECT_EQ(value(costs, component), 0);
        }
    }
    EXPECT_TRUE(costs.lower_bound);
    EXPECT_CLOSE(costs.total, 1000);
    EXPECT_EQ(missing(costs, Component::productive), InputList {Input::tokens_factor});
    EXPECT_EQ(costs.not_given.size(), 27u); // the 26 above and tokens_factor
    EXPECT_TRUE(std::ranges::is_sorted(costs.not_given));
}

TEST(Missing, ofHardwareThatIsRentedOrOwned)
{
    const Costs rented = costsOf(with({}));
    EXPECT_TRUE(covers(rented, Component::energy)); // the price holds them
    EXPECT_TRUE(covers(rented, Component::facility));
    const Costs ours = costsOf(owned({{Input::pue, 1.2}}));
    EXPECT_EQ(missing(ours, Component::energy), (InputList {Input::node_power_kw, Input::energy_price_per_kwh}));
    EXPECT_FALSE(covers(ours, Component::energy));
    EXPECT_EQ(missing(ours, Component::facility), InputList {Input::facility_per_node_month});
    EXPECT_TRUE(covers(ours, Component::unused_commitment)); // nothing is committed where nothing is rented
}

TEST(Missing, isNotAZeroThatSomebodyEntered)
{
    const Costs costs = costsOf(with({{Input::migration_h, 0}, {Input::engineers_blocked, 0}, {Input::storage_gb, 0},
        {Input::cold_compiles, 0}, {Input::recompiles, 0}, {Input::committed_nodes, 0}, {Input::delay_weeks, 0},
        {Input::checkpoint_overhead, 0}, {Input::rollback_probability, 0}}));
    for (const Component component :
        {Component::migration_labour, Component::compile_wait, Component::storage, Component::compile,
            Component::unused_commitment, Component::delay, Component::checkpoint, Component::rollback_reserve}) {
        EXPECT_TRUE(covers(costs, component)) << name(component);
        EXPECT_TRUE(missing(costs, component).empty()) << name(component);
    }
    EXPECT_FALSE(covers(costs, Component::debug_labour));
    EXPECT_FALSE(covers(costs, Component::operations_labour)); // its rate is still unknown
}

TEST(Missing, leavesOneTermOfACompileOut)
{
    const Costs costs = costsOf(with({{Input::cold_compiles, 2}, {Input::first_compile_h, 0.5}, {Input::recompiles, 3},
        {Input::engineers_blocked, 1}, {Input::labour_rate_per_h, 50}}));
    EXPECT_TRUE(covers(costs, Component::compile));
    EXPECT_CLOSE(value(costs, Component::compile), 10);
    EXPECT_EQ(missing(costs, Component::compile), InputList {Input::recompile_h});
    EXPECT_CLOSE(value(costs, Component::compile_wait), 50);
    EXPECT_EQ(missing(costs, Component::compile_wait), InputList {Input::recompile_h});
    EXPECT_TRUE(costs.lower_bound);
}

TEST(Missing, countsStorageForTheRunTimeWithoutAHorizon)
{
    const Costs costs = costsOf(with({{Input::storage_gb, 730}, {Input::storage_price_gb_month, 1}}));
    EXPECT_CLOSE(value(costs, Component::storage), 100);
    EXPECT_EQ(missing(costs, Component::storage), InputList {Input::horizon_months});
    const Costs committed = costsOf(with({{Input::committed_nodes, 2}, {Input::committed_price_per_h, 3}}));
    EXPECT_CLOSE(value(committed, Component::unused_commitment), 300);
    EXPECT_EQ(missing(committed, Component::unused_commitment), InputList {Input::horizon_months});
    // a horizon that is shorter than the runs is the run time, and was given
    const Costs given
        = costsOf(with({{Input::storage_gb, 730}, {Input::storage_price_gb_month, 1}, {Input::horizon_months, 0}}));
    EXPECT_CLOSE(value(given, Component::storage), 100);
    EXPECT_TRUE(missing(given, Component::storage).empty());
}

TEST(Missing, inputsOfTheFailureModelAreNamed)
{
    // without the interval the rework is left out, the restarts are not: λ = 1/100, f = 0.5 / 100
    const Costs restarts = costsOf(with({{Input::node_mtbf_h, 100}, {Input::restart_h, 0.5}}));
    EXPECT_CLOSE(restarts.failure_waste, 0.005);
    EXPECT_EQ(
        missing(restarts, Component::failure), (InputList {Input::interruptions_per_h, Input::checkpoint_interval_h}));
    EXPECT_FALSE(covers(restarts, Component::checkpoint));
    EXPECT_EQ(missing(restarts, Component::checkpoint),
        (InputList {Input::checkpoint_interval_h, Input::checkpoint_write_h}));

    // nothing but the failure rate: neither is known
    const Costs rate = costsOf(with({{Input::node_mtbf_h, 100}}));
    EXPECT_FALSE(covers(rate, Component::failure));
    EXPECT_FALSE(rate.best_checkpoint_interval_h.has_value());

    // the model's inputs without its failure rate: that is what lacks
    const Costs noRate
        = costsOf(with({{Input::checkpoint_interval_h, 1}, {Input::checkpoint_write_h, 0.1}, {Input::restart_h, 0.1}}));
    EXPECT_EQ(missing(noRate, Component::checkpoint), InputList {Input::node_mtbf_h});
    EXPECT_EQ(missing(noRate, Component::failure), InputList {Input::node_mtbf_h});
}

TEST(Missing, isFilledByAMeasuredShareWhereTheFailureModelLacksAnInput)
{
    const Costs costs = costsOf(with({{Input::node_mtbf_h, 100}, {Input::restart_h, 0.5},
        {Input::interruptions_per_h, 0}, {Input::checkpoint_overhead, 0.1}, {Input::failure_waste, 0.2}}));
    EXPECT_CLOSE(costs.checkpoint_overhead, 0.1);
    EXPECT_CLOSE(costs.failure_waste, 0.2);
    // and replaced by the model where that is complete
    const Costs modelled = costsOf(with({{Input::node_mtbf_h, 100}, {Input::restart_h, 0.5},
        {Input::interruptions_per_h, 0}, {Input::checkpoint_interval_h, 1}, {Input::checkpoint_write_h, 0.05},
        {Input::checkpoint_overhead, 0.1}, {Input::failure_waste, 0.2}}));
    EXPECT_CLOSE(modelled.checkpoint_overhead, 0.05);
    EXPECT_CLOSE(modelled.failure_waste, 0.01);
}

TEST(Missing, ofWhatEveryResultNeedsIsAnError)
{
    for (const Input input : {Input::tokens, Input::runs, Input::nodes, Input::price_per_h, Input::tokens_per_s})
        expectError(without(with({}), {input}), Code::not_given, input);
    for (const Input input :
        {Input::lifetime_years, Input::residual_share, Input::discount_rate, Input::fleet_utilisation})
        expectError(without(owned({}), {input}), Code::not_given, input);
    const InputValues peak = without(with({{Input::mfu, 0.5}}), {Input::tokens_per_s});
    expectError(peak, Code::not_given, Input::peak_flops_per_node);
    expectError(with({{Input::committed_nodes, 1}}), Code::not_given, Input::committed_price_per_h);
}

TEST(Missing, allOfItIsAskedForAtOnce)
{
    using Names = std::vector<std::string>;
    const auto asked = [](const InputValues& values) {
        const auto costs = evaluate(values);
        Names names {costs.ok() ? "" : costs.error().field};
        if (!costs.ok())
            names.insert(names.end(), costs.error().args.begin(), costs.error().args.end());
        return names;
    };
    EXPECT_EQ(asked({}), (Names {"tokens", "runs", "nodes", "price_per_h", "tokens_per_s"}));
    EXPECT_EQ(asked(without(with({}), {Input::nodes, Input::tokens_per_s})), (Names {"nodes", "tokens_per_s"}));
    EXPECT_EQ(asked(without(owned({}), {Input::discount_rate, Input::runs})), (Names {"runs", "discount_rate"}));
    EXPECT_EQ(asked(without(with({{Input::mfu, 0.5}}), {Input::tokens_per_s, Input::tokens})),
        (Names {"tokens", "peak_flops_per_node", "parameters"}));
}

} // namespace fullscope::analysis
