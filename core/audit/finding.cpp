// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/audit/finding.h"

#include <algorithm>
#include <cmath>

namespace fullscope::audit {

namespace {

constexpr std::string_view kVerdicts[] = {"impossible", "contradicts", "incomparable", "doubtful", "missing", "holds"};
static_assert(std::size(kVerdicts) == static_cast<std::size_t>(Verdict::count));

constexpr std::string_view kRuleNames[] = {"unit-cost", "step-identity", "duration", "physical-limit",
    "utilisation-kind", "peak-kind", "chip-sum", "price-date", "price-per-flop", "memory-fit", "ratio", "total-cost",
    "scope", "equal-convergence", "equal-precision", "compile-counted", "method", "stated-twice", "reading"};
static_assert(std::size(kRuleNames) == kRules);

constexpr std::string_view kAssumptions[] = {"bf16", "dense_model", "all_trained", "no_sparsity", "mixed_adam"};
static_assert(std::size(kAssumptions) == static_cast<std::size_t>(Assumption::count));

void addMends(Finding& finding, const Expression& expression, double target, const Interval& bound)
{
    for (std::size_t i = 0; i < expression.operands().size(); ++i) {
        const Operand& operand = expression.operands()[i];
        const auto value = expression.solved(i, target);
        if (operand.claims.empty() || !value || !(*value > 0))
            continue;
        const auto range = expression.solvedRange(i, bound);
        finding.mends.push_back({operand.claims.front(), *value, range.value_or(Interval {*value, *value})});
    }
}

Finding computed(Rule rule, const Expression& expression)
{
    Finding finding;
    finding.rule = rule;
    finding.computed = expression.value();
    finding.computed_range = expression.range();
    finding.unit = expression.unit();
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

// Of several printed figures those with which it holds, else the first ones.
std::pair<Operand, Expression> bestPrinted(const Operand& claimed, const Expression& expression)
{
    std::vector<Operand> ofClaimed;
    for (const Operand::Printed& one : claimed.each)
        ofClaimed.push_back(printed(claimed, one));
    if (ofClaimed.empty())
        ofClaimed = {claimed};
    const std::vector<Expression> ofExpression = expression.ofEachPrinted();
    for (const Operand& one : ofClaimed)
        for (const Expression& with : ofExpression)
            if (overlap(one.range, with.range()))
                return {one, with};
    return {ofClaimed.front(), ofExpression.front()};
}

} // namespace

Finding compare(Rule rule, const Operand& stated, const Expression& formula)
{
    const auto [claimed, expression] = bestPrinted(stated, formula);
    Finding finding = computed(rule, expression);
    finding.claimed = claimed;
    finding.quantity = claimed.name;
    finding.platform = claimed.platform;
    finding.lines.push_back({expression, claimed.name});
    const bool holds = overlap(claimed.range, finding.computed_range);
    finding.verdict = holds ? Verdict::holds : Verdict::contradicts;
    finding.note = holds ? Note::follows : Note::does_not_follow;
    if (!holds) {
        if (!claimed.claims.empty())
            finding.mends.push_back({claimed.claims.front(), *finding.computed, finding.computed_range});
        addMends(finding, expression, claimed.value, claimed.range);
    }
    use(finding, {claimed});
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
