// SPDX-License-Identifier: GPL-3.0-or-later
// What a scheduler says about jobs: when they were asked for, ran and ended, on what, and why.
#pragma once

#include "core/base/utc.h"
#include "core/evidence/source_file.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fullscope::evidence {

enum class JobEnd {
    not_known,
    running,
    completed,
    failed, // the job's own fault: exit code, out of memory
    node_failed,
    preempted, // taken away by the platform: spot interruption, requeue, eviction
    timed_out,
    cancelled, // by a user
};

// One attempt of a job: a requeued job has several, under the same id.
struct Job {
    std::int64_t line = 0; // of the file
    std::string job_id;
    std::string name;
    std::string state; // as the scheduler spells it
    JobEnd end = JobEnd::not_known;
    std::int64_t submit_us = base::kNoTime, start_us = base::kNoTime, end_us = base::kNoTime; // as written
    std::optional<std::int64_t> elapsed_us; // as the scheduler counts it
    std::optional<std::int64_t> billable_us; // what the platform bills, times `nodes`
    std::optional<std::int64_t> nodes, accelerators; // accelerators of all nodes together
    std::string instance_type; // of the platform or, at Slurm, the accelerator's type
    std::string reason; // exit code and what else the scheduler says about the end

    bool operator==(const Job&) const = default;
};

struct JobList {
    std::int64_t id = 0; // in the workspace, 0 = not stored
    std::string name; // file name without folder and endings
    std::vector<SourceFile> files;
    std::vector<Job> jobs; // in file order
    bool zone_known = false;
};

} // namespace fullscope::evidence
