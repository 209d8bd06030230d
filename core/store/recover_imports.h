// SPDX-License-Identifier: GPL-3.0-or-later
// For recover.cpp: what belongs to one import in the attached database `damaged`, and the proof that it is whole.
#pragma once

#include "core/store/database.h"
#include "core/store/recover.h"

#include <optional>
#include <set>

namespace fullscope::store {

using DamagedTables = std::set<std::string, std::less<>>;

// Names of all tables that imports, scenarios and documents have, in which SQLite finds damage.
base::Result<DamagedTables> damagedTables(Database& database, const base::JobContext& job);

// Copies the import `id`, of the kind `kind`, into the main database; nothing where it is there and whole. Else the
// caller takes back what it has left.
base::Result<std::optional<Lost::Why>> takeOver(
    Database& database, Recoverable kind, std::int64_t id, const DamagedTables& damaged);

// Errors that say nothing about the damaged file: the disk is full, the user stopped it …
bool endsRecovery(const base::Error& error);

} // namespace fullscope::store
