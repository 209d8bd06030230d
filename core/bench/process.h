// SPDX-License-Identifier: GPL-3.0-or-later
// A program started without a shell, in a process group of its own, so that all of it can be ended.
#pragma once

#include "core/base/result.h"

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace fullscope::bench {

struct Command {
    std::vector<std::string> argv; // the first is looked for in PATH where it has no slash
    std::vector<std::string> set {}, unset {}; // "NAME=value" and "NAME": of the environment, else as it is here
};

// The descriptor on which a worker finds its way back: not its standard output, on which frameworks print.
constexpr int kRecordDescriptor = 3;

class Process {
public:
    // With standard input, output and error, and, with `records`, kRecordDescriptor as pipes. Errors: file_not_found
    // (no such program), file_not_readable (cannot be run), internal (no more processes or descriptors).
    static base::Result<Process> start(const Command& command, bool records);

    Process(Process&& other) noexcept;
    Process& operator=(Process&& other) = delete;
    ~Process(); // kills what is left of the group and waits

    // Reading ends, -1 = closed. Not blocking.
    int output() const { return m_output; }
    int records() const { return m_records; }
    void closeOutput();
    void closeRecords();

    bool tell(std::string_view line); // to its standard input; false where nobody reads
    void closeInput();
    void signalGroup(int signal) const;
    // Whether it has ended; then status() is that of waitpid.
    bool ended();
    int status() const { return m_status; }

private:
    Process() = default;

    pid_t m_pid = -1;
    int m_input = -1, m_output = -1, m_records = -1, m_status = 0;
    bool m_ended = false;
};

// The last `limit` bytes of what a program prints, whole lines as far as they go.
class Tail {
public:
    explicit Tail(std::size_t limit = 65'536)
        : m_limit(limit)
    {
    }
    void add(std::string_view bytes);
    std::string text() const { return m_cut ? "…\n" + m_text : m_text; }

private:
    std::size_t m_limit;
    std::string m_text;
    bool m_cut = false;
};

// What a short program prints (standard output and error), for at most `seconds`. Errors as start(), and query_failed:
// exit code or signal in found, with the last line; it took too long. cancelled: `stop` was asked for.
base::Result<std::string> outputOf(const Command& command, double seconds, const std::stop_token& stop = {});

} // namespace fullscope::bench
