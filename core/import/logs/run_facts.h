// SPDX-License-Identifier: GPL-3.0-or-later
// Facts of a run on their way to the sink: what many ranks or attempts repeat is told once.
#pragma once

#include "core/evidence/sink.h"

#include <string>
#include <string_view>
#include <vector>

namespace fullscope::import {

class RunFacts {
public:
    explicit RunFacts(evidence::Sink& sink)
        : m_sink(sink)
    {
    }

    // Another value of the same name goes to the sink too, which reports it.
    void add(std::string_view name, std::string value, std::int64_t line);
    void addIfUnknown(std::string_view name, std::string value, std::int64_t line);
    bool has(std::string_view name) const;
    bool is(std::string_view name, std::string_view value) const;

    // What is told from now on waits: only the next record shows whether it is of this run.
    void hold() { m_hold = true; }
    bool holdsAny() const { return !m_held.empty(); }
    std::int64_t firstHeldLine() const { return m_held.front().fact.line; }
    // Whether one of them contradicts what is known.
    bool heldDiffer() const;
    void release(); // they are of this run
    void endRun() { m_hold = false; } // they are not: what is told before nextRun() still is
    void nextRun(); // the sink has turned to the run that they are of

private:
    evidence::Sink& m_sink;
    struct Held {
        evidence::Fact fact;
        bool if_unknown = false; // of less weight
    };

    bool knows(std::string_view name, std::string_view value) const;
    void hold(std::string_view name, std::string value, std::int64_t line, bool if_unknown);

    std::vector<evidence::Fact> m_added;
    std::vector<Held> m_held; // in file order; what repeats what is known is among them
    bool m_hold = false;
};

} // namespace fullscope::import
