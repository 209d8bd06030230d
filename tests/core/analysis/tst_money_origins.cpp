// SPDX-License-Identifier: GPL-3.0-or-later
// Shares worked out by hand from the formulas of docs/cost-model.md.
#include "tests/core/analysis/pairs.h"

#include "core/analysis/money_origins.h"

#include <gtest/gtest.h>

namespace fullscope::analysis {

using evidence::Origin;
using scenario::Input;
using scenario::Scenario;

namespace {

double of(const OptionOrigins& option, Origin origin)
{
    return option.money[static_cast<std::size_t>(origin)];
}

void setOrigin(Scenario& scenario, std::size_t option, Input input, Origin origin)
{
    scenario.options[option].values.at(input).provenance.origin = origin;
}

double sumOf(const OptionOrigins& option)
{
    double sum = option.unmoved;
    for (const double money : option.money)
        sum += money;
    return sum;
}

} // namespace

TEST(MoneyOrigins, aProductCountsForEachOfItsFigures)
{
    Scenario scenario = tests::hourly(12, 15); // 100 h at 12 $/h: price · nodes / throughput
    setOrigin(scenario, 0, Input::price_per_h, Origin::catalogue);
    setOrigin(scenario, 0, Input::tokens_per_s, Origin::measured);
    const auto origins = moneyByOrigin(scenario, Scope::full);
    ASSERT_EQ(origins.size(), 2u);
    ASSERT_TRUE(origins[0].total.ok());
    EXPECT_NEAR(*origins[0].total, 1200, 1e-9);
    EXPECT_NEAR(of(origins[0], Origin::catalogue), 400, 1e-4);
    EXPECT_NEAR(of(origins[0], Origin::measured), 400, 1e-4);
    EXPECT_NEAR(of(origins[0], Origin::assumed), 400, 1e-4); // the nodes; tokens are what is asked
    EXPECT_EQ(of(origins[0], Origin::billed), 0);
    EXPECT_EQ(origins[0].figures.size(), 3u);
    EXPECT_NEAR(of(origins[1], Origin::assumed), 1500, 1e-9); // nothing is said of B's
}

// The article's H100 with 4 % failure waste: 1,000 h at 32.77 $ are shared by three figures; the waste, f / (1 − f) of
// that, follows them and f with elasticity 1 / (1 − f); 10 h of people at 150 $.
TEST(MoneyOrigins, wasteAndPeopleAreSharedByTheirOwnFigures)
{
    Scenario scenario = tests::hourly(32.77, 1);
    auto& values = scenario.options[0].values;
    scenario.workload[Input::tokens].value = 1e9; // 1,000 h
    values[Input::failure_waste].value = 0.04;
    values[Input::debug_h].value = 10;
    values[Input::labour_rate_per_h].value = 150;
    setOrigin(scenario, 0, Input::failure_waste, Origin::measured);
    setOrigin(scenario, 0, Input::debug_h, Origin::claimed);
    setOrigin(scenario, 0, Input::labour_rate_per_h, Origin::claimed);
    const auto origins = moneyByOrigin(scenario, Scope::full);
    const double failure = 32770 * 0.04 / 0.96, elasticity = 1 / 0.96;
    EXPECT_NEAR(*origins[0].total, 32770 + failure + 1500, 1e-6);
    EXPECT_NEAR(of(origins[0], Origin::measured), failure * elasticity / (3 + elasticity), 1e-3);
    EXPECT_NEAR(of(origins[0], Origin::claimed), 1500, 1e-6);
    EXPECT_NEAR(of(origins[0], Origin::assumed), 32770 + failure * 3 / (3 + elasticity), 1e-3);
    // On compute alone the people are not counted, and the waste is not either.
    EXPECT_NEAR(*moneyByOrigin(scenario, Scope::compute)[0].total, 32770, 1e-6);
    EXPECT_EQ(of(moneyByOrigin(scenario, Scope::compute)[0], Origin::claimed), 0);
    EXPECT_EQ(*moneyByOrigin(scenario, Scope::list_price)[0].total, 0); // no sum
}

// Rented and owned, with commitments, waste measured and modelled: nothing is lost or counted twice.
TEST(MoneyOrigins, partsComeToTheTotal)
{
    std::size_t checked = 0;
    for (const Scenario& pair : tests::randomPairs())
        for (const OptionOrigins& option : moneyByOrigin(pair, Scope::full)) {
            if (!option.total.ok())
                continue;
            EXPECT_NEAR(sumOf(option), *option.total, 1e-9 * std::abs(*option.total));
            double carried = option.unmoved;
            for (const FigureMoney& figure : option.figures)
                carried += figure.money;
            EXPECT_NEAR(carried, *option.total, 1e-9 * std::abs(*option.total));
            ++checked;
        }
    EXPECT_GT(checked, 20u);
}

TEST(MoneyOrigins, anOptionWithoutCostsHasItsError)
{
    Scenario scenario = tests::hourly(12, 15);
    scenario.options[1].values.erase(Input::tokens_per_s);
    const auto origins = moneyByOrigin(scenario, Scope::full);
    EXPECT_TRUE(origins[0].total.ok());
    ASSERT_FALSE(origins[1].total.ok());
    EXPECT_EQ(sumOf(origins[1]), 0);
    EXPECT_TRUE(moneyByOrigin({}, Scope::full).empty());
}

// failure = productive · f / (1 − f): it follows f more closely (1 / (1 − f)) than price, nodes, throughput and tokens.
TEST(MoneyOrigins, inputsBehindAComponentAreThoseThatMoveIt)
{
    Scenario scenario = tests::hourly(12, 15);
    auto& values = scenario.options[1].values;
    values[Input::failure_waste].value = 0.2;
    values[Input::debug_h].value = 10;
    values[Input::labour_rate_per_h].value = 150;
    using Places = std::vector<scenario::InputPlace>;
    EXPECT_EQ(inputsBehind(scenario, 1, Component::debug_labour),
        (Places {{1, Input::debug_h}, {1, Input::labour_rate_per_h}}));
    const Places failure = inputsBehind(scenario, 1, Component::failure);
    ASSERT_EQ(failure.size(), 6u); // with the workload's tokens and runs
    EXPECT_EQ(failure.front(), (scenario::InputPlace {1, Input::failure_waste}));
    EXPECT_TRUE(inputsBehind(scenario, 1, Component::delay).empty());
    scenario.options[1].values.erase(Input::nodes);
    EXPECT_TRUE(inputsBehind(scenario, 1, Component::failure).empty());
}

} // namespace fullscope::analysis
