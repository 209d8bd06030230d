// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/live.h"

#include "core/bench/summary.h"

#include <algorithm>

namespace fullscope::bench {

namespace {

constexpr double kNs = 1e-9;

void add(StepSeries& into, const StepRecord& step)
{
    into.steps.push_back(static_cast<double>(step.i));
    into.values.push_back(step.device_ns.value_or(step.wall_ns) * kNs);
}

} // namespace

StepSeries stepTimesOf(const Measurement& measurement)
{
    StepSeries series;
    for (const StepRecord& step : measurement.steps)
        add(series, step);
    return series;
}

StepSeries lossCurveOf(const Measurement& measurement)
{
    StepSeries series;
    for (const auto& [step, loss] : lossesOf(measurement))
        if (loss) {
            series.steps.push_back(static_cast<double>(step));
            series.values.push_back(*loss);
        }
    return series;
}

std::vector<double> windowStartsOf(const Measurement& measurement)
{
    std::vector<double> starts;
    std::int64_t last = -1;
    for (const StepRecord& step : measurement.steps) {
        if (step.window >= 0 && step.window != last)
            starts.push_back(static_cast<double>(step.i));
        last = step.window;
    }
    return starts;
}

void LiveRun::take(const Measurement& so_far)
{
    const std::lock_guard lock(m_mutex);
    if (!so_far.phases.empty())
        m_state.phase = so_far.phases.back().name;
    if (so_far.plan)
        m_state.windows_planned = so_far.plan->windows;
    for (; m_steps < so_far.steps.size(); ++m_steps) {
        const StepRecord& step = so_far.steps[m_steps];
        add(m_state.step_times, step);
        if (step.window >= 0 && step.window != m_last_window)
            m_state.window_starts.push_back(static_cast<double>(step.i));
        m_last_window = step.window;
    }
    for (; m_windows < so_far.windows.size(); ++m_windows) {
        m_state.tokens += so_far.windows[m_windows].tokens;
        m_state.wall_s += so_far.windows[m_windows].wall_ns * kNs;
    }
    m_state.windows = static_cast<std::int64_t>(m_windows);
    for (; m_losses < so_far.losses.size(); ++m_losses) {
        const LossRecord& record = so_far.losses[m_losses];
        for (std::size_t k = 0; k < std::min(record.i.size(), record.loss.size()); ++k)
            if (record.loss[k]) {
                m_state.losses.steps.push_back(static_cast<double>(record.i[k]));
                m_state.losses.values.push_back(*record.loss[k]);
            }
    }
    for (; m_errors < so_far.errors.size(); ++m_errors)
        m_state.log += so_far.errors[m_errors].message + '\n';
}

LiveState LiveRun::state() const
{
    const std::lock_guard lock(m_mutex);
    return m_state;
}

LiveFigures liveFigures(const LiveState& state, const RunPlan& plan, double elapsed_s)
{
    LiveFigures out {.tokens_per_s = {}, .elapsed_s = elapsed_s, .left_s = {}, .money = {}, .money_left = {}};
    if (state.wall_s > 0)
        out.tokens_per_s = state.tokens / state.wall_s;
    if (state.windows > 0 && state.windows_planned > 0)
        out.left_s = state.wall_s / static_cast<double>(state.windows)
            * static_cast<double>(std::max<std::int64_t>(0, state.windows_planned - state.windows));
    if (plan.max_s > 0)
        out.left_s = std::max(0.0, std::min(out.left_s.value_or(plan.max_s), plan.max_s - elapsed_s));
    if (plan.price_usd_h > 0) {
        out.money = plan.price_usd_h / 3600 * elapsed_s;
        if (plan.max_usd > 0)
            out.money_left = std::max(0.0, plan.max_usd - *out.money);
    }
    return out;
}

} // namespace fullscope::bench
