// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/cli.h"

namespace fullscope::cli {

int runRecover(std::span<const std::string> arguments, Console& console);

} // namespace fullscope::cli
