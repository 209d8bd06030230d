// SPDX-License-Identifier: GPL-3.0-or-later
// Requests that have no answer, or a strange one, are answered in words: by the functions of core and by the command
// line alike.
#include "app/cli/cli.h"
#include "core/analysis/monte_carlo.h"
#include "core/analysis/tornado.h"
#include "core/analysis/turning_points.h"
#include "core/analysis/value_of_information.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <sstream>
#include <thread>

#include <sys/resource.h>

namespace fullscope::cli {

using analysis::InputPlace;
using base::Code;
using nlohmann::json;
using scenario::Input;
using scenario::Scenario;

namespace {

using Verb = int (*)(std::span<const std::string>, Console&);

struct Outcome {
    int exit_code = 0;
    std::string out, err;

    json document() const { return json::parse(out); }
    json error() const { return json::parse(err).at("error"); }
    std::string message() const { return error().at("message"); }
    bool says(const std::string& text) const { return out.find(text) != std::string::npos; }
};

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

// 100 h on each: 10 $/h against 12 $/h. B is dearer at any number of tokens.
json simple()
{
    const json option {{"nodes", 1}, {"tokens_per_s", 1000}};
    json scenario {{"workload", {{"tokens", 360e6}, {"runs", 1}}}, {"options", {option, option}}};
    scenario["options"][0].update({{"name", "A"}, {"price_per_h", 10}});
    scenario["options"][1].update({{"name", "B"}, {"price_per_h", 12}});
    return scenario;
}

// B's price is 10 to 14 $/h, its throughput 900 to 1,100 tokens/s.
json uncertain()
{
    json scenario = simple();
    scenario["options"][1].update({{"price_per_h", "10..14"}, {"tokens_per_s", "900..1100"}});
    return scenario;
}

Scenario read(const json& document)
{
    auto scenario = scenario::fromJson(document.dump(), "s.json");
    EXPECT_TRUE(scenario.ok());
    return scenario ? *std::move(scenario) : Scenario {};
}

constexpr InputPlace kTokens {std::nullopt, Input::tokens};

// Peak of this process so far.
std::int64_t peakKilobytes()
{
    rusage usage {};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

constexpr bool isSanitized()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return true; // freed memory is kept for a while
#else
    return false;
#endif
}

} // namespace

TEST(Impossible, totalsThatNeverMeet)
{
    const auto found = analysis::breakEven(read(simple()), kTokens, 1, 0);
    ASSERT_TRUE(found.ok());
    EXPECT_TRUE(found->values.empty());
    EXPECT_FALSE(found->everywhere);
    EXPECT_NEAR(*found->greatest_saving, -0.2, 1e-9); // 12 against 10, whatever the tokens

    const Outcome asked = ask(runBreakEven, {"-", "--input", "tokens", "--json"}, simple());
    EXPECT_EQ(asked.exit_code, kDone);
    EXPECT_TRUE(asked.document().at("roots").empty());
    EXPECT_EQ(asked.document().at("inputs").at(0).at("everywhere"), false);
    EXPECT_TRUE(ask(runBreakEven, {"-", "--input", "tokens"}, simple()).says("no value"))
        << ask(runBreakEven, {"-", "--input", "tokens"}, simple()).out;
    EXPECT_TRUE(ask(runSweep, {"-", "--input", "tokens"}, simple()).says("meet nowhere"))
        << ask(runSweep, {"-", "--input", "tokens"}, simple()).out;
}

TEST(Impossible, totalsThatAreEqualEverywhere)
{
    json same = simple();
    same["options"][1]["price_per_h"] = 10;
    const auto found = analysis::breakEven(read(same), kTokens, 1, 0);
    ASSERT_TRUE(found.ok());
    EXPECT_TRUE(found->everywhere);
    EXPECT_TRUE(found->values.empty());

    const Outcome asked = ask(runBreakEven, {"-", "--input", "tokens", "--json"}, same);
    EXPECT_EQ(asked.exit_code, kDone);
    EXPECT_EQ(asked.document().at("inputs").at(0).at("everywhere"), true);
    EXPECT_TRUE(ask(runBreakEven, {"-", "--input", "tokens"}, same).says("every value"))
        << ask(runBreakEven, {"-", "--input", "tokens"}, same).out;
}

TEST(Impossible, aSavingOfMoreThanEverything)
{
    const auto points = analysis::turningPoints(read(simple()), 1, 0, 1.2, {});
    ASSERT_TRUE(points.ok());
    EXPECT_TRUE(points->points.empty());
    EXPECT_EQ(analysis::breakEven(read(simple()), kTokens, 1, 0, 1.2).error().field, "saving");

    const std::vector<std::string> arguments {"-", "--target", "saving=120%"};
    const Outcome text = ask(runGoalSeek, arguments, simple());
    EXPECT_EQ(text.exit_code, kDone);
    EXPECT_TRUE(text.says("B cannot cost 120.0 % less than A")) << text.out;
    EXPECT_TRUE(ask(runGoalSeek, arguments, simple(), words::Language::zh_CN).says("120.0 %"));
}

TEST(Impossible, correlationsThatCannotHoldTogether)
{
    // 0.9, 0.9 and −0.9 between three: the least eigenvalue is negative.
    json scenario = uncertain();
    scenario["options"][0]["price_per_h"] = "9..11";
    const json a {{"option", "A"}, {"input", "price_per_h"}}, b {{"option", "B"}, {"input", "price_per_h"}},
        c {{"option", "B"}, {"input", "tokens_per_s"}};
    scenario["correlations"] = {
        {{"a", a}, {"b", b}, {"rank", 0.9}}, {{"a", b}, {"b", c}, {"rank", 0.9}}, {{"a", a}, {"b", c}, {"rank", -0.9}}};
    EXPECT_EQ(analysis::simulate(read(scenario), {.draws = 10}, {}).error().code, Code::correlation_impossible);
    for (const Verb verb : {runTornado, runValueOfInformation}) {
        const Outcome asked = ask(verb, {"-", "--json"}, scenario);
        EXPECT_EQ(asked.exit_code, kNothingDone);
        EXPECT_EQ(asked.error().at("field"), "correlations");
        EXPECT_LT(std::stod(asked.error().at("found").get<std::string>()), 0); // the least eigenvalue
    }
    const Outcome asked = ask(runEvaluate, {"-", "--draws", "10", "--json"}, scenario);
    EXPECT_EQ(asked.exit_code, kNothingDone);
    EXPECT_EQ(asked.error().at("field"), "correlations");
    EXPECT_EQ(ask(runEvaluate, {"-", "--json"}, scenario).exit_code, kDone); // without draws it is of no matter
}

TEST(Impossible, aDistributionThatNoValueOfIsPossible)
{
    json scenario = simple();
    scenario["options"][1]["failure_waste"] = "normal(7, 0.01)"; // a share below 1
    const auto refused = scenario::fromJson(scenario.dump(), "s.json");
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, Code::distribution_outside);
    for (const Verb verb : {runEvaluate, runTornado, runBreakEven}) {
        const Outcome asked = ask(verb, {"-", "--json"}, scenario);
        EXPECT_EQ(asked.exit_code, kNothingDone);
        EXPECT_NE(asked.message().find("wholly outside"), std::string::npos) << asked.message();
        EXPECT_EQ(asked.error().at("field"), "options[1].failure_waste");
        EXPECT_NE(asked.message().find("0 ≤ x < 1"), std::string::npos) << asked.message();
    }
}

TEST(Impossible, oneDraw)
{
    const auto one = analysis::simulate(read(uncertain()), {.draws = 1}, {});
    ASSERT_TRUE(one.ok());
    const analysis::Spread& total = *one->options[1].total;
    EXPECT_FALSE(total.standard_error.has_value());
    EXPECT_EQ(total.percentile(5), total.percentile(95));
    EXPECT_EQ(total.mean, total.percentile(50));
    const Outcome asked = ask(runEvaluate, {"-", "--draws", "1", "--json"}, uncertain());
    EXPECT_EQ(asked.exit_code, kDone);
    const json spread = asked.document().at("uncertainty").at("options").at(1).at("total");
    EXPECT_TRUE(spread.at("standard_error").is_null());
    EXPECT_EQ(spread.at("p5"), spread.at("p95"));
    EXPECT_EQ(ask(runEvaluate, {"-", "--draws", "1"}, uncertain()).exit_code, kDone);
    // No share of a variance and no worth from so few.
    for (const Verb verb : {runTornado, runValueOfInformation}) {
        const Outcome few = ask(verb, {"-", "--draws", "1", "--json"}, uncertain());
        EXPECT_EQ(few.exit_code, kNothingDone);
        EXPECT_EQ(few.error().at("field"), "draws");
    }
}

TEST(Impossible, aHundredMillionDrawsInBoundedMemory)
{
    const auto run = [](std::uint64_t draws) {
        const auto result = analysis::simulate(read(uncertain()), {.draws = draws}, {});
        EXPECT_TRUE(result.ok());
        EXPECT_TRUE(!result || !result->exact_quantiles);
        return peakKilobytes();
    };
    const std::int64_t before = run(analysis::kMaxKeptDraws + 1), after = run(2 * analysis::kMaxKeptDraws);
    if (!isSanitized()) {
        EXPECT_LT(after - before, 8 << 10); // kept, twice as many would take 64 MB more
    }

    // So many are begun at once, and end within a moment of being stopped.
    std::stop_source stop;
    std::jthread later([&stop] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        stop.request_stop();
    });
    const auto many
        = analysis::simulate(read(uncertain()), {.draws = 100'000'000}, base::JobContext(stop.get_token(), {}));
    EXPECT_EQ(many.error().code, Code::cancelled);
    const Outcome more = ask(runEvaluate, {"-", "--draws", "1000000001", "--json"}, uncertain());
    EXPECT_EQ(more.exit_code, kNothingDone);
    EXPECT_NE(more.message().find("1000000000"), std::string::npos) << more.message();
    const Outcome kept = ask(runTornado, {"-", "--draws", "100000000", "--json"}, uncertain());
    EXPECT_EQ(kept.exit_code, kNothingDone); // each of them would be needed
    EXPECT_NE(kept.message().find("2000000"), std::string::npos) << kept.message();
}

TEST(Impossible, spreadsOfWhatIsFixed)
{
    EXPECT_EQ(analysis::draw(read(simple()), {}, {}).error().code, Code::nothing_uncertain);
    EXPECT_EQ(analysis::tornado(read(simple()), 1, 0).error().code, Code::nothing_uncertain);
    const auto one = analysis::simulate(read(simple()), {}, {});
    ASSERT_TRUE(one.ok());
    EXPECT_EQ(one->draws, 1u);
    EXPECT_NEAR(one->options[1].total->mean, 1200, 1e-9);
    for (const Verb verb : {runTornado, runValueOfInformation}) {
        const Outcome asked = ask(verb, {"-", "--json"}, simple());
        EXPECT_EQ(asked.exit_code, kNothingDone);
        EXPECT_NE(asked.message().find("single figure"), std::string::npos) << asked.message();
    }
    EXPECT_TRUE(ask(runEvaluate, {"-", "--draws", "100"}, simple()).says("Every input is a single figure"));
    // Fixed by its distribution: both ends are the same.
    json point = simple();
    point["options"][1]["price_per_h"] = "uniform(12, 12)";
    EXPECT_EQ(ask(runTornado, {"-", "--json"}, point).message(), ask(runTornado, {"-", "--json"}, simple()).message());
}

// Beyond the valid range: the figures that there are, and for the others the input, its bound and the first such value.
TEST(Impossible, valuesBeyondWhatIsPossible)
{
    const std::vector<std::string> arguments {
        "-", "--input", "B.failure_waste", "--from", "0.5", "--to", "1.5", "--points", "5", "--json"};
    const Outcome swept = ask(runSweep, arguments, simple());
    ASSERT_EQ(swept.exit_code, kDone) << swept.err;
    const json document = swept.document();
    EXPECT_NEAR(document.at("options").at(1).at("totals").at(0).get<double>(), 2400, 1e-9); // half is lost
    EXPECT_EQ(document.at("options").at(1).at("why_not"), (json {nullptr, nullptr, 0, 0, 0}));
    EXPECT_EQ(document.at("reasons").size(), 1u);
    EXPECT_EQ(document.at("reasons").at(0).at("field"), "failure_waste");
    EXPECT_EQ(document.at("reasons").at(0).at("expected"), "0 ≤ x < 1");
    EXPECT_EQ(document.at("reasons").at(0).at("found"), "1");
    const Outcome text = ask(runSweep, {arguments.begin(), arguments.end() - 1}, simple());
    EXPECT_TRUE(text.says("– (1)")) << text.out;
    EXPECT_TRUE(text.says("(1) “Failure waste”")) << text.out;
    EXPECT_TRUE(text.says("Allowed: 0 ≤ x < 1")) << text.out;

    const Outcome map = ask(runSweep,
        {"-", "--input", "B.failure_waste", "--from", "0.5", "--to", "1.5", "--points", "3", "--and", "tokens",
            "--and-from", "1e8", "--and-to", "2e8", "--and-points", "2", "--json"},
        simple());
    ASSERT_EQ(map.exit_code, kDone) << map.err;
    EXPECT_EQ(map.document().at("why_not"), (json {{nullptr, 0, 0}, {nullptr, 0, 0}}));
    EXPECT_EQ(map.document().at("reasons").at(0).at("field"), "failure_waste");
}

} // namespace fullscope::cli
