// SPDX-License-Identifier: GPL-3.0-or-later
// What monitors call their readings, and in which unit they give them.
#pragma once

#include "core/evidence/telemetry.h"

#include <optional>
#include <string>
#include <string_view>

namespace fullscope::import {

// How a value becomes one of the series: `value · times / over`. Two factors, so that 97 % is 0.97 to the bit.
struct ReadingMeaning {
    std::string name; // standard, or the monitor's own
    const char* unit = "";
    double times = 1, over = 1;
    evidence::RateWindow window = evidence::RateWindow::instant;
    int rank = 0; // of several columns that mean the same, the lowest is taken
    bool standard = false;

    double operator()(double value) const { return value * times / over; }
};

// `power.draw`, `memory.used` …: a field of nvidia-smi --query-gpu, without its unit. Names of older and newer drivers
// alike. `unit` is as the header or a cell writes it, empty = the field's own.
ReadingMeaning smiMeaning(std::string_view field, std::string_view unit);
bool isSmiField(std::string_view field); // any known one, also those that are no reading
bool isSmiUnit(std::string_view unit); // as cells write it

// `pwr`, `sm` …: a column of nvidia-smi dmon, with the unit of its second header line.
ReadingMeaning dmonMeaning(std::string_view column, std::string_view unit);

// `GPUTL`, `POWER` …: a column of dcgmi dmon, with the unit below it, which few of them have.
ReadingMeaning dcgmiMeaning(std::string_view column, std::string_view unit);

// `DCGM_FI_DEV_GPU_UTIL`, `neuroncore_utilization_ratio` …: a metric of an exporter.
ReadingMeaning metricMeaning(std::string_view metric);
bool isDeviceMetric(std::string_view metric);
// What DCGM writes for a field that the device does not have: near 2^31, 2^47 or 2^63.
bool isDcgmBlank(double value);

} // namespace fullscope::import
