// SPDX-License-Identifier: GPL-3.0-or-later
// Words of the questions that the analysis answers: where it turns, what would have to be true, why options differ,
// what should be measured next.
#pragma once

#include "core/analysis/explain.h"
#include "core/analysis/turning_points.h"
#include "core/words/words.h"

namespace fullscope::words {

std::string label(analysis::Possibility possibility, Language language);
std::string label(analysis::DifferenceGroup group, Language language);
// {0} figure, {1} limit; empty for Reason::none.
std::string say(analysis::Reason reason, Language language, const std::vector<std::string>& arguments);

enum class QuestionWord {
    // sections of the report
    section_turning,
    section_explain,
    section_measure,
    // where it turns, what would have to be true
    turning_equal,
    turning_saves,
    turning_dearer,
    input_of,
    now,
    value_needed,
    can_it_be,
    why,
    every_value,
    no_value,
    now_cheaper,
    now_dearer,
    beyond_all,
    turning_none,
    turning_note,
    no_effect,
    // why they differ
    explain_title,
    group,
    amount,
    inputs_that_differ,
    from_value_to,
    coverage,
    coverage_note,
    in_part_note,
    inseparable_note,
    explain_equal,
    waterfall,
    difference,
    // over ranges
    sweep_title,
    sweep_of_two,
    meet_on,
    meet_nowhere,
    meeting,
    meeting_mark,
    as_things_are,
    map_title,
    change_against,
    equal_cost,
    cheaper_within,
    cheaper_beyond,
    dearer_within,
    dearer_beyond,
    // what drives it, what should be measured next
    tornado_title,
    at_p10,
    at_p90,
    all_at_median,
    variance_share,
    tornado_note,
    worth_knowing,
    worth_title,
    standard_error,
    all_inputs,
    worth_decision,
    worth_failed,
    worth_note,
    worth_left_out,
    best_interval,
    no_figure_from, // of an option over a range
    no_figure_to,
    correlated_pair, // of two inputs whose rank correlation is neither 0 nor 1 nor −1
    correlated_note,
    count
};
std::string say(QuestionWord word, Language language, const std::vector<std::string>& arguments = {});

} // namespace fullscope::words
