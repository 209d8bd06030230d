// SPDX-License-Identifier: GPL-3.0-or-later
// price / throughput against the claimed cost per million tokens, on demand and spot.
#include "core/audit/rules/rules.h"

#include <initializer_list>

namespace fullscope::audit {

namespace {

constexpr double kMtokPerHour = 1e6 / 3600; // $/h over tokens/s in $/M tokens

Expression unitCostOf(const std::vector<Operand>& price, std::vector<Operand> over, const std::vector<Operand>& rate)
{
    Expression expression(base::Unit::money_per_mtok);
    over.insert(over.end(), rate.begin(), rate.end());
    expression.add(price, over, kMtokPerHour, "1e6 / 3600");
    return expression;
}

} // namespace

Findings unitCostOf(const FigureSet& figures, const std::string& platform)
{
    Findings findings;
    for (const bool spot : {false, true}) {
        const auto claimed
            = figures.find(platform, spot ? Quantity::spot_cost_per_million_tokens : Quantity::cost_per_million_tokens);
        const JobPrice job = jobPricePerHour(figures, platform, spot);
        const std::vector<Operand> rate = throughput(figures, platform);
        if (!claimed || !job.isKnown() || rate.empty())
            continue;
        const std::vector<Operand> price = pricePerHour(figures, platform, spot);
        const JobPrice other = jobPricePerHour(figures, platform, true);
        Finding finding = compare(Rule::unit_cost, *claimed, unitCostOf(job.times, job.over, rate));
        finding.details.emplace_back("spot", spot ? 1 : 0);
        if (finding.verdict == Verdict::contradicts && !job.alone && !price.empty()
            && fits(*claimed, unitCostOf(price, {}, rate))) {
            // The throughput of one instance gives the same: only the identity of steps could tell.
            finding.doubt(Note::instances_not_multiplied, false);
            finding.arguments = {figureText(job.times.back())};
        } else if (finding.verdict == Verdict::contradicts && !spot && other.isKnown()
            && fits(*claimed, unitCostOf(other.times, other.over, rate))) {
            finding.note = Note::is_spot_price;
            finding.lines.push_back({unitCostOf(other.times, other.over, rate), "spot_cost_per_million_tokens"});
        }
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
