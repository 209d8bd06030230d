// SPDX-License-Identifier: GPL-3.0-or-later
// Attribution of charges and exchange rates as tables and sentences. Sums are shown with every digit that they have.
#pragma once

#include "core/ledger/attribution_tally.h"
#include "core/report/report.h"

#include <span>

namespace fullscope::report {

// What a rule says and how many rows it takes; without `all` these are left out.
Table rulesTable(
    std::span<const ledger::AttributionRule> rules, const ledger::Attribution* all, words::Language language);
// "takes nothing: …"; empty where there is nothing to say.
std::string ruleRemark(const ledger::RuleOutcome& outcome, words::Language language);

// A row for each group, what no rule takes, and the total, in one currency.
Table attributionTable(const ledger::Attribution& all, const std::string& currency, words::Language language);
// The same of all currencies together; only where a currency was asked for.
Table convertedTable(const ledger::Attribution& all, words::Language language);
// What was not counted, what may be counted twice, and the rates that were used or are missing.
std::vector<Paragraph> attributionNotes(const ledger::Attribution& all, words::Language language);

// Each with its day and source; missing ones are warnings.
std::vector<Paragraph> ratesNotes(const ledger::RatesUsed& rates, words::Language language);
// One cost of ConvertedSums: "12.5 USD", with the rows that do not tell it; a dash where a rate is missing or no row
// tells it.
std::string convertedText(
    const ledger::ConvertedSums& sums, ledger::CostKind kind, const std::string& currency, words::Language language);
Table ratesTable(std::span<const ledger::ExchangeRate> rates, words::Language language);

} // namespace fullscope::report
