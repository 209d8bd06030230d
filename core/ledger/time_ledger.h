// SPDX-License-Identifier: GPL-3.0-or-later
// The time ledger: every microsecond of a run's wall-clock in exactly one category.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/evidence/sample_reader.h"

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace fullscope::ledger {

enum class TimeCategory {
    startup,
    first_compile,
    recompile,
    checkpoint,
    evaluation,
    stall,
    rework,
    downtime,
    recovery,
    productive,
    shutdown,
    count
};
constexpr std::size_t kTimeCategories = static_cast<std::size_t>(TimeCategory::count);
// Spelled as the enumerator: "first_compile".
std::string_view name(TimeCategory category);

// A stretch of wall-clock in one category, for the band over time. Neighbours of one category are joined; spans are in
// order and without gaps, and their durations per category are the ledger's.
struct TimeSpan {
    TimeCategory category = TimeCategory::productive;
    std::int64_t begin_us = 0; // since the start of the run
    std::int64_t duration_us = 0;
    std::int64_t first_sample = -1; // indices of the samples that it belongs to, -1 = none
    std::int64_t last_sample = -1;

    bool operator==(const TimeSpan&) const = default;
};

struct Segment {
    std::int64_t first_sample = 0, last_sample = 0;
    std::int64_t first_step = 0, last_step = 0; // steps of those records (global step after the record)
};

// Median with its 95 % interval by order statistics; mean over all records, the first of each segment included.
struct SteadyStepTime {
    double median = 0, low = 0, high = 0, mean_all = 0; // seconds per step
};

// Exact Poisson 95 % interval (chi-squared). Without a failure there is no value and no high, only a one-sided low.
struct Mtbf {
    std::optional<double> value, low, high; // hours
};

struct TimeLedger {
    bool timed = false; // the log has times; else wall is the sum of step times and downtime is not observable
    std::int64_t wall_us = 0; // not known, and 0, when no category is present
    // Microseconds by category; absent = not observable (never zero for that). The present ones sum to wall_us exactly.
    std::array<std::optional<std::int64_t>, kTimeCategories> us {};
    std::vector<TimeSpan> spans;
    std::vector<Segment> segments;
    std::int64_t samples = 0;
    std::int64_t restarts = 0; // segments - 1
    std::int64_t recompiles = 0;
    std::int64_t rework_steps = 0;
    std::int64_t first_step = 0, last_step = 0;
    double first_loss = evidence::kNotLogged, last_loss = evidence::kNotLogged; // finite ones; infinite: there is none
    std::optional<SteadyStepTime> steady; // absent without any step time
    std::optional<double> goodput, failure_waste, checkpoint_overhead,
        stall_overhead; // shares; absent = not observable
    // The job's, at the steady step time or, where the batch changes, over the productive time. Needs tokens per step.
    std::optional<double> tokens_per_s_steady;
    std::optional<double> tokens_per_s_paid; // tokens kept / wall; absent where the wall may not be that of all steps
    std::optional<double> tokens_per_s_logged; // median of the log's own figure, for the whole job
    std::optional<double> tokens_per_step; // the mean; as stated by the user, as logged, or global_batch · seq_len
    std::optional<double> samples_per_s_steady;
    Mtbf mtbf;
    std::vector<base::Problem> problems; // assumptions made and oddities found (zone unknown, time backwards, …)
};

// Pure function of the evidence. Several passes over the samples in a few megabytes, whatever their number. No sample
// at all is nothing_readable. Times that go backwards inside a segment are problems, not errors.
base::Result<TimeLedger> timeLedger(
    const evidence::Run& run, const evidence::SampleStore& samples, const base::JobContext& job);

} // namespace fullscope::ledger
