// SPDX-License-Identifier: GPL-3.0-or-later
// Options under several workloads and horizons; and draws that stay when options are renamed, moved and added.
#include "core/analysis/cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace fullscope::analysis {

using base::Code;
using scenario::Distribution;
using scenario::DistributionKind;
using scenario::Input;
using scenario::InputPlace;
using scenario::Scenario;
using scenario::VariantKind;

namespace {

scenario::Value uncertain(DistributionKind kind, std::vector<double> parameters)
{
    return {.value = 0, .distribution = Distribution {kind, std::move(parameters)}};
}

// 100 productive hours on A and B at 10 and 12 money an hour; B moves at 100 hours of labour at 5 once.
Scenario twoOptions()
{
    Scenario scenario;
    scenario.workload = {{Input::tokens, {3.6e8}}, {Input::parameters, {7e9}}, {Input::runs, {1}}};
    const scenario::Values common {{Input::nodes, {1}}, {Input::tokens_per_s, {1000}}};
    scenario.options = {{"A", common}, {"B", common}};
    scenario.options[0].values[Input::price_per_h].value = 12;
    scenario.options[1].values[Input::price_per_h].value = 10;
    scenario.options[1].values[Input::migration_h].value = 100;
    scenario.options[1].values[Input::labour_rate_per_h].value = 5;
    return scenario;
}

// "70B" at a tenth of the throughput on A, twice that on B; "10 runs" as a horizon.
Scenario withCases()
{
    auto scenario = scenario::withVariant(twoOptions(), VariantKind::workload, "70B");
    const auto set = [&](scenario::VariantPlace variant, InputPlace place, double value) {
        scenario = scenario::withVariantValue(*scenario, variant, place, scenario::Value {value});
        EXPECT_TRUE(scenario.ok());
    };
    set({VariantKind::workload, 0}, {std::nullopt, Input::parameters}, 7e10);
    set({VariantKind::workload, 0}, {std::size_t {0}, Input::tokens_per_s}, 100);
    set({VariantKind::workload, 0}, {std::size_t {1}, Input::tokens_per_s}, 200);
    scenario = scenario::withVariant(*scenario, VariantKind::horizon, "10 runs");
    set({VariantKind::horizon, 0}, {std::nullopt, Input::runs}, 10);
    return *scenario;
}

std::vector<Case> evaluated(
    const Scenario& scenario, const CaseChoice& choice = {}, const std::optional<DrawOptions>& draws = {})
{
    auto cases = evaluateCases(scenario, choice, {}, draws, {});
    EXPECT_TRUE(cases.ok());
    return cases ? *std::move(cases) : std::vector<Case>();
}

double total(const Case& one, std::size_t option)
{
    return one.comparison.options[option].costs->total;
}

Scenario with(Scenario scenario, std::optional<std::size_t> option, Input input, scenario::Value value)
{
    auto changed = scenario::withValue(std::move(scenario), option, input, std::move(value));
    EXPECT_TRUE(changed.ok());
    return *std::move(changed);
}

Draws drawn(const Scenario& scenario)
{
    auto draws = draw(scenario, {.draws = 10'000}, {});
    EXPECT_TRUE(draws.ok());
    return draws ? *std::move(draws) : Draws {};
}

// Three options whose prices are uncertain; A and B share their labour rate, and A's price moves with its throughput.
Scenario correlated()
{
    Scenario scenario = twoOptions();
    scenario.options.push_back(scenario.options[0]);
    scenario.options[2].name = "C";
    for (std::size_t i = 0; i < 3; ++i) {
        scenario = with(scenario, i, Input::price_per_h, uncertain(DistributionKind::uniform, {9, 11}));
        scenario = with(scenario, i, Input::tokens_per_s, uncertain(DistributionKind::normal, {1000, 50}));
        scenario = with(scenario, i, Input::labour_rate_per_h, uncertain(DistributionKind::uniform, {4, 6}));
        scenario = with(scenario, i, Input::migration_h, {100});
    }
    const auto correlate
        = [&](InputPlace a, InputPlace b, double rank) { scenario = *scenario::withCorrelation(scenario, a, b, rank); };
    correlate({std::size_t {0}, Input::labour_rate_per_h}, {std::size_t {1}, Input::labour_rate_per_h}, 1);
    correlate({std::size_t {0}, Input::price_per_h}, {std::size_t {0}, Input::tokens_per_s}, 0.6);
    return scenario;
}

} // namespace

TEST(Cases, areEveryWorkloadUnderEveryHorizon)
{
    const auto cases = evaluated(withCases());
    ASSERT_EQ(cases.size(), 4u);
    // By hand: hours = tokens / throughput / 3600; the move costs 500 once.
    const double expected[4][2] = {{1200, 1500}, {12'000, 10'500}, {12'000, 5500}, {120'000, 50'500}};
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t option = 0; option < 2; ++option)
            EXPECT_NEAR(total(cases[i], option), expected[i][option], 1e-9 * expected[i][option]);
    EXPECT_EQ(cases[0].key, (scenario::CaseKey {}));
    EXPECT_EQ(cases[1].key, (scenario::CaseKey {{}, 0}));
    EXPECT_EQ(cases[3].key, (scenario::CaseKey {0, 0}));
    const auto full = static_cast<std::size_t>(Scope::full);
    EXPECT_EQ(cases[0].comparison.cheapest[full], 0u);
    EXPECT_EQ(cases[1].comparison.cheapest[full], 1u);
    EXPECT_NEAR(*cases[3].comparison.differences[0].saving[full], 1 - 50'500.0 / 120'000, 1e-12);

    const auto chosen = evaluated(withCases(), {{0}, {std::nullopt}});
    ASSERT_EQ(chosen.size(), 1u);
    EXPECT_EQ(chosen[0].key, (scenario::CaseKey {0, {}}));
    EXPECT_EQ(evaluateCases(withCases(), {{1}, {}}, {}, {}, {}).error().code, Code::out_of_range);
    EXPECT_FALSE(hasCases(twoOptions()));
    EXPECT_EQ(evaluated(twoOptions()).size(), 1u);
}

TEST(Cases, keepTheirPlaceWithoutAResult)
{
    auto scenario = withCases();
    scenario.workloads[0].values.erase({std::size_t {1}, Input::tokens_per_s});
    const auto cases = evaluated(scenario, {}, DrawOptions {.draws = 10});
    EXPECT_EQ(cases[2].under.throughput_left_out, std::vector<std::size_t> {1});
    ASSERT_FALSE(cases[2].comparison.options[1].costs.ok());
    EXPECT_EQ(cases[2].comparison.options[1].costs.error().code, Code::not_given);
    EXPECT_TRUE(cases[2].comparison.options[0].costs.ok());
    EXPECT_FALSE(cases[2].comparison.differences[0].saving[static_cast<std::size_t>(Scope::full)]);
    EXPECT_EQ(evaluateCases(scenario, {}, {}, DrawOptions {.draws = 0}, {}).error().field, "draws");
    // A alone is not the cheapest of anything, neither by its figure nor in any draw.
    EXPECT_FALSE(cases[2].comparison.cheapest[static_cast<std::size_t>(Scope::full)].has_value());
    EXPECT_TRUE((*cases[2].uncertainty)->options[0].total.has_value());
    for (const OptionSpread& option : (*cases[2].uncertainty)->options)
        EXPECT_FALSE(option.cheapest.has_value() || option.cheapest_tied.has_value());
    EXPECT_EQ(*(*cases[0].uncertainty)->options[0].cheapest, 1.0); // where both are there, it is
}

// 6 FLOPs a parameter and token: 1000 tokens/s of 7B on 1 PFLOP/s are 4.2 % of it.
TEST(Cases, holdModelledThroughputAgainstWhatWasGiven)
{
    auto scenario = withCases();
    for (std::size_t option = 0; option < 2; ++option) {
        scenario.workloads[0].values.erase({option, Input::tokens_per_s});
        scenario.options[option].values[Input::mfu].value = 0.4;
        scenario.options[option].values[Input::peak_flops_per_node].value = 1e15;
    }
    scenario.options[1].values[Input::tokens_per_s].value = 0.41e15 / 4.2e10; // 41 %: as good as 40 %
    const auto cases = evaluated(scenario);
    EXPECT_NEAR(cases[2].comparison.options[0].costs->tokens_per_s, 0.4e15 / 4.2e11, 1e-6);
    const Judgement& contradicted = cases[2].throughput[0];
    EXPECT_EQ(contradicted.possibility, Possibility::doubtful);
    EXPECT_EQ(contradicted.reason, Reason::not_as_measured);
    EXPECT_NEAR(contradicted.figure, 0.4, 1e-12);
    EXPECT_NEAR(contradicted.limit, 0.042, 1e-12);
    EXPECT_EQ(cases[2].throughput[1].possibility, Possibility::possible);
    EXPECT_EQ(cases[0].throughput[0].possibility, Possibility::possible); // given, and 4.2 % of the peak
    // A share of the peak that the workload names is one for that model.
    scenario.workloads[0].values[{std::size_t {0}, Input::mfu}].value = 0.3;
    EXPECT_EQ(evaluated(scenario)[2].throughput[0].possibility, Possibility::possible);
}

TEST(Cases, holdThroughputAgainstTheCatalogue)
{
    auto scenario = withCases();
    scenario.options.push_back(scenario.options[1]);
    scenario.options[2].name = "C";
    scenario.options[2].values[Input::price_per_h].value = 20;
    scenario.workloads[0].values[{std::size_t {2}, Input::tokens_per_s}].value = 300;
    // 70B at 100, 200, 300 tokens/s are 42, 84 and 126 TFLOP/s.
    KnownLimits limits[3];
    limits[0].peak_flops_per_node = 1e14; // 42 %
    limits[1].peak_flops_per_node = 1.2e14; // 70 %
    limits[2].peak_flops_per_node = 1e14; // 126 %
    limits[2].peak_source = "8 × X";
    scenario = with(scenario, 0, Input::price_per_h, uncertain(DistributionKind::normal, {12, 0.5}));
    const auto judged = evaluateCases(scenario, {{0}, {std::nullopt}}, limits, DrawOptions {.draws = 100}, {});
    ASSERT_TRUE(judged.ok());
    const Case& one = (*judged)[0];
    EXPECT_EQ(one.throughput[0].possibility, Possibility::possible);
    EXPECT_EQ(one.throughput[1].possibility, Possibility::doubtful);
    EXPECT_NEAR(one.throughput[1].figure, 0.7, 1e-12);
    EXPECT_EQ(one.throughput[2].possibility, Possibility::impossible);
    EXPECT_NEAR(one.throughput[2].figure, 1.26, 1e-12);
    EXPECT_EQ(one.throughput[2].source, "8 × X");
    // 12,000, 5,500 and 333 h · 1 + 500: C would be the cheapest, but its throughput cannot be.
    auto cheap = scenario;
    cheap.options[2].values[Input::price_per_h].value = 1;
    const auto without = evaluateCases(cheap, {{0}, {std::nullopt}}, {}, {}, {});
    EXPECT_EQ((*without)[0].comparison.cheapest[static_cast<std::size_t>(Scope::full)], 2u);
    const auto held = evaluateCases(cheap, {{0}, {std::nullopt}}, limits, DrawOptions {.draws = 100}, {});
    EXPECT_EQ((*held)[0].comparison.cheapest[static_cast<std::size_t>(Scope::full)], 1u);
    for (const OptionSpread& option : (*(*held)[0].uncertainty)->options) {
        EXPECT_TRUE(option.total.has_value());
        EXPECT_FALSE(option.cheapest.has_value());
    }
    // A peak above the catalogue's that a throughput is modelled with may be of another precision: doubtful.
    auto modelled = scenario;
    for (const Input input : {Input::mfu, Input::peak_flops_per_node})
        modelled.options[0].values[input].value = input == Input::mfu ? 0.2 : 2e14;
    modelled.options[0].values.erase(Input::tokens_per_s);
    const Judgement judgement = judgeThroughput(modelled, 0, limits[0]);
    EXPECT_EQ(judgement.possibility, Possibility::doubtful);
    EXPECT_EQ(judgement.reason, Reason::above_peak);
}

// A's price is 12 ± 1 (a deviation of 0.5): its total of 10 runs has a tenfold mean and deviation, draw by draw.
TEST(Cases, drawTheSameRandomNumbers)
{
    const auto scenario = with(withCases(), 0, Input::price_per_h, uncertain(DistributionKind::normal, {12, 0.5}));
    const auto cases = evaluated(scenario, {{std::nullopt}, {}}, DrawOptions {.draws = 20'000});
    const Spread &one = *(*cases[0].uncertainty)->options[0].total, &ten = *(*cases[1].uncertainty)->options[0].total;
    EXPECT_NEAR(one.mean, 1200, 5 * 50 / std::sqrt(20'000));
    EXPECT_NEAR(ten.mean, 10 * one.mean, 1e-6);
    for (std::size_t k = 0; k < kQuantiles; ++k)
        EXPECT_NEAR(ten.quantiles[k], 10 * one.quantiles[k], 1e-6);
    // P(B at 1500 is cheaper than A ~ N(1200, 50)) is nil; of ten runs P(10,500 < N(12,000, 500)) = Φ(3).
    EXPECT_EQ((*cases[0].uncertainty)->options[1].cheapest, 0.0);
    EXPECT_NEAR(*(*cases[1].uncertainty)->options[1].cheapest, 0.998650, 5 * std::sqrt(0.00135 / 20'000));
}

TEST(DrawIds, keepDrawsWhenOptionsAreRenamedMovedAndAdded)
{
    const Scenario before = correlated();
    const Draws draws = drawn(before);

    const auto renamed = scenario::withOptionNamed(before, 0, "Z first by name no more");
    ASSERT_TRUE(renamed.ok());
    EXPECT_EQ(drawn(*renamed).values, draws.values);
    EXPECT_EQ(drawn(*renamed).totals, draws.totals);
    const auto read = scenario::fromJson(scenario::toJson(*renamed), "s.json");
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(drawn(*read).totals, draws.totals);

    // One more, whose inputs move with each other and with nothing else, under the name that has become free.
    auto added = *scenario::withOption(*renamed, "A", 1);
    added = *scenario::withCorrelation(
        added, {std::size_t {3}, Input::price_per_h}, {std::size_t {3}, Input::labour_rate_per_h}, -0.5);
    const Draws more = drawn(added);
    for (std::size_t option = 0; option < 3; ++option)
        EXPECT_EQ(more.totals[option], draws.totals[option]) << option;
    EXPECT_NE(more.totals[3], draws.totals[0]);
    EXPECT_NE(more.totals[3], draws.totals[1]);

    // In another order: C, A, B.
    Scenario moved = before;
    std::ranges::rotate(moved.options, moved.options.begin() + 2);
    moved.correlations.clear();
    moved = *scenario::withCorrelation(
        moved, {std::size_t {2}, Input::labour_rate_per_h}, {std::size_t {1}, Input::labour_rate_per_h}, 1);
    moved = *scenario::withCorrelation(
        moved, {std::size_t {1}, Input::tokens_per_s}, {std::size_t {1}, Input::price_per_h}, 0.6);
    const Draws other = drawn(moved);
    EXPECT_EQ(other.totals[0], draws.totals[2]);
    EXPECT_EQ(other.totals[1], draws.totals[0]);
    EXPECT_EQ(other.totals[2], draws.totals[1]);

    // Without the first: what it shared its draws with keeps none of them, the third is as it was.
    EXPECT_EQ(drawn(*scenario::withoutOption(before, 0)).totals[1], draws.totals[2]);
}

} // namespace fullscope::analysis
