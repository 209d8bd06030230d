// SPDX-License-Identifier: GPL-3.0-or-later
// What accelerators this machine has, by its own tools and files. A tool that is not here, or fails, is told: no device
// found is not the same as could not look.
#pragma once

#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fullscope::bench {

// Where to look; tests have folders of their own.
struct Host {
    std::string root {}; // in front of /proc, /sys and /dev
    double patience_s = 20; // for one tool
    std::stop_token stop {}; // ends the waiting for tools

    std::string path(const std::string& absolute) const { return root + absolute; }
    std::optional<std::string> text(const std::string& absolute) const; // of a small file
};

struct FoundDevice {
    std::string kind {}; // cpu, cuda, hip, neuron
    std::int64_t index = 0;
    std::string name {}, uuid {}, driver {}, compute_capability {};
    std::optional<double> memory_bytes {}, memory_used_bytes {}, utilization {}; // utilization: share
    std::optional<double> power_limit_w {}, power_limit_default_w {}, clock_max_mhz {};
    std::optional<double> cores {}; // threads of a CPU that this process may use, NeuronCores of a chip
    std::string mig {}; // of NVIDIA: Enabled, Disabled
    std::vector<std::int64_t> processes {}; // that hold it, where the tool tells
    std::string found_by {}; // nvidia-smi, amdgpu (the kernel's files), neuron-ls, /proc/cpuinfo
};

struct LookedFor {
    std::string kind, by;
    bool looked = false; // false: `why` says why not
    base::Error why {};
};

struct Devices {
    std::vector<FoundDevice> devices; // the CPU first
    std::vector<LookedFor> looked_for;
};

Devices findDevices(const Host& host = {});

// The output of `nvidia-smi --query-gpu=…,csv,noheader,nounits`, by the names of the fields asked for; `[N/A]` and the
// like are absent. bad_value with the line: another number of fields.
base::Result<std::vector<FoundDevice>> readNvidiaSmi(const std::string& output, const std::vector<std::string>& fields);
// The output of `neuron-ls -j`.
base::Result<std::vector<FoundDevice>> readNeuronLs(const std::string& output);

nlohmann::ordered_json toJson(const Devices& devices); // {"devices": […], "looked_for": […]}

} // namespace fullscope::bench
