// SPDX-License-Identifier: GPL-3.0-or-later
// A benchmark as people ask for it: fields as they were typed, made into what a worker is started with.
#pragma once

#include "core/bench/launch.h"
#include "core/bench/result.h"
#include "core/bench/summary.h"
#include "core/bench/worker.h"

#include <string>
#include <string_view>
#include <vector>

namespace fullscope::bench {

// An empty text leaves what the preset says, or no limit.
struct Request {
    std::string device = "cpu"; // cpu, cuda, hip, neuron, xla, auto
    std::string engine = "native"; // native, torch
    std::string python {}; // of torch
    std::string preset = "gpt", data = "markov", precision = "fp32"; // precision: fp32, tf32, bf16
    std::string batch {}, sequence {}; // whole numbers
    std::string windows {}, steps {}, warm_up {}; // steps: of one window; warm_up: steps of it at least
    std::string threads {}, seed {}, ranks {}; // ranks: processes of this host
    std::string half_width {}; // share: measured until the interval is that narrow
    std::string most_time {}, most_money {}; // "10 min", "$2"
    std::string price {}; // per hour, of all devices together
    std::string amortise {}; // steps over which the first compilation is spread
    std::string peak {}; // dense FLOP/s of all devices in this precision
    std::string looked_at {}; // of kToLookAt, with commas between
    bool compile = false, compile_only = false, default_environment = false;
};

struct Prepared {
    Planned planned {};
    LaunchOptions launch {};
    WorkerLimits limits {};
    SummaryOptions summing {};
    std::vector<std::string> looked_at {}; // of kToLookAt
};

// Errors name the member of Request in `field`: name_unknown, out_of_range, negative, bad_number, bad_unit,
// not_given (python of torch; price where money is limited), not_allowed_together (the native engine on another device
// than the CPU, compiled, or in TF32), and what readWorkerSpec says of sizes that do not go together.
base::Result<Prepared> prepare(const Request& request);
// The options with which a result is looked at again; the same errors.
base::Result<SummaryOptions> summaryOptions(std::string_view price, std::string_view amortise, std::string_view peak);

// What stands for an empty field of this preset: "8". Empty where there is none.
std::string usual(const Request& request, std::string_view field);

constexpr std::string_view kPrecisions[] = {"fp32", "tf32", "bf16"};

} // namespace fullscope::bench
