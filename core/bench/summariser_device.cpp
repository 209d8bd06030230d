// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the device that was asked for did the work, at its full clocks, and how near it came to what it can do.
#include "core/base/text.h"
#include "core/bench/summariser.h"

#include <algorithm>
#include <cmath>

namespace fullscope::bench {

namespace {

constexpr double kDrift = 0.02; // share over all windows
constexpr double kMostlyOthers = 0.5; // of the CPU time: however even the pace, it is not this machine's
constexpr double kBusy = 0.8; // CPU time had, of that asked for: below, others were at work
constexpr double kHeldShare = 0.1; // of the readings: throttled
constexpr double kCeilingDrift = 0.05;

// What a power limit alone does is how the device is sold; heat and brakes are not.
bool holdsClocksDown(const std::string& reason)
{
    return base::containsIgnoreCase(reason, "thermal") || base::containsIgnoreCase(reason, "brake")
        || base::equalsIgnoreCase(reason, "hw_slowdown");
}

// A read of one number by the host, not an operator that has no kernel.
bool isFallback(const std::string& name)
{
    return name != "aten::_local_scalar_dense";
}

// The rate of one product on the model's mix of shapes, where the records say their shares; else the best of all.
std::optional<double> mixedCeiling(const std::vector<CeilingRecord>& ceilings, std::string_view when)
{
    double shares = 0, time = 0, best = 0;
    for (const CeilingRecord& one : ceilings) {
        if (one.when != when && !(one.when.empty() && when == "before"))
            continue;
        best = std::max(best, one.best_flops);
        shares += one.share.value_or(0);
        time += one.share.value_or(0) / one.best_flops;
    }
    if (best == 0)
        return std::nullopt;
    return time > 0 ? shares / time : best;
}

} // namespace

void Summariser::takeDevice()
{
    std::map<std::string, double> fallbacks;
    for (const WindowRecord& window : m_in.windows)
        for (const auto& [name, times] : window.fallbacks)
            if (isFallback(name) && times > 0)
                fallbacks[name] += times;
    if (!fallbacks.empty()) {
        std::string names;
        for (const auto& [name, times] : fallbacks)
            names += (names.empty() ? "" : ", ") + name;
        holds(Verdict::cpu_fallback);
        say(Note::fallbacks, {std::to_string(fallbacks.size()), base::excerpt(names, 200)});
    }
    const std::string asked = m_in.plan ? m_in.plan->device : std::string();
    for (const DeviceRecord& device : m_in.devices)
        if (device.kind == "cpu" && !asked.empty() && asked != "cpu" && asked != "auto") {
            holds(Verdict::cpu_fallback);
            say(Note::host_instead, {asked, device.kind});
        }
    const double drift = driftOf(m_windows);
    if (std::abs(drift) > kDrift) {
        say(Note::drifts, {percent(drift)});
        takeThrottling(drift);
    } else {
        takeThrottling(0);
    }
}

// A pace that falls with the clocks, or reasons given for it, is throttling; else it is just not steady.
void Summariser::takeThrottling(double drift)
{
    std::int64_t held = 0, readings = 0;
    std::vector<double> clocks;
    std::map<std::string, int> reasons;
    for (const TelemetryRecord& one : m_in.telemetry) {
        ++readings;
        if (one.clock_mhz)
            clocks.push_back(*one.clock_mhz);
        for (const std::string& reason : one.throttle)
            ++reasons[reason];
        held += std::ranges::any_of(one.throttle, holdsClocksDown) ? 1 : 0;
    }
    std::string names;
    for (const auto& [reason, times] : reasons)
        names += (names.empty() ? "" : ", ") + reason;
    if (!names.empty())
        say(Note::throttle_reasons, {base::excerpt(names, 200)});
    const bool slower = clocks.size() >= 2 && driftOf(clocks) < -kDrift;
    if ((readings > 0 && static_cast<double>(held) > kHeldShare * static_cast<double>(readings))
        || (drift > kDrift && (slower || held > 0)))
        holds(Verdict::throttled);
    else if (drift != 0)
        holds(Verdict::not_steady);
}

void Summariser::takeCeiling()
{
    if (!m_in.plan || !m_in.plan->flops_per_step || !m_out.step_time_s)
        return;
    m_out.flops_per_s = *m_in.plan->flops_per_step / m_out.step_time_s->value;
    if (m_options.peak_flops && *m_options.peak_flops > 0)
        m_out.mfu_peak = *m_out.flops_per_s / *m_options.peak_flops;
    const double devices = m_in.devices.empty() ? 1.0 : static_cast<double>(m_in.devices.front().world_size);
    const auto before = mixedCeiling(m_in.ceilings, "before"), after = mixedCeiling(m_in.ceilings, "after");
    if (!before && !after)
        return;
    m_out.ceiling_flops = devices * std::max(before.value_or(0), after.value_or(0));
    m_out.mfu_ceiling = *m_out.flops_per_s / *m_out.ceiling_flops;
    double best = 0;
    for (const CeilingRecord& one : m_in.ceilings)
        best = std::max(best, one.best_flops);
    if (*m_out.flops_per_s > devices * best) {
        holds(Verdict::impossible);
        say(Note::above_ceiling, {base::formatDouble(std::round(*m_out.flops_per_s / (devices * best) * 100) / 100)});
    }
    if (before && after && std::abs(*after / *before - 1) > kCeilingDrift)
        say(Note::ceiling_drifts, {percent(*after / *before - 1)});
}

void Summariser::takeHost()
{
    double cpu = 0;
    std::int64_t steps = 0;
    for (const WindowRecord& window : m_in.windows)
        if (window.cpu_ns) {
            cpu += *window.cpu_ns * kNs;
            steps += window.steps;
        }
    if (steps == 0)
        return;
    m_out.cpu_s_per_step = cpu / static_cast<double>(steps);
    const DeviceRecord* device = m_in.devices.empty() ? nullptr : &m_in.devices.front();
    if (device == nullptr || device->kind != "cpu" || !device->threads || *device->threads < 1 || steps != m_out.steps)
        return;
    m_out.interference = cpu / (*device->threads * m_wall_s);
    if (*m_out.interference < kBusy)
        say(Note::interference, {percent(*m_out.interference)});
    if (*m_out.interference < kMostlyOthers)
        holds(Verdict::not_steady);
}

void Summariser::takeEnergy()
{
    double joules = 0, power = 0;
    std::int64_t readings = 0;
    const bool counted = !m_in.windows.empty()
        && std::ranges::all_of(m_in.windows, [](const WindowRecord& window) { return window.energy_j.has_value(); });
    for (const WindowRecord& window : m_in.windows)
        joules += window.energy_j.value_or(0);
    for (const TelemetryRecord& one : m_in.telemetry)
        if (one.power_w) {
            power += *one.power_w;
            ++readings;
        }
    if (counted) {
        m_out.energy = Energy {.joules_per_step = joules / static_cast<double>(m_out.steps)};
    } else if (readings > 1 && m_out.step_time_s) {
        m_out.energy = Energy {
            .joules_per_step = power / static_cast<double>(readings) * m_out.step_time_s->value, .integrated = true};
        say(Note::energy_integrated);
    } else {
        say(Note::not_measured, {"energy"});
    }
}

} // namespace fullscope::bench
