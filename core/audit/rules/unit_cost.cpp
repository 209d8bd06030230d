// SPDX-License-Identifier: GPL-3.0-or-later
// price / throughput against the claimed cost per million tokens, on demand and spot.
#include "core/audit/rules/rules.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace fullscope::audit {

namespace {

constexpr double kMtokPerHour = 1e6 / 3600; // $/h over tokens/s in $/M tokens

Expression unitCostOf(const Product& price, const std::vector<Operand>& rate)
{
    Expression expression(base::Unit::money_per_mtok);
    std::vector<Operand> over = price.over;
    over.insert(over.end(), rate.begin(), rate.end());
    expression.add(price.times, over, kMtokPerHour, "1e6 / 3600");
    return expression;
}

// The number of machines with which it would hold, where nothing says how many there are.
std::optional<double> numberOfMachines(const FigureSet& figures, const std::string& platform, const Operand& claimed,
    const UnitCost& parts, const Finding& finding)
{
    const bool isOfMachine
        = parts.price.alone && parts.rate.size() == 1 && figures.find(platform, Quantity::tokens_per_s);
    if (!isOfMachine || !finding.computed || figures.find(platform, Quantity::chips)
        || figures.find(platform, Quantity::instances))
        return std::nullopt;
    const Interval machines = claimed.range / finding.computed_range;
    const double number = std::max(2.0, std::ceil(machines.low));
    return std::isfinite(number) && number <= machines.high ? std::optional(number) : std::nullopt;
}

// Ways in which a unit cost that does not hold may have been meant.
void explain(const FigureSet& figures, const std::string& platform, bool spot, const Operand& claimed,
    const UnitCost& parts, Finding& finding)
{
    const std::vector<Operand> price = pricePerHour(figures, platform, spot);
    const bool isMultiplied = parts.price.times.size() > 1 && !parts.price.alone;
    const UnitCost other = unitCostParts(figures, platform, !spot);
    if (isMultiplied && !price.empty() && fits(claimed, unitCostOf({price, {}}, parts.rate))) {
        // The throughput of one instance gives the same: only the identity of steps could tell.
        finding.doubt(Note::instances_not_multiplied, false);
        finding.arguments = {figureText(parts.price.times.back())};
        return;
    }
    if (other.isKnown() && fits(claimed, unitCostOf(other.price, other.rate))) { // that of the other price
        if (spot)
            return;
        finding.note = Note::is_spot_price;
        finding.lines.push_back({unitCostOf(other.price, other.rate), "spot_cost_per_million_tokens"});
        return;
    }
    if (const auto machines = numberOfMachines(figures, platform, claimed, parts, finding)) {
        finding.doubt(Note::number_of_machines_unsaid, true);
        finding.arguments = {figureText(*machines, base::Unit::one)};
        return;
    }
    for (const JobPrice& job : jobPricesBySize(figures, platform, spot))
        if (const Expression ofSize = unitCostOf(job, parts.rate); fits(claimed, ofSize)) {
            finding.doubt(Note::size_of_machine_unsaid, true);
            finding.arguments = {figureText(job.chips_per_instance, base::Unit::one)};
            finding.lines.push_back({ofSize, "cost_per_million_tokens"});
            return;
        }
}

} // namespace

Findings unitCostOf(const FigureSet& figures, const std::string& platform)
{
    Findings findings;
    for (const bool spot : {false, true}) {
        const auto claimed
            = figures.find(platform, spot ? Quantity::spot_cost_per_million_tokens : Quantity::cost_per_million_tokens);
        const UnitCost parts = unitCostParts(figures, platform, spot);
        if (!claimed || !parts.isKnown())
            continue;
        Finding finding = compare(Rule::unit_cost, *claimed, unitCostOf(parts.price, parts.rate));
        finding.platform = platform;
        finding.details.emplace_back("spot", spot ? 1 : 0);
        if (finding.verdict == Verdict::contradicts)
            explain(figures, platform, spot, *claimed, parts, finding);
        findings.push_back(std::move(finding));
    }
    return findings;
}

Findings unitCost(const FigureSet& figures)
{
    Findings findings;
    for (const Platform& platform : figures.platforms())
        for (Finding& finding : unitCostOf(figures, platform.name))
            findings.push_back(std::move(finding));
    return findings;
}

} // namespace fullscope::audit
