// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/cli.h"

namespace fullscope::cli {

int runBench(std::span<const std::string> arguments, Console& console);
int runBenchmarks(std::span<const std::string> arguments, Console& console); // benchmarks.cpp

} // namespace fullscope::cli
