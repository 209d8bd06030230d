// SPDX-License-Identifier: GPL-3.0-or-later
// From a path to a database that is known to be one of ours.
#pragma once

#include "core/store/database.h"
#include "core/store/schema.h"
#include "core/store/workspace_file.h"

#include <cstdint>
#include <string>

namespace fullscope::store {

struct OpenedDatabase {
    Database database;
    bool read_only = false;
    int version = 0;
};

// Opens or (read_write) creates. `steps` are those of the schema; tests give others.
base::Result<OpenedDatabase> openDatabase(const std::string& path, Access access, SchemaSteps steps);

// An empty workspace in the empty file `path`.
base::Status fillNew(const std::string& path, SchemaSteps steps);
// Gives what was made as `made` the name `path`, never over a file that is there; `made` may stay, to be removed.
// write_failed with what the system says, disk_full.
base::Status giveName(const std::string& made, const std::string& path);

// Bytes of a page, as the bytes 16 and 17 of a SQLite file say it.
constexpr std::uint64_t pageSize(unsigned char high, unsigned char low)
{
    const unsigned page = static_cast<unsigned>(high) << 8 | low;
    return page == 1 ? 65'536 : page;
}

// A connection that only read leaves SQLite's side files behind when it was the last one; one that may write takes them
// away. Nothing happens where that is not allowed.
void tidySideFiles(const std::string& path);

} // namespace fullscope::store
