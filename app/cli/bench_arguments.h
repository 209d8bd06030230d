// SPDX-License-Identifier: GPL-3.0-or-later
// What is typed behind `bench` and `benchmarks` as what the benchmark is asked for.
#pragma once

#include "app/cli/arguments.h"
#include "core/base/quantity.h"
#include "core/bench/launch.h"
#include "core/bench/summary.h"

#include <optional>

namespace fullscope::cli {

// Absent without the option; its name is the field of an error: negative, those of parseQuantity.
base::Result<std::optional<double>> quantity(const Arguments& arguments, const std::string& option, base::Unit unit);
base::Status takeWhole(const Arguments& arguments, const std::string& option, std::int64_t& into, std::int64_t least);

base::Result<bench::SummaryOptions> summaryOptions(const Arguments& arguments); // --price, --peak, --amortise
base::Result<bench::Planned> planned(const Arguments& arguments);
base::Result<bench::LaunchOptions> launchOptions(const Arguments& arguments);

} // namespace fullscope::cli
