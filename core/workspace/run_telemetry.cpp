// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/run_telemetry.h"

#include <algorithm>

namespace fullscope::workspace {

// The wall-clock of the ledger ends with the last time that the log has: of a sample, or of what it says after it.
base::Result<std::optional<ledger::TelemetryStretch>> stretchOfRun(
    const store::WorkspaceFile& workspace, std::int64_t run_id, std::int64_t shift_us)
{
    FS_TRY_VALUE(run, workspace.run(run_id));
    FS_TRY_VALUE(ledger, workspace.timeLedger(run_id));
    if (!ledger.timed)
        return std::optional<ledger::TelemetryStretch>();
    FS_TRY_VALUE(range, workspace.timeRange(run_id));
    std::int64_t last = range.second; // kNoTime is the least there is
    for (const evidence::Event& event : run.events)
        last = std::max(last, event.time_us);
    return std::optional(
        ledger::TelemetryStretch {.from_us = last - ledger.wall_us, .to_us = last, .shift_us = shift_us});
}

base::Result<std::vector<RunTelemetry>> telemetryOfRun(
    const store::WorkspaceFile& workspace, std::int64_t run_id, const base::JobContext& job)
{
    FS_TRY_VALUE(joined, workspace.telemetryOf(run_id));
    std::vector<RunTelemetry> all;
    for (const store::TelemetryOfRun& part : joined) {
        RunTelemetry& one = all.emplace_back();
        FS_TRY_VALUE(telemetry, workspace.telemetry(part.id));
        one.telemetry = std::move(telemetry);
        FS_TRY_VALUE(stretch, stretchOfRun(workspace, run_id, part.shift_us));
        one.run_timed = stretch.has_value();
        one.stretch = stretch.value_or(ledger::TelemetryStretch {.shift_us = part.shift_us});
        const auto readings = workspace.readings(part.id);
        FS_TRY_VALUE(figures, ledger::telemetryFigures(one.telemetry, *readings, one.stretch, job));
        one.figures = std::move(figures);
    }
    return all;
}

} // namespace fullscope::workspace
