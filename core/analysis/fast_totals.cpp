// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/fast_totals.h"

#include "core/analysis/model_terms.h"
#include "core/base/for_each_cpu.h"
#include "core/scenario/scenario.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fullscope::analysis {

namespace {

using scenario::Input;

constexpr std::size_t kLanes = 8;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Several draws side by side: loops of fixed length that the compiler vectorises.
struct Lanes {
    std::array<double, kLanes> v {};
};

template <typename Operation>
Lanes each(const Lanes& a, const Lanes& b, Operation operation)
{
    Lanes result;
    for (std::size_t i = 0; i < kLanes; ++i)
        result.v[i] = operation(a.v[i], b.v[i]);
    return result;
}
Lanes all(double x)
{
    Lanes result;
    result.v.fill(x);
    return result;
}
Lanes operator+(const Lanes& a, const Lanes& b)
{
    return each(a, b, [](double x, double y) { return x + y; });
}
Lanes operator-(const Lanes& a, const Lanes& b)
{
    return each(a, b, [](double x, double y) { return x - y; });
}
Lanes operator*(const Lanes& a, const Lanes& b)
{
    return each(a, b, [](double x, double y) { return x * y; });
}
Lanes operator/(const Lanes& a, const Lanes& b)
{
    return each(a, b, [](double x, double y) { return x / y; });
}
Lanes minOf(const Lanes& a, const Lanes& b)
{
    return each(a, b, [](double x, double y) { return y < x ? y : x; });
}
Lanes maxOf(const Lanes& a, const Lanes& b)
{
    return each(a, b, [](double x, double y) { return x < y ? y : x; });
}

// The terms of draws: an input that was not given is 0 here, as are the terms that evaluate() leaves out.
class LaneAlgebra {
public:
    using Number = Lanes;

    LaneAlgebra(const std::array<Lanes, scenario::kInputs>& values, const InputSet& given)
        : m_values(values)
        , m_given(given)
    {
    }

    const Lanes& in(Input input) const { return m_values[static_cast<std::size_t>(input)]; }
    const Lanes& need(Input input) const { return in(input); }
    Lanes orElse(Input input, double other) const { return has(input) ? in(input) : all(other); }
    bool has(Input input) const { return m_given.test(static_cast<std::size_t>(input)); }
    static Lanes number(double x) { return all(x); }
    static const Lanes& exact(const Lanes& number) { return number; }
    template <typename F, typename G>
    static Lanes pick(bool condition, F f, G g)
    {
        return condition ? Lanes(f()) : Lanes(g());
    }
    static Lanes least(const Lanes& a, const Lanes& b) { return minOf(a, b); }
    Lanes greatest(const Lanes& a, Input input) const { return maxOf(a, in(input)); }
    static const Lanes& below(const Lanes& share) { return share; } // isSafe() looks at it
    static const Lanes& ifSome(Input, const Lanes& number) { return number; } // a product with none of them is 0
    static const Lanes& allowed(const Lanes& price) { return price; } // canCompute() looks at it
    Lanes owned() const
    {
        Lanes price;
        for (std::size_t i = 0; i < kLanes; ++i)
            price.v[i] = ownedPricePerHour(in(Input::capex_per_node).v[i], in(Input::lifetime_years).v[i],
                in(Input::residual_share).v[i], in(Input::discount_rate).v[i], in(Input::fleet_utilisation).v[i]);
        return price;
    }
    static Lanes sum(const std::array<Lanes, kComponents>& components, Component first, Component last)
    {
        Lanes sum = components[static_cast<std::size_t>(first)];
        for (auto i = static_cast<std::size_t>(first) + 1; i <= static_cast<std::size_t>(last); ++i)
            sum = sum + components[i];
        return sum;
    }
    static const Lanes& keep(Term, const Lanes& number) { return number; }

private:
    const std::array<Lanes, scenario::kInputs>& m_values;
    const InputSet& m_given;
};

class Model {
public:
    Model(const std::array<Lanes, scenario::kInputs>& values, const InputSet& given)
        : m_algebra(values, given)
        , m_terms(m_algebra)
    {
    }

    Lanes figure(Scope scope)
    {
        m_terms.hours();
        m_terms.money();
        Lanes result = scope == Scope::list_price
            ? m_terms.list_price_per_h / (m_algebra.in(Input::peak_flops_per_node) / all(kPeta))
            : scope == Scope::compute            ? m_terms.components.front()
            : scope == Scope::compute_with_waste ? m_terms.compute
                                                 : m_terms.total;
        for (std::size_t i = 0; i < kLanes; ++i)
            result.v[i] = isSafe(i) ? result.v[i] : kNaN;
        return result;
    }

private:
    // What evaluate() might refuse, or might find not finite, is left to it.
    bool isSafe(std::size_t i) const
    {
        constexpr double kTiny = 1e-100, kHuge = 1e100;
        const auto value = [this, i](Input input) { return m_algebra.in(input).v[i]; };
        const auto has = [this](Input input) { return m_algebra.has(input); };
        const double tokensPerSecond = m_terms.tokens_per_s.v[i], billed = m_terms.billed_h.v[i];
        const bool isOrdinary = value(Input::tokens) * value(Input::runs) >= 1 && value(Input::nodes) >= kTiny
            && value(Input::runs) >= kTiny && tokensPerSecond >= kTiny && tokensPerSecond <= kHuge
            && (!has(Input::peak_flops_per_node) || value(Input::peak_flops_per_node) >= kTiny)
            && (!has(Input::tokens_per_step) || value(Input::tokens_per_step) >= kTiny) && billed >= kTiny
            && billed <= kHuge && m_terms.list_price_per_h.v[i] <= kHuge;
        return isOrdinary && m_terms.checkpoint_overhead.v[i] < 1 && m_terms.failure_waste.v[i] < 1
            && m_terms.total.v[i] <= kHuge;
    }

    LaneAlgebra m_algebra;
    ModelTerms<LaneAlgebra> m_terms;
};

// Whether evaluate() can only fail for reasons that isSafe() looks at.
bool canCompute(const scenario::InputValues& fixed, const FastTotals::Columns& columns, const InputSet& given)
{
    const auto has = [&given](Input input) { return given.test(static_cast<std::size_t>(input)); };
    for (const scenario::InputSpec& input : scenario::inputSpecs())
        if (columns[static_cast<std::size_t>(input.id)] == nullptr && has(input.id)
            && !scenario::validate(input.id, *fixed[input.id]))
            return false;
    const bool isOwned = has(Input::capex_per_node);
    for (const Input needed : {Input::tokens, Input::runs, Input::nodes})
        if (!has(needed))
            return false;
    if (isOwned == has(Input::price_per_h))
        return false;
    for (const Input owned :
        {Input::lifetime_years, Input::residual_share, Input::discount_rate, Input::fleet_utilisation})
        if (isOwned && !has(owned))
            return false;
    for (const Input beside :
        {Input::node_power_kw, Input::pue, Input::energy_price_per_kwh, Input::facility_per_node_month})
        if (!isOwned && has(beside))
            return false;
    if (has(Input::committed_nodes) && (isOwned || !has(Input::committed_price_per_h)))
        return false;
    return has(Input::tokens_per_s) || (has(Input::mfu) && has(Input::peak_flops_per_node) && has(Input::parameters));
}

// All that it calls is part of it, so that it is compiled for each CPU too.
FS_FOR_EACH_CPU __attribute__((flatten)) void computeAll(const scenario::InputValues& fixed, const InputSet& given,
    const FastTotals::Columns& columns, Scope scope, std::span<double> figures)
{
    std::array<Lanes, scenario::kInputs> values;
    std::array<std::size_t, scenario::kInputs> drawn;
    std::size_t count = 0;
    for (std::size_t k = 0; k < scenario::kInputs; ++k) {
        values[k] = all(fixed.values[k].value_or(0));
        if (columns[k] != nullptr)
            drawn[count++] = k;
    }
    for (std::size_t at = 0; at < figures.size(); at += kLanes) {
        const std::size_t n = std::min(kLanes, figures.size() - at);
        for (std::size_t j = 0; j < count; ++j) {
            const double* const column = columns[drawn[j]] + at;
            for (std::size_t i = 0; i < kLanes; ++i)
                values[drawn[j]].v[i] = column[n == kLanes ? i : std::min(i, n - 1)];
        }
        const Lanes result = Model(values, given).figure(scope);
        std::copy_n(result.v.begin(), n, figures.begin() + static_cast<std::ptrdiff_t>(at));
    }
}

} // namespace

FastTotals::FastTotals(const scenario::InputValues& fixed, const Columns& columns)
    : m_fixed(fixed)
{
    for (std::size_t i = 0; i < scenario::kInputs; ++i)
        m_given.set(i, columns[i] != nullptr || fixed.values[i].has_value());
    m_can_compute = canCompute(fixed, columns, m_given);
}

void FastTotals::compute(const Columns& columns, Scope scope, std::span<double> figures) const
{
    const bool hasFigure
        = scope != Scope::list_price || m_given.test(static_cast<std::size_t>(Input::peak_flops_per_node));
    if (!m_can_compute || !hasFigure) {
        std::ranges::fill(figures, kNaN);
        return;
    }
    computeAll(m_fixed, m_given, columns, scope, figures);
}

} // namespace fullscope::analysis
