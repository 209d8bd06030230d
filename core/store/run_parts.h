// SPDX-License-Identifier: GPL-3.0-or-later
// What was joined to a run, and the run as its attempts give it together.
#pragma once

#include "core/evidence/joined_run.h"
#include "core/store/database.h"
#include "core/store/workspace_file.h"

#include <memory>
#include <vector>

namespace fullscope::store {

base::Result<std::vector<evidence::RunPart>> readParts(Database& database, std::int64_t run_id); // in their order
// Adds the parts behind those that are there. id_unknown; already_joined for a run that is part of another, or the same
// part of this one (found: its name). A run keeps what was joined to it while it is an attempt of another.
base::Status writeParts(Database& database, std::int64_t run_id, const std::vector<evidence::RunPart>& parts);
// With those of its attempts, shifts added up: what counts for the run. Each once.
base::Result<std::vector<evidence::RunPart>> readAllParts(Database& database, std::int64_t run_id);
base::Status removePart(Database& database, std::int64_t run_id, const evidence::RunPart& part); // id_unknown
// The run of which this one is an attempt or a rank; its own id when it stands alone.
base::Result<std::int64_t> leadOf(Database& database, std::int64_t run_id);

// The run with all its attempts, and with what its jobs say about it among its events. id_unknown.
base::Result<evidence::JoinedRun> readJoinedRun(Database& database, std::int64_t run_id, const base::JobContext& job);

// One attempt as a piece of the joined run.
struct Piece {
    std::int64_t import_id = 0;
    std::int64_t shift_us = 0;
    std::int64_t sample_count = 0;
    std::int64_t lines_before = 0; // in the files of the attempts before
    std::vector<int> series; // as JoinedRun::series
};
base::Result<std::vector<Piece>> readPieces(Database& database, std::int64_t run_id);

// See WorkspaceFile::timeRange.
base::Result<std::pair<std::int64_t, std::int64_t>> readTimeRange(Database& database, std::int64_t run_id);

// The samples of all attempts one after another. What cannot be read is told by the first next().
class JoinedSamples final : public evidence::SampleStore {
public:
    JoinedSamples(Database& database, std::int64_t run_id)
        : m_database(&database)
        , m_run_id(run_id)
    {
    }
    std::unique_ptr<evidence::SampleReader> read(std::vector<int> series) const override;

private:
    Database* m_database;
    std::int64_t m_run_id;
};

// Marks by the lines of the run go to the attempts whose files hold them; one across two files becomes two.
base::Status replaceMarksOfAttempts(
    Database& database, std::int64_t run_id, const std::vector<evidence::UserMark>& marks);

// Computes the ledger of the run as it is now, and what the list shows of it, and stores both.
base::Status refreshRun(Database& database, std::int64_t run_id, const base::JobContext& job);
// And that of the run of which it is a part, and so on.
base::Status refreshWithLeads(Database& database, std::int64_t run_id, const base::JobContext& job);
base::Status removeRunWithParts(Database& database, std::int64_t run_id); // with its attempts and ranks

} // namespace fullscope::store
