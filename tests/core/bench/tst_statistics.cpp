// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

using namespace fullscope::bench;

namespace {

// Step times whose deviations from 1 go together: e_i = ρ e_{i-1} + noise, the mean known to be 1.
class Autoregressive {
public:
    Autoregressive(double rho, unsigned seed)
        : m_rho(rho)
        , m_random(seed)
    {
        for (int i = 0; i < 200; ++i)
            next();
    }
    double next()
    {
        m_state = m_rho * m_state + 0.02 * m_noise(m_random);
        return 1 + m_state;
    }

private:
    double m_rho, m_state = 0;
    std::mt19937_64 m_random;
    std::normal_distribution<double> m_noise;
};

struct Coverage {
    double of_windows = 0, of_steps_alone = 0;
};

// How often 95 % intervals hold the truth: from windows, and as if all steps were independent.
Coverage coverage(double rho, std::size_t windows, unsigned seed)
{
    constexpr int kRuns = 1'000;
    constexpr std::size_t kSteps = 20;
    Autoregressive series(rho, seed);
    int held = 0, held_alone = 0;
    for (int run = 0; run < kRuns; ++run) {
        std::vector<double> steps, means;
        for (std::size_t w = 0; w < windows; ++w) {
            double sum = 0;
            for (std::size_t i = 0; i < kSteps; ++i)
                sum += steps.emplace_back(series.next());
            means.push_back(sum / kSteps);
        }
        const Estimate estimate = meanOfWindows(means, steps);
        held += *estimate.low <= 1 && 1 <= *estimate.high ? 1 : 0;
        double squares = 0;
        for (const double step : steps)
            squares += (step - estimate.value) * (step - estimate.value);
        const auto n = static_cast<double>(steps.size());
        held_alone += std::abs(estimate.value - 1) <= 1.98 * std::sqrt(squares / (n - 1) / n) ? 1 : 0;
        for (int i = 0; i < 200; ++i) // the next run has nothing to do with this one
            series.next();
    }
    return {static_cast<double>(held) / kRuns, static_cast<double>(held_alone) / kRuns};
}

} // namespace

TEST(BenchStatistics, intervalHoldsTheTruthWhereStepsGoTogether)
{
    for (const auto& [rho, windows, least] : {std::tuple {0.0, 5U, 0.93}, {0.5, 5U, 0.92}, {0.7, 5U, 0.90},
             {0.7, 10U, 0.92}, {0.9, 5U, 0.86}, {0.9, 10U, 0.86}}) {
        const Coverage held = coverage(rho, windows, 7);
        EXPECT_GE(held.of_windows, least) << rho << ", " << windows;
        EXPECT_LE(held.of_windows, 0.995) << "an interval that is always right says nothing";
    }
    EXPECT_LT(coverage(0.7, 5, 7).of_steps_alone, 0.65); // what is not done
}

TEST(BenchStatistics, intervalOfFiveWindowsIsStudents)
{
    const double windows[] = {1, 2, 3, 4, 5};
    const Estimate estimate = meanOfWindows(windows, {});
    EXPECT_DOUBLE_EQ(estimate.value, 3);
    // t(0.975; 4) = 2.7764451052, s = √2.5, so ± 2.7764451052 · √(2.5 / 5)
    EXPECT_NEAR(*estimate.high - 3, 1.9632431615, 1e-9);
    EXPECT_NEAR(3 - *estimate.low, 1.9632431615, 1e-9);
    EXPECT_NEAR(*estimate.halfWidth(), 0.6544143872, 1e-9);
}

TEST(BenchStatistics, oneWindowHasNoInterval)
{
    const double one[] = {0.5};
    const Estimate estimate = meanOfWindows(one, {});
    EXPECT_DOUBLE_EQ(estimate.value, 0.5);
    EXPECT_FALSE(estimate.low || estimate.high || estimate.halfWidth());
    EXPECT_EQ(meanOfWindows({}, {}).value, 0);
    const double equal[] = {2, 2, 2, 2, 2};
    EXPECT_EQ(meanOfWindows(equal, equal).high, 2);
}

TEST(BenchStatistics, stepsThatGoTogetherWidenTheInterval)
{
    // Windows that happen to agree, while a slow wave runs through the steps.
    std::vector<double> steps;
    for (int i = 0; i < 100; ++i)
        steps.push_back(1 + 0.1 * std::sin(i * 2 * 3.14159265358979 / 50));
    const double windows[] = {1.0, 1.001, 1.0, 0.999, 1.0};
    const double narrow = *meanOfWindows(windows, {}).halfWidth();
    EXPECT_GT(*meanOfWindows(windows, steps).halfWidth(), 5 * narrow);
}

TEST(BenchStatistics, warmUpEndsWhereTheRecordedSeriesSettles)
{
    // PyTorch 1.13, batch 8, fp32, memory tuned: the first six seconds per step as measured, the others at their pace.
    const std::vector<double> recorded = {16.3, 10.7, 7.2, 5.55, 5.50, 5.46, 5.47, 5.44, 5.46, 5.45, 5.46, 5.44, 5.45};
    const std::vector<std::int64_t> none(recorded.size(), 0);
    EXPECT_EQ(steadyFrom(recorded, none, 5), 11U); // medians of five: 5.46 / 7.2, then 5.46 / 5.55 = 0.984
    std::vector<std::int64_t> late = none;
    late[9] = 1;
    EXPECT_FALSE(steadyFrom(recorded, late, 5)); // a compilation among the last five
}

TEST(BenchStatistics, warmUpNeedsTenSteps)
{
    const std::vector<double> equal(9, 1.0);
    const std::vector<std::int64_t> none(20, 0);
    EXPECT_FALSE(steadyFrom(equal, none, 5));
    const std::vector<double> ten(10, 1.0);
    EXPECT_EQ(steadyFrom(ten, none, 5), 10U);
    const std::vector<double> twenty(20, 1.0);
    EXPECT_EQ(steadyFrom(twenty, none, 15), 15U);
    EXPECT_FALSE(steadyFrom({}, {}, 0));
}

TEST(BenchStatistics, driftIsToldOnlyWhereTheOrderIsNoAccident)
{
    const double rising[] = {1.00, 1.01, 1.02, 1.03, 1.04};
    EXPECT_NEAR(driftOf(rising), 0.04 / 1.02, 1e-12); // slope 0.01 a window, four windows, median 1.02
    const double falling[] = {1.04, 1.03, 1.02, 1.01, 1.00};
    EXPECT_NEAR(driftOf(falling), -0.04 / 1.02, 1e-12);
    const double swapped[] = {1.00, 1.02, 1.01, 1.03, 1.04}; // S = 8: may be an accident
    EXPECT_EQ(driftOf(swapped), 0);
    const double few[] = {1, 2, 3, 4};
    EXPECT_EQ(driftOf(few), 0);
}

TEST(BenchStatistics, quantilesAreThoseOfType7)
{
    const double values[] = {3, 1, 2, 10};
    EXPECT_DOUBLE_EQ(medianOf(values), 2.5);
    EXPECT_DOUBLE_EQ(quantileOf(values, 0.9), 7.9); // 3 + 0.7 · 7
    EXPECT_DOUBLE_EQ(medianDeviation(values, 2.5), 1.0); // of 0.5, 1.5, 0.5, 7.5
    EXPECT_EQ(medianOf({}), 0);
    EXPECT_FALSE(lagOneCorrelation({}));
    const double alternating[] = {1, 2, 1, 2, 1, 2};
    EXPECT_NEAR(*lagOneCorrelation(alternating), -5.0 / 6, 1e-12);
}
