// SPDX-License-Identifier: GPL-3.0-or-later
// What people type into a cell.
#include "core/scenario/scenario.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fullscope::scenario {

using base::Code;
using enum DistributionKind;

namespace {

void expectTyped(const std::string& text, Input input, DistributionKind kind, const std::vector<double>& parameters)
{
    const auto value = parseValue(text, input, "USD");
    ASSERT_TRUE(value.ok()) << text << ": " << value.error().found;
    ASSERT_TRUE(value->distribution.has_value()) << text;
    EXPECT_EQ(value->distribution->kind, kind) << text;
    ASSERT_EQ(value->distribution->parameters.size(), parameters.size()) << text;
    for (std::size_t i = 0; i < parameters.size(); ++i)
        EXPECT_NEAR(value->distribution->parameters[i], parameters[i], 1e-12 * std::abs(parameters[i])) << text;
    EXPECT_EQ(value->value, TruncatedDistribution::make(*value->distribution, input)->median()) << text;
}

base::Error errorOf(const std::string& text, Input input = Input::migration_h)
{
    const auto value = parseValue(text, input, "USD");
    EXPECT_FALSE(value.ok()) << text;
    return value.ok() ? base::Error {} : value.error();
}

constexpr double kPlusMinus = 1.959963984540054; // 95 % of a normal distribution lie within so many deviations

} // namespace

TEST(TypedValue, isOneFigureAsBefore)
{
    const auto value = parseValue(" 40 min ", Input::first_compile_h, "USD");
    ASSERT_TRUE(value.ok());
    EXPECT_DOUBLE_EQ(value->value, 40. / 60);
    EXPECT_EQ(value->typed, "40 min");
    EXPECT_FALSE(value->distribution.has_value());
    EXPECT_DOUBLE_EQ(parseValue("$0.02/(GB·month)", Input::storage_price_gb_month, "USD")->value, 0.02);
    EXPECT_EQ(errorOf("forty").code, Code::bad_number);
    EXPECT_EQ(errorOf("-1").code, Code::out_of_range);
    EXPECT_EQ(errorOf("€5/h", Input::price_per_h).code, Code::currency_mismatch);
    EXPECT_EQ(errorOf("forty").field, "migration_h");
}

TEST(TypedValue, isARange)
{
    expectTyped("0.15..0.22", Input::idle_share, uniform, {0.15, 0.22});
    expectTyped("15%..22%", Input::idle_share, uniform, {0.15, 0.22});
    expectTyped("15..22 %", Input::idle_share, uniform, {0.15, 0.22});
    expectTyped("40..60 min", Input::first_compile_h, uniform, {40. / 60, 1});
    expectTyped("40 min .. 1 h", Input::first_compile_h, uniform, {40. / 60, 1});
    expectTyped("$20..$30/h", Input::price_per_h, uniform, {20, 30});
    expectTyped("$20/h…$30/h", Input::price_per_h, uniform, {20, 30});
    expectTyped("20..30 USD/h", Input::price_per_h, uniform, {20, 30});
    expectTyped("1..2M tokens", Input::tokens, uniform, {1e6, 2e6});
    expectTyped("1e9..2e9", Input::tokens, uniform, {1e9, 2e9});
    expectTyped("1,000...1,500", Input::migration_h, uniform, {1000, 1500});
    expectTyped("40–60 min", Input::first_compile_h, uniform, {40. / 60, 1});
    expectTyped("40 to 60 min", Input::first_compile_h, uniform, {40. / 60, 1});
    expectTyped("40至60 分钟", Input::first_compile_h, uniform, {40. / 60, 1});
    expectTyped("40～60 分钟", Input::first_compile_h, uniform, {40. / 60, 1});
    expectTyped("0..5%", Input::idle_share, uniform, {0, 0.05});
    expectTyped("0..2e12", Input::tokens, uniform, {0, 2e12});
}

TEST(TypedValue, isAFigureMoreOrLess)
{
    expectTyped("18% ± 2%", Input::failure_waste, normal, {0.18, 0.02 / kPlusMinus});
    expectTyped("~18% ±2%", Input::failure_waste, normal, {0.18, 0.02 / kPlusMinus});
    expectTyped("0.18 ± 0.02", Input::failure_waste, normal, {0.18, 0.02 / kPlusMinus});
    expectTyped("18 ± 2%", Input::failure_waste, normal, {0.18, 0.02 / kPlusMinus});
    expectTyped("18% +/- 2", Input::failure_waste, normal, {0.18, 0.02 / kPlusMinus});
    expectTyped("40 +- 5 min", Input::first_compile_h, normal, {40. / 60, 5. / 60 / kPlusMinus});
    expectTyped("1 h ± 6 min", Input::first_compile_h, normal, {1, 0.1 / kPlusMinus});
    expectTyped("$20/h ± 10%", Input::price_per_h, normal, {20, 2 / kPlusMinus});
    expectTyped("$20/h ± 2", Input::price_per_h, normal, {20, 2 / kPlusMinus});
    expectTyped("约 18% ± 2%", Input::failure_waste, normal, {0.18, 0.02 / kPlusMinus});
}

TEST(TypedValue, isADistributionByName)
{
    expectTyped("pert(10, 14, 30)", Input::migration_h, pert, {10, 14, 30});
    expectTyped("PERT(10,14,30)", Input::migration_h, pert, {10, 14, 30});
    expectTyped("tri(10; 14; 30 min)", Input::migration_h, triangular, {10. / 60, 14. / 60, 0.5});
    expectTyped("triangular(1,400, 2,000, 3,000)", Input::migration_h, triangular, {1400, 2000, 3000});
    expectTyped("normal(18%, 2%)", Input::failure_waste, normal, {0.18, 0.02});
    expectTyped("lognormal($20, $30/h)", Input::price_per_h, lognormal, {20, 30});
    expectTyped("uniform(1,400)", Input::migration_h, uniform, {1, 400});
    expectTyped("empirical(3, 1, 2)", Input::migration_h, empirical, {1, 2, 3});
    expectTyped("empirical(1,000, 2,000)", Input::migration_h, empirical, {1000, 2000});
    expectTyped("empirical(3,1,2)", Input::migration_h, empirical, {1, 2, 3});
    expectTyped("正态（18%，2%）", Input::failure_waste, normal, {0.18, 0.02});
}

TEST(TypedValue, refusesWhatItDoesNotUnderstand)
{
    for (const char* text : {"~18", "1..2..3", "5 ± 1 ± 1", "beta(1, 2)", "pert(1, 2)", "pert(1,2,3,4)", "30..10",
             "5 ± -1", "normal(5, -1)", "lognormal(0, 5)"})
        EXPECT_EQ(errorOf(text).code, Code::bad_distribution) << text;
    for (const char* text : {"..", "5..", "..5", "±", "5 ±", "pert()", "pert(,,)", "~", "()", "a..b", "pert(1,2,)",
             "1..inf", "nan..5", "normal(5, x)", "....", "±±", "pert((1), 2, 3)"})
        errorOf(text);
    // 18 % or 0.18 %? 1 or 1e12? Two numbers or four?
    for (const char* text : {"0.18 ± 2%", "0.05..15%", "18% ± 0.02", "normal(0.18, 2%)"})
        EXPECT_EQ(errorOf(text, Input::failure_waste).code, Code::bad_distribution) << text;
    EXPECT_EQ(errorOf("1..2e12", Input::tokens).code, Code::bad_distribution);
    for (const char* text : {"empirical(1,000,2,000)", "empirical(12,500,1,250)"})
        EXPECT_EQ(errorOf(text, Input::migration_h).code, Code::bad_distribution) << text;
    EXPECT_EQ(errorOf("$20..€30/h", Input::price_per_h).code, Code::currency_mismatch);
    EXPECT_EQ(errorOf("20..30 kg", Input::price_per_h).code, Code::bad_unit);
    EXPECT_EQ(errorOf("1e400..2e400").code, Code::overflow);
    EXPECT_EQ(errorOf("110%..150%", Input::failure_waste).code, Code::distribution_outside);
    EXPECT_EQ(errorOf("-5..-1").code, Code::distribution_outside);
    std::string many = "empirical(1";
    for (int i = 0; i < 100'000; ++i)
        many += ", 1";
    const auto error = errorOf(many + ")");
    EXPECT_EQ(error.code, Code::bad_distribution);
    EXPECT_LT(error.found.size(), 100u);
    errorOf(std::string(10'000, '('));
    errorOf(std::string(10'000, '.'));
    errorOf("\xff\xfe..\x80");
}

TEST(TypedValue, isReadAsItIsWritten)
{
    const std::pair<const char*, Input> kTyped[] = {{"40..60 min", Input::first_compile_h},
        {"$20..$30/h", Input::price_per_h}, {"18% ± 2%", Input::failure_waste},
        {"pert(10, 14, 30)", Input::migration_h}, {"tri(1400; 2000; 3000)", Input::migration_h},
        {"lognormal(10, 30)", Input::debug_h}, {"empirical(1, 2)", Input::debug_h}, {"1..2B", Input::tokens}};
    for (const auto& [text, input] : kTyped) {
        const auto value = parseValue(text, input, "USD");
        ASSERT_TRUE(value.ok()) << text;
        const auto exact = parseValue(exactText(*value->distribution), input, "USD");
        ASSERT_TRUE(exact.ok()) << exactText(*value->distribution);
        EXPECT_EQ(*exact->distribution, *value->distribution);
        const std::string shown = formatDistribution(*value->distribution, spec(input).unit, "USD");
        const auto again = parseValue(shown, input, "USD");
        ASSERT_TRUE(again.ok()) << shown;
        EXPECT_EQ(again->distribution->kind, value->distribution->kind) << shown;
        EXPECT_NEAR(again->value, value->value, 1e-3 * value->value) << shown;
    }
    const auto shown = [](const char* text, Input input) {
        return formatDistribution(*parseValue(text, input, "USD")->distribution, spec(input).unit, "USD");
    };
    EXPECT_EQ(shown("15..22%", Input::idle_share), "15 % .. 22 %");
    EXPECT_EQ(shown("~18% ±2%", Input::idle_share), "18 % ± 2 %");
    EXPECT_EQ(shown("pert($10, $14, $30/h)", Input::price_per_h), "pert($10.00/h, $14.00/h, $30.00/h)");
    EXPECT_EQ(shown("empirical(1, 2, 3, 4)", Input::debug_h), "empirical(1 h, …, 4 h)");
}

TEST(ScenarioFile, holdsDistributionsAndCorrelations)
{
    const char* json = R"({"schema": 2, "workload": {"tokens": "1..2B"}, "options": [
        {"name": "A", "price_per_h": {"distribution": {"kind": "normal", "mean": 20, "sd": 1},
            "provenance": {"origin": "claimed", "source": "offer"}},
         "idle_share": {"value": "5..8", "unit": "%"}},
        {"name": "B", "price_per_h": {"distribution": {"kind": "empirical", "samples": [3, 1, 2]}, "typed": "measured"}}],
        "correlations": [{"a": {"option": "A", "input": "price_per_h"}, "b": {"option": "B", "input": "price_per_h"},
            "rank": 0.5}, {"a": {"input": "tokens"}, "b": {"option": "A", "input": "idle_share"}, "rank": -1}]})";
    const auto scenario = fromJson(json, "s.json");
    ASSERT_TRUE(scenario.ok()) << scenario.error().field << scenario.error().found;
    EXPECT_DOUBLE_EQ(scenario->workload.at(Input::tokens).value, 1.5e9);
    const Value& price = scenario->options[0].values.at(Input::price_per_h);
    EXPECT_EQ(*price.distribution, (Distribution {normal, {20, 1}}));
    EXPECT_DOUBLE_EQ(price.value, 20);
    EXPECT_EQ(price.provenance.origin, evidence::Origin::claimed);
    EXPECT_DOUBLE_EQ(scenario->options[0].values.at(Input::idle_share).value, 0.065);
    EXPECT_EQ(scenario->options[1].values.at(Input::price_per_h).value, 2);
    ASSERT_EQ(scenario->correlations.size(), 2u);
    EXPECT_EQ(scenario->correlations[0].b, (InputPlace {1, Input::price_per_h}));
    EXPECT_EQ(scenario->correlations[1].a, (InputPlace {std::nullopt, Input::tokens}));
    EXPECT_EQ(*fromJson(toJson(*scenario), "s.json"), *scenario);
    EXPECT_NE(toJson(*scenario).find("\"schema\": 2"), std::string::npos);
    // What needs no distributions stays readable for programs that know none.
    EXPECT_NE(
        toJson(*fromJson(R"({"options": [{"name": "A", "nodes": 2}]})", "s")).find("\"schema\": 1"), std::string::npos);
}

TEST(ScenarioFile, saysWhatIsWrongWithADistribution)
{
    const auto errorIn = [](const std::string& value) {
        const auto read = fromJson(R"({"options": [{"name": "A", "price_per_h": )" + value + "}]}", "s.json");
        EXPECT_FALSE(read.ok()) << value;
        return read.ok() ? base::Error {} : read.error();
    };
    const auto unknown = errorIn(R"({"distribution": {"kind": "gamma", "mean": 1}})");
    EXPECT_EQ(unknown.code, Code::name_unknown);
    EXPECT_EQ(unknown.field, "options[0].price_per_h.distribution.kind");
    EXPECT_EQ(
        errorIn(R"({"distribution": {"kind": "normal", "mean": 1}})").field, "options[0].price_per_h.distribution.sd");
    EXPECT_EQ(
        errorIn(R"({"distribution": {"kind": "normal", "mean": 1, "sd": 1, "max": 3}})").code, Code::name_unknown);
    EXPECT_EQ(errorIn(R"({"distribution": {"kind": "normal", "mean": "1", "sd": 1}})").code, Code::bad_value);
    EXPECT_EQ(errorIn(R"({"distribution": {"kind": "uniform", "min": 3, "max": 1}})").code, Code::bad_distribution);
    EXPECT_EQ(
        errorIn(R"({"distribution": {"kind": "uniform", "min": -3, "max": -1}})").code, Code::distribution_outside);
    EXPECT_EQ(errorIn(R"({"distribution": {"kind": "empirical", "samples": 3}})").code, Code::bad_value);
    EXPECT_EQ(errorIn(R"({"distribution": {"kind": "empirical", "samples": []}})").code, Code::bad_distribution);
    EXPECT_EQ(errorIn(R"({"distribution": 3})").code, Code::bad_value);
    EXPECT_EQ(errorIn(R"({"value": 2, "distribution": {"kind": "uniform", "min": 1, "max": 3}})").code,
        Code::not_allowed_together);
    EXPECT_EQ(errorIn("\"20..10\"").code, Code::bad_distribution);
    EXPECT_EQ(errorIn("\"20..10\"").field, "options[0].price_per_h");
}

TEST(ScenarioFile, saysWhatIsWrongWithACorrelation)
{
    const auto errorIn = [](const std::string& pairs) {
        const auto read = fromJson(R"({"options": [{"name": "A"}], "correlations": )" + pairs + "}", "s.json");
        EXPECT_FALSE(read.ok()) << pairs;
        return read.ok() ? base::Error {} : read.error();
    };
    const std::string tokens = R"({"input": "tokens"})", nodes = R"({"option": "A", "input": "nodes"})";
    const auto pair = [](const std::string& a, const std::string& b, const std::string& rank) {
        return R"({"a": )" + a + R"(, "b": )" + b + R"(, "rank": )" + rank + "}";
    };
    EXPECT_EQ(errorIn("{}").code, Code::bad_value);
    EXPECT_EQ(errorIn('[' + pair(tokens, tokens, "0.5") + ']').code, Code::name_duplicate);
    EXPECT_EQ(errorIn('[' + pair(tokens, nodes, "1.5") + ']').code, Code::out_of_range);
    EXPECT_EQ(errorIn('[' + pair(tokens, nodes, "1.5") + ']').field, "correlations[0]");
    EXPECT_EQ(
        errorIn('[' + pair(tokens, nodes, "0.5") + ',' + pair(nodes, tokens, "0.4") + ']').code, Code::name_duplicate);
    EXPECT_EQ(errorIn('[' + pair(tokens, R"({"option": "B", "input": "nodes"})", "0.5") + ']').field,
        "correlations[0].b.option");
    EXPECT_EQ(errorIn('[' + pair(tokens, R"({"input": "nodes"})", "0.5") + ']').code, Code::name_unknown);
    EXPECT_EQ(errorIn(R"([{"a": {"input": "tokens"}, "rank": 1}])").field, "correlations[0].b");
}

TEST(ScenarioEdits, keepCorrelationsWithTheirOptions)
{
    Scenario scenario;
    scenario.options = {{"A", {}}, {"B", {}}, {"C", {}}};
    const InputPlace a {0, Input::price_per_h}, b {1, Input::price_per_h}, c {2, Input::price_per_h};
    scenario = *withCorrelation(*withCorrelation(scenario, a, b, 0.5), b, c, 0.25);
    const auto rest = withoutOption(scenario, 0);
    ASSERT_EQ(rest->correlations.size(), 1u);
    EXPECT_EQ(rest->correlations[0].a, (InputPlace {0, Input::price_per_h}));
    EXPECT_EQ(rest->correlations[0].b, (InputPlace {1, Input::price_per_h}));
    EXPECT_EQ(withCorrelation(scenario, b, a, 0.75)->correlations.size(), 2u); // the same pair
    EXPECT_EQ(withCorrelation(scenario, b, a, {})->correlations.size(), 1u);
    EXPECT_EQ(withCorrelation(scenario, a, {5, Input::nodes}, 1).error().code, Code::out_of_range);
}

TEST(ScenarioEdits, takeTheMedianOfADistributionForItsValue)
{
    Scenario scenario;
    scenario.options = {{"A", {}}};
    const auto changed
        = withValue(scenario, 0, Input::idle_share, {.value = 7, .distribution = Distribution {uniform, {0.5, 1.5}}});
    ASSERT_TRUE(changed.ok());
    EXPECT_DOUBLE_EQ(changed->options[0].values.at(Input::idle_share).value, 0.75);
    EXPECT_EQ(withValue(scenario, 0, Input::idle_share, {.distribution = Distribution {uniform, {1, 2}}}).error().code,
        Code::distribution_outside);
}

} // namespace fullscope::scenario
