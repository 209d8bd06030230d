// SPDX-License-Identifier: GPL-3.0-or-later
// Sections of the report, each from one kind of evidence.
#pragma once

#include "core/ledger/stretches.h"
#include "core/report/report.h"

#include <optional>

namespace fullscope::report {

// The scope's figure as money with its unit: a price per PFLOP-hour under list price, else money over the horizon.
std::string figureText(
    const analysis::Costs& costs, analysis::Scope scope, const std::string& currency, words::Language language);
// What two options cost by the inputs that both were given; a warning where that turns the sign of what the totals say.
// nullopt where it is what they say.
std::optional<Paragraph> sharedSentence(const scenario::Scenario& scenario, const analysis::Comparison& comparison,
    std::size_t option, std::size_t baseline, analysis::Scope scope, words::Language language);
// Costs that one option counts and another does not, wholly or in part.
std::vector<Paragraph> gapWarnings(
    const analysis::Comparison& comparison, analysis::Scope scope, words::Language language);
// Input, value, origin, source: one row each, in the order of the model.
Table inputsTable(
    const std::string& title, const scenario::Values& values, const std::string& currency, words::Language language);
// Hours of one run by category, per option.
Table hoursTable(const analysis::Comparison& comparison, words::Language language);
// price · instance-hours of all runs, labour and hardware · (1/utilisation − 1), for options that state a utilisation;
// empty without one.
std::optional<Table> naiveTable(
    const scenario::Scenario& scenario, const analysis::Comparison& comparison, words::Language language);
// Cost per 1,000 steps and per million tokens of productive hours alone, price per effective PFLOP-hour.
std::optional<Table> tutorialTable(
    const scenario::Scenario& scenario, const analysis::Comparison& comparison, words::Language language);

// Files with their hashes, and the main figures, of one run or bill.
Table runTable(const evidence::Run& run, const ledger::TimeLedger& ledger, words::Language language);
// Time that is not productive, stretch by stretch. `most` keeps the longest of them (0 = all) and says how many others
// there are; marks stay.
Table stretchTable(const std::vector<ledger::Stretch>& stretches, const evidence::Run& run, words::Language language,
    std::size_t most = 0);
std::string whyText(const ledger::Stretch& stretch, const evidence::Run& run, words::Language language);
std::string linesText(std::int64_t first, std::int64_t last); // "12", "12–40", "–" where there are none
Table markTable(const evidence::Run& run, words::Language language);
// Marks the longest of them in a plot of a series.
void addStretchMarks(
    PlotSpec& plot, const std::vector<ledger::Stretch>& stretches, bool against_time, words::Language language);

Table billTable(const evidence::Bill& bill, words::Language language);

// Of every option against the baseline: where their totals meet, and why they differ. No blocks where there is nothing
// to compare.
Section turningSection(const scenario::Scenario& scenario, const catalogue::Catalogue& catalogue,
    const analysis::Comparison& comparison, words::Language language);
Section explanationSection(
    const scenario::Scenario& scenario, const analysis::Comparison& comparison, words::Language language);

// Tornado and value of information; no blocks where every input is a single figure.
Section measureSection(
    const scenario::Scenario& scenario, const analysis::Comparison& comparison, words::Language language);

base::Result<Section> runsSection(const store::WorkspaceFile& workspace, words::Language language);
base::Result<Section> billsSection(const store::WorkspaceFile& workspace, words::Language language);
// What is not covered, what was odd in the files, what the figures are not.
base::Result<Section> limitsSection(
    const store::WorkspaceFile& workspace, const std::optional<scenario::Scenario>& scenario, words::Language language);
Section methodSection(words::Language language);

} // namespace fullscope::report
