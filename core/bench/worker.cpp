// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/worker.h"

#include "core/base/text.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <utility>

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fullscope::bench {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kTick_ms = 100; // a request to stop is seen within it
constexpr double kAfterEnd_s = 2; // for the last bytes, and for children that keep a pipe open

double since(Clock::time_point then)
{
    return std::chrono::duration<double>(Clock::now() - then).count();
}

class WorkerRun {
public:
    WorkerRun(Process process, const WorkerLimits& limits, const base::JobContext& job, const Told& told)
        : m_process(std::move(process))
        , m_limits(limits)
        , m_job(job)
        , m_tell(told)
    {
    }

    WorkerOutcome run()
    {
        while (!over()) {
            listen();
            watch();
        }
        return outcome();
    }

private:
    bool over();
    void listen();
    void readRecords();
    void readOutput();
    void takeLine(std::string_view line);
    void watch();
    void stop(WorkerEnd why);
    void report();
    WorkerOutcome outcome();

    Process m_process;
    const WorkerLimits& m_limits;
    const base::JobContext& m_job;
    const Told& m_tell;
    RecordReader m_reader;
    Tail m_log;
    std::string m_rest; // of a line not ended yet
    std::optional<WorkerEnd> m_why; // it is being stopped
    std::string m_version;
    const Clock::time_point m_start = Clock::now();
    std::int64_t m_told = 0; // records that are no heartbeats
    Clock::time_point m_last_sign = m_start, m_last_progress = m_start, m_stopping {}, m_ended {};
    bool m_terminated = false, m_killed = false, m_has_ended = false;
};

// It is over when its pipes are closed, or some time after it ended: what it started may keep them open.
bool WorkerRun::over()
{
    if (!m_has_ended && m_process.ended()) {
        m_has_ended = true;
        m_ended = Clock::now();
    }
    const bool closed = m_process.records() < 0 && m_process.output() < 0;
    return m_has_ended && (closed || since(m_ended) > kAfterEnd_s);
}

void WorkerRun::listen()
{
    pollfd pipes[2] = {{m_process.records(), POLLIN, 0}, {m_process.output(), POLLIN, 0}};
    ::poll(pipes, 2, kTick_ms);
    if (pipes[0].fd >= 0 && pipes[0].revents != 0)
        readRecords();
    if (pipes[1].fd >= 0 && pipes[1].revents != 0)
        readOutput();
}

void WorkerRun::readRecords()
{
    char buffer[65'536];
    const ssize_t got = ::read(m_process.records(), buffer, sizeof buffer);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0) {
        if (!m_rest.empty())
            m_reader.cutOff(m_rest);
        m_rest.clear();
        m_process.closeRecords();
        return;
    }
    m_last_sign = Clock::now();
    m_rest.append(buffer, static_cast<std::size_t>(got));
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = m_rest.find('\n', begin)) != std::string::npos; begin = end + 1)
        takeLine(std::string_view(m_rest).substr(begin, end - begin));
    m_rest.erase(0, begin);
    if (m_rest.size() > 2 * kLongestLine) // a line without an end: its beginning is enough to name it
        m_rest.resize(kLongestLine + 1);
}

void WorkerRun::takeLine(std::string_view line)
{
    const base::Status read = m_reader.feed(line);
    if (!read.ok()) {
        m_version = read.error().found;
        stop(WorkerEnd::other_version);
        return;
    }
    const auto& kinds = m_reader.measurement().kinds;
    const auto beats = kinds.find("heartbeat");
    const std::int64_t told = m_reader.lines() - (beats == kinds.end() ? 0 : beats->second);
    if (std::exchange(m_told, told) != told)
        m_last_progress = Clock::now();
    report();
}

void WorkerRun::readOutput()
{
    char buffer[16'384];
    const ssize_t got = ::read(m_process.output(), buffer, sizeof buffer);
    if (got > 0)
        m_log.add({buffer, static_cast<std::size_t>(got)});
    else if (got == 0 || (errno != EAGAIN && errno != EINTR))
        m_process.closeOutput();
}

void WorkerRun::report()
{
    const Measurement& so_far = m_reader.measurement();
    const std::string phase = so_far.phases.empty() ? "" : so_far.phases.back().name;
    const auto planned = so_far.plan ? static_cast<std::uint64_t>(so_far.plan->windows) : 0;
    m_job.report({.what = phase, .done = so_far.windows.size(), .total = planned});
    if (m_tell)
        m_tell(so_far);
}

void WorkerRun::stop(WorkerEnd why)
{
    if (m_why)
        return;
    m_why = why;
    m_stopping = Clock::now();
    m_process.tell("{\"cmd\":\"cancel\"}\n");
    m_process.closeInput();
}

void WorkerRun::watch()
{
    if (m_has_ended)
        return;
    if (m_job.cancelled())
        stop(WorkerEnd::cancelled);
    else if (m_limits.most_s && since(m_start) > *m_limits.most_s)
        stop(WorkerEnd::time_limit);
    else if (m_limits.most_money && m_limits.price_per_h
        && since(m_start) / 3600 * *m_limits.price_per_h > *m_limits.most_money)
        stop(WorkerEnd::money_limit);
    else if (since(m_last_sign) > m_limits.silent_s || since(m_last_progress) > m_limits.stalled_s)
        stop(WorkerEnd::silent);
    if (!m_why)
        return;
    const bool hopeless = *m_why == WorkerEnd::silent || *m_why == WorkerEnd::other_version;
    const double grace = hopeless ? 0 : m_limits.grace_s;
    if (!m_terminated && since(m_stopping) >= grace) {
        m_process.signalGroup(SIGTERM);
        m_terminated = true;
    }
    if (!m_killed && since(m_stopping) >= grace + m_limits.patience_s) {
        m_process.signalGroup(SIGKILL);
        m_killed = true;
    }
}

WorkerOutcome WorkerRun::outcome()
{
    WorkerOutcome out;
    const int status = m_process.status();
    out.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    out.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    out.wall_s = since(m_start);
    out.log = m_log.text();
    out.version = m_version;
    out.problems = m_reader.problems().entries();
    const bool said_anything = m_reader.lines() > 0;
    out.measurement = m_reader.takeMeasurement();
    const bool fatal = std::ranges::any_of(out.measurement.errors, [](const ErrorRecord& one) { return one.fatal; });
    if (m_why)
        out.end = *m_why;
    else if (out.signal != 0)
        out.end = WorkerEnd::killed;
    else if (out.exit_code != 0 || fatal || (out.measurement.end && out.measurement.end->status == "failed"))
        out.end = WorkerEnd::failed;
    else if (!said_anything)
        out.end = WorkerEnd::no_records;
    else if (out.measurement.end && out.measurement.end->status == "cancelled")
        out.end = WorkerEnd::cancelled;
    return out;
}

} // namespace

base::Result<WorkerOutcome> runWorker(
    const Command& command, const WorkerLimits& limits, const base::JobContext& job, const Told& told)
{
    FS_TRY_VALUE(process, Process::start(command, true));
    return WorkerRun(std::move(process), limits, job, told).run();
}

} // namespace fullscope::bench
