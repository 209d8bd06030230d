// SPDX-License-Identifier: GPL-3.0-or-later
// Prints core's report to PDF: text selectable, fonts embedded, charts as vectors, page numbers, no clipped table.
#pragma once

#include "core/report/report.h"

#include <QString>

namespace fullscope::ui {

// Needs a QApplication, for charts are widgets (offscreen will do). Written beside `path` and moved into place when
// whole. Errors: write_failed, disk_full, is_directory.
base::Status writePdf(const report::Report& report, const QString& path);

// True when the fonts of this machine can draw the report's language; false is told to the user before printing.
bool canDraw(words::Language language);

} // namespace fullscope::ui
