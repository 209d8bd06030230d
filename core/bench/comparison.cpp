// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/comparison.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace fullscope::bench {

namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(Mismatch::count)> kMismatches
    = {"incomplete", "spec", "batch", "sequence", "weights_precision", "compute_precision", "accumulate_precision",
        "tf32", "stochastic_rounding", "optimiser", "loss", "loss_missing", "not_steady", "compile_counted"};
constexpr std::array<std::string_view, 4> kAgainst = {"same", "faster", "slower", "uncertain"};

class Comparer {
public:
    Comparer(const BenchResult& first, const BenchResult& second)
        : m_first(first)
        , m_second(second)
    {
    }

    BenchComparison compare()
    {
        const Summary& a = m_first.summary;
        const Summary& b = m_second.summary;
        if (!a.tokens_per_s || !b.tokens_per_s || !m_first.measurement.plan || !m_second.measurement.plan
            || !m_first.measurement.hello || !m_second.measurement.hello) {
            say(Mismatch::incomplete, {std::string(nameOf(a.verdict)), std::string(nameOf(b.verdict))});
            return m_out;
        }
        comparePlans();
        compareLosses();
        if (a.verdict != Verdict::steady || b.verdict != Verdict::steady)
            say(Mismatch::not_steady, {std::string(nameOf(a.verdict)), std::string(nameOf(b.verdict))});
        m_out.speed = ratio(*b.tokens_per_s, *a.tokens_per_s);
        compareCosts();
        return m_out;
    }

private:
    void say(Mismatch what, std::vector<std::string> arguments)
    {
        m_out.mismatches.push_back({what, std::move(arguments)});
    }

    template <typename T>
    void expectSame(Mismatch what, const T& a, const T& b)
    {
        if (a != b)
            say(what, {text(a), text(b)});
    }
    static std::string text(const std::string& value) { return value.empty() ? "–" : value; }
    static std::string text(std::int64_t value) { return std::to_string(value); }
    static std::string text(bool value) { return value ? "true" : "false"; }

    void comparePlans()
    {
        const PlanRecord& a = *m_first.measurement.plan;
        const PlanRecord& b = *m_second.measurement.plan;
        expectSame(Mismatch::spec, m_first.measurement.hello->spec_hash, m_second.measurement.hello->spec_hash);
        expectSame(Mismatch::batch, a.batch, b.batch);
        expectSame(Mismatch::sequence, a.seq_len, b.seq_len);
        expectSame(Mismatch::weights_precision, a.precision.weights, b.precision.weights);
        expectSame(Mismatch::compute_precision, a.precision.compute, b.precision.compute);
        expectSame(Mismatch::accumulate_precision, a.precision.accumulate, b.precision.accumulate);
        // Where nothing is said of them, the device has neither.
        expectSame(Mismatch::tf32, a.precision.tf32.value_or(false), b.precision.tf32.value_or(false));
        expectSame(Mismatch::stochastic_rounding, a.precision.stochastic_rounding.value_or(false),
            b.precision.stochastic_rounding.value_or(false));
        expectSame(Mismatch::optimiser, a.optimizer, b.optimizer);
    }

    void compareLosses()
    {
        const auto a = lossesOf(m_first.measurement), b = lossesOf(m_second.measurement);
        const double tolerance
            = lossTolerance(m_first.measurement.plan->precision, m_second.measurement.plan->precision);
        bool any = false;
        for (const auto& [step, loss] : a) {
            const auto other = b.find(step);
            if (step >= kLossSteps || other == b.end())
                continue;
            any = true;
            const bool agree = loss && other->second
                && std::abs(*loss - *other->second) <= tolerance * std::max(std::abs(*loss), std::abs(*other->second));
            if (!agree) {
                const auto shown = [](const std::optional<double>& x) { return x ? base::formatDouble(*x) : "NaN"; };
                say(Mismatch::loss, {shown(loss), shown(other->second), std::to_string(step)});
                return;
            }
        }
        if (!any)
            say(Mismatch::loss_missing, {});
    }

    void compareCosts()
    {
        const auto& a = m_first.summary.costs;
        const auto& b = m_second.summary.costs;
        if (!a || !b)
            return;
        if (a->amortised_steps != b->amortised_steps) {
            const auto shown
                = [](const std::optional<double>& steps) { return steps ? base::formatDouble(*steps) : "–"; };
            say(Mismatch::compile_counted, {shown(a->amortised_steps), shown(b->amortised_steps)});
        } else if (a->per_million_tokens.value > 0) {
            const bool with = a->per_million_tokens_with_compile && b->per_million_tokens_with_compile;
            m_out.cost = with ? ratio(*b->per_million_tokens_with_compile, *a->per_million_tokens_with_compile)
                              : ratio(b->per_million_tokens, a->per_million_tokens);
        }
    }

    static Estimate ratio(const Estimate& above, const Estimate& below)
    {
        Estimate out {.value = above.value / below.value};
        if (!above.low || !below.low || !(*above.low > 0) || !(*below.low > 0))
            return out;
        const auto log = [](double a, double b) { return std::log(a / b); };
        const double down = std::hypot(log(above.value, *above.low), log(*below.high, below.value));
        const double up = std::hypot(log(*above.high, above.value), log(below.value, *below.low));
        out.low = out.value * std::exp(-down);
        out.high = out.value * std::exp(up);
        return out;
    }

    const BenchResult& m_first;
    const BenchResult& m_second;
    BenchComparison m_out;
};

// Of the throughput: the interval of the step time reaches down to 0.
bool hasNoUpperEnd(const BenchResult& result)
{
    const auto& step = result.summary.step_time_s;
    return step && step->low && !(*step->low > 0);
}

} // namespace

std::string_view nameOf(Mismatch mismatch)
{
    return kMismatches[static_cast<std::size_t>(mismatch)];
}

std::string_view nameOf(Against against)
{
    return kAgainst[static_cast<std::size_t>(against)];
}

double lossTolerance(const PrecisionRecord& a, const PrecisionRecord& b)
{
    constexpr double kFp32 = 1e-4, kTf32 = 1e-3, kBf16 = 5e-3;
    if (a.compute != "fp32" || b.compute != "fp32")
        return kBf16;
    return a.tf32.value_or(false) || b.tf32.value_or(false) ? kTf32 : kFp32;
}

BenchComparison compare(const BenchResult& first, const BenchResult& second)
{
    return Comparer(first, second).compare();
}

BaselineJudgement judgeAgainst(const BenchResult& baseline, const BenchResult& now, double tolerance)
{
    BaselineJudgement out {.comparison = compare(baseline, now), .tolerance = tolerance};
    if (!out.comparison.speed)
        return out;
    const Estimate& speed = *out.comparison.speed;
    if (speed.value < 1 - tolerance)
        out.against = (speed.high && *speed.high >= 1 - tolerance) || hasNoUpperEnd(baseline) || hasNoUpperEnd(now)
            ? Against::uncertain
            : Against::slower;
    else if (speed.value > 1 + tolerance && (!speed.low || *speed.low > 1))
        out.against = Against::faster;
    return out;
}

} // namespace fullscope::bench
