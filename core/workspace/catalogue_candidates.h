// SPDX-License-Identifier: GPL-3.0-or-later
// What the catalogue offers for a cell of the scenario.
#pragma once

#include "core/catalogue/catalogue.h"
#include "core/workspace/candidates.h"

#include <set>
#include <string>
#include <utility>

namespace fullscope::workspace {

// A price as a value of a scenario. One that the user entered is assumed, whatever source was stated for it: nobody but
// the user vouches for it. The provenance holds source, day, note, and that it is old against the day `today`.
scenario::Value valueOf(const catalogue::Price& price, const std::string& today, words::Language language);

using TypesAndRegions = std::set<std::pair<std::string, std::string>>; // in lower case

// Of each type, region and option the price that holds on `today` (empty: the latest), those in `billed` first. Only
// prices in `currency`; for committed_price_per_h those of commitments.
void addCataloguePrices(std::vector<Candidate>& out, const catalogue::Catalogue& catalogue,
    const TypesAndRegions& billed, scenario::Input input, const std::string& currency, const std::string& today,
    words::Language language);
// Dense bf16 peaks of whole instances.
void addCataloguePeaks(std::vector<Candidate>& out, const catalogue::Catalogue& catalogue, words::Language language);

// An instance type that the option's name mentions is one of the candidate's label.
bool concerns(const catalogue::Catalogue& catalogue, const Candidate& candidate, const std::string& option_name);

} // namespace fullscope::workspace
