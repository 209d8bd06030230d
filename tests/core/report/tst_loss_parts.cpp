// SPDX-License-Identifier: GPL-3.0-or-later
// The loss comparison in words and as a plot; the figures are set by hand.
#include "core/report/loss_report.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace fullscope::report {

namespace {

using ledger::Crossing;
using ledger::LossComparison;
using ledger::LossSide;
using ledger::TokensFactor;
using words::Language;

LossSide side(const std::string& name, double at, double low, double high)
{
    LossSide out;
    out.run_name = name;
    for (int step = 1; step <= 5000; ++step)
        out.logged.push_back({.x = step * 1e6, .loss = 4 - step * 2e-4 + (step % 2 == 0 ? 0.3 : -0.3), .records = 1});
    for (const double x : {1e6, 1e9, 5e9})
        out.smoothed.points.push_back({.x = x, .loss = 4 - x * 2e-10, .error = 0.01, .reach = 0.02, .bandwidth = 0.1});
    out.records = 5000;
    out.crossing = {.state = Crossing::State::reached, .x = at, .low = low, .high = high, .bandwidth = 0.1};
    out.steps = at / 1e6;
    return out;
}

LossComparison comparison()
{
    LossComparison out;
    out.target = 3.5;
    out.target_given = true;
    out.baseline = side("adam", 2e9, 1.9e9, 2.1e9);
    out.candidate = side("muon", 2.5e9, 2.4e9, 2.6e9);
    out.factor = TokensFactor {.value = 1.25, .low = 1.19, .high = 1.32};
    return out;
}

std::string spoken(const LossComparison& comparison, Language language = Language::en)
{
    std::string all;
    for (const Paragraph& paragraph : lossVerdict(comparison, language))
        all += paragraph.text + "\n";
    return all;
}

bool has(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

TEST(LossReport, saysWhoNeedsMoreAndHowSure)
{
    const std::string text = spoken(comparison());
    EXPECT_TRUE(has(text, "muon needs 1.250 times the tokens of adam to come to the loss 3.5000")) << text;
    EXPECT_TRUE(has(text, "1.190 to 1.320")) << text;
    EXPECT_TRUE(has(text, "is assumed")) << text; // same data
    EXPECT_TRUE(has(text, "± 10.5 %")) << text; // e^0.1 − 1
    EXPECT_FALSE(has(text, "holds 1")) << text;
    EXPECT_TRUE(has(spoken(comparison(), Language::zh_CN), "muon 所需 token 数为 adam 的 1.250 倍"));
}

TEST(LossReport, belowOneIsToldAsSuch)
{
    LossComparison c = comparison();
    c.factor = TokensFactor {.value = 0.8, .low = 0.7, .high = 1.1};
    const std::string text = spoken(c);
    EXPECT_TRUE(has(text, "muon needs fewer tokens than adam")) << text;
    EXPECT_TRUE(has(text, "has 1.250")) << text; // the other way round: 1 / 0.8
    EXPECT_TRUE(has(text, "holds 1")) << text;
}

TEST(LossReport, boundsAreNoValues)
{
    LossComparison c = comparison();
    c.candidate.crossing = {.state = Crossing::State::not_reached, .x = 5e9, .low = {}, .high = {}, .bandwidth = 0.1};
    c.factor = TokensFactor {.kind = TokensFactor::Kind::at_least, .value = 2.4, .low = 2.4, .high = {}};
    EXPECT_TRUE(has(spoken(c), "muon needs at least 2.400 times the tokens of adam"));
    EXPECT_EQ(factorText(c.factor), "≥ 2.400");
    EXPECT_EQ(factorInterval(*c.factor, Language::en), "at least 2.400");
    const Table table = lossTable(c, Language::en);
    EXPECT_EQ(table.rows[0][1], "2 B tokens");
    EXPECT_EQ(table.rows[0][2], "not reached by 5 B tokens");
    c.factor.reset();
    EXPECT_TRUE(has(spoken(c), "choose a target"));
    EXPECT_EQ(factorText(c.factor), "–");
}

TEST(LossReport, tableHasBothRuns)
{
    LossComparison c = comparison();
    c.baseline.ends_at_target = true;
    c.differences = {{"seq_len", {"4096", ""}}};
    const Table table = lossTable(c, Language::en);
    EXPECT_EQ(table.columns[1].heading, "adam");
    EXPECT_EQ(table.columns[2].heading, "muon");
    EXPECT_EQ(table.rows[1][1], "end of the log, exact");
    EXPECT_EQ(table.rows[1][2], "2.4 B tokens to 2.6 B tokens");
    EXPECT_EQ(table.rows[2], (std::vector<std::string> {"Steps to the target loss", "2,000", "2,500"}));
    EXPECT_EQ(table.rows.back()[2], "1.190 to 1.320");
    const Table differences = lossDifferences(c, Language::en);
    ASSERT_EQ(differences.rows.size(), 1U);
    EXPECT_EQ(differences.rows[0], (std::vector<std::string> {"seq_len", "4096", "not in the file"}));
}

TEST(LossReport, plotHasRawAndSmoothedCurvesTargetAndCrossings)
{
    const PlotSpec plot = lossComparisonPlot(comparison(), Language::en);
    EXPECT_EQ(plot.x.unit, base::Unit::tokens);
    EXPECT_TRUE(plot.x.logarithmic);
    ASSERT_EQ(plot.lines.size(), 7U);
    const auto named = [&](const std::string& name) -> const LineSeries& {
        const auto found = std::find_if(
            plot.lines.begin(), plot.lines.end(), [&](const LineSeries& line) { return line.name == name; });
        EXPECT_NE(found, plot.lines.end()) << name;
        return *found;
    };
    const LineSeries& raw = named("adam, as logged");
    EXPECT_TRUE(raw.faint);
    EXPECT_LE(raw.x.size(), 1600U);
    EXPECT_TRUE(std::is_sorted(raw.x.begin(), raw.x.end()));
    EXPECT_DOUBLE_EQ(*std::max_element(raw.y.begin(), raw.y.end()), 4 - 2 * 2e-4 + 0.3); // step 2
    EXPECT_DOUBLE_EQ(*std::min_element(raw.y.begin(), raw.y.end()), 4 - 4999 * 2e-4 - 0.3);
    EXPECT_EQ(named("muon, smoothed").x.size(), 3U);
    EXPECT_EQ(named("muon: 95 % interval of the crossing").x, (std::vector<double> {2.4e9, 2.6e9}));
    const LineSeries& target = named("target loss 3.5000");
    EXPECT_EQ(target.x, (std::vector<double> {1e6, 5e9}));
    EXPECT_TRUE(target.dashed);
    ASSERT_EQ(plot.marks.size(), 2U);
    EXPECT_DOUBLE_EQ(plot.marks[0].x, 2e9);
    EXPECT_EQ(plot.marks[1].text, "muon: 2.5 B tokens");
    EXPECT_EQ(plot.marks[0].tone, named("adam, smoothed").tone);
}

} // namespace fullscope::report
