// SPDX-License-Identifier: GPL-3.0-or-later
// Enumerations as the database spells them: as in C++.
#pragma once

#include "core/base/problem.h"
#include "core/evidence/bill.h"
#include "core/evidence/job.h"
#include "core/evidence/joined_run.h"
#include "core/evidence/run.h"

#include <string_view>

namespace fullscope::store {

// For base::Code, Severity and Handling and the enumerations of runs and bills.
template <typename Enum>
std::string_view nameOf(Enum value);

// The value of that name. One that this program does not know (a file of a newer one) is store_corrupt.
template <typename Enum>
base::Result<Enum> valueOf(std::string_view name);

} // namespace fullscope::store
