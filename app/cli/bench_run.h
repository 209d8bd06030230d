// SPDX-License-Identifier: GPL-3.0-or-later
// `bench run` and what it shares with `bench smoke`: workers started, their results printed and written.
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/cli.h"
#include "core/bench/request.h"
#include "core/bench/result.h"

#include <vector>

namespace fullscope::cli {

// Errors: only where the worker cannot be started.
base::Result<bench::BenchResult> measured(const bench::Prepared& prepared, Console& console);
// --output; written also when it is partial: what was measured is not measured again.
base::Status keep(const Arguments& arguments, const std::vector<bench::BenchResult>& results, Console& console);

// Once or as often as --repeats says; with --against two configurations in turn, A B B A …
base::Result<int> runMeasurement(const Arguments& arguments, Console& console);

} // namespace fullscope::cli
