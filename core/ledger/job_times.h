// SPDX-License-Identifier: GPL-3.0-or-later
// The jobs that a run ran in, as events of the run: with their starts and ends known, its startup, the time between its
// attempts and its shutdown can be observed.
#pragma once

#include "core/base/job.h"
#include "core/evidence/job.h"
#include "core/evidence/sample_reader.h"

#include <span>
#include <vector>

namespace fullscope::ledger {

struct JoinedJob {
    evidence::Job job;
    std::string file {}; // of the list
    std::int64_t shift_us = 0; // added to its times: the two files may be of different zones
};

struct JobTimes {
    // In order of time: job_start and job_end of each job, and a failure before the end of one that was lost. They are
    // to be added to those of the run.
    std::vector<evidence::Event> events;
    // Jobs that cannot be joined, with the reason; records that none of the jobs explains.
    std::vector<base::Problem> problems;
    std::int64_t between_us = 0; // from the end of one job to the start of the next: nothing ran, and nothing was paid
};

// Pure function of the evidence. A job that overlaps no record of the run, or has no start, or a run without times, is
// a problem and gives no event. A job without end is one that still ran when the list was made.
base::Result<JobTimes> jobTimes(const evidence::Run& run, const evidence::SampleStore& samples,
    std::span<const JoinedJob> jobs, const base::JobContext& context);

// The run with the events of its jobs, for timeLedger().
evidence::Run withJobs(evidence::Run run, const JobTimes& times);

} // namespace fullscope::ledger
