// SPDX-License-Identifier: GPL-3.0-or-later
// The events of one TensorBoard file, one after another; what is damaged is told and passed over.
#pragma once

#include "core/evidence/sink.h"
#include "core/import/logs/tensorboard_event.h"
#include "core/import/logs/tf_records.h"

namespace fullscope::import {

class TensorboardReader {
public:
    // All three outlive the reader.
    TensorboardReader(ByteSource& source, evidence::Sink& sink, const base::JobContext& job);

    // False at the end of what can be read.
    bool next();
    // Until the next call, as are its texts.
    const TensorboardEvent& event() const { return m_event; }
    std::int64_t line() const { return m_records.number(); } // number of its record
    std::int64_t time() const; // kNoTime where it has none
    // Why there is no more before the end of the file: read errors, cancelled.
    const base::Status& status() const { return m_bytes.status(); }

private:
    void frameProblem(TfRecords::Found found);

    evidence::Sink& m_sink;
    ByteReader m_bytes;
    TfRecords m_records;
    TensorboardEvent m_event;
};

} // namespace fullscope::import
