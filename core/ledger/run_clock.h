// SPDX-License-Identifier: GPL-3.0-or-later
// How long each record took. With times in the log, the durations of records and the gaps between segments add up to
// the time from the start of the first record to the last one, whatever the times do in between.
#pragma once

#include "core/ledger/run_rows.h"

#include <optional>

namespace fullscope::ledger {

struct TimedRow {
    RunRow row;
    std::int64_t gap_us = 0; // before it, to the end of the segment before
    std::int64_t duration_us = 0;
    bool observed = true; // false: the log does not say how long it took, the steady pace is assumed
    bool interpolated = false; // it has no time, its neighbours have
    bool backwards = false; // its time is earlier than one before it in the log; counted as no time passing
};

class RunClock {
public:
    struct Setting {
        bool timed = false;
        bool interval_mean = false; // a logged step time is a mean over the record's steps, else that of the last one
        double pace = 0; // seconds per step where nothing else is known
        std::int64_t not_before_us = base::kNoTime; // the run's first sign of life
    };

    RunClock(const evidence::Run& run, const evidence::SampleStore& samples, const Survey& survey, Setting setting,
        const base::JobContext& job);

    bool next(TimedRow& timed); // false at the end and on an error
    const base::Status& status() const;

    // With times: start of the first record and end of the last one so far; kNoTime before the log's first time.
    std::int64_t beginTime() const { return m_begin_us; }
    std::int64_t endTime() const { return m_anchored ? m_now_us : base::kNoTime; }

private:
    // Neighbouring records without times, up to and with the one that has a time again.
    struct Gap {
        std::int64_t from_us = 0, to_us = 0;
        std::int64_t last_sample = -1;
        bool by_step_time = false; // else by steps
        double weight = 0, passed = 0;
    };
    // What a look ahead from a record to the next one with a time in the same segment finds.
    struct Ahead {
        bool found = false;
        std::int64_t time_us = base::kNoTime, sample = -1;
        double seconds = 0, steps = 0; // of the records from here to there
        bool all_step_times = true;
    };

    double ownSeconds(const RunRow& row) const;
    Ahead lookAhead(const RunRow& from);
    void beginSegment(TimedRow& timed);
    void placeStart(TimedRow& timed, std::int64_t end_us, double seconds);
    void openGap(const Ahead& ahead);
    void passGap(TimedRow& timed);
    void passOwn(TimedRow& timed);

    const Survey& m_survey;
    const Setting m_setting;
    RowReader m_rows, m_ahead;
    RunRow m_ahead_row;
    bool m_ahead_started = false, m_ahead_ended = false;

    bool m_anchored = false; // m_now_us is an instant, not a sum
    std::int64_t m_now_us = 0;
    std::int64_t m_begin_us = base::kNoTime;
    std::int64_t m_last_time_us = base::kNoTime; // logged, of the last record that has one
    std::optional<Gap> m_gap;
};

} // namespace fullscope::ledger
