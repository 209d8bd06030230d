// SPDX-License-Identifier: GPL-3.0-or-later
// The real program: fullscope runs compare-loss.
#include "tests/cli/program.h"
#include "tests/core/workspace/loss_files.h"

namespace fullscope::cli::test {

namespace {

class ProgramLoss : public Program {
protected:
    void SetUp() override
    {
        workspace::test::writeLossLog(file("fast.csv"), 1);
        workspace::test::writeLossLog(file("slow.csv"), 1.4);
        ASSERT_EQ(run({"import", "fast.csv", "slow.csv"}).exit_code, 0); // runs 1 and 2
    }
};

} // namespace

TEST_F(ProgramLoss, documentHasBothRunsAndTheirFactor)
{
    const json c = document({"runs", "compare-loss", "1", "2", "--target", "2.8", "--json"});
    EXPECT_EQ(c.at("axis"), "tokens");
    EXPECT_EQ(c.at("target"), 2.8);
    EXPECT_EQ(c.at("target_given"), true);
    const json& fast = c.at("baseline");
    EXPECT_EQ(fast.at("name"), "fast");
    EXPECT_EQ(fast.at("state"), "reached");
    EXPECT_NEAR(fast.at("tokens").get<double>(), 745'600, 10'000); // (1.1 / 8)^(−1 / 0.3) · 1,000
    EXPECT_LT(fast.at("tokens_interval").at("low").get<double>(), fast.at("tokens").get<double>());
    EXPECT_GT(fast.at("tokens_interval").at("high").get<double>(), fast.at("tokens").get<double>());
    EXPECT_NEAR(fast.at("steps").get<double>(), fast.at("tokens").get<double>() / 1000, 0.5);
    EXPECT_EQ(fast.at("losses"), 1500);
    const json& factor = c.at("tokens_factor");
    EXPECT_EQ(factor.at("kind"), "value");
    EXPECT_NEAR(factor.at("value").get<double>(), 1.4, 0.02);
    EXPECT_LT(factor.at("low").get<double>(), 1.4);
    EXPECT_GT(factor.at("high").get<double>(), 1.4);
    // Options go anywhere.
    EXPECT_EQ(document({"runs", "--json", "--target=2.8", "compare-loss", "1", "2"}), c);
}

TEST_F(ProgramLoss, evaluationLossIsAskedForByName)
{
    workspace::test::writeLossLog(file("quick.csv"), 1, true);
    workspace::test::writeLossLog(file("late.csv"), 1.4, true);
    ASSERT_EQ(run({"import", "quick.csv", "late.csv"}).exit_code, 0); // runs 3 and 4
    const json c = document({"runs", "compare-loss", "3", "4", "--by", "eval", "--json"});
    EXPECT_EQ(c.at("by"), "eval");
    EXPECT_EQ(c.at("baseline").at("losses"), 50);
    EXPECT_NEAR(c.at("tokens_factor").at("value").get<double>(), 1.4 * 1.2, 0.03);
    EXPECT_EQ(document({"runs", "compare-loss", "3", "4", "--json"}).at("by"), "train");
    const Outcome without = run({"runs", "compare-loss", "1", "4", "--by", "eval"});
    EXPECT_NE(without.exit_code, 0);
    EXPECT_NE(without.err.find("eval_loss"), std::string::npos) << without.err;
    EXPECT_NE(run({"runs", "compare-loss", "3", "4", "--by", "loss"}).exit_code, 0);
    const Outcome text = run({"runs", "compare-loss", "3", "4", "--by=eval"});
    EXPECT_NE(text.out.find("Compared by the loss of evaluations, 50"), std::string::npos) << text.out;
}

TEST_F(ProgramLoss, whatIsNotReachedIsABoundInTheDocument)
{
    const json c = document({"runs", "compare-loss", "1", "2", "--target", "2.62", "--json"}); // slow ends at 2.69
    const json& slow = c.at("candidate");
    EXPECT_EQ(slow.at("state"), "not_reached");
    EXPECT_TRUE(slow.at("tokens").is_null());
    EXPECT_EQ(slow.at("bound").at("tokens"), 1'500'000);
    EXPECT_EQ(c.at("tokens_factor").at("kind"), "at_least");
    EXPECT_TRUE(c.at("tokens_factor").at("high").is_null());
}

TEST_F(ProgramLoss, textSaysTheVerdictInBothLanguages)
{
    const Outcome english = run({"runs", "compare-loss", "1", "2"});
    EXPECT_EQ(english.exit_code, 0) << english.err;
    EXPECT_NE(english.out.find("slow needs 1."), std::string::npos) << english.out;
    EXPECT_NE(english.out.find("end of the log, exact"), std::string::npos) << english.out;
    const Outcome chinese = run({"runs", "compare-loss", "1", "2", "--lang", "zh_CN"});
    EXPECT_NE(chinese.out.find("目标损失"), std::string::npos) << chinese.out;
}

TEST_F(ProgramLoss, wrongArgumentsAreSaid)
{
    const auto refused = [&](const std::vector<std::string>& arguments, const std::string& says) {
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.exit_code, 1) << says;
        EXPECT_EQ(outcome.out, "") << says;
        EXPECT_TRUE(outcome.says(says)) << says << "\nin: " << outcome.err;
    };
    refused({"runs", "compare-loss", "1"}, "compare-loss BASELINE CANDIDATE");
    refused({"runs", "compare-loss", "1", "2", "3"}, "compare-loss BASELINE CANDIDATE");
    refused({"runs", "compare-loss", "1", "two"}, "two");
    refused({"runs", "compare-loss", "1", "1"}, "1");
    refused({"runs", "compare-loss", "1", "7"}, "7");
    refused({"runs", "compare-loss", "1", "2", "--target", "low"}, "low");
    refused({"runs", "compare-loss", "1", "2", "--target", "nan"}, "nan");
    refused({"runs", "compare-loss", "1", "2", "--traget", "3"}, "--target");
    const Outcome as_json = run({"runs", "compare-loss", "1", "9", "--json"});
    EXPECT_EQ(json::parse(as_json.err).at("error").at("found"), "9");
}

} // namespace fullscope::cli::test
