// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

struct sqlite3;

namespace fullscope::store {

// dec_sum(TEXT): exact sum of decimals; NULL when no value was given. A text that is no decimal and an overflow are
// errors, never rounded.
bool registerDecSum(sqlite3* database);

} // namespace fullscope::store
