// SPDX-License-Identifier: GPL-3.0-or-later
// What should be measured next: what knowing an input exactly would be worth to the decision for the cheapest option.
#pragma once

#include "core/analysis/monte_carlo.h"

namespace fullscope::analysis {

struct InformationValue {
    double value = 0; // money over the horizon; never negative
    double standard_error = 0;
};

struct ValueOfInformation {
    std::size_t decision = 0; // option with the lowest mean total: what would be chosen now
    InformationValue perfect; // of knowing every uncertain input (EVPI)
    std::vector<InformationValue> inputs; // of knowing this one alone (EVPPI), in the order of the draws' inputs
    std::size_t draws = 0; // that count
    std::size_t failed = 0; // in which an option has no total: left out, so that the values are of the others alone
    std::vector<std::size_t> left_out; // options that have no total in any draw
};

// EVPI = E[total of the decision] - E[lowest total] (Raiffa and Schlaifer 1961). EVPPI by sorting the draws by the
// input and taking the means within bins for the totals to be expected at that value (Strong and Oakley 2013). The
// number of bins is chosen by cross-validation, and what a half of the draws would decide is valued on the other half:
// the textbook form takes the lowest of noisy means, which finds a value in inputs that have none. So the value is that
// of a decision that was really learned: a lower bound, whose standard error is that of a mean of differences. Errors:
// no_options (fewer than two have a total), nothing_uncertain, out_of_range (draws: fewer than kLeastDraws count),
// cancelled.
constexpr std::size_t kLeastDraws = 100;
base::Result<ValueOfInformation> valueOfInformation(const Draws& draws, const base::JobContext& job = {});

// Share that each input has in the variance of an output: squared rank correlation (Spearman), normalised so that the
// shares of variables add up to 1: inputs that share their draws are one, and each has its share; all 0 where the
// output does not vary. outputs: one for each draw, not finite = left out.
std::vector<double> varianceShares(const Draws& draws, const std::vector<double>& outputs);

} // namespace fullscope::analysis
