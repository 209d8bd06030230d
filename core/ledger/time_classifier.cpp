// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/time_classifier.h"

#include <algorithm>
#include <cmath>

namespace fullscope::ledger {

namespace {

constexpr double kStall = 0.5; // of the steady step time
constexpr double kUs = static_cast<double>(base::kSecondUs);

std::int64_t shareOf(std::int64_t amount_us, double share)
{
    return std::clamp<std::int64_t>(std::llround(static_cast<double>(amount_us) * share), 0, amount_us);
}

const std::vector<MarkedRecords>& rangesOf(const RunEvents& events, Mark mark)
{
    return events.marks[static_cast<std::size_t>(mark)];
}

} // namespace

TimeClassifier::TimeClassifier(const Survey& survey, const RunEvents& events, const Pace& pace,
    const StepCoverage& coverage, UserMarks& user_marks)
    : m_survey(survey)
    , m_events(events)
    , m_pace(pace)
    , m_coverage(coverage)
    , m_user_marks(user_marks)
    , m_paced(pace.steady && !pace.only_first)
    , m_times(pace.source)
    , m_compile(rangesOf(events, Mark::compile))
    , m_checkpoint(rangesOf(events, Mark::checkpoint))
    , m_evaluation(rangesOf(events, Mark::evaluation))
{
}

void TimeClassifier::startup(std::int64_t begin_us)
{
    std::int64_t now_us = m_events.run_begin_us;
    if (now_us == base::kNoTime || begin_us == base::kNoTime)
        return;
    for (const TimeRange& compile : m_events.early_compiles) {
        const std::int64_t from_us = std::clamp(compile.begin_us, now_us, std::max(now_us, begin_us));
        const std::int64_t to_us = std::clamp(compile.end_us, from_us, std::max(from_us, begin_us));
        m_spans.add(TimeCategory::startup, from_us - now_us, -1);
        m_spans.add(TimeCategory::first_compile, to_us - from_us, -1);
        now_us = to_us;
    }
    m_spans.add(TimeCategory::startup, begin_us - now_us, -1);
}

TimeClassifier::Marks TimeClassifier::marksOf(const RunRow& row)
{
    Marks marks {m_compile.at(row.sample), m_checkpoint.at(row.sample), m_evaluation.at(row.sample)};
    marks.evaluation.marked = marks.evaluation.marked || row.evaluated;
    return marks;
}

// Microseconds above the normal pace that a record may have before they count as lost. A further record of the same
// step has the limit of one step; a stamp of whole seconds may be off by one.
double TimeClassifier::limit(const RunRow& row, double pace, bool marked) const
{
    const auto steps = static_cast<double>(std::max<std::int64_t>(row.steps, 1));
    if (row.first || (marked && m_survey.timed()))
        return 0;
    if (marked) // the step time may leave such work out: only what stands out is known to be in it
        return m_pace.noise * steps * kUs;
    const double rounding = m_survey.timed() && m_survey.whole_seconds ? kUs : 0;
    return std::max(kStall * pace, m_pace.noise) * steps * kUs + rounding;
}

void TimeClassifier::place(const TimedRow& timed)
{
    const RunRow& row = timed.row;
    const std::int64_t given = m_times.given();
    m_times.feed(row);
    m_spans.add(TimeCategory::downtime, timed.gap_us, -1);

    if (row.first && row.segment > 0)
        m_user_marks.sawStart(row.line);
    const Marks marks = marksOf(row);
    const int user_mark = m_user_marks.categoryMark(row.line);
    const std::int64_t excess_us = excess(timed, given, marks, user_mark);
    if (excess_us > 0 && user_mark >= 0)
        placeUserMarked(row, marks, user_mark, excess_us);
    else if (excess_us > 0)
        placeExcess(row, marks, excess_us);
    placeNormal(row, timed.duration_us - excess_us);
}

// Of a record that the user marked, all beyond the normal pace, nothing where that is said to be its pace. Where it
// stands out it speaks for a recurrence all the same: the records like it are not to become something else.
std::int64_t TimeClassifier::excess(const TimedRow& timed, std::int64_t given, const Marks& marks, int user_mark)
{
    const RunRow& row = timed.row;
    const bool marked = marks.any() || user_mark >= 0;
    if (!timed.observed || !(m_paced || (row.steps == 0 && marked)))
        return 0;
    const auto duration_us = static_cast<double>(timed.duration_us);
    const auto steps = static_cast<double>(row.steps);
    const bool logged = m_pace.source.logged && row.hasStepTime();
    const double own = logged ? row.step_time : duration_us / kUs / std::max(steps, 1.0);
    const double pace = m_pace.at(given, own);
    const double normal_us = std::min(duration_us, std::round(steps * pace * kUs));
    const std::int64_t excess_us = timed.duration_us - static_cast<std::int64_t>(normal_us);
    const bool stands_out = static_cast<double>(excess_us) > limit(row, pace, marks.any());
    if (user_mark < 0)
        return stands_out ? excess_us : 0;
    if (stands_out && !row.first && !marks.any())
        m_spikes.push_back({std::nullopt, row.step});
    return m_user_marks.category(user_mark) == TimeCategory::productive ? 0 : excess_us;
}

void TimeClassifier::placeUserMarked(const RunRow& row, const Marks& marks, int user_mark, std::int64_t excess_us)
{
    m_spans.add(m_user_marks.category(user_mark), excess_us, row.sample);
    m_user_marks.took(user_mark, excess_us);
    if (marks.compile.marked)
        m_overruled_compiles.push_back(row.sample);
}

void TimeClassifier::placeExcess(const RunRow& row, const Marks& marks, std::int64_t excess_us)
{
    if (row.first)
        m_spans.add(row.segment == 0 ? TimeCategory::first_compile : TimeCategory::recovery, excess_us, row.sample);
    else if (marks.any())
        placeMarked(row, marks, excess_us);
    else
        m_spikes.push_back({m_spans.addApart(TimeCategory::stall, excess_us, row.sample), row.step});
}

// A record with a checkpoint and an evaluation is shared out by their durations; where the log has none, the evaluation
// takes it (both are in checkpoint_overhead).
void TimeClassifier::placeMarked(const RunRow& row, const Marks& marks, std::int64_t excess_us)
{
    if (marks.compile.marked) {
        m_spans.add(TimeCategory::recompile, excess_us, row.sample);
        return;
    }
    double share = marks.evaluation.marked ? 0 : 1; // of the checkpoint
    if (marks.checkpoint.marked && marks.evaluation.marked) {
        const double checkpoint_s = marks.checkpoint.seconds.value_or(0);
        const double evaluation_s = marks.evaluation.seconds.value_or(0);
        if (checkpoint_s > 0 && evaluation_s > 0)
            share = checkpoint_s / (checkpoint_s + evaluation_s);
    }
    const std::int64_t checkpoint_us = shareOf(excess_us, share);
    m_spans.add(TimeCategory::evaluation, excess_us - checkpoint_us, row.sample);
    m_spans.add(TimeCategory::checkpoint, checkpoint_us, row.sample);
}

void TimeClassifier::placeNormal(const RunRow& row, std::int64_t normal_us)
{
    std::int64_t rework_us = 0;
    if (m_survey.segments.size() > 1) {
        const std::int64_t steps = std::max<std::int64_t>(row.steps, 1); // a further record stands at its step
        const std::int64_t again = m_coverage.repeatedAfter(row.segment, row.step - steps, row.step);
        rework_us
            = again == steps ? normal_us : shareOf(normal_us, static_cast<double>(again) / static_cast<double>(steps));
        m_rework_steps += row.steps > 0 ? again : 0;
    }
    m_spans.add(TimeCategory::rework, rework_us, row.sample);
    m_spans.add(TimeCategory::productive, normal_us - rework_us, row.sample);
}

void TimeClassifier::findCheckpoints()
{
    std::vector<std::int64_t> steps;
    steps.reserve(m_spikes.size());
    for (const Spike& spike : m_spikes)
        steps.push_back(spike.step);
    m_recurrences = findRecurrences(std::move(steps), m_coverage.pieces(), m_survey.segments.front().interval);
    for (const Spike& spike : m_spikes)
        if (spike.span && std::any_of(m_recurrences.begin(), m_recurrences.end(), [&spike](const Recurrence& r) {
                return r.holds(spike.step);
            }))
            m_spans.recategorise(*spike.span, TimeCategory::checkpoint);
}

} // namespace fullscope::ledger
