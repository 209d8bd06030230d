// SPDX-License-Identifier: GPL-3.0-or-later
// The database's schema as a forward-only list of steps. A file is brought to the present version by the steps that it
// lacks, in one transaction, after a copy was put beside it.
#pragma once

#include "core/store/database.h"

#include <span>
#include <string>

namespace fullscope::store {

// steps[v] turns version v into v + 1; version 0 is an empty database.
using SchemaSteps = std::span<const std::string_view>;

SchemaSteps schemaSteps();

base::Result<int> schemaVersion(Database& database);

// Brings the database to the version steps.size(). One that holds something already (version > 0) is copied first, to
// backupPath() of the database's path. On failure the database is as it was, and so is the copy.
base::Status migrate(Database& database, SchemaSteps steps);
// The same without a copy, for a database that is one.
base::Status migrateInPlace(Database& database, SchemaSteps steps);

// Name of the copy made of a file of `version`: "a.fullscope" → "a.v1.fullscope", and "a.v1-2.fullscope" … when that
// exists.
std::string backupPath(const std::string& path, int version);

} // namespace fullscope::store
