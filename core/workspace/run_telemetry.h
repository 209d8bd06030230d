// SPDX-License-Identifier: GPL-3.0-or-later
// Telemetry laid beside a run: figures of the devices over the wall-clock of the run alone.
#pragma once

#include "core/ledger/telemetry_figures.h"
#include "core/store/workspace_file.h"

#include <optional>

namespace fullscope::workspace {

// The wall-clock of a run as instants, with the shift of what is laid beside it. None when its log has no times.
base::Result<std::optional<ledger::TelemetryStretch>> stretchOfRun(
    const store::WorkspaceFile& workspace, std::int64_t run_id, std::int64_t shift_us);

struct RunTelemetry {
    evidence::Telemetry telemetry;
    ledger::TelemetryStretch stretch; // of the run; of all of the telemetry where the run has no times
    bool run_timed = false;
    ledger::TelemetryFigures figures;
};
// Of what is joined to the run.
base::Result<std::vector<RunTelemetry>> telemetryOfRun(
    const store::WorkspaceFile& workspace, std::int64_t run_id, const base::JobContext& job);

} // namespace fullscope::workspace
