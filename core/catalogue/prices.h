// SPDX-License-Identifier: GPL-3.0-or-later
// Prices per instance-hour, each with its day and its source, and which of them holds on a day.
#pragma once

#include "core/base/decimal.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::catalogue {

enum class PriceOption {
    on_demand,
    spot,
    reserved_1yr,
    reserved_3yr,
    savings_plan_1yr,
    savings_plan_3yr,
    committed, // any other promise to use or pay
    capacity_block,
    count
};
constexpr std::size_t kPriceOptions = static_cast<std::size_t>(PriceOption::count);
// Spelled as the enumerator: "reserved_1yr".
std::string_view name(PriceOption option);
// Without case, `-` and spaces as `_`: "On-Demand".
std::optional<PriceOption> priceOption(std::string_view name);
std::string priceOptionNames(); // "on_demand, spot, …"

constexpr std::string_view kEverywhere = "all"; // region of a price that is the same in all of its provider's

struct Price {
    std::int64_t id = 0; // of the user's own, from 1; 0 = of the built-in catalogue
    std::string provider, instance_type, region;
    PriceOption option = PriceOption::on_demand;
    base::Decimal per_h; // of one instance
    std::string currency; // ISO code
    std::string as_of; // ISO, as fine as the source tells: "2026-07-20", "2024-12", "2026"
    std::string source, note;

    bool isUsers() const { return id != 0; }
    bool operator==(const Price&) const = default;
};

// First day that a date of a source may mean: "2024-12" → "2024-12-01". Error bad_time.
base::Result<std::string> firstDay(std::string_view as_of);
// More than a year before the day `today`, or a date of which that cannot be excluded. False without a day.
bool isOld(std::string_view as_of, std::string_view today);

struct PriceQuery {
    std::string instance_type; // without case; ml.p5.48xlarge is dearer than p5.48xlarge, and another type here
    std::string region; // kEverywhere: only a price of all regions
    PriceOption option = PriceOption::on_demand;
    std::string date; // ISO day
    std::string currency = "USD";
    std::string provider {}; // needed where several sell a type of that name
};

struct FoundPrice {
    Price price;
    // Why this one and not the next of `others`.
    enum class Why { only, latest, users_of_that_day, named_region, entered_last } why = Why::only;
    std::vector<Price> others; // that would hold without it: older ones, or of the same day; the next best first
    std::vector<Price> later; // from after the day, in order of date
};

std::string_view name(FoundPrice::Why why); // spelled as the enumerator

// The latest price up to the day: of one day the user's before the built-in one, then that of the region before that of
// all regions, then the one entered last. A price of another region, option, currency or type never stands in. Errors:
// not_given (type, region, date, currency; provider where several have the type: found), bad_time, price_missing (found
// the type with option and currency, args region and day, expected: the nearest that is known, for whoever enters one).
base::Result<FoundPrice> priceAt(std::span<const Price> prices, const PriceQuery& query);

// All of a type in order of date.
std::vector<Price> historyOf(std::span<const Price> prices, std::string_view instance_type);

} // namespace fullscope::catalogue
