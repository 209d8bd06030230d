// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/reading_tracks.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace fullscope::ledger {

namespace {

double seconds(std::int64_t us)
{
    return static_cast<double>(us) / 1e6;
}

// 5,007,512 → 5,010,000: a handful of different intervals, however the clock jitters.
std::int64_t toThreeDigits(std::int64_t interval)
{
    std::int64_t unit = 1;
    while (interval / unit >= 1000)
        unit *= 10;
    return (interval + unit / 2) / unit * unit;
}

} // namespace

void Period::see(std::int64_t time_us)
{
    if (m_last != base::kNoTime && time_us > m_last)
        ++m_counts[toThreeDigits(time_us - m_last)];
    m_last = time_us;
}

void Period::merge(const Period& other)
{
    for (const auto& [interval, count] : other.m_counts)
        m_counts[interval] += count;
}

std::int64_t Period::median() const
{
    std::int64_t all = 0;
    for (const auto& [interval, count] : m_counts)
        all += count;
    std::int64_t seen = 0;
    for (const auto& [interval, count] : m_counts)
        if ((seen += count) * 2 >= all)
            return interval;
    return 0;
}

// What lies before the last reading was counted already: a second series of the same device, or a file put together.
void Level::see(std::int64_t time, double value, const Window& window)
{
    if (window.timed && m_last != base::kNoTime && time <= m_last)
        return;
    m_timed = window.timed;
    if (!window.timed || (time >= window.from && time <= window.to)) {
        ++m_readings;
        m_sum += value;
        m_peak = std::max(m_peak.value_or(value), value);
    }
    if (!window.timed) {
        held(value, 1);
        return;
    }
    if (m_last != base::kNoTime && time - m_last <= window.max_gap)
        segment(time, value, window);
    m_last = time;
    m_value = value;
}

void Level::segment(std::int64_t time, double value, const Window& window)
{
    const std::int64_t from = std::max(m_last, window.from), to = std::min(time, window.to);
    if (from >= to)
        return;
    m_covered += to - from;
    if (m_of_interval) {
        m_integral += value * seconds(to - from);
        held(value, seconds(to - from));
        return;
    }
    const double slope = (value - m_value) / static_cast<double>(time - m_last);
    const double first = m_value + slope * static_cast<double>(from - m_last);
    const double last = m_value + slope * static_cast<double>(to - m_last);
    m_integral += (first + last) / 2 * seconds(to - from);
    const std::int64_t middle = std::clamp(m_last + (time - m_last) / 2, from, to); // each reading holds for its half
    held(m_value, seconds(middle - from));
    held(value, seconds(to - middle));
}

std::optional<double> Level::mean() const
{
    if (m_timed)
        return m_covered > 0 ? std::optional(m_integral / seconds(m_covered)) : std::nullopt;
    return m_readings > 0 ? std::optional(m_sum / static_cast<double>(m_readings)) : std::nullopt;
}

void ShareLevel::held(double value, double weight)
{
    if (weight <= 0)
        return;
    m_weights[static_cast<int>(std::lround(std::clamp(value, 0.0, 1.0) * 10'000))] += weight;
    m_total += weight;
}

std::optional<double> ShareLevel::median() const
{
    double seen = 0;
    for (auto bin = m_weights.begin(); bin != m_weights.end(); ++bin) {
        seen += bin->second;
        if (2 * seen < m_total)
            continue;
        const auto next = std::next(bin);
        const bool between = 2 * seen == m_total && next != m_weights.end();
        return (between ? (bin->first + next->first) / 2.0 : bin->first) / 10'000;
    }
    return std::nullopt;
}

std::optional<double> ShareLevel::below(double share) const
{
    if (m_total <= 0)
        return std::nullopt;
    double sum = 0;
    for (const auto& [bin, weight] : m_weights)
        sum += bin < share * 10'000 ? weight : 0;
    return sum / m_total;
}

void Counter::see(std::int64_t time, double value, const Window& window)
{
    if (m_last != base::kNoTime && time <= m_last)
        return;
    const std::int64_t before = std::exchange(m_last, time);
    const double grown = value - std::exchange(m_value, value);
    if (before == base::kNoTime)
        return;
    const std::int64_t from = std::max(before, window.from), to = std::min(time, window.to);
    if (from >= to)
        return;
    if (grown < 0) {
        ++m_resets;
        return;
    }
    // Where the stretch ends within an interval its share counts, unless nobody knows how the interval went.
    if (to - from == time - before)
        m_grown += grown;
    else if (time - before <= window.max_gap)
        m_grown += grown * static_cast<double>(to - from) / static_cast<double>(time - before);
    else
        return;
    m_covered += to - from;
}

} // namespace fullscope::ledger
