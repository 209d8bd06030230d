// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/process.h"

#include "core/base/text.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace fullscope::bench {

namespace {

using base::Code;
using base::Error;

struct Pipe {
    int reading = -1, writing = -1;

    ~Pipe()
    {
        for (const int end : {reading, writing})
            if (end >= 0)
                ::close(end);
    }
    bool open() { return ::pipe2(ends, O_CLOEXEC) == 0 && (reading = ends[0], writing = ends[1], true); }
    int takeReading() { return std::exchange(reading, -1); }
    int takeWriting() { return std::exchange(writing, -1); }

private:
    int ends[2] = {-1, -1};
};

std::vector<std::string> environmentOf(const Command& command)
{
    std::vector<std::string> out = command.set;
    const auto isNamed = [](const std::string& entry, const std::string& given) {
        const std::string name = given.substr(0, given.find('='));
        return entry.starts_with(name + '=');
    };
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string text = *entry;
        const auto same = [&](const std::string& given) { return isNamed(text, given); };
        if (std::ranges::none_of(command.set, same) && std::ranges::none_of(command.unset, same))
            out.push_back(text);
    }
    return out;
}

std::vector<char*> pointers(std::vector<std::string>& texts)
{
    std::vector<char*> out;
    for (std::string& text : texts)
        out.push_back(text.data());
    out.push_back(nullptr);
    return out;
}

Error notStarted(const std::string& program, int error)
{
    const Code code = error == ENOENT || error == ENOTDIR ? Code::file_not_found
        : error == EACCES || error == ENOEXEC             ? Code::file_not_readable
                                                          : Code::internal;
    return {.code = code, .file = program, .found = std::strerror(error)};
}

// posix_spawn with everything that the child needs to differ in.
class Spawn {
public:
    Spawn()
    {
        ::posix_spawn_file_actions_init(&m_actions);
        ::posix_spawnattr_init(&m_attributes);
        sigset_t none, all;
        ::sigemptyset(&none);
        ::sigemptyset(&all);
        for (const int signal : {SIGINT, SIGTERM, SIGPIPE, SIGHUP})
            ::sigaddset(&all, signal);
        ::posix_spawnattr_setsigmask(&m_attributes, &none);
        ::posix_spawnattr_setsigdefault(&m_attributes, &all);
        ::posix_spawnattr_setpgroup(&m_attributes, 0);
        ::posix_spawnattr_setflags(
            &m_attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~Spawn()
    {
        ::posix_spawn_file_actions_destroy(&m_actions);
        ::posix_spawnattr_destroy(&m_attributes);
    }
    void give(int descriptor, int as) { ::posix_spawn_file_actions_adddup2(&m_actions, descriptor, as); }
    // What this program has open besides is not the child's.
    void closeFrom(int descriptor) { ::posix_spawn_file_actions_addclosefrom_np(&m_actions, descriptor); }
    int run(pid_t& pid, std::vector<std::string> argv, std::vector<std::string> environment)
    {
        const auto words = pointers(argv);
        const auto names = pointers(environment);
        return ::posix_spawnp(&pid, words[0], &m_actions, &m_attributes, words.data(), names.data());
    }

private:
    posix_spawn_file_actions_t m_actions {};
    posix_spawnattr_t m_attributes {};
};

// Descriptors below 10 would be overwritten by the child's own before they are copied.
bool moveUp(int& descriptor)
{
    constexpr int kAbove = 10;
    if (descriptor >= kAbove)
        return true;
    const int moved = ::fcntl(descriptor, F_DUPFD_CLOEXEC, kAbove);
    ::close(std::exchange(descriptor, moved));
    return moved >= 0;
}

void close(int& descriptor)
{
    if (descriptor >= 0)
        ::close(std::exchange(descriptor, -1));
}

double secondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

base::Result<Process> Process::start(const Command& command, bool records)
{
    if (command.argv.empty() || command.argv.front().empty())
        return Error {.code = Code::file_not_found};
    Pipe input, output, record;
    if (!input.open() || !output.open() || (records && !record.open()) || !moveUp(input.reading)
        || !moveUp(output.writing) || (records && !moveUp(record.writing)))
        return notStarted(command.argv.front(), errno);
    Spawn spawn;
    spawn.give(input.reading, 0);
    spawn.give(output.writing, 1);
    spawn.give(output.writing, 2);
    if (records)
        spawn.give(record.writing, kRecordDescriptor);
    spawn.closeFrom(records ? kRecordDescriptor + 1 : kRecordDescriptor);
    Process process;
    if (const int error = spawn.run(process.m_pid, command.argv, environmentOf(command)); error != 0) {
        process.m_pid = -1;
        return notStarted(command.argv.front(), error);
    }
    process.m_input = input.takeWriting();
    process.m_output = output.takeReading();
    process.m_records = record.takeReading();
    for (const int descriptor : {process.m_input, process.m_output, process.m_records})
        if (descriptor >= 0)
            ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
    return process;
}

Process::Process(Process&& other) noexcept
    : m_pid(std::exchange(other.m_pid, -1))
    , m_input(std::exchange(other.m_input, -1))
    , m_output(std::exchange(other.m_output, -1))
    , m_records(std::exchange(other.m_records, -1))
    , m_status(other.m_status)
    , m_ended(other.m_ended)
{
}

Process::~Process()
{
    if (m_pid > 0) {
        signalGroup(SIGKILL); // also what the worker itself started and left behind
        if (!m_ended)
            ::waitpid(m_pid, &m_status, 0);
    }
    close(m_input);
    close(m_output);
    close(m_records);
}

void Process::closeOutput()
{
    close(m_output);
}

void Process::closeRecords()
{
    close(m_records);
}

void Process::closeInput()
{
    close(m_input);
}

bool Process::tell(std::string_view line)
{
    if (m_input < 0)
        return false;
    // A worker that is gone must not end this program by SIGPIPE.
    sigset_t pipe, before;
    ::sigemptyset(&pipe);
    ::sigaddset(&pipe, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &pipe, &before);
    const bool written = ::write(m_input, line.data(), line.size()) == static_cast<ssize_t>(line.size());
    if (!written && errno == EPIPE) {
        const timespec now {};
        ::sigtimedwait(&pipe, nullptr, &now);
    }
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return written;
}

void Process::signalGroup(int signal) const
{
    if (m_pid > 0)
        ::kill(-m_pid, signal);
}

bool Process::ended()
{
    if (!m_ended && m_pid > 0)
        m_ended = ::waitpid(m_pid, &m_status, WNOHANG) == m_pid;
    return m_ended;
}

void Tail::add(std::string_view bytes)
{
    m_text += bytes;
    if (m_text.size() <= 2 * m_limit)
        return;
    const std::size_t from = m_text.find('\n', m_text.size() - m_limit);
    m_text.erase(0, from == std::string::npos ? m_text.size() - m_limit : from + 1);
    m_cut = true;
}

base::Result<std::string> outputOf(const Command& command, double seconds, const std::stop_token& stop)
{
    constexpr double kTick_s = 0.1; // a request to stop is seen within it
    FS_TRY_VALUE(process, Process::start(command, false));
    process.closeInput();
    const auto start = std::chrono::steady_clock::now();
    std::string text;
    constexpr std::size_t kMost = 8U << 20; // no short program prints more
    while (process.output() >= 0 && text.size() < kMost) {
        const double left = seconds - secondsSince(start);
        if (stop.stop_requested())
            return Error {.code = Code::cancelled};
        if (left <= 0)
            return Error {.code = Code::query_failed,
                .file = command.argv.front(),
                .found = "> " + base::formatDouble(seconds) + " s"};
        pollfd one {process.output(), POLLIN, 0};
        if (::poll(&one, 1, static_cast<int>(std::min(left, kTick_s) * 1000) + 1) == 0)
            continue;
        char buffer[16'384];
        const ssize_t got = ::read(process.output(), buffer, sizeof buffer);
        if (got > 0)
            text.append(buffer, static_cast<std::size_t>(got));
        else if (got == 0 || (errno != EAGAIN && errno != EINTR))
            process.closeOutput();
    }
    while (!process.ended() && secondsSince(start) < seconds && !stop.stop_requested())
        ::poll(nullptr, 0, 5);
    const int status = process.status();
    if (process.ended() && WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return text;
    const std::string_view trimmed = base::trimmed(text);
    const std::string last(trimmed.substr(trimmed.rfind('\n') + 1));
    return Error {.code = Code::query_failed,
        .file = command.argv.front(),
        .found = (WIFEXITED(status) ? "exit " + std::to_string(WEXITSTATUS(status))
                                    : "signal " + std::to_string(WTERMSIG(status)))
            + (last.empty() ? "" : ": " + base::excerpt(last, 200))};
}

} // namespace fullscope::bench
