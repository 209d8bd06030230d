// SPDX-License-Identifier: GPL-3.0-or-later
// Which logs look like parts of one run. Nothing is joined before the user says so.
#pragma once

#include "core/base/job.h"
#include "core/store/workspace_file.h"

#include <vector>

namespace fullscope::workspace {

struct Suggestion {
    evidence::PartReason reason = evidence::PartReason::continues;
    std::int64_t run_id = 0; // to which the part would be joined
    evidence::RunPart part;
};

// Ordered by run. Runs are compared within one folder and format (that of a run's folder is that of its log); time
// grows with the square of the number of those that stand in one folder only as far as their steps fit together.
base::Result<std::vector<Suggestion>> suggestions(const store::WorkspaceFile& workspace, const base::JobContext& job);

// The roles of parts that the user has named by number alone: telemetry is telemetry, a run that has the same records
// as `run` is a rank, every other an attempt. A job has its role already.
base::Status chooseRoles(const store::WorkspaceFile& workspace, std::int64_t run, std::vector<evidence::RunPart>& parts,
    const base::JobContext& job);

} // namespace fullscope::workspace
