// SPDX-License-Identifier: GPL-3.0-or-later
// What a device monitor wrote down: readings of devices over time. What a device does not count is not there, never 0.
#pragma once

#include "core/evidence/run.h"

#include <string>
#include <vector>

namespace fullscope::evidence {

// Standard names of readings, spelled alike in code, store, JSON and on screen. All others keep the monitor's own.
namespace readings {
constexpr const char* utilization = "utilization"; // share of time with any kernel at work; no measure of efficiency
constexpr const char* memory_used = "memory_used"; // bytes
constexpr const char* memory_total = "memory_total"; // bytes
constexpr const char* power = "power"; // W
constexpr const char* energy = "energy"; // J, a counter that only grows
constexpr const char* temperature = "temperature"; // °C
constexpr const char* clock = "clock"; // Hz, of the compute units
} // namespace readings

struct Device {
    std::string id; // index or UUID, as the file names it
    std::string host; // empty where the file does not say
    std::string model; // "NVIDIA H100 80GB HBM3", empty where the file does not say

    bool operator==(const Device&) const = default;
};

// One row of one device. `values[i]` belongs to series i of the telemetry, as in Sample.
struct Reading {
    std::int64_t line = 0; // of the file
    int device = 0; // index in Telemetry::devices
    std::int64_t time_us = base::kNoTime;
    std::vector<double> values;
};

// Everything of it but its readings, which are stored and read as samples: the device in place of the step.
struct Telemetry {
    std::int64_t id = 0; // in the workspace, 0 = not stored
    std::string name; // file name without folder and endings
    std::vector<SourceFile> files;
    std::vector<Device> devices;
    std::vector<SeriesInfo> series;
    std::int64_t reading_count = 0;
    std::int64_t first_time_us = base::kNoTime, last_time_us = base::kNoTime; // as written; no time: the file has none
    bool zone_known = false;
};

} // namespace fullscope::evidence
