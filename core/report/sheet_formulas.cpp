// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/sheet_formulas.h"

#include "core/base/text.h"

#include <algorithm>
#include <vector>

namespace fullscope::report {

using analysis::Component;
using analysis::Term;
using scenario::Input;

namespace {

enum class Binding { sum, product, atom };

// When something is known, as conditions; an empty one always holds.
struct Factor {
    std::string covered {}, complete {}; // complete: covered, and nothing of it missing
    std::string zero {}; // complete and 0; empty: never. A product with it is 0 whatever the others are.
};

struct Formula {
    std::string value;
    Binding binding = Binding::atom;
    std::vector<Factor> factors {}; // what may be missing of it
    bool may_be_zero = false;
};

std::string call(const char* function, const std::vector<std::string>& arguments)
{
    std::string text = function + std::string("(");
    for (std::size_t i = 0; i < arguments.size(); ++i)
        text += (i > 0 ? "," : "") + arguments[i];
    return text + ")";
}

// Of conditions that hold always or are given.
std::string all(std::vector<std::string> conditions)
{
    std::erase(conditions, "");
    return conditions.empty() ? "" : conditions.size() == 1 ? conditions.front() : call("AND", conditions);
}

// Of conditions of which an empty one always holds.
std::string any(const std::vector<std::string>& conditions)
{
    for (const std::string& condition : conditions)
        if (condition.empty())
            return "";
    return conditions.size() == 1 ? conditions.front() : call("OR", conditions);
}

std::string numberText(double x)
{
    std::string text = base::formatDouble(x);
    std::ranges::replace(text, 'e', 'E');
    return text;
}

// Of a product: all factors are, or one is a zero that somebody entered.
std::string condition(const Formula& formula, std::string Factor::*member)
{
    std::vector<std::string> every, either = {""};
    for (const Factor& factor : formula.factors) {
        every.push_back(factor.*member);
        if (!factor.zero.empty())
            either.push_back(factor.zero);
    }
    either.front() = all(every);
    return formula.factors.size() < 2 ? either.front() : any(either);
}

std::string covered(const Formula& formula)
{
    return condition(formula, &Factor::covered);
}

std::string complete(const Formula& formula)
{
    return condition(formula, &Factor::complete);
}

// In brackets where it binds less than `least`.
std::string within(const Formula& formula, Binding least)
{
    return formula.binding < least ? "(" + formula.value + ")" : formula.value;
}

// Covered where one of the two is.
Formula sum(const Formula& a, const Formula& b, char sign)
{
    Formula sum {.value = a.value + sign + within(b, sign == '-' ? Binding::product : Binding::sum),
        .binding = Binding::sum,
        .may_be_zero = a.may_be_zero && b.may_be_zero};
    if (!a.factors.empty() || !b.factors.empty())
        sum.factors.push_back({any({covered(a), covered(b)}), all({complete(a), complete(b)}), {}});
    return sum;
}

Formula product(const Formula& a, const Formula& b, char sign)
{
    Formula product {.value = within(a, Binding::product) + sign + within(b, Binding::atom),
        .binding = Binding::product,
        .factors = a.factors,
        .may_be_zero = a.may_be_zero || b.may_be_zero};
    product.factors.insert(product.factors.end(), b.factors.begin(), b.factors.end());
    return product;
}

Formula operator+(const Formula& a, const Formula& b)
{
    return sum(a, b, '+');
}
Formula operator-(const Formula& a, const Formula& b)
{
    return sum(a, b, '-');
}
Formula operator*(const Formula& a, const Formula& b)
{
    return product(a, b, '*');
}
Formula operator/(const Formula& a, const Formula& b)
{
    return product(a, b, '/');
}

Formula partly(std::string value, const std::string& covered, const std::string& complete, bool may_be_zero)
{
    Formula formula {.value = std::move(value), .may_be_zero = may_be_zero};
    if (!covered.empty() || !complete.empty())
        formula.factors.push_back({covered, complete, {}});
    return formula;
}

struct Condition {
    std::string text;
};
Condition operator&&(const Condition& a, const Condition& b)
{
    return {call("AND", {a.text, b.text})};
}
Condition operator!(const Condition& a)
{
    return {call("NOT", {a.text})};
}

std::string chosen(const Condition& condition, const std::string& a, const std::string& b)
{
    return a == b ? a : call("IF", {condition.text, a, b});
}

// Of two conditions of which an empty one always holds.
std::string chosenCondition(const Condition& condition, const std::string& a, const std::string& b)
{
    const bool is_true = a.empty() || a == condition.text; // where it is looked at
    if (is_true && b.empty())
        return "";
    if (b == condition.text) // does not hold where it is looked at
        return is_true ? condition.text : call("AND", {condition.text, a});
    if (is_true)
        return call("OR", {condition.text, b});
    return a == b ? a : call("IF", {condition.text, a, b.empty() ? "TRUE" : b});
}

class FormulaAlgebra {
public:
    using Number = Formula;

    FormulaAlgebra(const SheetPlaces& places, SheetFormulas& formulas)
        : m_places(places)
        , m_formulas(formulas)
    {
    }

    Formula in(Input input) const
    {
        const std::string cell = m_places.input(input), is_given = has(input).text;
        const bool may_be_zero = scenario::spec(input).minimum <= 0 && !scenario::spec(input).minimum_open;
        return {.value = cell,
            .factors = {{is_given, is_given, may_be_zero ? call("COUNTIF", {cell, "0"}) + "=1" : ""}},
            .may_be_zero = may_be_zero};
    }
    Formula need(Input input) const { return {.value = call("IF", {has(input).text, m_places.input(input), "NA()"})}; }
    Formula orElse(Input input, double other) const
    {
        const std::string is_given = has(input).text;
        return partly(call("IF", {is_given, m_places.input(input), numberText(other)}), "", is_given, false);
    }
    Condition has(Input input) const { return {call("ISNUMBER", {m_places.input(input)})}; }
    static Formula number(double x) { return {.value = numberText(x)}; }
    // Text stands where a term has no figure, nothing where an input was not given: both are 0 here.
    static Formula exact(const Formula& formula)
    {
        const bool is_input
            = formula.binding == Binding::atom && !covered(formula).empty() && !formula.value.starts_with("SUM(");
        return {.value = is_input ? call("SUM", {formula.value}) : formula.value, .binding = formula.binding};
    }
    template <typename F, typename G>
    static Formula pick(const Condition& condition, F f, G g)
    {
        const Formula a = f(), b = g();
        const auto either = [&](std::string (*of)(const Formula&)) { return chosenCondition(condition, of(a), of(b)); };
        return partly(
            chosen(condition, a.value, b.value), either(covered), either(complete), a.may_be_zero || b.may_be_zero);
    }
    static Formula least(const Formula& a, const Formula& b) { return {.value = call("MIN", {a.value, b.value})}; }
    Formula greatest(const Formula& a, Input input) const
    {
        return partly(call("MAX", {a.value, m_places.input(input)}), "", has(input).text, false);
    }
    static Formula root(const Formula& a)
    {
        return partly(call("SQRT", {a.value}), covered(a), complete(a), a.may_be_zero);
    }
    static Formula below(const Formula& share)
    {
        return partly(
            call("IF", {share.value + "<1", share.value, "NA()"}), covered(share), complete(share), share.may_be_zero);
    }
    Formula ifSome(Input input, const Formula& formula) const
    {
        return {.value = call("IF", {call("SUM", {m_places.input(input)}) + ">0", formula.value, "0"})};
    }
    // Annuity of the price less that of what is left of it.
    Formula owned() const
    {
        const std::string capex = m_places.input(Input::capex_per_node);
        return {.value = call("PMT",
                             {need(Input::discount_rate).value, need(Input::lifetime_years).value, "-" + capex,
                                 need(Input::residual_share).value + "*" + capex})
                + "/(" + numberText(analysis::kHoursPerYear) + "*" + need(Input::fleet_utilisation).value + ")",
            .binding = Binding::product};
    }
    Formula allowed(const Formula& price) const
    {
        const auto some = [this](Input input) { return call("SUM", {m_places.input(input)}) + ">0"; };
        const std::string isOwned = has(Input::capex_per_node).text, isRented = has(Input::price_per_h).text;
        const std::string refused = any({call("AND", {isOwned, any({isRented, some(Input::committed_nodes)})}),
            call("AND",
                {isRented,
                    any({some(Input::node_power_kw), some(Input::pue), some(Input::energy_price_per_kwh),
                        some(Input::facility_per_node_month)})})});
        return {.value = call("IF", {refused, "NA()", price.value})};
    }
    // Cells without a figure hold text, which SUM passes over.
    Formula sum(const std::array<Formula, analysis::kComponents>&, Component first, Component last) const
    {
        const auto range = [first, last](const auto& place) {
            return place(analysis::termOf(first)) + ":" + place(analysis::termOf(last));
        };
        return partly(call("SUM", {range(m_places.value)}), "",
            call("MIN", {range(m_places.known)}) + "=" + std::to_string(kComplete), false);
    }
    Formula keep(Term term, const Formula& formula)
    {
        const std::string value = m_places.value(term), known = m_places.known(term);
        const std::string is_covered = covered(formula), is_complete = complete(formula);
        const std::string best = std::to_string(kComplete), worst = std::to_string(kLeftOut);
        TermFormulas& kept = m_formulas[static_cast<std::size_t>(term)];
        kept.value = "=" + (is_covered.empty() ? formula.value : call("IF", {known + ">0", formula.value, "\"\""}));
        if (is_covered.empty() && is_complete.empty()) {
            kept.known = best;
            return {.value = value};
        }
        const std::string whole = is_complete.empty() ? best : call("IF", {is_complete, best, std::to_string(kInPart)});
        kept.known = "="
            + (is_covered.empty()               ? whole
                    : is_covered == is_complete ? call("IF", {is_covered, best, worst})
                                                : call("IF", {is_covered, whole, worst}));
        const std::string zero = formula.may_be_zero ? call("AND", {known + "=" + best, value + "=0"}) : std::string();
        return {.value = is_covered.empty() ? value : call("SUM", {value}),
            .factors = {{is_covered.empty() ? "" : known + ">0", known + "=" + best, zero}},
            .may_be_zero = formula.may_be_zero};
    }

private:
    const SheetPlaces& m_places;
    SheetFormulas& m_formulas;
};

} // namespace

SheetFormulas sheetFormulas(const SheetPlaces& places)
{
    SheetFormulas formulas;
    FormulaAlgebra algebra(places, formulas);
    analysis::ModelTerms<FormulaAlgebra> terms(algebra);
    terms.hours();
    terms.money();
    terms.results();
    return formulas;
}

} // namespace fullscope::report
