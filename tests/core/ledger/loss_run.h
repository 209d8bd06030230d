// SPDX-License-Identifier: GPL-3.0-or-later
// Loss curves of known truth, for the tests of the loss comparison.
#pragma once

#include "core/ledger/loss_comparison.h"
#include "tests/core/ledger/time_run.h"

#include <cmath>
#include <random>

namespace fullscope::ledger {

// L = floor + scale · x^−power, as loss falls over steps or tokens.
struct PowerLaw {
    double floor = 1.7, scale = 8, power = 0.3;

    double at(double x) const { return floor + scale * std::pow(x, -power); }
    double reaches(double loss) const { return std::pow((loss - floor) / scale, -1 / power); }
};

// Normal noise of standard deviation `size`; each value keeps the share `memory` of the one before.
class Noise {
public:
    Noise(std::uint64_t seed, double size, double memory = 0)
        : m_random(seed)
        , m_size(size)
        , m_memory(memory)
        , m_last(m_normal(m_random))
    {
    }
    double operator()()
    {
        m_last = m_memory * m_last + std::sqrt(1 - m_memory * m_memory) * m_normal(m_random);
        return m_size * m_last;
    }

private:
    std::mt19937_64 m_random;
    std::normal_distribution<double> m_normal;
    double m_size, m_memory, m_last;
};

inline std::vector<LossAt> logged(const PowerLaw& law, int steps, Noise noise)
{
    std::vector<LossAt> points;
    for (int step = 1; step <= steps; ++step)
        points.push_back({.x = static_cast<double>(step), .loss = law.at(step) + noise()});
    return points;
}

// A run of `steps` steps at 1,000 tokens each; the law is over steps.
inline TestRun lossRun(const std::string& name, const PowerLaw& law, int steps, Noise noise)
{
    TestRun t;
    t.run.name = name;
    t.fact("tokens_per_step", "1000");
    for (int step = 1; step <= steps; ++step)
        t.add(step, base::kNoTime, {{"loss", law.at(step) + noise()}});
    return t;
}

// Evaluations every `every` steps, by a law of their own.
inline TestRun evaluatedRun(const std::string& name, const PowerLaw& law, int steps, int every)
{
    TestRun t;
    t.run.name = name;
    t.fact("tokens_per_step", "1000");
    for (int step = 1; step <= steps; ++step)
        t.add(step, base::kNoTime,
            {{"loss", 5 - step * 0.001}, {"eval_loss", step % every == 0 ? law.at(step) : evidence::kNotLogged}});
    return t;
}

inline LossCurve curveOf(const TestRun& t, LossOf of = LossOf::training)
{
    auto curve = lossCurve(t.run, t.samples, base::JobContext(), of);
    EXPECT_TRUE(curve.ok());
    return curve.ok() ? *std::move(curve) : LossCurve {};
}

inline bool says(const std::vector<base::Problem>& problems, base::Code code)
{
    return std::any_of(
        problems.begin(), problems.end(), [code](const base::Problem& problem) { return problem.what.code == code; });
}

} // namespace fullscope::ledger
