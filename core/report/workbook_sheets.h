// SPDX-License-Identifier: GPL-3.0-or-later
// The sheets of the workbook that calculate.
#pragma once

#include "core/analysis/comparison.h"
#include "core/analysis/term_figures.h"
#include "core/report/xlsx_file.h"
#include "core/words/words.h"

#include <map>
#include <vector>

namespace fullscope::report {

constexpr CellStyle kHeading {.wrapped = true, .heading = true};
constexpr CellStyle kMuted {.muted = true};

// Where inputs and terms stand, before any sheet is written.
struct WorkbookPlan {
    const scenario::Scenario& scenario;
    const analysis::Comparison& comparison;
    words::Language language;
    std::string inputs_sheet, model_sheet; // names

    Cell input(scenario::Input input, std::size_t option) const; // its value
    Cell term(analysis::Term term, std::size_t option) const; // its value; how well it is known is right of it
    std::string termCell(analysis::Term term, std::size_t option, bool known = false) const; // "Model!$F$9"
    std::string optionName(std::size_t option) const; // marks the baseline
    std::vector<std::optional<analysis::TermFigures>> figures {}; // of each option; none: it has no result
};
WorkbookPlan workbookPlan(
    const scenario::Scenario& scenario, const analysis::Comparison& comparison, words::Language language);

void writeInputs(XlsxSheet& sheet, const WorkbookPlan& plan);
void writeModel(XlsxSheet& sheet, const WorkbookPlan& plan);
void writeComparison(XlsxFile& file, XlsxSheet& sheet, const WorkbookPlan& plan);

base::Unit unitOf(analysis::Term term);
// Figures of a unit so that none of its digits that matter is lost: money to the cent, small amounts to three digits.
std::string numberFormat(double value, base::Unit unit);
std::string knownFormat(words::Language language); // "complete", "in part", "left out"

} // namespace fullscope::report
