// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/telemetry_figures.h"

#include "core/ledger/reading_tracks.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace fullscope::ledger {

namespace {

namespace names = evidence::readings;

constexpr std::int64_t kGapInPeriods = 3;
enum Tracked { utilization, memory, power, energy, kTracked };
constexpr std::array<const char*, kTracked> kNames {
    names::utilization, names::memory_used, names::power, names::energy};

struct Columns {
    std::vector<int> series; // by Tracked, -1 = the monitor has none
    std::array<bool, kTracked> of_interval {};
};

Columns columnsOf(const evidence::Telemetry& telemetry)
{
    Columns columns;
    for (std::size_t t = 0; t < kTracked; ++t) {
        const auto found = std::find_if(telemetry.series.begin(), telemetry.series.end(),
            [&](const evidence::SeriesInfo& info) { return info.name == kNames[t]; });
        const bool there = found != telemetry.series.end();
        columns.series.push_back(there ? static_cast<int>(found - telemetry.series.begin()) : -1);
        columns.of_interval[t] = there && found->window == evidence::RateWindow::interval_mean;
    }
    return columns;
}

struct Device {
    explicit Device(const Columns& columns)
        : share(columns.of_interval[utilization])
        , bytes(columns.of_interval[memory])
        , watts(columns.of_interval[power])
    {
    }

    std::array<Period, kTracked> periods;
    Window window;
    ShareLevel share;
    PlainLevel bytes, watts;
    Counter joules;
    std::int64_t readings = 0;

    void see(std::size_t tracked, std::int64_t time, double value)
    {
        if (tracked == utilization)
            share.see(time, value, window);
        else if (tracked == memory)
            bytes.see(time, value, window);
        else if (tracked == power)
            watts.see(time, value, window);
        else if (window.timed)
            joules.see(time, value, window);
    }
};

// Calls `use(device, tracked, time, value)` for each value there is.
template <typename Use>
base::Status eachValue(evidence::SampleReader& reader, std::size_t devices, const base::JobContext& job, Use use)
{
    reader.rewind();
    evidence::SampleBlock block;
    for (;;) {
        FS_TRY(job.check());
        FS_TRY_VALUE(more, reader.next(block));
        if (!more)
            return {};
        for (std::size_t row = 0; row < block.rows(); ++row) {
            const auto device = static_cast<std::size_t>(block.step[row]);
            if (device >= devices)
                continue;
            for (std::size_t t = 0; t < block.values.size(); ++t)
                if (std::isfinite(block.values[t][row]))
                    use(device, t, block.time_us[row], block.values[t][row]);
        }
    }
}

std::int64_t maxGap(const Device& device)
{
    Period all;
    for (const Period& period : device.periods)
        all.merge(period);
    return kGapInPeriods * all.median();
}

DeviceFigures figuresOf(const Device& device, int index)
{
    DeviceFigures figures {.device = index, .readings = device.readings, .max_gap_us = device.window.max_gap};
    figures.utilization_mean = device.share.mean();
    figures.utilization_median = device.share.median();
    figures.idle_share = device.share.below(TelemetryFigures::kIdle);
    figures.memory_mean = device.bytes.mean();
    figures.memory_peak = device.bytes.peak();
    figures.power_mean = device.watts.mean();
    figures.power_peak = device.watts.peak();
    figures.counter_resets = device.joules.resets();
    figures.covered_us = std::max({device.share.coveredUs(), device.bytes.coveredUs(), device.watts.coveredUs()});
    // A counter that was read for a small part of the time only says less than the power that was read all along.
    const std::int64_t by_counter = device.joules.coveredUs(), by_power = device.watts.coveredUs();
    if (by_counter > 0 && by_counter >= by_power - by_power / 20) {
        figures.energy_j = device.joules.grown();
        figures.energy_source = EnergySource::counter;
        figures.energy_us = by_counter;
    } else if (by_power > 0) {
        figures.energy_j = device.watts.integral();
        figures.energy_source = EnergySource::power;
        figures.energy_us = by_power;
    }
    return figures;
}

std::string spanText(std::int64_t from, std::int64_t to)
{
    return base::formatIso({from}) + " – " + base::formatIso({to});
}

void addTotals(TelemetryFigures& figures)
{
    double weighted = 0, weight = 0;
    for (const DeviceFigures& device : figures.devices) {
        if (device.energy_j) {
            figures.energy_j.value = figures.energy_j.value.value_or(0) + *device.energy_j;
            ++figures.energy_j.devices;
        }
        if (device.utilization_mean) {
            const double covered = static_cast<double>(figures.timed ? device.covered_us : device.readings);
            weighted += *device.utilization_mean * covered;
            weight += covered;
            ++figures.utilization.devices;
        }
    }
    if (weight > 0)
        figures.utilization.value = weighted / weight;
}

void addProblems(TelemetryFigures& figures, const evidence::Telemetry& telemetry, const TelemetryStretch& stretch)
{
    for (const DeviceFigures& device : figures.devices)
        if (device.counter_resets > 0)
            figures.problems.push_back({.severity = base::Severity::warning,
                .handling = base::Handling::value_dropped,
                .what = {.code = base::Code::energy_counter_reset,
                    .field = telemetry.devices[static_cast<std::size_t>(device.device)].id,
                    .found = std::to_string(device.counter_resets)}});
    const std::int64_t first = telemetry.first_time_us + stretch.shift_us,
                       last = telemetry.last_time_us + stretch.shift_us;
    if (figures.timed && (first > figures.to_us || last < figures.from_us))
        figures.problems.push_back({.severity = base::Severity::warning,
            .handling = base::Handling::noted,
            .what = {.code = base::Code::no_overlap,
                .field = telemetry.name,
                .found = spanText(first, last),
                .expected = spanText(figures.from_us, figures.to_us)}});
}

// The mean share of the processors of the hosts in the stretch, where the monitor tells it.
base::Result<std::optional<double>> hostLoad(const evidence::Telemetry& telemetry,
    const evidence::SampleStore& readings, const TelemetryFigures& figures, std::int64_t shift_us,
    const base::JobContext& job)
{
    constexpr std::string_view kLoad = "vcpu_user"; // per cent
    const auto series = std::find_if(telemetry.series.begin(), telemetry.series.end(),
        [](const evidence::SeriesInfo& info) { return info.name == kLoad; });
    if (series == telemetry.series.end())
        return std::optional<double> {};
    double sum = 0;
    std::int64_t count = 0;
    const auto reader = readings.read({static_cast<int>(series - telemetry.series.begin())});
    FS_TRY(
        eachValue(*reader, telemetry.devices.size(), job, [&](std::size_t, std::size_t, std::int64_t time, double v) {
            const bool known = time != base::kNoTime;
            if (figures.timed && (!known || time + shift_us < figures.from_us || time + shift_us > figures.to_us))
                return;
            sum += v / 100;
            ++count;
        }));
    return count > 0 ? std::optional(sum / static_cast<double>(count)) : std::nullopt;
}

// Devices wait while the processors of their host work: for data.
void addDataLoading(TelemetryFigures& figures, std::optional<double> load)
{
    constexpr double kIdleDevices = 0.5, kBusyHost = 0.8;
    const auto percent = [](double share) { return std::to_string(std::lround(100 * share)) + " %"; };
    const auto& busy = figures.utilization.value;
    if (busy && load && *busy<kIdleDevices&& * load> kBusyHost)
        figures.problems.push_back({.severity = base::Severity::warning,
            .handling = base::Handling::noted,
            .what = {.code = base::Code::symptom_data_loading, .args = {percent(*busy), percent(*load)}}});
}

} // namespace

double TelemetryFigures::energyShare() const
{
    double covered = 0;
    for (const DeviceFigures& device : devices)
        covered += static_cast<double>(device.energy_us);
    const double all = static_cast<double>(stretch_us()) * static_cast<double>(devices.size());
    return all > 0 ? covered / all : 0;
}

base::Result<TelemetryFigures> telemetryFigures(const evidence::Telemetry& telemetry,
    const evidence::SampleStore& readings, const TelemetryStretch& stretch, const base::JobContext& job)
{
    TelemetryFigures figures;
    figures.timed = telemetry.first_time_us != base::kNoTime;
    if (figures.timed) {
        const auto or_else = [](std::int64_t given, std::int64_t own) { return given == base::kNoTime ? own : given; };
        figures.from_us = or_else(stretch.from_us, telemetry.first_time_us + stretch.shift_us);
        figures.to_us = or_else(stretch.to_us, telemetry.last_time_us + stretch.shift_us);
    }
    const Columns columns = columnsOf(telemetry);
    std::vector<Device> devices(telemetry.devices.size(), Device(columns));
    const auto reader = readings.read(columns.series);
    if (figures.timed)
        FS_TRY(
            eachValue(*reader, devices.size(), job, [&](std::size_t device, std::size_t t, std::int64_t time, double) {
                if (time != base::kNoTime)
                    devices[device].periods[t].see(time);
            }));
    for (Device& device : devices)
        device.window
            = {.from = figures.from_us, .to = figures.to_us, .max_gap = maxGap(device), .timed = figures.timed};
    FS_TRY(eachValue(
        *reader, devices.size(), job, [&](std::size_t device, std::size_t t, std::int64_t time, double value) {
            if (!figures.timed || time != base::kNoTime)
                devices[device].see(t, figures.timed ? time + stretch.shift_us : time, value);
        }));
    for (std::size_t i = 0; i < devices.size(); ++i) {
        if (telemetry.devices[i].id.empty())
            continue; // the host
        Device& device = devices[i];
        device.readings = std::max({device.share.readings(), device.bytes.readings(), device.watts.readings()});
        figures.devices.push_back(figuresOf(device, static_cast<int>(i)));
    }
    addTotals(figures);
    addProblems(figures, telemetry, stretch);
    FS_TRY_VALUE(load, hostLoad(telemetry, readings, figures, stretch.shift_us, job));
    addDataLoading(figures, load);
    return figures;
}

} // namespace fullscope::ledger
