// SPDX-License-Identifier: GPL-3.0-or-later
// What the jobs of a list used, by how they ended. Sums are exact microseconds; what a job does not say is not counted
// as zero but told apart.
#pragma once

#include "core/evidence/job.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace fullscope::ledger {

constexpr std::size_t kJobEnds = static_cast<std::size_t>(evidence::JobEnd::cancelled) + 1;
// Spelled as the enumerator: "node_failed".
std::string_view name(evidence::JobEnd end);

// A sum over jobs that tell what it needs, and how many do not.
struct JobSum {
    std::int64_t us = 0;
    std::int64_t without = 0; // jobs
    bool operator==(const JobSum&) const = default;
};

struct JobTotals {
    std::int64_t jobs = 0;
    JobSum ran; // job time
    JobSum nodes; // times nodes: what was held, and paid
    JobSum accelerators; // times accelerators
    JobSum billable; // billable time, times nodes; of platforms that bill by job
    JobSum queued; // from submission to start; not paid
    bool operator==(const JobTotals&) const = default;
};

struct JobFigures {
    JobTotals total;
    std::array<JobTotals, kJobEnds> by_end {}; // they add up to the total exactly

    const JobTotals& of(evidence::JobEnd end) const { return by_end[static_cast<std::size_t>(end)]; }
    // Share of the node time that went to jobs of that end; of the job time where no job tells its nodes. Absent when
    // there is none.
    std::optional<double> share(evidence::JobEnd end) const;
};

// How long the job ran: as the scheduler counts it, else from start to end. Absent for a job that tells neither.
std::optional<std::int64_t> ranFor(const evidence::Job& job);
// From submission to start; absent when it has not started or one is not told.
std::optional<std::int64_t> queuedFor(const evidence::Job& job);

JobFigures jobFigures(std::span<const evidence::Job> jobs);

} // namespace fullscope::ledger
