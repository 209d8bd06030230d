// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/term_figures.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace fullscope::analysis {

using scenario::Input;

namespace {

// A number that is exact lacks nothing; that it may be 0 makes nothing known.
struct Known {
    Figure figure;
    bool is_exact = false;
};

Known exactly(double value)
{
    return {Figure::known(value), true};
}

Known operator+(const Known& a, const Known& b)
{
    return {a.figure + b.figure, a.is_exact && b.is_exact};
}
Known operator-(const Known& a, const Known& b)
{
    return a + Known {b.figure * -1.0, b.is_exact};
}
Known operator*(const Known& a, const Known& b)
{
    if (b.is_exact)
        return {a.figure * b.figure.value, a.is_exact};
    return {a.is_exact ? b.figure * a.figure.value : a.figure * b.figure};
}
Known operator/(const Known& a, const Known& b)
{
    return {
        {a.figure.value / b.figure.value, a.figure.covered && b.figure.covered, a.figure.missing | b.figure.missing},
        a.is_exact && b.is_exact};
}

class FigureAlgebra {
public:
    using Number = Known;

    FigureAlgebra(const scenario::InputValues& values, TermFigures& kept)
        : m_in(values)
        , m_kept(kept)
    {
    }

    Known in(Input input) const { return {m_in(input)}; }
    Known need(Input input) const { return exactly(m_in.valueOr(input, std::numeric_limits<double>::quiet_NaN())); }
    Known orElse(Input input, double other) const { return {{m_in.valueOr(input, other), true, m_in(input).missing}}; }
    bool has(Input input) const { return m_in.has(input); }
    static Known number(double x) { return exactly(x); }
    static Known exact(const Known& number) { return exactly(number.figure.value); }
    // Both: what is named in the other one is a figure of its own.
    template <typename F, typename G>
    static Known pick(bool condition, F f, G g)
    {
        const Known first = f(), second = g();
        return condition ? first : second;
    }
    static Known least(const Known& a, const Known& b) { return exactly(std::min(a.figure.value, b.figure.value)); }
    Known greatest(const Known& a, Input input) const
    {
        return {{std::max(a.figure.value, m_in.valueOr(input, 0)), true, m_in(input).missing}};
    }
    static Known root(const Known& a)
    {
        return {{std::sqrt(a.figure.value), a.figure.covered, a.figure.missing}, a.is_exact};
    }
    static Known below(const Known& share) { return share; }
    Known ifSome(Input input, const Known& number) const { return m_in.valueOr(input, 0) > 0 ? number : exactly(0); }
    static Known allowed(const Known& price) { return price; }
    Known owned() const
    {
        const auto value = [this](Input input) { return need(input).figure.value; };
        return exactly(ownedPricePerHour(value(Input::capex_per_node), value(Input::lifetime_years),
            value(Input::residual_share), value(Input::discount_rate), value(Input::fleet_utilisation)));
    }
    static Known sum(const std::array<Known, kComponents>& components, Component first, Component last)
    {
        Known sum = components[static_cast<std::size_t>(first)];
        for (auto i = static_cast<std::size_t>(first) + 1; i <= static_cast<std::size_t>(last); ++i)
            sum = sum + components[i];
        return sum;
    }
    Known keep(Term term, Known number)
    {
        if (!number.figure.covered)
            number.figure.value = 0; // counts as nothing, wherever it goes on
        m_kept[static_cast<std::size_t>(term)] = number.figure;
        return number;
    }

private:
    Inputs m_in;
    TermFigures& m_kept;
};

constexpr std::string_view kBefore[] = {"flops_per_token", "tokens_per_s", "failures_per_h", "checkpoint_overhead",
    "failure_waste", "productive_h", "checkpoint_h", "stall_h", "compile_h", "running_h", "failure_h", "idle_h",
    "billed_h", "job_h", "used_h", "months", "list_price_per_h", "price_per_h", "commitment_h",
    "commitment_price_per_h", "covered_h", "rate_per_h"};
constexpr std::string_view kAfter[] = {"compute", "total", "per_mtok", "compute_per_mtok", "per_1k_steps", "goodput",
    "wall_days", "price_per_pflop_h", "best_checkpoint_interval_h"};
static_assert(std::size(kBefore) == static_cast<std::size_t>(Term::productive));
static_assert(std::size(kBefore) + kComponents + std::size(kAfter) == kTerms);

} // namespace

std::string_view name(Term term)
{
    auto i = static_cast<std::size_t>(term);
    if (i < std::size(kBefore))
        return kBefore[i];
    i -= std::size(kBefore);
    return i < kComponents ? name(static_cast<Component>(i)) : kAfter[i - kComponents];
}

TermFigures termFigures(const scenario::InputValues& inputs)
{
    TermFigures figures {};
    FigureAlgebra algebra(inputs, figures);
    ModelTerms<FigureAlgebra> terms(algebra);
    terms.hours();
    terms.money();
    terms.results();
    return figures;
}

} // namespace fullscope::analysis
