// SPDX-License-Identifier: GPL-3.0-or-later
// Which instances a run held, and when: what the user says, else its log, its jobs, and the catalogue.
#pragma once

#include "core/catalogue/catalogue.h"
#include "core/workspace/reconcile.h"

#include <variant>

namespace fullscope::workspace {

using RunInstances = std::variant<ledger::CountedRun, ledger::RunNotCounted>;

// `billed_types`: those among which an instance type is looked for. `catalogue` is the workspace's.
base::Result<RunInstances> instancesOfRun(const store::WorkspaceFile& workspace, const catalogue::Catalogue& catalogue,
    std::int64_t run_id, const std::vector<std::string>& billed_types);

// What the user says its times are off by, where the log does not tell their zone: to be added.
std::int64_t statedShift(const evidence::Run& run);

} // namespace fullscope::workspace
