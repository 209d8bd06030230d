// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalogue/prices.h"

#include "core/base/text.h"
#include "core/base/utc.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace fullscope::catalogue {

namespace {

using base::Code;
using base::Error;
using Why = FoundPrice::Why;

constexpr std::array<std::string_view, kPriceOptions> kNames {"on_demand", "spot", "reserved_1yr", "reserved_3yr",
    "savings_plan_1yr", "savings_plan_3yr", "committed", "capacity_block"};
constexpr std::size_t kYear = 4, kMonth = 7, kDay = 10; // lengths of "2026", "2026-07", "2026-07-20"

bool isEverywhere(const Price& price)
{
    return base::equalsIgnoreCase(price.region, kEverywhere);
}

// Of the user's file, in which the dates were checked: never empty there.
std::string dayOf(const Price& price)
{
    const auto day = firstDay(price.as_of);
    return day.ok() ? *day : std::string();
}

// What orders the prices of one question; the greatest holds.
auto rank(const Price& price)
{
    return std::tuple(dayOf(price), price.isUsers(), !isEverywhere(price), price.id);
}

Why whyBefore(const Price& best, const Price& next)
{
    if (dayOf(best) != dayOf(next))
        return Why::latest;
    if (best.isUsers() != next.isUsers())
        return Why::users_of_that_day;
    return isEverywhere(best) != isEverywhere(next) ? Why::named_region : Why::entered_last;
}

base::Status check(const PriceQuery& query)
{
    const std::pair<const char*, const std::string*> needed[] = {{"instance_type", &query.instance_type},
        {"region", &query.region}, {"date", &query.date}, {"currency", &query.currency}};
    for (const auto& [field, text] : needed)
        if (base::trimmed(*text).empty())
            return Error {.code = Code::not_given, .field = field};
    if (query.date.size() != kDay || !firstDay(query.date).ok())
        return Error {
            .code = Code::bad_time, .field = "date", .found = base::excerpt(query.date), .expected = "2026-07-20"};
    return {};
}

std::string shown(const Price& price)
{
    return price.region + " " + std::string(name(price.option)) + " " + price.per_h.toString() + " " + price.currency
        + " (" + price.as_of + ")";
}

// What is known of the type instead, for the eyes of whoever looks for the right one.
Error missing(std::span<const Price> of_type, const PriceQuery& query)
{
    constexpr std::size_t kShown = 4;
    std::string known;
    for (std::size_t i = 0; i < std::min(of_type.size(), kShown); ++i)
        known += (known.empty() ? "" : "; ") + shown(of_type[i]);
    if (of_type.size() > kShown)
        known += "; …";
    return Error {.code = Code::price_missing,
        .args = {query.region, query.date},
        .field = "price",
        .found = query.instance_type + " (" + std::string(name(query.option)) + ", " + query.currency + ")",
        .expected = std::move(known)};
}

base::Status checkOneProvider(std::span<const Price> prices)
{
    std::vector<std::string> providers;
    for (const Price& price : prices)
        if (std::none_of(providers.begin(), providers.end(),
                [&price](const std::string& other) { return base::equalsIgnoreCase(other, price.provider); }))
            providers.push_back(price.provider);
    if (providers.size() < 2)
        return {};
    std::sort(providers.begin(), providers.end());
    std::string known;
    for (const std::string& provider : providers)
        known += (known.empty() ? "" : ", ") + provider;
    return Error {.code = Code::not_given, .field = "provider", .expected = std::move(known)};
}

} // namespace

std::string_view name(PriceOption option)
{
    return kNames[static_cast<std::size_t>(option)];
}

std::string_view name(Why why)
{
    constexpr std::string_view kWhys[] = {"only", "latest", "users_of_that_day", "named_region", "entered_last"};
    return kWhys[static_cast<std::size_t>(why)];
}

std::optional<PriceOption> priceOption(std::string_view name)
{
    std::string plain = base::toLower(base::trimmed(name));
    std::replace_if(
        plain.begin(), plain.end(), [](char c) { return c == '-' || c == ' '; }, '_');
    const auto* const found = std::find(kNames.begin(), kNames.end(), plain);
    return found == kNames.end() ? std::nullopt : std::optional(static_cast<PriceOption>(found - kNames.begin()));
}

std::string priceOptionNames()
{
    std::string all;
    for (const std::string_view one : kNames)
        all += (all.empty() ? "" : ", ") + std::string(one);
    return all;
}

base::Result<std::string> firstDay(std::string_view as_of)
{
    std::string day(as_of);
    day += as_of.size() == kYear ? "-01-01" : as_of.size() == kMonth ? "-01" : "";
    const auto instant = base::parseIso(day);
    if (day.size() != kDay || !instant.ok() || base::formatDate(instant->instant) != day)
        return Error {.code = Code::bad_time, .found = base::excerpt(as_of), .expected = "2026-07-20, 2026-07, 2026"};
    return day;
}

bool isOld(std::string_view as_of, std::string_view today)
{
    const auto from = firstDay(as_of);
    const auto now = firstDay(today);
    if (!from.ok() || !now.ok())
        return false;
    const int year = std::stoi(from->substr(0, kYear)) + 1; // firstDay() let digits through
    std::string a_year_later = std::to_string(year);
    a_year_later.insert(0, kYear - std::min(kYear, a_year_later.size()), '0');
    return a_year_later + from->substr(kYear) < *now;
}

base::Result<FoundPrice> priceAt(std::span<const Price> prices, const PriceQuery& query)
{
    FS_TRY(check(query));
    std::vector<Price> of_type, fit;
    for (const Price& price : prices) {
        const bool is_sellers = query.provider.empty() || base::equalsIgnoreCase(price.provider, query.provider);
        if (!is_sellers || !base::equalsIgnoreCase(price.instance_type, base::trimmed(query.instance_type)))
            continue;
        of_type.push_back(price);
        const bool is_there = isEverywhere(price) || base::equalsIgnoreCase(price.region, query.region);
        if (is_there && price.option == query.option && base::equalsIgnoreCase(price.currency, query.currency))
            fit.push_back(price);
    }
    std::stable_sort(fit.begin(), fit.end(), [](const Price& a, const Price& b) { return rank(b) < rank(a); });
    const auto holds = std::find_if(fit.begin(), fit.end(), [&](const Price& one) { return dayOf(one) <= query.date; });
    if (holds == fit.end())
        return missing(of_type, query);
    FS_TRY(checkOneProvider(fit));
    FoundPrice found {.price = *holds, .others = {holds + 1, fit.end()}, .later = {fit.begin(), holds}};
    std::reverse(found.later.begin(), found.later.end());
    if (!found.others.empty())
        found.why = whyBefore(found.price, found.others.front());
    return found;
}

std::vector<Price> historyOf(std::span<const Price> prices, std::string_view instance_type)
{
    std::vector<Price> history;
    for (const Price& price : prices)
        if (base::equalsIgnoreCase(price.instance_type, base::trimmed(instance_type)))
            history.push_back(price);
    std::stable_sort(history.begin(), history.end(), [](const Price& a, const Price& b) {
        return std::tuple(dayOf(a), a.region, a.option, a.id) < std::tuple(dayOf(b), b.region, b.option, b.id);
    });
    return history;
}

} // namespace fullscope::catalogue
