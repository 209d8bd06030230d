// SPDX-License-Identifier: GPL-3.0-or-later
// What a worker is asked to do: one JSON object on its command line, the same for the native engine and for PyTorch.
#pragma once

#include "core/bench/model_spec.h"

#include <string>
#include <string_view>

namespace fullscope::bench {

enum class Precision { fp32, bf16 };

std::string_view nameOf(Precision precision);

// AdamW, decoupled decay, on every tensor; the defaults are PyTorch's but for the rate.
struct Optimiser {
    double learning_rate = 1e-4;
    double beta1 = 0.9;
    double beta2 = 0.999;
    double epsilon = 1e-8;
    double weight_decay = 0.01;

    bool operator==(const Optimiser&) const = default;
};

// The measured part ends at the first of: `windows` windows (or, when half_width is set, the first window from the
// fifth on with which the 95 % interval is that narrow, but `windows` at most), max_steps, max_s, max_usd. 0 = no such
// limit.
struct RunPlan {
    std::int64_t warmup_min = 5; // steps
    std::int64_t warmup_max = 50;
    double warmup_max_s = 60;
    std::int64_t windows = 5;
    std::int64_t steps_per_window = 20;
    double pause_s = 0; // between windows
    double half_width = 0; // of the interval over the mean, as a share
    std::int64_t max_steps = 0; // of the windows
    double max_s = 0; // since the start of the worker
    double price_usd_h = 0;
    double max_usd = 0;
    double ceiling_s = 0.5; // for each matrix product, before and after; 0 = no ceiling
};

struct WorkerSpec {
    std::string preset = "gpt"; // "custom" when the sizes are not a preset's
    ModelSpec model {};
    std::int64_t batch = 8; // sequences per step
    Precision precision = Precision::fp32;
    Optimiser optimiser {};
    std::uint64_t seed = 1;
    std::int64_t threads = 0; // 0 = all the process may use
    RunPlan plan {};
};

// {"preset":"gpt","model":{"layers":2,"data":"markov",…},"batch":8,"precision":"fp32","optimiser":{…},"seed":1,
//  "threads":0,"plan":{"windows":5,…}}: every key may be missing; `model` changes the preset's values.
// bad_json, bad_value, name_unknown, out_of_range with the field's path ("plan.windows").
base::Result<WorkerSpec> readWorkerSpec(std::string_view json);
std::string writeWorkerSpec(const WorkerSpec& spec); // with all keys, in one line

} // namespace fullscope::bench
