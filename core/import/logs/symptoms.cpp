// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/symptoms.h"

#include <array>

namespace fullscope::import {

namespace {

using base::Code;

struct Symptom {
    std::string_view words;
    Code code;
};

// What is more particular stands first: the compiler that was killed ran out of the host's memory, not the device's.
constexpr std::array kSymptoms {
    Symptom {"neuronx-cc was forcibly killed", Code::symptom_compile_failed},
    Symptom {"neuronx-cc terminated abnormally", Code::symptom_compile_failed},
    Symptom {"neuronx-cc failed with", Code::symptom_compile_failed},
    Symptom {"Compilation failed for", Code::symptom_compile_failed},
    Symptom {"torch._dynamo hit config.recompile_limit", Code::symptom_recompiling},
    Symptom {"torch._dynamo hit config.cache_size_limit", Code::symptom_recompiling},
    Symptom {"accumulated_recompile_limit", Code::symptom_recompiling},
    Symptom {"Recompiling function", Code::symptom_recompiling},
    Symptom {"Graph break", Code::symptom_graph_break},
    Symptom {"aten::_local_scalar_dense", Code::symptom_graph_break},
    Symptom {"NotImplementedError: The operator 'aten::", Code::symptom_operator_unsupported},
    Symptom {"NotImplementedError: Could not run 'aten::", Code::symptom_operator_unsupported},
    Symptom {"is not currently implemented for the", Code::symptom_operator_unsupported},
    Symptom {"CUDA out of memory", Code::symptom_out_of_memory},
    Symptom {"HIP out of memory", Code::symptom_out_of_memory},
    Symptom {"OutOfMemoryError", Code::symptom_out_of_memory},
    Symptom {"RESOURCE_EXHAUSTED: Out of memory", Code::symptom_out_of_memory},
    Symptom {"RESOURCE_EXHAUSTED: Attempting to", Code::symptom_out_of_memory},
    Symptom {"Failed to alloc DEVICE memory", Code::symptom_out_of_memory},
    Symptom {"CUBLAS_STATUS_ALLOC_FAILED", Code::symptom_out_of_memory},
    Symptom {"oom-kill", Code::symptom_host_out_of_memory},
    Symptom {"Detected 1 oom_kill event", Code::symptom_host_out_of_memory},
    Symptom {"DataLoader worker (pid", Code::symptom_host_out_of_memory},
    Symptom {"The NVIDIA driver on your system is too old", Code::symptom_version_mismatch},
    Symptom {"CUDA driver version is insufficient", Code::symptom_version_mismatch},
    Symptom {"undefined symbol:", Code::symptom_version_mismatch},
    Symptom {"no kernel image is available for execution", Code::symptom_version_mismatch},
    Symptom {"is not compatible with the current PyTorch installation", Code::symptom_version_mismatch},
    Symptom {"No space left on device", Code::symptom_disk_full},
    Symptom {"Disk quota exceeded", Code::symptom_disk_full},
    Symptom {"Watchdog caught collective operation timeout", Code::symptom_collective_timeout},
    Symptom {"Timeout at NCCL work", Code::symptom_collective_timeout},
    Symptom {"NCCL communicator was aborted", Code::symptom_collective_timeout},
    Symptom {"uncorrectable ECC error", Code::symptom_device_fault},
    Symptom {"GPU has fallen off the bus", Code::symptom_device_fault},
    Symptom {"NVRM: Xid", Code::symptom_device_fault},
    Symptom {"illegal memory access was encountered", Code::symptom_device_fault},
    Symptom {"does not have many workers which may be a bottleneck", Code::symptom_data_loading},
    Symptom {"might get DataLoader running slow", Code::symptom_data_loading},
    Symptom {"SW Thermal Slowdown: Active", Code::symptom_throttled},
    Symptom {"HW Slowdown: Active", Code::symptom_throttled},
    Symptom {"SW Power Cap: Active", Code::symptom_throttled},
};

} // namespace

std::optional<Code> findSymptom(std::string_view text)
{
    for (const Symptom& symptom : kSymptoms)
        if (text.find(symptom.words) != std::string_view::npos)
            return symptom.code;
    return std::nullopt;
}

} // namespace fullscope::import
