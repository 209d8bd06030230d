// SPDX-License-Identifier: GPL-3.0-or-later
// Several logs that are attempts of one run, seen as one.
#pragma once

#include "core/evidence/sample_reader.h"

#include <string>
#include <vector>

namespace fullscope::evidence {

// What can be joined to a run.
enum class PartRole {
    attempt, // a further piece of the same training: its records follow
    rank, // the same records as another process printed them: not counted again
    telemetry,
    job,
};

// Why something looks like a part of a run.
enum class PartReason {
    continues, // its steps go on where the other's end, later in time
    same_records, // the same steps with the same losses: another rank's log, or a copy
    beginning, // its records are the first ones of the run: the log, or the trainer's state, of an earlier time
    same_time, // it was written while the run went on
};

struct RunPart {
    PartRole role = PartRole::attempt;
    std::int64_t part_id = 0; // of a run, telemetry or list of jobs
    std::int64_t record = -1; // of a list of jobs: the position of the job
    std::int64_t shift_us = 0; // added to the times of the part, whose clock or zone is another

    bool operator==(const RunPart&) const = default;
};

struct JoinedRun {
    Run run; // id and name of the first attempt, files of all
    std::vector<std::vector<int>> series; // by attempt: its own index of each joined series, -1 = it has none
    std::vector<std::int64_t> lines_before; // by attempt: of the files before its own
    std::vector<base::Problem> problems; // facts that differ between attempts; the first one holds
};

// At least one attempt, in the order in which they ran; `shifts_us` are added to their times. Lines count on from one
// file to the next (Run::placeOf). Series of the same name but another unit, scope or window stay apart.
JoinedRun joinAttempts(std::vector<Run> attempts, const std::vector<std::int64_t>& shifts_us);

} // namespace fullscope::evidence
