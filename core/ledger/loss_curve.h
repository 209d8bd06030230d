// SPDX-License-Identifier: GPL-3.0-or-later
// The training or evaluation loss of a run against what it was trained on: tokens, or steps where the log does not tell
// tokens.
#pragma once

#include "core/base/job.h"
#include "core/base/problem.h"
#include "core/base/result.h"
#include "core/evidence/sample_reader.h"

#include <optional>
#include <string>
#include <vector>

namespace fullscope::ledger {

// Which loss of a log.
enum class LossOf { training, evaluation };

// One loss, or the mean of `records` neighbouring ones.
struct LossPoint {
    double tokens = evidence::kNotLogged; // trained on when the loss was logged; only where has_tokens
    double step = 0; // trained so far, counted from the first one: 1 after the first, however the log numbers them
    double loss = 0;
    double records = 1;
};

struct LossCurve {
    std::int64_t run_id = 0;
    std::string run_name, file;
    LossOf of = LossOf::training;
    evidence::SeriesInfo series; // of the loss: unit "bits" is not "" (nats), a mean since the start is not a mean
    bool has_tokens = false;
    std::optional<double> tokens_per_step, sequences_per_step; // means over the run
    bool batch_varies = false;
    std::vector<LossPoint> points; // ascending in steps; never empty
    std::int64_t records = 0; // losses that the points stand for
    std::int64_t repeated = 0; // left out: the run went back and trained their step again
    std::int64_t not_finite = 0; // left out: logged as nan or infinity
    std::vector<evidence::Fact> facts; // of the run, to be compared
    std::vector<base::Problem> problems; // assumptions made
};

// What a step trained counts once, with the loss of its last execution, so that what a restart repeated is not taken
// for progress. However many records there are, at most kLossPoints points stand for them, of the same width in the
// logarithm of the steps, which is the scale that loss goes by. Errors: loss_not_logged (also when only the other kind
// of loss is there), nothing_readable.
constexpr std::size_t kLossPoints = 32'768;
base::Result<LossCurve> lossCurve(const evidence::Run& run, const evidence::SampleStore& samples,
    const base::JobContext& job, LossOf of = LossOf::training);
const char* seriesOf(LossOf of); // its standard name

} // namespace fullscope::ledger
