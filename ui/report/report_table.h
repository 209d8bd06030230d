// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"
#include "ui/report/page_flow.h"
#include "ui/report/report_look.h"

namespace fullscope::ui {

// Rows that wrap, a header row repeated on every page, the last row bold when it is a total. A table too wide for the
// page becomes several, each with the first columns and a part of the others, its title marked "1/2".
std::vector<Piece> tablePieces(const report::Table& table, const ReportLook& look);

} // namespace fullscope::ui
