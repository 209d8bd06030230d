// SPDX-License-Identifier: GPL-3.0-or-later
// What no reading can be: a counter of energy, time or throughput at zero, a share above one.
#include "core/audit/rules/rules.h"

namespace fullscope::audit {

namespace {

bool mayBeZero(Quantity quantity)
{
    switch (quantity) {
    case Quantity::failure_waste:
    case Quantity::delay:
    case Quantity::engineer_hours:
    case Quantity::engineer_rate:
    case Quantity::first_compile_time:
        return true;
    default:
        return false;
    }
}

// More active parameters than there are.
std::optional<Finding> partAboveWhole(const FigureSet& figures, const std::string& platform)
{
    const auto active = figures.find(platform, Quantity::active_parameters);
    const auto all = figures.find(platform, Quantity::parameters);
    if (!active || !all || active->range.low <= all->range.high)
        return std::nullopt;
    Expression expression;
    expression.add({*all});
    Finding finding = compare(Rule::reading, *active, expression);
    finding.platform = platform;
    finding.note = Note::part_above_whole;
    finding.arguments = {figureText(*active), figureText(*all)};
    return finding;
}

} // namespace

Findings reading(const FigureSet& figures)
{
    Findings findings;
    for (std::size_t i = 0; i < figures.claims().size(); ++i) {
        const Claim& claim = figures.claims()[i];
        if (!claim.isValue() || spec(claim.what.quantity).word)
            continue;
        const bool zero = claim.value <= 0 && !mayBeZero(claim.what.quantity);
        const bool aboveOne = spec(claim.what.quantity).unit == base::Unit::share && claim.range.low > 1;
        if (!zero && !aboveOne)
            continue;
        Finding finding;
        finding.rule = Rule::reading;
        finding.verdict = Verdict::impossible;
        finding.note = zero ? Note::reads_zero : Note::share_above_one;
        finding.platform = claim.platform;
        finding.quantity = nameOf(claim.what);
        finding.claimed = figures.operand(i);
        finding.unit = finding.claimed->unit;
        finding.arguments = {figureText(*finding.claimed)};
        finding.claims = {i};
        findings.push_back(std::move(finding));
    }
    for (const Platform& platform : figures.platforms())
        if (auto finding = partAboveWhole(figures, platform.name))
            findings.push_back(*std::move(finding));
    return findings;
}

} // namespace fullscope::audit
