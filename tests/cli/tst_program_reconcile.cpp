// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program.h"
#include "tests/core/workspace/reconcile_files.h"

#include <filesystem>

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

// --- weeks; the figures are those of tst_trends, worked out by hand there

namespace {

class TrendsProgram : public Program {
protected:
    // The first of March 2024 is a Friday; a run of a step a minute from 12 hours before W10 to 12 after.
    void SetUp() override
    {
        workspace::test::writeHours(file("bill.csv"), 0, 264, 1);
        workspace::test::writeSteps(file("log.csv"), 60, 84);
        document({"import", "bill.csv", "log.csv", "--json"});
        const json runs = document({"runs", "--json"}).at("runs");
        document({"runs", "state", std::to_string(runs.at(0).at("id").get<int>()), "instance_type=p4d.24xlarge",
            "nodes=1", "tokens_per_step=1000000", "--json"});
    }
};

} // namespace

TEST_F(TrendsProgram, areTheSameInTextAndJson)
{
    const json all = document({"trends", "--json"});
    ASSERT_EQ(all.at("platforms").size(), 1U);
    const json& platform = all.at("platforms").at(0);
    EXPECT_EQ(platform.at("platform"), "A100 SXM4 40GB");
    ASSERT_EQ(platform.at("weeks").size(), 3U);
    const json& ten = platform.at("weeks").at(1);
    EXPECT_EQ(ten.at("week"), "2024-W10");
    EXPECT_EQ(ten.at("start"), "2024-03-04T00:00:00Z");
    EXPECT_EQ(ten.at("whole"), true);
    EXPECT_EQ(ten.at("cost").at("USD").at("billed"), "5040");
    EXPECT_EQ(ten.at("cost_per_1000_steps"), json({{"value", 7000.0}, {"currency", "USD"}, {"bound", "exact"}}));
    EXPECT_EQ(ten.at("cost_per_million_tokens").at("value"), 7.0);
    EXPECT_EQ(ten.at("idle_cost").at("value"), 4680.0);
    EXPECT_EQ(platform.at("weeks").at(2).at("cost_per_1000_steps"), json(nullptr));
    EXPECT_EQ(all.at("total"), json({{"USD", "7920"}}));

    const Outcome text = run({"trends"});
    EXPECT_EQ(text.exit_code, 0);
    for (const char* said : {"2024-W10", "$7,000", "$4,680", "not a whole week"})
        EXPECT_NE(text.out.find(said), std::string::npos) << said << '\n' << text.out;
    EXPECT_NE(run({"trends", "--lang", "zh_CN"}).out.find("非完整周"), std::string::npos);
    EXPECT_EQ(document({"trends", "--platform", "p4d.24xlarge", "--json"}).at("platforms").size(), 1U);
    const Outcome unknown = run({"trends", "--platform", "A100 SXM4 40G"});
    EXPECT_EQ(unknown.exit_code, 1);
    EXPECT_TRUE(unknown.says("A100 SXM4 40GB")) << unknown.err;
    EXPECT_EQ(run({"trends", "more"}).exit_code, 1);
}

TEST_F(TrendsProgram, rowsOfOtherChargesWithoutACostAreSaid)
{
    EXPECT_EQ(document({"trends", "--json"}).at("other_rows_without_cost"), 0);
    EXPECT_EQ(run({"trends"}).out.find("that tell no cost"), std::string::npos);
    std::ofstream(file("focus.csv"))
        << "BilledCost,BillingAccountId,BillingCurrency,BillingPeriodStart,BillingPeriodEnd,ChargeCategory,"
           "ChargeDescription,ChargePeriodStart,ChargePeriodEnd,ProviderName,ServiceName\n"
           ",8,USD,2024-03-01T00:00:00Z,2024-04-01T00:00:00Z,Usage,requests,2024-03-01T00:00:00Z,"
           "2024-03-02T00:00:00Z,AWS,S3\n";
    document({"import", "focus.csv", "--json"});
    const json all = document({"trends", "--json"});
    EXPECT_EQ(all.at("other_rows_without_cost"), 1);
    EXPECT_EQ(all.at("total"), json({{"USD", "7920"}}));
    EXPECT_NE(run({"trends"}).out.find("Rows of other charges that tell no cost: 1."), std::string::npos);
    EXPECT_NE(run({"trends", "--lang", "zh_CN"}).out.find("未说明成本的其他费用行：1。"), std::string::npos);
    const char* const chip = "A100 SXM4 40GB"; // of which other charges are no part
    EXPECT_FALSE(document({"trends", "--platform", chip, "--json"}).contains("other_rows_without_cost"));
    EXPECT_EQ(run({"trends", "--platform", chip}).out.find("that tell no cost"), std::string::npos);
}

TEST_F(ReconcileProgram, aReportOfAWeekTellsOtherChargesToo)
{
    std::ofstream(file("focus.csv"))
        << "BilledCost,BillingAccountId,BillingCurrency,BillingPeriodStart,BillingPeriodEnd,ChargeCategory,"
           "ChargeDescription,ChargePeriodStart,ChargePeriodEnd,ProviderName,ServiceName\n"
           "700,8,USD,2024-03-01T00:00:00Z,2024-04-01T00:00:00Z,Usage,requests,2024-03-04T00:00:00Z,"
           "2024-03-11T00:00:00Z,AWS,S3\n";
    document({"import", "focus.csv", "--json"});
    const Outcome whole = run({"report", "--week", "2024-W10", "-o", "ten.json"});
    EXPECT_EQ(whole.exit_code, 0) << whole.err;
    const json ten = json::parse(contents(file("ten.json")));
    ASSERT_EQ(ten.at("sections").at(0).at("id"), "trends");
    const json& rows = ten.at("sections").at(0).at("blocks").at(1).at("rows");
    EXPECT_EQ(rows, json({{"Other charges", "Cost", "700 USD", "–", "–"}}));
    EXPECT_EQ(ten.dump().find("Neither bills nor runs"), std::string::npos);
    EXPECT_EQ(run({"report", "--week", "2024-W11", "-o", "eleven.json"}).exit_code, 2); // of which nothing is known
}

TEST_F(TrendsProgram, recordsWithoutStepsHaveNoCostPerStep)
{
    std::ofstream out(file("hf.log"));
    out << "2024-03-05 08:00:00,000 - INFO - ***** Running training *****\n"
           "2024-03-05 08:00:00,000 - INFO -   Total optimization steps = 240\n";
    for (int minute = 10; minute < 34; ++minute)
        out << "2024-03-05 08:" << minute
            << ":00,000 - INFO - {'loss': 2.5, 'grad_norm': 1.2, 'learning_rate': 5e-05, 'epoch': 0.1}\n";
    out.close();
    document({"import", "hf.log", "--json"});
    const json runs = document({"runs", "--json"}).at("runs");
    ASSERT_EQ(runs.size(), 2U);
    document({"runs", "state", std::to_string(runs.at(1).at("id").get<int>()), "instance_type=p4d.24xlarge", "nodes=1",
        "--json"});
    const json all = document({"trends", "--json"});
    const json& weeks = all.at("platforms").at(0).at("weeks");
    EXPECT_EQ(weeks.at(0).at("cost_per_1000_steps").at("value"), 3000.0); // as before
    EXPECT_EQ(weeks.at(1).at("cost_per_1000_steps"), json(nullptr));
    EXPECT_EQ(weeks.at(1).at("steps"), json(nullptr));
    EXPECT_EQ(all.at("runs_without_steps").at(0).at("records"), 24);
    EXPECT_EQ(all.at("runs_without_steps").at(0).at("total_steps"), "240");
    const std::string text = run({"trends"}).out, chinese = run({"trends", "--lang", "zh_CN"}).out;
    for (const char* said : {"steps not told", "24 records", "240 steps"})
        EXPECT_NE(text.find(said), std::string::npos) << said << '\n' << text;
    EXPECT_NE(chinese.find("步数未注明"), std::string::npos);
}

TEST_F(TrendsProgram, aReportOfAWeekSaysWhetherItIsWhole)
{
    const Outcome whole = run({"report", "--week", "2024-W10", "-o", "ten.json"});
    EXPECT_EQ(whole.exit_code, 0) << whole.err;
    const json ten = json::parse(contents(file("ten.json")));
    EXPECT_EQ(ten.at("subtitle"), "Week 2024-W10 (2024-03-04 – 2024-03-10)");
    ASSERT_EQ(ten.at("sections").at(0).at("id"), "trends");
    const json& rows = ten.at("sections").at(0).at("blocks").at(1).at("rows");
    EXPECT_EQ(rows.at(0), json({"A100 SXM4 40GB", "Cost per 1,000 steps", "$7,000", "$3,000", "–"})); // W09 is a part

    const json& against = ten.at("sections").at(1); // of all of the bill: 264 hours
    ASSERT_EQ(against.at("id"), "reconciliation");
    EXPECT_EQ(against.at("title"), "Bills against runs 2024-03-01 – 2024-03-11");
    EXPECT_NE(against.at("blocks").at(0).dump().find("not of week 2024-W10 alone"), std::string::npos);

    const Outcome part = run({"report", "--week", "2024-W11", "-o", "eleven.html"});
    EXPECT_EQ(part.exit_code, 2);
    EXPECT_TRUE(part.says("2024-W11"));
    EXPECT_NE(contents(file("eleven.html")).find("Week 2024-W11 is not told as a whole"), std::string::npos);

    std::filesystem::create_directory(file("reports"));
    const Outcome last = run({"report", "--weekly", "-o", "reports"}); // of which nothing is known
    EXPECT_EQ(last.exit_code, 2) << last.err;
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(file("reports"))) {
        ++files;
        EXPECT_TRUE(entry.path().filename().string().starts_with("fullscope-20")) << entry.path();
        EXPECT_EQ(entry.path().extension(), ".pdf");
    }
    EXPECT_EQ(files, 1);
    for (const char* odd : {"2024-W54", "10", ""})
        EXPECT_EQ(run({"report", "--week", odd, "-o", "odd.pdf"}).exit_code, 1) << odd;
    EXPECT_EQ(run({"report", "--weekly", "-o", "a.xlsx"}).exit_code, 1);
}

} // namespace fullscope::cli::test
