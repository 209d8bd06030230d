// SPDX-License-Identifier: GPL-3.0-or-later
// What holds for any input: extreme ones give a finite result or name an input, and shares of the money add up.
#include "core/analysis/cost_model.h"
#include "core/scenario/scenario.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace fullscope::analysis {

using scenario::Input;
using scenario::InputSpec;
using scenario::InputValues;

namespace {

class RandomInputs {
public:
    explicit RandomInputs(unsigned seed)
        : m_engine(seed)
    {
    }

    // Each input given or not, within its range: at its ends, next to them, or anywhere between by ratio.
    InputValues extreme()
    {
        InputValues inputs;
        for (const InputSpec& input : scenario::inputSpecs())
            if (needed(input.id) || below(2) == 0)
                inputs[input.id] = valueFor(input);
        if (below(3) == 0)
            inputs[Input::price_per_h].reset();
        else
            for (const Input owned : {Input::capex_per_node, Input::node_power_kw, Input::pue,
                     Input::energy_price_per_kwh, Input::facility_per_node_month})
                inputs[owned].reset();
        return inputs;
    }

private:
    static bool needed(Input input)
    {
        return input == Input::tokens || input == Input::runs || input == Input::nodes || input == Input::tokens_per_s
            || input == Input::price_per_h || input == Input::capex_per_node || input == Input::lifetime_years
            || input == Input::residual_share || input == Input::discount_rate || input == Input::fleet_utilisation;
    }

    double valueFor(const InputSpec& input)
    {
        const double low = input.minimum_open ? std::nextafter(input.minimum, input.maximum) : input.minimum;
        const double high = input.maximum_open ? std::nextafter(input.maximum, input.minimum) : input.maximum;
        switch (below(6)) {
        case 0:
            return low;
        case 1:
            return high;
        case 2: // any magnitude
            return std::clamp(std::exp2(static_cast<double>(below(2000)) - 1000), low, high);
        default: // ordinary
            return std::clamp(std::exp2(static_cast<double>(below(60)) - 30), low, high);
        }
    }

    unsigned below(unsigned limit) { return static_cast<unsigned>(m_engine() % limit); }

    std::mt19937 m_engine; // its sequence is laid down by the standard
};

void expectSound(const Costs& costs)
{
    const Hours& hours = costs.hours;
    for (const double figure : {costs.total, costs.compute, costs.per_mtok, costs.compute_per_mtok, costs.goodput,
             costs.wall_days, costs.tokens_per_s, costs.failure_waste, costs.checkpoint_overhead, costs.price_per_h,
             hours.productive, hours.checkpoint, hours.stall, hours.compile, hours.failure, hours.idle, hours.billed,
             costs.per_1k_steps.value_or(0), costs.best_checkpoint_interval_h.value_or(0),
             costs.price_per_pflop_h.value_or(0)}) {
        ASSERT_TRUE(std::isfinite(figure));
        ASSERT_GE(figure, 0);
    }
    for (std::size_t i = 0; i < kComponents; ++i) {
        ASSERT_TRUE(std::isfinite(costs.components[i]));
        ASSERT_GE(costs.components[i], 0) << name(static_cast<Component>(i));
        ASSERT_TRUE(costs.covered[i] || (costs.components[i] == 0 && costs.missing[i].any()));
    }
    const double sum = std::accumulate(costs.components.begin(), costs.components.end(), 0.0);
    ASSERT_NEAR(sum, costs.total, 1e-12 * sum);
    ASSERT_LE(costs.goodput, 1 + 1e-12);
    const double parts = hours.productive + hours.checkpoint + hours.stall + hours.compile + hours.failure + hours.idle;
    ASSERT_NEAR(parts, hours.billed, 1e-12 * parts);
    ASSERT_EQ(costs.lower_bound, !costs.not_given.empty());
}

} // namespace

TEST(AnyInput, givesAFiniteResultOrNamesAnInput)
{
    int computed = 0;
    RandomInputs random(20240607);
    for (int i = 0; i < 30'000; ++i) {
        const InputValues inputs = random.extreme();
        const auto costs = evaluate(inputs);
        if (costs) {
            ++computed;
            expectSound(*costs);
        } else {
            ASSERT_TRUE(scenario::inputByName(costs.error().field).has_value()) << costs.error().field;
        }
        if (HasFatalFailure())
            return;
    }
    EXPECT_GT(computed, 3'000); // not a test of errors alone
}

TEST(AnyInput, thatIsAddedNeverLowersTheTotalWhereOnlyWhatWasMissingIsFilledIn)
{
    // A lower bound is one: filling in any single missing input leaves the total or raises it.
    InputValues bare;
    bare[Input::tokens] = 1e9;
    bare[Input::runs] = 2;
    bare[Input::nodes] = 4;
    bare[Input::price_per_h] = 10;
    bare[Input::tokens_per_s] = 1e4;
    bare[Input::labour_rate_per_h] = 100;
    bare[Input::storage_gb] = 100;
    bare[Input::storage_price_gb_month] = 1;
    bare[Input::cold_compiles] = 1;
    bare[Input::first_compile_h] = 0.5;
    const auto before = evaluate(bare);
    ASSERT_TRUE(before.ok());
    for (const Input input : before->not_given) {
        InputValues filled = bare;
        filled[input] = scenario::spec(input).unit == base::Unit::share ? 0.5 : 2;
        const auto after = evaluate(filled);
        if (after) // committed_nodes then wants its price
            EXPECT_GE(after->total, before->total) << scenario::spec(input).name;
        else
            EXPECT_EQ(input, Input::committed_nodes);
    }
}

} // namespace fullscope::analysis
