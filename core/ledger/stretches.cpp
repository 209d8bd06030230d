// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/stretches.h"

#include "core/ledger/user_marks.h"

#include <algorithm>
#include <cmath>

namespace fullscope::ledger {

using evidence::EventKind;

namespace {

// A record whose line and step are wanted, and the stretch that wants them.
struct Wanted {
    std::int64_t sample = 0;
    std::size_t stretch = 0;
    bool is_last = false;
};

bool tells(EventKind kind, TimeCategory category)
{
    switch (category) {
    case TimeCategory::checkpoint:
        return kind == EventKind::checkpoint_begin || kind == EventKind::checkpoint_end;
    case TimeCategory::evaluation:
        return kind == EventKind::evaluation_begin || kind == EventKind::evaluation_end;
    case TimeCategory::recompile:
    case TimeCategory::first_compile:
        return kind == EventKind::compile_begin || kind == EventKind::compile_end;
    default:
        return false;
    }
}

bool begins(EventKind kind)
{
    return kind == EventKind::checkpoint_begin || kind == EventKind::evaluation_begin
        || kind == EventKind::compile_begin;
}

class StretchFinder {
public:
    StretchFinder(const evidence::Run& run, const TimeLedger& ledger)
        : m_run(run)
        , m_ledger(ledger)
        , m_marks(run.marks)
        , m_events(run.events)
    {
        std::stable_sort(m_events.begin(), m_events.end(),
            [](const auto& a, const auto& b) { return a.after_sample < b.after_sample; });
    }

    void takeSpans();
    base::Status readLines(const evidence::SampleStore& samples, const base::JobContext& job);
    void explain();
    void addOtherMarks();
    std::vector<Stretch> take() { return std::move(m_stretches); }

private:
    void explain(Stretch& stretch, const TimeSpan& span) const;
    std::int64_t eventLine(const TimeSpan& span) const;

    const evidence::Run& m_run;
    const TimeLedger& m_ledger;
    const UserMarks m_marks;
    std::vector<evidence::Event> m_events;
    std::vector<Stretch> m_stretches;
    std::vector<std::size_t> m_spans; // of each stretch
    std::vector<Wanted> m_wanted;
    std::vector<bool> m_has_result; // of each stretch: one of its ends holds an evaluation's result
};

void StretchFinder::takeSpans()
{
    const std::vector<TimeSpan>& spans = m_ledger.spans;
    for (std::size_t i = 0; i < spans.size(); ++i) {
        const TimeSpan& span = spans[i];
        if (span.category == TimeCategory::productive)
            continue;
        const std::size_t stretch = m_stretches.size();
        m_stretches.push_back({.category = span.category, .begin_us = span.begin_us, .duration_us = span.duration_us});
        m_spans.push_back(i);
        if (span.first_sample >= 0) {
            m_wanted.push_back({span.first_sample, stretch, false});
            m_wanted.push_back({span.last_sample, stretch, true});
        } else if (span.category == TimeCategory::downtime && i + 1 < spans.size()) {
            m_wanted.push_back({spans[i + 1].first_sample, stretch, false});
            m_wanted.push_back({spans[i + 1].first_sample, stretch, true});
        }
    }
    m_has_result.resize(m_stretches.size());
    std::sort(m_wanted.begin(), m_wanted.end(), [](const Wanted& a, const Wanted& b) { return a.sample < b.sample; });
}

base::Status StretchFinder::readLines(const evidence::SampleStore& samples, const base::JobContext& job)
{
    const auto reader = samples.read({m_run.seriesIndex(evidence::series::eval_loss)});
    evidence::SampleBlock block;
    for (auto next = m_wanted.begin(); next != m_wanted.end();) {
        FS_TRY(job.check());
        FS_TRY_VALUE(more, reader->next(block));
        if (!more)
            break;
        const std::int64_t end = block.first + static_cast<std::int64_t>(block.rows());
        for (; next != m_wanted.end() && next->sample < end; ++next) {
            if (next->sample < block.first)
                continue;
            const auto row = static_cast<std::size_t>(next->sample - block.first);
            Stretch& stretch = m_stretches[next->stretch];
            (next->is_last ? stretch.last_line : stretch.first_line) = block.line[row];
            (next->is_last ? stretch.last_step : stretch.first_step) = block.step[row];
            if (std::isfinite(block.values[0][row]))
                m_has_result[next->stretch] = true;
        }
    }
    return {};
}

// The event that fell into the span's records, else one that had begun before and gone on.
std::int64_t StretchFinder::eventLine(const TimeSpan& span) const
{
    auto after = std::partition_point(m_events.begin(), m_events.end(),
        [&](const evidence::Event& event) { return event.after_sample + 1 <= span.last_sample; });
    constexpr int kLookBack = 1000; // events: what began so long ago is not this
    for (int i = 0; i < kLookBack && after != m_events.begin(); ++i) {
        --after;
        if (tells(after->kind, span.category) && (after->after_sample + 1 >= span.first_sample || begins(after->kind)))
            return after->line;
    }
    return 0;
}

void StretchFinder::explain()
{
    for (std::size_t i = 0; i < m_stretches.size(); ++i) {
        const TimeSpan& span = m_ledger.spans[m_spans[i]];
        Stretch& stretch = m_stretches[i];
        explain(stretch, span);
        if (stretch.why == Why::recurrence && span.category == TimeCategory::evaluation && m_has_result[i])
            stretch.why = Why::result;
    }
}

void StretchFinder::explain(Stretch& stretch, const TimeSpan& span) const
{
    const int mark = span.first_sample >= 0 ? m_marks.categoryMark(stretch.first_line) : -1;
    if (mark >= 0 && m_marks.category(mark) == span.category) {
        stretch.mark = mark;
        stretch.why = Why::user_mark;
        return;
    }
    switch (span.category) {
    case TimeCategory::startup:
        stretch.why = Why::before_records;
        break;
    case TimeCategory::shutdown:
        stretch.why = Why::after_records;
        break;
    case TimeCategory::downtime:
        stretch.why = Why::between_segments;
        break;
    case TimeCategory::rework:
        stretch.why = Why::ran_again;
        break;
    case TimeCategory::recovery:
        stretch.why = Why::after_restart;
        break;
    case TimeCategory::stall:
        stretch.why = Why::beyond_pace;
        break;
    default:
        stretch.event_line = eventLine(span);
        stretch.why = stretch.event_line > 0               ? Why::event
            : span.category == TimeCategory::first_compile ? Why::first_record
                                                           : Why::recurrence;
    }
}

void StretchFinder::addOtherMarks()
{
    std::vector<bool> seen(m_run.marks.size());
    for (const Stretch& stretch : m_stretches)
        if (stretch.mark >= 0)
            seen[static_cast<std::size_t>(stretch.mark)] = true;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        const evidence::UserMark& mark = m_run.marks[i];
        if (!seen[i])
            m_stretches.push_back({.category
                = evidence::isCategory(mark.as) ? m_marks.category(static_cast<int>(i)) : TimeCategory::productive,
                .first_line = mark.first_line,
                .last_line = mark.last_line,
                .why = Why::user_mark,
                .mark = static_cast<int>(i)});
    }
}

} // namespace

base::Result<std::vector<Stretch>> stretches(const evidence::Run& run, const TimeLedger& ledger,
    const evidence::SampleStore& samples, const base::JobContext& job)
{
    StretchFinder finder(run, ledger);
    finder.takeSpans();
    FS_TRY(finder.readLines(samples, job));
    finder.explain();
    finder.addOtherMarks();
    return finder.take();
}

} // namespace fullscope::ledger
