// SPDX-License-Identifier: GPL-3.0-or-later
// The time of a run that is not plainly productive, stretch by stretch: how long, which lines, and why it is where it
// is.
#pragma once

#include "core/base/job.h"
#include "core/evidence/sample_reader.h"
#include "core/ledger/time_ledger.h"

#include <vector>

namespace fullscope::ledger {

enum class Why {
    user_mark, // the user says so
    event, // a line of the log says so: Stretch::event_line
    result, // the record holds an evaluation's result
    recurrence, // the log does not say it, but it comes back at a fixed interval
    beyond_pace, // longer than the pace around it allows
    first_record, // beyond the normal pace, in the first record of the run
    after_restart, // the same after a restart
    ran_again, // these steps were trained again later
    between_segments, // from the last record before a restart to what starts after it
    before_records, // from the job's first sign of life
    after_records, // to the job's end
};

struct Stretch {
    TimeCategory category = TimeCategory::productive;
    std::int64_t begin_us = 0, duration_us = 0; // as in TimeSpan; 0 for a mark that moves no time
    std::int64_t first_line = 0, last_line = 0; // of its records, 0 = it has none; of downtime, where training goes on
    std::int64_t first_step = 0, last_step = 0; // of those records
    Why why = Why::beyond_pace;
    std::int64_t event_line = 0;
    int mark = -1; // index in Run::marks: the one that holds for it
};

// The spans of `ledger` that are not productive, in order, then the marks of the run that none of them stands for.
base::Result<std::vector<Stretch>> stretches(const evidence::Run& run, const TimeLedger& ledger,
    const evidence::SampleStore& samples, const base::JobContext& job);

} // namespace fullscope::ledger
