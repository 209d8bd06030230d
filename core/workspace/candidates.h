// SPDX-License-Identifier: GPL-3.0-or-later
// What the evidence offers for a cell of the scenario: measured, billed and catalogue values, each with its provenance.
#pragma once

#include "core/base/result.h"
#include "core/scenario/scenario.h"
#include "core/store/workspace_file.h"
#include "core/words/words.h"

#include <string>
#include <vector>

namespace fullscope::workspace {

struct Candidate {
    scenario::Value value; // in the input's unit, provenance complete
    std::string label; // "run megatron-7b: steady state", "p5.48xlarge, us-east-1, on demand, 2026-07-20"
};

// First what concerns an instance type that `option_name` mentions, then the rest; each ordered: measured, billed,
// catalogue. For tokens_factor the measured ones are loss comparisons of two runs that no fact tells to be different
// models, of the runs imported first, up to two million samples. Only prices in `currency`; those of a bill in another
// one are converted by the rate of its last month, which they name, or left out. Of the catalogue, the prices that hold
// on the day `today` (ISO; empty: the latest, and none is called old), the user's before others.
base::Result<std::vector<Candidate>> candidates(const store::WorkspaceFile& workspace, scenario::Input input,
    const std::string& option_name, const std::string& currency, words::Language language,
    const std::string& today = {});

} // namespace fullscope::workspace
