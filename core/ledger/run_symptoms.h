// SPDX-License-Identifier: GPL-3.0-or-later
// Troubles of a run that no single line of its log tells.
#pragma once

#include "core/ledger/steady_pace.h"
#include "core/ledger/time_ledger.h"

namespace fullscope::ledger {

// One problem for each that there is: losses without a number up to the end, steps that become slower while they do the
// same, compiling at every few records, a first compilation that took a large part of the run. Lines are the run's.
void findSymptoms(const evidence::Run& run, const Survey& survey, const Pace& pace, const TimeLedger& ledger,
    base::ProblemList& problems);

} // namespace fullscope::ledger
