// SPDX-License-Identifier: GPL-3.0-or-later
// The real program: what stands open, what the money rests on, and where things are. Expected values are sums of the
// published comparison written out here.
#include "tests/cli/program.h"

namespace fullscope::cli::test {

class ProgramOverview : public Program { };

TEST_F(ProgramOverview, tellsOfTheSample)
{
    ASSERT_EQ(run({"demo", "."}).exit_code, 0);
    const json overview = document({"overview", "--workspace", "sample.fullscope", "--json"});
    // 1,000 h at 32.77 $/h, of which 4 % of the billed time is lost, and 10 h of people at 150 $.
    const double productive = 32770, waste = productive * 0.04 / 0.96, people = 1500;
    const json& h100 = overview.at("options").at(0);
    expectNear(h100.at("total"), productive + waste + people);
    // Nodes are assumed: one of three figures of a product, one of four of the waste.
    const double assumed = productive / 3 + waste / (3 + 1 / 0.96);
    expectNear(h100.at("rests_on").at("assumed"), assumed, 1e-6);
    expectNear(h100.at("rests_on").at("claimed"), productive + waste + people - assumed, 1e-6);
    EXPECT_TRUE(h100.at("cheapest").is_null()); // nothing is uncertain
    EXPECT_NE(overview.at("verdict").get<std::string>().find("p5.48xlarge (H100) costs the least"), std::string::npos);
    EXPECT_EQ(overview.at("measure_next"), json::array());

    const json runs = document({"runs", "--workspace", "sample.fullscope", "--json"}).at("runs");
    EXPECT_EQ(overview.at("holds").at("runs").at("count"), runs.size());
    const json bills = document({"bills", "--workspace", "sample.fullscope", "--json"}).at("bills");
    EXPECT_EQ(overview.at("holds").at("bills").at("count"), bills.size());
    for (const json& one : overview.at("open")) {
        EXPECT_FALSE(one.at("message").get<std::string>().empty());
        EXPECT_GT(one.at("count"), 0);
        EXPECT_TRUE(one.at("place").contains("kind"));
    }
}

TEST_F(ProgramOverview, saysTheSameInWords)
{
    ASSERT_EQ(run({"demo", "."}).exit_code, 0);
    const Outcome en = run({"overview", "--workspace", "sample.fullscope"});
    EXPECT_EQ(en.exit_code, 0);
    EXPECT_NE(en.out.find("What the money rests on"), std::string::npos);
    EXPECT_NE(en.out.find("What this workspace holds"), std::string::npos);
    const Outcome zh = run({"overview", "--workspace", "sample.fullscope", "--lang", "zh_CN"});
    EXPECT_NE(zh.out.find("金额的依据"), std::string::npos);
    EXPECT_NE(zh.out.find("成本最低"), std::string::npos);
}

TEST_F(ProgramOverview, ofWhatIsNotThereOrEmpty)
{
    EXPECT_EQ(run({"overview"}).exit_code, 1);
    EXPECT_EQ(run({"overview", "more"}).exit_code, 1);
    EXPECT_EQ(run({"overview", "--scope", "moon"}).exit_code, 1);
    run({"import", sample("ledger/megatron_restart_appended.log")}); // no scenario, no bill
    const json overview = document({"overview", "--json"});
    EXPECT_TRUE(overview.at("verdict").is_null());
    EXPECT_EQ(overview.at("holds").at("bills").at("count"), 0);
    EXPECT_TRUE(overview.at("holds").at("bills").at("first").is_null());
}

} // namespace fullscope::cli::test
