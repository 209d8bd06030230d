// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/golden.h"
#include "tests/core/analysis/pairs.h"

#include "core/analysis/comparison.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace fullscope::analysis {

using base::Code;
using scenario::Input;
using scenario::Scenario;

namespace {

template <typename T>
const auto& under(const T& figures, Scope scope)
{
    return figures[static_cast<std::size_t>(scope)];
}

const CoverageGap* gapOf(const std::vector<CoverageGap>& gaps, Component component)
{
    const auto gap = std::ranges::find(gaps, component, &CoverageGap::component);
    return gap == gaps.end() ? nullptr : &*gap;
}

Comparison comparisonOf(const Scenario& scenario)
{
    auto comparison = compare(scenario);
    EXPECT_TRUE(comparison.ok());
    return *std::move(comparison);
}

} // namespace

TEST(Comparison, showsWhereTheHeadlineSavingDisappears)
{
    const Comparison article = comparisonOf(tests::article13b());
    ASSERT_EQ(article.differences.size(), 1u);
    const auto& difference = article.differences[0];
    EXPECT_EQ(difference.option, 1u);
    // 1 - (24.69 / 20.8) / (32.77 / 16)
    EXPECT_NEAR(under(difference.saving, Scope::list_price).value(), 0.42044, 5e-6);
    EXPECT_CLOSE(
        under(difference.saving, Scope::full).value(), tests::golden().at("goal_seek").at("saving_at_article_tokens"));
    // productive hours alone: 24.69 · 1000 · 48200 / 67800 against 32.77 · 1000
    EXPECT_CLOSE(under(difference.difference, Scope::compute).value(), 24.69 * 1000 * 482 / 678 - 32770);
    EXPECT_EQ(under(article.cheapest, Scope::list_price), 1u);
    EXPECT_EQ(under(article.cheapest, Scope::compute), 1u);
    EXPECT_EQ(under(article.cheapest, Scope::compute_with_waste), 1u);
    EXPECT_EQ(under(article.cheapest, Scope::full), 0u);
}

TEST(Comparison, namesComponentsThatOneSideLeavesOut)
{
    const Comparison article = comparisonOf(tests::article13b());
    for (const Component component : {Component::migration_labour, Component::compile}) { // H100 gives neither
        const auto* gap = gapOf(article.gaps, component);
        ASSERT_NE(gap, nullptr);
        EXPECT_EQ(gap->covered_by, std::vector<std::size_t> {1});
        EXPECT_EQ(gap->not_covered_by, std::vector<std::size_t> {0});
    }
    EXPECT_EQ(gapOf(article.gaps, Component::storage), nullptr); // neither side
    EXPECT_EQ(gapOf(article.gaps, Component::debug_labour), nullptr); // both
    EXPECT_TRUE(article.partial_gaps.empty());
}

// Trn2 without compiling and migration, which H100 does not give: productive 24.69 · 1000 · 48200 / 67800, failures 18
// % of all hours, 80 h of debugging at $150. H100 gives nothing that Trn2 does not.
TEST(Comparison, comparesByWhatBothSidesWereGiven)
{
    const Scenario scenario = tests::article13b();
    const Comparison article = comparisonOf(scenario);
    const auto full = sharedCosts(scenario, article, 1, 0, Scope::full);
    ASSERT_TRUE(full.has_value());
    EXPECT_EQ(full->left_aside, (std::vector<Component> {Component::compile, Component::migration_labour}));
    EXPECT_CLOSE(full->option.total, 24.69 * 1000 * 482 / 678 / 0.82 + 80 * 150);
    EXPECT_CLOSE(full->baseline.total, article.options[0].costs->total);
    EXPECT_FALSE(sharedCosts(scenario, article, 1, 0, Scope::compute).has_value()); // productive hours, which both give
    EXPECT_FALSE(sharedCosts(scenario, article, 1, 0, Scope::list_price).has_value());
    EXPECT_FALSE(sharedCosts(scenario, article, 1, 1, Scope::full).has_value());
}

// What follows from an input goes with it: two options that are the same but for one input cost the same without it.
TEST(Comparison, leavesAsideWhatFollowsFromAnInput)
{
    const auto left = [](std::vector<std::pair<Input, double>> more) { // given to the first alone; 100 h at $36
        Scenario scenario = tests::hourly(36, 36);
        for (const auto& [input, value] : more)
            scenario.options[0].values[input].value = value;
        for (auto& option : scenario.options)
            option.values[Input::support_share].value = 0.1;
        const auto shared = sharedCosts(scenario, comparisonOf(scenario), 0, 1, Scope::full);
        EXPECT_TRUE(shared.has_value());
        if (shared) {
            EXPECT_CLOSE(shared->option.total, 3'960);
            EXPECT_CLOSE(shared->baseline.total, 3'960);
        }
        return shared ? shared->left_aside : std::vector<Component>();
    };
    EXPECT_EQ(left({{Input::failure_waste, 0.5}}), std::vector {Component::failure});
    EXPECT_EQ(left({{Input::tokens_factor, 1.5}}), std::vector {Component::productive}); // counted in part by the other
    EXPECT_EQ(left({{Input::committed_nodes, 1}, {Input::committed_h, 50}, {Input::committed_price_per_h, 10}}),
        std::vector {Component::unused_commitment});
}

TEST(Comparison, namesComponentsThatOneSideCountsInPart)
{
    // Trn2 gives its cold compiles but no recompiles; now H100 says that it has neither.
    Scenario scenario = tests::article13b();
    scenario.options[0].values[Input::cold_compiles].value = 0;
    scenario.options[0].values[Input::recompiles].value = 0;
    const Comparison comparison = comparisonOf(scenario);
    EXPECT_EQ(gapOf(comparison.gaps, Component::compile), nullptr);
    const auto* gap = gapOf(comparison.partial_gaps, Component::compile);
    ASSERT_NE(gap, nullptr);
    EXPECT_EQ(gap->covered_by, std::vector<std::size_t> {0});
    EXPECT_EQ(gap->not_covered_by, std::vector<std::size_t> {1});
}

TEST(Comparison, goesOnWhenAnOptionCannotBeComputed)
{
    Scenario scenario = tests::article13b();
    scenario.options.insert(scenario.options.begin() + 1, {"broken", {}});
    const Comparison comparison = comparisonOf(scenario);
    ASSERT_EQ(comparison.options.size(), 3u);
    EXPECT_EQ(comparison.options[1].costs.error().code, Code::not_given);
    EXPECT_EQ(comparison.options[1].costs.error().field, "nodes");
    ASSERT_EQ(comparison.differences.size(), 2u);
    EXPECT_FALSE(under(comparison.differences[0].saving, Scope::full).has_value());
    EXPECT_TRUE(under(comparison.differences[1].saving, Scope::full).has_value());
    EXPECT_EQ(under(comparison.cheapest, Scope::full), 0u);
}

TEST(Comparison, hasNoListPriceWithoutAPeak)
{
    Scenario scenario = tests::article13b();
    scenario.options[0].values.erase(Input::peak_flops_per_node);
    const Comparison comparison = comparisonOf(scenario);
    EXPECT_FALSE(under(comparison.differences[0].saving, Scope::list_price).has_value());
    EXPECT_FALSE(under(comparison.cheapest, Scope::list_price).has_value()); // only one has it: nothing is compared
}

TEST(Comparison, followsTheBaseline)
{
    Scenario scenario = tests::article13b();
    scenario.baseline = 1;
    const Comparison comparison = comparisonOf(scenario);
    EXPECT_EQ(comparison.differences[0].option, 0u);
    // 1 - 1 / 1.4431018…
    EXPECT_NEAR(under(comparison.differences[0].saving, Scope::full).value(), 1 - 1 / 1.4431018016790824, 1e-12);
    scenario.baseline = 2;
    EXPECT_EQ(compare(scenario).error().field, "baseline");
}

TEST(Comparison, needsAnOption)
{
    EXPECT_EQ(compare(Scenario {}).error().code, Code::no_options);
}

TEST(Sweep, variesAWorkloadInputInAllOptions)
{
    const auto swept = sweep(tests::article13b(), Input::tokens, {17.352e10, 34.704e10, 3, false});
    ASSERT_TRUE(swept.ok());
    EXPECT_EQ(swept->x, (std::vector {17.352e10, 26.028e10, 34.704e10}));
    ASSERT_EQ(swept->totals.size(), 2u);
    EXPECT_CLOSE(swept->totals[0][0].value(), tests::goldenCase("article-13b-h100").at("expect").at("total"));
    EXPECT_CLOSE(swept->totals[1][0].value(), tests::goldenCase("article-13b-trn2").at("expect").at("total"));
    // twice the tokens: hours double, labour does not
    EXPECT_CLOSE(swept->totals[0][2].value(), 2 * (32770 / 0.96) + 1500);
}

TEST(Sweep, variesAnOptionsInputWhereAskedAndLeavesErrorsAbsent)
{
    const auto swept = sweep(tests::article13b(), Input::failure_waste, {0.5, 1.5, 2, false}, {1});
    ASSERT_TRUE(swept.ok());
    EXPECT_EQ(swept->totals[0][0], swept->totals[0][1]);
    EXPECT_TRUE(swept->totals[1][0].has_value());
    EXPECT_FALSE(swept->totals[1][1].has_value());
    EXPECT_FALSE(swept->why[1][0].has_value());
    ASSERT_EQ(swept->why[1][1], std::optional<std::size_t>(0));
    ASSERT_EQ(swept->none.reasons().size(), 1u);
    EXPECT_EQ(swept->none.reasons()[0].field, "failure_waste");
    EXPECT_EQ(swept->none.reasons()[0].found, "1.5");
    EXPECT_EQ(swept->none.reasons()[0].expected, "0 ≤ x < 1");
}

// Beyond 1 the shares of both inputs are refused, one reason each however many points they have.
TEST(Sweep, tellsEachReasonOnce)
{
    const auto swept = sweep(tests::article13b(), Input::failure_waste, {0.9, 1.5, 7, false});
    ASSERT_TRUE(swept.ok());
    EXPECT_EQ(swept->none.reasons().size(), 1u);
    EXPECT_EQ(swept->none.reasons()[0].found, "1");
    for (const auto& why : swept->why)
        EXPECT_EQ(std::ranges::count(why, std::optional<std::size_t>(0)), 6);
}

TEST(Sweep, spacesPointsByRatioWhenLogarithmic)
{
    const auto swept = sweep(tests::article13b(), Input::tokens, {1e9, 1e13, 5, true});
    ASSERT_TRUE(swept.ok());
    for (std::size_t i = 0; i < 5; ++i)
        EXPECT_NEAR(std::log10(swept->x[i]), 9 + static_cast<double>(i), 1e-12);
    EXPECT_EQ(swept->x.back(), 1e13);
}

TEST(Sweep, refusesARangeThatIsNone)
{
    const Scenario article = tests::article13b();
    EXPECT_EQ(sweep(article, Input::tokens, {2, 1, 5, false}).error().field, "to");
    EXPECT_EQ(sweep(article, Input::tokens, {0, 1, 5, true}).error().field, "from");
    EXPECT_EQ(sweep(article, Input::tokens, {0, NAN, 5, false}).error().field, "to");
    EXPECT_EQ(sweep(article, Input::tokens, {1, 2, 1, false}).error().field, "points");
    EXPECT_EQ(sweep(article, Input::tokens, {1, 2, 5, false}, {7}).error().field, "option");
}

} // namespace fullscope::analysis
