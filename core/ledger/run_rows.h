// SPDX-License-Identifier: GPL-3.0-or-later
// The records of a run one after another, each with its segment and the steps that it covers.
#pragma once

#include "core/ledger/run_survey.h"

#include <memory>
#include <vector>

namespace fullscope::ledger {

struct RunRow {
    std::int64_t sample = 0; // index
    std::int64_t line = 0;
    std::int64_t segment = 0;
    bool first = false; // of its segment
    std::int64_t step = 0;
    std::int64_t steps = 0; // covered; 0 for a further record of the same step
    std::int64_t time_us = base::kNoTime;
    double step_time = evidence::kNotLogged; // seconds, where logged and sane
    bool evaluated = false; // carries an evaluation's result

    bool timed() const { return time_us != base::kNoTime; }
    bool hasStepTime() const { return step_time >= 0; }
};

class RowReader {
public:
    // All four outlive the reader.
    RowReader(const evidence::Run& run, const evidence::SampleStore& samples,
        const std::vector<PlannedSegment>& segments, const base::JobContext& job);

    // False at the end and on an error: status() tells which.
    bool next(RunRow& row);
    const base::Status& status() const { return m_status; }
    void rewind();

private:
    bool nextBlock();

    const std::vector<PlannedSegment>& m_segments;
    const base::JobContext& m_job;
    std::unique_ptr<evidence::SampleReader> m_reader;
    evidence::SampleBlock m_block;
    std::size_t m_row = 0;
    std::size_t m_segment = 0;
    std::int64_t m_step = 0; // of the record before
    base::Status m_status;
};

} // namespace fullscope::ledger
