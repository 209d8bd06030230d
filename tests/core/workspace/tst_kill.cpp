// SPDX-License-Identifier: GPL-3.0-or-later
// A child process imports files and is killed at a random moment, again and again. What it said was imported is there,
// whole; of what it was doing there is nothing.
#include "core/store/database.h"
#include "core/workspace/import_files.h"
#include "tests/core/store/store_support.h"
#include "tests/core/workspace/generated_files.h"

#include <csignal>
#include <map>

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace fullscope::store::test;
using namespace fullscope::workspace::test;
namespace base = fullscope::base;
namespace store = fullscope::store;
namespace workspace = fullscope::workspace;

namespace {

constexpr int kIterations = 4'000; // of each log
constexpr int kRows = 1'500; // of each bill
constexpr int kKills = 25;
constexpr int kMostKills = 200; // a busy machine gets more of them, and more time before each
constexpr std::size_t kEnough = 6; // imports that were finished, and kills that came between

// Imports bill and logs for ever and writes a byte after each import.
[[noreturn]] void importForEver(const std::string& path, const std::string& folder, int round, int out)
{
    auto opened = store::WorkspaceFile::open(path, store::Access::read_write);
    if (!opened)
        ::_exit(1);
    for (int i = 0;; ++i) {
        const bool log = i % 2 == 0;
        const std::string file
            = folder + "/" + std::to_string(round) + "-" + std::to_string(i) + (log ? ".log" : ".csv");
        if (log)
            writeLog(file, kIterations + 100 * round + i); // each of its own content
        else
            writeBill(file, (100 * round + i) * kRows, kRows);
        const auto outcome = workspace::importFiles(**opened, {file}, {}, base::JobContext());
        const char done = log ? 'r' : 'b';
        if (outcome.imported.size() != 1 || ::write(out, &done, 1) != 1)
            ::_exit(1);
    }
}

// Lets a child work for about `milliseconds`, kills it and returns what it said it had imported.
std::string workAndDie(const std::string& path, const std::string& folder, int round, int milliseconds)
{
    int ends[2];
    if (::pipe(ends) != 0)
        return "pipe";
    const pid_t child = ::fork();
    if (child == 0) {
        ::close(ends[0]);
        importForEver(path, folder, round, ends[1]);
    }
    ::close(ends[1]);
    pollfd never {-1, 0, 0};
    ::poll(&never, 0, milliseconds); // the moment of its death
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status)) << "the child gave up by itself";
    std::string said;
    char byte = 0;
    while (::read(ends[0], &byte, 1) == 1)
        said += byte;
    ::close(ends[0]);
    return said;
}

} // namespace

TEST(Kill, nothingIsLostAndNothingIsHalfDone)
{
    const TempFolder folder;
    const std::string path = folder.file("w.fullscope");
    std::mt19937 random(17);
    std::size_t runs_before = 0;
    std::size_t in_the_middle = 0;
    const auto isEnough = [&] { return runs_before >= kEnough && in_the_middle >= kEnough; };
    for (int round = 0; round < kKills || (round < kMostKills && !isEnough()); ++round) {
        const int most_ms = 300 + 10 * round;
        const std::string said = workAndDie(path, folder.path().string(), round, static_cast<int>(random() % most_ms));
        if (!std::filesystem::exists(path)) {
            EXPECT_TRUE(said.empty()); // killed before there was one
            continue;
        }
        {
            auto database = store::Database::open(path, store::Database::Mode::read_write);
            ASSERT_OK(database);
            std::string check;
            ASSERT_OK(
                database->each("PRAGMA integrity_check", [&](const store::Statement& row) { check += row.text(0); }));
            ASSERT_EQ(check, "ok") << "round " << round;
            ASSERT_EQ(*database->integer("SELECT count(*) FROM pragma_foreign_key_check"), 0);
            ASSERT_EQ(*database->integer("SELECT count(*) FROM import WHERE id NOT IN (SELECT id FROM run)"
                                         " AND id NOT IN (SELECT id FROM bill)"),
                0);
        }
        const auto workspace = openedAt(path);
        ASSERT_NE(workspace, nullptr);
        const auto runs = workspace->runs();
        ASSERT_OK(runs);
        const auto said_runs = static_cast<std::size_t>(std::count(said.begin(), said.end(), 'r'));
        EXPECT_GE(runs->size(), runs_before + said_runs);
        EXPECT_LE(runs->size(), runs_before + said_runs + 1) << "at most one was committed but not yet said";
        in_the_middle += runs->size() == runs_before + said_runs;
        runs_before = runs->size();
        for (const auto& run : *runs) {
            EXPECT_EQ(run.samples, workspace->timeLedger(run.id)->samples);
            EXPECT_EQ(run.wall_us, run.samples * 500'000);
        }
        // Each bill replaces the one before: one delivery, one bill, its rows whole.
        const auto bills = workspace->bills();
        ASSERT_OK(bills);
        EXPECT_LE(bills->size(), 1U);
        for (const auto& bill : *bills) {
            EXPECT_EQ(bill.rows, kRows);
            EXPECT_EQ(bill.totals.at(0).second.billed, decimal("15"));
        }
        if (said.find('b') != std::string::npos) {
            EXPECT_EQ(bills->size(), 1U);
        }
    }
    EXPECT_GE(runs_before, kEnough);
    EXPECT_GE(in_the_middle, kEnough) << "the kills came between imports only";
    // No half-made file of the workspace itself is taken for one.
    ASSERT_OK(store::WorkspaceFile::open(path, store::Access::read_write));
}
