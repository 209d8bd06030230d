// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of jobs in the database.
#pragma once

#include "core/evidence/joined_run.h"
#include "core/ledger/job_times.h"
#include "core/store/database.h"
#include "core/store/workspace_file.h"

#include <vector>

namespace fullscope::store {

// Of list.files, nothing: they belong to the import.
base::Status insertJobList(Database& database, std::int64_t id, const evidence::JobList& list);
base::Result<evidence::JobList> readJobList(Database& database, std::int64_t id); // id_unknown
base::Result<std::vector<JobListSummary>> readJobListSummaries(Database& database);

// Jobs of the list; nothing where the import is no list of jobs.
base::Result<std::optional<std::int64_t>> countJobs(Database& database, std::int64_t id);
// Those that the user has joined to a run, with their shifts.
base::Result<std::vector<ledger::JoinedJob>> readJoinedJobs(
    Database& database, const std::vector<evidence::RunPart>& parts);
// What was joined to a job of the list `from` is joined to the same job of `to`, which stands at the same place: the
// file is the same, or has grown.
base::Status moveJoinedJobs(Database& database, std::int64_t from, std::int64_t to);

} // namespace fullscope::store
