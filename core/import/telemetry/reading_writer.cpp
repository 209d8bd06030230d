// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/telemetry/reading_writer.h"

#include "core/base/text.h"
#include "core/import/logs/table/cell.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fullscope::import {

void ReadingWriter::tooMany(std::string_view field, std::size_t most, std::int64_t line)
{
    m_sink.problem({.handling = base::Handling::value_dropped,
        .what = {.code = base::Code::out_of_range,
            .line = line,
            .field = std::string(field),
            .found = "> " + std::to_string(most),
            .expected = std::to_string(most)}});
}

int ReadingWriter::device(const evidence::Device& device, std::int64_t line)
{
    std::string key = device.host + '\n' + device.id;
    if (const auto known = m_devices.find(key); known != m_devices.end())
        return known->second;
    if (m_devices.size() == kMostDevices) {
        if (!std::exchange(m_too_many_devices, true))
            tooMany("device", kMostDevices, line);
        return -1;
    }
    const int index = m_sink.device(device);
    m_devices.emplace(std::move(key), index);
    return index;
}

int ReadingWriter::series(const ReadingMeaning& meaning, std::int64_t line)
{
    if (const auto known = m_series.find(meaning.name); known != m_series.end())
        return known->second;
    if (m_series.size() == kMostSeries) {
        if (!std::exchange(m_too_many_series, true))
            tooMany("series", kMostSeries, line);
        return -1;
    }
    const int index = m_sink.series(
        {.name = meaning.name, .unit = meaning.unit, .scope = evidence::RateScope::device, .window = meaning.window});
    m_series.emplace(meaning.name, index);
    if (index >= 0) {
        m_ranges.resize(std::max(m_ranges.size(), static_cast<std::size_t>(index) + 1), Range::any);
        m_ranges[static_cast<std::size_t>(index)] = meaning.name == evidence::readings::utilization ? Range::share
            : meaning.standard && meaning.name != evidence::readings::temperature ? Range::not_negative
                                                                                  : Range::any;
    }
    return index;
}

std::int64_t ReadingWriter::timeOf(std::string_view text)
{
    if (const auto number = base::parseDouble(text); number.ok()) {
        const std::int64_t time = epochTime(*number, timeShape(*number));
        m_zone_known |= time != base::kNoTime;
        return time;
    }
    const auto read = base::parseIso(text);
    if (!read.ok())
        return base::kNoTime;
    (read->zone_known ? m_zone_known : m_zone_unknown) = true;
    return read->instant.us;
}

std::int64_t ReadingWriter::timeOfSeconds(double seconds)
{
    const std::int64_t time = epochTime(seconds, timeShape(seconds));
    m_zone_known |= time != base::kNoTime;
    return time;
}

void ReadingWriter::countTimes(std::string_view found, std::int64_t line)
{
    if (std::exchange(m_counted, true))
        return;
    m_zone_unknown = true;
    m_sink.problem({.severity = base::Severity::warning,
        .handling = base::Handling::kept,
        .what = {.code = base::Code::times_counted, .line = line, .found = base::excerpt(found)}});
}

void ReadingWriter::put(
    evidence::Reading& reading, int series, double value, std::string_view field, std::string_view found)
{
    if (series < 0)
        return;
    if (std::isnan(value)) {
        notMeasured(field, found, reading.line);
        return;
    }
    const auto at = static_cast<std::size_t>(series);
    // A share a hair above 1 is a rounding of the monitor, anything else is no share.
    const bool is_share = m_ranges[at] == Range::share;
    const bool out = m_ranges[at] != Range::any && (value < 0 || (is_share && value > 1.01));
    if (!std::isfinite(value) || out) {
        m_sink.problem({.severity = base::Severity::warning,
            .handling = base::Handling::value_dropped,
            .what = {.code = std::isfinite(value) ? base::Code::bad_value : base::Code::value_not_finite,
                .line = reading.line,
                .field = base::excerpt(field),
                .found = base::excerpt(found),
                .expected = is_share ? "0 … 100 %" : "0 …"}});
        return;
    }
    if (reading.values.size() <= at)
        reading.values.resize(at + 1, evidence::kNotLogged);
    reading.values[at] = is_share ? std::min(value, 1.0) : value;
}

void ReadingWriter::notMeasured(std::string_view field, std::string_view found, std::int64_t line)
{
    auto entry = m_not_measured.find(field);
    if (entry == m_not_measured.end()) {
        if (m_not_measured.size() > kMostSeries)
            return;
        entry = m_not_measured.emplace(std::string(field), Counted {.line = line, .found = std::string(found)}).first;
    }
    ++entry->second.count;
}

void ReadingWriter::skipped(base::Code code, std::int64_t line, std::string_view found, std::string expected)
{
    m_sink.problem({.severity = base::Severity::warning,
        .handling = base::Handling::row_skipped,
        .what = {.code = code, .line = line, .found = base::excerpt(found), .expected = std::move(expected)}});
}

base::Status ReadingWriter::write(evidence::Reading& reading)
{
    const bool empty
        = std::all_of(reading.values.begin(), reading.values.end(), [](double value) { return std::isnan(value); });
    if (empty || reading.device < 0) {
        reading.values.clear();
        return {};
    }
    const auto device = static_cast<std::size_t>(reading.device);
    m_last_time.resize(std::max(m_last_time.size(), device + 1), base::kNoTime);
    if (reading.time_us == base::kNoTime) {
        m_without_time_line = m_without_time++ == 0 ? reading.line : m_without_time_line;
    } else if (m_order == Order::by_time && reading.time_us < m_last_time[device]) {
        m_backwards_line = m_backwards++ == 0 ? reading.line : m_backwards_line;
    }
    if (reading.time_us != base::kNoTime)
        m_last_time[device] = reading.time_us;
    const base::Status status = m_sink.reading(reading);
    reading.values.clear();
    return status;
}

void ReadingWriter::finish()
{
    for (const auto& [field, counted] : m_not_measured)
        m_sink.problem({.severity = base::Severity::info,
            .handling = base::Handling::value_dropped,
            .what = {.code = base::Code::not_measured,
                .line = counted.line,
                .field = base::excerpt(field),
                .found = base::excerpt(counted.found)},
            .count = counted.count});
    if (m_without_time > 0)
        m_sink.problem({.severity = base::Severity::warning,
            .handling = base::Handling::kept,
            .what = {.code = base::Code::readings_without_time, .line = m_without_time_line},
            .count = m_without_time});
    if (m_backwards > 0)
        m_sink.problem({.severity = base::Severity::warning,
            .handling = base::Handling::kept,
            .what = {.code = base::Code::time_backwards, .line = m_backwards_line},
            .count = m_backwards});
    if (m_zone_unknown && !m_counted)
        m_sink.problem({.severity = base::Severity::info,
            .handling = base::Handling::noted,
            .what = {.code = base::Code::zone_unknown}});
    if (m_zone_known || m_zone_unknown)
        m_sink.fact({.name = "zone_known", .value = m_zone_unknown ? "no" : "yes"});
}

} // namespace fullscope::import
