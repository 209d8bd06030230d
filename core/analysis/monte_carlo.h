// SPDX-License-Identifier: GPL-3.0-or-later
// What follows for the totals from inputs that are distributions, by drawing from them.
//
// Each input draws by inverse transform from Philox4x32-10, keyed by the seed and its own name ("workload/tokens",
// "options/Trn2/price_per_h"): draw i of an input is the same whatever the number of threads, the order of inputs and
// options, and whichever other inputs are uncertain (but those that it is correlated with). Options share the draws of
// the workload; of their own inputs only where a rank correlation of 1 says so.
#pragma once

#include "core/analysis/cost_model.h"
#include "core/base/job.h"
#include "core/scenario/scenario.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fullscope::analysis {

using UncertainInput = scenario::InputPlace; // no option: of the workload

// Inputs that are distributions of more than one value: the workload's first, then option by option.
std::vector<UncertainInput> uncertainInputs(const scenario::Scenario& scenario);

struct DrawOptions {
    std::uint64_t draws = 100'000;
    std::uint64_t seed = 1;
    unsigned threads = 0; // 0: as many as the machine has; the results are the same for any number
    Scope scope = Scope::full;
    // simulate() ends early, at a number of draws that does not depend on threads, once the standard error of every
    // option's mean total is at most this share of it. 0: never.
    double standard_error = 0;
};

// All draws, for analyses that need each of them. Spreads: see simulate().
struct Draws {
    std::vector<UncertainInput> inputs;
    std::vector<std::vector<double>> values; // [input][draw], in the input's unit
    std::vector<std::vector<double>> totals; // [option][draw], the scope's figure; NaN where the model has an error
};
constexpr std::uint64_t kMaxKeptDraws = 2'000'000;

// Errors: nothing_uncertain, no_options, out_of_range (draws: 1 to kMaxKeptDraws; baseline), correlation_impossible,
// bad_distribution, distribution_outside, cancelled.
base::Result<Draws> draw(const scenario::Scenario& scenario, const DrawOptions& options, const base::JobContext& job);

// How a figure spreads over those draws in which it has one.
struct Spread {
    double mean = 0;
    std::optional<double> standard_error; // of the mean; one draw has none
    double minimum = 0, maximum = 0;
    std::vector<double> quantiles; // at kQuantiles probabilities k / (kQuantiles + 1), k = 1 …

    double percentile(int percent) const; // 1 to 99
};
constexpr std::size_t kQuantiles = 199;

struct OptionSpread {
    std::string name;
    std::optional<Spread> total; // absent: the option could not be computed in any draw
    std::uint64_t failed = 0; // draws in which the model has an error (waste of 1 and more …)
    std::optional<base::Error> failure {}; // of the first of them
    // Probability of being cheaper than every other option, of all draws; absent where fewer than two options can be
    // computed at all: nothing is compared then. Of an option that cannot be computed it is 0.
    std::optional<double> cheapest {};
    std::optional<double> cheapest_tied {}; // of being as cheap as another and cheaper than the rest (to 1e-12)
};

struct SavingSpread { // against the baseline, as a share of it
    std::size_t option = 0;
    std::optional<Spread> saving; // absent where one of the two has no figure, or the baseline costs nothing
    double positive = 0; // probability that it saves at all; of all draws; tells nothing where `saving` is absent
    std::uint64_t undecided = 0; // draws in which there is no saving to compute
};

struct Uncertainty {
    std::vector<UncertainInput> inputs; // none: every input is a single figure, and every spread is that of one value
    std::uint64_t draws = 0; // made
    std::uint64_t seed = 0;
    Scope scope = Scope::full;
    bool ended_early = false; // the standard error asked for was reached
    bool exact_quantiles = true; // false: within 1/4096 of the value (beyond kMaxKeptDraws)
    std::vector<OptionSpread> options; // as in the scenario
    std::size_t baseline = 0;
    std::vector<SavingSpread> savings; // of every option but the baseline, in order
    std::uint64_t undecided = 0; // draws that count for no option as the cheapest: one of those compared has an error
};

// Errors: as draw(), but for nothing_uncertain (then one draw tells all); out_of_range (draws: 1 to 1e9). Options that
// cannot be computed at all do not take part in who is cheapest; with fewer than two left nobody is. Memory does not
// grow with the draws beyond kMaxKeptDraws; quantiles (Hyndman and Fan's type 7) are then read from a histogram.
base::Result<Uncertainty> simulate(
    const scenario::Scenario& scenario, const DrawOptions& options, const base::JobContext& job);

} // namespace fullscope::analysis
