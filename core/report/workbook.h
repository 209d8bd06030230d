// SPDX-License-Identifier: GPL-3.0-or-later
// The report as a workbook that calculates: inputs, every term of the cost model as a formula over them, the
// comparison, and what the figures rest on.
#pragma once

#include "core/report/report.h"

#include <string>

namespace fullscope::report {

// XLSX. Without a scenario only the evidence. Errors: nothing_to_report, write_failed, disk_full, those of makeReport.
base::Result<std::string> toXlsx(
    const store::WorkspaceFile& workspace, const catalogue::Catalogue& catalogue, const ReportRequest& request);

} // namespace fullscope::report
