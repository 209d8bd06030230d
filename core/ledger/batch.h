// SPDX-License-Identifier: GPL-3.0-or-later
// How much a step trains on, and what the steps that count trained on in all. What the records say goes before what the
// job was started with: a batch that ramps up reaches its argument late or never.
#pragma once

#include "core/base/problem.h"
#include "core/ledger/run_rows.h"
#include "core/ledger/step_coverage.h"

#include <functional>

namespace fullscope::ledger {

struct Batch {
    std::optional<double> sequences_per_step, tokens_per_step; // means over the run
    bool by_record = false; // the sequences are those of the records, not one stated number
    bool tokens_by_total = false; // the tokens are those of the log's running total
    bool tokens_by_sequences = false; // the tokens are those of each record's sequences
    bool varies = false; // from record to record, so that no one number stands for all steps
};

// Sequences: as stated by the user, as the consumed samples grow, by the series of the batch, by the log's arguments.
// Says where these do not agree.
Batch batchOf(const evidence::Run& run, const Survey& survey, base::ProblemList& problems);

// Of the steps that count once: their last execution.
struct Kept {
    std::optional<double> sequences, tokens;
};
// Of one record, or of the last one what came to light after all: its steps are then 0.
struct KeptRecord {
    const RunRow& row;
    double steps = 0;
    double tokens = 0; // kNotLogged where the log does not tell
};
using TakeKept = std::function<base::Status(const KeptRecord&)>;
// Record by record; they add up to keptOf().
base::Status eachKept(const Batch& batch, const evidence::Run& run, const evidence::SampleStore& samples,
    const Survey& survey, const StepCoverage& coverage, const base::JobContext& job, const TakeKept& take);
base::Result<Kept> keptOf(const Batch& batch, const evidence::Run& run, const evidence::SampleStore& samples,
    const Survey& survey, const StepCoverage& coverage, const base::JobContext& job);

} // namespace fullscope::ledger
