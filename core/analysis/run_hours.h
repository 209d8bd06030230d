// SPDX-License-Identifier: GPL-3.0-or-later
// Hours of one run, and what of them is known.
#pragma once

#include "core/analysis/cost_terms.h"

namespace fullscope::analysis {

struct RunHours {
    double tokens_per_s = 0;
    Figure checkpoint_overhead, failure_waste; // given or modelled
    std::optional<double> best_checkpoint_interval_h;
    Figure productive, checkpoint, stall, compile, failure, idle;
    double billed = 0;
};

// FLOPs of one training token, forward and backward, without recomputation (PaLM, appendix B). Needs parameters.
Figure flopsPerToken(const Inputs& in);
// Tokens per second of the whole job: measured, or from the share of the peak that is used. Error: not_given.
base::Result<Figure> throughput(const Inputs& in);

// Needs tokens and nodes. Errors: not_given (throughput), out_of_range, waste_not_below_one.
base::Result<RunHours> hoursOfRun(const Inputs& inputs);

} // namespace fullscope::analysis
