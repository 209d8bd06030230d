// SPDX-License-Identifier: GPL-3.0-or-later
// How well a step time is known from a series of steps that are not independent of one another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace fullscope::bench {

double medianOf(std::span<const double> values); // 0 of none
double quantileOf(std::span<const double> values, double share); // type 7
double medianDeviation(std::span<const double> values, double middle); // median of |value − middle|
std::optional<double> lagOneCorrelation(std::span<const double> values); // absent below three, or where all are equal

struct Estimate {
    double value = 0;
    std::optional<double> low {}, high {}; // 95 % interval; absent: one window tells none

    std::optional<double> halfWidth() const // share of the value
    {
        return low && value > 0 ? std::optional((*high - *low) / 2 / value) : std::nullopt;
    }
};

// Mean with the wider of two intervals: Student's over the window means, and that of the steps with as many independent
// ones as their integrated autocorrelation time leaves (Sokal's self-consistent window). Windows alone fall short where
// they go together, steps alone where the correlation is longer than they show. Simulated AR(1) series of 5 × 20 steps:
// 93 % covered at ρ = 0.7, 90 % at 0.9. `windows` are means of equally many steps; `steps` may be empty.
Estimate meanOfWindows(std::span<const double> windows, std::span<const double> steps);

// Index one behind the step with which warm-up ended: at least `least` steps, no compilation in the last five, and
// their median within 5 % of that of the five before. Absent: not found.
constexpr std::size_t kSettled = 5;
constexpr double kSettledWithin = 0.05;
std::optional<std::size_t> steadyFrom(
    std::span<const double> step_times, std::span<const std::int64_t> compiles, std::size_t least);

// Change over the whole series by the Theil–Sen slope, as a share of its median; 0 where the order of the values is as
// good as accidental (Mann–Kendall, two-sided 5 %).
double driftOf(std::span<const double> windows);

} // namespace fullscope::bench
