// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program.h"

#include <cmath>
#include <csignal>
#include <fstream>
#include <map>
#include <sstream>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fullscope::cli::test {

namespace {

std::vector<char*> pointers(std::vector<std::string>& texts)
{
    std::vector<char*> out;
    for (std::string& text : texts)
        out.push_back(text.data());
    out.push_back(nullptr);
    return out;
}

// The writing end of a pipe that nobody reads.
int closedPipe()
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    ::close(ends[0]);
    return ends[1];
}

} // namespace

std::string sample(const std::string& name)
{
    return std::string(FULLSCOPE_TESTS_DIR) + "/samples/" + name;
}

std::string shipped(const std::string& name)
{
    return std::string(FULLSCOPE_SOURCE_DIR) + "/data/samples/" + name;
}

std::string contents(const std::string& path)
{
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

void expectNear(const json& actual, double expected, double relative)
{
    ASSERT_TRUE(actual.is_number()) << actual << " instead of " << expected;
    EXPECT_NEAR(actual.get<double>(), expected, relative * std::abs(expected));
}

pid_t Program::start(const Call& call)
{
    std::vector<std::string> words = {call.program};
    words.insert(words.end(), call.arguments.begin(), call.arguments.end());
    std::vector<std::string> environment = call.environment; // of equal names the first counts
    environment.insert(environment.end(), {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"});
    const auto argv = pointers(words);
    const auto envp = pointers(environment);
    const std::string out = call.output.empty() ? file(".out") : call.output;
    const std::string err = file(".err");
    const int pipe = call.output_closed ? closedPipe() : -1;
    const pid_t child = ::fork();
    if (child == 0) {
        const int input
            = call.input_descriptor >= 0 ? call.input_descriptor : ::open(call.input.c_str(), O_RDONLY | O_CLOEXEC);
        const int output = pipe >= 0 ? pipe : ::open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        const int errors = ::open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        ::signal(SIGPIPE, SIG_DFL);
        if (call.file_limit > 0) {
            const auto bytes = static_cast<rlim_t>(call.file_limit);
            const rlimit limit {bytes, bytes};
            ::signal(SIGXFSZ, SIG_IGN); // so that writing fails
            ::setrlimit(RLIMIT_FSIZE, &limit);
        }
        if (::dup2(input, 0) == 0 && ::dup2(output, 1) == 1 && ::dup2(errors, 2) == 2
            && ::chdir(m_folder.path().c_str()) == 0)
            ::execve(argv[0], argv.data(), envp.data());
        ::_exit(127);
    }
    if (pipe >= 0)
        ::close(pipe);
    return child;
}

Outcome Program::ended(pid_t child)
{
    int status = 0;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    Outcome outcome;
    outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    outcome.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    outcome.out = contents(file(".out"));
    outcome.err = contents(file(".err"));
    return outcome;
}

json Program::document(const std::vector<std::string>& arguments, int exit_code)
{
    std::vector<std::string> words = arguments;
    words.push_back("--json");
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.exit_code, exit_code) << outcome.err;
    json parsed = json::parse(outcome.out, nullptr, false);
    EXPECT_FALSE(parsed.is_discarded()) << outcome.out;
    return parsed;
}

void Program::write(const std::string& name, const std::string& bytes) const
{
    std::ofstream(file(name), std::ios::binary) << bytes;
}

std::map<std::string, int> Program::runs(const std::vector<std::string>& options)
{
    std::vector<std::string> words = {"runs"};
    words.insert(words.end(), options.begin(), options.end());
    std::map<std::string, int> out;
    const json list = document(words);
    for (const json& run : list.at("runs"))
        out[run.at("file")] += run.at("samples").get<int>();
    return out;
}

std::map<std::string, int> Program::bills(const std::vector<std::string>& options)
{
    std::vector<std::string> words = {"bills"};
    words.insert(words.end(), options.begin(), options.end());
    std::map<std::string, int> out;
    const json list = document(words);
    for (const json& bill : list.at("bills"))
        out[bill.at("file")] += bill.at("rows").get<int>();
    return out;
}

std::string Program::billed()
{
    base::Decimal sum;
    const json list = document({"bills"});
    for (const json& bill : list.at("bills"))
        for (const json& totals : bill.at("totals"))
            sum = *base::Decimal::sum(sum, store::test::decimal(totals.at("billed").get<std::string>()));
    return sum.toString();
}

} // namespace fullscope::cli::test
