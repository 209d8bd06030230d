// SPDX-License-Identifier: GPL-3.0-or-later
// The loss comparison of two runs of a workspace, and what it offers the scenario.
#pragma once

#include "core/ledger/loss_comparison.h"
#include "core/scenario/scenario.h"
#include "core/store/workspace_file.h"
#include "core/words/words.h"

#include <optional>

namespace fullscope::workspace {

base::Result<ledger::LossCurve> lossCurve(const store::WorkspaceFile& workspace, std::int64_t run_id,
    const base::JobContext& job, ledger::LossOf of = ledger::LossOf::training);

// `candidate` relative to `baseline`. Errors: id_unknown, out_of_range (the same run twice), those of lossCurve and
// compareLoss.
base::Result<ledger::LossComparison> compareLoss(const store::WorkspaceFile& workspace, std::int64_t baseline,
    std::int64_t candidate, std::optional<double> target, const base::JobContext& job,
    ledger::LossOf of = ledger::LossOf::training);
// Whether the logs of both have an evaluation loss, so that it can be asked for.
bool haveEvaluations(const store::WorkspaceFile& workspace, std::int64_t baseline, std::int64_t candidate);

// The comparison as a value of the input tokens_factor, its provenance naming both runs, which loss, target and
// interval. None where the factor is a bound, or below 1: the model's is relative to the workload's tokens
// (cost-model.md).
std::optional<scenario::Value> tokensFactorValue(const ledger::LossComparison& comparison, words::Language language);

} // namespace fullscope::workspace
