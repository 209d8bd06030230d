// SPDX-License-Identifier: GPL-3.0-or-later
// What people name on the command line or choose in the window, as the files that are meant.
#pragma once

#include "core/base/result.h"
#include "core/evidence/source_file.h"

#include <string>
#include <vector>

namespace fullscope::workspace {

// Folders become the files under them, sorted, and the folders that are one run (of MLflow, of W&B, of TensorBoard,
// whose event files lie among others; also where all of these are named one by one); zip and tar
// archives the files in them, in their order, named behind the archive's path; workbooks their sheets; everything else
// stays, also folders and archives without files, so that the import says so. A file that several paths lead to (links,
// a folder and a file in it) comes once, under its own name rather than a link's.
std::vector<std::string> expandPaths(const std::vector<std::string>& paths);

// What a run or bill of the file is called until somebody renames it:
// "2024/run-a.log.gz" → "run-a"; "run-a/trainer_state.json" → "run-a/trainer_state"; of a workbook's sheet
// "costs (Sheet1)"
std::string importName(const evidence::SourceFile& file);

// Why expandPaths left the folder `path` as it was; ok for everything else.
base::Status checkFolder(const std::string& path);

} // namespace fullscope::workspace
