// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/run_events.h"

#include <algorithm>
#include <cmath>

namespace fullscope::ledger {

using evidence::Event;
using evidence::EventKind;

namespace {

constexpr std::int64_t kLatestTime = 400'000'000'000'000'000; // year 14,000, either way from 1970
constexpr double kLongestEvent_s = 1e9;

std::optional<double> secondsOf(const Event& event)
{
    return event.seconds >= 0 && event.seconds <= kLongestEvent_s ? std::optional(event.seconds) : std::nullopt;
}

// A begin and an end that may have times, else what one of their texts says.
std::optional<double> secondsBetween(const Event& begin, const Event& end)
{
    if (isTime(begin.time_us) && isTime(end.time_us) && end.time_us >= begin.time_us)
        return static_cast<double>(end.time_us - begin.time_us) / static_cast<double>(base::kSecondUs);
    return secondsOf(end) ? secondsOf(end) : secondsOf(begin);
}

bool startsTraining(EventKind kind)
{
    return kind == EventKind::job_start || kind == EventKind::train_start || kind == EventKind::resume;
}

} // namespace

bool isTime(std::int64_t time_us)
{
    return time_us != base::kNoTime && time_us >= -kLatestTime && time_us <= kLatestTime;
}

MarkCursor::MarkCursor(std::vector<MarkedRecords> ranges)
    : m_ranges(std::move(ranges))
{
}

MarkCursor::State MarkCursor::at(std::int64_t sample)
{
    while (m_next < m_ranges.size() && m_ranges[m_next].last < sample)
        ++m_next;
    State state;
    for (std::size_t i = m_next; i < m_ranges.size() && m_ranges[i].first <= sample; ++i) {
        if (m_ranges[i].last < sample)
            continue;
        const std::optional<double>& more = m_ranges[i].seconds;
        if (!state.marked)
            state.seconds = more;
        else if (state.seconds && more)
            *state.seconds += *more;
        else
            state.seconds.reset();
        state.marked = true;
    }
    return state;
}

RunEvents::RunEvents(const evidence::Run& run, std::int64_t samples)
    : m_events(run.events)
{
    std::stable_sort(m_events.begin(), m_events.end(),
        [](const Event& a, const Event& b) { return a.after_sample < b.after_sample; });
    findStarts(run, samples);
    findMarks(Mark::compile, EventKind::compile_begin, EventKind::compile_end, samples);
    findMarks(Mark::checkpoint, EventKind::checkpoint_begin, EventKind::checkpoint_end, samples);
    findMarks(Mark::evaluation, EventKind::evaluation_begin, EventKind::evaluation_end, samples);
    findEarlyCompiles();
    findEnds(samples);
}

void RunEvents::findStarts(const evidence::Run& run, std::int64_t samples)
{
    for (const Event& event : m_events)
        if (startsTraining(event.kind))
            starts.push_back(event.after_sample + 1);
    std::int64_t records = 0;
    for (const evidence::SourceFile& file : run.files)
        records += file.records;
    if (records == samples) {
        records = 0;
        for (const evidence::SourceFile& file : run.files)
            starts.push_back(records += file.records);
    }
    std::sort(starts.begin(), starts.end());
    starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
    std::erase_if(starts, [samples](std::int64_t start) { return start <= 0 || start >= samples; });
}

void RunEvents::findMarks(Mark mark, EventKind begin, EventKind end, std::int64_t samples)
{
    std::vector<MarkedRecords>& ranges = marks[static_cast<std::size_t>(mark)];
    const Event* open = nullptr;
    const auto close = [&](const Event& from, const Event& to) {
        const std::int64_t last = std::min(to.after_sample + 1, samples - 1);
        if (from.after_sample + 1 < samples)
            ranges.push_back({from.after_sample + 1, last, &from == &to ? secondsOf(from) : secondsBetween(from, to)});
    };
    for (const Event& event : m_events) {
        if (event.kind == begin) {
            if (open != nullptr && open->after_sample == event.after_sample)
                continue; // the same work, told in two lines
            if (open != nullptr)
                close(*open, *open);
            open = &event;
        } else if (event.kind == end) {
            close(open != nullptr ? *open : event, event);
            open = nullptr;
        } else if (startsTraining(event.kind) && open != nullptr) {
            close(*open, *open); // what had begun was cut off
            open = nullptr;
        }
    }
    if (open != nullptr)
        close(*open, *open);
}

void RunEvents::findEarlyCompiles()
{
    constexpr std::int64_t us = base::kSecondUs;
    std::int64_t open = base::kNoTime;
    const auto add = [this](std::int64_t begin, std::int64_t end) {
        if (!early_compiles.empty())
            begin = std::max(begin, early_compiles.back().end_us);
        if (begin < end)
            early_compiles.push_back({begin, end});
    };
    for (const Event& event : m_events) {
        if (event.after_sample >= 0)
            break;
        const std::optional<double> seconds = secondsOf(event);
        const auto length = static_cast<std::int64_t>(std::llround(seconds.value_or(0) * static_cast<double>(us)));
        if (!isTime(event.time_us))
            continue;
        if (event.kind == EventKind::compile_begin && seconds) {
            add(event.time_us, event.time_us + length);
        } else if (event.kind == EventKind::compile_begin) {
            open = event.time_us;
        } else if (event.kind == EventKind::compile_end) {
            if (open != base::kNoTime)
                add(open, event.time_us);
            else if (seconds)
                add(event.time_us - length, event.time_us);
            open = base::kNoTime;
        }
    }
}

void RunEvents::findEnds(std::int64_t samples)
{
    std::int64_t failure_us = base::kNoTime;
    for (const Event& event : m_events) {
        if (!isTime(event.time_us))
            continue;
        if (event.after_sample < 0)
            run_begin_us = run_begin_us == base::kNoTime ? event.time_us : std::min(run_begin_us, event.time_us);
        if (event.after_sample == samples - 1 && event.kind == EventKind::job_end)
            job_end_us = std::max(job_end_us, event.time_us); // kNoTime is the smallest
        if (event.after_sample == samples - 1 && event.kind == EventKind::failure)
            failure_us = std::max(failure_us, event.time_us);
    }
    if (!early_compiles.empty())
        run_begin_us = std::min(run_begin_us, early_compiles.front().begin_us);
    if (job_end_us == base::kNoTime)
        job_end_us = failure_us; // a job that was killed ends there
}

std::int64_t RunEvents::startTime(std::int64_t sample) const
{
    std::int64_t start_us = base::kNoTime;
    auto it = std::partition_point(
        m_events.begin(), m_events.end(), [sample](const Event& event) { return event.after_sample + 1 < sample; });
    for (; it != m_events.end() && it->after_sample + 1 == sample; ++it)
        if ((it->kind == EventKind::train_start || it->kind == EventKind::resume) && isTime(it->time_us))
            start_us = std::max(start_us, it->time_us);
    return start_us;
}

std::int64_t RunEvents::resumedStep(std::int64_t sample) const
{
    std::int64_t step = -1;
    auto it = std::partition_point(
        m_events.begin(), m_events.end(), [sample](const Event& event) { return event.after_sample + 1 < sample; });
    for (; it != m_events.end() && it->after_sample + 1 == sample; ++it)
        if (it->kind == EventKind::resume && it->step >= 0)
            step = it->step;
    return step;
}

} // namespace fullscope::ledger
