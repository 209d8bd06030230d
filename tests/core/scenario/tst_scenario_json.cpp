// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/scenario.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace fullscope::scenario {

using base::Code;
using evidence::Origin;

namespace {

Scenario read(const std::string& json)
{
    auto scenario = fromJson(json, "s.json");
    EXPECT_TRUE(scenario.ok()) << (scenario ? "" : scenario.error().field + ": " + scenario.error().found);
    return scenario ? *std::move(scenario) : Scenario {};
}

base::Error errorOf(const std::string& json)
{
    const auto scenario = fromJson(json, "s.json");
    EXPECT_FALSE(scenario.ok()) << json;
    return scenario.ok() ? base::Error {} : scenario.error();
}

// A scenario whose only option has `inputs` after its name.
std::string option(const std::string& inputs)
{
    return R"({"options": [{"name": "A", )" + inputs + "}]}";
}

double valueOf(const std::string& inputs, Input input)
{
    return read(option(inputs)).options.at(0).values.at(input).value;
}

} // namespace

TEST(ScenarioFile, needsOnlyWorkloadAndOptions)
{
    const Scenario scenario = read(R"({
        "workload": {"tokens": 173520000000.0, "runs": 1},
        "options": [{"name": "H100", "nodes": 1, "price_per_h": 32.77}, {"name": "Trn2", "nodes": 1}]
    })");
    EXPECT_EQ(scenario.currency, "USD");
    EXPECT_EQ(scenario.baseline, 0u);
    EXPECT_EQ(scenario.workload.at(Input::tokens).value, 173520000000.0);
    ASSERT_EQ(scenario.options.size(), 2u);
    EXPECT_EQ(scenario.options[0].values.at(Input::price_per_h).value, 32.77);
    EXPECT_EQ(scenario.options[0].values.at(Input::price_per_h).provenance.origin, Origin::assumed);
    EXPECT_EQ(scenario.options[1].values.size(), 1u);
}

TEST(ScenarioFile, readsFiguresAsPeopleTypeThem)
{
    EXPECT_DOUBLE_EQ(valueOf(R"("first_compile_h": "40 min")", Input::first_compile_h), 40. / 60);
    EXPECT_DOUBLE_EQ(valueOf(R"("failure_waste": "18%")", Input::failure_waste), 0.18);
    EXPECT_DOUBLE_EQ(valueOf(R"("price_per_h": "$24.69/h")", Input::price_per_h), 24.69);
    EXPECT_EQ(
        read(option(R"("first_compile_h": "40 min")")).options[0].values.at(Input::first_compile_h).typed, "40 min");
}

TEST(ScenarioFile, convertsTheUnitBesideAValue)
{
    EXPECT_DOUBLE_EQ(valueOf(R"("restart_h": {"value": 300, "unit": "s"})", Input::restart_h), 1. / 12);
    EXPECT_DOUBLE_EQ(valueOf(R"("restart_h": {"value": 5, "unit": "min"})", Input::restart_h), 1. / 12);
    EXPECT_DOUBLE_EQ(valueOf(R"("restart_h": {"value": 2, "unit": "h"})", Input::restart_h), 2);
    EXPECT_DOUBLE_EQ(valueOf(R"("delay_weeks": {"value": 3, "unit": "weeks"})", Input::delay_weeks), 3);
    EXPECT_DOUBLE_EQ(valueOf(R"("idle_share": {"value": 7.5, "unit": "%"})", Input::idle_share), 0.075);
    EXPECT_DOUBLE_EQ(valueOf(R"("price_per_h": {"value": 9.25, "unit": "$/h"})", Input::price_per_h), 9.25);
    EXPECT_DOUBLE_EQ(valueOf(R"("price_per_h": {"value": 9.25, "unit": "money_per_hour"})", Input::price_per_h), 9.25);
    EXPECT_DOUBLE_EQ(valueOf(R"("price_per_h": {"value": "9.25", "unit": "$/h"})", Input::price_per_h), 9.25);
}

TEST(ScenarioFile, readsProvenanceAsTextOrObject)
{
    const Scenario scenario = read(option(R"("debug_h": {"value": 80, "provenance": "my estimate"},
        "price_per_h": {"value": 24.69, "provenance": {"origin": "catalogue", "source": "AWS price list",
            "detail": "us-east-1, on demand", "as_of": "2026-07-20"}},
        "failure_waste": {"value": 0.04, "provenance": {"origin": "measured", "run_id": 7, "bill_id": 2}})"));
    const auto& values = scenario.options[0].values;
    EXPECT_EQ(values.at(Input::debug_h).provenance,
        (evidence::Provenance {.origin = Origin::assumed, .source = "my estimate", .detail = "", .as_of = ""}));
    EXPECT_EQ(values.at(Input::price_per_h).provenance,
        (evidence::Provenance {.origin = Origin::catalogue,
            .source = "AWS price list",
            .detail = "us-east-1, on demand",
            .as_of = "2026-07-20"}));
    EXPECT_EQ(values.at(Input::failure_waste).provenance.run_id, 7);
    EXPECT_EQ(values.at(Input::failure_waste).provenance.bill_id, 2);
}

TEST(ScenarioFile, takesNullAsNotGiven)
{
    EXPECT_TRUE(read(option(R"("price_per_h": null)")).options[0].values.empty());
}

TEST(ScenarioFile, choosesTheBaselineByName)
{
    EXPECT_EQ(read(R"({"baseline": "B", "options": [{"name": "A"}, {"name": "B"}]})").baseline, 1u);
    const auto error = errorOf(R"({"baseline": "Trn", "options": [{"name": "H100"}, {"name": "Trn2"}]})");
    EXPECT_EQ(error.code, Code::name_unknown);
    EXPECT_EQ(error.field, "baseline");
    EXPECT_EQ(error.args, std::vector<std::string> {"Trn2"});
}

TEST(ScenarioFile, namesTheLineOfASyntaxError)
{
    const auto error = errorOf("{\n  \"workload\": {\n    \"tokens\": 1,,\n  }\n}");
    EXPECT_EQ(error.code, Code::bad_json);
    EXPECT_EQ(error.file, "s.json");
    EXPECT_EQ(error.line, 3);
    EXPECT_EQ(error.found, "\"tokens\": 1,,");
    EXPECT_EQ(errorOf("{\n\n").line, 3); // ends too early
    EXPECT_EQ(errorOf("").line, 1);
    EXPECT_EQ(errorOf("{\"a\": 1} x").line, 1);
    EXPECT_EQ(errorOf("{\"name\": 1e999}").code, Code::bad_json);
    EXPECT_EQ(errorOf("{\"name\": \"\xff\"}").code, Code::bad_json);
}

TEST(ScenarioFile, skipsAByteOrderMark)
{
    EXPECT_EQ(read("\xEF\xBB\xBF{\"options\": [{\"name\": \"A\"}]}").options.size(), 1u);
}

TEST(ScenarioFile, namesTheNearestOfAnUnknownName)
{
    const auto misspelt = errorOf(R"({"options": [{"name": "A"}, {"name": "B", "price_perh": 1}]})");
    EXPECT_EQ(misspelt.code, Code::name_unknown);
    EXPECT_EQ(misspelt.field, "options[1].price_perh");
    EXPECT_EQ(misspelt.found, "price_perh");
    EXPECT_EQ(misspelt.args, std::vector<std::string> {"price_per_h"});

    const auto misplaced = errorOf(option(R"("tokens": 1)")); // an input of the workload
    EXPECT_EQ(misplaced.code, Code::name_unknown);
    EXPECT_EQ(misplaced.field, "options[0].tokens");
    EXPECT_EQ(misplaced.args, std::vector<std::string> {"workload.tokens"});
    EXPECT_EQ(errorOf(R"({"workload": {"nodes": 1}, "options": [{"name": "A"}]})").field, "workload.nodes");
    EXPECT_EQ(errorOf(option(R"("nodes": {"value": 1, "units": "h"})")).args, std::vector<std::string> {"unit"});
    const auto origin = errorOf(option(R"("nodes": {"value": 1, "provenance": {"origin": "mesured"}})"));
    EXPECT_EQ(origin.field, "options[0].nodes.provenance.origin");
    EXPECT_EQ(origin.args, std::vector<std::string> {"measured"});
}

TEST(ScenarioFile, saysWhatShapeItExpects)
{
    const auto golden = errorOf(R"({"cases": [], "naive": [], "goal_seek": {}})");
    EXPECT_EQ(golden.code, Code::name_unknown);
    EXPECT_EQ(golden.found, "cases");
    EXPECT_EQ(
        golden.expected, "schema, name, currency, baseline, workload, options, correlations, workloads, horizons");
    EXPECT_EQ(errorOf("[]").expected, "object");
    EXPECT_EQ(errorOf(R"({"options": {}})").expected, "array");
    EXPECT_EQ(errorOf(R"({"workload": [], "options": [{"name": "A"}]})").field, "workload");
    EXPECT_EQ(errorOf(R"({"options": [3]})").field, "options[0]");
    EXPECT_EQ(errorOf(R"({"schema": 4, "options": [{"name": "A"}]})").found, "4");
    EXPECT_EQ(errorOf(R"({"currency": "", "options": [{"name": "A"}]})").code, Code::bad_currency);
    EXPECT_EQ(errorOf(R"({"name": 3, "options": [{"name": "A"}]})").field, "name");
}

TEST(ScenarioFile, refusesWhatIsNoFigureOfItsInput)
{
    const auto expect = [](const std::string& inputs, Code code, const std::string& field) {
        const auto error = errorOf(option(inputs));
        EXPECT_EQ(error.code, code) << inputs;
        EXPECT_EQ(error.field, field) << inputs;
        EXPECT_EQ(error.file, "s.json");
    };
    expect(R"("nodes": true)", Code::bad_value, "options[0].nodes");
    expect(R"("nodes": [1])", Code::bad_value, "options[0].nodes");
    expect(R"("nodes": {"unit": "h"})", Code::field_missing, "options[0].nodes.value");
    expect(R"("nodes": {"value": {}})", Code::bad_value, "options[0].nodes");
    expect(R"("nodes": {"value": 1, "unit": 3})", Code::bad_value, "options[0].nodes.unit");
    expect(R"("nodes": {"value": 1, "provenance": 3})", Code::bad_value, "options[0].nodes.provenance");
    expect(R"("nodes": {"value": 1, "provenance": {"run_id": 1.5}})", Code::bad_value,
        "options[0].nodes.provenance.run_id");
    expect(R"("first_compile_h": "$3")", Code::bad_unit, "options[0].first_compile_h");
    expect(R"("first_compile_h": {"value": 3, "unit": "GB"})", Code::bad_unit, "options[0].first_compile_h");
    expect(R"("nodes": "many")", Code::bad_number, "options[0].nodes");
    expect(R"("failure_waste": 1)", Code::out_of_range, "options[0].failure_waste");
    expect(R"("failure_waste": "100%")", Code::out_of_range, "options[0].failure_waste");
    expect(R"("price_per_h": "€24/h")", Code::currency_mismatch, "options[0].price_per_h");
}

TEST(ScenarioFile, namesOptionsOnce)
{
    EXPECT_EQ(errorOf(R"({"options": [{"name": "A"}, {"name": "A"}]})").field, "options[1].name");
    EXPECT_EQ(errorOf(R"({"options": [{"name": "A"}, {"name": "A"}]})").code, Code::name_duplicate);
    EXPECT_EQ(errorOf(R"({"options": [{"nodes": 1}]})").field, "options[0].name");
    EXPECT_EQ(errorOf(R"({"options": [{"name": " "}]})").code, Code::field_missing);
    EXPECT_EQ(errorOf(R"({"workload": {}})").code, Code::no_options);
}

TEST(ScenarioFile, keepsAScenarioThatHasNoOptionYet)
{
    Scenario scenario;
    scenario.workload[Input::runs].value = 3;
    const auto read = fromJson(toJson(scenario), "workspace");
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(*read, scenario);
}

TEST(ScenarioFile, refusesAFigureThatStandsTwice)
{
    // the JSON library alone would keep the last and lose the first in silence
    const auto error
        = errorOf(R"({"options": [{"name": "A"}, {"name": "B", "nodes": 1, "debug_h": {"value": 1}, "nodes": 2}]})");
    EXPECT_EQ(error.code, Code::name_duplicate);
    EXPECT_EQ(error.field, "options[1].nodes");
}

TEST(ScenarioFile, survivesTheRoundTrip)
{
    Scenario scenario;
    scenario.name = "13B 参数 \"quoted\"";
    scenario.currency = "CAD";
    scenario.workload[Input::tokens] = {.value = 1.7352e11, .typed = "173.52B"};
    scenario.options = {{"A", {}}, {"B", {}}};
    scenario.baseline = 1;
    for (const Origin origin :
        {Origin::measured, Origin::billed, Origin::catalogue, Origin::claimed, Origin::assumed}) {
        const auto input = static_cast<Input>(static_cast<int>(Input::debug_h) + static_cast<int>(origin));
        scenario.options[0].values[input] = {.value = 1. / 3,
            .typed = {},
            .provenance = {.origin = origin,
                .source = "source",
                .detail = "detail",
                .as_of = "2026-07-20",
                .run_id = 1,
                .bill_id = 2}};
    }
    EXPECT_EQ(read(toJson(scenario)), scenario);
}

TEST(ScenarioFile, keepsEveryDigitOfAnyValueInTheRoundTrip)
{
    std::mt19937_64 engine(7);
    for (int round = 0; round < 200; ++round) {
        Scenario scenario;
        scenario.options = {{"A", {}}};
        for (const InputSpec& input : inputSpecs()) {
            const double share = static_cast<double>(engine() >> 11) * 0x1p-53;
            const double value = std::lerp(input.minimum, input.maximum, share);
            if (validate(input.id, value).ok())
                (isWorkload(input.id) ? scenario.workload : scenario.options[0].values)[input.id].value = value;
        }
        ASSERT_EQ(read(toJson(scenario)), scenario);
    }
}

// Deep nesting neither overflows the stack nor fills the memory; what stands in the wrong place is named, not printed.
TEST(ScenarioFile, deepNestingIsRefusedWithItsLine)
{
    for (const std::string open : {"[", "{\"a\":"}) {
        std::string deep;
        for (int i = 0; i < 400'000; ++i)
            deep += open;
        for (const std::string& text : {"{\"options\": [],\n \"workload\": " + deep, deep,
                 "{\"options\": [],\n \"workload\": " + deep + "1" + std::string(400'000, open[0] == '[' ? ']' : '}')
                     + "}"}) {
            const auto scenario = fromJson(text, "s.json");
            ASSERT_FALSE(scenario.ok());
            EXPECT_EQ(scenario.error().code, Code::bad_json);
            EXPECT_EQ(scenario.error().line, text == deep ? 1 : 2);
            EXPECT_LE(scenario.error().found.size(), 100U);
        }
    }
    const auto levels = [](std::size_t count) { return std::string(count, '[') + std::string(count, ']'); };
    const base::Error whole = errorOf(R"({"options": [], "workload": )" + levels(63) + "}"); // 64 with the document
    EXPECT_EQ(whole.code, Code::bad_value);
    EXPECT_EQ(whole.field, "workload");
    EXPECT_EQ(whole.found, "array");
    EXPECT_EQ(errorOf(R"({"options": [], "workload": )" + levels(64) + "}").code, Code::bad_json);
    EXPECT_EQ(errorOf(R"({"options": {"a": 1}})").found, "object");
    EXPECT_TRUE(
        fromJson(R"({"name": ")" + std::string(500, '[') + R"(\"{", "options": [{"name": "A"}]})", "s.json").ok());
}

} // namespace fullscope::scenario
