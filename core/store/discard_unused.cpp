// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/discard_unused.h"

#include "core/store/database.h"

#include <vector>

#include <unistd.h>

namespace fullscope::store {

namespace {

bool isEmpty(Database& database)
{
    std::vector<std::string> tables;
    // A batch is a number that an import took.
    const base::Status listed = database.each(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'batch'",
        [&](const Statement& row) { tables.push_back(row.text(0)); });
    if (!listed.ok())
        return false;
    for (const std::string& table : tables) {
        const auto rows = database.integer("SELECT EXISTS (SELECT 1 FROM \"" + table + "\")");
        if (!rows.ok() || *rows != 0)
            return false;
    }
    return true;
}

} // namespace

void discardUnused(const std::string& path)
{
    auto database = Database::open(path, Database::Mode::read_write);
    // Leaving WAL mode and an exclusive transaction are granted to the only connection, and keep others out meanwhile.
    if (database.ok() && database->execute("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE").ok() && isEmpty(*database))
        ::unlink(path.c_str());
}

} // namespace fullscope::store
