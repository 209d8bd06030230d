// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges over which inputs are looked at, and where totals meet within them.
#pragma once

#include "core/analysis/comparison.h"

namespace fullscope::analysis {

// From a quarter to four times the figure that stands there (of a distribution: its median), evenly spaced by ratio; of
// a share, from 0 to three times as much and at least 20 %. Errors: not_given; those of checkPlace().
base::Result<SweepRange> usualRange(const scenario::Scenario& scenario, const InputPlace& place, int points);
// "10..40", "$10..$40/h", "5 % to 20 %"; by ratio where the ends are ten times apart. Errors: as scenario::parseValue,
// bad_value (no range, or one without extent).
base::Result<SweepRange> parseRange(
    std::string_view text, scenario::Input input, const std::string& currency, int points);

struct Meeting { // of the totals of two options
    std::size_t first = 0, second = 0;
    double x = 0, total = 0;
};
// Where totals meet between two values of an input, ascending: of every option with the baseline, and where the input
// is that of one option, of this one with every other.
base::Result<std::vector<Meeting>> meetings(
    const scenario::Scenario& scenario, const InputPlace& place, double from, double to);

} // namespace fullscope::analysis
