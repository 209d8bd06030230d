// SPDX-License-Identifier: GPL-3.0-or-later
// Forward from evidence and inputs: what uses a thing that stands in a workspace. (Backward is the provenance that each
// figure carries.)
#pragma once

#include "core/base/job.h"
#include "core/store/place.h"
#include "core/store/workspace_file.h"
#include "core/words/words.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::workspace {

// In the order in which they are shown.
enum class UsedBy { input, cost, run, reconciliation, trends, attribution, findings, report, count };
constexpr std::size_t kUsedBy = static_cast<std::size_t>(UsedBy::count);
std::string_view name(UsedBy by); // spelled as the enumerator

struct Use {
    UsedBy by = UsedBy::input;
    // "Trn2: price per instance-hour", "Trn2: Compute", a run, a group; of a report the id of the section.
    std::string title;
    std::string detail {}; // what it makes of it
    std::optional<store::Place> place {}; // where that stands
};

// Of a run, bill, row of a bill, telemetry, list of jobs, set of claims, instance type or chip of the catalogue, or an
// input. An input uses what its provenance names, by its id or else its file; a cost uses the inputs that move it.
// `scenario`: in place of the stored one. Errors: those of reading; id_unknown.
base::Result<std::vector<Use>> usesOf(const store::WorkspaceFile& workspace, const store::Place& place,
    const std::optional<scenario::Scenario>& scenario, words::Language language);

} // namespace fullscope::workspace
