// SPDX-License-Identifier: GPL-3.0-or-later
// What the catalogue knows of the instances that the options of a scenario name.
#pragma once

#include "core/analysis/turning_points.h"
#include "core/catalogue/catalogue.h"
#include "core/words/words.h"

namespace fullscope::report {

// One for each option. Its instance is the longest type of the catalogue that its name holds, else the one that the
// provenance of its price holds; without one, and for prices in another currency than the catalogue's, nothing is
// known.
std::vector<analysis::KnownLimits> knownLimits(
    const scenario::Scenario& scenario, const catalogue::Catalogue& catalogue, words::Language language);

} // namespace fullscope::report
