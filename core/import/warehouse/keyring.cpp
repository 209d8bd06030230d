// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/warehouse/keyring.h"

#include "core/base/text.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

extern char** environ;

namespace fullscope::import {

namespace {

using base::Code;
using base::Error;

constexpr int kWait_ms = 100; // between looks at the job
constexpr int kEnding_ms = 10; // between looks at whether it has ended
constexpr std::size_t kLongest = 64 << 10;
constexpr int kNotFound = 127; // as shells say it

Error notFound(const std::string& account, std::string why)
{
    return {.code = Code::connection_failed, .field = "keyring: " + account, .found = std::move(why)};
}

// A program that is running, with the end of a pipe that it writes into. None of it stays.
class Lookup {
public:
    Lookup() = default;
    ~Lookup()
    {
        if (m_read >= 0)
            close(m_read);
        if (m_pid > 0) {
            kill(m_pid, SIGKILL); // it has nothing to keep, and may not listen to less
            while (waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR) { }
        }
    }
    Lookup(const Lookup&) = delete;
    Lookup& operator=(const Lookup&) = delete;

    bool start(const std::string& account)
    {
        std::array<int, 2> ends {-1, -1};
        if (pipe2(ends.data(), O_CLOEXEC) != 0)
            return false;
        m_read = ends[0];
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        std::array<std::string, 6> words {"secret-tool", "lookup", "service", "fullscope", "account", account};
        std::array<char*, 7> arguments {};
        for (std::size_t i = 0; i < words.size(); ++i)
            arguments[i] = words[i].data();
        const int failed = posix_spawnp(&m_pid, words[0].c_str(), &actions, nullptr, arguments.data(), environ);
        posix_spawn_file_actions_destroy(&actions);
        close(ends[1]);
        if (failed != 0)
            m_pid = -1;
        return failed == 0;
    }

    base::Status read(std::string& text, const base::JobContext& job)
    {
        while (text.size() < kLongest) {
            FS_TRY(job.check());
            pollfd one {.fd = m_read, .events = POLLIN, .revents = 0};
            if (poll(&one, 1, kWait_ms) <= 0)
                continue;
            std::array<char, 4096> block {};
            const ssize_t size = ::read(m_read, block.data(), block.size());
            if (size < 0 && errno == EINTR)
                continue;
            if (size <= 0)
                return {};
            text.append(block.data(), static_cast<std::size_t>(size));
        }
        return {};
    }

    // It may have more to write, or live on though it has written all.
    base::Result<int> exitStatus(const base::JobContext& job)
    {
        close(std::exchange(m_read, -1));
        int status = 0;
        for (pid_t ended = 0; (ended = waitpid(m_pid, &status, WNOHANG)) == 0 || (ended < 0 && errno == EINTR);) {
            FS_TRY(job.check());
            poll(nullptr, 0, kEnding_ms);
        }
        m_pid = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }

private:
    pid_t m_pid = -1;
    int m_read = -1;
};

} // namespace

base::Result<std::string> keyringPassword(const std::string& account, const base::JobContext& job)
{
    const std::string needs = "secret-tool (libsecret-tools)";
    Lookup lookup;
    if (!lookup.start(account))
        return notFound(account, needs);
    std::string password;
    FS_TRY(lookup.read(password, job));
    FS_TRY_VALUE(status, lookup.exitStatus(job));
    if (status == kNotFound)
        return notFound(account, needs);
    if (status != 0 || password.empty())
        return notFound(account, "secret-tool store --label=fullscope service fullscope account " + account);
    if (password.ends_with('\n')) // older ones end it with a line
        password.pop_back();
    return password;
}

} // namespace fullscope::import
