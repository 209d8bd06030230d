// SPDX-License-Identifier: GPL-3.0-or-later
// One piece of work as a process of its own, so that CPU time and peak memory are those that the system reports.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>

namespace fullscope::bench {

// A step of a made-up run, the same in every process: loss and times as a log prints them.
struct Step {
    std::int64_t step, time_us;
    double step_time, loss, tokens_per_s;
};

inline Step stepOf(std::int64_t i)
{
    std::uint64_t mixed = (static_cast<std::uint64_t>(i) + 1) * 0x9E3779B97F4A7C15ULL; // splitmix64
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9ULL;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBULL;
    const double noise = static_cast<double>(mixed >> 40) / static_cast<double>(1 << 24); // 0 … 1
    const double step_time = std::round((0.35 + 0.02 * noise) * 1e4) / 1e4;
    return {i + 1, 1'700'000'000'000'000 + i * 360'000, step_time,
        std::round((2 + 9 / std::sqrt(1 + static_cast<double>(i) / 100) + 0.1 * noise) * 1e4) / 1e4,
        std::round(4'194'304 / step_time)};
}

// The peers of a workspace: rows in a table of SQLite, by one prepared statement in one transaction.
int storeRows(std::int64_t count, const std::string& path);
int reduceRows(const std::string& path, int columns); // the series `loss`, by SQL

// Monte Carlo, kPasses times: a line of CPU seconds, mean and P95 for each.
constexpr int kPasses = 7;
int draws(std::int64_t count);

} // namespace fullscope::bench
