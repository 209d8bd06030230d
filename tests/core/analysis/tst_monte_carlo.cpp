// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/monte_carlo.h"

#include "core/analysis/comparison.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

namespace fullscope::analysis {

using base::Code;
using scenario::Distribution;
using scenario::DistributionKind;
using scenario::Input;
using scenario::InputPlace;
using scenario::Scenario;

namespace {

// Two options of 100 productive hours each, at 10 and 9.8 money an hour: the total is 100 times the price.
Scenario twoPrices()
{
    Scenario scenario;
    scenario.workload = {{Input::tokens, {3.6e8}}, {Input::runs, {1}}};
    scenario.options = {{"A", {{Input::nodes, {1}}, {Input::price_per_h, {10}}, {Input::tokens_per_s, {1000}}}},
        {"B", {{Input::nodes, {1}}, {Input::price_per_h, {9.8}}, {Input::tokens_per_s, {1000}}}}};
    return scenario;
}

Scenario with(Scenario scenario, std::optional<std::size_t> option, Input input, Distribution distribution)
{
    auto changed = scenario::withValue(
        std::move(scenario), option, input, {.value = 0, .distribution = std::move(distribution)});
    EXPECT_TRUE(changed.ok());
    return *std::move(changed);
}

Distribution normal(double mean, double sd)
{
    return {DistributionKind::normal, {mean, sd}};
}

// Baseline 10 ± 0.3, the other 9.8 ± 0.4: the difference is normal around −0.2 with a deviation of 0.5.
Scenario twoNormals()
{
    return with(with(twoPrices(), 0, Input::price_per_h, normal(10, 0.3)), 1, Input::price_per_h, normal(9.8, 0.4));
}

Uncertainty simulated(const Scenario& scenario, const DrawOptions& options = {})
{
    auto result = simulate(scenario, options, {});
    EXPECT_TRUE(result.ok()) << (result ? "" : result.error().field);
    return result ? *std::move(result) : Uncertainty {};
}

Draws drawn(const Scenario& scenario, const DrawOptions& options = {})
{
    auto result = draw(scenario, options, {});
    EXPECT_TRUE(result.ok());
    return result ? *std::move(result) : Draws {};
}

void expectSame(const Spread& a, const Spread& b)
{
    EXPECT_EQ(a.mean, b.mean);
    EXPECT_EQ(a.standard_error, b.standard_error);
    EXPECT_EQ(a.quantiles, b.quantiles);
}

void expectSame(const Uncertainty& a, const Uncertainty& b)
{
    ASSERT_EQ(a.options.size(), b.options.size());
    for (std::size_t i = 0; i < a.options.size(); ++i) {
        expectSame(*a.options[i].total, *b.options[i].total);
        EXPECT_EQ(a.options[i].cheapest, b.options[i].cheapest);
    }
    for (std::size_t i = 0; i < a.savings.size(); ++i)
        expectSame(*a.savings[i].saving, *b.savings[i].saving);
}

} // namespace

TEST(MonteCarlo, meetsALinearCaseInClosedForm)
{
    // B alone uncertain: its total is normal around 980 with a deviation of 50, the saving around 0.02 with 0.05.
    const auto one = simulated(with(twoPrices(), 1, Input::price_per_h, normal(9.8, 0.5)));
    EXPECT_EQ(one.draws, 100'000u);
    ASSERT_EQ(one.inputs.size(), 1u);
    EXPECT_EQ(one.inputs[0], (InputPlace {1, Input::price_per_h}));
    const Spread& total = *one.options[1].total;
    EXPECT_NEAR(total.mean, 980, 0.8);
    EXPECT_NEAR(*total.standard_error, 50 / std::sqrt(1e5), 0.002);
    EXPECT_NEAR(total.percentile(5), 980 - 1.644854 * 50, 2);
    EXPECT_NEAR(total.percentile(10), 980 - 1.281552 * 50, 1.5);
    EXPECT_NEAR(total.percentile(50), 980, 1);
    EXPECT_NEAR(total.percentile(90), 980 + 1.281552 * 50, 1.5);
    EXPECT_NEAR(total.percentile(95), 980 + 1.644854 * 50, 2);
    EXPECT_EQ(one.options[0].total->minimum, 1000);
    EXPECT_EQ(one.options[0].total->maximum, 1000);
    EXPECT_NEAR(one.savings[0].saving->mean, 0.02, 0.0008);
    EXPECT_NEAR(one.savings[0].saving->percentile(10), 0.02 - 1.281552 * 0.05, 0.0015);
    EXPECT_NEAR(one.savings[0].positive, 0.655422, 0.0075); // Φ(0.4), five standard errors
    EXPECT_EQ(one.savings[0].positive, one.options[1].cheapest);
    EXPECT_NEAR(*one.options[0].cheapest + *one.options[1].cheapest, 1, 1e-12);
}

TEST(MonteCarlo, drawsIndependentInputsIndependently)
{
    const auto result = simulated(twoNormals());
    EXPECT_NEAR(*result.options[1].cheapest, 0.655422, 0.0075); // Φ(0.2 / 0.5)
}

TEST(MonteCarlo, sharesDrawsWhereTheCorrelationIsOne)
{
    const InputPlace a {0, Input::price_per_h}, b {1, Input::price_per_h};
    // 10 + 0.3 z against 9.8 + 0.4 z: B is cheaper where z < 2.
    const auto shared = simulated(*withCorrelation(twoNormals(), a, b, 1));
    EXPECT_NEAR(*shared.options[1].cheapest, 0.977250, 0.0025);
    // Against 9.8 − 0.4 z: B is cheaper where 0.7 z > −0.2.
    const auto opposite = simulated(*withCorrelation(twoNormals(), a, b, -1));
    EXPECT_NEAR(*opposite.options[1].cheapest, 0.612452, 0.0077);
    const auto values = drawn(*withCorrelation(twoNormals(), a, b, 1)).values;
    for (std::size_t i = 0; i < values[0].size(); i += 997)
        EXPECT_NEAR((values[0][i] - 10) / 0.3, (values[1][i] - 9.8) / 0.4, 1e-9);
}

TEST(MonteCarlo, keepsTheValuesOfCorrelatedInputs)
{
    const InputPlace a {0, Input::price_per_h}, b {1, Input::price_per_h};
    auto free = drawn(twoNormals(), {.draws = 10'000});
    auto correlated = drawn(*withCorrelation(twoNormals(), a, b, 0.7), {.draws = 10'000});
    EXPECT_NE(free.values, correlated.values);
    // Two normals with a rank correlation of 0.7 have one of 2 sin(0.7 π / 6) = 0.7167: the difference of the prices
    // deviates by sqrt(0.09 + 0.16 − 2 · 0.7167 · 0.12).
    double squares = 0;
    for (std::size_t i = 0; i < 10'000; ++i) {
        const double difference = correlated.values[1][i] - correlated.values[0][i] + 0.2;
        squares += difference * difference;
    }
    EXPECT_NEAR(std::sqrt(squares / 10'000), 0.279279, 0.01);
    for (std::size_t k = 0; k < 2; ++k) {
        std::ranges::sort(free.values[k]);
        std::ranges::sort(correlated.values[k]);
    }
    EXPECT_EQ(free.values, correlated.values);
}

TEST(MonteCarlo, refusesCorrelationsThatCannotHold)
{
    Scenario scenario = with(twoNormals(), 1, Input::tokens_per_s, normal(1000, 10));
    const InputPlace a {0, Input::price_per_h}, b {1, Input::price_per_h}, c {1, Input::tokens_per_s};
    scenario = *withCorrelation(*withCorrelation(*withCorrelation(scenario, a, b, 0.9), b, c, 0.9), a, c, -0.9);
    const auto refused = simulate(scenario, {}, {});
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, Code::correlation_impossible);
    // a = b and b = c, but a is the opposite of c.
    scenario = *withCorrelation(*withCorrelation(*withCorrelation(scenario, a, b, 1), b, c, 1), a, c, -1);
    EXPECT_EQ(simulate(scenario, {}, {}).error().code, Code::correlation_impossible);
    // What correlates with one of two that share their draws correlates with both.
    scenario = *withCorrelation(*withCorrelation(scenario, b, c, 0.5), a, c, {});
    EXPECT_TRUE(simulate(scenario, {.draws = 10}, {}).ok());
}

TEST(MonteCarlo, doesNotDependOnThreads)
{
    Scenario scenario = with(twoNormals(), std::nullopt, Input::tokens, {DistributionKind::lognormal, {3e8, 4e8}});
    scenario = *withCorrelation(scenario, {0, Input::price_per_h}, {1, Input::price_per_h}, 0.5);
    const auto one = simulated(scenario, {.draws = 50'001, .threads = 1});
    for (const unsigned threads : {2U, 7U}) {
        expectSame(one, simulated(scenario, {.draws = 50'001, .threads = threads}));
        const DrawOptions options {.draws = 9'000, .threads = threads};
        EXPECT_EQ(drawn(scenario, {.draws = 9'000, .threads = 1}).totals, drawn(scenario, options).totals);
    }
}

TEST(MonteCarlo, doesNotDependOnOrderOrOtherInputs)
{
    const Scenario scenario
        = with(twoNormals(), std::nullopt, Input::tokens, {DistributionKind::triangular, {3e8, 3.6e8, 4e8}});
    Scenario turned = scenario;
    std::swap(turned.options[0], turned.options[1]);
    const auto straight = drawn(scenario, {.draws = 5'000}), other = drawn(turned, {.draws = 5'000});
    EXPECT_EQ(straight.totals[0], other.totals[1]);
    EXPECT_EQ(straight.totals[1], other.totals[0]);
    // One input less: the others are as they were.
    const auto fewer = drawn(twoNormals(), {.draws = 5'000});
    EXPECT_EQ(fewer.values[0], straight.values[1]);
    EXPECT_EQ(fewer.values[1], straight.values[2]);
    // More draws go on from those before them.
    const auto more = drawn(scenario, {.draws = 6'000});
    EXPECT_TRUE(std::equal(straight.totals[0].begin(), straight.totals[0].end(), more.totals[0].begin()));
    EXPECT_NE(drawn(scenario, {.draws = 5'000, .seed = 2}).totals, straight.totals);
}

TEST(MonteCarlo, summarisesTheDrawsItMakes)
{
    const auto draws = drawn(twoNormals(), {.draws = 2'001});
    const auto result = simulated(twoNormals(), {.draws = 2'001});
    auto totals = draws.totals[1];
    std::ranges::sort(totals);
    EXPECT_EQ(result.options[1].total->percentile(10), totals[200]); // (2001 − 1) · 0.1
    EXPECT_EQ(result.options[1].total->percentile(95), totals[1900]);
    EXPECT_EQ(result.options[1].total->minimum, totals.front());
    std::size_t cheaper = 0;
    for (std::size_t i = 0; i < 2'001; ++i)
        cheaper += draws.totals[1][i] < draws.totals[0][i] ? 1 : 0;
    EXPECT_EQ(result.options[1].cheapest, static_cast<double>(cheaper) / 2001);
}

TEST(MonteCarlo, saysTheSameFromAHistogramAndFromAllDraws)
{
    const Scenario scenario = with(twoPrices(), 1, Input::price_per_h, normal(9.8, 0.5));
    const auto many = simulated(scenario, {.draws = kMaxKeptDraws + 1});
    EXPECT_FALSE(many.exact_quantiles);
    EXPECT_EQ(many.draws, kMaxKeptDraws + 1);
    EXPECT_NEAR(many.options[1].total->percentile(10), 980 - 1.281552 * 50, 0.3 + 980. / 4096);
    EXPECT_NEAR(many.options[1].total->percentile(90), 980 + 1.281552 * 50, 0.3 + 980. / 4096);
    EXPECT_NEAR(many.savings[0].saving->percentile(50), 0.02, 0.0003);
    EXPECT_NEAR(many.savings[0].saving->percentile(5), 0.02 - 1.644854 * 0.05, 0.0005); // below zero
    EXPECT_NEAR(many.options[0].total->percentile(50), 1000, 0);
    EXPECT_TRUE(std::ranges::is_sorted(many.savings[0].saving->quantiles));
    EXPECT_NEAR(many.savings[0].positive, 0.655422, 0.0017);
}

TEST(MonteCarlo, equalsTheModelWhereNothingIsUncertain)
{
    const auto result = simulated(twoPrices());
    EXPECT_TRUE(result.inputs.empty());
    EXPECT_EQ(result.draws, 1u);
    const auto comparison = compare(twoPrices());
    for (std::size_t i = 0; i < 2; ++i)
        for (const int percent : {5, 50, 95})
            EXPECT_EQ(result.options[i].total->percentile(percent), comparison->options[i].costs->total);
    EXPECT_EQ(result.options[1].cheapest, 1);
    EXPECT_EQ(draw(twoPrices(), {}, {}).error().code, Code::nothing_uncertain);
    // A distribution of one value is a single figure.
    EXPECT_TRUE(simulated(with(twoPrices(), 1, Input::price_per_h, normal(9.8, 0))).inputs.empty());
}

TEST(MonteCarlo, saysWhenOptionsTie)
{
    Scenario scenario = with(twoPrices(), std::nullopt, Input::tokens, {DistributionKind::uniform, {3e8, 4e8}});
    scenario.options[1].values[Input::price_per_h].value = 10;
    const auto result = simulated(scenario, {.draws = 1'000});
    EXPECT_EQ(result.options[0].cheapest, 0);
    EXPECT_EQ(result.options[0].cheapest_tied, 1);
    EXPECT_EQ(result.options[1].cheapest_tied, 1);
    EXPECT_EQ(result.savings[0].positive, 0);
}

TEST(MonteCarlo, countsDrawsThatTheModelRefuses)
{
    // f = (interval / 2 + restart) · nodes / mtbf reaches 1 where the interval is 20: a fifth of 0 … 25.
    Scenario scenario = with(twoPrices(), 1, Input::checkpoint_interval_h, {DistributionKind::uniform, {0, 25}});
    for (const auto& [input, value] : {std::pair {Input::node_mtbf_h, 10.}, {Input::restart_h, 0.}})
        scenario.options[1].values[input].value = value;
    const auto result = simulated(scenario, {.draws = 20'000});
    EXPECT_NEAR(static_cast<double>(result.options[1].failed) / 20'000, 0.2, 0.015);
    ASSERT_TRUE(result.options[1].failure.has_value());
    EXPECT_EQ(result.options[1].failure->code, Code::waste_not_below_one);
    EXPECT_EQ(result.undecided, result.options[1].failed);
    EXPECT_EQ(result.savings[0].undecided, result.options[1].failed);
    const double all = *result.options[0].cheapest + *result.options[1].cheapest;
    EXPECT_NEAR(all + static_cast<double>(result.undecided) / 20'000, 1, 1e-12);
    const auto draws = drawn(scenario, {.draws = 20'000});
    const auto failed = std::ranges::count_if(draws.totals[1], [](double total) { return std::isnan(total); });
    EXPECT_EQ(static_cast<std::uint64_t>(failed), result.options[1].failed);
}

TEST(MonteCarlo, leavesOutAnOptionThatCannotBeComputed)
{
    Scenario scenario = twoNormals();
    scenario.options.push_back({"C", {{Input::nodes, {1}}}});
    const auto result = simulated(scenario, {.draws = 1'000});
    EXPECT_FALSE(result.options[2].total.has_value());
    EXPECT_EQ(result.options[2].failed, 1'000u);
    EXPECT_EQ(result.options[2].failure->code, Code::not_given);
    EXPECT_EQ(result.undecided, 0u);
    EXPECT_NEAR(*result.options[0].cheapest + *result.options[1].cheapest, 1, 1e-12);
    EXPECT_FALSE(result.savings[1].saving.has_value());
    EXPECT_EQ(result.savings[1].undecided, 1'000u);
    scenario.options[1].values.erase(Input::nodes); // then A alone is left: nothing is compared
    const auto alone = simulated(scenario, {.draws = 1'000});
    EXPECT_TRUE(alone.options[0].total.has_value());
    for (const auto& option : alone.options)
        EXPECT_FALSE(option.cheapest.has_value() || option.cheapest_tied.has_value());
}

TEST(MonteCarlo, endsEarlyWhenItIsPreciseEnough)
{
    // Relative deviation 0.05 of 980: 0.001 of it needs about 2,600 draws, one round of 8,192 does.
    const Scenario scenario = with(twoPrices(), 1, Input::price_per_h, normal(9.8, 0.5));
    const auto result = simulated(scenario, {.draws = 1'000'000, .standard_error = 0.001});
    EXPECT_TRUE(result.ended_early);
    EXPECT_EQ(result.draws, 8'192u);
    EXPECT_LE(*result.options[1].total->standard_error, 0.98);
    EXPECT_FALSE(simulated(scenario, {.draws = 1'000, .standard_error = 1e-9}).ended_early);
}

TEST(MonteCarlo, takesOneDraw)
{
    const auto result = simulated(twoNormals(), {.draws = 1});
    EXPECT_FALSE(result.options[0].total->standard_error.has_value());
    EXPECT_EQ(result.options[0].total->percentile(5), result.options[0].total->percentile(95));
    EXPECT_EQ(drawn(twoNormals(), {.draws = 1}).totals[0].size(), 1u);
}

TEST(MonteCarlo, takesTheScope)
{
    Scenario scenario = twoNormals();
    scenario.options[1].values[Input::stall_overhead].value = 0.5;
    const auto compute = drawn(scenario, {.draws = 100, .scope = Scope::compute});
    const auto waste = drawn(scenario, {.draws = 100, .scope = Scope::compute_with_waste});
    for (std::size_t i = 0; i < 100; ++i) {
        EXPECT_NEAR(compute.totals[1][i], 100 * compute.values[1][i], 1e-9);
        EXPECT_NEAR(waste.totals[1][i], 150 * compute.values[1][i], 1e-9);
    }
    const auto list = simulated(scenario, {.draws = 10, .scope = Scope::list_price});
    EXPECT_EQ(list.options[0].failure->field, "peak_flops_per_node");
}

TEST(MonteCarlo, refusesWhatItCannotDo)
{
    EXPECT_EQ(simulate(twoNormals(), {.draws = 0}, {}).error().field, "draws");
    EXPECT_EQ(draw(twoNormals(), {.draws = kMaxKeptDraws + 1}, {}).error().code, Code::out_of_range);
    EXPECT_EQ(simulate({}, {}, {}).error().code, Code::no_options);
    Scenario outside = twoPrices();
    outside.options[0].values[Input::price_per_h].distribution = Distribution {DistributionKind::uniform, {-5, -1}};
    EXPECT_EQ(simulate(outside, {}, {}).error().code, Code::distribution_outside);
    outside.options[0].values[Input::price_per_h].distribution = Distribution {DistributionKind::uniform, {5}};
    EXPECT_EQ(simulate(outside, {}, {}).error().code, Code::bad_distribution);
}

TEST(MonteCarlo, isCancelledSoon)
{
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(simulate(twoNormals(), {}, base::JobContext(stop.get_token(), {})).error().code, Code::cancelled);
    EXPECT_EQ(draw(twoNormals(), {}, base::JobContext(stop.get_token(), {})).error().code, Code::cancelled);
    // In the middle of a thousand million draws, from another thread.
    std::stop_source later;
    const std::jthread other([&later] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        later.request_stop();
    });
    const auto result = simulate(twoNormals(), {.draws = 1'000'000'000}, base::JobContext(later.get_token(), {}));
    EXPECT_EQ(result.error().code, Code::cancelled);
}

} // namespace fullscope::analysis
