// SPDX-License-Identifier: GPL-3.0-or-later
// The catalogue as tables and a plot: for its page and the command line.
#pragma once

#include "core/catalogue/search.h"
#include "core/report/report.h"

#include <string>
#include <vector>

namespace fullscope::report {

// A line each, in their order. `number` is that of a user's entry, empty for others.
Table pricesTable(const std::vector<catalogue::Listing>& listings, const std::string& today, words::Language language);
Table acceleratorsTable(
    const catalogue::Catalogue& catalogue, const std::vector<catalogue::Accelerator>& chips, words::Language language);
// What is known of an instance type and its chip, a fact a row with whose it is; empty where nothing is.
Table factsTable(const catalogue::Catalogue& catalogue, const std::string& instance_type, words::Language language);
// Facts that the user entered, as entered.
Table userFactsTable(const std::vector<catalogue::UserFact>& facts, words::Language language);

// Prices of a type in order of date, and beside them what bills of the workspace come to per hour in each month.
Table historyTable(const std::vector<catalogue::Price>& history, const std::vector<store::BilledMonth>& billed,
    const std::string& instance_type, words::Language language);
// The same as steps over time, those in `currency`; each point with its source. Others are named in the description.
PlotSpec historyPlot(const std::vector<catalogue::Price>& history, const std::vector<store::BilledMonth>& billed,
    const std::string& instance_type, const std::string& currency, words::Language language);
// Currencies that the history has a price in, in order of code.
std::vector<std::string> historyCurrencies(
    const std::vector<catalogue::Price>& history, const std::vector<store::BilledMonth>& billed);

// "the latest one up to that day"
std::string whyText(catalogue::FoundPrice::Why why, words::Language language);

} // namespace fullscope::report
