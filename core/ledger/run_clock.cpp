// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/run_clock.h"

#include <algorithm>
#include <cmath>

namespace fullscope::ledger {

namespace {

// Bounded so that no record, however odd, overflows a sum of a few; the ledger checks the sum of all.
std::int64_t microseconds(double seconds)
{
    constexpr double longest_us = 1e17;
    return static_cast<std::int64_t>(
        std::llround(std::clamp(seconds * static_cast<double>(base::kSecondUs), 0.0, longest_us)));
}

} // namespace

RunClock::RunClock(const evidence::Run& run, const evidence::SampleStore& samples, const Survey& survey,
    Setting setting, const base::JobContext& job)
    : m_survey(survey)
    , m_setting(setting)
    , m_rows(run, samples, survey.segments, job)
    , m_ahead(run, samples, survey.segments, job)
{
}

const base::Status& RunClock::status() const
{
    return m_ahead.status() ? m_rows.status() : m_ahead.status();
}

double RunClock::ownSeconds(const RunRow& row) const
{
    if (row.steps == 0)
        return 0;
    const auto steps = static_cast<double>(row.steps);
    if (!row.hasStepTime())
        return steps * m_setting.pace;
    return m_setting.interval_mean ? steps * row.step_time : row.step_time + (steps - 1) * m_setting.pace;
}

bool RunClock::next(TimedRow& timed)
{
    timed = {};
    if (!m_rows.next(timed.row))
        return false;
    const RunRow& row = timed.row;
    if (!m_setting.timed) {
        timed.duration_us = microseconds(ownSeconds(row));
        timed.observed = row.hasStepTime() || row.steps == 0;
        return true;
    }
    timed.backwards = row.timed() && m_last_time_us != base::kNoTime && row.time_us < m_last_time_us;
    if (row.first)
        beginSegment(timed);
    else if (!m_gap && !row.timed())
        openGap(lookAhead(row));
    if (m_gap) {
        passGap(timed);
    } else if (row.timed()) {
        const std::int64_t end_us = std::max(m_now_us, row.time_us);
        timed.duration_us = end_us - m_now_us;
        m_now_us = end_us;
    } else {
        passOwn(timed);
    }
    if (row.timed())
        m_last_time_us = row.time_us;
    return status().ok();
}

// The start of a segment is where its first record starts: its time less what it took.
void RunClock::beginSegment(TimedRow& timed)
{
    const RunRow& row = timed.row;
    const std::int64_t start_us = m_survey.segments[static_cast<std::size_t>(row.segment)].start_us;
    m_gap.reset();
    if (row.timed()) {
        timed.observed = row.hasStepTime() || (start_us != base::kNoTime && start_us <= row.time_us);
        const bool told = timed.observed && !row.hasStepTime();
        const double told_s = told ? static_cast<double>(row.time_us - start_us) / static_cast<double>(base::kSecondUs)
                                   : ownSeconds(row);
        placeStart(timed, row.time_us, told_s);
        return;
    }
    const Ahead ahead = lookAhead(row);
    timed.observed = row.hasStepTime();
    if (!ahead.found)
        return; // no time in the whole segment
    placeStart(timed, ahead.time_us, ahead.seconds);
    openGap(ahead);
}

// Sets the clock to `seconds` before `end_us`, but not before the log says that training starts, nor into the past.
void RunClock::placeStart(TimedRow& timed, std::int64_t end_us, double seconds)
{
    const std::int64_t told_us = m_survey.segments[static_cast<std::size_t>(timed.row.segment)].start_us;
    std::int64_t start_us = end_us - microseconds(seconds);
    if (told_us != base::kNoTime && told_us <= end_us)
        start_us = std::max(start_us, told_us);
    if (!m_anchored) {
        if (m_setting.not_before_us != base::kNoTime && m_setting.not_before_us <= end_us)
            start_us = std::max(start_us, m_setting.not_before_us);
        m_begin_us = start_us - m_now_us; // records of segments before, without times, lie right before
        m_now_us = start_us;
        m_anchored = true;
        return;
    }
    start_us = std::max(start_us, m_now_us);
    timed.gap_us = start_us - m_now_us;
    m_now_us = start_us;
}

RunClock::Ahead RunClock::lookAhead(const RunRow& from)
{
    while (!m_ahead_ended && (!m_ahead_started || m_ahead_row.sample < from.sample)) {
        m_ahead_started = true;
        m_ahead_ended = !m_ahead.next(m_ahead_row);
    }
    Ahead ahead;
    while (!m_ahead_ended && m_ahead_row.segment == from.segment) {
        ahead.seconds += ownSeconds(m_ahead_row);
        ahead.steps += static_cast<double>(m_ahead_row.steps);
        ahead.all_step_times = ahead.all_step_times && (m_ahead_row.hasStepTime() || m_ahead_row.steps == 0);
        if (m_ahead_row.timed()) {
            ahead.found = true;
            ahead.time_us = m_ahead_row.time_us;
            ahead.sample = m_ahead_row.sample;
            return ahead;
        }
        m_ahead_ended = !m_ahead.next(m_ahead_row);
    }
    return ahead;
}

void RunClock::openGap(const Ahead& ahead)
{
    if (!ahead.found)
        return;
    Gap gap;
    gap.from_us = m_now_us;
    gap.to_us = std::max(m_now_us, ahead.time_us);
    gap.last_sample = ahead.sample;
    gap.by_step_time = ahead.all_step_times && ahead.seconds > 0;
    gap.weight = gap.by_step_time ? ahead.seconds : ahead.steps;
    m_gap = gap;
}

// A record without time takes its share of the time to the next one that has one.
void RunClock::passGap(TimedRow& timed)
{
    Gap& gap = *m_gap;
    gap.passed += gap.by_step_time ? ownSeconds(timed.row) : static_cast<double>(timed.row.steps);
    std::int64_t end_us = gap.to_us;
    if (timed.row.sample != gap.last_sample) {
        const double share = gap.weight > 0 ? std::min(1.0, gap.passed / gap.weight) : 0;
        end_us = gap.from_us
            + static_cast<std::int64_t>(std::llround(share * static_cast<double>(gap.to_us - gap.from_us)));
        timed.interpolated = true;
    }
    end_us = std::clamp(end_us, m_now_us, gap.to_us);
    timed.duration_us = end_us - m_now_us;
    m_now_us = end_us;
    if (timed.row.sample == gap.last_sample)
        m_gap.reset();
}

// No time here nor later in the segment: what the record says of itself, else the steady pace.
void RunClock::passOwn(TimedRow& timed)
{
    timed.duration_us = microseconds(ownSeconds(timed.row));
    timed.observed = timed.row.hasStepTime() || timed.row.steps == 0;
    m_now_us += timed.duration_us;
}

} // namespace fullscope::ledger
