// SPDX-License-Identifier: GPL-3.0-or-later
// What a benchmark worker says: protocol v1, one JSON object a line, {"v":1,"t":kind,"seq":n,"mono_ns":…,"rank":0, …}
// (docs/benchmark.md). Units stand in the names; what a device cannot measure is null or absent, never 0. Each record
// also keeps its line as it was written, so that fields unknown here are not lost.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::bench {

constexpr std::int64_t kProtocolVersion = 1;
constexpr std::size_t kLongestLine = 65'536; // bytes

struct Record {
    std::int64_t line = 0; // of the stream, 1-based
    std::int64_t seq = -1, mono_ns = 0;
    std::string json {}; // the whole line
};

struct Hello : Record {
    std::string engine, engine_version, host, python, torch, spec_hash;
    std::string started; // ISO 8601, UTC; empty: the worker does not say
    std::int64_t pid = 0;
    std::map<std::string, std::string> env; // that change timing, as the worker found or set them
    std::optional<bool> tuned; // of PyTorch: with the host's allocator told to keep its memory
};

struct DeviceRecord : Record {
    std::string kind; // cpu, cuda, hip, neuron, xla
    std::string name, uuid, driver, runtime, isa, blas, instance_type;
    std::string lnc; // physical NeuronCores in a device, as the environment says; empty: it does not
    std::int64_t index = 0, count = 1, world_size = 1;
    std::optional<double> memory_bytes, threads, power_limit_w, power_limit_default_w;
};

struct CheckRecord : Record {
    std::string id;
    std::optional<bool> ok; // absent: could not look, never "fine"
    std::string severity; // error, warning, info
    std::string measured, wanted, mend;
};

struct PrecisionRecord {
    std::string weights, compute, accumulate; // fp32, bf16 …
    std::optional<bool> tf32, autocast, stochastic_rounding; // absent: not said

    bool operator==(const PrecisionRecord&) const = default;
};

struct PlanRecord : Record {
    std::int64_t batch = 0, seq_len = 0, warmup_min = 0, windows = 0, steps_per_window = 0;
    PrecisionRecord precision;
    std::string optimizer, data, device, mode; // device: as asked for; mode: eager, compiled
    std::optional<double> flops_per_step, memory_needed_bytes, price_usd_h;
    double tokens_per_step = 0;
    std::optional<double> entropy_nats; // floor of the loss of this data
    bool quick = false;
};

struct CeilingRecord : Record {
    std::int64_t m = 0, n = 0, k = 0, reps = 0;
    std::string op, dtype, when; // when: before, after
    double best_flops = 0; // FLOP/s
    std::optional<double> median_flops;
    std::optional<double> share; // of the model's FLOPs that are of this shape
};

struct PhaseRecord : Record {
    std::string name;
    bool begins = true;
};

struct CompileRecord : Record {
    std::optional<double> graphs, wall_s, reported_s;
    std::string cache; // cold, warm, unknown
};

struct StepRecord : Record {
    std::int64_t i = 0, window = -1; // -1: warm-up
    double wall_ns = 0; // of the host between starts of steps; without synchronisation outside the first
    std::optional<double> device_ns, cpu_ns;
    std::int64_t compiles_delta = 0, fallbacks_delta = 0;
};

struct WindowRecord : Record {
    std::int64_t w = 0, steps = 0;
    double wall_ns = 0; // from synchronised to synchronised
    double tokens = 0;
    std::optional<double> cpu_ns, energy_j, mem_peak_bytes, interference;
    std::int64_t compiles = 0;
    std::map<std::string, double> fallbacks; // operator → times that it ran on the host
};

struct LossRecord : Record {
    std::vector<std::int64_t> i;
    std::vector<std::optional<double>> loss; // absent: no finite number
};

struct TelemetryRecord : Record {
    std::optional<double> util_pct, mem_used_bytes, power_w, power_pct, temp_c, clock_mhz;
    std::vector<std::string> throttle; // reasons that hold
};

struct ErrorRecord : Record {
    std::string code, message, mend;
    bool fatal = true;
};

struct EndRecord : Record {
    std::string status; // ok, cancelled, failed
    std::string stopped_by; // plan, precision, steps, time, money, cancel; empty where the worker does not say
};

} // namespace fullscope::bench
