// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/cli.h"

namespace fullscope::cli {

// Whether these arguments of `runs` are about joining files to one run.
bool isRunPartsVerb(std::span<const std::string> arguments);
int runRunParts(std::span<const std::string> arguments, Console& console);

} // namespace fullscope::cli
