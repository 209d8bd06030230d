// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/cost_terms.h"

#include <algorithm>

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

} // namespace fullscope::analysis
