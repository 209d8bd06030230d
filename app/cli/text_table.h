// SPDX-License-Identifier: GPL-3.0-or-later
// The report's blocks as plain text for a terminal.
#pragma once

#include "core/report/report.h"

#include <iosfwd>

namespace fullscope::cli {

void print(const report::Table& table, std::ostream& out);
void print(const std::vector<report::Paragraph>& paragraphs, std::ostream& out); // warnings begin with "! "
void print(const report::KeyFigures& figures, std::ostream& out);

// Columns that `text` takes in a terminal: East Asian wide characters take two.
std::size_t displayWidth(std::string_view text);

} // namespace fullscope::cli
