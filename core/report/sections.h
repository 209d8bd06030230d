// SPDX-License-Identifier: GPL-3.0-or-later
// Sections of the report, each from one kind of evidence.
#pragma once

#include "core/report/report.h"

#include <optional>

namespace fullscope::report {

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
Table billTable(const evidence::Bill& bill, words::Language language);

base::Result<Section> runsSection(const store::WorkspaceFile& workspace, words::Language language);
base::Result<Section> billsSection(const store::WorkspaceFile& workspace, words::Language language);
// What is not covered, what was odd in the files, what the figures are not.
base::Result<Section> limitsSection(
    const store::WorkspaceFile& workspace, const std::optional<scenario::Scenario>& scenario, words::Language language);
Section methodSection(words::Language language);

} // namespace fullscope::report
