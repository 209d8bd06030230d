// SPDX-License-Identifier: GPL-3.0-or-later
// Verbs that ask something of a scenario. Expected values are the golden ones, or worked out by hand.
#include "app/cli/cli.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
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

using Verb = int (*)(std::span<const std::string>, Console&);

Outcome ask(Verb verb, const std::vector<std::string>& arguments, const json& scenario,
    words::Language language = words::Language::en)
{
    std::istringstream in(scenario.dump());
    std::ostringstream out, err;
    Console console {.in = in, .out = out, .err = err, .language = language};
    Outcome outcome;
    outcome.exit_code = verb(arguments, console);
    outcome.out = out.str();
    outcome.err = err.str();
    return outcome;
}

json golden()
{
    return json::parse(std::ifstream(FULLSCOPE_TESTS_DIR "/golden/cost-model.json"));
}

// The article's 13B case, under names with dots.
json article()
{
    json scenario {{"options", json::array()}};
    const json document = golden();
    for (const json& item : document.at("cases"))
        for (const auto& [name, option] :
            {std::pair {"article-13b-h100", "p5.48xlarge"}, {"article-13b-trn2", "trn2.48xlarge"}})
            if (item.at("name") == name) {
                scenario["options"].push_back(item.at("option"));
                scenario["options"].back()["name"] = option;
                scenario["workload"] = item.at("workload");
            }
    return scenario;
}

// 100 h on each: 10 $/h against 12 $/h.
json simple()
{
    const json option {{"nodes", 1}, {"tokens_per_s", 1000}};
    json scenario {{"workload", {{"tokens", 360e6}, {"runs", 1}}}, {"options", {option, option}}};
    scenario["options"][0].update({{"name", "A"}, {"price_per_h", 10}});
    scenario["options"][1].update({{"name", "B"}, {"price_per_h", 12}});
    return scenario;
}

void expectNear(const json& actual, double expected)
{
    EXPECT_NEAR(actual.get<double>(), expected, 1e-9 * std::abs(expected));
}

} // namespace

TEST(GoalSeek, findsTheGoldenValues)
{
    const json goals = golden().at("goal_seek");
    const Outcome saves = ask(runGoalSeek, {"-", "--input", "tokens", "--target", "saving=0.08", "--json"}, article());
    ASSERT_EQ(saves.exit_code, kDone) << saves.err;
    const json document = saves.document();
    ASSERT_EQ(document.at("roots").size(), 1u);
    const json& root = document.at("roots").at(0);
    expectNear(root.at("value"), goals.at("tokens_where_saving_is_8_percent"));
    EXPECT_EQ(root.at("possible"), true);
    EXPECT_EQ(root.at("verdict"), "possible");
    EXPECT_EQ(root.at("saves_more"), "above");
    expectNear(document.at("saving_now"), goals.at("saving_at_article_tokens"));

    const Outcome meet
        = ask(runGoalSeek, {"-", "--input", "trn2.48xlarge.price_per_h", "--target", "equal", "--json"}, article());
    expectNear(meet.document().at("roots").at(0).at("value"), goals.at("trn2_price_where_totals_meet"));
    // 26 % of the cost is a saving of 74 %: the price alone cannot, people and failures cost more than that.
    const Outcome share
        = ask(runGoalSeek, {"-", "--input", "trn2.48xlarge.price_per_h", "--target", "share=26%", "--json"}, article());
    EXPECT_NEAR(share.document().at("saving").get<double>(), 0.74, 1e-12);
    EXPECT_TRUE(share.document().at("roots").empty());
    EXPECT_LT(share.document().at("inputs").at(0).at("greatest_saving").get<double>(), 0.74);
}

TEST(GoalSeek, saysWhatPhysicsAllows)
{
    // 50e9 parameters: 6 · 50e9 FLOPs a token; the catalogue's p5.48xlarge does 8 × 989 TFLOP/s at most.
    json scenario = article();
    scenario["workload"]["parameters"] = 50e9;
    scenario["baseline"] = "trn2.48xlarge";
    scenario["options"][0]["price_per_h"] = 100;
    const Outcome outcome
        = ask(runGoalSeek, {"-", "--input", "p5.48xlarge.tokens_per_s", "--target", "equal", "--json"}, scenario);
    ASSERT_EQ(outcome.exit_code, kDone) << outcome.err;
    const json root = outcome.document().at("roots").at(0);
    EXPECT_EQ(root.at("possible"), false);
    EXPECT_EQ(root.at("reason"), "mfu_above_one");
    EXPECT_NEAR(root.at("figure").get<double>(), root.at("value").get<double>() * 6 * 50e9 / (8 * 989e12), 1e-3);
    EXPECT_NE(root.at("why").get<std::string>().find("p5.48xlarge"), std::string::npos);
}

TEST(GoalSeek, answersAClaimOfMoreThanEverything)
{
    for (const std::vector<std::string>& input : {std::vector<std::string> {}, {"--input", "price_per_h"}}) {
        std::vector<std::string> arguments {"-", "--target", "saving=120%"};
        arguments.insert(arguments.end(), input.begin(), input.end());
        const Outcome text = ask(runGoalSeek, arguments, simple());
        EXPECT_EQ(text.exit_code, kDone);
        EXPECT_TRUE(text.says("B cannot cost 120.0 % less than A")) << text.out;
        arguments.push_back("--json");
        const json document = ask(runGoalSeek, arguments, simple()).document();
        EXPECT_EQ(document.at("attainable"), false);
        EXPECT_TRUE(document.at("inputs").empty());
    }
}

TEST(BreakEven, listsEveryInputWithItsValue)
{
    const Outcome outcome = ask(runBreakEven, {"-", "--json"}, simple());
    ASSERT_EQ(outcome.exit_code, kDone) << outcome.err;
    bool hasPrice = false, hasThroughput = false;
    const json document = outcome.document();
    for (const json& input : document.at("inputs")) {
        if (input.at("option") == "B" && input.at("input") == "price_per_h") {
            hasPrice = true;
            expectNear(input.at("roots").at(0).at("value"), 10);
            EXPECT_EQ(input.at("roots").at(0).at("verdict"), "unknown"); // B is no instance that anybody knows
            EXPECT_TRUE(input.at("roots").at(0).at("possible").is_null());
        }
        if (input.at("option") == "A" && input.at("input") == "tokens_per_s") {
            hasThroughput = true;
            expectNear(input.at("roots").at(0).at("value"), 1000 * 10 / 12.0);
        }
    }
    EXPECT_TRUE(hasPrice && hasThroughput);
    const Outcome text = ask(runBreakEven, {"-"}, simple());
    EXPECT_TRUE(text.says("≤ $10.00/h")) << text.out;
    EXPECT_TRUE(ask(runBreakEven, {"-"}, simple(), words::Language::zh_CN).says("使 B 与 A 成本相同的取值"));
    // From the other side.
    EXPECT_EQ(ask(runBreakEven, {"-", "--option", "a", "--json"}, simple()).document().at("baseline"), "B");
}

TEST(Questions, nameWhatIsWrong)
{
    const auto fault = [](Verb verb, std::vector<std::string> arguments, const json& scenario) {
        arguments.push_back("--json");
        const Outcome outcome = ask(verb, arguments, scenario);
        EXPECT_EQ(outcome.exit_code, kNothingDone);
        EXPECT_EQ(outcome.out, "");
        return outcome.error();
    };
    EXPECT_EQ(fault(runGoalSeek, {"-"}, simple()).at("field"), "");
    EXPECT_EQ(fault(runGoalSeek, {"-", "--target", "more"}, simple()).at("found"), "more");
    EXPECT_EQ(fault(runGoalSeek, {"-", "--target", "saving=lots"}, simple()).at("field"), "--target");
    EXPECT_NE(fault(runBreakEven, {"-", "--input", "price_per_hh"}, simple())
                  .at("message")
                  .get<std::string>()
                  .find("price_per_h"),
        std::string::npos);
    EXPECT_EQ(fault(runBreakEven, {"-", "--input", "C.price_per_h"}, simple()).at("found"), "C");
    EXPECT_EQ(fault(runBreakEven, {"-", "--input", "B.tokens"}, simple()).at("field"), "tokens");
    EXPECT_EQ(fault(runBreakEven, {"-", "--option", "A", "--against", "A"}, simple()).at("field"), "--against");
    json alone = simple();
    alone["options"].erase(1);
    for (const Verb verb : {runBreakEven, runExplain})
        EXPECT_EQ(fault(verb, {"-"}, alone).at("field"), "options[1]");
    json broken = simple();
    broken["options"][1].erase("price_per_h");
    EXPECT_EQ(fault(runExplain, {"-"}, broken).at("field"), "price_per_h");
    EXPECT_EQ(fault(runSweep, {"-", "--input", "tokens", "--from", "1"}, simple()).at("field"), "--to");
    EXPECT_EQ(fault(runSweep, {"-", "--input", "tokens", "--from", "x", "--to", "2"}, simple()).at("field"), "--from");
    EXPECT_EQ(fault(runSweep, {"-", "--input", "tokens", "--from", "2", "--to", "1"}, simple()).at("field"), "to");
    EXPECT_EQ(fault(runSweep, {"-"}, {{"options", json::array()}}).at("field"), "");
}

TEST(Explain, sharesTheDifferenceOfTheArticle)
{
    const Outcome outcome = ask(runExplain, {"-", "--json"}, article());
    ASSERT_EQ(outcome.exit_code, kDone) << outcome.err;
    const json document = outcome.document();
    double sum = document.at("coverage");
    for (const json& part : document.at("parts"))
        sum += part.at("amount").get<double>();
    expectNear(sum, document.at("difference"));
    // 120 h of migration at 150 $/h and the compilation: on the second side alone.
    EXPECT_EQ(document.at("not_comparable"), (json {"compile", "migration_labour"}));
    // 70 h more of debugging at 150 $/h each.
    expectNear(document.at("parts").at(4).at("amount"), 10'500);
    EXPECT_EQ(document.at("parts").at(4).at("groups").at(0), "people");
    const Outcome text = ask(runExplain, {"-"}, article());
    EXPECT_TRUE(text.says("+10,500")) << text.out;
}

TEST(Sweep, givesTotalsAndTheLineOnWhichTheyMeet)
{
    const json one = ask(
        runSweep, {"-", "--input", "tokens", "--from", "180M", "--to", "720M", "--points", "4", "--json"}, simple())
                         .document();
    EXPECT_EQ(one.at("x").size(), 4u);
    expectNear(one.at("options").at(0).at("totals").at(0), 500); // 50 h · 10 $/h
    expectNear(one.at("options").at(1).at("totals").at(3), 2400); // 200 h · 12 $/h

    const Outcome two = ask(runSweep,
        {"-", "--input", "A.price_per_h", "--from", "5", "--to", "20", "--points", "4", "--and", "B.price_per_h",
            "--and-from", "6", "--and-to", "12", "--and-points", "3", "--json"},
        simple());
    ASSERT_EQ(two.exit_code, kDone) << two.err;
    const json map = two.document();
    expectNear(map.at("saving").at(2).at(1), 1 - 12.0 / 10);
    ASSERT_EQ(map.at("zero").size(), 1u);
    const json& line = map.at("zero").at(0);
    for (std::size_t i = 0; i < line.at("x").size(); ++i)
        expectNear(line.at("x").at(i), line.at("y").at(i));
}

// 100 h at 14 $/h against 100 h at 10 to 20 $/h: B costs -400 to +600 $ more, all alike likely.
json uncertain()
{
    json scenario = simple();
    scenario["options"][0]["price_per_h"] = 14;
    scenario["options"][1]["price_per_h"] = "10..20";
    return scenario;
}

TEST(BreakEven, saysWhatOneOptionCountsAndTheOtherDoesNot)
{
    json scenario = simple();
    scenario["options"][1].update({{"migration_h", 60}, {"labour_rate_per_h", 150}});
    const std::string said = "Migration labour is counted for B but was not given for A";
    EXPECT_TRUE(ask(runBreakEven, {"-"}, scenario).says(said)) << ask(runBreakEven, {"-"}, scenario).out;
    EXPECT_TRUE(ask(runSweep, {"-", "--input", "tokens", "--from", "1e8", "--to", "1e9"}, scenario).says(said));
    const json document = ask(runBreakEven, {"-", "--json"}, scenario).document();
    EXPECT_NE(document.at("warnings").dump().find(said), std::string::npos);
}

TEST(Tornado, needsDrawsToTellShares)
{
    EXPECT_EQ(ask(runTornado, {"-", "--draws", "3", "--json"}, uncertain()).error().at("field"), "draws");
}

TEST(Tornado, goesFromP10ToP90)
{
    const Outcome outcome = ask(runTornado, {"-", "--json"}, uncertain());
    ASSERT_EQ(outcome.exit_code, kDone) << outcome.err;
    const json document = outcome.document();
    expectNear(document.at("at_medians"), 100);
    ASSERT_EQ(document.at("inputs").size(), 1u);
    const json& bar = document.at("inputs").at(0);
    EXPECT_EQ(bar.at("option"), "B");
    expectNear(bar.at("at_p10"), -300); // 11 $/h
    expectNear(bar.at("at_p90"), 500); // 19 $/h
    expectNear(bar.at("variance_share"), 1);
    EXPECT_TRUE(ask(runTornado, {"-"}, uncertain()).says("100.0 %"));
}

TEST(ValueOfInformation, isWhatKnowingThePriceWouldSave)
{
    const Outcome outcome = ask(runValueOfInformation, {"-", "--json", "--seed", "5"}, uncertain());
    ASSERT_EQ(outcome.exit_code, kDone) << outcome.err;
    const json document = outcome.document();
    EXPECT_EQ(document.at("decision"), "A");
    EXPECT_EQ(document.at("draws"), 100'000);
    // Below 14 $/h B is taken instead: the integral of x / 1000 from 0 to 400.
    for (const json& worth : {document.at("perfect"), document.at("inputs").at(0)})
        EXPECT_NEAR(worth.at("value").get<double>(), 80, 4 * worth.at("standard_error").get<double>() + 0.1);
    const Outcome text = ask(runValueOfInformation, {"-"}, uncertain(), words::Language::zh_CN);
    EXPECT_TRUE(text.says("信息价值")) << text.out;
}

TEST(ValueOfInformation, needsSomethingUncertainAndToDecide)
{
    for (const Verb verb : {runTornado, runValueOfInformation}) {
        const Outcome certain = ask(verb, {"-", "--json"}, simple());
        EXPECT_EQ(certain.exit_code, kNothingDone);
        EXPECT_NE(certain.error().at("message").get<std::string>().find("single figure"), std::string::npos);
        json alone = uncertain();
        alone["options"].erase(0);
        EXPECT_EQ(ask(verb, {"-", "--json"}, alone).exit_code, kNothingDone);
        EXPECT_EQ(ask(verb, {"-", "--draws", "many", "--json"}, uncertain()).error().at("field"), "--draws");
    }
    EXPECT_EQ(ask(runValueOfInformation, {"-", "--draws", "1", "--json"}, uncertain()).error().at("field"), "draws");
}

} // namespace fullscope::cli
