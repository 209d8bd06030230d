// SPDX-License-Identifier: GPL-3.0-or-later
// Closed intervals: what a printed figure may have been before it was rounded. Bounds may be infinite, never NaN.
#pragma once

#include <limits>

namespace fullscope::audit {

struct Interval {
    double low = 0, high = 0;

    static constexpr double kInfinite = std::numeric_limits<double>::infinity();

    bool contains(double x) const { return low <= x && x <= high; }
    bool operator==(const Interval&) const = default;
};

Interval operator+(const Interval& a, const Interval& b);
Interval operator-(const Interval& a, const Interval& b);
Interval operator*(const Interval& a, const Interval& b);
Interval operator*(double factor, const Interval& a);
// Everything where `b` may be 0.
Interval operator/(const Interval& a, const Interval& b);
Interval power(const Interval& a, int exponent); // of numbers not below 0; a negative exponent divides
Interval hull(const Interval& a, const Interval& b);
// With a slack of 1e-9 of the greater bound: a figure that was rounded at the very half is no contradiction.
bool overlap(const Interval& a, const Interval& b);
// Empty (low above high) when they do not overlap.
Interval common(const Interval& a, const Interval& b);
bool isEmpty(const Interval& a);

} // namespace fullscope::audit
