// SPDX-License-Identifier: GPL-3.0-or-later
// Why two options differ: the difference of their totals attributed to groups of inputs.
#pragma once

#include "core/analysis/pair_totals.h"

namespace fullscope::analysis {

// Inputs that stand for each other (a price and owned hardware, measured and modelled waste) lie in one group, so that
// a group can be taken from one option as it stands there.
enum class DifferenceGroup { price, throughput, waste, compile, people, rest, count };
constexpr std::size_t kDifferenceGroups = static_cast<std::size_t>(DifferenceGroup::count);
std::string_view name(DifferenceGroup group); // spelled as the enumerator
DifferenceGroup groupOf(scenario::Input input); // of an option's input

struct DifferingInput {
    scenario::Input input;
    std::optional<double> from, to; // absent: not given
};

struct DifferencePart {
    std::vector<DifferenceGroup> groups; // several, where they cannot be told apart: the model has an error in between
    double amount = 0; // of total(to) - total(from)
    std::vector<DifferingInput> inputs;
};

struct Explanation {
    std::size_t from = 0, to = 0; // options
    double total_from = 0, total_to = 0;
    std::vector<DifferencePart> parts; // of groups in which some input differs, in their order
    // Difference in components that one option covers and the other leaves out: what was not given is no saving, and
    // belongs to no group.
    double coverage = 0;
    std::vector<Component> not_comparable;
    std::vector<Component> in_part; // covered on both sides, but with an input missing on one alone
};

// Shapley value (Shapley 1953): the mean, over all orders in which the groups can be exchanged one after another, of
// what the exchange changes. Adds up to the difference exactly but for rounding; exchanging from and to changes the
// signs; a group without differing inputs has no part. A group is exchanged as a whole, inputs that only one side gives
// included. Components that one option alone covers count in `coverage` alone. Where a mixture of the two options
// cannot be computed (its rework would be 100 %) or lacks a component that both cover, the groups that it separates are
// one part. Errors: out_of_range (from, to; they must be two), those of evaluate() for either option.
base::Result<Explanation> explain(const scenario::Scenario& scenario, std::size_t from, std::size_t to);

} // namespace fullscope::analysis
