// SPDX-License-Identifier: GPL-3.0-or-later
// What runs and bills have in common: the import, its files, its problems.
#pragma once

#include "core/store/database.h"
#include "core/store/workspace_file.h"

#include <string>
#include <vector>

namespace fullscope::store {

base::Result<std::int64_t> insertBatch(Database& database);
base::Result<std::int64_t> insertImport(Database& database, std::int64_t batch);
// With everything that hangs on it; id_unknown.
base::Status removeImport(Database& database, std::int64_t id);

base::Status insertFiles(Database& database, std::int64_t import_id, const std::vector<evidence::SourceFile>& files);
base::Result<std::vector<evidence::SourceFile>> readFiles(Database& database, std::int64_t import_id);
// Imports before `import_id` that hold a file of the same content as one of `files`.
base::Result<std::vector<std::int64_t>> importsOfSameContent(
    Database& database, std::int64_t import_id, const std::vector<evidence::SourceFile>& files);

// Those of the time ledger are replaced when it is computed anew.
enum class ProblemSource { parser, time_ledger };
base::Status writeProblems(
    Database& database, std::int64_t import_id, ProblemSource source, const std::vector<base::Problem>& problems);
base::Result<std::vector<base::Problem>> readProblems(Database& database, std::int64_t import_id, ProblemSource source);
base::Result<std::vector<StoredProblem>> readAllProblems(Database& database);

base::Error idUnknown(std::int64_t id);

} // namespace fullscope::store
