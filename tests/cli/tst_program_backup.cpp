// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program.h"
#include "tests/core/workspace/generated_files.h"

#include <fstream>

namespace fullscope::cli::test {

class ProgramBackup : public Program { };

TEST_F(ProgramBackup, holdsWhatTheWorkspaceHoldsAndIsOneItself)
{
    workspace::test::writeLog(file("a.log"), 500);
    workspace::test::writeBill(file("b.csv"), 0, 321);
    ASSERT_EQ(run({"import", "a.log", "b.csv"}).exit_code, 0);
    ASSERT_EQ(run({"rates", "add", "USD", "EUR", "2024-03-29", "0.92", "--source", "ECB"}).exit_code, 0);
    const json told = document({"backup", "-o", "kept.fullscope"});
    EXPECT_EQ(told,
        (json {{"backup", "kept.fullscope"}, {"of", "workspace.fullscope"}, {"runs", 1}, {"bills", 1}, {"telemetry", 0},
            {"job_lists", 0}}));
    std::filesystem::remove(file("workspace.fullscope"));
    // Restored by the same verb.
    const Outcome outcome = run({"backup", "kept.fullscope", "-o", "workspace.fullscope"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.out,
        "Backed up and checked: workspace.fullscope (runs: 1, bills: 1, telemetry: 0, lists of jobs: 0)\n");
    EXPECT_EQ(runs(), (std::map<std::string, int> {{"a.log", 500}}));
    EXPECT_EQ(billed(), "3.21"); // 321 rows of 0.01
    EXPECT_EQ(document({"rates"}).at("rates")[0].at("rate"), "0.92");
}

TEST_F(ProgramBackup, replacesNothing)
{
    workspace::test::writeLog(file("a.log"), 5);
    ASSERT_EQ(run({"import", "a.log"}).exit_code, 0);
    write("bill.csv", "mine");
    for (const char* name : {"bill.csv", "workspace.fullscope"}) {
        const std::string before = contents(file(name));
        const Outcome outcome = run({"backup", "-o", name});
        EXPECT_EQ(outcome.exit_code, 1);
        EXPECT_TRUE(outcome.says(std::string(name) + ": writing failed (File exists)")) << outcome.err;
        EXPECT_EQ(contents(file(name)), before);
    }
    EXPECT_TRUE(run({"backup", "-o", "no/such/folder.fullscope"}).says("no/such/folder.fullscope: writing failed"));
    for (const auto& wrong : {std::vector<std::string> {"backup"}, {"backup", "-o", "-"}})
        EXPECT_TRUE(run(wrong).says("backup [W] -o FILE.fullscope"));
    EXPECT_FALSE(std::filesystem::exists(file("-"))); // a workspace is no stream
    EXPECT_TRUE(run({"backup", "absent.fullscope", "-o", "b"}).says("absent.fullscope: there is no such file"));
    EXPECT_FALSE(std::filesystem::exists(file("b")));
}

TEST_F(ProgramBackup, damageIsSaidAndNotCopied)
{
    workspace::test::writeBill(file("b.csv"), 0, 2'000);
    ASSERT_EQ(run({"import", "b.csv"}).exit_code, 0);
    {
        std::fstream bytes(file("workspace.fullscope"), std::ios::in | std::ios::out | std::ios::binary);
        bytes.seekp(-3 * 8'192, std::ios::end); // a page of rows
        bytes << std::string(512, '\xFF');
    }
    const Outcome outcome = run({"backup", "-o", "kept.fullscope"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_TRUE(outcome.says("workspace.fullscope: the workspace is damaged")) << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(file("kept.fullscope")));
}

TEST_F(ProgramBackup, isOfOneMomentWhileAnImportGoesOn)
{
    workspace::test::writeLog(file("a.log"), 50);
    workspace::test::writeLog(file("big.log"), 30'000);
    ASSERT_EQ(run({"import", "a.log"}).exit_code, 0);
    const pid_t import = start({.arguments = {"import", "big.log"}, .output = file("import.out")});
    for (int i = 0; i < 3; ++i) {
        const std::string name = "b" + std::to_string(i) + ".fullscope";
        ASSERT_EQ(run({"backup", "-o", name}).exit_code, 0);
        const auto held = runs({"--workspace", name});
        EXPECT_EQ(held.at("a.log"), 50);
        if (held.contains("big.log")) {
            EXPECT_EQ(held.at("big.log"), 30'000);
        }
    }
    EXPECT_EQ(ended(import).exit_code, 0);
}

TEST_F(ProgramBackup, whatIsWholeOfADamagedWorkspaceIsRecovered)
{
    workspace::test::writeLog(file("a.log"), 50);
    workspace::test::writeBill(file("b.csv"), 0, 4'000);
    ASSERT_EQ(run({"import", "a.log"}).exit_code, 0);
    ASSERT_EQ(run({"import", "b.csv"}).exit_code, 0);
    EXPECT_TRUE(document({"recover", "workspace.fullscope", "-o", "whole.fullscope"}).at("whole"));
    const std::string before = contents(file("workspace.fullscope"));
    {
        std::fstream bytes(file("workspace.fullscope"), std::ios::in | std::ios::out | std::ios::binary);
        bytes.seekp(-20 * 8'192, std::ios::end); // among the rows of the bill
        bytes << std::string(512, '\xFF');
    }
    const Outcome told = run({"recover", "workspace.fullscope", "-o", "new.fullscope"});
    EXPECT_EQ(told.exit_code, 2) << told.err;
    EXPECT_NE(told.out.find("Recovered into new.fullscope: runs: 1, bills: 0,"), std::string::npos) << told.out;
    EXPECT_NE(told.out.find("Lost: bill 2 b: it cannot be read. Import it again: b.csv\n"), std::string::npos)
        << told.out;
    const json document_of = document({"recover", "workspace.fullscope", "-o", "again.fullscope"}, 2);
    EXPECT_EQ(document_of.at("kept").at("run"), 1);
    ASSERT_EQ(document_of.at("lost").size(), 1U);
    EXPECT_EQ(document_of["lost"][0].at("kind"), "bill");
    EXPECT_EQ(document_of["lost"][0].at("why"), "unreadable");
    EXPECT_EQ(document_of.at("damaged_tables"), json::array({"bill_row"}));
    EXPECT_FALSE(document_of.at("whole"));

    // As it says: imported again, nothing is lost.
    ASSERT_EQ(run({"import", "b.csv", "--workspace", "new.fullscope"}).exit_code, 0);
    EXPECT_EQ(runs({"--workspace", "new.fullscope"}), (std::map<std::string, int> {{"a.log", 50}}));
    EXPECT_EQ(bills({"--workspace", "new.fullscope"}), (std::map<std::string, int> {{"b.csv", 4'000}}));
    EXPECT_NE(contents(file("workspace.fullscope")), before);
    EXPECT_TRUE(run({"recover", "workspace.fullscope", "-o", "new.fullscope"}).says("writing failed (File exists)"));
    EXPECT_TRUE(run({"recover", "workspace.fullscope"}).says("recover FILE -o NEW.fullscope"));
    EXPECT_TRUE(run({"recover", "a.log", "-o", "x.fullscope"}).says("a.log: "));
}

} // namespace fullscope::cli::test
