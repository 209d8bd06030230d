// SPDX-License-Identifier: GPL-3.0-or-later
// Figures that a log prints of itself, held against its own steps and times over the same records.
#pragma once

#include "core/ledger/batch.h"
#include "core/ledger/run_events.h"
#include "core/ledger/user_marks.h"

namespace fullscope::ledger {

// By what a logged rate must be multiplied to be the whole job's; absent when the log does not say enough.
std::optional<double> scopeFactor(evidence::RateScope scope, const evidence::Run& run);

// A positive number as a problem tells it.
std::string toFourDigits(double value);

// A problem for each series (step_time, tokens_per_s, samples_per_s) that is more than two hundredths off, and more
// than its printed digits and the resolution of the times explain, in the median over the records. A rate is held
// against the logged step time where there is one, else against the log's clock; a step time against the clock.
// Instants are held against single steps only, running means against nothing: the log does not say since when they run.
// Records with a checkpoint, an evaluation or a compilation are left out, and so are rates where the batch changes.
base::Status checkPrintedRates(const evidence::Run& run, const evidence::SampleStore& samples, const Survey& survey,
    const RunEvents& events, const UserMarks& marks, base::ProblemList& problems, const base::JobContext& job);

} // namespace fullscope::ledger
