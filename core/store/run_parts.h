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
// part of this one (found: its name); runs that have attempts or ranks of their own bring them along.
base::Status writeParts(Database& database, std::int64_t run_id, const std::vector<evidence::RunPart>& parts);
base::Status removePart(Database& database, std::int64_t run_id, const evidence::RunPart& part); // id_unknown
// The run of which this one is an attempt or a rank; its own id when it stands alone.
base::Result<std::int64_t> leadOf(Database& database, std::int64_t run_id);

// The run with all its attempts. id_unknown.
base::Result<evidence::JoinedRun> readJoinedRun(Database& database, std::int64_t run_id);

// One attempt as a piece of the joined run.
struct Piece {
    std::int64_t import_id = 0;
    std::int64_t shift_us = 0;
    std::int64_t sample_count = 0;
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

// Computes the ledger of the run as it is now, and what the list shows of it, and stores both.
base::Status refreshRun(Database& database, std::int64_t run_id, const base::JobContext& job);

} // namespace fullscope::store
