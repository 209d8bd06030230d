// SPDX-License-Identifier: GPL-3.0-or-later
// Which mapping a file is read with, and which tables still need one.
#pragma once

#include "core/import/table_preview.h"
#include "core/store/workspace_file.h"

#include <string>
#include <vector>

namespace fullscope::workspace {

// What the columns of `path` were said to be when it was last imported, provided that it still has all of them; empty =
// nothing.
std::vector<import::MappedColumn> rememberedMapping(const store::WorkspaceFile& workspace, const std::string& path);

// Tables with the same columns, which one mapping makes logs or bills of.
struct UnmappedTables {
    std::vector<std::string> paths;
    import::TablePreview preview; // of the first one
};
// Adds the file to those of its columns; nothing when it is no table.
void addUnmapped(std::vector<UnmappedTables>& tables, const std::string& path);

} // namespace fullscope::workspace
