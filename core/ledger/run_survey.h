// SPDX-License-Identifier: GPL-3.0-or-later
// The first pass over a run: its segments, what its records carry, and the sums that rates need.
#pragma once

#include "core/base/job.h"
#include "core/evidence/sample_reader.h"
#include "core/ledger/run_events.h"
#include "core/ledger/time_ledger.h"

#include <optional>
#include <vector>

namespace fullscope::ledger {

// A step number that is exact in a double and of which a whole run can be summed; no log has a larger one.
std::int64_t boundedStep(std::int64_t step);
// A step time that can stand in a ledger: finite, not negative, below 30 years.
bool isStepTime(double seconds);

struct PlannedSegment {
    Segment records;
    std::int64_t first_steps = 1; // steps that the first record covers; nothing before it says so
    std::int64_t interval = 1; // steps from one record to the next
    std::int64_t start_us = base::kNoTime; // the log's own word on where training starts here
};

// An amount that steps consume, over those records that tell it.
struct Growth {
    double amount = 0;
    double steps = 0;
    double low = 0, high = 0; // per step, of single records

    void add(double grown, double over_steps);
    std::optional<double> perStep() const { return steps > 0 ? std::optional(amount / steps) : std::nullopt; }
    bool varies() const { return differ(low, high); }
    // By more than rounding and a cut last batch explain.
    static bool differ(double a, double b);
};

struct Survey {
    std::int64_t samples = 0;
    std::vector<PlannedSegment> segments;
    double first_loss = evidence::kNotLogged, last_loss = evidence::kNotLogged;
    double loss_sum = 0, loss_steps = 0; // over the steps of records that are not the first of a segment
    std::int64_t without_loss = 0; // records whose loss is not a positive number
    std::int64_t lost_losses = 0; // records since the last finite loss whose loss is nan or infinite
    std::int64_t lost_line = 0, lost_step = 0; // of the first of these

    std::int64_t with_time = 0; // records
    std::int64_t with_step_time = 0, odd_step_times = 0;
    std::int64_t advancing = 0; // records that cover steps
    bool whole_seconds = true; // no time has a fraction
    std::int64_t short_intervals = 0; // between times of neighbours, shorter than five seconds
    double short_seconds = 0; // their sum
    std::int64_t jumps = 0, jumped_steps = 0; // records that cover far more steps than the others; the steps too many

    Growth tokens, sequences; // of the running totals
    Growth batch; // sequences by the series global_batch

    bool timed() const { return with_time >= 2 || (samples == 1 && with_time == 1); }
};

base::Result<Survey> survey(const evidence::Run& run, const evidence::SampleStore& samples, const RunEvents& events,
    const base::JobContext& job);

// A fact as a positive number, where it is one.
std::optional<double> positiveFact(const evidence::Run& run, std::string_view fact);

} // namespace fullscope::ledger
