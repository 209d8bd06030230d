// SPDX-License-Identifier: GPL-3.0-or-later
// The real program is killed, interrupted, or left without a reader. Nothing is lost, nothing is half done.
#include "tests/cli/program.h"
#include "tests/core/workspace/generated_files.h"

#include <chrono>
#include <csignal>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fullscope::cli::test {

namespace {

const std::string kLog = sample("logs/traps/megatron_gzip.log.gz");
constexpr int kIterations = 30'000;
constexpr int kKills = 12;

double secondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// A pipe into the program's standard input.
struct Pipe {
    Pipe()
    {
        int ends[2] = {-1, -1};
        EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
        reading = ends[0];
        writing = ends[1];
        std::signal(SIGPIPE, SIG_IGN);
    }
    ~Pipe()
    {
        close(reading);
        close(writing);
    }
    static void close(int& end)
    {
        if (end >= 0)
            ::close(std::exchange(end, -1));
    }
    void write(std::string_view bytes)
    {
        while (!bytes.empty()) {
            const ssize_t written = ::write(writing, bytes.data(), bytes.size());
            if (written <= 0)
                return; // the program has ended
            bytes.remove_prefix(static_cast<std::size_t>(written));
        }
    }
    int reading = -1, writing = -1;
};

} // namespace

class ProgramStopped : public Program {
protected:
    // Runs `import` of `arguments` with a log on standard input and interrupts it in the middle.
    Outcome interrupted(const std::vector<std::string>& arguments)
    {
        workspace::test::writeLog(file("big.log"), 6'000);
        const std::string log = contents(file("big.log"));
        Pipe pipe;
        const pid_t child = start({.arguments = arguments, .input_descriptor = pipe.reading});
        Pipe::close(pipe.reading); // the program's alone: a write fails when it has ended
        // More than the pipe holds: when it is written, the program has begun to read.
        pipe.write(std::string_view(log).substr(0, log.size() / 2));
        ::kill(child, SIGINT);
        pipe.write(std::string_view(log).substr(log.size() / 2));
        Pipe::close(pipe.writing);
        return ended(child);
    }
};

TEST_F(ProgramStopped, killsLeaveEarlierImportsAndNothingHalfDone)
{
    run({"import", kLog});
    workspace::test::writeLog(file("big.log"), kIterations);
    const auto before = std::chrono::steady_clock::now();
    ASSERT_EQ(run({"import", "big.log", "--workspace", "timed.fullscope"}).exit_code, 0);
    double whole = secondsSince(before); // of an import that is not killed

    std::mt19937 random(41);
    int in_the_middle = 0;
    for (int i = 0; i < kKills; ++i) {
        const pid_t child = start({.arguments = {"import", "big.log"}});
        pollfd never {-1, 0, 0};
        ::poll(&never, 0, static_cast<int>(1000 * whole * static_cast<double>(random() % 1000) / 1000));
        ::kill(child, SIGKILL);
        const Outcome outcome = ended(child);
        if (outcome.signal == SIGKILL)
            ++in_the_middle;
        else
            whole *= 0.7; // the machine has less to do than it had
        const auto held = runs();
        ASSERT_EQ(held.at(kLog), 62) << "kill " << i;
        const auto big = held.find("big.log");
        if (big == held.end()) {
            EXPECT_EQ(outcome.signal, SIGKILL);
            continue;
        }
        EXPECT_EQ(big->second, kIterations) << "half an import, kill " << i;
        EXPECT_EQ(held.size(), 2U);
        const json list = document({"runs"});
        for (const json& run : list.at("runs"))
            EXPECT_EQ(
                document({"runs", "show", std::to_string(run.at("id").get<int>())}).at("samples"), run.at("samples"));
    }
    EXPECT_GE(in_the_middle, 1) << "no kill came during an import";
    EXPECT_EQ(run({"import", "big.log"}).exit_code, 0);
    EXPECT_EQ(runs(), (std::map<std::string, int> {{kLog, 62}, {"big.log", kIterations}}));
}

TEST_F(ProgramStopped, interruptKeepsTheFilesBeforeAndSaysSo)
{
    const Outcome outcome = interrupted({"import", kLog, "-"});
    EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
    EXPECT_TRUE(outcome.says("stopped at your request")) << outcome.err;
    EXPECT_EQ(runs(), (std::map<std::string, int> {{kLog, 62}}));
}

TEST_F(ProgramStopped, interruptOfTheOnlyFileLeavesNothing)
{
    const Outcome outcome = interrupted({"import", "-", "--json"});
    EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
    const json told = json::parse(outcome.out);
    EXPECT_TRUE(told.at("imported").empty());
    EXPECT_EQ(told.at("problems").back().at("message"), "standard input: stopped at your request.");
    EXPECT_FALSE(std::filesystem::exists(file("workspace.fullscope"))); // made for it
}

TEST_F(ProgramStopped, outputWithoutAReaderCrashesNothing)
{
    run({"import", kLog});
    for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>> {{"--help"}, {"runs"},
             {"runs", "--json"}, {"runs", "show", "1"}, {"evaluate", shipped("13b-article.en.json"), "--json"},
             {"import", sample("bills/focus-1.0/focus10_multicloud_sample.csv"), "--json"}}) {
        const Outcome outcome = call({.arguments = arguments, .output_closed = true});
        EXPECT_TRUE(outcome.signal == SIGPIPE || outcome.exit_code == 1) << arguments[0] << ": " << outcome.signal;
    }
    EXPECT_EQ(bills().size(), 1U); // what was imported stays
}

} // namespace fullscope::cli::test
