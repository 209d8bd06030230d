// SPDX-License-Identifier: GPL-3.0-or-later
// Copying a table: tab-separated text and HTML at once, raw numbers, hidden columns left out, text that a spreadsheet
// would run as a formula behind an apostrophe (core/base/spreadsheet.h).
#pragma once

#include <Qt>

class QString;
class QTableView;

namespace fullscope::ui {

// What copying takes instead of the shown text, e.g. a number without grouping and unit.
constexpr int kRawRole = Qt::UserRole + 100;

// Ctrl+C copies the selected rows' visible cells, Ctrl+Shift+C with headings; both also in the context menu.
void enableCopy(QTableView* table);
// The selection (all rows when there is none) as tab-separated text.
QString selectionAsTsv(const QTableView& table, bool headings);

} // namespace fullscope::ui
