// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/statistics.h"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace fullscope::bench {

namespace {

constexpr double kSided = 0.975;
constexpr double kSokal = 3; // lags summed, in correlation times
constexpr double kMostTaken = 0.75; // of the correlation that subtracting the mean may have hidden
constexpr std::size_t kFewestSteps = 20; // for an autocorrelation

double mean(std::span<const double> values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// Σ (x_i − m)(x_{i+lag} − m)
double products(std::span<const double> values, double middle, std::size_t lag)
{
    double sum = 0;
    for (std::size_t i = lag; i < values.size(); ++i)
        sum += (values[i - lag] - middle) * (values[i] - middle);
    return sum;
}

// Infinite where the numbers are too large for their squares: Boost.Math would throw.
double studentTimes(double error, double freedom)
{
    if (!std::isfinite(error) || !std::isfinite(freedom))
        return std::numeric_limits<double>::infinity();
    return error * boost::math::quantile(boost::math::students_t(freedom), kSided);
}

double reachOfWindows(std::span<const double> windows)
{
    const auto n = static_cast<double>(windows.size());
    return studentTimes(std::sqrt(products(windows, mean(windows), 0) / (n - 1) / n), n - 1);
}

// 1 + 2 Σ ρ_k, at least 1.
double correlationTime(std::span<const double> values, double middle)
{
    const double variance = products(values, middle, 0);
    double time = 1;
    for (std::size_t lag = 1; lag < values.size() / 2 && static_cast<double>(lag) < kSokal * std::max(time, 1.0); ++lag)
        time += 2 * products(values, middle, lag) / variance;
    return std::max(time, 1.0);
}

double reachOfSteps(std::span<const double> steps)
{
    if (steps.size() < kFewestSteps)
        return 0;
    const double middle = mean(steps);
    const double squares = products(steps, middle, 0);
    if (!(squares > 0))
        return 0;
    const auto n = static_cast<double>(steps.size());
    const double time = correlationTime(steps, middle);
    const double hidden = 1 - std::min(time / n, kMostTaken); // of the variance, by subtracting the series' own mean
    const double variance = squares / (n - 1) * time / hidden / n;
    return studentTimes(std::sqrt(variance), std::max(n / time - 1, 1.5));
}

} // namespace

double quantileOf(std::span<const double> values, double share)
{
    if (values.empty())
        return 0;
    std::vector<double> sorted(values.begin(), values.end());
    std::ranges::sort(sorted);
    const double at = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return std::lerp(sorted[below], sorted[above], at - static_cast<double>(below));
}

double medianOf(std::span<const double> values)
{
    return quantileOf(values, 0.5);
}

double medianDeviation(std::span<const double> values, double middle)
{
    std::vector<double> distances;
    distances.reserve(values.size());
    for (const double value : values)
        distances.push_back(std::abs(value - middle));
    return medianOf(distances);
}

std::optional<double> lagOneCorrelation(std::span<const double> values)
{
    if (values.size() < 3)
        return std::nullopt;
    const double middle = mean(values);
    const double squares = products(values, middle, 0);
    return squares > 0 ? std::optional(products(values, middle, 1) / squares) : std::nullopt;
}

Estimate meanOfWindows(std::span<const double> windows, std::span<const double> steps)
{
    if (windows.empty())
        return {};
    Estimate out {.value = mean(windows)};
    if (windows.size() < 2)
        return out;
    const double reach = std::max(reachOfWindows(windows), reachOfSteps(steps));
    out.low = out.value - reach;
    out.high = out.value + reach;
    return out;
}

std::optional<std::size_t> steadyFrom(
    std::span<const double> step_times, std::span<const std::int64_t> compiles, std::size_t least)
{
    for (std::size_t end = std::max(least, 2 * kSettled); end <= step_times.size(); ++end) {
        const auto last = step_times.subspan(end - kSettled, kSettled);
        const auto before = step_times.subspan(end - 2 * kSettled, kSettled);
        const auto compiled = compiles.subspan(end - kSettled, kSettled);
        if (std::ranges::all_of(compiled, [](std::int64_t count) { return count == 0; })
            && std::abs(medianOf(last) / medianOf(before) - 1) < kSettledWithin)
            return end;
    }
    return std::nullopt;
}

double driftOf(std::span<const double> windows)
{
    const std::size_t n = windows.size();
    const double middle = medianOf(windows);
    if (n < 5 || !(middle > 0))
        return 0;
    std::vector<double> slopes;
    double order = 0; // Kendall's S
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 1; j < n; ++j) {
            slopes.push_back((windows[j] - windows[i]) / static_cast<double>(j - i));
            order += windows[j] > windows[i] ? 1 : windows[j] < windows[i] ? -1 : 0;
        }
    // Least |S| with a two-sided probability of at most 5 %: exact up to 10 (Kendall 1970), the normal beyond.
    constexpr std::array<double, 6> exact = {10, 13, 15, 18, 20, 23};
    const auto count = static_cast<double>(n);
    const double least
        = n < 5 + exact.size() ? exact[n - 5] : 1 + 1.96 * std::sqrt(count * (count - 1) * (2 * count + 5) / 18);
    return std::abs(order) >= least ? medianOf(slopes) * (count - 1) / middle : 0;
}

} // namespace fullscope::bench
