// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/summary.h"

#include "core/base/text.h"
#include "core/bench/summariser.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace fullscope::bench {

namespace {

constexpr double kLeastOfPace = 1e-3; // an interval of the step time that reaches below this share of it tells no end
constexpr double kOutlierShare = 0.3, kOutlierDeviations = 5; // a step above median + max(share, deviations)

constexpr std::array<std::string_view, static_cast<std::size_t>(Verdict::count)> kVerdicts
    = {"impossible", "cpu_fallback", "partial", "not_steady", "throttled", "recompiling", "noisy", "steady"};

} // namespace

std::string percent(double share)
{
    return base::formatDouble(std::round(share * 1000) / 10);
}

void Summariser::takeSteps()
{
    for (const StepRecord& step : m_in.steps)
        if (step.window >= 0)
            // Where the host does not wait for each step, its own clock tells how fast steps are queued.
            m_steps.push_back(step.device_ns.value_or(step.wall_ns) * kNs);
    for (const WindowRecord& window : m_in.windows) {
        m_windows.push_back(window.wall_ns * kNs / static_cast<double>(window.steps));
        m_wall_s += window.wall_ns * kNs;
        m_out.steps += window.steps;
        m_out.memory_peak_bytes = window.mem_peak_bytes
            ? std::optional(std::max(m_out.memory_peak_bytes.value_or(0), *window.mem_peak_bytes))
            : m_out.memory_peak_bytes;
    }
    m_out.windows = static_cast<std::int64_t>(m_windows.size());
    m_out.tokens_per_step = m_in.plan ? m_in.plan->tokens_per_step : 0;
}

// Tokens over wall-clock: cost is total time. A window cut short counts with its own length.
void Summariser::takePace()
{
    if (m_windows.empty())
        return;
    double tokens = 0;
    for (const WindowRecord& window : m_in.windows)
        tokens += window.tokens;
    Estimate step = meanOfWindows(m_windows, m_steps);
    const double total = m_wall_s / static_cast<double>(m_out.steps);
    const double shift = total - step.value;
    step.value = total;
    if (step.low) {
        step.low = *step.low + shift;
        if (*step.low < total * kLeastOfPace)
            step.low = 0; // so wide that it tells how long a step takes at most, and of the rate no upper end
        *step.high += shift;
    } else {
        say(Note::single_window);
        holds(Verdict::not_steady); // nothing shows that the next one would be the same
    }
    const double tokens_per_step = tokens / static_cast<double>(m_out.steps);
    Estimate rate {.value = tokens / m_wall_s};
    if (step.low && *step.low > 0) {
        rate.low = tokens_per_step / *step.high;
        rate.high = tokens_per_step / *step.low;
    }
    if (m_out.tokens_per_step == 0)
        m_out.tokens_per_step = tokens_per_step;
    m_out.step_time_s = step;
    m_out.tokens_per_s = rate;
    if (const auto half = step.halfWidth(); half && *half > kNoisy)
        holds(Verdict::noisy);
    if (m_steps.empty())
        return;
    m_out.step_min_s = std::ranges::min(m_steps);
    m_out.step_median_s = medianOf(m_steps);
    m_out.step_p90_s = quantileOf(m_steps, 0.9);
    m_out.autocorrelation = lagOneCorrelation(m_steps);
}

void Summariser::takeWarmUp()
{
    std::vector<double> times;
    std::vector<std::int64_t> compiles;
    for (const StepRecord& step : m_in.steps)
        if (step.window < 0) {
            times.push_back(step.wall_ns * kNs);
            compiles.push_back(step.compiles_delta);
        }
    if (times.empty() || m_windows.empty())
        return;
    const auto least = static_cast<std::size_t>(m_in.plan ? m_in.plan->warmup_min : 0);
    const auto end = steadyFrom(times, compiles, least);
    if (end) {
        m_out.warm_up_steps = static_cast<std::int64_t>(*end);
    } else if (!(m_in.plan && m_in.plan->quick)) {
        say(Note::warm_up_not_found);
        holds(Verdict::not_steady);
    }
}

// The first step holds the compilation; what it took longer than a steady one is its time.
void Summariser::takeCompilation()
{
    const auto first
        = std::ranges::find_if(m_in.steps, [](const StepRecord& step) { return step.window < 0 && step.i == 0; });
    if (first != m_in.steps.end() && m_out.step_time_s)
        m_out.compilation.first_s = std::max(first->wall_ns * kNs - m_out.step_time_s->value, 0.0);
    for (const CompileRecord& one : m_in.compiles) {
        if (one.reported_s)
            m_out.compilation.reported_s = m_out.compilation.reported_s.value_or(0) + *one.reported_s;
        if (one.graphs)
            m_out.compilation.graphs = m_out.compilation.graphs.value_or(0) + *one.graphs;
        if (!one.cache.empty())
            m_out.compilation.cache = one.cache;
    }
}

// Counters are certain; a long step without one is an outlier. Nothing is dropped: figures are given with and without.
void Summariser::takeRecompiles()
{
    double wall = 0, tokens = 0;
    for (const WindowRecord& window : m_in.windows) {
        m_out.recompiles += window.compiles;
        if (window.compiles == 0) {
            wall += window.wall_ns * kNs;
            tokens += window.tokens;
        }
    }
    if (m_out.recompiles > 0) {
        holds(Verdict::recompiling);
        say(Note::recompiles, {std::to_string(m_out.recompiles)});
        if (wall > 0)
            m_out.tokens_per_s_without_recompiles = Estimate {.value = tokens / wall};
    }
    if (m_steps.empty())
        return;
    const double middle = m_out.step_median_s;
    const double limit
        = middle + std::max(kOutlierDeviations * medianDeviation(m_steps, middle), kOutlierShare * middle);
    double time = 0, all = 0;
    for (const StepRecord& step : m_in.steps) {
        if (step.window < 0)
            continue;
        const double took = step.device_ns.value_or(step.wall_ns) * kNs;
        all += took;
        if (step.compiles_delta == 0 && took > limit) {
            ++m_out.outliers;
            time += took;
        }
    }
    if (m_out.outliers > 0)
        say(Note::outliers, {std::to_string(m_out.outliers), percent(time / all)});
}

void Summariser::takeLosses()
{
    std::int64_t lost = 0;
    const auto losses = lossesOf(m_in);
    for (const auto& [step, loss] : losses) {
        if (loss)
            m_out.last_loss = loss;
        else
            ++lost;
    }
    if (lost > 0)
        say(Note::losses_not_finite, {std::to_string(lost), std::to_string(losses.size())});
}

void Summariser::takeEnd()
{
    const bool ended = m_in.end && m_in.end->status == "ok";
    const std::string by = m_in.end ? m_in.end->stopped_by : std::string();
    if (!by.empty() && by != "plan")
        say(Note::stopped_by, {by});
    const std::int64_t planned = m_in.plan ? m_in.plan->windows : 1;
    if (m_out.windows < planned && by != "precision")
        say(Note::windows_missing, {std::to_string(planned - m_out.windows), std::to_string(planned)});
    if (!ended || !m_in.hello || !m_in.plan || m_out.windows == 0 || (m_out.windows < planned && by != "precision"))
        holds(Verdict::partial);
}

void Summariser::takeCosts()
{
    const std::optional<double> price = m_options.price_per_h ? m_options.price_per_h
        : m_in.plan                                           ? m_in.plan->price_usd_h
                                                              : std::nullopt;
    if (!price || !m_out.step_time_s || !m_out.tokens_per_s)
        return;
    const auto scaled = [](const Estimate& by, double factor, double more) {
        Estimate out {.value = by.value * factor + more};
        if (by.low && *by.low > 0) {
            out.low = *by.low * factor + more;
            out.high = *by.high * factor + more;
        }
        return out;
    };
    const double per_s = *price / 3600, million_steps = 1e6 / m_out.tokens_per_step;
    Costs costs {.price_per_h = *price,
        .per_1000_steps = scaled(*m_out.step_time_s, per_s * 1000, 0),
        .per_million_tokens = scaled(*m_out.step_time_s, per_s * million_steps, 0)};
    if (m_options.amortise_steps && *m_options.amortise_steps > 0 && m_out.compilation.first_s) {
        const double per_step = per_s * *m_out.compilation.first_s / *m_options.amortise_steps;
        costs.amortised_steps = m_options.amortise_steps;
        costs.per_1000_steps_with_compile = scaled(*m_out.step_time_s, per_s * 1000, per_step * 1000);
        costs.per_million_tokens_with_compile
            = scaled(*m_out.step_time_s, per_s * million_steps, per_step * million_steps);
    }
    m_out.costs = costs;
}

void Summariser::judge()
{
    std::ranges::sort(m_out.verdicts);
    if (m_out.verdicts.empty())
        m_out.verdicts.push_back(Verdict::steady);
    m_out.verdict = m_out.verdicts.front();
}

std::string_view nameOf(Verdict verdict)
{
    return kVerdicts[static_cast<std::size_t>(verdict)];
}

std::optional<Verdict> verdictByName(std::string_view name)
{
    const auto found = std::ranges::find(kVerdicts, name);
    return found == kVerdicts.end() ? std::nullopt : std::optional(static_cast<Verdict>(found - kVerdicts.begin()));
}

bool Summary::holds(Verdict one) const
{
    return std::ranges::find(verdicts, one) != verdicts.end();
}

bool Summary::usable() const
{
    if (!tokens_per_s || !step_time_s)
        return false;
    const auto half = step_time_s->halfWidth();
    return verdict == Verdict::steady || (verdict == Verdict::noisy && half && *half <= kTooNoisy);
}

Summary summarise(const Measurement& measurement, const SummaryOptions& options)
{
    return Summariser(measurement, options).summarise();
}

std::map<std::int64_t, std::optional<double>> lossesOf(const Measurement& measurement)
{
    std::map<std::int64_t, std::optional<double>> losses;
    for (const LossRecord& record : measurement.losses)
        for (std::size_t k = 0; k < record.i.size(); ++k)
            losses[record.i[k]] = record.loss[k];
    return losses;
}

} // namespace fullscope::bench
