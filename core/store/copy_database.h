// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/database.h"

#include <string>

namespace fullscope::store {

// The whole database, as it is at one moment, at `path`: written beside it and moved into place, so that a copy of
// this name is always a whole one. Others may go on reading and writing the database meanwhile. A damaged one is
// store_corrupt and not copied; disk_full, write_failed name `path`.
base::Status copyDatabase(Database& database, const std::string& path);

} // namespace fullscope::store
