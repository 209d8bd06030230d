// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as people lay them out, brought into one form: a row of headings, a column of labels.
#pragma once

#include "core/audit/read/document.h"
#include "core/audit/read/figures.h"

#include <string>
#include <vector>

namespace fullscope::audit {

const std::string& textAt(const std::vector<Cell>& row, std::size_t column); // empty beyond its end
bool isNothing(std::string_view text); // "-", "n/a", "无"
bool hasFigure(std::string_view text); // a number that is no part of a name

// With one row of headings where there are two, or one of units below; with an empty one where a list of figures has
// none; without a column of groups ("Cost | Price per hour | …") and without headings that are repeated further down.
Grid laidOut(const Grid& grid, const Reading& reading);

} // namespace fullscope::audit
