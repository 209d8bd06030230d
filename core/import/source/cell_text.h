// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of a workbook as the text that a CSV export of the same sheet would have, without the rounding of such exports.
#pragma once

#include <string>
#include <string_view>

namespace fullscope::import {

// What a number in a cell is, by the number format of the cell.
enum class CellNumber { number, date, elapsed };
CellNumber cellNumberOf(int builtInFormat); // ECMA-376 part 1, 18.8.30, also those of the eastern languages
CellNumber cellNumberOf(std::string_view formatCode);

// The number as the file writes it, but for the one thing that spreadsheet programs do to every number: 1.1 is stored
// by the 17 digits of its double, 1.1000000000000001; what was entered is the shortest text of that double.
std::string numberText(std::string_view stored);
// ISO 8601 of a day number, to the millisecond, which is as fine as spreadsheets count: `2021-05-01`,
// `2021-05-01T13:00:00`, `13:00:00` for a time without day; of elapsed time `36:00:00`. The number itself when it is
// none or out of range. `from1904`: the days are counted as on the first Macintosh.
std::string dayText(std::string_view serial, CellNumber kind, bool from1904);

// `_x000D_` in strings stands for the character 0x0D.
std::string unescapedCell(std::string_view text);

// A field of CSV text: `,` is the separator. Line ends within the field become a space, so that each record is one
// line and its number that of the row.
void appendCsvField(std::string& out, std::string_view text);

} // namespace fullscope::import
