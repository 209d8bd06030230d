// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/report/report.h"

#include <string>
#include <string_view>

namespace fullscope::cli {

// By the ending of `path`: .pdf, .xlsx, .html or .json. Without a display: where there are charts it starts Qt, which
// no other verb needs, on its offscreen platform.
// `week_us`: as ui::reportContents(). Whether all of that week is known.
base::Result<bool> writeReport(const store::WorkspaceFile& workspace, report::ReportRequest request,
    const std::string& path, const base::JobContext& job, std::int64_t week_us);
// Replaces the file at once or not at all.
base::Status writeText(std::string_view text, const std::string& path);

} // namespace fullscope::cli
