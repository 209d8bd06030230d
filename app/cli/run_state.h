// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/run_marks.h"

namespace fullscope::cli {

// `runs state ID NAME=VALUE…`, which shows the run as it is then.
int runState(std::span<const std::string> arguments, Console& console, ShowRun show);

} // namespace fullscope::cli
