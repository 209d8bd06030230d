// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/database.h"
#include "core/store/workspace_file.h"

namespace fullscope::store {

struct PlotRequest {
    std::int64_t run_id = 0;
    int series = 0; // of the run with all its attempts
    bool against_time = false; // seconds since the first sample with a time, else steps
    double from = 0, to = 0; // inclusive; an infinite end is that of the data
    int columns = 0; // pixels
};

// See WorkspaceFile::plotPoints. Reads no more than about 4 · columns entries of a pyramid level or 256 · columns
// samples, however long the run is, plus 16 entries per chunk at the coarsest level.
base::Result<PlotPoints> plotPoints(Database& database, const PlotRequest& request);

} // namespace fullscope::store
