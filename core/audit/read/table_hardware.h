// SPDX-License-Identifier: GPL-3.0-or-later
// Rows and columns that say on what hardware the others ran.
#pragma once

#include "core/audit/read/document.h"
#include "core/audit/read/figures.h"

#include <string>

namespace fullscope::audit {

Where placeOf(const Grid& grid, const Cell& cell, std::size_t column);
// The chip that a cell names, "A100" of "8x A100 80GB": where one does and no other; empty: none.
std::string hardwareIn(const std::string& text, const Reading& reading);
// A platform that is no chip's name ("Baseline", "方案 A") with the one that a row or column of hardware names for it.
std::string withHardware(const std::string& name, const std::string& cell, const Reading& reading);
bool namesHardware(const std::string& label);
// How many a cell of a row or column of hardware (`of`, with its text) says: "8x A100".
void takeHardware(const std::string& platform, const Claim& of, Reading& reading);

// A line for each figure (platform, quantity, value, unit, where), where the table is such a list; false: it is none.
bool takeList(const Grid& grid, Reading& reading);

} // namespace fullscope::audit
