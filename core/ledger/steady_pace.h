// SPDX-License-Identifier: GPL-3.0-or-later
// The steady step time of a run, and its local value where the pace drifts (a learning phase with longer sequences is
// not a stall).
#pragma once

#include "core/ledger/run_rows.h"

#include <optional>
#include <vector>

namespace fullscope::ledger {

// Which of the two ways to know a step time is used, and how many records make one value.
struct PaceSource {
    bool logged = false; // else differences of times over steps
    std::int64_t records = 1; // more than one where stamps are too coarse for a single record
};

// Turns rows into step times, outside the first record of each segment.
class StepTimes {
public:
    explicit StepTimes(PaceSource source)
        : m_source(source)
    {
    }
    // The value that this row completes, if it does.
    std::optional<double> feed(const RunRow& row);
    std::int64_t given() const { return m_given; }

private:
    std::optional<double> give(double seconds);
    std::optional<double> fromTimes(const RunRow& row);

    PaceSource m_source;
    std::int64_t m_given = 0;
    std::int64_t m_time_us = base::kNoTime; // of the last record with a time, in this segment
    std::int64_t m_steps = 0; // since then
    std::int64_t m_records = 0, m_group_us = 0, m_group_steps = 0;
};

struct Pace {
    PaceSource source;
    std::optional<SteadyStepTime> steady; // absent without any step time
    bool only_first = false; // no record but the first of a segment has a step time
    bool disagrees = false; // what the log calls its step time does not fit the time between its records
    double median_from_times = 0, median_logged = 0; // 0 = none

    double noise = 0; // 3 · 1.4826 · median absolute deviation, seconds per step
    std::int64_t window = 0; // step times in each of `windows`
    std::vector<double> windows; // their medians; empty when the pace does not drift
    std::vector<double> course; // the same, whether it does or not

    // The steady step time around the `given`-th value for a record that took `seconds` per step: where the pace
    // changes, that of the neighbouring window that is nearest.
    double at(std::int64_t given, double seconds) const;
};

base::Result<Pace> steadyPace(RowReader& rows, const evidence::Run& run, const Survey& survey);

} // namespace fullscope::ledger
