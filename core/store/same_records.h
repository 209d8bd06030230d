// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/run.h"
#include "core/store/database.h"

#include <span>

namespace fullscope::store {

// Whether the records of the run `shorter` are the first ones of `longer`: step, time and every series that `shorter`
// logs, record by record. Lines may differ, and `longer` may log more. Without what is joined to them; a run without
// records begins no other one. `series` are those of `longer`, which need not be stored yet.
base::Result<bool> beginsWith(
    Database& database, std::int64_t longer, std::span<const evidence::SeriesInfo> series, std::int64_t shorter);

} // namespace fullscope::store
