// SPDX-License-Identifier: GPL-3.0-or-later
// What logs say between their records in words that many tools share: checkpoints, evaluations, compilations, restarts,
// ends, failures.
#pragma once

#include "core/import/logs/run_writer.h"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace fullscope::import {

struct EventPhrase {
    std::string_view words;
    evidence::EventKind kind;
};

// The first of the known phrases that `text` holds, with its place.
std::optional<std::pair<EventPhrase, std::size_t>> findEventPhrase(std::string_view text);
// Where the line says when: after `datetime: ` or `CANCELLED AT `, else at its start. Empty when it does not.
std::string_view eventStamp(std::string_view text);
// The number after `iteration`, `step` or `checkpoint-`; -1 when there is none.
std::int64_t eventStep(std::string_view text);

class LogEvents {
public:
    explicit LogEvents(RunWriter& writer)
        : m_writer(writer)
    {
    }

    // Writes the event unless the same was said (`phrase`) since the last record.
    base::Status say(evidence::Event event, std::string_view phrase);
    // A record was kept: the same words may be said anew.
    void recordKept();
    // Whether the job was said to start again since the last call.
    bool takeRestarted() { return std::exchange(m_restarted, false); }

private:
    bool isNew(evidence::EventKind kind, std::string_view phrase);

    RunWriter& m_writer;
    std::vector<std::pair<evidence::EventKind, std::size_t>> m_said; // kind and hash of the words since the last record
    int m_failures = 0; // since the last record
    bool m_restarted = false;
};

} // namespace fullscope::import
