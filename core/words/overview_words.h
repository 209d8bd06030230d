// SPDX-License-Identifier: GPL-3.0-or-later
// Words of the overview: verdict, what the money rests on, what is open, what there is.
#pragma once

#include "core/words/words.h"

namespace fullscope::words {

enum class OverviewWord {
    no_options,
    single_costs, // {0} scope, {1} option, {2} figure
    only_one_figure,
    nobody_has_figure, // {0} scope
    equal, // {0} scope, {1} and {2} options, {3} figure
    cheapest, // {0} scope, {1} option, {2} figure, {3} share, {4} other, {5} its figure, {6} certainty
    with_probability, // {0}
    with_probability_tied, // {0}
    without_probability,
    not_drawn, // {0} why
    other_more_often, // {0} option, {1} probability
    some_not_computed, // {0} options
    rests_on, // title of bars and table
    origin,
    scope_has_no_sum, // {0} scope
    how_shared,
    no_figure_moves, // {0} option, {1} money
    sum,
    unproven_title,
    carries, // money that a figure carries
    measure_title,
    nothing_uncertain,
    nothing_worth,
    nothing_to_decide,
    open_title,
    nothing_open,
    holdings_title,
    holds_nothing,
    kind,
    number,
    records,
    of_time,
    last_import,
    severity,
    count
};
std::string say(OverviewWord word, Language language, const std::vector<std::string>& arguments = {});

enum class OpenWord {
    option_failed, // {0} option, {1} why
    costs_left_out, // {0} option, {1} how many, {2} counted in part
    import_errors, // {0} how many, {1} the first
    import_warnings,
    claims_wrong, // {0} set, {1} how many
    claims_differ,
    claims_to_ask,
    money_unplaced, // {0} bill, {1} amount, {2} rows
    money_unattributed, // {0} amount, {1} rows
    costs_twice_beside, // {0} file, {1} others
    costs_twice_differ, // {0} account, {1} month, {2} and {3} files
    runs_without_bill, // {0} runs, {1} hours, {2} the longest
    hours_idle, // {0} hours, {1} instance type
    runs_not_counted, // {0} runs, {1} the first, {2} what it lacks
    tokens_not_told, // {0} runs, {1} the first
    bills_not_final, // {0} bills, {1} the first
    maybe_parts, // {0}
    benchmarks_unusable, // {0} results, {1} the latest, {2} its verdict
    count
};
std::string say(OpenWord word, Language language, const std::vector<std::string>& arguments = {});

// Where things are found; the first ones in the order of workspace::FoundIn.
enum class FindWord {
    runs,
    inputs,
    bills,
    charges,
    claims,
    telemetry,
    jobs,
    benchmarks,
    catalogue,
    problems,
    in,
    stands, // what stands there
    rows,
    nothing, // {0} what was looked for
    more, // {0} where, {1} shown, {2} in all
    count
};
std::string say(FindWord word, Language language, const std::vector<std::string>& arguments = {});

enum class HoldingWord { runs, bills, telemetry, jobs, benchmarks, claims, count };
std::string say(HoldingWord word, Language language);

} // namespace fullscope::words
