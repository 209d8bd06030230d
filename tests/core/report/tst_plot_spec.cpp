// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/plot_spec.h"

#include <gtest/gtest.h>

#include <limits>

namespace {

using fullscope::base::Unit;
using fullscope::report::PlotKind;
using fullscope::report::PlotSpec;
using fullscope::report::Tone;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(PlotSpecCsv, barsHaveARowPerCategoryAndNameTheCurrency)
{
    PlotSpec plot;
    plot.kind = PlotKind::stacked_bars;
    plot.x.label = "Option";
    plot.y.unit = Unit::money;
    plot.categories = {"H100", "TPU v5e-64"};
    plot.bars = {{"Compute", {24690.125, 18000}, Tone::a, false}, {"Discount", {-0.1, 0}, Tone::b, true}};
    EXPECT_EQ(toCsv(plot),
        "Option,Compute [USD],Discount [USD]\n"
        "H100,24690.125,-0.1\n"
        "TPU v5e-64,18000,0\n");
}

TEST(PlotSpecCsv, numbersReadBackAsTheSameDouble)
{
    PlotSpec plot;
    plot.kind = PlotKind::stacked_bars;
    plot.categories = {"a"};
    plot.bars = {{"third", {1.0 / 3.0}, Tone::a, false}};
    const std::string csv = toCsv(plot);
    const std::string cell = csv.substr(csv.rfind(',') + 1);
    EXPECT_EQ(std::stod(cell), 1.0 / 3.0);
}

TEST(PlotSpecCsv, missingAndNotFiniteValuesAreEmptyNeverZero)
{
    PlotSpec plot;
    plot.kind = PlotKind::stacked_bars;
    plot.categories = {"a", "b", "c"};
    plot.bars = {{"s", {kNan, std::numeric_limits<double>::infinity()}, Tone::a, false}};
    EXPECT_EQ(toCsv(plot), "category,s\na,\nb,\nc,\n");
}

TEST(PlotSpecCsv, namesWithSeparatorsAndQuotesAreQuoted)
{
    PlotSpec plot;
    plot.kind = PlotKind::stacked_bars;
    plot.x.label = "Option, as named";
    plot.categories = {"8 \"Hopper\" nodes", "two\nlines", " padded"};
    plot.bars = {{"s", {1, 2, 3}, Tone::a, false}};
    EXPECT_EQ(toCsv(plot),
        "\"Option, as named\",s\n"
        "\"8 \"\"Hopper\"\" nodes\",1\n"
        "\"two\nlines\",2\n"
        "\" padded\",3\n");
}

TEST(PlotSpecCsv, linesShareOneColumnOfXAndLeaveGapsEmpty)
{
    PlotSpec plot;
    plot.kind = PlotKind::lines;
    plot.x = {"Tokens", Unit::tokens, true};
    plot.y = {"Total", Unit::money_per_mtok, false};
    plot.currency = "EUR";
    plot.lines
        = {{"A", {1e9, 2e9, 4e9}, {1.5, 1.25, kNan}, Tone::a, false}, {"B", {2e9, 3e9}, {1.25, 1}, Tone::b, true}};
    plot.marks = {{3e9, "break-even", Tone::neutral}};
    EXPECT_EQ(toCsv(plot),
        "Tokens [tokens],A [EUR_per_mtok],B [EUR_per_mtok],mark\n"
        "1e+09,1.5,,\n"
        "2e+09,1.25,1.25,\n"
        "3e+09,,1,break-even\n"
        "4e+09,,,\n");
}

TEST(PlotSpecCsv, severalValuesAtOneXAreAllKeptInOrder)
{
    PlotSpec plot;
    plot.kind = PlotKind::lines;
    plot.lines = {{"A", {2, 1, 1}, {30, 10, 20}, Tone::a, false}, {"B", {1}, {5}, Tone::b, false}};
    EXPECT_EQ(toCsv(plot), "x,A,B\n1,10,5\n1,20,\n2,30,\n");
}

TEST(PlotSpecCsv, bandHasARowPerStretch)
{
    PlotSpec plot;
    plot.kind = PlotKind::band;
    plot.x.unit = Unit::hours;
    plot.bands = {{0, 0.25, "startup", Tone::a, false}, {0.25, 7.5, "productive", Tone::b, false}};
    EXPECT_EQ(toCsv(plot), "category,from [hours],to [hours]\nstartup,0,0.25\nproductive,0.25,7.5\n");
}

TEST(PlotSpecTsv, hasNoQuotesAndOneLinePerRow)
{
    PlotSpec plot;
    plot.kind = PlotKind::stacked_bars;
    plot.x.label = "Option, as named";
    plot.categories = {"two\nlines\tand a tab", "8 \"Hopper\" nodes"};
    plot.bars = {{"s", {1, 2}, Tone::a, false}};
    EXPECT_EQ(toTsv(plot), "Option, as named\ts\ntwo lines and a tab\t1\n8 \"Hopper\" nodes\t2\n");
}

// Names of options, series, marks and bands come from users and files; the numbers beside them stay numbers.
TEST(PlotSpecCsv, namesAreNoFormulas)
{
    PlotSpec bars;
    bars.kind = PlotKind::stacked_bars;
    bars.x.label = "@SUM(A1)";
    bars.categories = {"=cmd|' /C calc'!A0", "+1", "-1", "\t=2"};
    bars.bars = {{"-series", {-1, -2, -3, -4}, Tone::a, false}};
    EXPECT_EQ(toCsv(bars), "'@SUM(A1),'-series\n'=cmd|' /C calc'!A0,-1\n'+1,-2\n'-1,-3\n\"'\t=2\",-4\n");
    EXPECT_EQ(toTsv(bars), "'@SUM(A1)\t'-series\n'=cmd|' /C calc'!A0\t-1\n'+1\t-2\n'-1\t-3\n' =2\t-4\n");

    PlotSpec lines;
    lines.x.label = "=x";
    lines.lines = {{"+run", {-1}, {-0.5}}};
    lines.marks = {{-1, "=mark"}};
    EXPECT_EQ(toCsv(lines), "'=x,'+run,mark\n-1,-0.5,'=mark\n");

    PlotSpec band;
    band.kind = PlotKind::band;
    band.bands = {{-1, 2, "@stall"}};
    EXPECT_EQ(toCsv(band), "category,from,to\n'@stall,-1,2\n");
}

} // namespace
