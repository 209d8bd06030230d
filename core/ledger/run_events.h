// SPDX-License-Identifier: GPL-3.0-or-later
// What the events of a run say about its records: where training starts again, which records hold a checkpoint, an
// evaluation or a compile, when the job began and ended.
#pragma once

#include "core/evidence/run.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace fullscope::ledger {

// A time that can stand in a ledger: differences of two of them do not overflow.
bool isTime(std::int64_t time_us);

enum class Mark { compile, checkpoint, evaluation, count };
constexpr std::size_t kMarks = static_cast<std::size_t>(Mark::count);

// Records [first, last] were under way while the thing happened. An event after record i belongs to record i + 1, whose
// time it fell into.
struct MarkedRecords {
    std::int64_t first = 0, last = 0;
    std::optional<double> seconds; // how long it took, where the log says so
};

// Marks of one kind in order of records, asked for in that order.
class MarkCursor {
public:
    explicit MarkCursor(std::vector<MarkedRecords> ranges);

    struct State {
        bool marked = false;
        std::optional<double> seconds; // of all marks of the record; absent when one of them has none
    };
    State at(std::int64_t sample); // never a smaller one than before

private:
    std::vector<MarkedRecords> m_ranges; // sorted by first
    std::size_t m_next = 0;
};

struct TimeRange {
    std::int64_t begin_us = 0, end_us = 0;
};

struct RunEvents {
    RunEvents(const evidence::Run& run, std::int64_t samples);

    std::vector<std::int64_t> starts; // first records of later segments, as far as events and files say so; sorted
    std::array<std::vector<MarkedRecords>, kMarks> marks;
    std::vector<TimeRange> early_compiles; // before the first record, disjoint, in order
    std::int64_t run_begin_us = base::kNoTime; // earliest event before the first record
    std::int64_t job_end_us = base::kNoTime; // after the last record

    // Of the training start that precedes `sample`, the first record of a segment: its time, and the step that was
    // resumed from (-1 = not said).
    std::int64_t startTime(std::int64_t sample) const;
    std::int64_t resumedStep(std::int64_t sample) const;
    bool has(Mark mark) const { return !marks[static_cast<std::size_t>(mark)].empty(); }

private:
    void findStarts(const evidence::Run& run, std::int64_t samples);
    void findMarks(Mark mark, evidence::EventKind begin, evidence::EventKind end, std::int64_t samples);
    void findEarlyCompiles();
    void findEnds(std::int64_t samples);

    std::vector<evidence::Event> m_events; // in file order
};

} // namespace fullscope::ledger
