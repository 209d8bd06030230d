// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/report/report.h"

#include <string>
#include <string_view>

namespace fullscope::cli {

// By the ending of `path`: .pdf, .xlsx, .html or .json. Without a display: where there are charts it starts Qt, which
// no other verb needs, on its offscreen platform.
base::Status writeReport(const store::WorkspaceFile& workspace, report::ReportRequest request, const std::string& path,
    const base::JobContext& job);
// Replaces the file at once or not at all.
base::Status writeText(std::string_view text, const std::string& path);

} // namespace fullscope::cli
