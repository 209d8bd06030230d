// SPDX-License-Identifier: GPL-3.0-or-later
// The last pass: each record's time goes to its categories (docs/ledgers.md, "Time ledger of a run").
#pragma once

#include "core/ledger/recurrence.h"
#include "core/ledger/run_clock.h"
#include "core/ledger/span_writer.h"
#include "core/ledger/steady_pace.h"
#include "core/ledger/step_coverage.h"
#include "core/ledger/user_marks.h"

#include <vector>

namespace fullscope::ledger {

class TimeClassifier {
public:
    // All outlive the classifier.
    TimeClassifier(const Survey& survey, const RunEvents& events, const Pace& pace, const StepCoverage& coverage,
        UserMarks& user_marks);

    void startup(std::int64_t begin_us); // start of the first record; before its place()
    void place(const TimedRow& timed);
    void shutdown(std::int64_t duration_us) { m_spans.add(TimeCategory::shutdown, duration_us, -1); }
    // After the last record: stalls that recur at a fixed step interval are checkpoints.
    void findCheckpoints();

    std::int64_t total() const { return m_spans.total(); }
    SpanWriter& spans() { return m_spans; }
    std::int64_t reworkSteps() const { return m_rework_steps; }
    const std::vector<Recurrence>& recurrences() const { return m_recurrences; }
    // Records with a compile message that the user says was something else, or says so too: what counts is the mark.
    const std::vector<std::int64_t>& overruledCompiles() const { return m_overruled_compiles; }

private:
    struct Spike {
        std::optional<std::size_t> span; // none: the user said what it is
        std::int64_t step = 0;
    };
    struct Marks {
        MarkCursor::State compile, checkpoint, evaluation;
        bool any() const { return compile.marked || checkpoint.marked || evaluation.marked; }
    };

    Marks marksOf(const RunRow& row);
    double limit(const RunRow& row, double pace, bool marked) const;
    std::int64_t excess(const TimedRow& timed, std::int64_t given, const Marks& marks, int user_mark);
    void placeUserMarked(const RunRow& row, const Marks& marks, int user_mark, std::int64_t excess_us);
    void placeExcess(const RunRow& row, const Marks& marks, std::int64_t excess_us);
    void placeMarked(const RunRow& row, const Marks& marks, std::int64_t excess_us);
    void placeNormal(const RunRow& row, std::int64_t normal_us);

    const Survey& m_survey;
    const RunEvents& m_events;
    const Pace& m_pace;
    const StepCoverage& m_coverage;
    UserMarks& m_user_marks;
    const bool m_paced; // there is a pace to exceed
    StepTimes m_times;
    MarkCursor m_compile, m_checkpoint, m_evaluation;
    SpanWriter m_spans;
    std::vector<Spike> m_spikes;
    std::vector<Recurrence> m_recurrences;
    std::vector<std::int64_t> m_overruled_compiles;
    std::int64_t m_rework_steps = 0;
};

} // namespace fullscope::ledger
