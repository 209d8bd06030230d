// SPDX-License-Identifier: GPL-3.0-or-later
// Draws of one option with 17 uncertain inputs, on one thread. peers.py does the same in NumPy.
#include "tests/bench/bench.h"

#include "core/analysis/monte_carlo.h"

#include <cstdio>
#include <ctime>

namespace fullscope::bench {

namespace {

constexpr const char* kScenario = R"({"schema": 2, "name": "draws", "currency": "USD", "baseline": "A",
 "workload": {"tokens": {"distribution": {"kind": "lognormal", "p10": 150e9, "p90": 250e9}}, "runs": 3, "horizon_months": 3},
 "options": [{"name": "A", "nodes": 8, "cold_compiles": 4, "storage_price_gb_month": 0.1,
  "price_per_h": {"distribution": {"kind": "triangular", "min": 20, "mode": 25, "max": 32}},
  "tokens_per_s": {"distribution": {"kind": "normal", "mean": 67800, "sd": 3000}},
  "discount_share": {"distribution": {"kind": "uniform", "min": 0, "max": 0.2}},
  "first_compile_h": {"distribution": {"kind": "lognormal", "p10": 0.3, "p90": 1}},
  "checkpoint_overhead": {"distribution": {"kind": "uniform", "min": 0.01, "max": 0.03}},
  "failure_waste": {"distribution": {"kind": "pert", "min": 0.05, "mode": 0.1, "max": 0.2}},
  "stall_overhead": {"distribution": {"kind": "lognormal", "p10": 0.01, "p90": 0.05}},
  "idle_share": {"distribution": {"kind": "triangular", "min": 0, "mode": 0.05, "max": 0.15}},
  "storage_gb": {"distribution": {"kind": "lognormal", "p10": 5000, "p90": 20000}},
  "migration_h": {"distribution": {"kind": "triangular", "min": 20, "mode": 60, "max": 160}},
  "debug_h": {"distribution": {"kind": "triangular", "min": 5, "mode": 20, "max": 60}},
  "operations_h_per_run": {"distribution": {"kind": "lognormal", "p10": 1, "p90": 4}},
  "labour_rate_per_h": {"distribution": {"kind": "normal", "mean": 150, "sd": 15}},
  "engineers_blocked": {"distribution": {"kind": "uniform", "min": 1, "max": 3}},
  "delay_weeks": {"distribution": {"kind": "lognormal", "p10": 0.5, "p90": 3}},
  "delay_cost_per_week": {"distribution": {"kind": "normal", "mean": 5000, "sd": 1000}}}]})";

double cpuSeconds()
{
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

} // namespace

int draws(std::int64_t count)
{
    const auto scenario = scenario::fromJson(kScenario, "draws");
    if (!scenario.ok()) {
        std::fprintf(stderr, "%s: %s\n", scenario.error().field.c_str(), scenario.error().found.c_str());
        return 1;
    }
    for (int pass = 0; pass < kPasses; ++pass) {
        const double begin = cpuSeconds();
        const auto result = analysis::simulate(
            *scenario, {.draws = static_cast<std::uint64_t>(count), .threads = 1}, base::JobContext());
        if (!result.ok() || !result->options[0].total)
            return 1;
        const auto& total = *result->options[0].total;
        std::printf("%.6f %.0f %.0f\n", cpuSeconds() - begin, total.mean, total.percentile(95));
    }
    return 0;
}

} // namespace fullscope::bench
