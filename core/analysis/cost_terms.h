// SPDX-License-Identifier: GPL-3.0-or-later
// Sums and products in which missing is never zero: what was not given is left out and named.
#pragma once

#include "core/analysis/cost_model.h"

#include <initializer_list>

namespace fullscope::analysis {

struct Figure {
    double value = 0; // of what is covered
    bool covered = false; // false: nothing of it could be computed
    InputSet missing; // inputs that were not given; covered and missing: known in part

    static Figure known(double value) { return {value, true, {}}; }
};

// A sum is covered when one of its terms is; a term that is not is left out and named.
Figure operator+(const Figure& a, const Figure& b);
// A product is covered when both factors are, or when one is a zero that somebody entered: then it is zero whatever the
// other is.
Figure operator*(const Figure& a, const Figure& b);
inline Figure operator*(const Figure& a, double factor)
{
    return {a.value * factor, a.covered, a.missing};
}

class Inputs {
public:
    explicit Inputs(const scenario::InputValues& values)
        : m_values(values)
    {
    }

    bool has(scenario::Input input) const { return m_values[input].has_value(); }
    bool hasAny(std::initializer_list<scenario::Input> inputs) const;
    double operator[](scenario::Input input) const { return *m_values[input]; } // of an input that was given
    double valueOr(scenario::Input input, double other) const { return m_values[input].value_or(other); }
    Figure operator()(scenario::Input input) const;
    Figure product(std::initializer_list<scenario::Input> factors) const;
    base::Status requireAll(std::initializer_list<scenario::Input> inputs) const; // not_given

private:
    const scenario::InputValues& m_values;
};

// What owned hardware costs per hour of its use (docs/cost-model.md).
double ownedPricePerHour(
    double capex, double years, double residual_share, double discount_rate, double fleet_utilisation);

constexpr double kSecondsPerHour = 3600;
constexpr double kHoursPerMonth = 730;
constexpr double kHoursPerYear = 8760;
constexpr double kPeta = 1e15;

inline InputSet only(scenario::Input input)
{
    return InputSet().set(static_cast<std::size_t>(input));
}
inline std::string nameOf(scenario::Input input)
{
    return std::string(scenario::spec(input).name);
}

} // namespace fullscope::analysis
