// SPDX-License-Identifier: GPL-3.0-or-later
// Several files as one run, from a shell. A log of ten steps, one a minute from 12:00 on, its next attempt from 12:30,
// what a device monitor wrote meanwhile, and the job that they ran in.
#include "tests/cli/program.h"

#include <fstream>

namespace fullscope::cli::test {

namespace {

class ProgramParts : public Program {
protected:
    void writeLog(const std::string& name, int first, int last, int minute)
    {
        std::ofstream out(file(name));
        for (int step = first; step <= last; ++step, ++minute) {
            char line[200];
            std::snprintf(line, sizeof line,
                "[rank0]:2024-05-01 12:%02d:00,000 - root - INFO - step: %2d  loss: %7.4f  memory: 10.00GiB(12.00%%)  "
                "tps: 1,000  mfu: 30.00%%\n",
                minute, step, 9 - step / 100.0);
            out << line;
        }
    }
    void importAll()
    {
        writeLog("a.log", 1, 10, 0);
        writeLog("b.log", 9, 20, 30);
        std::ofstream gpu(file("gpu.csv"));
        gpu << "timestamp, index, utilization.gpu [%], power.draw [W]\n";
        for (int minute = 0; minute < 60; ++minute)
            gpu << "2024/05/01 12:" << (minute < 10 ? "0" : "") << minute << ":00.000, 0, 50 %, 360.00 W\n";
        gpu.close();
        std::ofstream(file("jobs.txt")) << "JobID|JobName|State|Start|End|NNodes|AllocTRES\n"
                                           "77|train|COMPLETED|2024-05-01T11:50:00|2024-05-01T12:45:00|1|gres/gpu=8\n";
        run({"import", "a.log", "b.log", "gpu.csv", "jobs.txt"});
    }
    json shown() { return document({"runs", "show", "1"}); }
};

} // namespace

TEST_F(ProgramParts, filesOfOneRunAreSuggestedJoinedAndSeparated)
{
    importAll();
    json reasons = json::object();
    const json suggested = document({"runs", "suggest"});
    for (const json& one : suggested.at("suggestions"))
        if (one.at("run") == 1)
            reasons[one.at("role").get<std::string>()] = one.at("part");
    EXPECT_EQ(reasons, (json {{"attempt", 2}, {"telemetry", 3}, {"job", 4}}));

    ASSERT_EQ(run({"runs", "join", "1", "2", "3", "4:1"}).exit_code, 0);
    ASSERT_EQ(document({"runs", "list"}).at("runs").size(), 1U);
    const json joined = shown();
    EXPECT_EQ(joined.at("samples"), 22);
    EXPECT_EQ(joined.at("last_step"), 20);
    EXPECT_EQ(joined.at("rework_steps"), 2);
    EXPECT_EQ(joined.at("parts").size(), 3U);
    const json& ledger = joined.at("time_ledger");
    EXPECT_EQ(joined.at("wall"), 55 * 60) << "from the start of the job to its end";
    EXPECT_EQ(ledger.at("shutdown"), 4 * 60); // 12:41 to 12:45
    EXPECT_EQ(ledger.at("rework"), 2 * 60);
    // 360 W for what the run's wall-clock has of the hour: 12:00 to 12:45
    ASSERT_EQ(joined.at("telemetry").size(), 1U);
    EXPECT_NEAR(joined.at("telemetry")[0].at("energy_kwh").get<double>(), 0.36 * 45 / 60, 1e-9);

    ASSERT_EQ(run({"runs", "separate", "1"}).exit_code, 0);
    EXPECT_EQ(document({"runs", "list"}).at("runs").size(), 2U);
    EXPECT_EQ(shown().at("samples"), 10);
}

TEST_F(ProgramParts, whatCannotBeJoinedIsSaid)
{
    importAll();
    EXPECT_EQ(run({"runs", "join", "1"}).exit_code, 1);
    EXPECT_EQ(run({"runs", "join", "1", "99"}).exit_code, 1);
    EXPECT_EQ(run({"runs", "join", "1", "4:9"}).exit_code, 1);
    EXPECT_EQ(run({"runs", "join", "1", "2", "--as", "nonsense"}).exit_code, 1);
    EXPECT_EQ(run({"runs", "separate", "1", "2"}).exit_code, 1);
    ASSERT_EQ(run({"runs", "join", "1", "2"}).exit_code, 0);
    const Outcome again = run({"runs", "join", "1", "2"});
    EXPECT_EQ(again.exit_code, 1);
    EXPECT_TRUE(again.says("already a part of the run “a”")) << again.err;
    EXPECT_EQ(run({"runs", "join", "1", "2", "--workspace", "none.fullscope"}).exit_code, 1);
    EXPECT_FALSE(std::filesystem::exists(file("none.fullscope")));
}

} // namespace fullscope::cli::test
