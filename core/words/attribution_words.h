// SPDX-License-Identifier: GPL-3.0-or-later
// Words about attribution rules, which costs they sum up, and exchange rates.
#pragma once

#include "core/ledger/attribution_tally.h"
#include "core/words/words.h"

namespace fullscope::words {

std::string label(ledger::AttributionField field, Language language);
std::string label(ledger::AttributionMatch match, Language language);
std::string label(ledger::CostKind kind, Language language);
std::string label(evidence::CostDataset dataset, Language language); // which costs a bill tells

enum class AttributionWord {
    attribution, // {0} currency
    converted, // {0} currency
    group,
    rows,
    unattributed,
    taken_by_none, // in its place where a group of the user is called so
    total,
    number,
    field,
    match,
    text,
    note,
    matched,
    taken,
    remark,
    never_matches,
    shadowed, // {0} number of the rule that takes its rows
    no_rules,
    no_bills,
    left_out, // {0} file, {1} kind, {2} sums, {3} the other file
    left_out_model, // {0} file, {1} kind, {2} sums
    differing, // {0} kind, {1} account, {2} month, {3} counted sum, {4} its file, {5} the other sum, {6} its file
    beside_typed, // {0} file of a typed invoice, {1} other files
    beside_not_told, // {0} file, {1} other files
    beside_apart, // {0} file, {1} other files
    more_files, // {0} files, {1} how many more
    rate_used, // {0} from, {1} rate, {2} to, {3} date, {4} month, {5} source
    rate_inverse, // the same, divided by it
    rate_leg, // {0} from {1} rate {2} to {3} date {4} source
    rate_via, // {0} from, {1} to, {2} via, {3} month, {4} first leg, {5} second leg
    rate_old, // {0} from, {1} to, {2} month, {3} date
    how_converted,
    costs_told,
    from,
    to,
    date,
    rate,
    source,
    rule_added,
    rule_removed,
    rule_moved,
    rules_imported,
    rate_set,
    rate_removed,
    rates_imported, // {0} file, {1} read, {2} kept, {3} new
    rates_not_quoted, // {0} cells without a rate
    rate_replaced, // {0} from, {1} rate, {2} to, {3} date, {4} source
    rate_contradicts, // the same
    count
};
std::string say(AttributionWord word, Language language, const std::vector<std::string>& arguments = {});

std::string rateText(const ledger::UsedRate& used, Language language); // the rate with its day and source
std::string oldRateText(const ledger::UsedRate& used, Language language); // empty unless it is of an earlier month

} // namespace fullscope::words
