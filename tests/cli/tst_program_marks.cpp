// SPDX-License-Identifier: GPL-3.0-or-later
// What the user says of a run, from a shell. 20 records of 2 s, but for step 6 of 42 s; the first is in line 2.
#include "program.h"

namespace fullscope::cli::test {

class ProgramMarks : public Program {
protected:
    void SetUp() override
    {
        std::string csv = "step,time,loss\n";
        int seconds = 0;
        for (int step = 1; step <= 20; ++step) {
            seconds += step == 6 ? 42 : 2;
            char stamp[64];
            std::snprintf(
                stamp, sizeof stamp, "%d,2024-03-01T12:%02d:%02d.500Z,3.5\n", step, seconds / 60, seconds % 60);
            csv += stamp;
        }
        write("run.csv", csv);
        ASSERT_EQ(run({"import", "run.csv"}).exit_code, 0);
    }
    double lost(const std::string& category)
    {
        return document({"runs", "show", "1"}).at("time_ledger").at(category).get<double>();
    }
};

TEST_F(ProgramMarks, markAndUnmarkMoveTheTime)
{
    EXPECT_EQ(lost("stall"), 40.0);
    const json stretch = document({"runs", "show", "1"}).at("stretches").at(0);
    EXPECT_EQ(stretch.at("category"), "stall");
    EXPECT_EQ(stretch.at("seconds"), 40.0);
    EXPECT_EQ(stretch.at("first_line"), 7);
    EXPECT_EQ(stretch.at("first_step"), 6);
    EXPECT_EQ(stretch.at("why"), "beyond_pace");

    const json marked
        = document({"runs", "mark", "1", "--lines", "5-8", "--as", "checkpoint", "--note", "saved by hand"});
    EXPECT_EQ(marked.at("time_ledger").at("checkpoint"), 40.0);
    EXPECT_EQ(marked.at("time_ledger").at("stall"), 0.0);
    EXPECT_EQ(marked.at("marks"),
        json::parse(R"([{"first_line": 5, "last_line": 8, "as": "checkpoint", "note": "saved by hand"}])"));
    EXPECT_EQ(marked.at("stretches").at(0).at("why"), "user_mark");
    EXPECT_NE(run({"runs", "show", "1"}).out.find("saved by hand"), std::string::npos);

    EXPECT_EQ(run({"runs", "unmark", "1", "--lines", "5-8"}).exit_code, 0);
    EXPECT_EQ(lost("stall"), 40.0);
    ASSERT_EQ(run({"runs", "mark", "1", "--lines", "7", "--as", "productive"}).exit_code, 0);
    EXPECT_EQ(lost("stall"), 0.0);
    ASSERT_EQ(run({"runs", "unmark", "1", "--all"}).exit_code, 0);
    EXPECT_EQ(lost("stall"), 40.0);
}

TEST_F(ProgramMarks, aMarkOutsideIsTold)
{
    const Outcome outcome = run({"runs", "mark", "1", "--lines", "500", "--as", "stall"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_TRUE(outcome.says("2–21")) << outcome.err;
    EXPECT_EQ(document({"runs", "show", "1"}).at("marks").size(), 1U);
}

TEST_F(ProgramMarks, wrongArgumentsChangeNothing)
{
    const std::vector<std::pair<std::vector<std::string>, std::string>> calls {
        {{"runs", "mark", "1", "--lines", "8-5", "--as", "stall"}, "8-5"},
        {{"runs", "mark", "1", "--lines", "x", "--as", "stall"}, "--lines"},
        {{"runs", "mark", "1", "--as", "stall"}, "--lines"},
        {{"runs", "mark", "1", "--lines", "5"}, "--as"},
        {{"runs", "mark", "1", "--lines", "5", "--as", "chekpoint"}, "Did you mean “checkpoint”?"},
        {{"runs", "mark", "--lines", "5", "--as", "stall"}, "mark ID"},
        {{"runs", "mark", "one", "--lines", "5", "--as", "stall"}, "one"},
        {{"runs", "mark", "7", "--lines", "5", "--as", "stall"}, "7"},
        {{"runs", "mark", "1", "--all"}, "--all"},
        {{"runs", "unmark", "1", "--lines", "5"}, "--lines"},
        {{"runs", "unmark", "1", "--lines", "5", "--as", "stall"}, "--as"},
    };
    for (const auto& [arguments, words] : calls) {
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.exit_code, 1) << words;
        EXPECT_TRUE(outcome.says(words)) << words << ": " << outcome.err;
    }
    EXPECT_TRUE(document({"runs", "show", "1"}).at("marks").empty());
}

} // namespace fullscope::cli::test
