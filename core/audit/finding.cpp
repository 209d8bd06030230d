// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/audit/finding.h"

#include "core/base/quantity_units.h"

#include <algorithm>
#include <cmath>

namespace fullscope::audit {

namespace {

constexpr std::string_view kVerdicts[] = {"impossible", "contradicts", "incomparable", "doubtful", "missing", "holds"};
static_assert(std::size(kVerdicts) == static_cast<std::size_t>(Verdict::count));

constexpr std::string_view kRuleNames[]
    = {"unit-cost", "step-identity", "duration", "physical-limit", "utilisation-kind", "peak-kind", "chip-sum",
        "price-date", "price-per-flop", "memory-fit", "ratio", "total-cost", "parts-whole", "scope",
        "equal-convergence", "equal-precision", "compile-counted", "method", "stated-twice", "reading"};
static_assert(std::size(kRuleNames) == kRules);

constexpr std::string_view kAssumptions[]
    = {"bf16", "dense_model", "all_trained", "few_adapters", "no_sparsity", "mixed_adam"};
static_assert(std::size(kAssumptions) == static_cast<std::size_t>(Assumption::count));

void addMends(Finding& finding, const Expression& expression, double target, const Interval& bound)
{
    for (std::size_t i = 0; i < expression.operands().size(); ++i) {
        const Operand& operand = expression.operands()[i];
        const auto value = expression.solved(i, target);
        if (operand.claims.empty() || !value || !(*value > 0))
            continue;
        const auto range = expression.solvedRange(i, bound);
        const std::string of = expression.currency().empty() ? finding.currency : expression.currency();
        finding.mends.push_back({operand.claims.front(), *value, range.value_or(Interval {*value, *value}),
            operand.currency.empty() ? of : operand.currency});
    }
}

Finding computed(Rule rule, const Expression& expression)
{
    Finding finding;
    finding.rule = rule;
    finding.computed = expression.value();
    finding.computed_range = expression.range();
    finding.unit = expression.unit();
    if (base::unitSpec(finding.unit).money)
        finding.currency = expression.currency();
    use(finding, expression.operands());
    return finding;
}

} // namespace

std::string_view name(Verdict verdict)
{
    return kVerdicts[static_cast<std::size_t>(verdict)];
}

std::string_view name(Assumption assumption)
{
    return kAssumptions[static_cast<std::size_t>(assumption)];
}

void Finding::doubt(Note why, bool isQuestion)
{
    verdict = Verdict::doubtful;
    note = why;
    is_question = isQuestion;
}

std::string_view name(Rule rule)
{
    return kRuleNames[static_cast<std::size_t>(rule)];
}

std::optional<Rule> ruleByName(std::string_view wanted)
{
    const auto* const found = std::ranges::find(kRuleNames, wanted);
    if (found == std::end(kRuleNames))
        return std::nullopt;
    return static_cast<Rule>(found - std::begin(kRuleNames));
}

std::optional<double> deviation(const Finding& finding)
{
    if (!finding.claimed || !finding.computed || *finding.computed == 0)
        return std::nullopt;
    return finding.claimed->value / *finding.computed - 1;
}

std::optional<double> tolerance(const Finding& finding)
{
    if (!finding.claimed || !finding.computed || *finding.computed == 0)
        return std::nullopt;
    const double widths = (finding.claimed->range.high - finding.claimed->range.low)
        + (finding.computed_range.high - finding.computed_range.low);
    const double share = widths / 2 / std::abs(*finding.computed);
    return std::isfinite(share) ? std::optional(share) : std::nullopt;
}

void use(Finding& finding, const std::vector<Operand>& operands)
{
    for (const Operand& operand : operands)
        for (const std::size_t claim : operand.claims)
            if (std::ranges::find(finding.claims, claim) == finding.claims.end())
                finding.claims.push_back(claim);
}

namespace {

std::vector<std::string> currenciesOf(const Operand& claimed, const Expression& expression)
{
    std::vector<std::string> codes = expression.currencies();
    if (!claimed.currency.empty() && std::ranges::find(codes, claimed.currency) == codes.end())
        codes.insert(codes.begin(), claimed.currency);
    return codes;
}

// Of several printed figures those with which it holds, else the first ones of one currency, else the first ones.
std::pair<Operand, Expression> bestPrinted(const Operand& claimed, const Expression& expression)
{
    std::vector<Operand> ofClaimed;
    for (const Operand::Printed& one : claimed.each)
        ofClaimed.push_back(printed(claimed, one));
    if (ofClaimed.empty())
        ofClaimed = {claimed};
    const std::vector<Expression> ofExpression = expression.ofEachPrinted();
    std::optional<std::pair<Operand, Expression>> first;
    for (const Operand& one : ofClaimed)
        for (const Expression& with : ofExpression) {
            if (currenciesOf(one, with).size() > 1)
                continue;
            if (overlap(one.range, with.range()))
                return {one, with};
            if (!first)
                first.emplace(one, with);
        }
    return first ? *std::move(first) : std::pair {ofClaimed.front(), ofExpression.front()};
}

// In place of what it would say of the amounts.
void tellCurrencies(Finding& finding, const std::vector<std::string>& codes)
{
    finding.verdict = Verdict::incomparable;
    finding.note = Note::currencies_differ;
    std::string list;
    for (const std::string& code : codes)
        list += (list.empty() ? "" : ", ") + code;
    finding.arguments = {list};
    finding.computed.reset();
    finding.lines.clear();
}

} // namespace

bool fits(const Operand& claimed, const Expression& expression)
{
    const auto [one, with] = bestPrinted(claimed, expression);
    return currenciesOf(one, with).size() <= 1 && overlap(one.range, with.range());
}

Finding compare(Rule rule, const Operand& stated, const Expression& formula)
{
    const auto [claimed, expression] = bestPrinted(stated, formula);
    Finding finding = computed(rule, expression);
    finding.claimed = claimed;
    finding.quantity = claimed.name;
    finding.platform = claimed.platform;
    use(finding, {claimed});
    if (const auto codes = currenciesOf(claimed, expression); codes.size() > 1) {
        tellCurrencies(finding, codes);
        return finding;
    }
    // What only the claimed figure says of the currency, holds for the computed one too.
    if (finding.currency.empty() && base::unitSpec(finding.unit).money)
        finding.currency = claimed.currency;
    finding.lines.push_back({expression, claimed.name});
    const bool holds = overlap(claimed.range, finding.computed_range);
    finding.verdict = holds ? Verdict::holds : Verdict::contradicts;
    finding.note = holds ? Note::follows : Note::does_not_follow;
    if (!holds) {
        if (!claimed.claims.empty())
            finding.mends.push_back(
                {claimed.claims.front(), *finding.computed, finding.computed_range, finding.currency});
        addMends(finding, expression, claimed.value, claimed.range);
    }
    return finding;
}

Finding limited(Rule rule, const Interval& bound, const Expression& expression)
{
    Finding finding = computed(rule, expression);
    const bool holds = overlap(bound, finding.computed_range);
    finding.verdict = holds ? Verdict::holds : Verdict::contradicts;
    finding.note = holds ? Note::follows : Note::does_not_follow;
    if (!holds) {
        const bool above = finding.computed_range.low > bound.high;
        addMends(finding, expression, above ? bound.high : bound.low, bound);
    }
    return finding;
}

} // namespace fullscope::audit
