// SPDX-License-Identifier: GPL-3.0-or-later
// Several workloads and horizons on the command line. Expected values are worked out by hand.
#include "app/cli/cli.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>

namespace fullscope::cli {

using nlohmann::json;

namespace {

struct Outcome {
    int exit_code = 0;
    std::string out, err;

    json document() const { return json::parse(out); }
    json error() const { return json::parse(err).at("error"); }
    bool says(const std::string& text) const { return out.find(text) != std::string::npos; }
};

Outcome evaluate(
    std::vector<std::string> arguments, const json& scenario, words::Language language = words::Language::en)
{
    std::istringstream in(scenario.dump());
    std::ostringstream out, err;
    Console console {.in = in, .out = out, .err = err, .language = language};
    arguments.insert(arguments.begin(), "-");
    Outcome outcome;
    outcome.exit_code = runEvaluate(arguments, console);
    outcome.out = out.str();
    outcome.err = err.str();
    return outcome;
}

// A: 12 $/h, B: 10 $/h and 100 h of moving at 5 $/h; 100 h a run of 7B, on 70B a thousand (A) and five hundred (B).
json sideBySide()
{
    return json::parse(R"({"name": "7B", "workload": {"tokens": 360e6, "parameters": 7e9, "runs": 1}, "options": [
        {"name": "A", "nodes": 1, "tokens_per_s": 1000, "price_per_h": 12},
        {"name": "B", "nodes": 1, "tokens_per_s": 1000, "price_per_h": 10, "migration_h": 100, "labour_rate_per_h": 5}],
        "workloads": [{"name": "70B", "workload": {"parameters": 70e9},
                       "options": {"A": {"tokens_per_s": 100}, "B": {"tokens_per_s": 200}}}],
        "horizons": [{"name": "ten runs, 3 years", "workload": {"runs": 10, "horizon_months": 36}}]})");
}

} // namespace

TEST(Cases, areAllOfTheScenarioUnlessChosen)
{
    const Outcome outcome = evaluate({"--json"}, sideBySide());
    ASSERT_EQ(outcome.exit_code, kDone) << outcome.err;
    const json cases = outcome.document().at("cases");
    ASSERT_EQ(cases.size(), 4u);
    EXPECT_TRUE(cases[0].at("workload").is_null());
    EXPECT_EQ(cases[3].at("workload"), "70B");
    EXPECT_EQ(cases[3].at("horizon"), "ten runs, 3 years");
    const double totals[4][2] = {{1200, 1500}, {12'000, 10'500}, {12'000, 5500}, {120'000, 50'500}};
    const double days[4] = {100 / 24.0, 1000 / 24.0, 1000 / 24.0, 10'000 / 24.0}; // of A
    const char* cheapest[4] = {"A", "B", "B", "B"};
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t option = 0; option < 2; ++option)
            EXPECT_NEAR(cases[i].at("options")[option].at("total").get<double>(), totals[i][option], 1e-6);
        EXPECT_NEAR(cases[i].at("options")[0].at("wall_days").get<double>(), days[i], 1e-9);
        EXPECT_NEAR(cases[i].at("options")[1].at("saving").get<double>(), 1 - totals[i][1] / totals[i][0], 1e-12);
        EXPECT_EQ(cases[i].at("cheapest"), cheapest[i]);
    }
    EXPECT_NEAR(cases[2].at("options")[0].at("per_mtok").get<double>(), 12'000 / 360.0, 1e-9);
    EXPECT_FALSE(cases[0].contains("uncertainty"));

    json plain = sideBySide();
    plain.erase("workloads");
    plain.erase("horizons");
    EXPECT_FALSE(evaluate({"--json"}, plain).document().contains("cases"));
}

TEST(Cases, areChosenByName)
{
    const auto cases = [](const std::vector<std::string>& arguments) {
        std::vector<std::string> all = arguments;
        all.push_back("--json");
        const Outcome outcome = evaluate(all, sideBySide());
        EXPECT_EQ(outcome.exit_code, kDone) << outcome.err;
        return outcome.document().at("cases");
    };
    EXPECT_EQ(cases({"--workloads", "70B"}).size(), 2u);
    EXPECT_EQ(cases({"--workloads", "70B", "--horizons", "scenario"}).size(), 1u);
    EXPECT_EQ(cases({"--workloads", "scenario, 70B,70B", "--horizons", "all"}).size(), 4u);
    EXPECT_EQ(cases({"--horizons", "ten runs, 3 years"}).size(), 2u); // a name that holds a comma
    const Outcome unknown = evaluate({"--workloads", "70b", "--json"}, sideBySide());
    EXPECT_EQ(unknown.exit_code, kNothingDone);
    EXPECT_EQ(unknown.error().at("field"), "--workloads");
    EXPECT_NE(unknown.error().at("message").get<std::string>().find("70B"), std::string::npos);
}

TEST(Cases, haveTheirOwnDraws)
{
    json scenario = sideBySide();
    scenario["options"][0]["price_per_h"] = "normal(12, 0.5)";
    const json cases
        = evaluate({"--json", "--draws", "20000", "--workloads", "scenario"}, scenario).document().at("cases");
    const json& ten = cases.at(1).at("uncertainty");
    EXPECT_NEAR(ten.at("options")[1].at("probability_cheapest").get<double>(), 0.99865, 0.0013); // Φ(3)
    EXPECT_NEAR(ten.at("options")[0].at("total").at("p90").get<double>(), 12'000 + 1.281552 * 500, 30);
    const Outcome text = evaluate({"--draws", "20000"}, scenario);
    EXPECT_TRUE(text.says("✓ ≥ $10,500")) << text.out;
    EXPECT_TRUE(text.says("Which option is the cheapest depends on")) << text.out;
    EXPECT_TRUE(evaluate({}, scenario, words::Language::zh_CN).says("哪个方案成本最低取决于工作负载与期限"));
}

TEST(Cases, carryNoThroughputOver)
{
    json scenario = sideBySide();
    scenario["workloads"][0].erase("options");
    const Outcome outcome = evaluate({"--json"}, scenario);
    EXPECT_EQ(outcome.exit_code, kDoneInPart); // of the scenario itself there is one
    const json one = outcome.document().at("cases").at(2);
    EXPECT_EQ(one.at("throughput_left_out"), (json {"A", "B"}));
    EXPECT_EQ(one.at("options")[0].at("error").at("field"), "tokens_per_s");
    EXPECT_TRUE(one.at("cheapest").is_null());
    const Outcome text = evaluate({}, scenario);
    EXPECT_TRUE(text.says("70B: the throughput given for A is of another model")) << text.out;

    // By the share of the peak it is known: 6 FLOPs a parameter and token, 40 % of 1 PFLOP/s.
    for (json& option : scenario["options"])
        option.update({{"mfu", 0.4}, {"peak_flops_per_node", 1e15}});
    const json modelled = evaluate({"--json"}, scenario).document().at("cases").at(2);
    EXPECT_NEAR(modelled.at("options")[0].at("total").get<double>(), 12 * 360e6 / (0.4e15 / (6 * 70e9)) / 3600, 1e-9);
    EXPECT_TRUE(evaluate({}, scenario).says("computed from mfu"));
    // 1000 tokens/s of 7B are 4.2 % of that peak: the two contradict each other, wherever the figure is shown.
    EXPECT_EQ(modelled.at("options")[0].at("throughput").at("verdict"), "doubtful");
    EXPECT_EQ(modelled.at("options")[0].at("throughput").at("reason"), "not_as_measured");
    EXPECT_NEAR(modelled.at("options")[0].at("throughput").at("limit").get<double>(), 0.042, 1e-12);
    EXPECT_TRUE(modelled.at("options")[0].at("throughput").at("modelled"));
    EXPECT_TRUE(evaluate({}, scenario).says("takes 40.0 % of the peak"));
    EXPECT_TRUE(evaluate({}, scenario).says("⚠ ≥ $"));
    EXPECT_TRUE(evaluate({}, scenario, words::Language::zh_CN).says("按峰值的 40.0 % 计算"));
}

TEST(Cases, sayThatNothingIsCompared)
{
    json scenario = sideBySide();
    scenario["options"][0]["price_per_h"] = "normal(12, 0.5)";
    scenario["workloads"][0]["options"].erase("B");
    const Outcome outcome = evaluate({"--json", "--draws", "100"}, scenario);
    EXPECT_EQ(outcome.exit_code, kDoneInPart);
    const json one = outcome.document().at("cases").at(2);
    EXPECT_TRUE(one.at("cheapest").is_null());
    for (const json& option : one.at("uncertainty").at("options"))
        EXPECT_TRUE(option.at("probability_cheapest").is_null());
    EXPECT_TRUE(one.at("uncertainty").at("savings")[0].at("probability_positive").is_null());
    const Outcome text = evaluate({"--draws", "100"}, scenario);
    EXPECT_TRUE(text.says("70B · the scenario's: nothing is compared: of 2 options only 1")) << text.out;

    scenario["options"].push_back({{"name", "C"}, {"nodes", 1}}); // no horizon, no other workload: the same holds
    scenario["options"].erase(1);
    scenario.erase("workloads");
    scenario.erase("horizons");
    EXPECT_TRUE(evaluate({"--draws", "100"}, scenario).says("Nothing is compared")) << text.out;
}

// 400,000 tokens/s of 7B are 16.8 PFLOP/s: more than eight H100 have even in FP8, 15.8 (data/catalogue). 280,000 are
// 11.8: more than the 7.9 of bf16.
TEST(Cases, findThroughputThatCannotBe)
{
    json scenario = sideBySide();
    scenario["options"][0].update({{"name", "p5.48xlarge"}, {"tokens_per_s", 400'000}});
    scenario["workloads"][0]["options"] = {{"p5.48xlarge", {{"tokens_per_s", 100}}}, {"B", {{"tokens_per_s", 200}}}};
    const Outcome outcome = evaluate({"--json"}, scenario);
    EXPECT_EQ(outcome.exit_code, kFindings) << outcome.err;
    const json document = outcome.document();
    EXPECT_EQ(document.at("options")[0].at("throughput").at("verdict"), "impossible");
    EXPECT_EQ(document.at("options")[0].at("throughput").at("reason"), "mfu_above_one");
    EXPECT_TRUE(document.at("cases")[0].at("cheapest").is_null());
    EXPECT_EQ(document.at("cases")[2].at("cheapest"), "B"); // 70B at 100 tokens/s can be
    const Outcome text = evaluate({}, scenario);
    EXPECT_TRUE(text.says("p5.48xlarge: its throughput of")) << text.out;
    EXPECT_TRUE(text.says("is impossible: needs 212.3 %")) << text.out; // 16.8 / 7.912
    EXPECT_TRUE(text.says("✗ ≥ $")) << text.out;

    scenario["options"][0]["tokens_per_s"] = 280'000;
    const Outcome faster = evaluate({"--json"}, scenario);
    EXPECT_EQ(faster.exit_code, 0) << faster.err;
    EXPECT_EQ(faster.document().at("options")[0].at("throughput").at("verdict"), "doubtful");
    EXPECT_EQ(faster.document().at("options")[0].at("throughput").at("reason"), "faster_precision_needed");
}

// Ten runs of 7B at 100 h are 1,000 h, 1.37 months; of 70B on A 10,000 h, 13.7 months.
TEST(Cases, sayWhereRunsOutlastTheHorizon)
{
    json scenario = sideBySide();
    scenario["horizons"][0]["workload"]["horizon_months"] = 3;
    const json cases = evaluate({"--json"}, scenario).document().at("cases");
    EXPECT_TRUE(cases[1].at("options")[0].at("beyond_horizon_months").is_null());
    EXPECT_NEAR(cases[3].at("options")[0].at("beyond_horizon_months").get<double>(), 10'000 / 730.0, 1e-9);
    EXPECT_NEAR(cases[3].at("options")[1].at("beyond_horizon_months").get<double>(), 5'000 / 730.0, 1e-9);
    EXPECT_TRUE(evaluate({}, scenario).says("70B · ten runs, 3 years: A: its runs take 13.7"));

    json plain = sideBySide();
    plain["workload"]["horizon_months"] = 0.1; // 100 h are 0.137
    plain.erase("workloads");
    plain.erase("horizons");
    EXPECT_TRUE(evaluate({}, plain).says("A: its runs take 0.137")) << evaluate({}, plain).out;
    EXPECT_NEAR(evaluate({"--json"}, plain).document().at("options")[0].at("beyond_horizon_months").get<double>(),
        100 / 730.0, 1e-9);
}

TEST(Cases, standInAGrid)
{
    const Outcome text = evaluate({}, sideBySide());
    // By hand: 1,200 and 1,500; 12,000 and 10,500; 12,000 and 5,500; 120,000 and 50,500.
    for (const char* cell : {"● A −20.0 %", "▲ B −12.5 %", "▲ B −54.2 %", "▲ B −57.9 %"})
        EXPECT_TRUE(text.says(cell)) << cell << '\n' << text.out;
}

} // namespace fullscope::cli
