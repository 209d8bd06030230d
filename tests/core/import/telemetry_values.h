// SPDX-License-Identifier: GPL-3.0-or-later
// What an importer of telemetry delivered.
#pragma once

#include "tests/core/import/table_support.h"

#include <cmath>

namespace fullscope::import::testing {

inline constexpr double kMiB = 1024.0 * 1024;

inline std::vector<double> valuesOf(const Imported& got, const char* series, int device = -1)
{
    const int index = got.sink.run.seriesIndex(series);
    std::vector<double> all;
    for (const evidence::Reading& reading : got.sink.readings)
        if (index >= 0 && static_cast<std::size_t>(index) < reading.values.size()
            && (device < 0 || reading.device == device) && !std::isnan(reading.values[static_cast<std::size_t>(index)]))
            all.push_back(reading.values[static_cast<std::size_t>(index)]);
    return all;
}

inline std::string timeOf(const Imported& got, std::size_t reading)
{
    const std::int64_t time = got.sink.readings.at(reading).time_us;
    return time == base::kNoTime ? "" : base::formatIso({time});
}

inline std::vector<std::string> deviceIds(const Imported& got)
{
    std::vector<std::string> ids;
    for (const evidence::Device& device : got.sink.telemetry.devices)
        ids.push_back(device.id);
    return ids;
}

} // namespace fullscope::import::testing
