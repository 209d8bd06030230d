// SPDX-License-Identifier: GPL-3.0-or-later
// What draws say about a comparison, in words, tables and plots.
#pragma once

#include "core/analysis/monte_carlo.h"
#include "core/report/report.h"

namespace fullscope::report {

// Who is cheapest and saves how much with what probability; which inputs were drawn; what could not be computed. With
// nothing uncertain: that.
std::vector<Paragraph> uncertaintySentences(
    const scenario::Scenario& scenario, const analysis::Uncertainty& uncertainty, words::Language language);
// Of every option that could be drawn: P10–P90 and the probability of being cheapest; of every other one than the
// baseline its change. Empty when nothing is uncertain.
KeyFigures uncertaintyFigures(
    const scenario::Scenario& scenario, const analysis::Uncertainty& uncertainty, words::Language language);
Table totalsSpread(
    const scenario::Scenario& scenario, const analysis::Uncertainty& uncertainty, words::Language language);
Table savingsSpread(
    const scenario::Scenario& scenario, const analysis::Uncertainty& uncertainty, words::Language language);
// Shares of the draws over the scope's figure: one line for each option, a mark for one that is the same in every draw.
PlotSpec totalsDensity(
    const scenario::Scenario& scenario, const analysis::Uncertainty& uncertainty, words::Language language);
// The same over the change against the baseline (negative: cheaper), with a mark where there is none.
PlotSpec savingsDensity(
    const scenario::Scenario& scenario, const analysis::Uncertainty& uncertainty, words::Language language);

// The section of the report; empty when nothing is uncertain.
std::optional<Section> uncertaintySection(
    const scenario::Scenario& scenario, const analysis::Uncertainty& uncertainty, words::Language language);

// "Trn2: price per instance-hour"
std::string placeText(const scenario::Scenario& scenario, const scenario::InputPlace& place, words::Language language);
// Of an input: how likely its values are, as shares of the likeliest; marks at P10, P50 and P90. Without a
// distribution, or where it has an error, none.
std::optional<PlotSpec> distributionPlot(
    const scenario::Value& value, scenario::Input input, const std::string& currency, words::Language language);
// Of an input: what its distribution is, its quantiles, and what of it is cut off. Empty for a single figure.
std::vector<std::string> distributionLines(
    const scenario::Value& value, scenario::Input input, const std::string& currency, words::Language language);

} // namespace fullscope::report
