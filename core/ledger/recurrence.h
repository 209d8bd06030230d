// SPDX-License-Identifier: GPL-3.0-or-later
// Excess time that recurs at a fixed step interval: checkpoints that the log does not mention.
#pragma once

#include "core/ledger/step_coverage.h"

#include <cstdint>
#include <vector>

namespace fullscope::ledger {

struct Recurrence {
    std::int64_t period = 0; // steps
    std::int64_t phase = 0; // step modulo period
    std::int64_t hits = 0; // of the steps given

    bool holds(std::int64_t step) const;
};

// Up to four recurrences among `steps` (of records that took far too long), each at least three times, no more often
// than every second record, and present at nearly every chance that the run had between its first and last time.
std::vector<Recurrence> findRecurrences(
    std::vector<std::int64_t> steps, const std::vector<CoveredSteps>& covered, std::int64_t interval);

} // namespace fullscope::ledger
