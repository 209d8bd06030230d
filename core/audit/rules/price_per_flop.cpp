// SPDX-License-Identifier: GPL-3.0-or-later
// price / peak, peak × utilisation, price / (peak × utilisation), against what is stated of them. A stated, rounded
// step of the way is used as it stands: what follows from it holds, also where the unrounded figures give another last
// digit.
#include "core/audit/rules/rules.h"

namespace fullscope::audit {

namespace {

constexpr double kPeta = 1e15;

std::optional<Operand> anyPeak(const FigureSet& figures, const std::string& platform)
{
    return figures.find(platform, Quantity::peak_flops);
}

// Holds where one of the ways to it holds.
void addBest(const Operand& claimed, const std::vector<Expression>& ways, Findings& findings)
{
    std::optional<Finding> best;
    for (const Expression& way : ways) {
        Finding finding = compare(Rule::price_per_flop, claimed, way);
        if (!best || finding.verdict == Verdict::holds)
            best = std::move(finding);
        if (best->verdict == Verdict::holds)
            break;
    }
    if (best)
        findings.push_back(*std::move(best));
}

} // namespace

Findings pricePerFlop(const FigureSet& figures)
{
    Findings findings;
    for (const Platform& platform : figures.platforms()) {
        const std::string& name = platform.name;
        const std::vector<Operand> price = pricePerHour(figures, name, false);
        const auto peak = anyPeak(figures, name);
        const auto utilisation = figures.find(name, Quantity::utilisation);
        const auto effective = figures.find(name, Quantity::effective_pflops);
        const auto perEffective = figures.find(name, Quantity::price_per_effective_pflop);
        if (effective && peak && utilisation) {
            Expression product(base::Unit::flop_per_s);
            product.add({*peak, *utilisation});
            addBest(*effective, {product}, findings);
        }
        if (price.empty())
            continue;
        if (const auto perPeak = figures.find(name, Quantity::price_per_pflop); perPeak && peak) {
            Expression quotient(base::Unit::money_per_hour);
            quotient.add(price, {*peak}, kPeta, "1e15");
            addBest(*perPeak, {quotient}, findings);
        }
        if (!perEffective)
            continue;
        std::vector<Expression> ways;
        if (effective)
            ways.emplace_back(base::Unit::money_per_hour).add(price, {*effective}, kPeta, "1e15");
        if (peak && utilisation)
            ways.emplace_back(base::Unit::money_per_hour).add(price, {*peak, *utilisation}, kPeta, "1e15");
        addBest(*perEffective, ways, findings);
    }
    return findings;
}

} // namespace fullscope::audit
