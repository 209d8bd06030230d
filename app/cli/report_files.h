// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/report/report.h"

#include <string>
#include <string_view>
#include <vector>

namespace fullscope::cli {

// By the ending of `path`: .pdf, .xlsx, .html or .json. Without a display: where there are charts it starts Qt, which
// no other verb needs, on its offscreen platform.
// `week_us`: as ui::reportContents(). Whether all of that week is known.
base::Result<bool> writeReport(const store::WorkspaceFile& workspace, report::ReportRequest request,
    const std::string& path, const base::JobContext& job, std::int64_t week_us);

struct ExportedFile {
    std::string name; // within the folder
    std::string section, title; // of what it holds
};
// Into `folder`, which is made where there is none: each table of the report as CSV, each plot as CSV and as the
// `pictures` that are asked for (png, svg, pdf), and all of it as report.json. Files of the same names are replaced.
base::Result<std::vector<ExportedFile>> exportParts(const store::WorkspaceFile& workspace,
    report::ReportRequest request, const std::string& folder, const std::vector<std::string>& pictures,
    const base::JobContext& job);
// Replaces the file at once or not at all.
base::Status writeText(std::string_view text, const std::string& path);

} // namespace fullscope::cli
