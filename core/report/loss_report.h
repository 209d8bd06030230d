// SPDX-License-Identifier: GPL-3.0-or-later
// The loss comparison of two runs as sentences, table and plot: one wording for window and command line.
#pragma once

#include "core/ledger/loss_comparison.h"
#include "core/report/report.h"

namespace fullscope::report {

// "b needs 1.25 times the tokens of a …", then what is assumed and what the logs differ in.
std::vector<Paragraph> lossVerdict(const ledger::LossComparison& comparison, words::Language language);
// A column for each run: tokens and steps to the target, interval, final loss, how many losses count.
Table lossTable(const ledger::LossComparison& comparison, words::Language language);
// Facts of the logs that differ, or that one of them alone tells; empty rows where there are none.
Table lossDifferences(const ledger::LossComparison& comparison, words::Language language);
// Losses as logged (extremes of each column of pixels) and smoothed over tokens, the target, and where it is reached
// with its interval.
PlotSpec lossComparisonPlot(const ledger::LossComparison& comparison, words::Language language);

// "1.25", "≥ 1.25", "≤ 1.25"; "–" where nothing is known.
std::string factorText(const std::optional<ledger::TokensFactor>& factor);
// Of the factor: "1.21 to 1.29", "at least 1.21" where it is open.
std::string factorInterval(const ledger::TokensFactor& factor, words::Language language);

} // namespace fullscope::report
