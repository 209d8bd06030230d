// SPDX-License-Identifier: GPL-3.0-or-later
// Figures worked out by hand: each formula of its own, and what the model does with what it was not given.
#include "tests/core/analysis/golden.h"

#include "core/analysis/cost_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace fullscope::analysis {

using base::Code;
using scenario::Input;
using scenario::InputValues;

namespace {

using Given = std::map<Input, double>;

// 100 productive hours on one node at 10 $/h, one run of 360 million tokens.
InputValues with(const Given& given)
{
    InputValues inputs;
    inputs[Input::tokens] = 360e6;
    inputs[Input::runs] = 1;
    inputs[Input::nodes] = 1;
    inputs[Input::price_per_h] = 10;
    inputs[Input::tokens_per_s] = 1000;
    for (const auto& [input, value] : given)
        inputs[input] = value;
    return inputs;
}

InputValues without(InputValues inputs, std::initializer_list<Input> missing)
{
    for (const Input input : missing)
        inputs[input].reset();
    return inputs;
}

// An owned node whose equivalent price is 4 $/h at rate 0: 87,600 · (1/5 − 0.5/5) / (8760 · 0.25).
InputValues owned(const Given& given)
{
    Given all = given;
    all.insert({{Input::capex_per_node, 87600}, {Input::lifetime_years, 5}, {Input::residual_share, 0.5},
        {Input::discount_rate, 0}, {Input::fleet_utilisation, 0.25}}); // where not given
    return without(with(all), {Input::price_per_h});
}

Costs costsOf(const InputValues& inputs)
{
    auto costs = evaluate(inputs);
    EXPECT_TRUE(costs.ok()) << (costs ? "" : costs.error().field);
    return costs ? *std::move(costs) : Costs {};
}

double value(const Costs& costs, Component component)
{
    return costs.components[static_cast<std::size_t>(component)];
}

bool covers(const Costs& costs, Component component)
{
    return costs.covered[static_cast<std::size_t>(component)];
}

std::vector<Input> missing(const Costs& costs, Component component)
{
    std::vector<Input> inputs;
    for (const auto& input : scenario::inputSpecs())
        if (costs.missing[static_cast<std::size_t>(component)].test(static_cast<std::size_t>(input.id)))
            inputs.push_back(input.id);
    return inputs;
}

void expectError(const InputValues& inputs, Code code, Input input)
{
    const auto costs = evaluate(inputs);
    ASSERT_FALSE(costs.ok()) << scenario::spec(input).name;
    EXPECT_EQ(costs.error().code, code) << scenario::spec(input).name;
    EXPECT_EQ(costs.error().field, scenario::spec(input).name);
}

using Inputs = std::vector<Input>;

} // namespace

// --- hours

TEST(Hours, followYoungAndDaly)
{
    // 60 s write, 3 h between failures, 300 s restart at the best interval, 1138 s: c = 5.27 %, f = 8.05 %,
    // goodput (1 - f) / (1 + c) = 0.8735.
    const double interval = std::sqrt(2 * (60. / 3600) * 3);
    const Costs costs = costsOf(
        with({{Input::node_mtbf_h, 3}, {Input::interruptions_per_h, 0}, {Input::checkpoint_interval_h, interval},
            {Input::checkpoint_write_h, 60. / 3600}, {Input::restart_h, 300. / 3600}}));
    EXPECT_NEAR(costs.best_checkpoint_interval_h.value() * 3600, 1138, 0.5);
    EXPECT_NEAR(costs.checkpoint_overhead, 0.0527, 5e-5);
    EXPECT_NEAR(costs.failure_waste, 0.0805, 5e-5);
    EXPECT_NEAR(costs.goodput, 0.8735, 5e-5);
}

TEST(Hours, addSpotInterruptionsToNodeFailures)
{
    // λ = 4 / 400 + 0.01 = 0.02 per hour; f = (2 / 2 + 0.5) · 0.02 = 0.03; c = 0.1 / 2 = 0.05
    const Costs costs = costsOf(with({{Input::nodes, 4}, {Input::node_mtbf_h, 400}, {Input::interruptions_per_h, 0.01},
        {Input::checkpoint_interval_h, 2}, {Input::checkpoint_write_h, 0.1}, {Input::restart_h, 0.5}}));
    EXPECT_CLOSE(costs.failure_waste, 0.03);
    EXPECT_CLOSE(costs.checkpoint_overhead, 0.05);
    EXPECT_CLOSE(costs.best_checkpoint_interval_h.value(), std::sqrt(0.2 / 0.02));
}

TEST(Hours, addUpInTheirOrder)
{
    // productive 100 · 1.1 = 110; checkpoint 11; stall 5.5; compile 2 · 0.5 + 5 · 0.1 = 1.5; running 128;
    // failure 128 · 0.2 / 0.8 = 32; idle 160 · 0.5 / 0.5 = 160; billed 320
    const Costs costs = costsOf(with({{Input::tokens_factor, 1.1}, {Input::checkpoint_overhead, 0.1},
        {Input::stall_overhead, 0.05}, {Input::cold_compiles, 2}, {Input::first_compile_h, 0.5}, {Input::recompiles, 5},
        {Input::recompile_h, 0.1}, {Input::failure_waste, 0.2}, {Input::idle_share, 0.5}}));
    EXPECT_CLOSE(costs.hours.productive, 110);
    EXPECT_CLOSE(costs.hours.checkpoint, 11);
    EXPECT_CLOSE(costs.hours.stall, 5.5);
    EXPECT_CLOSE(costs.hours.compile, 1.5);
    EXPECT_CLOSE(costs.hours.failure, 32);
    EXPECT_CLOSE(costs.hours.idle, 160);
    EXPECT_CLOSE(costs.hours.billed, 320);
    EXPECT_CLOSE(costs.goodput, 110. / 320);
    EXPECT_CLOSE(costs.compute, 3200);
}

TEST(Hours, comeFromThePeakWhenNothingWasMeasured)
{
    // FLOPs per token 6e9 + 12 · 10 · 100 · 1000 = 6.012e9; 0.5 · 1.2024e13 · 2 nodes / 6.012e9 = 2000 tokens/s
    const InputValues inputs
        = without(with({{Input::nodes, 2}, {Input::mfu, 0.5}, {Input::peak_flops_per_node, 1.2024e13},
                      {Input::parameters, 1e9}, {Input::layers, 10}, {Input::hidden, 100}, {Input::seq_len, 1000}}),
            {Input::tokens_per_s});
    EXPECT_CLOSE(costsOf(inputs).tokens_per_s, 2000);
    EXPECT_CLOSE(costsOf(inputs).hours.productive, 50);

    const Costs noAttention = costsOf(without(inputs, {Input::layers}));
    EXPECT_CLOSE(noAttention.tokens_per_s, 1.2024e13 / 6e9);
    EXPECT_EQ(missing(noAttention, Component::productive), (Inputs {Input::layers, Input::tokens_factor}));
}

// --- money

TEST(Money, ofACommitmentIsPaidWhetherUsedOrNot)
{
    // 2 of 3 nodes for 100 of 150 committed hours at 6 $/h; the third node at 10 · 0.9 $/h.
    const Costs costs = costsOf(with({{Input::nodes, 3}, {Input::discount_share, 0.1}, {Input::committed_nodes, 2},
        {Input::committed_h, 150}, {Input::committed_price_per_h, 6}}));
    EXPECT_CLOSE(value(costs, Component::productive), 200 * 6 + 100 * 9);
    EXPECT_CLOSE(value(costs, Component::unused_commitment), (300 - 200) * 6);
    EXPECT_CLOSE(costs.compute, 2700);
    EXPECT_CLOSE(costs.price_per_h, 9);
}

TEST(Money, ofACommitmentWithoutHoursRunsOverTheHorizon)
{
    const Costs costs
        = costsOf(with({{Input::committed_nodes, 1}, {Input::committed_price_per_h, 6}, {Input::horizon_months, 2}}));
    EXPECT_CLOSE(value(costs, Component::unused_commitment), (1460 - 100) * 6);
    EXPECT_CLOSE(value(costs, Component::productive), 600);
}

TEST(Money, ofOwnedHardwareAtRateZeroIsSpreadEvenly)
{
    const Costs costs = costsOf(owned({}));
    EXPECT_CLOSE(costs.price_per_h, 4);
    EXPECT_CLOSE(value(costs, Component::productive), 400);
}

TEST(Money, ofOwnedHardwareFollowsItsRate)
{
    // 10 % over 2 years: CRF = 0.1 · 1.21 / 0.21, SFF = 0.1 / 0.21
    const Costs costs = costsOf(owned({{Input::discount_rate, 0.1}, {Input::lifetime_years, 2}}));
    EXPECT_CLOSE(costs.price_per_h, 87600 * (0.121 / 0.21 - 0.5 * 0.1 / 0.21) / 2190);
}

TEST(Money, ofOwnedHardwareAtATinyRateIsThatOfRateZero)
{
    for (const double rate : {5e-324, 1e-300, 1e-15})
        EXPECT_CLOSE(costsOf(owned({{Input::discount_rate, rate}})).price_per_h, 4);
}

TEST(Money, ofEveryOtherComponentFollowsItsFormula)
{
    // compile 1 h of waiting; billed 101 h
    const Costs costs = costsOf(owned({{Input::horizon_months, 3}, {Input::cold_compiles, 1},
        {Input::first_compile_h, 1}, {Input::node_power_kw, 5}, {Input::pue, 1.2}, {Input::energy_price_per_kwh, 0.5},
        {Input::facility_per_node_month, 70}, {Input::storage_gb, 1000}, {Input::storage_price_gb_month, 0.02},
        {Input::transfer_gb, 50}, {Input::transfer_price_gb, 0.1}, {Input::support_share, 0.1},
        {Input::labour_rate_per_h, 100}, {Input::migration_h, 2}, {Input::debug_h, 3}, {Input::rampup_h, 4},
        {Input::operations_h_per_run, 5}, {Input::engineers_blocked, 2}, {Input::delay_weeks, 1.5},
        {Input::delay_cost_per_week, 1000}, {Input::dual_running_h, 10}, {Input::dual_running_price_per_h, 7},
        {Input::rollback_probability, 0.25}, {Input::rollback_h, 8}}));
    EXPECT_CLOSE(value(costs, Component::compile), 4);
    EXPECT_CLOSE(value(costs, Component::energy), 5 * 1.2 * 0.5 * 101);
    EXPECT_CLOSE(value(costs, Component::facility), 210);
    EXPECT_CLOSE(value(costs, Component::storage), 60);
    EXPECT_CLOSE(value(costs, Component::transfer), 5);
    EXPECT_CLOSE(value(costs, Component::support), 0.1 * (404 + 60 + 5));
    EXPECT_CLOSE(value(costs, Component::migration_labour), 200);
    EXPECT_CLOSE(value(costs, Component::debug_labour), 300);
    EXPECT_CLOSE(value(costs, Component::rampup_labour), 400);
    EXPECT_CLOSE(value(costs, Component::operations_labour), 500);
    EXPECT_CLOSE(value(costs, Component::compile_wait), 200);
    EXPECT_CLOSE(value(costs, Component::delay), 1500);
    EXPECT_CLOSE(value(costs, Component::dual_running), 70);
    EXPECT_CLOSE(value(costs, Component::rollback_reserve), 200);
    EXPECT_CLOSE(costs.total, 404 + 303 + 210 + 60 + 5 + 46.9 + 200 + 300 + 400 + 500 + 200 + 1500 + 70 + 200);
    EXPECT_CLOSE(costs.per_mtok, costs.total / 360);
    EXPECT_CLOSE(costs.compute_per_mtok, 404. / 360);
    EXPECT_FALSE(costs.per_1k_steps.has_value());
}

TEST(Money, underEachScopeIsWhatPeopleQuote)
{
    const Costs costs = costsOf(with({{Input::peak_flops_per_node, 5e15}, {Input::discount_share, 0.2},
        {Input::stall_overhead, 0.5}, {Input::labour_rate_per_h, 10}, {Input::debug_h, 1}}));
    EXPECT_CLOSE(underScope(costs, Scope::list_price).value(), 2); // before discount
    EXPECT_CLOSE(underScope(costs, Scope::compute).value(), 800);
    EXPECT_CLOSE(underScope(costs, Scope::compute_with_waste).value(), 1200);
    EXPECT_CLOSE(underScope(costs, Scope::full).value(), 1210);
    EXPECT_FALSE(underScope(costsOf(with({})), Scope::list_price).has_value());
    for (int i = 0; i < static_cast<int>(Scope::count); ++i)
        EXPECT_EQ(scopeByName(name(static_cast<Scope>(i))), static_cast<Scope>(i));
    EXPECT_FALSE(scopeByName("Full").has_value());
}

// --- what was not given

TEST(Missing, leavesComponentsOutAndNamesThem)
{
    const Costs costs = costsOf(with({}));
    const std::map<Component, Inputs> expected {
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
    EXPECT_EQ(missing(costs, Component::productive), Inputs {Input::tokens_factor});
    EXPECT_EQ(costs.not_given.size(), 27u); // the 26 above and tokens_factor
    EXPECT_TRUE(std::ranges::is_sorted(costs.not_given));
}

TEST(Missing, ofHardwareThatIsRentedOrOwned)
{
    const Costs rented = costsOf(with({}));
    EXPECT_TRUE(covers(rented, Component::energy)); // the price holds them
    EXPECT_TRUE(covers(rented, Component::facility));
    const Costs ours = costsOf(owned({{Input::pue, 1.2}}));
    EXPECT_EQ(missing(ours, Component::energy), (Inputs {Input::node_power_kw, Input::energy_price_per_kwh}));
    EXPECT_FALSE(covers(ours, Component::energy));
    EXPECT_EQ(missing(ours, Component::facility), Inputs {Input::facility_per_node_month});
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
    EXPECT_EQ(missing(costs, Component::compile), Inputs {Input::recompile_h});
    EXPECT_CLOSE(value(costs, Component::compile_wait), 50);
    EXPECT_EQ(missing(costs, Component::compile_wait), Inputs {Input::recompile_h});
    EXPECT_TRUE(costs.lower_bound);
}

TEST(Missing, countsStorageForTheRunTimeWithoutAHorizon)
{
    const Costs costs = costsOf(with({{Input::storage_gb, 730}, {Input::storage_price_gb_month, 1}}));
    EXPECT_CLOSE(value(costs, Component::storage), 100);
    EXPECT_EQ(missing(costs, Component::storage), Inputs {Input::horizon_months});
    const Costs committed = costsOf(with({{Input::committed_nodes, 2}, {Input::committed_price_per_h, 3}}));
    EXPECT_CLOSE(value(committed, Component::unused_commitment), 300);
    EXPECT_EQ(missing(committed, Component::unused_commitment), Inputs {Input::horizon_months});
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
        missing(restarts, Component::failure), (Inputs {Input::interruptions_per_h, Input::checkpoint_interval_h}));
    EXPECT_FALSE(covers(restarts, Component::checkpoint));
    EXPECT_EQ(
        missing(restarts, Component::checkpoint), (Inputs {Input::checkpoint_interval_h, Input::checkpoint_write_h}));

    // nothing but the failure rate: neither is known
    const Costs rate = costsOf(with({{Input::node_mtbf_h, 100}}));
    EXPECT_FALSE(covers(rate, Component::failure));
    EXPECT_FALSE(rate.best_checkpoint_interval_h.has_value());

    // the model's inputs without its failure rate: that is what lacks
    const Costs noRate
        = costsOf(with({{Input::checkpoint_interval_h, 1}, {Input::checkpoint_write_h, 0.1}, {Input::restart_h, 0.1}}));
    EXPECT_EQ(missing(noRate, Component::checkpoint), Inputs {Input::node_mtbf_h});
    EXPECT_EQ(missing(noRate, Component::failure), Inputs {Input::node_mtbf_h});
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

// --- errors

TEST(Errors, nameTheInputThatIsOutOfItsRange)
{
    for (const auto& input : scenario::inputSpecs()) {
        if (input.unit == base::Unit::share) {
            const Code atOne = input.id == Input::failure_waste ? Code::waste_not_below_one : Code::out_of_range;
            expectError(with({{input.id, 1}}), atOne, input.id);
        }
        expectError(with({{input.id, -1}}), Code::negative, input.id);
        expectError(with({{input.id, NAN}}), Code::value_not_finite, input.id);
        expectError(with({{input.id, INFINITY}}), Code::value_not_finite, input.id);
    }
    expectError(with({{Input::nodes, 0}}), Code::out_of_range, Input::nodes);
    expectError(with({{Input::tokens_per_s, 0}}), Code::out_of_range, Input::tokens_per_s);
    expectError(with({{Input::tokens_factor, 0.9}}), Code::out_of_range, Input::tokens_factor);
    expectError(owned({{Input::pue, 0.9}}), Code::out_of_range, Input::pue);
}

TEST(Errors, nameAWasteThatEatsAllTheTime)
{
    // (8 / 2 + 1) / 5 = 1
    expectError(with({{Input::node_mtbf_h, 5}, {Input::checkpoint_interval_h, 8}, {Input::restart_h, 1}}),
        Code::waste_not_below_one, Input::node_mtbf_h);
    expectError(with({{Input::node_mtbf_h, 1000}, {Input::checkpoint_interval_h, 1}, {Input::checkpoint_write_h, 1}}),
        Code::out_of_range, Input::checkpoint_write_h);
}

TEST(Errors, nameWhatMayNotStandTogether)
{
    expectError(with({{Input::capex_per_node, 1}}), Code::not_allowed_together, Input::price_per_h);
    for (const Input input :
        {Input::node_power_kw, Input::pue, Input::energy_price_per_kwh, Input::facility_per_node_month}) {
        expectError(with({{input, 1}}), Code::not_allowed_together, input);
        EXPECT_EQ(evaluate(with({{input, 1}})).error().args, std::vector<std::string> {"price_per_h"});
    }
    EXPECT_TRUE(evaluate(with({{Input::energy_price_per_kwh, 0}})).ok()); // adds nothing
    expectError(owned({{Input::committed_nodes, 1}, {Input::committed_price_per_h, 1}}), Code::not_allowed_together,
        Input::committed_nodes);
}

TEST(Errors, nameTheInputSoExtremeThatNoResultIsFinite)
{
    expectError(with({{Input::tokens_per_s, 1e-310}}), Code::out_of_range, Input::tokens_per_s);
    expectError(with({{Input::tokens, 5e-324}}), Code::out_of_range, Input::tokens);
    expectError(owned({{Input::fleet_utilisation, 1e-320}}), Code::out_of_range, Input::fleet_utilisation);
    expectError(with({{Input::peak_flops_per_node, 1e-320}}), Code::out_of_range, Input::peak_flops_per_node);
}

// --- kept beside it

TEST(NaiveMethod, multipliesTheHoursByTheUtilisationOnceMore)
{
    // 20 · 50 = 1000; 4 · 25 = 100; 1000 · (1 / 0.8 - 1) = 250
    const auto costs = naiveMethod({.price_per_h = 20,
        .utilisation = 0.8,
        .hours = 50,
        .engineer_h = 4,
        .labour_rate_per_h = 25,
        .peak_pflops = 10});
    ASSERT_TRUE(costs.ok());
    EXPECT_CLOSE(costs->hardware, 1000);
    EXPECT_CLOSE(costs->labour, 100);
    EXPECT_CLOSE(costs->waste, 250);
    EXPECT_CLOSE(costs->total, 1350);
    EXPECT_CLOSE(costs->effective_pflops.value(), 8);
}

TEST(NaiveMethod, refusesWhatIsOutOfRange)
{
    const NaiveInputs good {.price_per_h = 20,
        .utilisation = 0.8,
        .hours = 50,
        .engineer_h = 4,
        .labour_rate_per_h = 25,
        .peak_pflops = {}};
    const auto expect = [](const NaiveInputs& inputs, Code code, const char* field) {
        const auto costs = naiveMethod(inputs);
        ASSERT_FALSE(costs.ok());
        EXPECT_EQ(costs.error().code, code);
        EXPECT_EQ(costs.error().field, field);
    };
    NaiveInputs bad = good;
    bad.utilisation = 0;
    expect(bad, Code::out_of_range, "utilisation");
    bad.utilisation = 1.01;
    expect(bad, Code::out_of_range, "utilisation");
    bad.utilisation = 5e-324;
    expect(bad, Code::out_of_range, "total");
    bad = good;
    bad.price_per_h = -1;
    expect(bad, Code::negative, "price_per_h");
    bad = good;
    bad.hours = NAN;
    expect(bad, Code::value_not_finite, "hours");
    bad = good;
    bad.peak_pflops = 0;
    expect(bad, Code::out_of_range, "peak_pflops");
}

TEST(TutorialFormulas, giveTheirThreePrices)
{
    EXPECT_CLOSE(*costPer1kSteps(36, 500, 2000), 2.5); // 36 · 500/3600 = 5 for 2000 steps
    EXPECT_CLOSE(*costPerMtok(32.77, 1000, 173520), 32770. / 173520);
    // 32.77 / (16 · 0.91) = 2.2507, 24.69 / (20.8 · 0.67) = 1.7717
    EXPECT_NEAR(*pricePerEffectivePflopHour(32.77, 16, 0.91), 2.2507, 5e-5);
    EXPECT_NEAR(*pricePerEffectivePflopHour(24.69, 20.8, 0.67), 1.7717, 5e-5);
    EXPECT_EQ(costPer1kSteps(36, 500, 0).error().field, "steps");
    EXPECT_EQ(costPerMtok(1, -1, 1).error().code, Code::negative);
    EXPECT_EQ(pricePerEffectivePflopHour(1, 1, 1.5).error().field, "utilisation");
    EXPECT_EQ(costPerMtok(1e300, 1e300, 1).error().code, Code::out_of_range);
}

} // namespace fullscope::analysis
