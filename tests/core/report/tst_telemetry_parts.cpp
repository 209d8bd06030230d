// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/telemetry_parts.h"

#include <gtest/gtest.h>

namespace fullscope::report {

namespace {

using words::Language;

// Two devices over 100 s; one measures its power for 80 s, the other measures nothing.
struct Made {
    evidence::Telemetry telemetry;
    ledger::TelemetryFigures figures;

    Made()
    {
        telemetry.devices = {{.id = "0", .host = "n1", .model = "H100"}, {.id = "1", .host = "", .model = ""}};
        telemetry.reading_count = 20;
        figures.timed = true;
        figures.from_us = 0;
        figures.to_us = 100 * base::kSecondUs;
        ledger::DeviceFigures first;
        first.covered_us = first.energy_us = 80 * base::kSecondUs;
        first.utilization_mean = 0.5;
        first.memory_peak = 3.0 * 1024 * 1024 * 1024;
        first.power_mean = 700;
        first.energy_j = 7.2e6; // 2 kWh
        first.energy_source = ledger::EnergySource::counter;
        ledger::DeviceFigures second;
        second.device = 1;
        figures.devices = {first, second};
        figures.energy_j = {.value = 7.2e6, .devices = 1};
        figures.utilization = {.value = 0.5, .devices = 1};
    }
};

std::string cell(const Table& table, std::size_t row, std::size_t column)
{
    return table.rows.at(row).at(column);
}

TEST(TelemetryParts, nameWhatAFigureIsOf)
{
    const Made made;
    const Table devices = deviceTable(made.telemetry, made.figures, Language::en);
    ASSERT_EQ(devices.rows.size(), 2U);
    EXPECT_EQ(cell(devices, 0, 0), "n1 0 (H100)");
    EXPECT_EQ(cell(devices, 0, 1), "00:01:20 (80.0 %)");
    EXPECT_EQ(cell(devices, 0, 6), "3.00 GiB");
    EXPECT_EQ(cell(devices, 0, 7), "700 W");
    EXPECT_EQ(cell(devices, 0, 9), "2.00 kWh by the device’s counter, of 80.0 % of the time");
    for (std::size_t column = 2; column < devices.columns.size(); ++column)
        EXPECT_EQ(cell(devices, 1, column), "not measured") << column;
    const Table all = telemetryTable(made.telemetry, made.figures, Language::en);
    EXPECT_EQ(all.rows.back()[1], "at least 2.00 kWh, of 80.0 % of the time: 1 of 2 devices");
    EXPECT_EQ(all.rows[all.rows.size() - 2][1], "50.0 %: 1 of 2 devices");
    EXPECT_NE(all.rows[0][1].find("no time zone stated"), std::string::npos);
}

} // namespace

} // namespace fullscope::report
