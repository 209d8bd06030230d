// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/variants.h"

#include <gtest/gtest.h>

namespace fullscope::scenario {

using base::Code;

namespace {

Scenario twoOptions()
{
    Scenario scenario;
    scenario.workload = {{Input::tokens, {1e9}}, {Input::parameters, {7e9}}, {Input::runs, {1}}};
    scenario.options = {{"A", {{Input::nodes, {1}}, {Input::tokens_per_s, {1000}}}},
        {"B", {{Input::nodes, {2}}, {Input::tokens_per_s, {3000}}}}};
    return scenario;
}

Scenario withLarge(std::optional<double> throughputOfA = {})
{
    auto scenario = withVariant(twoOptions(), VariantKind::workload, "70B");
    scenario = withVariantValue(*scenario, {VariantKind::workload, 0}, {std::nullopt, Input::parameters}, Value {7e10});
    if (throughputOfA)
        scenario = withVariantValue(
            *scenario, {VariantKind::workload, 0}, {std::size_t {0}, Input::tokens_per_s}, Value {*throughputOfA});
    EXPECT_TRUE(scenario.ok());
    return *scenario;
}

} // namespace

TEST(Variant, standsInPlaceOfTheScenariosFiguresAndNothingElse)
{
    auto scenario = withVariant(withLarge(100), VariantKind::horizon, "3 years");
    scenario = withVariantValue(*scenario, {VariantKind::horizon, 0}, {std::nullopt, Input::runs}, Value {36});
    ASSERT_TRUE(scenario.ok());
    const auto own = inCase(*scenario, {});
    EXPECT_EQ(own.scenario, twoOptions());
    EXPECT_TRUE(own.throughput_left_out.empty());
    const auto both = inCase(*scenario, {0, 0});
    EXPECT_EQ(both.scenario.workload.at(Input::parameters).value, 7e10);
    EXPECT_EQ(both.scenario.workload.at(Input::runs).value, 36);
    EXPECT_EQ(both.scenario.workload.at(Input::tokens).value, 1e9);
    EXPECT_EQ(both.scenario.options[0].values.at(Input::tokens_per_s).value, 100);
}

TEST(Variant, carriesNoThroughputOverToAnotherModel)
{
    const auto large = inCase(withLarge(100), {0, {}});
    EXPECT_EQ(large.throughput_left_out, std::vector<std::size_t> {1});
    EXPECT_FALSE(large.scenario.options[1].values.contains(Input::tokens_per_s));

    // The same model, or more tokens of it: the throughput is the same.
    auto longer = withVariant(twoOptions(), VariantKind::workload, "longer");
    for (const auto& [input, value] : {std::pair(Input::parameters, 7e9), {Input::tokens, 5e9}})
        longer = withVariantValue(*longer, {VariantKind::workload, 0}, {std::nullopt, input}, Value {value});
    EXPECT_TRUE(inCase(*longer, {0, {}}).throughput_left_out.empty());

    // More nodes of one option: its own is left out, the other's stays.
    auto wider = withVariant(twoOptions(), VariantKind::workload, "wider");
    wider = withVariantValue(*wider, {VariantKind::workload, 0}, {std::size_t {1}, Input::nodes}, Value {8});
    EXPECT_EQ(inCase(*wider, {0, {}}).throughput_left_out, std::vector<std::size_t> {1});
}

TEST(Variant, holdsOnlyWhatIsOfItsKind)
{
    const auto scenario = withVariant(withLarge(), VariantKind::horizon, "3 years");
    const auto code = [&](VariantPlace variant, InputPlace place, double value) {
        const auto changed = withVariantValue(*scenario, variant, place, Value {value});
        return changed ? Code {} : changed.error().code;
    };
    const VariantPlace workload {VariantKind::workload, 0}, horizon {VariantKind::horizon, 0};
    EXPECT_EQ(code(workload, {std::nullopt, Input::runs}, 2), Code::name_unknown);
    EXPECT_EQ(code(horizon, {std::nullopt, Input::tokens}, 2), Code::name_unknown);
    EXPECT_EQ(code(horizon, {std::size_t {0}, Input::runs}, 2), Code::name_unknown); // not of an option
    EXPECT_EQ(code(workload, {std::size_t {0}, Input::failure_waste}, 1), Code::out_of_range);
    EXPECT_EQ(code(workload, {std::size_t {2}, Input::nodes}, 1), Code::out_of_range);
    EXPECT_EQ(code({VariantKind::workload, 1}, {std::nullopt, Input::tokens}, 1), Code::out_of_range);
    EXPECT_EQ(withVariant(*scenario, VariantKind::workload, "70B").error().code, Code::name_duplicate);
    EXPECT_EQ(withVariant(*scenario, VariantKind::workload, " ").error().code, Code::field_missing);
    EXPECT_TRUE(withVariant(*scenario, VariantKind::horizon, "70B").ok());
    for (const char* chooses : {"all", "scenario", " all "}) // on the command line
        EXPECT_EQ(withVariant(*scenario, VariantKind::workload, chooses).error().code, Code::bad_value);
    EXPECT_EQ(withVariantNamed(*scenario, horizon, "scenario").error().code, Code::bad_value);
    EXPECT_TRUE(withVariant(*scenario, VariantKind::workload, "All").ok());
    EXPECT_EQ(withVariantNamed(*scenario, horizon, "5 years")->horizons[0].name, "5 years");
    EXPECT_TRUE(withoutVariant(*scenario, workload)->workloads.empty());
}

TEST(Variant, followsTheOptions)
{
    const auto copied = withOption(withLarge(100), "A", 0);
    ASSERT_TRUE(copied.ok());
    EXPECT_EQ(copied->workloads[0].values.at({std::size_t {2}, Input::tokens_per_s}).value, 100);
    const auto removed = withoutOption(*copied, 0);
    ASSERT_TRUE(removed.ok());
    EXPECT_EQ(removed->workloads[0].values.size(), 2u); // the parameters, and the copy's throughput
    EXPECT_EQ(removed->workloads[0].values.at({std::size_t {1}, Input::tokens_per_s}).value, 100);
}

TEST(Variant, standsInTheScenarioFile)
{
    const char* json = R"({"schema": 3, "workload": {"tokens": 1e9}, "options": [{"name": "A", "nodes": 1}],
        "workloads": [{"name": "70B", "workload": {"parameters": "70B"}, "options": {"A": {"tokens_per_s": "1..2k"}}}],
        "horizons": [{"name": "3 years", "workload": {"horizon_months": "3 years", "runs": 3}}]})";
    const auto read = fromJson(json, "s.json");
    ASSERT_TRUE(read.ok()) << read.error().field << read.error().found;
    EXPECT_EQ(read->workloads[0].values.at({std::nullopt, Input::parameters}).value, 7e10);
    EXPECT_EQ(read->workloads[0].values.at({std::size_t {0}, Input::tokens_per_s}).value, 1500);
    EXPECT_EQ(read->horizons[0].values.at({std::nullopt, Input::horizon_months}).value, 36);
    const auto again = fromJson(toJson(*read), "s.json");
    ASSERT_TRUE(again.ok());
    EXPECT_EQ(*again, *read);
    EXPECT_NE(toJson(*read).find("\"schema\": 3"), std::string::npos);

    const auto fieldOf = [](const std::string& variants) {
        const auto refused = fromJson(R"({"options": [{"name": "A"}], )" + variants + '}', "s.json");
        return refused ? std::string("read") : refused.error().field;
    };
    EXPECT_EQ(fieldOf(R"("workloads": {})"), "workloads");
    EXPECT_EQ(fieldOf(R"("workloads": [3])"), "workloads[0]");
    EXPECT_EQ(fieldOf(R"("workloads": [{}])"), "workloads[0].name");
    EXPECT_EQ(fieldOf(R"("workloads": [{"name": "a"}, {"name": "a"}])"), "workloads[1].name");
    EXPECT_EQ(fieldOf(R"("workloads": [{"name": "a", "workload": {"runs": 2}}])"), "workloads[0].workload.runs");
    EXPECT_EQ(fieldOf(R"("workloads": [{"name": "a", "options": {"B": {}}}])"), "workloads[0].options.B");
    EXPECT_EQ(
        fieldOf(R"("workloads": [{"name": "a", "options": {"A": {"name": "x"}}}])"), "workloads[0].options.A.name");
    EXPECT_EQ(fieldOf(R"("horizons": [{"name": "a", "workload": {"tokens": 2}}])"), "horizons[0].workload.tokens");
    EXPECT_EQ(fieldOf(R"("horizons": [{"name": "a", "options": []}])"), "horizons[0].options");
}

TEST(OptionId, isKeptWhenAnOptionIsRenamed)
{
    const auto renamed = withOptionNamed(twoOptions(), 0, "C");
    ASSERT_TRUE(renamed.ok());
    EXPECT_EQ(renamed->options[0].drawnAs(), "A");
    const auto twice = withOptionNamed(*renamed, 0, "D");
    EXPECT_EQ(twice->options[0].drawnAs(), "A");
    EXPECT_EQ(*withOptionNamed(*twice, 0, "A"), twoOptions()); // nothing is left of it
    const auto again = fromJson(toJson(*twice), "s.json");
    ASSERT_TRUE(again.ok());
    EXPECT_EQ(*again, *twice);

    // A new option takes the name that has become free, not the draws.
    const auto fresh = withOption(*renamed, "A", std::nullopt);
    EXPECT_EQ(fresh->options[2].name, "A");
    EXPECT_EQ(fresh->options[2].drawnAs(), "A 2");
    EXPECT_EQ(withOption(twoOptions(), "A", 0)->options[2].drawnAs(), "A 2");
    EXPECT_EQ(withOption(*renamed, "C", 0)->options[2].drawnAs(), "C 2"); // a copy draws for itself
}

TEST(OptionId, isUniqueInAFile)
{
    const auto both = fromJson(R"({"options": [{"name": "A"}, {"name": "B", "id": "A"}]})", "s.json");
    ASSERT_TRUE(both.ok());
    EXPECT_EQ(both->options[1].drawnAs(), "A");
    EXPECT_EQ(both->options[0].drawnAs(), "A 2");
    const auto twice = fromJson(R"({"options": [{"name": "A", "id": "x"}, {"name": "B", "id": "x"}]})", "s.json");
    ASSERT_FALSE(twice.ok());
    EXPECT_EQ(twice.error().code, Code::name_duplicate);
    EXPECT_EQ(twice.error().field, "options[1].id");
    EXPECT_EQ(fromJson(R"({"options": [{"name": "A", "id": 3}]})", "s.json").error().field, "options[0].id");
}

} // namespace fullscope::scenario
