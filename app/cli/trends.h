// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/cli.h"

namespace fullscope::cli {

// `fullscope trends`: cost and progress week by week.
int runTrends(std::span<const std::string> arguments, Console& console);

} // namespace fullscope::cli
