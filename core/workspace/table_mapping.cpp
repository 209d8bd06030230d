// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/table_mapping.h"

#include "core/import/mapping_text.h"

#include <algorithm>

namespace fullscope::workspace {

std::vector<import::MappedColumn> rememberedMapping(const store::WorkspaceFile& workspace, const std::string& path)
{
    const auto remembered = workspace.mappingOf(path);
    if (!remembered.ok() || remembered->empty())
        return {};
    auto mapping = import::parseColumnMapping(*remembered);
    const auto table = import::previewTable(path);
    return mapping.ok() && table.ok() && import::fits(*mapping, table->columns) ? *std::move(mapping)
                                                                                : std::vector<import::MappedColumn> {};
}

void addUnmapped(std::vector<UnmappedTables>& tables, const std::string& path)
{
    auto table = import::previewTable(path);
    if (!table.ok())
        return;
    const auto same = std::find_if(tables.begin(), tables.end(),
        [&](const UnmappedTables& other) { return other.preview.columns == table->columns; });
    if (same == tables.end())
        tables.push_back({.paths = {path}, .preview = *std::move(table)});
    else
        same->paths.push_back(path);
}

} // namespace fullscope::workspace
