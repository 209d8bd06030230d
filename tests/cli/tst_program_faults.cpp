// SPDX-License-Identifier: GPL-3.0-or-later
// What may happen to a machine while the program works: kills, full disks, files that change, others at the same
// workspace, damaged bytes. Afterwards the workspace is whole, what was acknowledged is there, and nothing is half
// done. FULLSCOPE_FAULT_ROUNDS=N makes each part N times as long (tests/README.md).
#include "core/store/database.h"
#include "tests/cli/program.h"
#include "tests/core/workspace/generated_files.h"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <set>

#include <sys/wait.h>
#include <unistd.h>

namespace fullscope::cli::test {

namespace {

using Clock = std::chrono::steady_clock;

int rounds(int quick)
{
    const char* given = std::getenv("FULLSCOPE_FAULT_ROUNDS");
    return quick * std::max(1, given == nullptr ? 1 : std::atoi(given));
}

void pause(double seconds)
{
    ::usleep(static_cast<useconds_t>(1e6 * seconds));
}

bool hasEnded(pid_t child)
{
    siginfo_t info {};
    return ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
}

} // namespace

class ProgramFaults : public Program {
protected:
    std::mt19937 m_random {20'261'130};

    double share() { return static_cast<double>(m_random() % 10'000) / 10'000; }
    double secondsOf(const Call& whole)
    {
        const auto begin = Clock::now();
        call(whole);
        return std::chrono::duration<double>(Clock::now() - begin).count();
    }
    // Starts it and kills it after a time between 0 and `seconds`, or as soon as `reached` says so.
    Outcome killed(const std::vector<std::string>& arguments, double seconds, const std::function<bool()>& reached = {})
    {
        const pid_t child = start({.arguments = arguments});
        if (reached)
            for (int i = 0; i < 100'000 && !reached() && !hasEnded(child); ++i)
                pause(20e-6);
        else
            pause(seconds * share());
        ::kill(child, SIGKILL);
        return ended(child);
    }
    std::vector<std::string> names(const std::string& part = "") const
    {
        std::vector<std::string> out;
        for (const auto& entry : std::filesystem::directory_iterator(m_folder.path()))
            if (const std::string name = entry.path().filename(); name.find(part) != std::string::npos)
                out.push_back(name);
        return out;
    }
    // By SQLite's own check, which reads every page and index.
    void expectWhole(const std::string& name)
    {
        auto database = store::Database::open(file(name), store::Database::Mode::read_write);
        ASSERT_TRUE(database.ok());
        std::string found;
        ASSERT_TRUE(
            database->each("PRAGMA integrity_check", [&](const store::Statement& row) { found += row.text(0); }).ok());
        EXPECT_EQ(found, "ok");
        EXPECT_EQ(*database->integer("SELECT count(*) FROM pragma_foreign_key_check"), 0);
    }
    // After the next command that writes, nothing stands beside the files that a killed one had begun.
    void expectTidy()
    {
        EXPECT_EQ(names(".new-"), std::vector<std::string> {});
        EXPECT_EQ(names("-wal"), std::vector<std::string> {});
        EXPECT_EQ(names("-journal"), std::vector<std::string> {});
    }
};

TEST_F(ProgramFaults, killsDuringTheFirstImportLeaveAllOfItOrNothing)
{
    workspace::test::writeBill(file("big.csv"), 0, 8'000);
    const double whole = secondsOf({.arguments = {"import", "big.csv", "--workspace", "timed"}});
    for (int round = 0; round < rounds(5); ++round) {
        std::filesystem::remove(file("workspace.fullscope"));
        std::filesystem::remove(file("workspace.fullscope-wal"));
        std::filesystem::remove(file("workspace.fullscope-shm"));
        const Outcome outcome = killed({"import", "big.csv"}, whole);
        if (std::filesystem::exists(file("workspace.fullscope"))) {
            const auto held = bills();
            EXPECT_TRUE(held.empty() ? outcome.exit_code != 0 : held.at("big.csv") == 8'000) << "round " << round;
            EXPECT_EQ(billed(), held.empty() ? "0" : "80"); // 8,000 rows of 0.01
            expectWhole("workspace.fullscope");
        }
    }
    EXPECT_EQ(run({"import", "big.csv"}).exit_code, 0);
    EXPECT_EQ(billed(), "80");
    expectTidy();
}

// Each edit is a process of its own; one that said it was done stays done.
TEST_F(ProgramFaults, killsDuringEditsLoseNothingThatWasAcknowledged)
{
    workspace::test::writeLog(file("a.log"), 20);
    ASSERT_EQ(run({"import", "a.log"}).exit_code, 0);
    const auto edit = [](int day) -> std::vector<std::string> {
        const std::string date = "2024-01-" + std::string(day < 10 ? "0" : "") + std::to_string(day);
        return {"rates", "add", "USD", "EUR", date, "0.9", "--source", "ECB"};
    };
    const double whole = secondsOf({.arguments = edit(1)});
    std::set<int> acknowledged = {1};
    std::set<int> all = {1};
    for (int round = 0; round < rounds(6); ++round) {
        const int day = 2 + round % 28;
        all.insert(day);
        if (killed(edit(day), 1.2 * whole).exit_code == 0)
            acknowledged.insert(day);
        std::set<int> held;
        const json list = document({"rates"});
        for (const json& rate : list.at("rates")) {
            EXPECT_EQ(rate.at("rate"), "0.9");
            held.insert(std::stoi(rate.at("date").get<std::string>().substr(8)));
        }
        EXPECT_TRUE(std::ranges::includes(held, acknowledged)) << "round " << round;
        EXPECT_TRUE(std::ranges::includes(all, held)) << "round " << round;
        expectWhole("workspace.fullscope");
    }
    EXPECT_EQ(runs(), (std::map<std::string, int> {{"a.log", 20}}));
    expectTidy();
}

TEST_F(ProgramFaults, killsDuringAMigrationLeaveTheOldOrTheNew)
{
    const auto exists = [&](const std::string& part) { return [this, part] { return !names(part).empty(); }; };
    // While the copy is written, when it has its name, and later.
    const std::function<bool()> moments[] = {exists(".new-"), exists(".v1."), exists("-wal"), {}};
    for (int round = 0; round < rounds(4); ++round) {
        for (const std::string& name : names("old."))
            std::filesystem::remove(file(name));
        {
            auto old = store::Database::open(file("old.fullscope"), store::Database::Mode::create);
            ASSERT_TRUE(old.ok());
            ASSERT_TRUE(old->execute(contents(std::string(FULLSCOPE_TESTS_DIR) + "/core/store/schema/v1.sql")).ok());
            // Long enough to be met.
            ASSERT_TRUE(
                old->execute("CREATE TABLE ballast (x TEXT); WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT "
                             "i + 1 FROM n WHERE i < 3000) INSERT INTO ballast SELECT hex(randomblob(500)) FROM n")
                    .ok());
        }
        killed({"runs", "--workspace", "old.fullscope"}, 0.2, moments[round % 4]);
        for (const std::string& name : names(".v1")) {
            if (name.find(".new-") != std::string::npos)
                continue;
            expectWhole(name); // a copy that has its name is a whole one
            auto copy = store::Database::open(file(name), store::Database::Mode::read_only);
            EXPECT_EQ(*copy->integer("PRAGMA user_version"), 1);
            EXPECT_EQ(*copy->integer("SELECT count(*) FROM ballast"), 3'000);
        }
        EXPECT_EQ(runs({"--workspace", "old.fullscope"}).size(), 1U) << "round " << round; // which migrates it
        EXPECT_EQ(bills({"--workspace", "old.fullscope"}).size(), 1U);
        expectWhole("old.fullscope");
        EXPECT_EQ(
            run({"rates", "add", "USD", "EUR", "2024-01-02", "0.9", "--source", "E", "--workspace", "old.fullscope"})
                .exit_code,
            0);
        for (const std::string& name : names(".v1"))
            EXPECT_EQ(run({"runs", "--workspace", name}).exit_code, 0) << name;
        expectTidy();
    }
}

TEST_F(ProgramFaults, killsDuringAReportLeaveTheOldOneOrTheNew)
{
    ASSERT_EQ(run({"demo", "."}).exit_code, 0);
    const std::string old = contents(file("report.pdf"));
    const std::vector<std::string> again
        = {"report", "-o", "report.pdf", "--workspace", "sample.fullscope", "--scope", "compute"};
    const double whole = secondsOf({.arguments = {"report", "-o", "timed.pdf", "--workspace", "sample.fullscope"}});
    for (int round = 0; round < rounds(2); ++round) {
        killed(again, whole);
        const std::string now = contents(file("report.pdf"));
        EXPECT_TRUE(now == old || (now.starts_with("%PDF-") && now.substr(now.size() - 8).find("%%EOF") != now.npos));
    }
    killed(again, whole, [&] { return !names(".new-").empty(); });
    EXPECT_EQ(run(again).exit_code, 0);
    expectTidy();
}

TEST_F(ProgramFaults, fullDiskIsSaidAndTakesNothingAway)
{
    workspace::test::writeLog(file("a.log"), 50);
    workspace::test::writeBill(file("big.csv"), 0, 10'000); // some megabytes as they are stored
    ASSERT_EQ(run({"import", "a.log"}).exit_code, 0);
    const auto now = static_cast<std::int64_t>(std::filesystem::file_size(file("workspace.fullscope")));
    for (const std::int64_t limit : {std::int64_t(4'096), now / 2, now, now + 20'000, now + 200'000}) {
        const Outcome outcome = call({.arguments = {"import", "big.csv"}, .output = "/dev/null", .file_limit = limit});
        EXPECT_EQ(outcome.signal, 0) << limit;
        EXPECT_NE(outcome.exit_code, 0) << limit;
        EXPECT_TRUE(outcome.says("the disk is full")) << limit << ": " << outcome.err;
        EXPECT_EQ(runs(), (std::map<std::string, int> {{"a.log", 50}})) << limit;
        EXPECT_TRUE(bills().empty()) << limit;
        expectWhole("workspace.fullscope");
        const Outcome created = call({.arguments = {"import", "big.csv", "--workspace", "new.fullscope"},
            .output = "/dev/null",
            .file_limit = limit / 2});
        EXPECT_EQ(created.exit_code, 1) << limit;
        EXPECT_EQ(names("new.fullscope"), std::vector<std::string> {}) << "what was made for it goes again";
        for (const std::vector<std::string>& verb :
            {std::vector<std::string> {"backup", "-o", "b.fullscope"}, {"report", "-o", "r.pdf"}}) {
            const Outcome written = call({.arguments = verb, .output = "/dev/null", .file_limit = 4'096});
            EXPECT_NE(written.exit_code, 0) << verb[0];
            EXPECT_TRUE(written.says("the disk is full") || written.says("nothing")) << verb[0] << written.err;
            EXPECT_FALSE(std::filesystem::exists(file(verb[2])));
        }
    }
    EXPECT_EQ(run({"import", "big.csv"}).exit_code, 0);
    expectTidy();
}

// A real small disk, in a mount namespace of its own where that may be made.
TEST_F(ProgramFaults, smallDiskThatFillsUpKeepsWhatItHeld)
{
    std::filesystem::create_directory(file("disk"));
    workspace::test::writeLog(file("a.log"), 50);
    workspace::test::writeBill(file("big.csv"), 0, 10'000);
    write("script",
        "mount -t tmpfs -o size=700k none disk || exit 99\n"
        "\"$0\" import a.log --workspace disk/w || exit 98\n"
        "\"$0\" import big.csv --workspace disk/w && exit 97\n"
        "\"$0\" runs --json --workspace disk/w\n"
        "mount -o remount,ro disk || exit 96\n"
        "\"$0\" runs --json --workspace disk/w >/dev/null || exit 95\n"
        "\"$0\" import a.log --workspace disk/w && exit 94\n"
        "exit 0\n");
    const std::vector<std::string> arguments
        = {"--user", "--map-root-user", "--mount", "sh", "-c", ". ./script", FULLSCOPE_PROGRAM};
    const Outcome outcome = call({.arguments = arguments, .program = "/usr/bin/unshare"});
    if (outcome.exit_code == 99 || outcome.says("unshare"))
        GTEST_SKIP() << "no disk of its own can be made here: " << outcome.err;
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(outcome.says("the disk is full")) << outcome.err;
    EXPECT_TRUE(outcome.says("disk/w: ")) << outcome.err;
    const std::size_t begin = outcome.out.find('{');
    ASSERT_NE(begin, std::string::npos) << outcome.out;
    const json list = json::parse(outcome.out.substr(begin), nullptr, false);
    ASSERT_FALSE(list.is_discarded()) << outcome.out;
    ASSERT_EQ(list.at("runs").size(), 1U);
    EXPECT_EQ(list.at("runs")[0].at("samples"), 50);
}

TEST_F(ProgramFaults, filesThatChangeWhileTheyAreReadCrashNothing)
{
    for (int round = 0; round < rounds(4); ++round) {
        workspace::test::writeLog(file("big.log"), 20'000);
        const auto size = std::filesystem::file_size(file("big.log"));
        const pid_t child = start({.arguments = {"import", "big.log"}});
        pause(0.02 + 0.2 * share());
        if (round % 3 == 0) {
            std::filesystem::resize_file(file("big.log"), size / 3);
        } else if (round % 3 == 1) { // another file of the name
            write("other", "%PDF-1.7\n");
            std::filesystem::rename(file("other"), file("big.log"));
        } else {
            write("big.log", std::string(size / 2, '\xFE'));
        }
        const Outcome outcome = ended(child);
        EXPECT_EQ(outcome.signal, 0);
        EXPECT_GE(outcome.exit_code, 0);
        if (outcome.exit_code == 0) {
            EXPECT_GE(runs().at("big.log"), 1);
        }
    }
    if (std::filesystem::exists(file("workspace.fullscope")))
        expectWhole("workspace.fullscope");
}

TEST_F(ProgramFaults, twoAtOneWorkspaceBothKeepWhatTheySaidWasDone)
{
    workspace::test::writeLog(file("a.log"), 4'000);
    workspace::test::writeBill(file("b.csv"), 0, 3'000);
    for (int round = 0; round < rounds(3); ++round) {
        const std::string name = "w" + std::to_string(round);
        const pid_t first = start({.arguments = {"import", "a.log", "--workspace", name}, .output = file("first")});
        const pid_t second = start({.arguments = {"import", "b.csv", "--workspace", name}, .output = file("second")});
        const Outcome one = ended(first);
        const Outcome other = ended(second);
        EXPECT_EQ(one.signal + other.signal, 0);
        EXPECT_TRUE(one.exit_code == 0 || other.exit_code == 0) << one.err;
        const auto logs = runs({"--workspace", name});
        const auto costs = bills({"--workspace", name});
        EXPECT_EQ(logs.size(), one.exit_code == 0 ? 1U : 0U);
        EXPECT_EQ(costs.size(), other.exit_code == 0 ? 1U : 0U);
        expectWhole(name);
    }
}

TEST_F(ProgramFaults, damagedBytesAreAMessageNeverACrash)
{
    workspace::test::writeLog(file("a.log"), 500);
    workspace::test::writeBill(file("b.csv"), 0, 300);
    ASSERT_EQ(run({"import", "a.log", "b.csv", "--workspace", "w"}).exit_code, 0);
    const std::string whole = contents(file("w"));
    const std::vector<std::vector<std::string>> verbs = {{"runs"}, {"bills", "show", "2"}, {"runs", "show", "1"},
        {"reconcile"}, {"import", "a.log"}, {"backup", "-o", "b.fullscope"}};
    for (int round = 0; round < rounds(12); ++round) {
        std::string bytes = whole;
        const std::size_t from = round % 4 == 0 ? 0 : bytes.size() * static_cast<std::size_t>(round % 4) / 4;
        for (int i = 0; i < 30; ++i)
            bytes[from + m_random() % (bytes.size() - from)] = static_cast<char>(m_random());
        write("w", bytes);
        std::vector<std::string> words = verbs[static_cast<std::size_t>(round) % verbs.size()];
        words.insert(words.end(), {"--workspace", "w"});
        const Outcome outcome = run(words);
        EXPECT_EQ(outcome.signal, 0) << words[0] << ", round " << round;
        if (outcome.exit_code != 0) {
            EXPECT_TRUE(outcome.says("w: ") || outcome.says("fullscope: ")) << words[0] << ": " << outcome.err;
        }
        for (const char* name : {"w-wal", "w-shm", "b.fullscope"})
            std::filesystem::remove(file(name));
    }
}

} // namespace fullscope::cli::test
