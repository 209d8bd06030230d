// SPDX-License-Identifier: GPL-3.0-or-later
// Claimed prices against all prices that the catalogue has of that type, with their days. Nothing in a table says of
// which day, region and contract a price is, and prices are negotiated: another one than the catalogue's is a question.
#include "core/audit/rules/rules.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>
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

// `chips`: the claimed price is that of one of them.
std::optional<Finding> judged(const FigureSet& figures, const Platform& platform, const Operand& claimed, bool spot,
    const std::optional<Operand>& chips)
{
    constexpr std::size_t kMost = 8;
    // Dollars where nothing says another currency.
    std::vector<Price> prices = pricesOf(figures, platform, spot, claimed.currency.empty() ? "USD" : claimed.currency);
    if (prices.empty())
        return std::nullopt;
    const double wanted = chips ? claimed.value * chips->value : claimed.value;
    std::ranges::stable_sort(
        prices, {}, [wanted](const Price& price) { return std::abs(price.per_h.toDouble() - wanted); });
    Expression expression(base::Unit::money_per_hour);
    expression.add({factOf(prices.front())}, chips ? std::vector {*chips} : std::vector<Operand> {});
    Finding finding = compare(Rule::price_date, claimed, expression);
    finding.platform = platform.name;
    finding.mends.clear();
    finding.note = Note::price_of_catalogue;
    if (finding.verdict != Verdict::holds)
        finding.doubt(Note::price_differs, true);
    const std::size_t shown = finding.is_question ? std::min(prices.size(), kMost) : 1;
    finding.more_prices = finding.is_question ? prices.size() - shown : 0;
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
        if (!claimed || platform.instance_type.empty() || (ofChip && !chips))
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
