// SPDX-License-Identifier: GPL-3.0-or-later
// Words about versions of a scenario and what its figures rest on.
#pragma once

#include "core/words/words.h"

#include <string>
#include <vector>

namespace fullscope::words {

enum class ScenarioWord {
    change_title,
    of,
    before,
    after,
    effect_on,
    why,
    total_before,
    total_after,
    change,
    with_others,
    nothing_changed,
    by_shapley,
    in_order,
    no_total,
    option_added,
    option_removed,
    option_renamed,
    baseline_changed,
    currency_changed,
    correlations_changed,
    newly_covered,
    no_longer_covered,
    versions,
    version,
    saved,
    totals,
    changed_in_it,
    assumptions,
    note,
    as_of,
    since,
    since_version,
    same_median,
    variants_changed,
    versions_plot,
    more_changes,
    count
};
std::string say(ScenarioWord word, Language language, const std::vector<std::string>& arguments = {});

} // namespace fullscope::words
