// SPDX-License-Identifier: GPL-3.0-or-later
// What is derived from a time ledger: shares, failures, rates.
#pragma once

#include "core/base/problem.h"
#include "core/ledger/run_survey.h"
#include "core/ledger/step_coverage.h"

namespace fullscope::ledger {

// goodput, failure_waste, checkpoint_overhead, stall_overhead from us and wall_us.
void deriveShares(TimeLedger& ledger);

// Exact Poisson interval of `failures` in `hours` of running time; nothing when there was none.
Mtbf meanTimeBetweenFailures(std::int64_t failures, double hours);

// Tokens and samples per second, at the steady step time; where the batch changes, of the kept steps over the
// productive time.
base::Status deriveRates(TimeLedger& ledger, const evidence::Run& run, const evidence::SampleStore& samples,
    const Survey& survey, const StepCoverage& coverage, base::ProblemList& problems, const base::JobContext& job);

} // namespace fullscope::ledger
