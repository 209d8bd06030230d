// SPDX-License-Identifier: GPL-3.0-or-later
// What the importers of logs share on their way to the sink.
#pragma once

#include "core/evidence/sink.h"

#include <string>
#include <string_view>
#include <vector>

namespace fullscope::import {

// The name of a series that is none of the standard ones: the log's own, marked where it is spelled like one of those.
std::string ownSeriesName(std::string_view key);

// Keeps the last sample of a log back until the next one comes: what the log says about that step afterwards (its
// validation loss, the seconds that its checkpoint took) still belongs to it.
class RunWriter {
public:
    explicit RunWriter(evidence::Sink& sink)
        : m_sink(sink)
    {
    }

    evidence::Sink& sink() { return m_sink; }

    // Takes `sample` by exchange, so that its buffer is used again.
    base::Status sample(evidence::Sample& sample);
    // In file order with the samples.
    base::Status event(evidence::Event event);
    // Writes what is kept back; at the end of the log.
    base::Status flush();

    // What was said after the last sample, as far as it is still kept back.
    const std::vector<evidence::Event>& heldEvents() const { return m_events; }
    // What was said from `line` on is of another run, as is the next sample.
    base::Status nextRun(std::int64_t line);

    // The step of the sample kept back; -1 when there is none.
    std::int64_t lastStep() const { return m_held ? m_sample.step : -1; }
    // Adds a value to that sample; a value that it already has stays.
    void addToLast(int series, double value);
    // Sets the duration of the last event of this kind that is still kept back and has none.
    void setSeconds(evidence::EventKind kind, double seconds);

private:
    evidence::Sink& m_sink;
    evidence::Sample m_sample;
    bool m_held = false;
    std::vector<evidence::Event> m_events; // after m_sample
};

} // namespace fullscope::import
