// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"

namespace fullscope::analysis {

// Can inputs move together as the scenario says? correlation_impossible where its rank correlations are not positive
// semi-definite together (found: the least eigenvalue).
base::Status checkCorrelations(const scenario::Scenario& scenario);

} // namespace fullscope::analysis
