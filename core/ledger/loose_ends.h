// SPDX-License-Identifier: GPL-3.0-or-later
// What bills and runs leave open when they are held against each other.
#pragma once

#include "core/ledger/attribution_tally.h"
#include "core/ledger/bills_and_runs.h"

#include <cstdint>

namespace fullscope::ledger {

struct LooseEnds {
    BillsAndRuns bills_and_runs;
    Attribution attribution; // by the user's rules; without rules one group takes nothing
    std::int64_t maybe_parts = 0; // logs that look like parts of a run and are not joined
    std::int64_t first_maybe = 0; // the run that the first of them may belong to
};

} // namespace fullscope::ledger
