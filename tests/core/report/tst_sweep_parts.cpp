// SPDX-License-Identifier: GPL-3.0-or-later
// Plots over ranges. The totals of the published 13B comparison meet at 3.888e11 tokens (golden).
#include "core/report/question_parts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>

namespace fullscope::report {

namespace {

using scenario::Input;
using scenario::Scenario;
using words::Language;

constexpr analysis::InputPlace kTokens {std::nullopt, Input::tokens}, kPriceOfTrn2 {1, Input::price_per_h};

Scenario sample()
{
    const std::string path = FULLSCOPE_SOURCE_DIR "/data/samples/13b-article.en.json";
    std::ifstream in(path);
    auto scenario = scenario::fromJson(std::string(std::istreambuf_iterator<char>(in), {}), path);
    EXPECT_TRUE(scenario.ok());
    return *scenario;
}

const LineSeries* lineNamed(const PlotSpec& plot, const std::string& name)
{
    for (const LineSeries& line : plot.lines)
        if (line.name == name)
            return &line;
    return nullptr;
}

} // namespace

TEST(SweepPlot, marksWhereTheTotalsMeet)
{
    const auto plot = sweepPlot(sample(), kTokens, {}, Language::en);
    ASSERT_TRUE(plot.ok());
    ASSERT_EQ(plot->lines.size(), 2u);
    EXPECT_TRUE(plot->x.logarithmic);
    EXPECT_EQ(plot->lines[0].x.front(), 173.52e9 / 4);
    EXPECT_NEAR(plot->lines[0].x.back(), 173.52e9 * 4, 1);
    ASSERT_EQ(plot->marks.size(), 2u); // where they meet, and as things are
    EXPECT_NEAR(plot->marks[0].x / 3.888e11, 1, 1e-3);
    EXPECT_EQ(plot->marks[1].x, 173.52e9);
    EXPECT_NE(plot->description.find("cost the same"), std::string::npos);
}

TEST(SweepPlot, variesAnOptionAlone)
{
    const auto plot = sweepPlot(sample(), kPriceOfTrn2, analysis::SweepRange {5, 45, 2, false}, Language::zh_CN);
    ASSERT_TRUE(plot.ok());
    const LineSeries &h100 = plot->lines[0], &trn2 = plot->lines[1];
    EXPECT_EQ(h100.y.front(), h100.y.back());
    // 867.78 h at 40 $/h more
    EXPECT_NEAR(trn2.y.back() - trn2.y.front(), 40 * (173.52e9 / 67'800 / 3'600 + 2.0 / 3) / 0.82, 1e-6);
    EXPECT_EQ(plot->lines[0].x.size(), 121u); // of a plot, however many were asked for
}

TEST(SweepPlot, saysWhatCannotBe)
{
    EXPECT_FALSE(sweepPlot(sample(), {1, Input::capex_per_node}, {}, Language::en).ok()); // not given
    EXPECT_FALSE(sweepPlot(sample(), {9, Input::price_per_h}, {}, Language::en).ok());
    EXPECT_FALSE(sweepPlot(sample(), kTokens, analysis::SweepRange {5, 1, 2, false}, Language::en).ok());
}

TEST(SweepPlot, leavesAGapWhereThereIsNoResult)
{
    Scenario scenario = sample();
    const auto plot
        = sweepPlot(scenario, {1, Input::failure_waste}, analysis::SweepRange {0, 0.9999, 2, false}, Language::en);
    ASSERT_TRUE(plot.ok());
    EXPECT_TRUE(std::isfinite(plot->lines[1].y.front()));
}

TEST(HeatMapPlot, hasTheLineOfEqualCost)
{
    const Scenario scenario = sample();
    const auto plot = heatMapPlot(scenario, 1, {kTokens, {}}, {kPriceOfTrn2, {}}, Language::en, {});
    ASSERT_TRUE(plot.ok());
    EXPECT_EQ(plot->kind, PlotKind::heat_map);
    ASSERT_EQ(plot->cells.values.size(), plot->cells.y.size());
    EXPECT_TRUE(plot->x.logarithmic && plot->y.logarithmic);
    const LineSeries* zero = lineNamed(*plot, "equal cost");
    ASSERT_NE(zero, nullptr);
    // On it the two cost the same: by the cost model itself.
    for (std::size_t i = 0; i < zero->x.size(); i += 7) {
        Scenario there = scenario;
        there.workload[Input::tokens].value = zero->x[i];
        there.options[1].values[Input::price_per_h].value = zero->y[i];
        const auto compared = analysis::compare(there);
        ASSERT_TRUE(compared.ok());
        EXPECT_NEAR(*compared->differences[0].saving[static_cast<std::size_t>(analysis::Scope::full)], 0, 1e-8);
    }
    const LineSeries* now = lineNamed(*plot, "as things are");
    ASSERT_NE(now, nullptr);
    EXPECT_EQ(now->x, std::vector {173.52e9});
    EXPECT_EQ(now->y, std::vector {24.69});
}

TEST(HeatMapPlot, shadesEveryValueOnce)
{
    const auto plot = heatMapPlot(sample(), 1, {kTokens, {}}, {kPriceOfTrn2, {}}, Language::en, {});
    ASSERT_TRUE(plot.ok());
    for (const auto& row : plot->cells.values)
        for (const double value : row) {
            int shades = 0;
            for (const Shade& shade : plot->cells.shades)
                shades += shade.from <= value && value < shade.to;
            EXPECT_EQ(shades, 1) << value;
        }
    const auto named = [&](double value) {
        for (const Shade& shade : plot->cells.shades)
            if (shade.from <= value && value < shade.to)
                return shade.name;
        return std::string();
    };
    EXPECT_EQ(named(-0.6), "over 50 % less");
    EXPECT_EQ(named(-0.05), "0–10 % less");
    EXPECT_EQ(named(0.3), "25–50 % more");
    EXPECT_EQ(named(7), "over 50 % more");
}

TEST(HeatMapPlot, isWrittenAsRowsOfCells)
{
    PlotSpec plot;
    plot.kind = PlotKind::heat_map;
    plot.x = {"Price", base::Unit::money_per_hour};
    plot.y = {"Waste", base::Unit::share};
    plot.cells = {.x = {1, 2}, .y = {0.5}, .values = {{-0.25, NAN}}, .label = "Change", .shades = {}};
    plot.lines = {{"equal cost", {1.5}, {0.5}, Tone::h}};
    EXPECT_EQ(toCsv(plot),
        "Price [USD_per_hour],Waste [share],Change [share],line\n"
        "1,0.5,-0.25,\n2,0.5,,\n1.5,0.5,,equal cost\n");
}

} // namespace fullscope::report
