// SPDX-License-Identifier: GPL-3.0-or-later
// What training cost week by week, from the bills and the runs of a workspace.
#pragma once

#include "core/ledger/trends.h"
#include "core/store/workspace_file.h"

namespace fullscope::workspace {

struct WorkspaceTrends {
    ledger::Trends trends;
    ledger::BillsAndRuns bills_and_runs; // that they rest on
};

// Costs are the effective (amortised) ones where an export tells them, else what was billed; of exports that tell the
// same month the one that reconcile() and attribute() count. Reads the rows of bills and the records of runs. Errors:
// those of reading; overflow; cancelled.
base::Result<WorkspaceTrends> trends(const store::WorkspaceFile& workspace, const base::JobContext& job);

} // namespace fullscope::workspace
