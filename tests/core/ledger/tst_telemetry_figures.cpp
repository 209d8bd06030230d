// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/telemetry_figures.h"

#include "tests/core/import/log_sink.h"

#include <gtest/gtest.h>

namespace fullscope::ledger {

namespace {

namespace readings = evidence::readings;
using base::kSecondUs;
using evidence::kNotLogged;

struct Given {
    evidence::Telemetry telemetry;
    evidence::MemorySamples store;

    Given()
    {
        for (const char* name : {readings::utilization, readings::memory_used, readings::power, readings::energy})
            telemetry.series.push_back({.name = name, .unit = {}});
    }
    // NaN: not measured
    void add(int device, double seconds, double utilization, double memory, double power, double energy = kNotLogged)
    {
        while (static_cast<int>(telemetry.devices.size()) <= device)
            telemetry.devices.push_back({.id = std::to_string(telemetry.devices.size()), .host = {}, .model = {}});
        const auto time = static_cast<std::int64_t>(seconds * 1e6);
        if (telemetry.first_time_us == base::kNoTime)
            telemetry.first_time_us = time;
        telemetry.last_time_us = std::max(telemetry.last_time_us, time);
        store.add({.line = 1, .step = device, .time_us = time, .values = {utilization, memory, power, energy}});
    }
    TelemetryFigures figures(const TelemetryStretch& stretch = {}) const
    {
        auto result = telemetryFigures(telemetry, store, stretch, base::JobContext());
        EXPECT_TRUE(result.ok());
        return *std::move(result);
    }
};

// Every 10 s: 0.5, 1, 0, and after a pause of 100 s again 0, 0.
Given withPause()
{
    Given given;
    given.add(0, 0, 0.5, 100, 100);
    given.add(0, 10, 1, 300, 300);
    given.add(0, 20, 0, 200, 100);
    given.add(0, 120, 0, 100, 50);
    given.add(0, 130, 0, 100, 50);
    return given;
}

// The same time again, as a second exporter or a file put together tells it.
TEST(TelemetryFigures, countNoTimeTwice)
{
    Given given;
    for (int round = 0; round < 2; ++round)
        for (int tick = 0; tick <= 2; ++tick)
            given.add(0, 10 * tick, 0.5, 100, 100, 1'000 * tick);
    const TelemetryFigures by_counter = given.figures();
    EXPECT_DOUBLE_EQ(*by_counter.devices[0].energy_j, 2'000);
    EXPECT_EQ(by_counter.devices[0].counter_resets, 0);
    EXPECT_EQ(by_counter.devices[0].covered_us, 20 * kSecondUs);

    Given plain;
    for (int round = 0; round < 2; ++round)
        for (int tick = 0; tick <= 2; ++tick)
            plain.add(0, 10 * tick, 0.5, 100, 100);
    EXPECT_DOUBLE_EQ(*plain.figures().devices[0].energy_j, 2'000); // 100 W for 20 s
    EXPECT_DOUBLE_EQ(plain.figures().energyShare(), 1);
}

TEST(TelemetryFigures, weighByTimeAndLeavePausesOut)
{
    const TelemetryFigures figures = withPause().figures();
    ASSERT_TRUE(figures.timed);
    ASSERT_EQ(figures.devices.size(), 1U);
    const DeviceFigures& device = figures.devices[0];
    EXPECT_EQ(device.readings, 5);
    EXPECT_EQ(device.max_gap_us, 30 * kSecondUs); // three periods of 10 s
    EXPECT_EQ(device.covered_us, 30 * kSecondUs); // of 130 s
    // (0.5 + 1) / 2 · 10 + (1 + 0) / 2 · 10 + 0 · 10 = 12.5 over 30 s
    EXPECT_DOUBLE_EQ(*device.utilization_mean, 12.5 / 30);
    // 5 s at 0.5, 10 s at 1, 15 s at 0 (5 and the last ten): half of the time ends between 0 and 0.5
    EXPECT_DOUBLE_EQ(*device.utilization_median, 0.25);
    EXPECT_DOUBLE_EQ(*device.idle_share, 0.5);
    EXPECT_DOUBLE_EQ(*device.memory_peak, 300);
    EXPECT_DOUBLE_EQ(*device.memory_mean, (2000 + 2500 + 1000) / 30.0);
    EXPECT_DOUBLE_EQ(*device.power_peak, 300);
    EXPECT_DOUBLE_EQ(*device.energy_j, 2000 + 2000 + 500); // trapezoids of power
    EXPECT_EQ(device.energy_source, EnergySource::power);
    EXPECT_EQ(device.energy_us, 30 * kSecondUs);
    EXPECT_DOUBLE_EQ(figures.energyShare(), 30.0 / 130);
}

TEST(TelemetryFigures, areOfTheStretchAlone)
{
    // 5 s to 15 s: 100 → 300 W rises to 200 at 5 s, falls to 200 at 15 s
    const TelemetryFigures figures = withPause().figures({.from_us = 5 * kSecondUs, .to_us = 15 * kSecondUs});
    const DeviceFigures& device = figures.devices[0];
    EXPECT_EQ(device.readings, 1);
    EXPECT_EQ(device.covered_us, 10 * kSecondUs);
    EXPECT_DOUBLE_EQ(*device.energy_j, (200 + 300) / 2.0 * 5 + (300 + 200) / 2.0 * 5);
    EXPECT_DOUBLE_EQ(*device.power_peak, 300);
    EXPECT_DOUBLE_EQ(*device.utilization_median, 1);
    // the same when the clocks differ by an hour and the telemetry is shifted
    const std::int64_t hour = 3600 * kSecondUs;
    const TelemetryFigures shifted
        = withPause().figures({.from_us = hour + 5 * kSecondUs, .to_us = hour + 15 * kSecondUs, .shift_us = hour});
    EXPECT_DOUBLE_EQ(*shifted.devices[0].energy_j, *device.energy_j);
    EXPECT_TRUE(shifted.problems.empty());
}

TEST(TelemetryFigures, sayWhenNothingOverlaps)
{
    const TelemetryFigures figures = withPause().figures({.from_us = 500 * kSecondUs, .to_us = 600 * kSecondUs});
    EXPECT_FALSE(figures.devices[0].energy_j.has_value());
    EXPECT_FALSE(figures.devices[0].utilization_mean.has_value());
    EXPECT_EQ(figures.devices[0].covered_us, 0);
    ASSERT_EQ(figures.problems.size(), 1U);
    EXPECT_EQ(figures.problems[0].what.code, base::Code::no_overlap);
}

TEST(TelemetryFigures, takeTheCounterWhereThereIsOne)
{
    Given given;
    for (int i = 0; i <= 10; ++i)
        given.add(0, i * 10, 0.5, 1, 100, 5000 + i * 900.0); // 90 W by the counter
    given.add(0, 300, 0.5, 1, 100, 5000 + 27'000); // it went on counting while nobody looked
    const DeviceFigures whole = given.figures().devices[0];
    EXPECT_DOUBLE_EQ(*whole.energy_j, 27'000);
    EXPECT_EQ(whole.energy_source, EnergySource::counter);
    EXPECT_EQ(whole.energy_us, 300 * kSecondUs);
    EXPECT_EQ(whole.covered_us, 100 * kSecondUs);
    // how the energy lies within the pause is not known
    const DeviceFigures part = given.figures({.from_us = 5 * kSecondUs, .to_us = 200 * kSecondUs}).devices[0];
    EXPECT_DOUBLE_EQ(*part.energy_j, 95 * 90);
    EXPECT_EQ(part.energy_us, 95 * kSecondUs);
}

TEST(TelemetryFigures, countNothingAcrossAReset)
{
    Given given;
    given.add(0, 0, 0, 1, kNotLogged, 1000);
    given.add(0, 10, 0, 1, kNotLogged, 2000);
    given.add(0, 20, 0, 1, kNotLogged, 10); // restarted
    given.add(0, 30, 0, 1, kNotLogged, 510);
    const TelemetryFigures figures = given.figures();
    EXPECT_DOUBLE_EQ(*figures.devices[0].energy_j, 1500);
    EXPECT_EQ(figures.devices[0].energy_us, 20 * kSecondUs);
    EXPECT_EQ(figures.devices[0].counter_resets, 1);
    ASSERT_EQ(figures.problems.size(), 1U);
    EXPECT_EQ(figures.problems[0].what.code, base::Code::energy_counter_reset);
    EXPECT_EQ(figures.problems[0].what.found, "1");
}

TEST(TelemetryFigures, leaveUnmeasuredWhatADeviceDoesNotCount)
{
    Given given;
    for (int i = 0; i < 4; ++i) {
        given.add(0, i * 10, 1, 1, 100);
        given.add(1, i * 10, 0, kNotLogged, kNotLogged);
    }
    const TelemetryFigures figures = given.figures();
    EXPECT_FALSE(figures.devices[1].energy_j.has_value());
    EXPECT_FALSE(figures.devices[1].power_mean.has_value());
    EXPECT_FALSE(figures.devices[1].memory_peak.has_value());
    EXPECT_EQ(figures.devices[1].energy_source, EnergySource::none);
    EXPECT_DOUBLE_EQ(*figures.energy_j.value, 3000); // at least: of one of two
    EXPECT_EQ(figures.energy_j.devices, 1);
    EXPECT_DOUBLE_EQ(*figures.utilization.value, 0.5);
    EXPECT_EQ(figures.utilization.devices, 2);
}

TEST(TelemetryFigures, takeMeansOfAnIntervalForAllOfIt)
{
    Given given;
    given.telemetry.series[0].window = evidence::RateWindow::interval_mean;
    given.add(0, 0, 0.9, 1, 1); // of a time before the first reading
    given.add(0, 10, 0.2, 1, 1);
    given.add(0, 20, 0.4, 1, 1);
    const DeviceFigures device = given.figures().devices[0];
    EXPECT_DOUBLE_EQ(*device.utilization_mean, 0.3);
    EXPECT_DOUBLE_EQ(*device.utilization_median, 0.3);
}

TEST(TelemetryFigures, areOverReadingsWithoutTimes)
{
    Given given;
    for (const double share : {0.0, 0.5, 1.0, 1.0})
        given.store.add({.line = 1, .step = 0, .time_us = base::kNoTime, .values = {share, 1, 100, 5}});
    given.telemetry.devices = {{.id = "0", .host = {}, .model = {}}};
    const TelemetryFigures figures = given.figures();
    EXPECT_FALSE(figures.timed);
    EXPECT_DOUBLE_EQ(*figures.devices[0].utilization_mean, 0.625);
    EXPECT_DOUBLE_EQ(*figures.devices[0].utilization_median, 0.75);
    EXPECT_DOUBLE_EQ(*figures.devices[0].power_peak, 100);
    EXPECT_FALSE(figures.devices[0].energy_j.has_value());
    EXPECT_EQ(figures.energyShare(), 0);
}

TEST(TelemetryFigures, standWhatNoClockShouldDo)
{
    Given given; // the time goes back, stands still, and the host is no device
    given.telemetry.devices = {{.id = "", .host = {}, .model = {}}, {.id = "0", .host = {}, .model = {}}};
    for (const double time : {10.0, 20.0, 15.0, 15.0, 25.0, 35.0})
        given.add(1, time, 0.5, 1, 100);
    given.add(0, 10, kNotLogged, kNotLogged, kNotLogged);
    const TelemetryFigures figures = given.figures();
    ASSERT_EQ(figures.devices.size(), 1U);
    EXPECT_DOUBLE_EQ(*figures.devices[0].utilization_mean, 0.5);
    EXPECT_FALSE(Given().figures().energy_j.value.has_value());
}

// Figures of a Python one-liner over the file: trapezoids of neighbouring rows, none further apart than 15 s.
TEST(TelemetryFigures, ofTheRealSample)
{
    auto got = import::testing::importFile(import::testing::logSample("nvidia-smi-csv/smi_noheader_5s.csv"));
    evidence::Telemetry telemetry = got.sink.telemetry;
    telemetry.series = got.sink.run.series;
    evidence::MemorySamples store;
    for (const evidence::Reading& reading : got.sink.readings)
        store.add({.line = reading.line, .step = reading.device, .time_us = reading.time_us, .values = reading.values});
    telemetry.first_time_us = got.sink.readings.front().time_us;
    telemetry.last_time_us = got.sink.readings.back().time_us;
    const auto figures = telemetryFigures(telemetry, store, {}, base::JobContext());
    ASSERT_TRUE(figures.ok());
    ASSERT_EQ(figures->devices.size(), 1U);
    const DeviceFigures& device = figures->devices[0];
    EXPECT_EQ(device.readings, 1923);
    EXPECT_EQ(device.covered_us, 9'636'953'000);
    EXPECT_EQ(figures->stretch_us(), 9'636'953'000);
    EXPECT_NEAR(*device.energy_j, 159'221.02571, 1e-3); // 44.228 Wh; the manifest, by another rule: 44.22
    EXPECT_NEAR(*device.power_mean, 16.5219261, 1e-6);
    EXPECT_DOUBLE_EQ(*device.power_peak, 67.59);
    EXPECT_NEAR(*device.utilization_mean, 0.0143184666, 1e-9);
    EXPECT_EQ(*device.utilization_median, 0);
    EXPECT_NEAR(*device.idle_share, 0.9594107702, 1e-9);
    EXPECT_FALSE(device.memory_peak.has_value()); // nobody knows which column it is
    // from 17:00 to 17:30
    const std::int64_t from = base::fromCivil(2026, 4, 25, 17 * 3600 * kSecondUs).us;
    const auto half
        = telemetryFigures(telemetry, store, {.from_us = from, .to_us = from + 1800 * kSecondUs}, base::JobContext());
    ASSERT_TRUE(half.ok());
    EXPECT_NEAR(*half->devices[0].energy_j, 29'639.16016, 1e-3);
    EXPECT_EQ(half->devices[0].energy_us, 1800 * kSecondUs);
}

// Devices at work for a fifth of the time, the processors of their host for 95 % of it.
TEST(TelemetryFigures, tellOfDevicesThatWaitForData)
{
    for (const double load : {95.0, 40.0}) {
        Given given;
        given.telemetry.series.push_back({.name = "vcpu_user", .unit = "%"});
        for (int second = 0; second <= 100; second += 10) {
            given.add(0, second, 0.2, 100, 100);
            given.store.add({.line = 1,
                .step = 1,
                .time_us = second * kSecondUs,
                .values = {kNotLogged, kNotLogged, kNotLogged, kNotLogged, load}});
        }
        given.telemetry.devices.push_back({}); // the host
        const TelemetryFigures figures = given.figures();
        std::vector<std::string> told;
        for (const base::Problem& problem : figures.problems)
            if (problem.what.code == base::Code::symptom_data_loading)
                told = problem.what.args;
        EXPECT_EQ(told, load > 80 ? (std::vector<std::string> {"20 %", "95 %"}) : std::vector<std::string>());
    }
}

} // namespace

} // namespace fullscope::ledger
