// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/cli.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace fullscope::cli {

using nlohmann::json;

namespace {

struct Outcome {
    int exit_code = 0;
    std::string out, err;
};

Outcome evaluate(const std::vector<std::string>& arguments, const std::string& input = {},
    words::Language language = words::Language::en)
{
    std::istringstream in(input);
    std::ostringstream out, err;
    Console console {.in = in, .out = out, .err = err, .language = language};
    Outcome outcome;
    outcome.exit_code = runEvaluate(arguments, console);
    outcome.out = out.str();
    outcome.err = err.str();
    return outcome;
}

json golden()
{
    return json::parse(std::ifstream(FULLSCOPE_TESTS_DIR "/golden/cost-model.json"));
}

// A scenario of golden cases, which share one workload.
json scenarioOf(const std::vector<std::string>& names)
{
    json scenario {{"options", json::array()}};
    const json document = golden();
    for (const std::string& name : names)
        for (const json& item : document.at("cases"))
            if (item.at("name") == name) {
                json option = item.at("option");
                option["name"] = name;
                scenario["options"].push_back(std::move(option));
                scenario["workload"] = item.at("workload");
            }
    return scenario;
}

void expectSame(const json& actual, const json& expected, const std::string& path)
{
    for (const auto& item : expected.items()) {
        SCOPED_TRACE(path + item.key());
        ASSERT_TRUE(actual.contains(item.key()));
        if (item.value().is_object())
            expectSame(actual.at(item.key()), item.value(), item.key() + ".");
        else
            EXPECT_NEAR(actual.at(item.key()).get<double>(), item.value().get<double>(),
                1e-9 * std::abs(item.value().get<double>()));
    }
}

} // namespace

TEST(Evaluate, printsTheGoldenStructureForEveryCase)
{
    const json file = golden();
    for (const json& item : file.at("cases")) {
        const std::string name = item.at("name");
        const Outcome outcome = evaluate({"-", "--json"}, scenarioOf({name}).dump());
        EXPECT_EQ(outcome.exit_code, kDone);
        EXPECT_EQ(outcome.err, "");
        const json document = json::parse(outcome.out);
        EXPECT_EQ(document.at("baseline"), name);
        EXPECT_EQ(document.at("options").at(0).at("name"), name);
        expectSame(document.at("options").at(0), item.at("expect"), name + ": ");
    }
}

TEST(Evaluate, namesWhatWasNotGiven)
{
    const json document = json::parse(evaluate({"-", "--json"}, scenarioOf({"article-13b-trn2"}).dump()).out);
    const json& option = document.at("options").at(0);
    EXPECT_EQ(option.at("lower_bound"), true);
    EXPECT_EQ(option.at("not_covered"),
        (json {"checkpoint", "stall", "idle", "unused_commitment", "storage", "transfer", "support", "rampup_labour",
            "operations_labour", "compile_wait", "delay", "dual_running", "rollback_reserve"}));
    EXPECT_EQ(option.at("covered_in_part"), (json {"productive", "compile"}));
    const json& inputs = option.at("not_given");
    EXPECT_NE(std::find(inputs.begin(), inputs.end(), "recompile_h"), inputs.end());
    EXPECT_EQ(std::find(inputs.begin(), inputs.end(), "debug_h"), inputs.end());
}

TEST(Evaluate, comparesWithTheBaselineUnderEveryScope)
{
    json scenario = scenarioOf({"article-13b-h100", "article-13b-trn2"});
    scenario["options"][0]["peak_flops_per_node"] = "16 PFLOP/s";
    scenario["options"][1]["peak_flops_per_node"] = "20.8 PFLOP/s";
    const Outcome outcome = evaluate({"--json", "-"}, scenario.dump());
    ASSERT_EQ(outcome.exit_code, kDone) << outcome.err;
    const json document = json::parse(outcome.out);
    const json& difference = document.at("differences").at(0);
    EXPECT_EQ(difference.at("option"), "article-13b-trn2");
    EXPECT_NEAR(difference.at("saving").get<double>(), -0.4431018016790824, 1e-9);
    EXPECT_NEAR(difference.at("scopes").at("list_price").at("saving").get<double>(), 0.42044, 5e-6);
    EXPECT_EQ(document.at("cheapest").at("list_price"), "article-13b-trn2");
    EXPECT_EQ(document.at("cheapest").at("full"), "article-13b-h100");
    EXPECT_EQ(document.at("coverage_gaps").at(0),
        (json {
            {"component", "compile"}, {"covered_by", {"article-13b-trn2"}}, {"not_covered_by", {"article-13b-h100"}}}));
}

TEST(Evaluate, keepsAnOptionThatFailsInItsPlace)
{
    json scenario = scenarioOf({"article-13b-h100", "article-13b-trn2"});
    scenario["options"][0].erase("price_per_h");
    const Outcome outcome = evaluate({"-", "--json"}, scenario.dump());
    EXPECT_EQ(outcome.exit_code, kDoneInPart);
    const json document = json::parse(outcome.out);
    EXPECT_EQ(document.at("options").at(0).at("error").at("field"), "price_per_h");
    EXPECT_TRUE(document.at("options").at(1).contains("total"));
    EXPECT_TRUE(document.at("differences").at(0).at("saving").is_null());
    EXPECT_NE(outcome.err.find("article-13b-h100"), std::string::npos);

    scenario["options"][1].erase("price_per_h");
    EXPECT_EQ(evaluate({"-", "--json"}, scenario.dump()).exit_code, kNothingDone);
}

TEST(Evaluate, saysTheBestCheckpointInterval)
{
    // 60 s to write, 3 h between failures: sqrt(2 · 60 · 10,800) = 1,138.4 s = 0.3162 h.
    json scenario = scenarioOf({"article-13b-h100"});
    scenario["options"][0].update({{"node_mtbf_h", 3}, {"checkpoint_write_h", "60 s"}, {"checkpoint_interval_h", 0.3},
        {"restart_h", "300 s"}, {"interruptions_per_h", 0}});
    const Outcome outcome = evaluate({"-"}, scenario.dump());
    EXPECT_NE(outcome.out.find("best checkpoint interval is 0.3162 h"), std::string::npos) << outcome.out;
}

TEST(Evaluate, printsReadableTextInBothLanguages)
{
    const std::string scenario = scenarioOf({"article-13b-h100", "article-13b-trn2"}).dump();
    const Outcome english = evaluate({"-"}, scenario);
    EXPECT_EQ(english.exit_code, kDone);
    EXPECT_EQ(english.err, "");
    EXPECT_NE(english.out.find("35,635"), std::string::npos); // total of H100
    EXPECT_NE(english.out.find("44.3 %"), std::string::npos);
    EXPECT_NE(english.out.find("1,041.67"), std::string::npos); // billed hours of H100
    EXPECT_NE(english.out.find("idle_share"), std::string::npos); // not given
    const Outcome chinese = evaluate({"-"}, scenario, words::Language::zh_CN);
    EXPECT_NE(chinese.out.find("1,041.67"), std::string::npos);
    EXPECT_NE(chinese.out, english.out);
}

TEST(Evaluate, saysWhatIsWrongWithAFile)
{
    std::string name = std::filesystem::temp_directory_path() / "fullscope-evaluate-XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    const std::filesystem::path folder(name);
    const std::string file = folder / "scenario.json";
    const auto errorOf = [](const std::string& path) {
        const Outcome outcome = evaluate({path, "--json"});
        EXPECT_EQ(outcome.exit_code, kNothingDone);
        EXPECT_EQ(outcome.out, "");
        return json::parse(outcome.err).at("error");
    };
    EXPECT_EQ(errorOf(file).at("file"), file); // not there
    EXPECT_EQ(errorOf(folder).at("file"), folder.string()); // a folder
    std::ofstream(file).flush();
    EXPECT_EQ(errorOf(file).at("file"), file); // empty
    std::ofstream(file) << "{\n\"workload\": }";
    EXPECT_EQ(errorOf(file).at("line"), 2);
    std::ofstream(file) << R"({"workload": {}, "options": [{"name": "A", "nodse": 1}]})";
    EXPECT_EQ(errorOf(file).at("field"), "options[0].nodse");
    std::filesystem::remove_all(folder);
}

TEST(Evaluate, saysThatTheGoldenDocumentIsNoScenario)
{
    const Outcome outcome = evaluate({FULLSCOPE_TESTS_DIR "/golden/cost-model.json", "--json"});
    EXPECT_EQ(outcome.exit_code, kNothingDone);
    const json error = json::parse(outcome.err).at("error");
    EXPECT_EQ(error.at("found"), "cases");
    EXPECT_EQ(
        error.at("expected"), "schema, name, currency, baseline, workload, options, correlations, workloads, horizons");
}

TEST(Evaluate, wantsOneFile)
{
    EXPECT_EQ(evaluate({}).exit_code, kNothingDone);
    EXPECT_EQ(evaluate({"a", "b"}).exit_code, kNothingDone);
    EXPECT_EQ(evaluate({"-", "--jsno"}).exit_code, kNothingDone);
    EXPECT_NE(evaluate({"-", "--jsno"}).err.find("--json"), std::string::npos);
}

// Two options of 100 hours; the totals are normal around 1000 and 980, their difference deviates by 50.
TEST(Evaluate, drawsFromUncertainInputs)
{
    const std::string scenario = R"json({"workload": {"tokens": 3.6e8, "runs": 1}, "options": [
        {"name": "A", "nodes": 1, "tokens_per_s": 1000, "price_per_h": "normal(10, 0.3)"},
        {"name": "B", "nodes": 1, "tokens_per_s": 1000, "price_per_h": "normal(9.8, 0.4)"}]})json";
    const Outcome outcome = evaluate({"-", "--json", "--draws", "40000", "--seed=7"}, scenario);
    EXPECT_EQ(outcome.exit_code, kDone);
    const json document = json::parse(outcome.out);
    EXPECT_NEAR(document.at("options")[1].at("total").get<double>(), 980, 1e-9); // at the medians
    const json& uncertainty = document.at("uncertainty");
    EXPECT_EQ(uncertainty.at("draws"), 40'000);
    EXPECT_EQ(uncertainty.at("seed"), 7);
    EXPECT_EQ(uncertainty.at("inputs")[1].at("option"), "B");
    EXPECT_EQ(uncertainty.at("inputs")[1].at("input"), "price_per_h");
    EXPECT_EQ(uncertainty.at("inputs")[1].at("distribution"), "normal");
    EXPECT_NEAR(uncertainty.at("inputs")[1].at("p90").get<double>(), 9.8 + 1.281552 * 0.4, 1e-6);
    EXPECT_NEAR(uncertainty.at("options")[1].at("total").at("p10").get<double>(), 980 - 1.281552 * 40, 2);
    EXPECT_NEAR(uncertainty.at("options")[1].at("probability_cheapest").get<double>(), 0.655422, 0.012); // Φ(0.4)
    EXPECT_EQ(uncertainty.at("options")[0].at("failed"), 0);
    EXPECT_EQ(evaluate({"-", "--json", "--draws", "40000", "--seed=7"}, scenario).out, outcome.out);
    EXPECT_NE(evaluate({"-", "--json", "--draws", "40000"}, scenario).out, outcome.out);
    EXPECT_FALSE(json::parse(evaluate({"-", "--json"}, scenario).out).contains("uncertainty"));
    const std::string text = evaluate({"-", "--seed", "1"}, scenario).out;
    EXPECT_NE(text.find("B is the cheapest with a probability of 65."), std::string::npos) << text;
    EXPECT_NE(evaluate({"-", "--seed", "1"}, scenario, words::Language::zh_CN).out.find("B 成本最低的概率为 65."),
        std::string::npos);
}

TEST(Evaluate, saysWhereNothingIsUncertain)
{
    const std::string scenario = R"({"workload": {"tokens": 3.6e8, "runs": 1}, "options": [
        {"name": "A", "nodes": 1, "tokens_per_s": 1000, "price_per_h": 10}]})";
    EXPECT_NE(evaluate({"-", "--draws", "10"}, scenario).out.find("Every input is a single figure"), std::string::npos);
    const json document = json::parse(evaluate({"-", "--draws", "10", "--json"}, scenario).out);
    EXPECT_EQ(document.at("uncertainty").at("draws"), 1);
    EXPECT_EQ(document.at("uncertainty").at("options")[0].at("total").at("p50"), document.at("options")[0].at("total"));
}

TEST(Evaluate, refusesDrawsThatItCannotMake)
{
    const std::string scenario = R"({"options": [{"name": "A"}]})";
    for (const std::vector<std::string>& wrong : std::vector<std::vector<std::string>> {{"-", "--draws", "many"},
             {"-", "--draws", "-5"}, {"-", "--draws", "0"}, {"-", "--draws", "1e5"}, {"-", "--draws", "99999999999"},
             {"-", "--seed", "1.5"}, {"-", "--standard-error", "0"}, {"-", "--standard-error", "x"}}) {
        const Outcome outcome = evaluate(wrong, scenario);
        EXPECT_EQ(outcome.exit_code, kNothingDone) << wrong[2];
        EXPECT_NE(outcome.err.find(wrong[2]), std::string::npos) << outcome.err;
    }
}

} // namespace fullscope::cli
