// SPDX-License-Identifier: GPL-3.0-or-later
// fullscope-bench: the benchmark's native worker. Records go to a descriptor of its own; standard output is nobody's.
#include "app/bench/machine.h"
#include "app/bench/worker.h"
#include "core/base/text.h"
#include "core/words/words.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <span>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
// LeakSanitizer cannot stop the threads of OpenMP, and ends the program with an error of its own.
extern "C" const char* __asan_default_options()
{
    return "detect_leaks=0";
}
#endif

namespace {

using namespace fullscope;

constexpr int kUsage = 2;
constexpr const char* kHelpEn
    = R"(fullscope-bench: trains a small language model on this machine's processor and says how fast

  fullscope-bench worker [--spec JSON] [--fd N] [--out FILE] [--library auto|onednn|openblas|built-in]

--spec JSON    what to train and for how long, e.g. {"preset":"tiny","batch":4,"plan":{"windows":5}}; {} is the model gpt
--fd N         open descriptor that the records go to, one JSON object a line; standard output unless given
--out FILE     file that the records are appended to as well
--library L    what multiplies the matrices; auto takes oneDNN, else OpenBLAS, else its own

SIGINT, SIGTERM, {"cmd":"cancel"} or the end of a pipe on standard input end it after the current step.
`fullscope bench run` starts it and reads its records.
)";
constexpr const char* kHelpZh = R"(fullscope-bench：在本机处理器上训练一个小型语言模型，并报告其速度

  fullscope-bench worker [--spec JSON] [--fd N] [--out FILE] [--library auto|onednn|openblas|built-in]

--spec JSON    训练什么、多久，例如 {"preset":"tiny","batch":4,"plan":{"windows":5}}；{} 表示模型 gpt
--fd N         接收记录的已打开描述符，每行一个 JSON 对象；缺省为标准输出
--out FILE     同时追加记录的文件
--library L    由谁做矩阵乘法；auto 依次选用 oneDNN、OpenBLAS、自带内核

SIGINT、SIGTERM、标准输入上的 {"cmd":"cancel"} 或管道结束，均使其在当前步之后结束。
`fullscope bench run` 启动它并读取其记录。
)";

std::atomic<bool> isStopped = false; // lock-free: a signal handler may set it

void onSignal(int)
{
    isStopped.store(true);
}

words::Language language()
{
    for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"})
        if (const char* value = std::getenv(name); value != nullptr && *value != '\0')
            return std::string_view(value).starts_with("zh") ? words::Language::zh_CN : words::Language::en;
    return words::Language::en;
}

int refused(const base::Error& error)
{
    std::cerr << words::sentence(error, language()) << '\n';
    return kUsage;
}

struct Options {
    bench::WorkerArguments worker;
    std::int64_t descriptor = STDOUT_FILENO;
    std::string out;
};

base::Result<Options> read(std::span<const std::string> arguments)
{
    Options options;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::size_t equals = arguments[i].find('=');
        const std::string name = arguments[i].substr(0, equals);
        if (name != "--spec" && name != "--fd" && name != "--out" && name != "--library")
            return base::Error {.code = base::Code::usage,
                .found = base::excerpt(arguments[i]),
                .expected = "--spec, --fd, --out, --library"};
        if (equals == std::string::npos && i + 1 == arguments.size())
            return base::Error {.code = base::Code::not_given, .field = name};
        const std::string value = equals == std::string::npos ? arguments[++i] : arguments[i].substr(equals + 1);
        if (name == "--spec")
            options.worker.spec = value;
        else if (name == "--library")
            options.worker.library = value;
        else if (name == "--out")
            options.out = value;
        else {
            const auto number = base::parseInt(value);
            if (!number.ok() || *number < 0 || ::fcntl(static_cast<int>(*number), F_GETFD) < 0)
                return base::Error {.code = base::Code::bad_value,
                    .field = "--fd",
                    .found = base::excerpt(value),
                    .expected = "open descriptor"};
            options.descriptor = *number;
        }
    }
    return options;
}

// OpenMP and OpenBLAS read their settings when they are loaded: the program starts again, once, with those that it
// needs. Threads that wait for each other by turning round and round halve the speed of a machine that has other work.
void settleEnvironment(char** argv)
{
    constexpr const char* kSettled = "FULLSCOPE_BENCH_SETTLED";
    if (std::getenv(kSettled) != nullptr)
        return;
    setenv(kSettled, "1", 1);
    setenv("OMP_WAIT_POLICY", "passive", 1);
    setenv("OMP_DYNAMIC", "false", 1);
    for (const char* name : {"OMP_NUM_THREADS", "OMP_THREAD_LIMIT", "GOMP_SPINCOUNT", "OPENBLAS_CORETYPE",
             "OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS"})
        unsetenv(name);
    execv("/proc/self/exe", argv); // where that fails, it goes on with what there is
}

// Ends the run when it is told to on standard input, when that is a pipe and ends, or when its parent has died; and
// says every few seconds that it lives, also during a long step.
void watch(const std::stop_token& stop, bench::RecordWriter& records)
{
    using namespace std::chrono_literals;
    constexpr int kTicksPerBeat = 20; // of 200 ms
    struct stat input { };
    bool listens = fstat(STDIN_FILENO, &input) == 0 && (S_ISFIFO(input.st_mode) || S_ISSOCK(input.st_mode));
    const pid_t parent = getppid();
    std::string told;
    for (int tick = 1; !stop.stop_requested(); ++tick) {
        pollfd waited {listens ? STDIN_FILENO : -1, POLLIN, 0};
        if (poll(&waited, 1, 200) > 0) {
            char bytes[256];
            const ssize_t count = ::read(STDIN_FILENO, bytes, sizeof bytes);
            if (count > 0)
                told = (told + std::string(bytes, static_cast<std::size_t>(count)));
            if (count == 0 || told.find("\"cancel\"") != std::string::npos) {
                isStopped.store(true);
                listens = false;
            }
            if (told.size() > 4'096)
                told.erase(0, told.size() - 16);
        }
        if (getppid() != parent)
            isStopped.store(true);
        if (tick % kTicksPerBeat == 0)
            records.say("heartbeat", nlohmann::ordered_json::object());
    }
}

int runWorker(const Options& options)
{
    // What a library prints goes to standard error: a line among the records would spoil them.
    const int records_to = ::fcntl(static_cast<int>(options.descriptor), F_DUPFD_CLOEXEC, 3);
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
    int file = -1;
    if (!options.out.empty()) {
        file = ::open(options.out.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
        if (file < 0)
            return refused({.code = base::Code::write_failed, .file = options.out});
    }
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGINT, onSignal);
    std::signal(SIGTERM, onSignal);
    bench::RecordWriter records(records_to, file);
    const std::jthread watcher([&records](const std::stop_token& stop) { watch(stop, records); });
    return bench::work(options.worker, isStopped, records);
}

} // namespace

int main(int argc, char** argv)
{
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const std::string verb = arguments.empty() ? "--help" : arguments[0];
    for (const std::string& argument : arguments)
        if (argument == "--help" || argument == "-h") {
            std::cout << (language() == words::Language::en ? kHelpEn : kHelpZh);
            return 0;
        }
    if (verb == "--help" || verb == "help") {
        std::cout << (language() == words::Language::en ? kHelpEn : kHelpZh);
        return 0;
    }
    if (verb == "--version") {
        std::cout << "fullscope-bench " FULLSCOPE_VERSION "\n";
        return 0;
    }
    if (verb != "worker")
        return refused({.code = base::Code::usage, .found = base::excerpt(verb), .expected = "worker"});
    auto options = read(std::span(arguments).subspan(1));
    if (!options.ok())
        return refused(options.error());
    settleEnvironment(argv);
    options->worker.argv.assign(argv, argv + argc);
    return runWorker(*options);
}
