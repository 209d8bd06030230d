// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/tensorboard_reader.h"

#include "core/import/logs/scalar_series.h"

#include <utility>

namespace fullscope::import {

using base::Code;
using base::Handling;
using base::Severity;
using Found = TfRecords::Found;

TensorboardReader::TensorboardReader(ByteSource& source, evidence::Sink& sink, const base::JobContext& job)
    : m_sink(sink)
    , m_bytes(source, job)
    , m_records(m_bytes, mayHoldScalars)
{
}

bool TensorboardReader::next()
{
    for (;;) {
        const Found found = m_records.next();
        if (!m_bytes.status().ok() || found == Found::end)
            return false;
        if (found != Found::record)
            frameProblem(found);
        else if (readTensorboardEvent(m_records.data(), m_event))
            return true;
        else
            m_sink.problem({.handling = Handling::row_skipped,
                .what = {.code = Code::bad_value, .line = line(), .field = "Event", .expected = "protocol buffer"}});
    }
}

std::int64_t TensorboardReader::time() const
{
    return timeOfSeconds(m_event.wall_time);
}

void TensorboardReader::frameProblem(Found found)
{
    if (found == Found::unwanted)
        return;
    base::Problem problem {
        .handling = Handling::row_skipped, .what = {.code = Code::record_damaged, .line = m_records.number()}};
    problem.what.args = {std::to_string(m_records.offset())};
    if (found == Found::cut) {
        problem.what.code = Code::record_truncated;
        problem.what.found = std::to_string(m_records.present()) + " B";
        if (m_records.length() > 0)
            problem.what.expected = std::to_string(m_records.length()) + " B + 16 B";
    } else if (found == Found::too_long) {
        problem.what.code = Code::out_of_range;
        problem.what.field = "record length";
        problem.what.found = std::to_string(m_records.length());
        problem.what.expected = std::to_string(TfRecords::kMaxKept);
    } else if (found == Found::lost) {
        problem.severity = Severity::error;
        problem.handling = Handling::stopped;
    }
    m_sink.problem(std::move(problem));
}

} // namespace fullscope::import
