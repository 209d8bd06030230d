// SPDX-License-Identifier: GPL-3.0-or-later
// What a Megatron log says between its records: checkpoints, evaluations, restarts, ends, failures.
#pragma once

#include "core/import/logs/run_writer.h"

#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace fullscope::import {

class MegatronEvents {
public:
    // `clock` reads a time stamp of a line: microseconds, or kNoTime.
    using Clock = std::function<std::int64_t(std::string_view stamp, std::int64_t line)>;

    MegatronEvents(RunWriter& writer, Clock clock)
        : m_writer(writer)
        , m_clock(std::move(clock))
    {
    }

    // A line that is no record, or what follows a record on its line.
    base::Status line(std::string_view text, std::int64_t number);
    // A record was kept: the same words may be said anew.
    void recordKept();
    // Whether the job was said to start again since the last call.
    bool takeRestarted() { return std::exchange(m_restarted, false); }

private:
    bool timer(std::string_view text);
    void validationLoss(std::string_view text, std::int64_t step, std::int64_t line);
    bool isNew(evidence::EventKind kind, std::string_view phrase);

    RunWriter& m_writer;
    Clock m_clock;
    double m_evaluation_seconds = evidence::kNotLogged; // printed before the loss that it belongs to
    std::vector<std::pair<evidence::EventKind, std::size_t>> m_said; // kind and hash of the words since the last record
    int m_failures = 0; // since the last record
    bool m_restarted = false;
};

} // namespace fullscope::import
