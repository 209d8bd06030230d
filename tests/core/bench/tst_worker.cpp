// SPDX-License-Identifier: GPL-3.0-or-later
// Workers that behave in every way that workers do: small shell programs.
#include "core/bench/worker.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include <unistd.h>

using namespace fullscope::bench;
using fullscope::base::Code;
using fullscope::base::JobContext;

namespace {

const std::string kHello = R"(printf '{"v":1,"t":"hello","seq":0,"engine":"sh","spec_hash":"a"}\n' >&3;)";
const std::string kEnd = R"(printf '{"v":1,"t":"end","seq":1,"status":"ok"}\n' >&3;)";

WorkerOutcome ran(const std::string& script, const WorkerLimits& limits = {}, const JobContext& job = {})
{
    auto outcome = runWorker({.argv = {"/bin/sh", "-c", script}}, limits, job);
    EXPECT_TRUE(outcome.ok());
    return *std::move(outcome);
}

double seconds(const std::function<void()>& work)
{
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

bool isAlive(pid_t pid)
{
    return ::kill(pid, 0) == 0;
}

} // namespace

TEST(BenchWorker, recordsComeOnADescriptorOfTheirOwn)
{
    const WorkerOutcome out = ran("echo noise; echo more >&2; " + kHello + kEnd);
    EXPECT_EQ(out.end, WorkerEnd::done);
    EXPECT_EQ(out.exit_code, 0);
    ASSERT_TRUE(out.measurement.hello);
    EXPECT_EQ(out.measurement.hello->engine, "sh");
    EXPECT_TRUE(out.problems.empty());
    EXPECT_NE(out.log.find("noise"), std::string::npos);
    EXPECT_NE(out.log.find("more"), std::string::npos);
}

TEST(BenchWorker, aProgramThatIsNotThereIsTold)
{
    const auto missing = runWorker({.argv = {"/nowhere/python3", "x"}}, {}, {});
    ASSERT_FALSE(missing.ok());
    EXPECT_EQ(missing.error().code, Code::file_not_found);
    EXPECT_EQ(missing.error().file, "/nowhere/python3");
    EXPECT_EQ(runWorker({.argv = {"no-such-program-in-path"}}, {}, {}).error().code, Code::file_not_found);
    EXPECT_EQ(runWorker({.argv = {"/etc/hostname"}}, {}, {}).error().code, Code::file_not_readable);
    EXPECT_EQ(runWorker({}, {}, {}).error().code, Code::file_not_found);
}

TEST(BenchWorker, everyWayToEndIsTold)
{
    EXPECT_EQ(ran("exit 0").end, WorkerEnd::no_records);
    const WorkerOutcome failed = ran(kHello + "echo 'No module named torch' >&2; exit 3");
    EXPECT_EQ(failed.end, WorkerEnd::failed);
    EXPECT_EQ(failed.exit_code, 3);
    EXPECT_EQ(failed.log, "No module named torch\n");
    EXPECT_EQ(ran(kHello + R"(printf '{"v":1,"t":"error","message":"out of memory"}\n' >&3)").end, WorkerEnd::failed);
    const WorkerOutcome killed = ran(kHello + "kill -9 $$");
    EXPECT_EQ(killed.end, WorkerEnd::killed);
    EXPECT_EQ(killed.signal, SIGKILL);
    EXPECT_TRUE(killed.measurement.hello); // what was said before stays
    const WorkerOutcome other = ran(R"(printf '{"v":2,"t":"hello"}\n' >&3; sleep 60)");
    EXPECT_EQ(other.end, WorkerEnd::other_version);
    EXPECT_EQ(other.version, "2");
}

TEST(BenchWorker, garbageIsToldAndTheRunGoesOn)
{
    const WorkerOutcome out = ran(R"(printf 'Segfault in \377\n{"v":1\n' >&3;)" + kHello + kEnd + "printf 'torn' >&3");
    EXPECT_EQ(out.end, WorkerEnd::done);
    EXPECT_TRUE(out.measurement.hello && out.measurement.end);
    ASSERT_EQ(out.problems.size(), 3U);
    EXPECT_EQ(out.problems[0].what.line, 1);
    EXPECT_EQ(out.problems[2].what.code, Code::record_truncated);
    const WorkerOutcome endless = ran("head -c 1000000 /dev/zero | tr '\\0' x >&3; echo >&3; " + kHello + kEnd);
    EXPECT_TRUE(endless.measurement.hello);
    EXPECT_EQ(endless.problems[0].what.code, Code::line_too_long);
}

TEST(BenchWorker, silenceEndsIt)
{
    WorkerOutcome out;
    const double took
        = seconds([&] { out = ran(kHello + "sleep 60", {.silent_s = 0.5, .grace_s = 0.1, .patience_s = 0.5}); });
    EXPECT_EQ(out.end, WorkerEnd::silent);
    EXPECT_LT(took, 30);
    // A clock that ticks on beside a device that hangs.
    const std::string beats = R"(while :; do printf '{"v":1,"t":"heartbeat"}\n' >&3; sleep 0.1; done)";
    out = ran(kHello + beats, {.silent_s = 50, .stalled_s = 0.6, .patience_s = 0.5});
    EXPECT_EQ(out.end, WorkerEnd::silent);
}

TEST(BenchWorker, aWorkerThatHeedsNothingIsKilledWithItsChildren)
{
    const std::string name = std::filesystem::temp_directory_path() / ("bench-child-" + std::to_string(::getpid()));
    const WorkerOutcome out
        = ran("trap '' TERM; sleep 300 & echo $! > " + name + "; " + kHello + "while :; do sleep 1; done",
            {.most_s = 1, .grace_s = 0.2, .patience_s = 0.3});
    EXPECT_EQ(out.end, WorkerEnd::time_limit);
    EXPECT_EQ(out.signal, SIGKILL);
    pid_t child = 0;
    std::ifstream(name) >> child;
    std::filesystem::remove(name);
    ASSERT_GT(child, 0);
    for (int i = 0; i < 100 && isAlive(child); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_FALSE(isAlive(child));
}

TEST(BenchWorker, cancelledByAWordItMayEndInOrder)
{
    std::stop_source stop;
    const JobContext job(stop.get_token(), {});
    std::jthread later([&stop] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        stop.request_stop();
    });
    const WorkerOutcome out = ran(
        kHello + R"(read word; echo "$word"; printf '{"v":1,"t":"end","seq":1,"status":"cancelled"}\n' >&3)", {}, job);
    EXPECT_EQ(out.end, WorkerEnd::cancelled);
    EXPECT_EQ(out.exit_code, 0);
    EXPECT_EQ(out.measurement.end->status, "cancelled");
    EXPECT_EQ(out.log, "{\"cmd\":\"cancel\"}\n");
}

TEST(BenchWorker, moneyEndsIt)
{
    const WorkerOutcome out = ran(kHello + "sleep 60",
        {.most_money = 0.01, .price_per_h = 72, .grace_s = 0, .patience_s = 1}); // a cent: half a second
    EXPECT_EQ(out.end, WorkerEnd::money_limit);
}

TEST(BenchWorker, whatItPrintsIsBounded)
{
    const WorkerOutcome out = ran("yes 'a line of noise' | head -c 20000000; echo last; " + kHello + kEnd);
    EXPECT_EQ(out.end, WorkerEnd::done);
    EXPECT_LT(out.log.size(), 200'000U);
    EXPECT_TRUE(out.log.ends_with("last\n"));
    EXPECT_TRUE(out.log.starts_with("…\na line"));
}

TEST(BenchProcess, environmentIsAsAskedAndNothingLeaks)
{
    ::setenv("BENCH_TEST_GONE", "1", 1);
    ::setenv("BENCH_TEST_KEPT", "2", 1);
    const auto output
        = outputOf({.argv = {"/bin/sh", "-c",
                        "echo ${BENCH_TEST_GONE-unset} $BENCH_TEST_KEPT $BENCH_TEST_NEW; ls /proc/self/fd | wc -l"},
                       .set = {"BENCH_TEST_NEW=3"},
                       .unset = {"BENCH_TEST_GONE"}},
            20);
    ASSERT_TRUE(output.ok());
    EXPECT_EQ(*output, "unset 2 3\n4\n"); // 0, 1, 2 and the folder that ls reads
}

TEST(BenchProcess, aToolThatFailsOrHangsIsTold)
{
    auto failed
        = outputOf({.argv = {"/bin/sh", "-c", "echo first; echo 'Field \"x\" is not a valid field' >&2; exit 2"}}, 20);
    ASSERT_FALSE(failed.ok());
    EXPECT_EQ(failed.error().code, Code::query_failed);
    EXPECT_EQ(failed.error().found, "exit 2: Field \"x\" is not a valid field");
    failed = outputOf({.argv = {"/bin/sh", "-c", "sleep 60"}}, 0.3);
    EXPECT_EQ(failed.error().found, "> 0.3 s");
    failed = outputOf({.argv = {"/bin/sh", "-c", "kill -9 $$"}}, 20);
    EXPECT_EQ(failed.error().found, "signal 9");
}
