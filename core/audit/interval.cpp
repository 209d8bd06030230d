// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/audit/interval.h"

#include <algorithm>
#include <cmath>

namespace fullscope::audit {

namespace {

// 0 times a bound that is not known is 0.
double product(double a, double b)
{
    const double result = a * b;
    return std::isnan(result) ? 0 : result;
}

double slack(const Interval& a, const Interval& b)
{
    constexpr double kSlack = 1e-9;
    double greatest = 0;
    for (const double bound : {a.low, a.high, b.low, b.high})
        if (std::isfinite(bound))
            greatest = std::max(greatest, std::abs(bound));
    return kSlack * greatest;
}

} // namespace

Interval operator+(const Interval& a, const Interval& b)
{
    return {a.low + b.low, a.high + b.high};
}

Interval operator-(const Interval& a, const Interval& b)
{
    const double low = a.low - b.high, high = a.high - b.low;
    return {std::isnan(low) ? -Interval::kInfinite : low, std::isnan(high) ? Interval::kInfinite : high};
}

Interval operator*(const Interval& a, const Interval& b)
{
    const auto bounds
        = std::minmax({product(a.low, b.low), product(a.low, b.high), product(a.high, b.low), product(a.high, b.high)});
    return {bounds.first, bounds.second};
}

Interval operator*(double factor, const Interval& a)
{
    return Interval {factor, factor} * a;
}

Interval operator/(const Interval& a, const Interval& b)
{
    if (b.low < 0 && b.high > 0)
        return {-Interval::kInfinite, Interval::kInfinite};
    if (b.low == 0 && b.high == 0)
        return {-Interval::kInfinite, Interval::kInfinite};
    const double low = b.high == 0 ? -Interval::kInfinite : 1 / b.high;
    const double high = b.low == 0 ? Interval::kInfinite : 1 / b.low;
    return a * Interval {low, high};
}

Interval power(const Interval& a, int exponent)
{
    Interval result {1, 1};
    for (int i = 0; i < std::abs(exponent); ++i)
        result = result * a;
    return exponent < 0 ? Interval {1, 1} / result : result;
}

Interval hull(const Interval& a, const Interval& b)
{
    return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

bool overlap(const Interval& a, const Interval& b)
{
    const double allowed = slack(a, b);
    return a.low <= b.high + allowed && b.low <= a.high + allowed;
}

Interval common(const Interval& a, const Interval& b)
{
    return {std::max(a.low, b.low), std::min(a.high, b.high)};
}

bool isEmpty(const Interval& a)
{
    return a.low > a.high + slack(a, a);
}

} // namespace fullscope::audit
