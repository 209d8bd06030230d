// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/engine/session.h"

#include <boost/math/distributions/students_t.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>

namespace fullscope::bench {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kSettled = 5; // steps that are compared with as many before
constexpr double kSettledWithin = 0.05;
constexpr double kNs = 1e-9;

double median(std::vector<double>::const_iterator first, std::size_t count)
{
    std::vector<double> values(first, first + static_cast<std::ptrdiff_t>(count));
    std::ranges::sort(values);
    return count % 2 == 1 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

} // namespace

Session::Session(const WorkerSpec& spec, std::int64_t threads, SessionHost host, RecordSink& records)
    : m_spec(spec)
    , m_threads(threads)
    , m_host(std::move(host))
    , m_records(records)
    , m_begun(m_host.wall_ns())
{
}

const char* Session::run()
{
    const RunPlan& plan = m_spec.plan;
    if (plan.ceiling_s > 0 && *limit() == '\0') {
        sayPhase("ceiling before");
        m_host.ceiling("before");
    }
    const char* by = limit();
    if (*by == '\0')
        firstStep();
    warmUp();
    sayPhase("windows");
    for (std::int64_t w = 0; *(by = limit()) == '\0' && w < plan.windows; ++w) {
        if (w > 0 && plan.pause_s > 0)
            m_host.pause(plan.pause_s);
        window(w);
        if (isPreciseEnough()) {
            by = "precision";
            break;
        }
    }
    if (*by == '\0')
        by = "plan";
    const std::string_view ended = by;
    if (plan.ceiling_s > 0 && (ended == "plan" || ended == "precision" || ended == "steps")) {
        sayPhase("ceiling after");
        m_host.ceiling("after");
    }
    return m_host.is_stopped() ? "cancel" : by;
}

const char* Session::limit() const
{
    const RunPlan& plan = m_spec.plan;
    const double passed_s = static_cast<double>(m_host.wall_ns() - m_begun) * kNs;
    if (m_host.is_stopped())
        return "cancel";
    if (plan.max_steps > 0 && m_measured >= plan.max_steps)
        return "steps";
    if (plan.max_s > 0 && passed_s >= plan.max_s)
        return "time";
    if (plan.max_usd > 0 && passed_s / 3600 * plan.price_usd_h >= plan.max_usd)
        return "money";
    return "";
}

Session::Step Session::step()
{
    const std::int64_t wall = m_host.wall_ns(), cpu = m_host.cpu_ns();
    const double loss = m_host.train(m_next++);
    return {m_host.wall_ns() - wall, m_host.cpu_ns() - cpu, loss};
}

void Session::sayPhase(const char* name)
{
    m_records.say("phase", {{"name", name}, {"edge", "begin"}});
}

void Session::sayStep(std::int64_t i, std::int64_t window, const Step& step)
{
    m_records.say("step",
        {{"i", i}, {"window", window}, {"wall_ns", step.wall_ns}, {"device_ns", nullptr}, {"cpu_ns", step.cpu_ns},
            {"compiles_delta", 0}, {"fallbacks_delta", 0}});
}

void Session::sayLosses(std::int64_t first, const std::vector<double>& losses)
{
    // Lines stay below the protocol's 64 KiB.
    constexpr std::size_t kOnALine = 1'000;
    for (std::size_t from = 0; from < losses.size(); from += kOnALine) {
        Json steps = Json::array(), values = Json::array();
        bool is_finite = true;
        for (std::size_t k = from; k < std::min(losses.size(), from + kOnALine); ++k) {
            steps.push_back(first + static_cast<std::int64_t>(k));
            values.push_back(std::isfinite(losses[k]) ? Json(losses[k]) : Json());
            is_finite = is_finite && std::isfinite(losses[k]);
        }
        Json record = {{"i", std::move(steps)}, {"loss", std::move(values)}};
        if (!is_finite)
            record["nonfinite"] = true;
        m_records.say("loss", record);
    }
}

// Nothing is compiled: the record tells how long the first step took, with its memory already touched.
void Session::firstStep()
{
    sayPhase("first step");
    const Step first = step();
    sayStep(0, -1, first);
    sayLosses(0, {first.loss});
    m_records.say("compile",
        {{"graphs", 0}, {"wall_s", static_cast<double>(first.wall_ns) * kNs}, {"reported_s", 0}, {"cache", "unknown"}});
}

void Session::warmUp()
{
    const RunPlan& plan = m_spec.plan;
    sayPhase("warm-up");
    const std::int64_t begun = m_host.wall_ns();
    const auto isLong = [&] {
        return static_cast<std::int64_t>(m_warm_ns.size()) >= plan.warmup_max
            || static_cast<double>(m_host.wall_ns() - begun) * kNs > plan.warmup_max_s;
    };
    while (*limit() == '\0' && !isSettled() && !isLong()) {
        const std::int64_t i = m_next;
        const Step done = step();
        m_warm_ns.push_back(static_cast<double>(done.wall_ns));
        sayStep(i, -1, done);
        sayLosses(i, {done.loss});
    }
}

bool Session::isSettled() const
{
    if (static_cast<std::int64_t>(m_warm_ns.size()) < m_spec.plan.warmup_min || m_warm_ns.size() < 2 * kSettled)
        return false;
    const auto last = m_warm_ns.end() - kSettled;
    return std::abs(median(last, kSettled) / median(last - kSettled, kSettled) - 1) < kSettledWithin;
}

// A limit that is reached within it ends it with the steps done so far.
void Session::window(std::int64_t w)
{
    const std::int64_t first = m_next;
    const std::int64_t wall = m_host.wall_ns(), cpu = m_host.cpu_ns();
    std::vector<Step> steps;
    std::vector<double> losses;
    do {
        steps.push_back(step());
        losses.push_back(steps.back().loss);
        ++m_measured;
    } while (static_cast<std::int64_t>(steps.size()) < m_spec.plan.steps_per_window && *limit() == '\0');
    const std::int64_t wall_ns = m_host.wall_ns() - wall, cpu_ns = m_host.cpu_ns() - cpu;
    const auto count = static_cast<std::int64_t>(steps.size());
    for (std::size_t k = 0; k < steps.size(); ++k)
        sayStep(first + static_cast<std::int64_t>(k), w, steps[k]);
    const std::int64_t tokens = count * m_spec.batch * m_spec.model.sequence, peak = m_host.memory_peak_bytes();
    const double seconds = static_cast<double>(wall_ns) * kNs;
    m_records.say("window",
        {{"w", w}, {"steps", count}, {"wall_ns", wall_ns}, {"tokens", tokens},
            {"tokens_per_s", static_cast<double>(tokens) / seconds}, {"cpu_ns", cpu_ns}, {"energy_j", nullptr},
            {"mem_peak_bytes", peak > 0 ? Json(peak) : Json()}, {"compiles", 0}, {"fallbacks", Json::object()},
            {"interference", static_cast<double>(cpu_ns) * kNs / (static_cast<double>(m_threads) * seconds)}});
    sayLosses(first, losses);
    if (count == m_spec.plan.steps_per_window)
        m_window_ns.push_back(static_cast<double>(wall_ns) / static_cast<double>(count));
}

// Student's interval over the means of the windows.
bool Session::isPreciseEnough() const
{
    constexpr std::size_t kFewest = 5;
    if (m_spec.plan.half_width <= 0 || m_window_ns.size() < kFewest)
        return false;
    const auto count = static_cast<double>(m_window_ns.size());
    const double mean = std::reduce(m_window_ns.begin(), m_window_ns.end()) / count;
    double squares = 0;
    for (const double value : m_window_ns)
        squares += (value - mean) * (value - mean);
    const double quantile = boost::math::quantile(boost::math::students_t(count - 1), 0.975);
    return quantile * std::sqrt(squares / (count - 1) / count) <= m_spec.plan.half_width * mean;
}

} // namespace fullscope::bench
