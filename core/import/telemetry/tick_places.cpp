// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/telemetry/tick_places.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace fullscope::import {

namespace {

constexpr std::size_t kRows = 64; // that show how the ticks lie

} // namespace

base::Status TickPlaces::add(evidence::Reading& reading, evidence::Device device)
{
    if (m_started)
        return write(reading, device);
    m_held.push_back({.reading = std::exchange(reading, {}), .device = std::move(device)});
    return m_held.size() == kRows ? start() : base::Status();
}

base::Status TickPlaces::flush()
{
    if (!m_held.empty())
        FS_TRY(start());
    m_started = false;
    return {};
}

base::Status TickPlaces::start()
{
    m_started = true;
    m_devices = devicesPerTick();
    m_last_time = base::kNoTime;
    if (m_devices != 1 && !std::exchange(m_told, true))
        m_writer.sink().problem({.severity = base::Severity::warning,
            .handling = base::Handling::kept,
            .what = {.code = base::Code::devices_not_named,
                .line = m_held.front().reading.line,
                .found = m_devices > 1 ? std::to_string(m_devices) : std::string()}});
    for (Row& row : std::exchange(m_held, {}))
        FS_TRY(write(row.reading, row.device));
    return {};
}

// 0: the rows lie so that it cannot be told.
int TickPlaces::devicesPerTick()
{
    std::vector<std::int64_t> gaps;
    for (std::size_t i = 1; i < m_held.size(); ++i) {
        const std::int64_t before = m_held[i - 1].reading.time_us, time = m_held[i].reading.time_us;
        if (before == base::kNoTime || time == base::kNoTime)
            return 0;
        gaps.push_back(time - before);
    }
    if (gaps.empty())
        return 1;
    std::vector<std::int64_t> sorted = gaps;
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    const std::int64_t between_ticks
        = sorted[std::min<std::size_t>(1, sorted.size() - 1)]; // one pause does not mislead
    m_tick_gap = std::max<std::int64_t>(between_ticks / 10, 1);
    std::vector<int> sizes {1};
    for (const std::int64_t gap : gaps) {
        if (gap < m_tick_gap)
            ++sizes.back();
        else
            sizes.push_back(1);
    }
    if (sizes.size() == 1)
        return sizes.front(); // a single tick
    sizes.pop_back(); // may go on
    const bool alike = std::all_of(sizes.begin(), sizes.end(), [&](int size) { return size == sizes.front(); });
    return alike ? sizes.front() : 0;
}

base::Status TickPlaces::write(evidence::Reading& reading, evidence::Device& device)
{
    const bool timed = m_last_time != base::kNoTime && reading.time_us != base::kNoTime;
    const bool same_tick = timed && reading.time_us - m_last_time < m_tick_gap;
    m_place = same_tick && m_place + 1 < m_devices ? m_place + 1 : 0;
    m_last_time = reading.time_us;
    device.id = std::to_string(m_place);
    reading.device = m_writer.device(device, reading.line);
    return m_writer.write(reading);
}

} // namespace fullscope::import
