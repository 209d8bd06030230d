// SPDX-License-Identifier: GPL-3.0-or-later
// The options under several workloads and horizons, in words, tables and a plot.
#pragma once

#include "core/analysis/cases.h"
#include "core/report/question_parts.h"

namespace fullscope::report {

using Cases = std::vector<analysis::Case>;

// "70B · 3 years"; the scenario's own are named where it has others of the kind.
std::string caseText(const scenario::Scenario& scenario, const scenario::CaseKey& key, words::Language language);
// Who is cheapest: a row for each workload, a column for each horizon. Each option has a sign of its own, so that a
// colour is not needed. Empty with one option.
struct CaseGrid {
    Table table;
    std::vector<std::vector<std::optional<std::size_t>>> cheapest, cases; // option and case, by row and column
};
CaseGrid caseGrid(
    const scenario::Scenario& scenario, const Cases& cases, analysis::Scope scope, words::Language language);
// A row for each case, a column for each option: the scope's figure, the cheapest marked; who that is and how probably.
Table caseMatrix(
    const scenario::Scenario& scenario, const Cases& cases, analysis::Scope scope, words::Language language);
// A row for each case and option: figure with P10–P90, per million tokens, days, change with P10–P90, who is cheapest.
Table caseTable(
    const scenario::Scenario& scenario, const Cases& cases, analysis::Scope scope, words::Language language);
// Change of each option against the baseline in each case, from P10 to P90 around the median where inputs are
// uncertain; with one option alone, what it costs.
PlotSpec casePlot(
    const scenario::Scenario& scenario, const Cases& cases, analysis::Scope scope, words::Language language);
// Who is cheapest where; throughput that is not carried over; what could not be computed or is not comparable.
std::vector<Paragraph> caseNotes(
    const scenario::Scenario& scenario, const Cases& cases, analysis::Scope scope, words::Language language);

// What to look at behind a case, or behind one of the options in it: a figure that the case names, of that option where
// there is one; the scenario's tokens for its own case.
scenario::InputPlace caseInput(
    const scenario::Scenario& scenario, const scenario::CaseKey& key, std::optional<std::size_t> option = {});

// What of the scenario's figures is another under a variant: a row each, with both.
InputTable overridesTable(
    const scenario::Scenario& scenario, const scenario::Variant& variant, words::Language language);

// The section of the report: of all workloads and horizons.
Section caseSection(
    const scenario::Scenario& scenario, const Cases& cases, analysis::Scope scope, words::Language language);

} // namespace fullscope::report
