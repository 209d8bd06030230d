// SPDX-License-Identifier: GPL-3.0-or-later
// The phases of a measurement: ceiling, first step, warm-up until the pace is settled, windows, ceiling again.
#pragma once

#include "core/bench/engine/records.h"
#include "core/bench/worker_spec.h"

#include <functional>
#include <vector>

namespace fullscope::bench {

// What a session needs of the world; all times in nanoseconds.
struct SessionHost {
    std::function<std::int64_t()> wall_ns;
    std::function<std::int64_t()> cpu_ns; // of the process
    std::function<std::int64_t()> memory_peak_bytes; // 0 = not known
    std::function<bool()> is_stopped; // asked to end
    std::function<void(double seconds)> pause;
    std::function<double(std::int64_t i)> train; // step i; its loss
    std::function<void(const char* when)> ceiling; // "before" or "after"
};

class Session {
public:
    Session(const WorkerSpec& spec, std::int64_t threads, SessionHost host, RecordSink& records);

    // What ended it: plan, precision, steps, time, money or cancel.
    const char* run();

private:
    struct Step {
        std::int64_t wall_ns, cpu_ns;
        double loss;
    };
    Step step();
    void sayStep(std::int64_t i, std::int64_t window, const Step& step);
    void sayLosses(std::int64_t first, const std::vector<double>& losses);
    void sayPhase(const char* name);
    void firstStep();
    void warmUp();
    bool isSettled() const;
    void window(std::int64_t w);
    const char* limit() const; // that holds now; empty = none
    bool isPreciseEnough() const;

    const WorkerSpec& m_spec;
    std::int64_t m_threads;
    SessionHost m_host;
    RecordSink& m_records;
    std::int64_t m_begun;
    std::int64_t m_next = 0; // step
    std::int64_t m_measured = 0; // steps of the windows
    std::vector<double> m_warm_ns;
    std::vector<double> m_window_ns; // a step, mean of each whole window
};

} // namespace fullscope::bench
