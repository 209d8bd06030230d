// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/cost_terms.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fullscope::analysis {

using scenario::Input;

namespace {

bool isKnownZero(const Figure& figure)
{
    return figure.covered && figure.missing.none() && figure.value == 0;
}

} // namespace

Figure operator+(const Figure& a, const Figure& b)
{
    return {a.value + b.value, a.covered || b.covered, a.missing | b.missing};
}

Figure operator*(const Figure& a, const Figure& b)
{
    if (isKnownZero(a) || isKnownZero(b))
        return Figure::known(0);
    return {a.value * b.value, a.covered && b.covered, a.missing | b.missing};
}

bool Inputs::hasAny(std::initializer_list<Input> inputs) const
{
    return std::ranges::any_of(inputs, [this](Input input) { return has(input); });
}

Figure Inputs::operator()(Input input) const
{
    return has(input) ? Figure::known((*this)[input]) : Figure {.missing = only(input)};
}

Figure Inputs::product(std::initializer_list<Input> factors) const
{
    Figure product = Figure::known(1);
    for (const Input factor : factors)
        product = product * (*this)(factor);
    return product;
}

base::Status Inputs::requireAll(std::initializer_list<Input> inputs) const
{
    for (const Input input : inputs)
        if (!has(input))
            return base::Error {.code = base::Code::not_given, .field = nameOf(input)};
    return {};
}

double ownedPricePerHour(
    double capex, double years, double residual_share, double discount_rate, double fleet_utilisation)
{
    const double growth = years * std::log1p(discount_rate); // logarithm of (1 + rate)^years
    const bool isFree = growth < std::numeric_limits<double>::min();
    const double capitalRecovery = isFree ? 1 / years : discount_rate / -std::expm1(-growth);
    const double sinkingFund = isFree ? 1 / years : discount_rate / std::expm1(growth);
    return capex * (capitalRecovery - residual_share * sinkingFund) / (kHoursPerYear * fleet_utilisation);
}

} // namespace fullscope::analysis
