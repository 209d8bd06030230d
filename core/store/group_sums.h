// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/database.h"

namespace fullscope::store {

// Of one group; further rows that are alike are another one, so that memory does not grow with the bill.
constexpr std::int64_t kMostRowsOfGroup = 1 << 18;

// Reads the stored rows of a bill once and gives each group its exact sums and the positions of its rows. Grouping in
// SQL would sort a million rows for it, five times as long. No group has more than `most_rows`: it is done with then.
base::Status storeGroupSums(Database& database, std::int64_t bill_id, std::int64_t most_rows);

} // namespace fullscope::store
