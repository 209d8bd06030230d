// SPDX-License-Identifier: GPL-3.0-or-later
// Claimed prices against all prices that the catalogue has of that type, with their dates.
#include "core/audit/rules/rules.h"

#include "core/base/text.h"

namespace fullscope::audit {

Findings priceDate(const FigureSet& figures)
{
    Findings findings;
    for (const Platform& platform : figures.platforms())
        for (const bool spot : {false, true}) {
            const auto claimed = figures.find(platform.name, spot ? Quantity::spot_price : Quantity::instance_price);
            if (!claimed || platform.instances.empty())
                continue;
            // The catalogue is in dollars.
            const std::string& unit = figures.claims()[claimed->claims.front()].unit;
            if (unit.find("€") != std::string::npos || unit.find("¥") != std::string::npos
                || unit.find("£") != std::string::npos || base::containsIgnoreCase(unit, "cny"))
                continue;
            std::optional<Operand> nearest;
            std::string known;
            for (const catalogue::Instance* row : platform.instances)
                for (const auto& price : spot
                        ? std::vector {row->spot_usd_h}
                        : std::vector {row->on_demand_usd_h, row->reserved_1yr_usd_h, row->reserved_3yr_usd_h}) {
                    if (!price)
                        continue;
                    Operand fact = assumption("catalogue_price", *price, base::Unit::money_per_hour);
                    // A dozen of digits is printed as two: what is claimed decides how many count.
                    fact.source = row->provider + ", " + row->region + ", " + row->as_of;
                    if (!nearest || std::abs(*price - claimed->value) < std::abs(nearest->value - claimed->value))
                        nearest = fact;
                    const std::string one = figureText(*price, base::Unit::money_per_hour) + " (" + fact.source + ")";
                    if (known.find(one) == std::string::npos && known.size() < 400)
                        known += (known.empty() ? "" : "; ") + one;
                }
            if (!nearest)
                continue;
            Expression expression(base::Unit::money_per_hour);
            expression.add({*nearest});
            Finding finding = compare(Rule::price_date, *claimed, expression);
            finding.mends.clear();
            finding.note = Note::price_of_catalogue;
            finding.arguments = {figureText(*nearest), nearest->source};
            if (finding.verdict != Verdict::holds) { // prices change and are negotiated
                finding.verdict = Verdict::doubtful;
                finding.note = Note::price_differs;
                finding.arguments = {known};
            }
            findings.push_back(std::move(finding));
        }
    return findings;
}

} // namespace fullscope::audit
