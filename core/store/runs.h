// SPDX-License-Identifier: GPL-3.0-or-later
// Runs in the database: facts, events, series and the time ledger. Their samples are in samples.h.
#pragma once

#include "core/store/database.h"
#include "core/store/workspace_file.h"

#include <optional>
#include <string>
#include <vector>

namespace fullscope::store {

constexpr std::size_t kSparklinePoints = 100;

struct PartRow { // of the table run_part
    std::int64_t run_id = 0, position = 0;
    evidence::RunPart part;
};

struct RunExtras { // of the run, found while it was stored
    std::int64_t sample_count = 0;
    std::int64_t first_time_us = base::kNoTime;
    std::vector<float> sparkline;
};

// Of run.files, nothing: they belong to the import.
base::Status insertRun(Database& database, std::int64_t id, const evidence::Run& run, const RunExtras& extras);
base::Result<evidence::Run> readRun(Database& database, std::int64_t id); // id_unknown
base::Result<evidence::Run> readColumns(Database& database, std::int64_t id); // of it only series and sample_count

base::Status writeTimeLedger(Database& database, std::int64_t run_id, const ledger::TimeLedger& ledger);
base::Result<ledger::TimeLedger> readTimeLedger(Database& database, std::int64_t run_id); // id_unknown

base::Result<std::vector<RunSummary>> readRunSummaries(Database& database);

base::Status writeSparkline(Database& database, std::int64_t run_id, const std::vector<float>& sparkline);

// What a user has said about a run and its file does not: it outlives an import of the same file.
struct UserWords {
    std::optional<std::string> name;
    std::vector<evidence::Fact> facts;
    std::int64_t run_id = 0; // before
    std::vector<PartRow> parts; // of it, and the row that makes it a part
};
base::Result<UserWords> readUserWords(Database& database, std::int64_t run_id);
// `ids`: of runs that were imported anew, before and now; now 0 = not there (yet).
using NewIds = std::vector<std::pair<std::int64_t, std::int64_t>>;
base::Status writeUserWords(Database& database, std::int64_t run_id, const UserWords& words, const NewIds& ids);

base::Status renameRun(Database& database, std::int64_t run_id, const std::string& name); // id_unknown
// An empty value takes back what the user said.
base::Status stateFact(Database& database, std::int64_t run_id, const std::string& name, const std::string& value);

// Median step time in seconds of at most kSparklinePoints stretches of equal length; stretches without one are left
// out. Where the log has no step times they follow from times and steps.
base::Result<std::vector<float>> sparkline(
    const evidence::SampleStore& samples, int step_time_series, std::int64_t count);

} // namespace fullscope::store
