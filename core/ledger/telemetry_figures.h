// SPDX-License-Identifier: GPL-3.0-or-later
// What devices did over a stretch of time, from the readings of a monitor: utilisation, memory, power, energy. Nothing
// is made up between readings that are far apart: that time is not covered, and what a device does not count stays
// unknown.
#pragma once

#include "core/base/job.h"
#include "core/evidence/sample_reader.h"
#include "core/evidence/telemetry.h"

#include <optional>
#include <vector>

namespace fullscope::ledger {

// The stretch looked at; kNoTime: from the first, or to the last reading. `shift_us` is added to the readings' times.
struct TelemetryStretch {
    std::int64_t from_us = base::kNoTime, to_us = base::kNoTime;
    std::int64_t shift_us = 0;
};

enum class EnergySource { none, counter, power };

struct DeviceFigures {
    int device = 0; // index in Telemetry::devices
    std::int64_t readings = 0; // in the stretch
    std::int64_t max_gap_us = 0; // two readings further apart leave the time between them uncovered
    std::int64_t covered_us = 0; // of the stretch
    std::optional<double> utilization_mean {}, utilization_median {}; // over covered time
    std::optional<double> idle_share {}; // of covered time, utilisation below kIdle
    std::optional<double> memory_mean {}, memory_peak {}; // bytes
    std::optional<double> power_mean {}, power_peak {}; // W
    // By the device's counter where it has one, else power over covered time; of `energy_us` alone.
    std::optional<double> energy_j {};
    EnergySource energy_source = EnergySource::none;
    std::int64_t energy_us = 0;
    std::int64_t counter_resets = 0;
};

// Over devices: the sum, or, where fewer than all have it, what it is at least.
struct DeviceTotal {
    std::optional<double> value;
    int devices = 0; // that have it
};

struct TelemetryFigures {
    static constexpr double kIdle = 0.05;

    bool timed = false; // else figures are over readings, and there is no energy
    std::int64_t from_us = base::kNoTime, to_us = base::kNoTime; // shifted
    std::vector<DeviceFigures> devices; // hosts are no devices
    DeviceTotal energy_j;
    DeviceTotal utilization; // mean over the devices' covered time
    std::vector<base::Problem> problems; // counters that went back; no overlap

    std::int64_t stretch_us() const { return timed ? to_us - from_us : 0; }
    // Of the stretch, over all devices; what `energy_j` is of.
    double energyShare() const;
};

base::Result<TelemetryFigures> telemetryFigures(const evidence::Telemetry& telemetry,
    const evidence::SampleStore& readings, const TelemetryStretch& stretch, const base::JobContext& job);

} // namespace fullscope::ledger
