// SPDX-License-Identifier: GPL-3.0-or-later
// One cell of a table: a figure, two of them that belong together, a comparison.
#pragma once

#include "core/audit/read/figures.h"
#include "core/audit/read/table_heads.h"

#include <string>
#include <string_view>
#include <vector>

namespace fullscope::audit {

// `claim` has what it is, its text and its place; `unit` is that of the row or column.
void takeFigure(Claim claim, std::string_view unit, Reading& reading);
// "0.71x", "+41 %", "-28 %" in a column of ratios, of which nothing says for sure what is divided by what.
void takeRatio(Claim claim, const Heading& heading, const std::vector<std::string>& platforms, std::string_view unit,
    Reading& reading);

} // namespace fullscope::audit
