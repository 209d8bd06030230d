// SPDX-License-Identifier: GPL-3.0-or-later
// What drives a comparison: each uncertain input from its P10 to its P90.
#pragma once

#include "core/analysis/monte_carlo.h"
#include "core/analysis/pair_totals.h"

namespace fullscope::analysis {

struct TornadoBar {
    InputPlace place;
    std::vector<InputPlace> together {}; // what moves with it: inputs whose rank correlation with it is 1 or −1
    double p10 = 0, p50 = 0, p90 = 0; // of what lies in its valid range
    // What the option costs more than the baseline there, the other inputs at their medians. Absent where the model has
    // an error.
    std::optional<double> at_p10, at_p90;

    double swing() const; // between the two; infinite where one is absent: that is more than any
};

struct Tornado {
    std::size_t option = 0, baseline = 0;
    double median = 0; // difference with every input at its median
    std::vector<TornadoBar> bars; // the longest first; equal ones in the order of the model
};

// By the quantiles of the distributions themselves: knows nothing of draws or of other inputs' spreads, and of
// correlations only those that make two inputs one. Errors: out_of_range (option, baseline), nothing_uncertain, those
// of the distributions, and of evaluate() at the medians.
base::Result<Tornado> tornado(const scenario::Scenario& scenario, std::size_t option, std::size_t baseline);

} // namespace fullscope::analysis
