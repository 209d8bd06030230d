// SPDX-License-Identifier: GPL-3.0-or-later
// The marks of a user, laid over the records of the run: which one holds for a record, and what came of each.
#pragma once

#include "core/base/job.h"
#include "core/base/problem.h"
#include "core/evidence/sample_reader.h"
#include "core/ledger/step_coverage.h"
#include "core/ledger/time_ledger.h"

#include <map>
#include <vector>

namespace fullscope::ledger {

class UserMarks {
public:
    // `marks` outlive this.
    explicit UserMarks(const std::vector<evidence::UserMark>& marks);

    // Finds the records of the marks, in one pass over their lines. `starts` are the first records of later segments,
    // as the log says so; marks add to them and take from them.
    base::Status find(
        const evidence::SampleStore& samples, std::vector<std::int64_t>& starts, const base::JobContext& job);

    // The mark that says what the excess of a record is, by the record's line; -1 = none does.
    int categoryMark(std::int64_t line) const;
    TimeCategory category(int mark) const;

    // --- what came of them
    void took(int mark, std::int64_t excess_us) { m_taken_us[static_cast<std::size_t>(mark)] += excess_us; }
    // The first record of a later segment.
    void sawStart(std::int64_t line);
    std::int64_t recompiles() const; // marks that took time for one
    void report(base::ProblemList& problems, const std::string& file) const;

private:
    // A stretch of lines that each mark covers whole or not at all.
    struct Piece {
        std::int64_t begin = 0; // first line; it ends where the next one begins
        std::int64_t first_sample = -1; // of the records in it, -1 = there is none
    };

    bool isValid(std::size_t mark) const;
    void cutPieces();
    std::int64_t firstSample(std::size_t mark) const;
    void changeStarts(std::vector<std::int64_t>& starts, const std::map<std::int64_t, std::int64_t>& lines);

    const std::vector<evidence::UserMark>& m_marks;
    StepCoverage m_categories; // of lines: the last mark with a category; m_marks' index in place of the segment
    std::vector<Piece> m_pieces;
    std::vector<std::int64_t> m_taken_us;
    std::vector<bool> m_kept_start; // by mark: a restart that it denies is there all the same
    std::int64_t m_first_line = 0, m_last_line = 0; // of all records
};

} // namespace fullscope::ledger
