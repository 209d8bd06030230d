// SPDX-License-Identifier: GPL-3.0-or-later
// What of the evidence of a workspace is still open: what only holding all of it together shows.
#pragma once

#include "core/base/job.h"
#include "core/ledger/loose_ends.h"
#include "core/store/workspace_file.h"

namespace fullscope::workspace {

// Errors: those of reconcile(), attribute() and suggestions(); cancelled.
base::Result<ledger::LooseEnds> looseEnds(const store::WorkspaceFile& workspace, const base::JobContext& job);

} // namespace fullscope::workspace
