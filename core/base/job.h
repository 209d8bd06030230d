// SPDX-License-Identifier: GPL-3.0-or-later
// Long work: cancellable, with progress. The window runs it off its thread, the command line inline.
#pragma once

#include "core/base/result.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace fullscope::base {

struct Progress {
    std::string what; // file or thing being worked on, as the user named it
    std::uint64_t done = 0; // in bytes of the input, unless `unit` says otherwise
    std::uint64_t total = 0; // 0 = not known (standard input)
};

// Passed by reference into every core function that can take more than 50 ms.
class JobContext {
public:
    using Sink = std::function<void(const Progress&)>;

    JobContext() = default;
    JobContext(std::stop_token stop, Sink sink)
        : m_stop(std::move(stop))
        , m_sink(std::move(sink))
    {
    }

    // The same stop with another place for the reports.
    JobContext withSink(Sink sink) const { return {m_stop, std::move(sink)}; }

    bool cancelled() const { return m_stop.stop_requested(); }
    // Status with Code::cancelled once a stop was asked for: `FS_TRY(job.check())` each 1,024 records or 64 KiB.
    Status check() const;
    // Passes on at most 30 reports a second (the first and those with done == total always).
    void report(const Progress& progress) const;

private:
    std::stop_token m_stop;
    Sink m_sink;
    mutable std::chrono::steady_clock::time_point m_last_report {};
};

} // namespace fullscope::base
