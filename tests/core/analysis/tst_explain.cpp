// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/pairs.h"

#include "core/analysis/explain.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace fullscope::analysis {

using scenario::Input;
using scenario::InputValues;
using scenario::Scenario;

namespace {

Explanation explained(const Scenario& scenario, std::size_t from, std::size_t to)
{
    auto explanation = explain(scenario, from, to);
    EXPECT_TRUE(explanation.ok());
    return explanation ? *std::move(explanation) : Explanation {};
}

double amountOf(const Explanation& explanation, DifferenceGroup group)
{
    for (const DifferencePart& part : explanation.parts)
        if (part.groups == std::vector {group})
            return part.amount;
    return 0;
}

double sum(const Explanation& explanation)
{
    double sum = explanation.coverage;
    for (const DifferencePart& part : explanation.parts)
        sum += part.amount;
    return sum;
}

// The mean over all orders, one after another: another way to the Shapley value than its weights.
std::map<DifferenceGroup, double> overAllOrders(const Scenario& scenario)
{
    const auto ends
        = std::pair(*evaluate(scenario::inputValues(scenario, 0)), *evaluate(scenario::inputValues(scenario, 1)));
    const InputValues to = scenario::inputValues(scenario, 1);
    std::array<DifferenceGroup, kDifferenceGroups> order {};
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = static_cast<DifferenceGroup>(i);
    const auto comparable = [&](const InputValues& inputs) {
        const auto costs = evaluate(inputs);
        double total = 0;
        for (std::size_t c = 0; c < kComponents; ++c)
            if (ends.first.covered[c] && ends.second.covered[c])
                total += costs->components[c];
        return total;
    };
    std::map<DifferenceGroup, double> amounts;
    double orders = 0;
    do {
        InputValues mixture = scenario::inputValues(scenario, 0);
        double before = comparable(mixture);
        for (const DifferenceGroup group : order) {
            for (const auto& input : scenario::inputSpecs())
                if (!scenario::isWorkload(input.id) && groupOf(input.id) == group)
                    mixture[input.id] = to[input.id];
            const double after = comparable(mixture);
            amounts[group] += after - before;
            before = after;
        }
        ++orders;
    } while (std::ranges::next_permutation(order).found);
    for (auto& amount : amounts)
        amount.second /= orders;
    return amounts;
}

} // namespace

TEST(Explain, sharesADifferenceByTheMeanOverBothOrders)
{
    // 1,000 $ both: twice the price, half the hours. Price first: +1000, then -1000; throughput first: -500, then +500.
    Scenario scenario = tests::hourly(10, 20);
    scenario.options[1].values[Input::tokens_per_s].value *= 2;
    const Explanation explanation = explained(scenario, 0, 1);
    EXPECT_NEAR(amountOf(explanation, DifferenceGroup::price), 750, 1e-9);
    EXPECT_NEAR(amountOf(explanation, DifferenceGroup::throughput), -750, 1e-9);
    EXPECT_EQ(explanation.parts.size(), 2u);
    ASSERT_EQ(explanation.parts[0].inputs.size(), 1u);
    EXPECT_EQ(explanation.parts[0].inputs[0].input, Input::price_per_h);
    EXPECT_EQ(explanation.parts[0].inputs[0].to, 20);
    EXPECT_EQ(explanation.coverage, 0);
}

TEST(Explain, addsUpAndTurnsItsSignsOnRandomScenarios)
{
    int explainedPairs = 0;
    for (const Scenario& scenario : tests::randomPairs()) {
        const auto forth = explain(scenario, 0, 1), back = explain(scenario, 1, 0);
        if (!evaluate(scenario::inputValues(scenario, 1))) {
            EXPECT_FALSE(forth.ok());
            continue;
        }
        ASSERT_TRUE(forth.ok() && back.ok());
        ++explainedPairs;
        const double scale = std::max(forth->total_from, forth->total_to);
        EXPECT_NEAR(sum(*forth), forth->total_to - forth->total_from, 1e-11 * scale);
        EXPECT_NEAR(forth->coverage, -back->coverage, 1e-11 * scale);
        ASSERT_EQ(forth->parts.size(), back->parts.size());
        for (std::size_t i = 0; i < forth->parts.size(); ++i) {
            EXPECT_EQ(forth->parts[i].groups, back->parts[i].groups);
            EXPECT_NEAR(forth->parts[i].amount, -back->parts[i].amount, 1e-11 * scale);
        }
    }
    EXPECT_GT(explainedPairs, 60);
}

TEST(Explain, isTheMeanOverAllOrders)
{
    int compared = 0;
    for (const Scenario& scenario : tests::randomPairs()) {
        const auto explanation = explain(scenario, 0, 1);
        if (!explanation || compared == 4)
            continue;
        if (std::ranges::any_of(explanation->parts, [](const auto& part) { return part.groups.size() > 1; }))
            continue;
        ++compared;
        const auto expected = overAllOrders(scenario);
        const double scale = std::max(explanation->total_from, explanation->total_to);
        for (const auto& [group, amount] : expected)
            EXPECT_NEAR(amountOf(*explanation, group), amount, 1e-11 * scale) << name(group);
    }
    EXPECT_EQ(compared, 4);
}

TEST(Explain, keepsWhatOnlyOneSideCoversApart)
{
    // B gives 5 h of migration at 100 $/h, A says nothing of it: 500 $ are neither saving nor extra cost.
    Scenario scenario = tests::hourly(10, 12);
    scenario.options[1].values[Input::migration_h].value = 5;
    scenario.options[0].values[Input::labour_rate_per_h].value = 100;
    scenario.options[1].values[Input::labour_rate_per_h].value = 100;
    const Explanation explanation = explained(scenario, 0, 1);
    EXPECT_NEAR(explanation.coverage, 500, 1e-9);
    EXPECT_EQ(explanation.not_comparable, std::vector {Component::migration_labour});
    EXPECT_NEAR(amountOf(explanation, DifferenceGroup::price), 200, 1e-9);
    EXPECT_NEAR(amountOf(explanation, DifferenceGroup::people), 0, 1e-9);
    // A zero that somebody entered is one.
    scenario.options[0].values[Input::migration_h].value = 0;
    const Explanation zero = explained(scenario, 0, 1);
    EXPECT_EQ(zero.coverage, 0);
    EXPECT_NEAR(amountOf(zero, DifferenceGroup::people), 500, 1e-9);
}

TEST(Explain, takesPriceAndOwnedHardwareForOneAnother)
{
    // 87,600 · (1/5 − 0.5/5) / (8760 · 0.25) = 4 $/h owned against 10 $/h rented, 100 h.
    Scenario scenario = tests::hourly(10, 0);
    auto& owned = scenario.options[1].values;
    owned.erase(Input::price_per_h);
    for (const auto& [input, value] :
        std::map<Input, double> {{Input::capex_per_node, 87600}, {Input::lifetime_years, 5},
            {Input::residual_share, 0.5}, {Input::discount_rate, 0}, {Input::fleet_utilisation, 0.25}})
        owned[input].value = value;
    scenario.options[0].values[Input::committed_nodes].value = 0;
    const Explanation explanation = explained(scenario, 0, 1);
    EXPECT_NEAR(amountOf(explanation, DifferenceGroup::price), -600, 1e-9);
    // Energy and facility are in the rent, and were not given for the owned nodes.
    EXPECT_EQ(explanation.not_comparable, (std::vector {Component::energy, Component::facility}));
    EXPECT_EQ(explanation.coverage, 0);
}

TEST(Explain, joinsGroupsThatHaveNoResultBetweenThem)
{
    // 1 node with a failure each 10 h against 100 with one each 1,000 h: f = 0.1 both. 100 nodes of the former would
    // redo more than they do.
    Scenario scenario = tests::hourly(10, 10);
    for (auto& option : scenario.options) {
        option.values[Input::checkpoint_interval_h].value = 1;
        option.values[Input::checkpoint_write_h].value = 0;
        option.values[Input::restart_h].value = 0.5;
        option.values[Input::interruptions_per_h].value = 0;
    }
    scenario.options[0].values[Input::node_mtbf_h].value = 10;
    scenario.options[1].values[Input::node_mtbf_h].value = 1000;
    scenario.options[1].values[Input::nodes].value = 100;
    scenario.options[1].values[Input::price_per_h].value = 0.05;
    const Explanation explanation = explained(scenario, 0, 1);
    const std::vector both {DifferenceGroup::throughput, DifferenceGroup::waste};
    ASSERT_EQ(explanation.parts.size(), 2u);
    EXPECT_EQ(explanation.parts[1].groups, both);
    EXPECT_EQ(explanation.parts[1].inputs.size(), 2u);
    // 1000 / 0.9 against 500 / 0.9 · 100 / 100: hours are alike, so that price and nodes share as two factors do.
    const double h = 100 / 0.9;
    EXPECT_NEAR(explanation.parts[0].amount, h * (0.05 - 10) * (1 + 100) / 2, 1e-8);
    EXPECT_NEAR(explanation.parts[1].amount, h * (100 - 1) * (10 + 0.05) / 2, 1e-8);
}

TEST(Explain, saysThatEqualOptionsDoNotDiffer)
{
    const Explanation explanation = explained(tests::hourly(10, 10), 0, 1);
    EXPECT_TRUE(explanation.parts.empty());
    EXPECT_EQ(explanation.coverage, 0);
}

TEST(Explain, refusesWhatIsNoPairOrHasNoResult)
{
    Scenario scenario = tests::hourly(10, 12);
    EXPECT_EQ(explain(scenario, 0, 0).error().code, base::Code::out_of_range);
    EXPECT_EQ(explain(scenario, 0, 7).error().code, base::Code::out_of_range);
    scenario.options[1].values.erase(Input::tokens_per_s);
    EXPECT_EQ(explain(scenario, 0, 1).error().code, base::Code::not_given);
    EXPECT_EQ(explain(scenario, 1, 0).error().field, "tokens_per_s");
}

} // namespace fullscope::analysis
