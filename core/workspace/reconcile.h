// SPDX-License-Identifier: GPL-3.0-or-later
// The bills of a workspace against its runs.
#pragma once

#include "core/ledger/bills_and_runs.h"
#include "core/store/workspace_file.h"

#include <string>

namespace fullscope::workspace {

struct ReconcileOptions {
    std::string instance_type; // empty = all with accelerators, and those that runs used
    ledger::ReconcileRange range;
};

// Reads the rows of bills one after the other.
base::Result<ledger::BillsAndRuns> reconcile(
    const store::WorkspaceFile& workspace, const ReconcileOptions& options, const base::JobContext& job);

} // namespace fullscope::workspace
