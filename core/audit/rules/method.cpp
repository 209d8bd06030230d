// SPDX-License-Identifier: GPL-3.0-or-later
// Recomputes a stated total cost by the stated method. The naive one adds price × hours × (1 / utilisation - 1) for
// waste to hours that were measured at that utilisation, and so counts it twice (docs/cost-model.md).
#include "core/audit/rules/rules.h"

#include "core/analysis/cost_model.h"
#include "core/base/text.h"

namespace fullscope::audit {

namespace {

struct NaiveTotal {
    std::vector<std::vector<Operand>> times, over; // terms
    double checked = 0; // by core/analysis
};

// price × hours / utilisation + engineer hours × rate: hardware and waste in one term.
std::optional<NaiveTotal> naiveTotal(const FigureSet& figures, const std::string& platform)
{
    const std::vector<Operand> price = pricePerHour(figures, platform, false);
    const auto hours = figures.find(platform, Quantity::training_hours);
    const auto utilisation = figures.find(platform, Quantity::utilisation);
    const auto labour = figures.find(platform, Quantity::engineer_hours);
    const auto rate = figures.find(platform, Quantity::engineer_rate);
    if (price.empty() || !hours || !utilisation || !(utilisation->value > 0))
        return std::nullopt;
    NaiveTotal total;
    total.times.push_back(price);
    total.times.back().push_back(*hours);
    total.over.push_back({*utilisation});
    if (labour && rate) {
        total.times.push_back({*labour, *rate});
        total.over.emplace_back();
    }
    double perHour = 1;
    for (const Operand& factor : price)
        perHour *= factor.value;
    const auto costs = analysis::naiveMethod({.price_per_h = perHour,
        .utilisation = utilisation->value,
        .hours = hours->value,
        .engineer_h = labour && rate ? labour->value : 0,
        .labour_rate_per_h = labour && rate ? rate->value : 0,
        .peak_pflops = {}});
    if (!costs)
        return std::nullopt;
    total.checked = costs->total;
    return total;
}

Expression expressionOf(const NaiveTotal& total)
{
    Expression expression(base::Unit::money);
    for (std::size_t i = 0; i < total.times.size(); ++i)
        expression.add(total.times[i], total.over[i]);
    return expression;
}

Operand operandOf(const Expression& expression, const std::string& platform)
{
    Operand operand = assumption("total_cost", expression.value(), base::Unit::money);
    operand.range = expression.range();
    operand.currency = expression.currency();
    operand.platform = platform;
    for (const Operand& one : expression.operands())
        operand.claims.insert(operand.claims.end(), one.claims.begin(), one.claims.end());
    return operand;
}

bool isNaive(const std::string& word)
{
    return base::containsIgnoreCase(word, "naive") || base::containsIgnoreCase(word, "simple");
}

} // namespace

Findings method(const FigureSet& figures)
{
    Findings findings;
    if (!isNaive(figures.word("", Quantity::tco_method)))
        return findings;
    for (std::size_t i = 0; i < figures.claims().size(); ++i) {
        const Claim& claim = figures.claims()[i];
        if (!claim.isMapped() || claim.what.quantity != Quantity::total_cost)
            continue;
        const Operand claimed = figures.operand(i);
        const auto own = naiveTotal(figures, claim.platform);
        if (!own)
            continue;
        const Expression ownTotal = expressionOf(*own);
        Finding finding;
        if (claim.what.form == Form::value) {
            finding = compare(Rule::method, claimed, ownTotal);
        } else {
            const auto other = naiveTotal(figures, claim.baseline);
            const Expression otherTotal = other ? expressionOf(*other) : Expression();
            // A total of several currencies is none; that of the total itself is told.
            if (!other || ownTotal.currencies().size() > 1 || otherTotal.currencies().size() > 1)
                continue;
            Expression compared(claimed.unit);
            const Operand a = operandOf(ownTotal, claim.platform), b = operandOf(otherTotal, claim.baseline);
            if (claim.what.form != Form::ratio)
                compared.add({}, {}, claim.what.form == Form::saving ? 1 : -1);
            compared.add({a}, {b}, claim.what.form == Form::saving ? -1 : 1);
            finding = compare(Rule::method, claimed, compared);
            finding.mends.clear(); // the totals are no figures of the source
            finding.baseline = claim.baseline;
            finding.lines.push_back({ownTotal, "total_cost " + claim.platform});
            finding.lines.push_back({otherTotal, "total_cost " + claim.baseline});
            use(finding, ownTotal.operands());
            use(finding, otherTotal.operands());
            finding.details = {{"total_cost", own->checked}, {"baseline_total_cost", other->checked}};
        }
        if (finding.computed) { // of one currency
            finding.note = finding.verdict == Verdict::holds ? Note::method_holds : Note::counts_utilisation_twice;
            finding.arguments = {figureText(*finding.computed, finding.unit, finding.currency)};
        }
        findings.push_back(std::move(finding));
    }
    return findings;
}

} // namespace fullscope::audit
