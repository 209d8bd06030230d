// SPDX-License-Identifier: GPL-3.0-or-later
// What of a comparison cannot be or is doubtful although it can be computed: throughputs beyond the chip, horizons that
// end before the runs do.
#pragma once

#include "core/analysis/turning_points.h"
#include "core/report/report.h"

#include <span>

namespace fullscope::report {

// Of each option's throughput; unknown where there is nothing to hold it against. `limits`: as of knownLimits().
std::vector<analysis::Judgement> judgeThroughputs(
    const scenario::Scenario& scenario, std::span<const analysis::KnownLimits> limits);

// Before a figure that rests on it: "✗ " cannot be, "⚠ " doubtful, else nothing.
std::string possibilityMark(const analysis::Judgement& judgement);

// A sentence for each throughput that is doubtful or cannot be, of options that can be computed.
std::vector<Paragraph> throughputWarnings(const scenario::Scenario& scenario, const analysis::Comparison& comparison,
    std::span<const analysis::Judgement> throughputs, words::Language language);
// A sentence for each option whose runs take longer than the horizon: the model then counts what is paid by the month
// for the time that they take.
std::vector<Paragraph> horizonWarnings(
    const scenario::Scenario& scenario, const analysis::Comparison& comparison, words::Language language);
// Both.
std::vector<Paragraph> plausibilityWarnings(const scenario::Scenario& scenario, const analysis::Comparison& comparison,
    std::span<const analysis::KnownLimits> limits, words::Language language);

// Longer than the horizon that is given; absent: it is not, or there is no figure or no horizon.
std::optional<double> monthsBeyondHorizon(const scenario::Scenario& scenario, const analysis::OptionResult& option);

} // namespace fullscope::report
