// SPDX-License-Identifier: GPL-3.0-or-later
// The report's contents as pieces to be printed.
#pragma once

#include "core/report/report.h"
#include "ui/report/page_flow.h"
#include "ui/report/report_look.h"

namespace fullscope::ui {

// Title block, then every section.
std::vector<Piece> reportPieces(const report::Report& report, const ReportLook& look);

} // namespace fullscope::ui
