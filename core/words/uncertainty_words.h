// SPDX-License-Identifier: GPL-3.0-or-later
// Words about what is uncertain: distributions of inputs, draws, and how results spread.
#pragma once

#include "core/scenario/distribution.h"
#include "core/words/words.h"

namespace fullscope::words {

std::string label(scenario::DistributionKind kind, Language language); // "Uniform"
std::string explanation(scenario::DistributionKind kind, Language language); // one sentence

enum class UncertaintyWord {
    title,
    totals_table,
    savings_table,
    mean,
    standard_error,
    cheapest,
    cheapest_tied,
    saves,
    drawn_from,
    nothing_drawn,
    sharing,
    saving_spread,
    cheapest_sentence,
    tied_sentence,
    failed,
    undecided,
    nothing_compared,
    ended_early,
    from_histogram,
    totals_plot,
    savings_plot,
    share_of_draws,
    change,
    no_difference,
    key_saving,
    key_saving_note,
    key_total_note,
    key_cheapest_note,
    single_value,
    quantiles, // of an input
    cut_off,
    failed_always,
    likelihood,
    distribution_plot,
    candidate_interval,
    candidate_interval_detail,
    count
};
std::string say(UncertaintyWord word, Language language, const std::vector<std::string>& arguments = {});

} // namespace fullscope::words
