// SPDX-License-Identifier: GPL-3.0-or-later
// Claimed prices against those that the catalogue has of that type, with their days: of the region and day that are
// stated, else of all. Prices are negotiated: another one than the catalogue's is a question, unless it is called the
// list price of a region and day of which the catalogue has one.
#include "core/audit/rules/rules.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <iterator>

namespace fullscope::audit {

namespace {

using catalogue::Price;
using catalogue::PriceOption;

constexpr std::string_view kManaged = "ml."; // SageMaker's name of a machine, at another price

// Of the type as it is named, spot or not.
std::vector<Price> pricesOf(const FigureSet& figures, const Platform& platform, bool spot, const std::string& currency)
{
    const bool managed = base::containsIgnoreCase(platform.name, std::string(kManaged) + platform.instance_type);
    const std::string type = managed ? std::string(kManaged) + platform.instance_type : platform.instance_type;
    std::vector<Price> prices = catalogue::historyOf(figures.catalogue().prices(), type);
    std::erase_if(prices,
        [&](const Price& price) { return price.currency != currency || (price.option == PriceOption::spot) != spot; });
    return prices;
}

Operand factOf(const Price& price)
{
    Operand fact = assumption("catalogue_price", price.per_h.toDouble(), base::Unit::money_per_hour);
    fact.currency = price.currency;
    fact.source = price.instance_type + ", " + price.provider + ", " + price.region + ", "
        + std::string(catalogue::name(price.option)) + ", " + price.as_of + ": " + price.source;
    return fact;
}

struct Place { // of a claimed price, as far as it is said
    std::string region {}, as_of {}, label {};
    bool isSaid() const { return !region.empty() || !as_of.empty(); }
    std::string text() const { return region + (region.empty() || as_of.empty() ? "" : ", ") + as_of; }
};

Place placeOf(const FigureSet& figures, const Operand& claimed)
{
    for (const std::size_t index : claimed.claims)
        if (const Claim& claim = figures.claims()[index]; !claim.region.empty() || !claim.as_of.empty())
            return {claim.region, claim.as_of, claim.label};
    return {};
}

bool isSamePeriod(const std::string& a, const std::string& b) // "2026-07" and "2026-07-20"
{
    return !a.empty() && !b.empty() && (a.starts_with(b) || b.starts_with(a));
}

// Those of the region, and of it in force on the day: of each kind the last up to then.
std::vector<Price> pricesThere(std::vector<Price> prices, const Place& place)
{
    if (!place.region.empty())
        std::erase_if(prices, [&place](const Price& price) {
            return price.region != catalogue::kEverywhere && !base::equalsIgnoreCase(price.region, place.region);
        });
    if (place.as_of.empty())
        return prices;
    const std::string end = place.as_of + "~"; // behind all days of that month or year
    std::erase_if(prices, [&end](const Price& price) { return price.as_of.empty() || price.as_of > end; });
    const std::vector<Price> all = prices;
    std::erase_if(prices, [&](const Price& price) {
        return std::ranges::any_of(all, [&](const Price& later) {
            return later.as_of > price.as_of && !isSamePeriod(price.as_of, place.as_of)
                && later.provider == price.provider && later.region == price.region && later.option == price.option;
        });
    });
    return prices;
}

// A price that is said to be the list price of a place and day of which the catalogue has that of on-demand use.
bool isListPrice(const Place& place, const std::vector<Price>& there)
{
    const bool isCalledSo = std::ranges::any_of(
        std::initializer_list<std::string_view> {"on-demand", "on demand", "list price", "按需", "按量", "目录价"},
        [&place](std::string_view word) { return base::containsIgnoreCase(place.label, word); });
    return isCalledSo && !place.region.empty() && std::ranges::any_of(there, [&place](const Price& price) {
        return price.option == PriceOption::on_demand && isSamePeriod(price.as_of, place.as_of);
    });
}

// `chips`: the claimed price is that of one of them.
std::optional<Finding> judged(const FigureSet& figures, const Platform& platform, const Operand& claimed, bool spot,
    const std::optional<Operand>& chips)
{
    constexpr std::size_t kMost = 8;
    // Dollars where nothing says another currency.
    std::vector<Price> prices = pricesOf(figures, platform, spot, claimed.currency.empty() ? "USD" : claimed.currency);
    if (prices.empty())
        return std::nullopt;
    const Place place = placeOf(figures, claimed);
    std::vector<Price> there = place.isSaid() ? pricesThere(prices, place) : std::vector<Price> {};
    const bool isThere = !there.empty();
    if (isThere)
        prices = std::move(there);
    const double wanted = chips ? claimed.value * chips->value : claimed.value;
    std::ranges::stable_sort(
        prices, {}, [wanted](const Price& price) { return std::abs(price.per_h.toDouble() - wanted); });
    Expression expression(base::Unit::money_per_hour);
    expression.add({factOf(prices.front())}, chips ? std::vector {*chips} : std::vector<Operand> {});
    Finding finding = compare(Rule::price_date, claimed, expression);
    finding.platform = platform.name;
    finding.mends.clear();
    const bool isElsewhere = place.isSaid() && !isThere;
    if (place.isSaid())
        finding.arguments = {place.text()};
    finding.note = isElsewhere ? Note::price_of_elsewhere : Note::price_of_catalogue;
    if (finding.verdict != Verdict::holds)
        finding.doubt(isElsewhere ? Note::price_differs_elsewhere
                : isThere         ? Note::price_differs_there
                                  : Note::price_differs,
            !(isThere && isListPrice(place, prices)));
    const bool differs = finding.verdict != Verdict::holds;
    const std::size_t shown = differs ? std::min(prices.size(), kMost) : 1;
    finding.more_prices = differs ? prices.size() - shown : 0;
    finding.prices.assign(std::make_move_iterator(prices.begin()),
        std::make_move_iterator(prices.begin() + static_cast<std::ptrdiff_t>(shown)));
    return finding;
}

} // namespace

Findings priceDate(const FigureSet& figures)
{
    Findings findings;
    const auto add = [&](const Platform& platform, Quantity quantity, bool spot) {
        const auto claimed = figures.find(platform.name, quantity);
        const bool ofChip = quantity == Quantity::chip_price;
        const auto chips = ofChip ? figures.catalogueChips(platform.name) : std::nullopt;
        // A price of a chip beside one of its machine is that by their number, and rounded: the other is looked up.
        const bool isOther = ofChip && figures.find(platform.name, Quantity::instance_price);
        if (!claimed || platform.instance_type.empty() || (ofChip && !chips) || isOther)
            return;
        if (auto finding = judged(figures, platform, *claimed, spot, chips))
            findings.push_back(*std::move(finding));
    };
    for (const Platform& platform : figures.platforms()) {
        add(platform, Quantity::instance_price, false);
        add(platform, Quantity::spot_price, true);
        add(platform, Quantity::chip_price, false);
    }
    return findings;
}

} // namespace fullscope::audit
