// SPDX-License-Identifier: GPL-3.0-or-later
// Older versions of a workspace's scenario, and since when its figures are what they are. Read on a connection of their
// own, so that whatever is being written is not disturbed.
#pragma once

#include "core/scenario/variants.h"
#include "core/store/workspace_file.h"

#include <vector>

namespace fullscope::store {

struct ScenarioVersion {
    std::int64_t version = 0;
    std::int64_t saved_us = 0; // UTC
};
base::Result<std::vector<ScenarioVersion>> scenarioVersions(const WorkspaceFile& workspace); // newest first
base::Result<scenario::Scenario> scenarioAt(const WorkspaceFile& workspace, std::int64_t version); // id_unknown

struct Assumption {
    scenario::InputPlace place;
    scenario::Value value;
    std::int64_t version = 0; // the first of the kept ones from which on it has been so; 0: not saved yet
    std::int64_t saved_us = 0; // when that one was saved, UTC
    std::optional<scenario::VariantPlace> variant {}; // the further workload or horizon that it is of; none: its own
};
// Of every figure that `scenario` gives: the workload's, then option by option (by name), then those of further
// workloads and horizons (by name). Versions that cannot be read end the search.
base::Result<std::vector<Assumption>> assumptions(const WorkspaceFile& workspace, const scenario::Scenario& scenario);

} // namespace fullscope::store
