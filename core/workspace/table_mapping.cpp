// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/table_mapping.h"

#include "core/evidence/mapping_fact.h"
#include "core/import/mapping_text.h"

#include <algorithm>

namespace fullscope::workspace {

std::vector<import::MappedColumn> rememberedMapping(const store::WorkspaceFile& workspace, const std::string& path)
{
    const auto runs = workspace.runs();
    if (!runs.ok())
        return {};
    const auto of_file = [&](const store::RunSummary& run) { return run.file == path; };
    const auto last = std::find_if(runs->rbegin(), runs->rend(), of_file);
    if (last == runs->rend())
        return {};
    const auto run = workspace.run(last->id);
    const evidence::Fact* fact = run.ok() ? run->fact(evidence::kMappingFact) : nullptr;
    if (fact == nullptr)
        return {};
    auto mapping = import::parseColumnMapping(fact->value);
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
