// SPDX-License-Identifier: GPL-3.0-or-later
// Telemetry as tables and plots, of a whole import or of the stretch of a run.
#pragma once

#include "core/ledger/telemetry_figures.h"
#include "core/report/report.h"

namespace fullscope::report {

Table telemetryTable(
    const evidence::Telemetry& telemetry, const ledger::TelemetryFigures& figures, words::Language language);
// A row for each device.
Table deviceTable(
    const evidence::Telemetry& telemetry, const ledger::TelemetryFigures& figures, words::Language language);

enum class DevicePlot { utilization, power };
// Against seconds since the start of the stretch: a line for each device, or, where they are many, the mean over them.
// A point is the mean of the readings that fall on it; where there are none the line has no point. No line: nothing
// was measured, or there are no times.
base::Result<PlotSpec> devicePlot(const store::WorkspaceFile& workspace, const evidence::Telemetry& telemetry,
    const ledger::TelemetryFigures& figures, std::int64_t shift_us, DevicePlot what, words::Language language);

// "12.5 kWh"; "840 W"; "2.1 GiB"
std::string energyText(double joules);
std::string wattsText(double watts);
std::string bytesText(double bytes);

} // namespace fullscope::report
