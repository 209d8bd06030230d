// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/uncertainty_parts.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fullscope::report {

using scenario::Input;
using words::Language;

namespace {

// 100 hours each; the totals are normal around 1000 and 980, their difference deviates by 50.
scenario::Scenario twoNormals()
{
    const auto read = scenario::fromJson(R"json({"workload": {"tokens": 3.6e8, "runs": 1}, "options": [
        {"name": "A", "nodes": 1, "tokens_per_s": 1000, "price_per_h": "normal(10, 0.3)"},
        {"name": "B", "nodes": 1, "tokens_per_s": 1000, "price_per_h": "normal(9.8, 0.4)"}]})json",
        "s.json");
    EXPECT_TRUE(read.ok());
    return *read;
}

bool says(const std::vector<Paragraph>& paragraphs, const std::string& part)
{
    return std::ranges::any_of(
        paragraphs, [&](const Paragraph& one) { return one.text.find(part) != std::string::npos; });
}

} // namespace

TEST(UncertaintyParts, sayWhoIsCheapestWithWhatProbability)
{
    const auto scenario = twoNormals();
    const auto drawn = analysis::simulate(scenario, {}, {});
    ASSERT_TRUE(drawn.ok());
    for (const Language language : {Language::en, Language::zh_CN}) {
        const auto sentences = uncertaintySentences(scenario, *drawn, language);
        EXPECT_TRUE(says(sentences, "65.")); // Φ(0.4) = 65.5 %
        EXPECT_TRUE(says(sentences, "100,000"));
        const Table totals = totalsSpread(scenario, *drawn, language);
        for (const auto& row : totals.rows) {
            EXPECT_EQ(row.size(), totals.columns.size());
            EXPECT_TRUE(row[3].starts_with("≥ $9") || row[3].starts_with("≥ $1,0")) << row[3]; // much was not given
            EXPECT_FALSE(row[7].starts_with("≥")); // a standard error is no bound
        }
        const Table savings = savingsSpread(scenario, *drawn, language);
        ASSERT_EQ(savings.rows.size(), 1u);
        EXPECT_EQ(savings.rows[0].size(), savings.columns.size());
        EXPECT_TRUE(savings.rows[0][1].starts_with("−") && savings.rows[0][5].starts_with("+"));
        ASSERT_EQ(uncertaintyFigures(scenario, *drawn, language).figures.size(), 3u);
    }
    EXPECT_TRUE(uncertaintySection(scenario, *drawn, Language::en).has_value());
}

TEST(UncertaintyParts, drawDensitiesThatHoldAllButTheTails)
{
    const auto scenario = twoNormals();
    const auto drawn = analysis::simulate(scenario, {}, {});
    const PlotSpec plot = totalsDensity(scenario, *drawn, Language::en);
    ASSERT_EQ(plot.lines.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
        double sum = 0, mean = 0;
        for (std::size_t k = 0; k < plot.lines[i].x.size(); ++k) {
            sum += plot.lines[i].y[k];
            mean += plot.lines[i].x[k] * plot.lines[i].y[k];
        }
        EXPECT_NEAR(sum, 1, 0.012);
        EXPECT_NEAR(mean / sum, i == 0 ? 1000 : 980, 1);
    }
    const PlotSpec change = savingsDensity(scenario, *drawn, Language::en);
    ASSERT_EQ(change.lines.size(), 1u);
    EXPECT_TRUE(std::ranges::any_of(change.marks, [](const Mark& mark) { return mark.x == 0; }));
}

TEST(UncertaintyParts, sayThatNothingIsUncertain)
{
    auto scenario = twoNormals();
    for (auto& option : scenario.options)
        option.values[Input::price_per_h].distribution.reset();
    const auto result = analysis::simulate(scenario, {}, {});
    EXPECT_TRUE(says(uncertaintySentences(scenario, *result, Language::en), "single figure"));
    EXPECT_TRUE(uncertaintyFigures(scenario, *result, Language::en).figures.empty());
    EXPECT_FALSE(uncertaintySection(scenario, *result, Language::en).has_value());
}

TEST(UncertaintyParts, tellWhatADistributionIs)
{
    const auto lines = [](const char* typed, Input input) {
        return distributionLines(*scenario::parseValue(typed, input, "USD"), input, "USD", Language::en);
    };
    const auto range = lines("40..60 h", Input::migration_h);
    ASSERT_EQ(range.size(), 3u);
    EXPECT_EQ(range[0], "Uniform: 40 h .. 60 h");
    EXPECT_EQ(range[1], "P10 42 h · P50 50 h · P90 58 h");
    EXPECT_EQ(
        lines("50%..150%", Input::idle_share).back(), "50.0 % of it lies beyond what is possible and is cut off.");
    EXPECT_NE(lines("18% ± 2%", Input::idle_share)[2].find("95 %"), std::string::npos);
    EXPECT_TRUE(lines("40 h", Input::migration_h).empty());
}

} // namespace fullscope::report
