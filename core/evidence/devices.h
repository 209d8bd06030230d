// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace fullscope::evidence {

// Devices that worked together, as their framework names them.
struct NamedDevices {
    std::string kind {}; // cpu, cuda, hip, neuron, xla; empty: not told
    std::string name {}; // "NVIDIA A100-SXM4-80GB"
    std::string instance_type {}; // of the host; empty: not known
    std::int64_t count = 1; // all alike
    std::optional<double> memory_bytes {}; // of one
    std::optional<std::int64_t> cores {}; // physical NeuronCores that one is, where it tells

    bool operator==(const NamedDevices&) const = default;
};

} // namespace fullscope::evidence
