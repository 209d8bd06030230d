// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/cli.h"

namespace fullscope::cli {

// `fullscope export -o FOLDER`: every table and plot of the report as files of their own.
int runExport(std::span<const std::string> arguments, Console& console);

} // namespace fullscope::cli
