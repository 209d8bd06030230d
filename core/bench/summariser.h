// SPDX-License-Identifier: GPL-3.0-or-later
// How a summary is made: one question after the other, each adding figures, notes and verdicts (summary.cpp, and what
// concerns the device in summariser_device.cpp).
#pragma once

#include "core/bench/summary.h"

namespace fullscope::bench {

constexpr double kNs = 1e-9;

std::string percent(double share); // "12.3"

class Summariser {
public:
    Summariser(const Measurement& measurement, const SummaryOptions& options)
        : m_in(measurement)
        , m_options(options)
    {
    }

    Summary summarise()
    {
        takeSteps();
        takePace();
        takeWarmUp();
        takeCompilation();
        takeRecompiles();
        takeDevice();
        takeCeiling();
        takeHost();
        takeEnergy();
        takeLosses();
        takeEnd();
        takeCosts();
        judge();
        return std::move(m_out);
    }

private:
    void say(Note note, std::vector<std::string> arguments = {})
    {
        m_out.notes.push_back({note, std::move(arguments)});
    }
    void holds(Verdict verdict)
    {
        if (!m_out.holds(verdict))
            m_out.verdicts.push_back(verdict);
    }

    void takeSteps();
    void takePace();
    void takeWarmUp();
    void takeCompilation();
    void takeRecompiles();
    void takeDevice();
    void takeThrottling(double drift);
    void takeCeiling();
    void takeHost();
    void takeEnergy();
    void takeLosses();
    void takeEnd();
    void takeCosts();
    void judge();

    const Measurement& m_in;
    const SummaryOptions& m_options;
    Summary m_out;
    std::vector<double> m_steps; // s, in windows
    std::vector<double> m_windows; // s per step
    double m_wall_s = 0; // of all windows
};

} // namespace fullscope::bench
