// SPDX-License-Identifier: GPL-3.0-or-later
// Words about options under several workloads and horizons.
#pragma once

#include "core/words/words.h"

#include <string>
#include <vector>

namespace fullscope::words {

enum class CaseWord {
    title,
    grid_title,
    grid_title_drawn,
    workload,
    horizon,
    own, // the scenario's
    p10_to_p90,
    range,
    per_mtok,
    days,
    change, // against the baseline
    cheapest,
    probability,
    same_cheapest,
    other_cheapest,
    times_cheapest,
    throughput_left_out,
    throughput_modelled,
    throughput_judged, // option, tokens/s, possible or not, why
    modelled_throughput_judged, // the same
    beyond_horizon, // option, months of its runs, of the horizon
    nothing_compared, // case, options with a figure, options
    failed,
    rest_stands,
    same_draws,
    mark_note,
    throughput_note,
    change_plot,
    total_plot,
    as_baseline,
    overrides_title,
    in_scenario,
    here,
    section, // of the report, in the list of sections
    count
};
std::string say(CaseWord word, Language language, const std::vector<std::string>& arguments = {});

} // namespace fullscope::words
