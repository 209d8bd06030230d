// SPDX-License-Identifier: GPL-3.0-or-later
// Files of `fullscope bench` into a workspace.
#pragma once

#include "core/workspace/benchmarks.h"
#include "core/workspace/import_files.h"

namespace fullscope::workspace {

// Its results into the outcome, with the records that could not be used as problems. Nothing of the file is stored
// where it cannot be read.
base::Status importBenchmarks(store::WorkspaceFile& workspace, std::int64_t batch, const std::string& path,
    const base::JobContext& job, ImportOutcome& outcome);
base::Status importBenchmarks(store::WorkspaceFile& workspace, std::int64_t batch, import::TextSource& source,
    const base::JobContext& job, ImportOutcome& outcome);

} // namespace fullscope::workspace
