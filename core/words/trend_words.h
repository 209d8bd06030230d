// SPDX-License-Identifier: GPL-3.0-or-later
// Words of cost and progress week by week, and of what uses what.
#pragma once

#include "core/words/words.h"

namespace fullscope::words {

enum class TrendWord {
    title,
    week,
    platform,
    not_known, // platform
    cost,
    per_1000_steps,
    per_mtokens,
    goodput,
    idle,
    steps,
    tokens,
    runs,
    remark,
    not_whole,
    no_bill,
    no_week,
    other_charges,
    total,
    money_title, // {0} currency
    measure,
    week_before, // {0} its name
    change,
    week_title, // {0} its name, {1} first and {2} last day
    nothing_of_week, // {0} its name
    week_not_whole, // {0} its name, {1} platforms
    spoken, // {0} measure, {1} platforms, {2} and {3} the first and the last week
    spoken_last, // {0} platform, {1} figure, {2} week
    how, // what the figures are
    how_split,
    bounds,
    unknown_runs, // {0} runs
    without_times, // {0} runs
    without_cost, // {0} rows
    rests_on, // {0} platform, {1} week
    kind,
    name,
    rows,
    run,
    bill_rows,
    nothing,
    not_all_of_week, // {0} its name
    steps_not_told, // remark
    without_steps, // {0} runs
    records_not_steps, // {0} run, {1} its records, {2} steps in all as its log tells
    not_of_week, // {0} first and {1} last day, {2} name of the week
    count
};
std::string say(TrendWord word, Language language, const std::vector<std::string>& arguments = {});

// The first ones in the order of workspace::UsedBy.
enum class UseWord {
    input,
    cost,
    run,
    reconciliation,
    trends,
    attribution,
    findings,
    report,
    used_by, // heading
    by_nothing,
    comes_from,
    value,
    of_row, // of a table
    table,
    computed,
    uses_what, // column
    count
};
std::string say(UseWord word, Language language, const std::vector<std::string>& arguments = {});
// How the figures of a table of the window come about, by the beginning of its object name: "reconcile". Empty: nothing
// is to be said.
std::string howComputed(std::string_view table, Language language);

} // namespace fullscope::words
