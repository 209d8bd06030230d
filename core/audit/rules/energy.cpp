// SPDX-License-Identifier: GPL-3.0-or-later
// Power × time = energy; energy × price of electricity = what it costs. A rated power is drawn in part, and cooling
// adds to what is drawn: only what is far off cannot be true.
#include "core/audit/rules/rules.h"

#include "core/base/text.h"

#include <algorithm>
#include <string_view>

namespace fullscope::audit {

namespace {

constexpr double kFarOff = 2.5; // times: beyond idle machines, cooling and losses

// Of all chips: as stated, or of one times their number. Empty: not known, or that of one machine of several.
std::vector<Operand> powerOfAll(const FigureSet& figures, const std::string& platform)
{
    if (const auto all = figures.find(platform, Quantity::power)) {
        const bool isOfMachine = std::ranges::any_of(all->claims, [&figures](std::size_t index) {
            const std::string& label = figures.claims()[index].label;
            for (const std::string_view word : {"node", "instance", "server", "节点", "单机", "每台", "rack", "机柜"})
                if (base::containsIgnoreCase(label, word))
                    return true;
            return false;
        });
        return isOfMachine ? std::vector<Operand> {} : std::vector {*all};
    }
    const auto each = figures.find(platform, Quantity::power_per_chip);
    Product chips = statedNumber(figures, platform, Quantity::chips);
    if (!each || !chips.isKnown() || !chips.over.empty())
        return {};
    chips.times.insert(chips.times.begin(), *each);
    return chips.times;
}

void addEnergy(const FigureSet& figures, const std::string& platform, Findings& findings)
{
    const auto energy = figures.find(platform, Quantity::energy);
    std::vector<Operand> factors = powerOfAll(figures, platform);
    auto time = figures.find(platform, Quantity::training_hours);
    if (!time)
        time = figures.find(platform, Quantity::total_time);
    if (!energy || factors.empty() || !time || energy->value <= 0)
        return;
    factors.push_back(*time);
    const bool inHours = time->unit == base::Unit::hours;
    Expression product; // kWh
    product.add(factors, {}, inHours ? 1 : 1.0 / 3600, inHours ? "" : "1 / 3600");
    Finding finding = compare(Rule::parts_whole, *energy, product);
    finding.platform = platform;
    if (finding.verdict == Verdict::contradicts && finding.computed && *finding.computed > 0) {
        const double ratio = finding.claimed->value / *finding.computed;
        if (ratio < kFarOff && ratio > 1 / kFarOff) {
            finding.doubt(Note::energy_not_of_power, true);
            finding.arguments = {figureText(*finding.computed, base::Unit::one)};
        }
    }
    findings.push_back(std::move(finding));
}

void addCost(const FigureSet& figures, const std::string& platform, Findings& findings)
{
    const auto energy = figures.find(platform, Quantity::energy);
    const auto price = figures.find(platform, Quantity::electricity_price);
    const auto cost = figures.find(platform, Quantity::electricity_cost);
    if (!energy || !price || !cost)
        return;
    Expression product(base::Unit::money);
    product.add({*energy, *price});
    Finding finding = compare(Rule::parts_whole, *cost, product);
    finding.platform = platform;
    const double rest = finding.claimed->value - finding.computed.value_or(finding.claimed->value);
    if (finding.verdict == Verdict::contradicts && rest > 0 && finding.claimed->value < kFarOff * *finding.computed) {
        finding.doubt(Note::more_than_parts, true); // cooling, a basic fee
        finding.arguments = {figureText(rest, base::Unit::money, finding.currency)};
    }
    findings.push_back(std::move(finding));
}

} // namespace

Findings energyProducts(const FigureSet& figures)
{
    Findings findings;
    for (const Platform& platform : figures.platforms()) {
        addEnergy(figures, platform.name, findings);
        addCost(figures, platform.name, findings);
    }
    return findings;
}

} // namespace fullscope::audit
