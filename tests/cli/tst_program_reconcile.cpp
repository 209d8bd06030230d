// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program.h"
#include "tests/core/workspace/reconcile_files.h"

namespace fullscope::cli::test {

namespace {

using ReconcileProgram = Program;

} // namespace

TEST_F(ReconcileProgram, billAndLogOfOneDay)
{
    workspace::test::writeHours(file("bill.csv"), 0, 24, 1);
    workspace::test::writeSteps(file("log.csv"), 2, 8);
    document({"import", "bill.csv", "log.csv", "--json"});
    const json runs = document({"runs", "--json"}).at("runs");
    ASSERT_EQ(runs.size(), 1U);
    const std::string id = std::to_string(runs[0].at("id").get<int>());

    json all = document({"reconcile", "--json"});
    EXPECT_EQ(all.at("runs_not_counted").at(0).at("lacks"), "instance_type");
    EXPECT_EQ(all.at("runs_not_counted").at(0).at("candidates"), json({"p4d.24xlarge"}));
    EXPECT_EQ(all.at("instance_type").at("p4d.24xlarge").at("idle_h"), 24.0);

    const json stated = document({"runs", "state", id, "instance_type=p4d.24xlarge", "nodes=1", "--json"});
    EXPECT_EQ(stated.at("facts").at("instance_type").at("stated_by_user"), true);
    all = document({"reconcile", "--json"});
    const json& type = all.at("instance_type").at("p4d.24xlarge");
    EXPECT_EQ(type.at("billed_h"), 24.0);
    EXPECT_EQ(type.at("run_h"), 6.0);
    EXPECT_EQ(type.at("idle_h"), 18.0);
    EXPECT_EQ(type.at("idle_share"), 0.75);
    EXPECT_EQ(type.at("idle_cost"), json({{"USD", "540"}}));
    EXPECT_EQ(type.at("run_without_bill_h"), 0.0);
    EXPECT_EQ(type.at("resolution"), "hour");
    EXPECT_EQ(type.at("slots").size(), 24U);
    EXPECT_EQ(type.at("slots").at(2).at("start"), "2024-03-01T02:00:00Z");
    EXPECT_EQ(type.at("slots").at(2).at("used_h"), 1.0);
    EXPECT_EQ(all.at("billed_without_run").size(), 2U);
    EXPECT_EQ(all.at("billed_without_run").at(0).at("reason"), "after_runs"); // 16 hours

    const json day = document({"reconcile", "--by", "day", "--json"});
    EXPECT_EQ(day.at("instance_type").at("p4d.24xlarge").at("slots").size(), 1U);
    const json part
        = document({"reconcile", "--from", "2024-03-01T04:00:00Z", "--to", "2024-03-01T10:00:00Z", "--json"});
    EXPECT_EQ(part.at("instance_type").at("p4d.24xlarge").at("used_h"), 4.0);

    const Outcome text = run({"reconcile", "--by", "day"});
    EXPECT_EQ(text.exit_code, 0);
    EXPECT_NE(text.out.find("$540.00"), std::string::npos) << text.out;
    EXPECT_NE(text.out.find("75.0 %"), std::string::npos);
    EXPECT_NE(text.out.find("after the last run of this type"), std::string::npos);
    const Outcome chinese = run({"reconcile", "--lang", "zh_CN"});
    EXPECT_NE(chinese.out.find("晚于此类型的最后一个运行"), std::string::npos);
}

TEST_F(ReconcileProgram, refusesWhatItCannotTake)
{
    workspace::test::writeSteps(file("log.csv"), 2, 8);
    document({"import", "log.csv", "--json"});
    for (const auto& wrong : std::vector<std::vector<std::string>> {{"reconcile", "--by", "week"},
             {"reconcile", "--from", "yesterday"}, {"reconcile", "--from", "2024-03-02", "--to", "2024-03-01"},
             {"reconcile", "bill.csv"}, {"runs", "state", "1"}, {"runs", "state", "x", "nodes=1"},
             {"runs", "state", "1", "nodes"}, {"runs", "state", "1", "nodes=none"},
             {"runs", "state", "1", "utc_offset=CST"}, {"runs", "state", "1", "colour=red"}})
        EXPECT_EQ(run(wrong).exit_code, 1) << wrong[0] << ' ' << wrong[1];
    EXPECT_TRUE(run({"runs", "state", "1", "instance_typ=p5.48xlarge"}).says("instance_type"));
    EXPECT_TRUE(run({"runs", "state", "1", "utc_offset=+08:00"}).says("log.csv:2")); // which says Z
    workspace::test::writeHours(file("bill.csv"), 0, 2, 1);
    document({"import", "bill.csv", "--json"});
    EXPECT_TRUE(run({"reconcile", "--type", "p4d.24xlarg"}).says("p4d.24xlarge"));
    EXPECT_EQ(run({"reconcile", "--type", "p4d.24xlarge"}).exit_code, 0);
    ASSERT_EQ(run({"runs", "state", "1", "nodes=1"}).exit_code, 0);
}

TEST_F(ReconcileProgram, withoutABillThereIsNothingToSay)
{
    workspace::test::writeSteps(file("log.csv"), 2, 8);
    document({"import", "log.csv", "--json"});
    const json empty = document({"reconcile", "--json"});
    EXPECT_EQ(empty.at("instance_type"), json::object());
    EXPECT_NE(run({"reconcile"}).out.find("No bill with instance-hours"), std::string::npos);
}

} // namespace fullscope::cli::test
