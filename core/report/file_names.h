// SPDX-License-Identifier: GPL-3.0-or-later
// A report is handed on: its files go by name, the folders of whoever made it stay at home.
#pragma once

#include "core/report/report.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fullscope::report {

using FileNames = std::vector<std::pair<std::string, std::string>>; // path and name

// What a report of the workspace may name: files of its imports, and those that figures of the scenario were taken from
// and that are no longer among them.
base::Result<std::vector<std::string>> knownPaths(
    const store::WorkspaceFile& workspace, const std::optional<scenario::Scenario>& scenario);

// Of each path its end, as short as no other of the paths has it: `a/run.log` and `b/run.log` keep their folder.
// Longest path first.
FileNames fileNames(std::vector<std::string> paths);

// Puts those names where the text has the paths.
void callFilesByName(std::string& text, const FileNames& names);
// Puts them where a sentence, a table or a note of a plot has the path.
void callFilesByName(Report& report, std::vector<std::string> paths);

} // namespace fullscope::report
