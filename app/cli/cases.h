// SPDX-License-Identifier: GPL-3.0-or-later
// Several workloads and horizons on the command line: those of the scenario, or the ones that options choose.
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/cli.h"
#include "app/cli/documents.h"
#include "core/analysis/cases.h"

namespace fullscope::cli {

constexpr std::string_view kCaseOptions[] = {"--workloads", "--horizons"};
constexpr const char* kCaseUsage = "[--workloads NAMES] [--horizons NAMES]";

// Empty where the scenario names none beside its own and none is asked for; drawn where arguments ask for draws.
// Errors: name_unknown (with the nearest), those of drawArguments() and evaluateCases().
base::Result<std::vector<analysis::Case>> casesOf(const Arguments& arguments, const scenario::Scenario& scenario,
    std::span<const analysis::KnownLimits> limits, analysis::Scope scope, Console& console);

// {"throughput": {"tokens_per_s", "modelled", "possible", …}, "beyond_horizon_months"} of an option that has a result.
Json plausibilityDocument(const scenario::Scenario& scenario, const analysis::Comparison& comparison,
    std::span<const analysis::Judgement> throughputs, std::size_t option, words::Language language);
Json document(const std::vector<analysis::Case>& cases, const scenario::Scenario& scenario, analysis::Scope scope,
    words::Language language);
void print(const scenario::Scenario& scenario, const std::vector<analysis::Case>& cases, analysis::Scope scope,
    Console& console);

} // namespace fullscope::cli
