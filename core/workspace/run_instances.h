// SPDX-License-Identifier: GPL-3.0-or-later
// Which instances a run held, and when: what the user says, else its log, its jobs, and the catalogue.
#pragma once

#include "core/workspace/reconcile.h"

#include <variant>

namespace fullscope::workspace {

using RunInstances = std::variant<ledger::CountedRun, ledger::RunNotCounted>;

// `billed_types`: those among which an instance type is looked for.
base::Result<RunInstances> instancesOfRun(
    const store::WorkspaceFile& workspace, std::int64_t run_id, const std::vector<std::string>& billed_types);

} // namespace fullscope::workspace
