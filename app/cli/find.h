// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/cli.h"

namespace fullscope::cli {

// `fullscope find TEXT`: in all that a workspace holds.
int runFind(std::span<const std::string> arguments, Console& console);

// `fullscope uses KIND ID`: what uses a thing of the workspace.
int runUses(std::span<const std::string> arguments, Console& console);

} // namespace fullscope::cli
