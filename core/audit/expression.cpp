// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/audit/expression.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace fullscope::audit {

namespace {

double ofPower(double value, int exponent)
{
    return std::pow(value, exponent);
}

} // namespace

std::size_t Expression::indexOf(const Operand& operand)
{
    const auto same = std::ranges::find_if(m_operands, [&operand](const Operand& other) {
        return other.name == operand.name && other.platform == operand.platform && other.claims == operand.claims;
    });
    if (same != m_operands.end())
        return static_cast<std::size_t>(same - m_operands.begin());
    m_operands.push_back(operand);
    return m_operands.size() - 1;
}

Expression& Expression::add(const std::vector<Operand>& times, const std::vector<Operand>& over, double coefficient,
    std::string coefficientText)
{
    Term term {coefficient, std::move(coefficientText), {}};
    for (const Operand& operand : times)
        term.factors.push_back({indexOf(operand), 1});
    for (const Operand& operand : over)
        term.factors.push_back({indexOf(operand), -1});
    m_terms.push_back(std::move(term));
    return *this;
}

double Expression::value() const
{
    double sum = 0;
    for (const Term& term : m_terms) {
        double product = term.coefficient;
        for (const Factor& factor : term.factors)
            product *= ofPower(m_operands[factor.operand].value, factor.exponent);
        sum += product;
    }
    return sum;
}

Interval Expression::range() const
{
    Interval sum {0, 0};
    for (const Term& term : m_terms) {
        Interval product {term.coefficient, term.coefficient};
        for (const Factor& factor : term.factors)
            product = product * power(m_operands[factor.operand].range, factor.exponent);
        sum = sum + product;
    }
    return sum;
}

std::optional<Interval> Expression::solution(std::size_t index, const Interval& target, bool exact) const
{
    Interval with {0, 0}, without {0, 0}; // the terms that hold the operand, without it, and the others
    int exponent = 0;
    for (const Term& term : m_terms) {
        Interval product {term.coefficient, term.coefficient};
        int own = 0;
        for (const Factor& factor : term.factors) {
            const Operand& operand = m_operands[factor.operand];
            if (factor.operand == index)
                own += factor.exponent;
            else
                product
                    = product * power(exact ? Interval {operand.value, operand.value} : operand.range, factor.exponent);
        }
        if (own == 0) {
            without = without + product;
            continue;
        }
        if ((exponent != 0 && own != exponent) || std::abs(own) != 1)
            return std::nullopt;
        exponent = own;
        with = with + product;
    }
    if (exponent == 0)
        return std::nullopt;
    const Interval solved = (target - without) / with;
    return exponent == 1 ? solved : Interval {1, 1} / solved;
}

std::optional<double> Expression::solved(std::size_t index, double target) const
{
    const auto solution = this->solution(index, {target, target}, true);
    if (!solution || !std::isfinite(solution->low) || !std::isfinite(solution->high))
        return std::nullopt;
    return solution->low;
}

std::optional<Interval> Expression::solvedRange(std::size_t index, const Interval& target) const
{
    return solution(index, target, false);
}

std::vector<Expression> Expression::ofEachPrinted() const
{
    constexpr std::size_t kMost = 64;
    std::vector<Expression> all {*this};
    for (std::size_t i = 0; i < m_operands.size(); ++i) {
        const auto& each = m_operands[i].each;
        if (each.empty())
            continue;
        if (all.size() * each.size() > kMost)
            return {*this};
        std::vector<Expression> more;
        for (const Operand::Printed& one : each)
            for (Expression with : all) {
                with.m_operands[i] = printed(with.m_operands[i], one);
                more.push_back(std::move(with));
            }
        all = std::move(more);
    }
    return all;
}

template <typename Show>
std::string Expression::text(Show show) const
{
    std::string text;
    for (const Term& term : m_terms) {
        std::string product, divisors;
        for (const Factor& factor : term.factors) {
            std::string& part = factor.exponent > 0 ? product : divisors;
            if (factor.exponent > 0)
                part += (part.empty() ? "" : " × ") + show(m_operands[factor.operand]);
            else
                part += " / " + show(m_operands[factor.operand]);
        }
        double coefficient = term.coefficient;
        std::string scale = term.coefficient_text;
        const bool negative = coefficient < 0;
        coefficient = std::abs(coefficient);
        if (scale.empty() && (coefficient != 1 || product.empty()))
            scale = base::formatDouble(coefficient);
        if (product.empty())
            product = scale;
        else if (!scale.empty())
            divisors += " × " + scale;
        if (text.empty())
            text = (negative ? "-" : "") + product + divisors;
        else
            text += (negative ? " - " : " + ") + product + divisors;
    }
    return text;
}

std::vector<std::string> Expression::currencies() const
{
    std::vector<std::string> codes;
    for (const Operand& operand : m_operands)
        if (!operand.currency.empty() && std::ranges::find(codes, operand.currency) == codes.end())
            codes.push_back(operand.currency);
    return codes;
}

std::string Expression::currency() const
{
    const std::vector<std::string> codes = currencies();
    return codes.size() == 1 ? codes.front() : std::string();
}

std::string Expression::symbolic() const
{
    // Which side a figure is of stands with it where two are compared.
    const auto differs = [](const Operand& a, const Operand& b) {
        return !a.platform.empty() && !b.platform.empty() && a.platform != b.platform;
    };
    const bool several = std::ranges::adjacent_find(m_operands, differs) != m_operands.end();
    return text([several](const Operand& operand) {
        return several && !operand.platform.empty() ? operand.name + "[" + operand.platform + "]" : operand.name;
    });
}

std::string Expression::numeric() const
{
    return text([](const Operand& operand) { return figureText(operand); });
}

Operand printed(Operand operand, const Operand::Printed& one)
{
    operand.value = one.value;
    operand.range = one.range;
    operand.text = one.text;
    operand.currency = one.currency;
    operand.each.clear();
    return operand;
}

std::string figureText(double value, base::Unit unit, std::string_view currency)
{
    return base::formatQuantity(value, unit, currency.empty() ? "USD" : currency);
}

std::string figureText(const Operand& operand)
{
    return operand.text.empty() ? figureText(operand.value, operand.unit, operand.currency) : operand.text;
}

} // namespace fullscope::audit
