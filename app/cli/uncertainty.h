// SPDX-License-Identifier: GPL-3.0-or-later
// Draws from uncertain inputs on the command line: the options that ask for them, and what is said of them.
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/cli.h"
#include "app/cli/documents.h"
#include "core/analysis/monte_carlo.h"

#include <optional>

namespace fullscope::cli {

constexpr std::string_view kDrawOptions[] = {"--draws", "--seed", "--standard-error"};
constexpr const char* kDrawUsage = "[--draws N] [--seed S] [--standard-error SHARE]";

// Empty when none of the options is there. Error usage: a value that is no number of its kind.
base::Result<std::optional<analysis::DrawOptions>> drawArguments(const Arguments& arguments, analysis::Scope scope);
// What the options ask for; empty when they do not.
base::Result<std::optional<analysis::Uncertainty>> uncertaintyOf(
    const Arguments& arguments, const scenario::Scenario& scenario, analysis::Scope scope, Console& console);

Json document(const analysis::Uncertainty& uncertainty, const scenario::Scenario& scenario, words::Language language);
void print(const scenario::Scenario& scenario, const analysis::Uncertainty& uncertainty, Console& console);

} // namespace fullscope::cli
