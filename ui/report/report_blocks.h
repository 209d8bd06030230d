// SPDX-License-Identifier: GPL-3.0-or-later
// The report's contents as pieces to be printed.
#pragma once

#include "core/report/report.h"
#include "ui/report/page_flow.h"
#include "ui/report/report_look.h"

#include <QImage>

namespace fullscope::ui {

// Title block with the logo, where there is one, then every section; what follows the verdict begins on a page of its
// own.
std::vector<Piece> reportPieces(const report::Report& report, const ReportLook& look, const QImage& logo = {});

} // namespace fullscope::ui
