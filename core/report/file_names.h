// SPDX-License-Identifier: GPL-3.0-or-later
// A report is handed on: its files go by name, the folders of whoever made it stay at home.
#pragma once

#include "core/report/report.h"

#include <string>
#include <utility>
#include <vector>

namespace fullscope::report {

// Of each path its end, as short as no other of the paths has it: `a/run.log` and `b/run.log` keep their folder.
// Longest path first.
std::vector<std::pair<std::string, std::string>> fileNames(std::vector<std::string> paths);

// Puts those names where a sentence, a table or a note of a plot has the path.
void callFilesByName(Report& report, std::vector<std::string> paths);

} // namespace fullscope::report
