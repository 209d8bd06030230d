// SPDX-License-Identifier: GPL-3.0-or-later
// Mappings by name from the command line.
#include "tests/cli/program.h"

namespace fullscope::cli::test {

namespace {

class ProgramMappings : public Program {
protected:
    void SetUp() override { write("lab.csv", "n,objective,other\n1,2.5,9\n2,2.25,8\n3,2,7\n"); }
    Outcome run(const std::vector<std::string>& arguments)
    {
        return call({.arguments = arguments, .environment = {"XDG_DATA_HOME=" + file("data")}});
    }
    json document(const std::vector<std::string>& arguments)
    {
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return json::parse(outcome.out, nullptr, false);
    }
};

} // namespace

TEST_F(ProgramMappings, savedUsedListedAndRemoved)
{
    EXPECT_EQ(document({"mappings", "--json"}), (json {{"mappings", json::array()}}));
    const Outcome saved = run({"import", "lab.csv", "--map", "step=n,loss=objective", "--save-map", "lab-a"});
    EXPECT_EQ(saved.exit_code, 0) << saved.err;
    EXPECT_NE(saved.out.find("lab-a"), std::string::npos);
    const json one = {{"name", "lab-a"}, {"kind", "log"}, {"columns", "step=n,loss=objective"}};
    EXPECT_EQ(document({"mappings", "list", "--json"}), (json {{"mappings", {one}}}));
    EXPECT_EQ(document({"mappings", "show", "lab-a", "--json"}), one);
    EXPECT_EQ(run({"mappings", "show", "lab-a"}).out, "step=n,loss=objective\n"); // as --map takes it

    write("other.csv", "n,objective\n10,1.5\n20,1.25\n");
    EXPECT_EQ(run({"import", "other.csv", "--map", "@lab-a"}).exit_code, 0);
    const json run_2 = document({"runs", "show", "2", "--json"});
    EXPECT_EQ(run_2.at("last_step"), 20);
    EXPECT_EQ(run_2.at("files").at(0).at("mapping"), "step=n,loss=objective");

    EXPECT_EQ(run({"mappings", "remove", "lab-a"}).exit_code, 0);
    const Outcome gone = run({"import", "lab.csv", "--map", "@lab-a"});
    EXPECT_EQ(gone.exit_code, 1);
    EXPECT_TRUE(gone.says("lab-a") && gone.says("mappings.json")) << gone.err;
}

TEST_F(ProgramMappings, nothingIsSavedOfWhatReadsNothing)
{
    EXPECT_EQ(run({"import", "lab.csv", "--map", "step=none", "--save-map", "bad"}).exit_code, 1);
    EXPECT_EQ(document({"mappings", "--json"}), (json {{"mappings", json::array()}}));
    const Outcome alone = run({"import", "lab.csv", "--save-map", "a"});
    EXPECT_EQ(alone.exit_code, 1);
    EXPECT_TRUE(alone.says("--save-map")) << alone.err;
}

TEST_F(ProgramMappings, wrongWordsAreUsageErrors)
{
    EXPECT_EQ(run({"mappings", "shwo", "a"}).exit_code, 1);
    EXPECT_EQ(run({"mappings", "show"}).exit_code, 1);
    EXPECT_TRUE(run({"mappings", "show", "lab-b"}).says("lab-b"));
    const Outcome refused = run({"import", "lab.csv", "--map", "step=n", "--save-map", "@a"});
    EXPECT_EQ(refused.exit_code, 2); // imported, but not saved
    EXPECT_TRUE(refused.says("@a")) << refused.err;
}

// What a file was read with the first time holds for the grown file.
TEST_F(ProgramMappings, fileThatGrewNeedsNoSecondWord)
{
    EXPECT_EQ(run({"import", "lab.csv", "--map", "step=n,loss=objective"}).exit_code, 0);
    write("lab.csv", "n,objective,other\n1,2.5,9\n2,2.25,8\n3,2,7\n4,1.5,6\n");
    const Outcome again = run({"import", "lab.csv"});
    EXPECT_EQ(again.exit_code, 0) << again.err;
    EXPECT_EQ(runs(), (std::map<std::string, int> {{"lab.csv", 4}}));
}

} // namespace fullscope::cli::test
