// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/distribution.h"

#include "core/scenario/scenario.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace fullscope::scenario {

using base::Code;
using enum DistributionKind;

namespace {

// In hours, of which nearly any number from 0 on is possible.
TruncatedDistribution of(DistributionKind kind, std::vector<double> parameters, Input input = Input::migration_h)
{
    auto cut = TruncatedDistribution::make({kind, std::move(parameters)}, input);
    EXPECT_TRUE(cut.ok());
    return *std::move(cut);
}

struct Moments {
    double mean = 0, variance = 0;
};

// By the midpoint rule over the quantile function.
Moments momentsOf(const TruncatedDistribution& distribution)
{
    constexpr int kSteps = 200'000;
    double sum = 0, squares = 0;
    for (int i = 0; i < kSteps; ++i) {
        const double x = distribution.quantile((i + 0.5) / kSteps);
        sum += x;
        squares += x * x;
    }
    return {sum / kSteps, squares / kSteps - sum * sum / kSteps / kSteps};
}

Code errorOf(DistributionKind kind, std::vector<double> parameters, Input input = Input::migration_h)
{
    const auto cut = TruncatedDistribution::make({kind, std::move(parameters)}, input);
    return cut ? Code::internal : cut.error().code;
}

} // namespace

TEST(Distribution, hasTheMomentsOfItsClosedForm)
{
    const Moments flat = momentsOf(of(uniform, {5, 7}));
    EXPECT_NEAR(flat.mean, 6, 1e-9);
    EXPECT_NEAR(flat.variance, 4. / 12, 1e-8);
    const Moments tri = momentsOf(of(triangular, {5, 7, 10})); // (a + b + c) / 3, Σa² − Σab over 18
    EXPECT_NEAR(tri.mean, 22. / 3, 1e-7);
    EXPECT_NEAR(tri.variance, (25. + 49 + 100 - 35 - 50 - 70) / 18, 1e-6);
    const Moments beta = momentsOf(of(pert, {5, 7, 10})); // (mean − min)(max − mean) / 7
    EXPECT_NEAR(beta.mean, 43. / 6, 1e-6);
    EXPECT_NEAR(beta.variance, (43. / 6 - 5) * (10 - 43. / 6) / 7, 1e-6);
    const Moments bell = momentsOf(of(normal, {500, 20}));
    EXPECT_NEAR(bell.mean, 500, 1e-6);
    EXPECT_NEAR(bell.variance, 400, 0.01);
    // P10 and P90 a factor e apart either way: mu = 2, sigma = 1 / 1.2815515655446004
    const double sigma = 1 / 1.2815515655446004;
    const Moments skewed = momentsOf(of(lognormal, {std::exp(1.), std::exp(3.)}));
    EXPECT_NEAR(skewed.mean, std::exp(2 + sigma * sigma / 2), 2e-3);
}

TEST(Distribution, hasTheQuantilesOfItsClosedForm)
{
    EXPECT_DOUBLE_EQ(of(uniform, {5, 7}).quantile(0.25), 5.5);
    EXPECT_DOUBLE_EQ(of(triangular, {5, 7, 10}).quantile(0.1), 6); // (6 − 5)² / (5 · 2) = 0.1
    EXPECT_DOUBLE_EQ(of(triangular, {5, 7, 10}).median(), 10 - std::sqrt(7.5));
    EXPECT_DOUBLE_EQ(of(triangular, {5, 5, 10}).quantile(0.75), 7.5); // 1 − (10 − x)² / 25
    EXPECT_DOUBLE_EQ(of(lognormal, {10, 30}).quantile(0.1), 10);
    EXPECT_DOUBLE_EQ(of(lognormal, {10, 30}).quantile(0.9), 30);
    EXPECT_DOUBLE_EQ(of(lognormal, {10, 30}).median(), std::sqrt(300));
    EXPECT_NEAR(of(normal, {500, 20}).quantile(0.975), 500 + 1.959963984540054 * 20, 1e-9);
    for (const double p : {1e-9, 0.001, 0.1, 0.37, 0.5, 0.8, 0.999, 1 - 1e-9}) {
        const double x = (of(pert, {5, 7.5, 10}).quantile(p) - 5) / 5; // Beta(3, 3): x³ (10 − 15 x + 6 x²)
        EXPECT_NEAR(x * x * x * (10 - 15 * x + 6 * x * x), p, 1e-7);
        const double y = (of(pert, {5, 5, 10}).quantile(p) - 5) / 5; // Beta(1, 5): 1 − (1 − y)⁵
        EXPECT_NEAR(1 - std::pow(1 - y, 5), p, 1e-7);
    }
}

TEST(Distribution, invertsItsOwnDistributionFunction)
{
    for (const auto& cut : {of(uniform, {5, 7}), of(triangular, {5, 7, 10}), of(pert, {5, 9.7, 10}), of(normal, {5, 7}),
             of(lognormal, {10, 30}), of(uniform, {-3, 9}), of(triangular, {-5, 1, 2})})
        for (double p = 0.01; p < 1; p += 0.01)
            EXPECT_NEAR(cut.cdf(cut.quantile(p)), p, 1e-7);
}

TEST(Distribution, isCutToWhatIsPossible)
{
    // Half of a normal around 0: P50 of the rest is Φ⁻¹(0.75), its mean sqrt(2 / π).
    const auto half = of(normal, {0, 1});
    EXPECT_NEAR(half.shareInside(), 0.5, 1e-12);
    EXPECT_NEAR(half.median(), 0.6744897501960817, 1e-12);
    EXPECT_NEAR(momentsOf(half).mean, std::sqrt(2 / M_PI), 1e-5);
    const auto shares = of(uniform, {0.5, 1.5}, Input::idle_share);
    EXPECT_DOUBLE_EQ(shares.median(), 0.75);
    EXPECT_LT(shares.quantile(1 - 0x1p-53), 1); // 100 % idle is not possible
    EXPECT_TRUE(validate(Input::idle_share, shares.quantile(1 - 0x1p-53)).ok());
    EXPECT_TRUE(validate(Input::nodes, of(uniform, {0, 10}, Input::nodes).quantile(0x1p-60)).ok());
    EXPECT_EQ(errorOf(uniform, {-5, -1}), Code::distribution_outside);
    EXPECT_EQ(errorOf(normal, {-100, 1}), Code::distribution_outside);
    EXPECT_EQ(errorOf(uniform, {1, 2}, Input::idle_share), Code::distribution_outside);
    EXPECT_EQ(errorOf(empirical, {-2, -1}), Code::distribution_outside);
    const auto refused = TruncatedDistribution::make({uniform, {1, 2}}, Input::idle_share);
    EXPECT_EQ(refused.error().field, "idle_share");
    EXPECT_EQ(refused.error().expected, "0 ≤ x < 1");
    // On the bound: as good as the number.
    EXPECT_EQ(of(uniform, {0, 0}).median(), 0);
}

TEST(Distribution, staysFiniteAtTheEnds)
{
    for (const auto& cut : {of(normal, {5, 1e6}), of(lognormal, {1e-3, 1e6}), of(pert, {0, 0, 1}), of(pert, {0, 1, 1}),
             of(triangular, {0, 0, 1}), of(uniform, {0, 1e7}), of(normal, {1e7, 1e9})})
        for (const double p : {0x1p-53, 0.5, 1 - 0x1p-53})
            EXPECT_TRUE(validate(Input::migration_h, cut.quantile(p)).ok());
    for (const auto kind : {triangular, pert})
        EXPECT_EQ(of(kind, {4, 4, 4}).median(), 4);
    EXPECT_EQ(of(normal, {4, 0}).median(), 4);
    EXPECT_NEAR(of(lognormal, {4, 4}).median(), 4, 1e-15 * 8);
}

TEST(Distribution, refusesParametersThatMakeNone)
{
    EXPECT_EQ(errorOf(uniform, {7, 5}), Code::bad_distribution);
    EXPECT_EQ(errorOf(triangular, {5, 4, 10}), Code::bad_distribution);
    EXPECT_EQ(errorOf(pert, {5, 11, 10}), Code::bad_distribution);
    EXPECT_EQ(errorOf(normal, {5, -1}), Code::bad_distribution);
    EXPECT_EQ(errorOf(lognormal, {0, 1}), Code::bad_distribution);
    EXPECT_EQ(errorOf(lognormal, {-2, 1}), Code::bad_distribution);
    EXPECT_EQ(errorOf(uniform, {1}), Code::bad_distribution);
    EXPECT_EQ(errorOf(uniform, {1, 2, 3}), Code::bad_distribution);
    EXPECT_EQ(errorOf(empirical, {}), Code::bad_distribution);
    EXPECT_EQ(errorOf(empirical, {3, 1}), Code::bad_distribution); // not in order
    EXPECT_EQ(errorOf(uniform, {1, HUGE_VAL}), Code::bad_distribution);
    EXPECT_EQ(errorOf(normal, {NAN, 1}), Code::bad_distribution);
    EXPECT_EQ(errorOf(uniform, {-1.7e308, 1.7e308}), Code::bad_distribution); // its width is not finite
}

TEST(Distribution, resamplesMeasuredValues)
{
    const auto three = of(empirical, {1, 2, 4});
    EXPECT_EQ(three.quantile(0.3), 1);
    EXPECT_EQ(three.quantile(0.34), 2);
    EXPECT_EQ(three.quantile(0.999), 4);
    EXPECT_EQ(three.cdf(2), 2. / 3);
    EXPECT_EQ(fromSamples({4, 1, 2}).parameters, (std::vector<double> {1, 2, 4}));
    std::vector<double> many;
    for (int i = 0; i < 100'500; ++i)
        many.push_back((i * 7919) % 100'500); // 0 … 100,499 in some order: 500 to a kept one, of which the middle stays
    const auto thinned = fromSamples(many).parameters;
    ASSERT_EQ(thinned.size(), kMaxSamples);
    EXPECT_EQ(thinned.front(), 250);
    EXPECT_EQ(thinned.back(), 100'250);
    EXPECT_EQ(thinned[100], 50'250);
}

} // namespace fullscope::scenario
