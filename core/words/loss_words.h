// SPDX-License-Identifier: GPL-3.0-or-later
// Words about the losses by which two runs are compared.
#pragma once

#include "core/ledger/loss_curve.h"
#include "core/words/words.h"

namespace fullscope::words {

std::string label(ledger::LossOf of, Language language); // "Evaluation loss"

enum class LossWord {
    compare_by,
    by_training, // behind other words: "; by the training loss"
    by_evaluation,
    verdict_evaluation, // how many evaluations: {0} of the baseline, {1} of the candidate
    few_evaluations, // {0} evaluations or fewer are joined by lines
    plot_spoken,
    count
};
std::string say(LossWord word, Language language, const std::vector<std::string>& arguments = {});

} // namespace fullscope::words
