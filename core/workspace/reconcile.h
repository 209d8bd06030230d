// SPDX-License-Identifier: GPL-3.0-or-later
// The bills of a workspace against its runs.
#pragma once

#include "core/ledger/bills_and_runs.h"
#include "core/store/workspace_file.h"

#include <set>
#include <string>
#include <utility>

namespace fullscope::workspace {

struct ReconcileOptions {
    std::string instance_type; // empty = all with accelerators, and those that runs used
    ledger::ReconcileRange range;
};

using CountedHours = std::set<std::pair<std::int64_t, std::string>>; // of a delivery, of an instance type

// Reads the rows of bills one after the other. `counted`: where wanted, whose hours are.
base::Result<ledger::BillsAndRuns> reconcile(const store::WorkspaceFile& workspace, const ReconcileOptions& options,
    const base::JobContext& job, CountedHours* counted = nullptr);

} // namespace fullscope::workspace
