// SPDX-License-Identifier: GPL-3.0-or-later
// Each formula with figures worked out by hand.
#include "tests/core/analysis/cost_inputs.h"

#include <cmath>

namespace fullscope::analysis {

using scenario::Input;
using scenario::InputValues;
using tests::costsOf;
using tests::InputList;
using tests::missing;
using tests::owned;
using tests::value;
using tests::with;
using tests::without;

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
    EXPECT_EQ(missing(noAttention, Component::productive), (InputList {Input::layers, Input::tokens_factor}));
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

} // namespace fullscope::analysis
