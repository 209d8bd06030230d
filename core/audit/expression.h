// SPDX-License-Identifier: GPL-3.0-or-later
// A sum of products of figures: every formula of the audit has this form, so that value, tolerance, text and the figure
// that would mend it all follow from one description.
#pragma once

#include "core/audit/figure_set.h"

#include <optional>
#include <string>
#include <vector>

namespace fullscope::audit {

struct Factor {
    std::size_t operand = 0; // index in Expression::operands
    int exponent = 1;
};

struct Term {
    double coefficient = 1;
    std::string coefficient_text {}; // "1e6 / 3600"; empty: the number itself, and nothing for 1
    std::vector<Factor> factors {};
};

class Expression {
public:
    explicit Expression(base::Unit unit = base::Unit::one)
        : m_unit(unit)
    {
    }

    // Adds a term of numerators and denominators.
    Expression& add(const std::vector<Operand>& times, const std::vector<Operand>& over = {}, double coefficient = 1,
        std::string coefficientText = {});

    const std::vector<Operand>& operands() const { return m_operands; }
    base::Unit unit() const { return m_unit; } // of the value
    bool isEmpty() const { return m_terms.empty(); }
    double value() const;
    Interval range() const;
    // The value that operand `index` needs for the expression to be `target`, and all values for which it can be within
    // `target`. Absent where the operand is in terms of different exponents, or nothing gives it.
    std::optional<double> solved(std::size_t index, double target) const;
    std::optional<Interval> solvedRange(std::size_t index, const Interval& target) const;

    // The expressions that the printed figures give, one for each combination of Operand::each; itself where all
    // operands are of one figure, or where there are too many combinations.
    std::vector<Expression> ofEachPrinted() const;

    // ISO codes of the money in it, without repetition; what is not said is none of them.
    std::vector<std::string> currencies() const;
    // That of its value: the only one, else empty.
    std::string currency() const;

    // "instance_price / tokens_per_s × 1e6 / 3600", and with the numbers put in.
    std::string symbolic() const;
    std::string numeric() const;

private:
    std::size_t indexOf(const Operand& operand);
    std::optional<Interval> solution(std::size_t index, const Interval& target, bool exact) const;
    template <typename Show>
    std::string text(Show show) const;

    base::Unit m_unit;
    std::vector<Operand> m_operands;
    std::vector<Term> m_terms;
};

Operand printed(Operand operand, const Operand::Printed& one);
// A value with its unit, in at least four significant digits: "121,400 tokens/s".
std::string figureText(const Operand& operand);
// Money of which no currency is said is shown in dollars.
std::string figureText(double value, base::Unit unit, std::string_view currency = {});

} // namespace fullscope::audit
