// SPDX-License-Identifier: GPL-3.0-or-later
// What the importers of logs share on their way to the sink.
#pragma once

#include "core/evidence/sink.h"

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::import {

// The name of a series that is none of the standard ones: the log's own, marked where it is spelled like one of those.
std::string ownSeriesName(std::string_view key);

// Keeps the last sample of a log back until the next one comes: what the log says about that step afterwards (its
// validation loss, the seconds that its checkpoint took) still belongs to it. Where records are told long after their
// step, more of them are kept back.
class RunWriter {
public:
    explicit RunWriter(evidence::Sink& sink)
        : m_sink(sink)
    {
    }

    evidence::Sink& sink() { return m_sink; }
    // How many samples before the last one are kept back as well; none unless this is called.
    void keepBack(std::size_t samples) { m_back = samples; }

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
    // The step of the first sample at or after `step` among those kept back of the last attempt; -1 when it is not
    // there.
    std::int64_t heldFrom(std::int64_t step) const;
    // Whether a sample of `step` is kept back.
    bool holds(std::int64_t step) { return held(step) != nullptr; }
    // Adds a value to the last of these; a value that it already has stays.
    void addTo(std::int64_t step, int series, double value);
    void addToLast(int series, double value) { addTo(lastStep(), series, value); }
    // Sets the duration of the last event of this kind that is still kept back and has none.
    void setSeconds(evidence::EventKind kind, double seconds);

private:
    struct Held {
        evidence::Sample sample;
        std::vector<evidence::Event> events; // after it
    };
    evidence::Sample* held(std::int64_t step);
    base::Status write(Held& held);
    base::Status makeRoom();

    evidence::Sink& m_sink;
    evidence::Sample m_sample;
    bool m_held = false;
    std::vector<evidence::Event> m_events; // after m_sample
    std::deque<Held> m_older; // before it
    std::size_t m_back = 0;
};

} // namespace fullscope::import
