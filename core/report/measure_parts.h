// SPDX-License-Identifier: GPL-3.0-or-later
// What drives a comparison, and what should be measured next, as tables and bars.
#pragma once

#include "core/analysis/tornado.h"
#include "core/analysis/value_of_information.h"
#include "core/report/question_parts.h"

namespace fullscope::report {

// A row for each bar, with its share in the variance of the difference: that of the draws' input at the same place,
// empty where `shares` is.
InputTable tornadoTable(const scenario::Scenario& scenario, const analysis::Tornado& tornado,
    const analysis::Draws& draws, const std::vector<double>& shares, words::Language language);
// From the difference with every input at its median to those at P10 and at P90.
PlotSpec tornadoBars(const scenario::Scenario& scenario, const analysis::Tornado& tornado, words::Language language);

// Inputs that are worth most first, knowing all of them as the last row. `inputs`: of the draws.
InputTable worthTable(const scenario::Scenario& scenario, const std::vector<analysis::UncertainInput>& inputs,
    const analysis::ValueOfInformation& value, words::Language language);
std::vector<Paragraph> worthNotes(
    const scenario::Scenario& scenario, const analysis::ValueOfInformation& value, words::Language language);
PlotSpec worthBars(const scenario::Scenario& scenario, const std::vector<analysis::UncertainInput>& inputs,
    const analysis::ValueOfInformation& value, words::Language language);

// What correlations other than 1 and −1 mean to bars, shares and worths; empty where no two of the inputs have one.
std::vector<Paragraph> correlationNotes(const scenario::Scenario& scenario, words::Language language);

// Difference of the totals in each draw.
std::vector<double> differences(const analysis::Draws& draws, std::size_t option, std::size_t baseline);

} // namespace fullscope::report
