// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/run_telemetry.h"

#include <algorithm>

namespace fullscope::workspace {

// The wall-clock of the ledger ends with the last time that the log has: of a sample, or of what it says after it.
base::Result<std::optional<ledger::TelemetryStretch>> stretchOfRun(
    const store::WorkspaceFile& workspace, std::int64_t run_id, std::int64_t shift_us, const base::JobContext& job)
{
    FS_TRY_VALUE(run, workspace.run(run_id));
    FS_TRY_VALUE(ledger, workspace.timeLedger(run_id));
    if (!ledger.timed)
        return std::optional<ledger::TelemetryStretch>();
    std::int64_t last = base::kNoTime; // the least there is
    for (const evidence::Event& event : run.events)
        last = std::max(last, event.time_us);
    const auto samples = workspace.samples(run_id);
    const auto reader = samples->read({});
    evidence::SampleBlock block;
    for (;;) {
        FS_TRY(job.check());
        FS_TRY_VALUE(more, reader->next(block));
        if (!more)
            break;
        for (const std::int64_t time : block.time_us)
            last = std::max(last, time);
    }
    return std::optional(
        ledger::TelemetryStretch {.from_us = last - ledger.wall_us, .to_us = last, .shift_us = shift_us});
}

} // namespace fullscope::workspace
