// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/summary.h"
#include "core/store/benchmarks.h"

namespace fullscope::workspace {

// A result of the workspace as it would be stored with another price, peak or steps that share the compilation: under
// its id, with its name and files. A peak that is the catalogue's is not kept as the user's.
base::Result<store::StoredBenchmark> benchmarkWithOptions(
    const store::WorkspaceFile& workspace, std::int64_t id, const bench::SummaryOptions& options);

} // namespace fullscope::workspace
