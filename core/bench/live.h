// SPDX-License-Identifier: GPL-3.0-or-later
// What a run has told so far, for whoever watches it from another thread.
#pragma once

#include "core/bench/measurement.h"
#include "core/bench/worker_spec.h"

#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace fullscope::bench {

// A figure of steps, in order of step.
struct StepSeries {
    std::vector<double> steps, values;
};

StepSeries stepTimesOf(const Measurement& measurement); // s
StepSeries lossCurveOf(const Measurement& measurement); // finite ones
// Number of the first step of each window.
std::vector<double> windowStartsOf(const Measurement& measurement);

struct LiveState {
    std::string phase {}; // as the worker names it
    std::int64_t windows = 0, windows_planned = 0;
    StepSeries step_times {}, losses {};
    std::vector<double> window_starts {};
    double tokens = 0, wall_s = 0; // of the windows that are done
    std::string log {}; // what went wrong, as the worker says it
};

class LiveRun {
public:
    // Takes what is new; to be called as the measurement grows.
    void take(const Measurement& so_far);
    LiveState state() const;

private:
    mutable std::mutex m_mutex;
    LiveState m_state;
    std::size_t m_steps = 0, m_windows = 0, m_losses = 0, m_errors = 0; // taken
    std::int64_t m_last_window = -1;
};

struct LiveFigures {
    std::optional<double> tokens_per_s; // of the windows that are done
    double elapsed_s = 0;
    std::optional<double> left_s; // to the plan's end at the pace so far, or to the time limit where that comes first
    std::optional<double> money, money_left; // at the price; left: to the limit
};

LiveFigures liveFigures(const LiveState& state, const RunPlan& plan, double elapsed_s);

} // namespace fullscope::bench
