// SPDX-License-Identifier: GPL-3.0-or-later
// The questions that the analysis answers, as sentences, tables and plots: one wording for window, command line and
// report.
#pragma once

#include "core/analysis/explain.h"
#include "core/analysis/heat_map.h"
#include "core/analysis/sweep.h"
#include "core/analysis/turning_points.h"
#include "core/report/report.h"

namespace fullscope::report {

// A table whose rows are about inputs: where each stands, so that a window can lead there.
struct InputTable {
    Table table;
    std::vector<analysis::InputPlace> places; // one for each row
};

// "Trn2", "Workload".
std::string ownerText(const scenario::Scenario& scenario, const analysis::InputPlace& place, words::Language language);
// "needs 178.0 % of the peak, more than there is (p4d.24xlarge: 8 × A100, dense bf16 peak)"
std::string judgementText(const scenario::Scenario& scenario, const analysis::Judgement& judgement,
    scenario::Input input, words::Language language);

// A row for each value; inputs that no value of theirs makes true have one row, where they are given.
InputTable turningTable(
    const scenario::Scenario& scenario, const analysis::TurningPoints& points, words::Language language);
// How things are, and what no input can do.
std::vector<Paragraph> turningVerdict(
    const scenario::Scenario& scenario, const analysis::TurningPoints& points, words::Language language);

// A row for each part and its inputs, the difference as the last one.
Table explanationTable(
    const scenario::Scenario& scenario, const analysis::Explanation& explanation, words::Language language);
// What is not comparable or cannot be told apart.
std::vector<Paragraph> explanationNotes(
    const scenario::Scenario& scenario, const analysis::Explanation& explanation, words::Language language);
// From one total through the parts to the other.
PlotSpec waterfall(
    const scenario::Scenario& scenario, const analysis::Explanation& explanation, words::Language language);

// --- over ranges
// "(1) failure_waste: the value is out of range: 1.5. Allowed: 0 ≤ x < 1.": why cells have no figure but "– (1)".
std::vector<std::string> reasonTexts(const analysis::NoFigures& none, words::Language language);
Table sweepTable(const scenario::Scenario& scenario, const analysis::Sweep& swept, words::Language language);
Table heatMapTable(const scenario::Scenario& scenario, std::size_t option, std::size_t baseline,
    const analysis::HeatMap& map, words::Language language);
// "Trn2 and H100 cost the same, $41,000, at $12.3/h"; that they meet nowhere where they do not.
std::vector<std::string> meetingTexts(const scenario::Scenario& scenario, const analysis::InputPlace& place,
    const std::vector<analysis::Meeting>& meetings, words::Language language);
// A line for each option, a mark where two meet and where the input stands; over the usual range where none is asked
// for. An option's input is varied in that option alone.
base::Result<PlotSpec> sweepPlot(const scenario::Scenario& scenario, const analysis::InputPlace& place,
    const std::optional<analysis::SweepRange>& asked, words::Language language);
// Change against the baseline in shades, with the line of equal cost.
PlotSpec heatMapPlot(const scenario::Scenario& scenario, std::size_t option, std::size_t baseline,
    const analysis::HeatMap& map, words::Language language);
struct RangedPlace {
    analysis::InputPlace place;
    std::optional<analysis::SweepRange> range {}; // none: the usual one
};
base::Result<PlotSpec> heatMapPlot(const scenario::Scenario& scenario, std::size_t option, const RangedPlace& x,
    const RangedPlace& y, words::Language language, const base::JobContext& job);

} // namespace fullscope::report
