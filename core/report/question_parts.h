// SPDX-License-Identifier: GPL-3.0-or-later
// The questions that the analysis answers, as sentences, tables and plots: one wording for window, command line and
// report.
#pragma once

#include "core/analysis/explain.h"
#include "core/analysis/heat_map.h"
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

Table sweepTable(const scenario::Scenario& scenario, const analysis::Sweep& swept, words::Language language);
Table heatMapTable(const scenario::Scenario& scenario, std::size_t option, std::size_t baseline,
    const analysis::HeatMap& map, words::Language language);

} // namespace fullscope::report
