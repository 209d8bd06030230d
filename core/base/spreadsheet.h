// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of tables that people open in a spreadsheet or paste into one, which takes text that begins like a formula for
// one and runs it. Names come from files and from others: no cell of text may begin so.
#pragma once

#include <string>
#include <string_view>

namespace fullscope::base {

// Text behind an apostrophe where a spreadsheet would take it for a formula: = + - @ (also their full-width forms),
// a tab or a line break in front, blanks before these. Numbers that the program writes do not go through it.
std::string spreadsheetText(std::string_view text);
// Takes back what spreadsheetText() did, and nothing else: the same text for every text.
std::string fromSpreadsheetText(std::string_view cell);

// A number as the program shows it, whatever its sign, unit and grouping: "-0.5", "+44.3 %", "-12,000.00 USD/h". A
// spreadsheet can calculate nothing else from it.
bool isShownNumber(std::string_view cell);

// A field of a CSV record (RFC 4180): in quotes where it must be.
std::string csvField(std::string_view text);

} // namespace fullscope::base
