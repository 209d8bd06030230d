// SPDX-License-Identifier: GPL-3.0-or-later
// Scenarios of two options.
#pragma once

#include "tests/core/analysis/golden.h"

#include <vector>

namespace fullscope::tests {

// One node that does 1e6 tokens in an hour, so that hours = tokens / 1e6 = 100.
scenario::Scenario hourly(double pricePerHour, double otherPricePerHour);

// Every two of the golden cases whose inputs were drawn at random, under the workload of the first: rented and owned
// ones, with and without commitments, waste measured and modelled.
std::vector<scenario::Scenario> randomPairs();

} // namespace fullscope::tests
