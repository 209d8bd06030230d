// SPDX-License-Identifier: GPL-3.0-or-later
// The questions asked of the published 13B comparison. Figures: shared golden values, and sums written out here.
#include "core/report/question_parts.h"

#include "core/report/known_limits.h"
#include "core/report/measure_parts.h"
#include "core/report/sections.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>

namespace fullscope::report {

namespace {

using scenario::Input;
using scenario::Scenario;
using words::Language;

Scenario sample()
{
    const std::string path = FULLSCOPE_SOURCE_DIR "/data/samples/13b-article.en.json";
    std::ifstream in(path);
    auto scenario = scenario::fromJson(std::string(std::istreambuf_iterator<char>(in), {}), path);
    EXPECT_TRUE(scenario.ok());
    return *scenario;
}

analysis::TurningPoints pointsOf(const Scenario& scenario, double saving)
{
    auto points = analysis::turningPoints(
        scenario, 1, 0, saving, knownLimits(scenario, catalogue::Catalogue::builtIn(), Language::en));
    EXPECT_TRUE(points.ok());
    return *std::move(points);
}

std::string joined(const std::vector<Paragraph>& paragraphs)
{
    std::string text;
    for (const auto& paragraph : paragraphs)
        text += paragraph.text + "\n";
    return text;
}

double plain(std::string text)
{
    std::erase(text, ',');
    std::erase(text, '+');
    if (const auto minus = text.find("−"); minus != std::string::npos)
        text.replace(minus, std::string("−").size(), "-");
    return std::stod(text);
}

bool has(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

TEST(KnownLimits, comeFromTheInstanceThatTheNameHolds)
{
    // 8 H100 of 989 dense TFLOP/s; 55.04 $/h on demand and 39.33 $/h as a capacity block. Trn2: 16 × 667, no price.
    const auto limits = knownLimits(sample(), catalogue::Catalogue::builtIn(), Language::en);
    ASSERT_EQ(limits.size(), 2u);
    EXPECT_NEAR(limits[0].peak_flops_per_node.value() / 1e12, 8 * 989, 8);
    EXPECT_EQ(limits[0].lowest_price_per_h, 39.33);
    EXPECT_TRUE(has(limits[0].price_source, "capacity block")) << limits[0].price_source;
    EXPECT_NEAR(limits[1].peak_flops_per_node.value() / 1e12, 16 * 667, 16);
    EXPECT_FALSE(limits[1].lowest_price_per_h.has_value());

    Scenario other = sample();
    other.currency = "EUR";
    EXPECT_FALSE(knownLimits(other, catalogue::Catalogue::builtIn(), Language::en)[0].lowest_price_per_h.has_value());
    other.options[0].name = "Our cluster";
    EXPECT_FALSE(knownLimits(other, catalogue::Catalogue::builtIn(), Language::en)[0].peak_flops_per_node.has_value());
}

TEST(TurningTable, holdsTheGoldenValuesAndTheirPlaces)
{
    const Scenario scenario = sample();
    const InputTable meet = turningTable(scenario, pointsOf(scenario, 0), Language::en);
    ASSERT_EQ(meet.table.rows.size(), meet.places.size());
    bool hasTokens = false, hasDebugging = false;
    for (std::size_t i = 0; i < meet.places.size(); ++i) {
        const auto& row = meet.table.rows[i];
        ASSERT_EQ(row.size(), meet.table.columns.size());
        if (meet.places[i].input == Input::tokens) {
            hasTokens = true;
            EXPECT_EQ(row[3], "≥ 388.75 B tokens"); // 388,752,573,689
            EXPECT_EQ(row[1], "Workload");
            EXPECT_EQ(row[4], "possible");
        }
        if (meet.places[i] == analysis::InputPlace {1, Input::debug_h}) {
            hasDebugging = true; // 80 h · 150 $ of 51,425.53: 39,425.53 without, 10.6 % above 35,635.42
            EXPECT_EQ(row[3], "–");
            EXPECT_TRUE(has(row[5], "+10.6 %")) << row[5];
        }
    }
    EXPECT_TRUE(hasTokens && hasDebugging);
    EXPECT_TRUE(has(joined(turningVerdict(scenario, pointsOf(scenario, 0), Language::en)), "costs 44.3 % more"));
}

TEST(TurningTable, saysWhyAValueCannotBe)
{
    // 26e9 parameters: at 67,800 tokens/s 6 · 26e9 FLOPs a token are 99 % of 16 × 667 TFLOP/s.
    Scenario scenario = sample();
    scenario.workload[Input::parameters].value = 26e9;
    for (const auto& [language, word] : {std::pair {Language::en, "impossible"}, {Language::zh_CN, "不可能"}}) {
        auto points = analysis::turningPoints(
            scenario, 1, 0, 0, knownLimits(scenario, catalogue::Catalogue::builtIn(), language));
        ASSERT_TRUE(points.ok());
        const InputTable table = turningTable(scenario, *points, language);
        bool isFound = false;
        for (std::size_t i = 0; i < table.places.size(); ++i)
            if (table.places[i] == analysis::InputPlace {1, Input::tokens_per_s}) {
                isFound = true;
                EXPECT_EQ(table.table.rows[i][4], word);
                EXPECT_TRUE(has(table.table.rows[i][5], "trn2.48xlarge")) << table.table.rows[i][5];
                // 258,450.84 tokens/s
                EXPECT_TRUE(has(table.table.rows[i][5], "377.")) << table.table.rows[i][5];
            }
        EXPECT_TRUE(isFound);
    }
    EXPECT_NEAR(258'450.84 * 6 * 26e9 / (16 * 667e12), 3.778, 1e-3);
}

TEST(TurningTable, answersMoreThanEverything)
{
    const Scenario scenario = sample();
    const auto points = pointsOf(scenario, 1.2);
    EXPECT_TRUE(turningTable(scenario, points, Language::en).table.rows.empty());
    EXPECT_TRUE(has(joined(turningVerdict(scenario, points, Language::en)), "cannot cost 120.0 % less"));
}

TEST(ExplanationTable, addsUpAsPrinted)
{
    const Scenario scenario = sample();
    const auto explanation = analysis::explain(scenario, 0, 1);
    ASSERT_TRUE(explanation.ok());
    const Table table = explanationTable(scenario, *explanation, Language::en);
    double sum = 0;
    for (std::size_t i = 0; i + 1 < table.rows.size(); ++i)
        sum += plain(table.rows[i][1]);
    EXPECT_EQ(sum, plain(table.rows.back()[1]));
    EXPECT_EQ(table.rows.back()[1], "+15,790"); // 51,425.53 − 35,635.42
    EXPECT_TRUE(has(joined(explanationNotes(scenario, *explanation, Language::en)), "Migration labour"));

    const PlotSpec plot = waterfall(scenario, *explanation, Language::en);
    ASSERT_EQ(plot.bases.size(), plot.categories.size());
    EXPECT_NEAR(plot.bars[0].values.front(), 35'635.42, 0.005);
    for (std::size_t i = 1; i + 1 < plot.categories.size(); ++i) { // each begins where the one before ends
        const double reached = i == 1 ? plot.bars[0].values[0] : plot.bases[i - 1] + plot.bars[1].values[i - 1];
        EXPECT_NEAR(plot.bases[i], reached, 1e-9);
    }
    const std::size_t last = plot.categories.size() - 2;
    EXPECT_NEAR(plot.bases[last] + plot.bars[1].values[last], 51'425.53, 0.005);
    EXPECT_TRUE(has(toCsv(plot), "from [USD]")) << toCsv(plot);
}

TEST(QuestionSections, areThereInBothLanguages)
{
    const Scenario scenario = sample();
    const auto comparison = analysis::compare(scenario);
    ASSERT_TRUE(comparison.ok());
    for (const Language language : {Language::en, Language::zh_CN}) {
        EXPECT_EQ(turningSection(scenario, catalogue::Catalogue::builtIn(), *comparison, language).blocks.size(),
            3u); // two sentences, a table
        EXPECT_GE(explanationSection(scenario, *comparison, language).blocks.size(), 3u);
    }
    Scenario alone = scenario;
    alone.options.pop_back();
    const auto single = analysis::compare(alone);
    ASSERT_TRUE(single.ok());
    EXPECT_TRUE(turningSection(alone, catalogue::Catalogue::builtIn(), *single, Language::en).blocks.empty());
    EXPECT_TRUE(explanationSection(alone, *single, Language::en).blocks.empty());
}

TEST(MeasureSection, isThereWhereAnInputIsUncertain)
{
    Scenario scenario = sample();
    const auto certain = analysis::compare(scenario);
    ASSERT_TRUE(certain.ok());
    EXPECT_TRUE(measureSection(scenario, *certain, Language::en).blocks.empty());
    scenario.options[1].values[Input::price_per_h].distribution
        = scenario::Distribution {scenario::DistributionKind::uniform, {20, 30}};
    const auto comparison = analysis::compare(scenario);
    ASSERT_TRUE(comparison.ok());
    for (const Language language : {Language::en, Language::zh_CN})
        EXPECT_GE(measureSection(scenario, *comparison, language).blocks.size(), 6u);

    // Everything but its price costs Trn2 51,425.53 − 24.69 h, h = (710.914 + 2/3) / 0.82 = 867.78.
    const auto tornado = analysis::tornado(scenario, 1, 0);
    ASSERT_TRUE(tornado.ok());
    const double h = (173.52e9 / 67'800 / 3'600 + 2.0 / 3) / 0.82;
    const PlotSpec plot = tornadoBars(scenario, *tornado, Language::en);
    ASSERT_EQ(plot.bases.size(), 1u);
    EXPECT_NEAR(plot.bases[0], 51'425.53 + (25 - 24.69) * h - 35'635.42, 0.02); // P50
    EXPECT_NEAR(plot.bars[0].values[0], 51'425.53 + (21 - 24.69) * h - 35'635.42, 0.02); // P10
    EXPECT_NEAR(plot.bars[1].values[0] - plot.bars[0].values[0], 8 * h, 1e-6); // to P90, 29 $/h
}

} // namespace fullscope::report
