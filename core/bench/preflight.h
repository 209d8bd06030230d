// SPDX-License-Identifier: GPL-3.0-or-later
// What is checked of the host before minutes are spent on it. Each check has an id, whose words are in core/words; what
// could not be looked at has no answer, never a good one. The worker adds what only the framework knows.
#pragma once

#include "core/bench/devices.h"
#include "core/bench/records.h"
#include "core/bench/worker_spec.h"

#include <vector>

namespace fullscope::bench {

struct Planned {
    std::string device = "cpu"; // cpu, cuda, hip, neuron, xla, auto
    WorkerSpec spec {};
    bool with_python = false;
    std::string python = "python3";
    std::string program {}; // of the native engine
};

// In the order in which people mend them: what stops a run first, then what bends its figures.
std::vector<CheckRecord> preflight(const Planned& planned, const Devices& devices, const Host& host = {});

// Bytes that the weights, their gradients and AdamW's moments take at least, in fp32, with one block of logits.
double leastMemory(const WorkerSpec& spec);

} // namespace fullscope::bench
