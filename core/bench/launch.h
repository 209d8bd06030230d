// SPDX-License-Identifier: GPL-3.0-or-later
// Which worker is started for what is asked, and where it lies.
#pragma once

#include "core/bench/preflight.h"
#include "core/bench/process.h"

namespace fullscope::bench {

// Beside this program, else in PATH. Empty where there is none.
std::string nativeProgram();
// resources/bench/train_step.py as installed, else in the source tree. Empty where there is none.
std::string workerScript();

struct LaunchOptions {
    bool compile = false, compile_only = false, tf32 = false, default_environment = false;
    std::int64_t ranks = 1;
};

// Errors: not_allowed_together (the native engine computes on the CPU in one process, and compiles nothing),
// file_not_found (engine or script).
base::Result<Command> workerCommand(const Planned& planned, const LaunchOptions& options);

} // namespace fullscope::bench
