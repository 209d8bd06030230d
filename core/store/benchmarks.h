// SPDX-License-Identifier: GPL-3.0-or-later
// Results of benchmarks in a workspace: the whole document of each, and beside it what lists and histories show. The id
// is that of an import, as of all evidence. WorkspaceFile has what reads and changes them.
#pragma once

#include "core/evidence/devices.h"
#include "core/store/workspace_file.h"

#include <optional>
#include <string>
#include <vector>

namespace fullscope::store {

struct StoredEstimate { // absent: not measured
    std::optional<double> value {}, low {}, high {}; // 95 % interval; absent: one window tells none

    bool operator==(const StoredEstimate&) const = default;
};

// Texts that nobody told are empty.
struct BenchmarkSummary {
    std::int64_t id = 0, batch_of_imports = 0;
    std::string name; // "NVIDIA H200, bf16", or as the user called it
    std::string file, sha256; // that it was imported from; empty: measured into the workspace
    std::int64_t imported_us = 0;
    std::int64_t measured_us = base::kNoTime; // when the worker began, UTC
    std::string content; // SHA-256 of the document
    std::string run; // what the run of a worker is known by: SHA-256 of its hello
    std::string repeats; // shared by the runs that one command made of the same plan in fresh processes
    std::int64_t records = 0; // that the worker said, without heartbeats
    std::string engine, engine_version, python, torch, host; // torch: version of PyTorch
    std::string device_kind, device; // "cuda", "NVIDIA H200"
    std::int64_t devices = 1;
    std::optional<double> device_memory_bytes; // of one
    std::optional<std::int64_t> cores_per_device; // NeuronCores, where the worker tells
    std::string driver, runtime, instance_type; // runtime: of CUDA, ROCm or Neuron
    std::string precision, mode, data, spec_hash; // "bf16", "compiled", "markov"
    std::int64_t batch = 0, seq_len = 0, windows = 0, steps = 0;
    std::string verdict; // "steady", the worst that holds
    bool usable = false; // for a scenario, without the user insisting
    StoredEstimate tokens_per_s, step_time_s;
    std::optional<double> first_compile_s, mfu_ceiling, memory_peak_bytes, flops_per_s;
    std::optional<double> peak_flops; // as the user gave it, all devices; the catalogue's is never kept
    std::optional<double> price_per_h; // USD, all devices together
    StoredEstimate cost_per_million_tokens, cost_per_1000_steps; // USD, without compilation

    evidence::NamedDevices namedDevices() const
    {
        return {device_kind, device, instance_type, devices, device_memory_bytes, cores_per_device};
    }
    std::int64_t when_us() const // measured, else stored
    {
        return measured_us != base::kNoTime ? measured_us : imported_us;
    }

    bool operator==(const BenchmarkSummary&) const = default;
};

struct StoredBenchmark {
    BenchmarkSummary summary;
    std::string json; // the document, bench::readResult() takes it
    std::vector<evidence::SourceFile> files; // none where it was measured into the workspace

    bool operator==(const StoredBenchmark&) const = default;
};

struct AddedBenchmark {
    enum class How {
        added,
        same, // the very document is there: nothing changed
        replaced, // of a run that is there, with as many records or more: it keeps its id
        older, // of a run that is there with more records: nothing changed
    } how
        = How::added;
    std::int64_t id = 0;
    std::optional<StoredBenchmark> before {}; // what was replaced, for undo
};

} // namespace fullscope::store
