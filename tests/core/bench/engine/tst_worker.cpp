// SPDX-License-Identifier: GPL-3.0-or-later
// The program fullscope-bench itself: what it says, and how it ends.
#include "core/bench/data.h"
#include "core/bench/engine/engine.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fullscope::bench {

namespace {

using Json = nlohmann::json;
using namespace std::chrono_literals;

// A run that goes on until it is ended.
constexpr const char* kLong = R"({"preset":"tiny","batch":1,"plan":{"windows":1000000,"ceiling_s":0,"warmup_max":1}})";
constexpr const char* kShort
    = R"({"preset":"tiny","threads":1,"plan":{"windows":2,"steps_per_window":3,"warmup_max":2,)"
      R"("ceiling_s":0.001}})";

class Program {
public:
    // Records come from descriptor 5; standard output, error and records are one pipe each.
    explicit Program(std::vector<std::string> arguments)
    {
        int input[2], records[2], errors[2];
        EXPECT_EQ(::pipe2(input, O_CLOEXEC) + ::pipe2(records, O_CLOEXEC) + ::pipe2(errors, O_CLOEXEC), 0);
        arguments.insert(arguments.begin(), FULLSCOPE_BENCH_PROGRAM);
        std::vector<char*> words;
        for (std::string& argument : arguments)
            words.push_back(argument.data());
        words.push_back(nullptr);
        m_pid = ::fork();
        if (m_pid == 0) {
            ::dup2(input[0], 0);
            ::dup2(errors[1], 2);
            ::dup2(records[1], 1);
            ::dup2(records[1], 5);
            ::execv(words[0], words.data());
            ::_exit(127);
        }
        ::close(input[0]);
        ::close(records[1]);
        ::close(errors[1]);
        m_input = input[1];
        m_records = records[0];
        m_errors = errors[0];
    }
    ~Program()
    {
        for (int descriptor : {m_input, m_records, m_errors})
            if (descriptor >= 0)
                ::close(descriptor);
        if (m_pid > 0)
            wait();
    }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    bool next(Json& into) // a record; false at the end
    {
        std::string line;
        char byte = 0;
        while (::read(m_records, &byte, 1) == 1 && byte != '\n')
            line += byte;
        if (line.empty())
            return false;
        into = Json::parse(line, nullptr, false);
        EXPECT_FALSE(into.is_discarded()) << line;
        return true;
    }
    std::vector<Json> rest()
    {
        std::vector<Json> records;
        for (Json record; next(record);)
            records.push_back(record);
        return records;
    }
    void await(const char* kind)
    {
        for (Json record; next(record);)
            if (record["t"] == kind)
                return;
        ADD_FAILURE() << "no record " << kind;
    }
    std::string errors()
    {
        std::string text;
        char bytes[4096];
        for (ssize_t count = 0; (count = ::read(m_errors, bytes, sizeof bytes)) > 0;)
            text.append(bytes, static_cast<std::size_t>(count));
        return text;
    }
    int wait() // exit status
    {
        int status = 0;
        ::waitpid(std::exchange(m_pid, -1), &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    void signal(int number) { ::kill(m_pid, number); }
    void tell(const std::string& line) { EXPECT_GT(::write(m_input, line.data(), line.size()), 0); }
    void closeInput() { ::close(std::exchange(m_input, -1)); }
    void closeRecords() { ::close(std::exchange(m_records, -1)); }

private:
    pid_t m_pid = -1;
    int m_input = -1, m_records = -1, m_errors = -1;
};

std::vector<std::string> workOn(const std::string& spec)
{
    return {"worker", "--library", "built-in", "--spec", spec, "--fd", "5"};
}

std::vector<Json> of(const std::vector<Json>& records, const std::string& kind)
{
    std::vector<Json> found;
    for (const Json& record : records)
        if (record["t"] == kind)
            found.push_back(record);
    return found;
}

} // namespace

TEST(Worker, saysTheWholeProtocolInOrder)
{
    Program program(workOn(kShort));
    const std::vector<Json> records = program.rest();
    EXPECT_EQ(program.wait(), 0);
    std::string kinds;
    std::int64_t seq = 0;
    for (const Json& record : records) {
        EXPECT_EQ(record["v"], 1);
        EXPECT_EQ(record["seq"], seq++);
        const std::string kind = record["t"];
        if (kind != "heartbeat" && kind != "ceiling" && !kinds.ends_with(kind))
            kinds += ' ' + kind;
    }
    EXPECT_EQ(kinds,
        " hello device check plan phase step loss compile phase step loss step loss phase step window loss step window "
        "loss phase end");
    const ModelSpec tiny = presetByName("tiny")->model;
    EXPECT_EQ(of(records, "hello")[0]["spec_hash"], specHash(tiny));
    EXPECT_EQ(of(records, "hello")[0]["env"]["OMP_WAIT_POLICY"], "passive");
    EXPECT_EQ(of(records, "device")[0]["blas"], "built-in");
    EXPECT_EQ(of(records, "plan")[0]["flops_per_step"], stepFlops(tiny, 4).total(Attention::causal));
    EXPECT_EQ(of(records, "plan")[0]["tokens_per_step"], 256);
    double shares = 0;
    for (const Json& ceiling : of(records, "ceiling"))
        shares += ceiling["share"].get<double>();
    EXPECT_NEAR(shares, 2, 1e-9); // before and after
    EXPECT_EQ(of(records, "window").size(), 2U);
    EXPECT_EQ(of(records, "end")[0]["status"], "ok");
    EXPECT_EQ(of(records, "end")[0]["stopped_by"], "plan");
}

TEST(Worker, trainsAsTheEngineDoes)
{
    Program program(workOn(kShort));
    std::vector<double> losses;
    for (const Json& record : of(program.rest(), "loss"))
        for (const Json& loss : record["loss"])
            losses.push_back(loss);
    ASSERT_EQ(losses.size(), 1U + 2 + 6);
    WorkerSpec spec = *readWorkerSpec(kShort);
    const Library library = builtIn();
    const auto engine = *Engine::create(spec, *library, 1);
    const TokenSource source(spec.model, spec.batch, spec.seed);
    std::vector<std::int32_t> inputs(256), targets(256);
    for (std::size_t i = 0; i < losses.size(); ++i) {
        source.fill(static_cast<std::int64_t>(i), inputs, targets);
        EXPECT_EQ(engine->step(inputs, targets), losses[i]);
    }
}

TEST(Worker, takesTheMemoryThatItPredicted)
{
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "sanitizers take memory of their own";
#endif
    const auto measured = [](const char* vocabulary) {
        Program program(
            workOn(std::string(R"({"preset":"custom","model":{"width":128,"heads":2,"layers":1,"sequence":64,)"
                               R"("vocabulary":)")
                + vocabulary
                + R"(},"batch":1,"threads":1,"plan":{"windows":1,"steps_per_window":1,"warmup_max":0,)"
                  R"("ceiling_s":0}})"));
        const std::vector<Json> records = program.rest();
        return std::pair(of(records, "window")[0]["mem_peak_bytes"].get<double>(),
            of(records, "plan")[0]["memory_needed_bytes"].get<double>());
    };
    const auto [small, small_predicted] = measured("100");
    const auto [large, large_predicted] = measured("40000"); // 40,000 · (2 · 128 · 16 + 64 · 4) bytes = 174 MB more
    EXPECT_NEAR(large_predicted - small_predicted, 39'900.0 * (2 * 128 * 16 + 64 * 4), 1e5);
    EXPECT_NEAR((large - small) / (large_predicted - small_predicted), 1, 0.1);
}

TEST(Worker, endsWithAValidRecordWhenItIsAskedTo)
{
    const std::vector<std::function<void(Program&)>> ways
        = {[](Program& p) { p.signal(SIGTERM); }, [](Program& p) { p.signal(SIGINT); },
            [](Program& p) { p.tell("{\"cmd\":\"cancel\"}\n"); }, [](Program& p) { p.closeInput(); }};
    for (const auto& ask : ways) {
        Program program(workOn(kLong));
        program.await("window");
        ask(program);
        const std::vector<Json> records = program.rest();
        EXPECT_EQ(program.wait(), 0);
        ASSERT_FALSE(records.empty());
        EXPECT_EQ(records.back()["t"], "end");
        EXPECT_EQ(records.back()["status"], "cancelled");
        EXPECT_EQ(records.back()["stopped_by"], "cancel");
    }
}

TEST(Worker, endsWhenNobodyReadsItsRecords)
{
    Program program(workOn(kLong));
    program.await("window");
    program.closeRecords();
    EXPECT_EQ(program.wait(), 0);
}

TEST(Worker, endsWithItsParentAndKeepsItsFile)
{
    const std::string file = ::testing::TempDir() + "fullscope-orphan-" + std::to_string(::getpid()) + ".jsonl";
    const std::string command = std::string(FULLSCOPE_BENCH_PROGRAM) + " worker --library built-in --spec '" + kLong
        + "' --out " + file + " > /dev/null & while ! grep -q window " + file + " 2> /dev/null; do sleep 0.1; done";
    ASSERT_EQ(std::system(command.c_str()), 0); // the shell starts it and goes
    std::string text;
    for (int tries = 0; tries < 600 && text.find("\"end\"") == std::string::npos; ++tries) {
        std::this_thread::sleep_for(100ms);
        std::ostringstream read;
        read << std::ifstream(file).rdbuf();
        text = read.str();
    }
    EXPECT_NE(text.find(R"("status":"cancelled")"), std::string::npos);
    std::filesystem::remove(file);
}

TEST(Worker, saysWhyItCannotStart)
{
    const auto failureOf = [](const std::string& spec) {
        Program program(workOn(spec));
        const std::vector<Json> records = program.rest();
        EXPECT_EQ(program.wait(), 1) << spec;
        EXPECT_EQ(records.back()["status"], "failed") << spec;
        const auto errors = of(records, "error");
        return errors.empty() ? Json::object() : errors[0];
    };
    EXPECT_EQ(failureOf("{")["code"], "bad_spec");
    const Json typo = failureOf(R"({"preset":"gtp"})");
    EXPECT_NE(typo["message"].get<std::string>().find("gtp"), std::string::npos);
    const Json large = failureOf(R"({"batch":1000000,"threads":1})");
    EXPECT_EQ(large["code"], "out_of_memory");
    // The largest batch whose need is within what is free: one more would not be.
    const std::string mend = large["mend"];
    ASSERT_TRUE(mend.starts_with("A batch of ") && mend.ends_with(" fits.")) << mend;
    WorkerSpec spec = *readWorkerSpec("{}");
    spec.batch = std::stoll(mend.substr(11));
    const std::string limit = large["message"];
    const auto free = std::stoll(limit.substr(limit.find("≤ ") + std::string("≤ ").size()));
    EXPECT_LE(memoryNeededBytes(spec, 1), free);
    ++spec.batch;
    EXPECT_GT(memoryNeededBytes(spec, 1), free);
    EXPECT_EQ(failureOf(R"({"precision":"bf16"})")["code"], "precision_unsupported"); // not by the built-in kernel
    EXPECT_EQ(failureOf(R"({"plan":{"windows":0}})")["code"], "bad_spec");
}

TEST(Worker, refusesACommandThatItDoesNotUnderstand)
{
    const std::vector<std::pair<std::vector<std::string>, const char*>> cases = {{{"train"}, "train"},
        {{"worker", "--fd", "77"}, "77"}, {{"worker", "--fd", "x"}, "--fd"}, {{"worker", "--spec"}, "--spec"},
        {{"worker", "--fast"}, "--fast"}, {{"worker", "--out", "/nowhere/x"}, "/nowhere/x"}};
    for (const auto& [arguments, named] : cases) {
        Program program(arguments);
        EXPECT_NE(program.errors().find(named), std::string::npos) << named;
        EXPECT_EQ(program.wait(), 2) << named;
    }
}

} // namespace fullscope::bench
