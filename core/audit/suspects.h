// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/audit/audit.h"

#include <vector>

namespace fullscope::audit {

// The smallest sets of figures that enter every contradiction of `findings` (Audit::suspects).
std::vector<SuspectSet> suspectsOf(
    const std::vector<Finding>& findings, const std::vector<Finding>& holds, const std::vector<Claim>& claims);

} // namespace fullscope::audit
