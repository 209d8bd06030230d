// SPDX-License-Identifier: GPL-3.0-or-later
// What a measurement says: throughput with its interval, compilation, use of the peak, cost, and whether it is to be
// trusted. Computed from the records alone, so that a stored result can be looked at again.
#pragma once

#include "core/bench/measurement.h"
#include "core/bench/statistics.h"

#include <string>
#include <vector>

namespace fullscope::bench {

// The worst that holds comes first; others stand behind it.
enum class Verdict {
    impossible, // faster than the ceiling that was measured on the same device: something was not waited for
    cpu_fallback, // the host did (part of) the work of the device that was asked for
    partial, // it ended before the plan did
    not_steady, // warm-up never settled, or the pace drifts
    throttled, // heat or power held the clocks down
    recompiling, // compilations within the windows
    noisy, // the interval is wider than ±10 %
    steady,
    count
};
std::string_view nameOf(Verdict verdict);
std::optional<Verdict> verdictByName(std::string_view name);

constexpr double kNoisy = 0.10; // half-width of the interval, share
constexpr double kTooNoisy = 0.25; // no scenario takes it unless the user insists

enum class Note {
    single_window, // no interval: one window cannot tell how the next would be
    warm_up_not_found,
    drifts, // {0} percent over the windows
    recompiles, // {0} in the windows
    outliers, // {0} steps without a compilation took far longer; their share of the time is {1} percent
    fallbacks, // {0} operators ran on the host: {1}
    host_instead, // {0} was asked for, {1} ran
    throttle_reasons, // {0}
    above_ceiling, // {0} times the ceiling
    interference, // {0} percent of the CPU time that was asked for was had
    losses_not_finite, // {0} of {1}
    not_measured, // {0}: energy …
    energy_integrated, // from power readings
    stopped_by, // {0}
    windows_missing, // {0} of {1}
    ceiling_drifts, // {0} percent between before and after
    count
};
struct SaidNote {
    Note note {};
    std::vector<std::string> arguments {};
};

struct Compilation {
    std::optional<double> first_s; // first step − steady step
    std::optional<double> reported_s; // the framework's own counters
    std::optional<double> graphs;
    std::string cache = "unknown";
};

struct Energy {
    double joules_per_step = 0;
    bool integrated = false; // from power readings, else a counter
};

struct Costs {
    double price_per_h = 0;
    Estimate per_1000_steps, per_million_tokens; // at the steady pace
    // With the first compilation spread over so many steps; absent where it was not seen.
    std::optional<double> amortised_steps {};
    std::optional<Estimate> per_1000_steps_with_compile {}, per_million_tokens_with_compile {};
};

struct SummaryOptions {
    std::optional<double> price_per_h {}; // of all devices together; else the plan's
    std::optional<double> amortise_steps {}; // N of "compilation spread over N steps"
    std::optional<double> peak_flops {}; // dense, of this precision, all devices
};

struct Summary {
    Verdict verdict = Verdict::partial;
    std::vector<Verdict> verdicts; // all that hold, worst first
    std::vector<SaidNote> notes;
    std::int64_t windows = 0, steps = 0; // steps in windows
    double tokens_per_step = 0;
    std::optional<Estimate> step_time_s, tokens_per_s; // absent without a window
    std::optional<Estimate> tokens_per_s_without_recompiles;
    double step_min_s = 0, step_median_s = 0, step_p90_s = 0;
    std::optional<double> autocorrelation; // lag 1, of steps
    std::optional<std::int64_t> warm_up_steps;
    Compilation compilation;
    std::int64_t recompiles = 0, outliers = 0;
    std::optional<double> flops_per_s, ceiling_flops, mfu_ceiling, mfu_peak;
    std::optional<double> cpu_s_per_step, interference; // interference: CPU time over threads × wall
    std::optional<double> memory_peak_bytes;
    std::optional<Energy> energy;
    std::optional<double> last_loss; // finite, of the last step
    std::optional<Costs> costs;

    bool holds(Verdict one) const;
    bool usable() const; // for a scenario, without the user insisting
};

Summary summarise(const Measurement& measurement, const SummaryOptions& options = {});

// Losses by step, in order; absent: not finite. Steps that nothing was said of are left out.
std::map<std::int64_t, std::optional<double>> lossesOf(const Measurement& measurement);

} // namespace fullscope::bench
