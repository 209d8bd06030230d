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
base::Result<std::vector<analysis::Case>> casesOf(
    const Arguments& arguments, const scenario::Scenario& scenario, analysis::Scope scope, Console& console);

Json document(const std::vector<analysis::Case>& cases, const scenario::Scenario& scenario, analysis::Scope scope,
    words::Language language);
void print(const scenario::Scenario& scenario, const std::vector<analysis::Case>& cases, analysis::Scope scope,
    Console& console);

} // namespace fullscope::cli
