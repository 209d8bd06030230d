// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/run_rows.h"

#include <cmath>

namespace fullscope::ledger {

RowReader::RowReader(const evidence::Run& run, const evidence::SampleStore& samples,
    const std::vector<PlannedSegment>& segments, const base::JobContext& job)
    : m_segments(segments)
    , m_job(job)
    , m_reader(
          samples.read({run.seriesIndex(evidence::series::step_time), run.seriesIndex(evidence::series::eval_loss)}))
{
}

void RowReader::rewind()
{
    m_reader->rewind();
    m_block = {};
    m_row = 0;
    m_segment = 0;
    m_status = {};
}

bool RowReader::nextBlock()
{
    m_row = 0;
    m_status = m_job.check();
    if (!m_status)
        return false;
    auto more = m_reader->next(m_block);
    if (!more)
        m_status = more.error();
    return more && *more;
}

bool RowReader::next(RunRow& row)
{
    if (m_row == m_block.rows() && !nextBlock())
        return false;
    const std::size_t i = m_row++;
    row.sample = m_block.first + static_cast<std::int64_t>(i);
    row.line = m_block.line[i];
    if (m_segment + 1 < m_segments.size() && m_segments[m_segment + 1].records.first_sample == row.sample)
        ++m_segment;
    const PlannedSegment& segment = m_segments[m_segment];
    row.segment = static_cast<std::int64_t>(m_segment);
    row.first = segment.records.first_sample == row.sample;
    row.step = boundedStep(m_block.step[i]);
    row.steps = row.first ? segment.first_steps : row.step - m_step;
    m_step = row.step;
    row.time_us = isTime(m_block.time_us[i]) ? m_block.time_us[i] : base::kNoTime;
    const double step_time = m_block.values[0][i];
    row.step_time = isStepTime(step_time) ? step_time : evidence::kNotLogged;
    row.evaluated = std::isfinite(m_block.values[1][i]);
    return true;
}

} // namespace fullscope::ledger
