// SPDX-License-Identifier: GPL-3.0-or-later
// What a Python has of what the PyTorch worker needs.
#pragma once

#include "core/bench/process.h"

#include <map>
#include <string>

namespace fullscope::bench {

struct PythonEnvironment {
    std::string executable, version, prefix; // prefix: of the virtual environment, or where it is installed
    bool is_virtual = false;
    // Name → version of the packages that the worker uses, where they are there: torch, torch_neuronx, torch_xla …
    std::map<std::string, std::string> packages;
    std::string torch_problem; // why it cannot be imported; empty: it can
    std::string cuda, hip; // that PyTorch was built for
};

constexpr double kPatienceForPython_s = 120; // importing PyTorch takes seconds, on a cold disk many

// Asks the Python itself. Errors: file_not_found, file_not_readable, query_failed (it does not run), bad_json.
// cancelled: `stop` was asked for.
base::Result<PythonEnvironment> lookAtPython(
    const std::string& python, double patience_s = kPatienceForPython_s, const std::stop_token& stop = {});

} // namespace fullscope::bench
