// SPDX-License-Identifier: GPL-3.0-or-later
// What results of benchmarks offer for a cell of the scenario.
#pragma once

#include "core/catalogue/catalogue.h"
#include "core/workspace/candidates.h"

#include <optional>
#include <string>
#include <vector>

namespace fullscope::workspace {

// tokens_per_s, mfu (against the dense peak that the user gave or the catalogue has) and first_compile_h, with the
// interval as a normal distribution; repeats as one, joined. Those that are usable first; of the others the label says
// why not. It also says how many chips of the instance type that `option_name` mentions were measured, and that
// tokens/s are of the benchmark's own model.
base::Status addBenchmarks(std::vector<Candidate>& out, const store::WorkspaceFile& workspace,
    const catalogue::Catalogue& catalogue, scenario::Input input, const std::string& option_name,
    words::Language language);

// What one result tells for a cell, with the same words; absent: it does not tell it. id_unknown.
base::Result<std::optional<Candidate>> benchmarkCandidate(const store::WorkspaceFile& workspace,
    const catalogue::Catalogue& catalogue, std::int64_t id, scenario::Input input, const std::string& option_name,
    words::Language language);

} // namespace fullscope::workspace
