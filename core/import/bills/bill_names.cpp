// SPDX-License-Identifier: GPL-3.0-or-later
// What the name of a column in a ledger or invoice says besides a word of the dictionary: currency, unit, thousands.
#include "core/import/bills/bill_fields.h"

#include "core/base/text.h"
#include "core/import/bills/bill_name_table.h"
#include "core/import/bills/bill_text.h"
#include "core/import/logs/table/rate_names.h"

#include <algorithm>
#include <array>

namespace fullscope::import {

namespace {

using Field = BillField;

std::string joined(std::span<const std::string> words)
{
    std::string key;
    for (const std::string& word : words)
        key.append(key.empty() ? "" : "_").append(word);
    return key;
}

// A name without what stands in brackets at its end, and that.
std::pair<std::string_view, std::string_view> bracketed(std::string_view name)
{
    name = base::trimmed(name);
    constexpr std::string_view kOpen = "（", kClose = "）";
    if (const std::size_t at = name.rfind(kOpen); name.ends_with(kClose) && at != std::string_view::npos && at > 0)
        return {base::trimmed(name.substr(0, at)),
            base::trimmed(name.substr(at + kOpen.size(), name.size() - at - kOpen.size() - kClose.size()))};
    if (!name.ends_with(')') && !name.ends_with(']'))
        return {name, {}};
    const std::size_t open = name.rfind(name.back() == ')' ? '(' : '[');
    if (open == std::string_view::npos || open == 0)
        return {name, {}};
    return {base::trimmed(name.substr(0, open)), base::trimmed(name.substr(open + 1, name.size() - open - 2))};
}

} // namespace

std::string currencyOfText(std::string_view text)
{
    constexpr std::array<std::string_view, 37> kCodes {"USD", "EUR", "GBP", "JPY", "CNY", "CHF", "CAD", "AUD", "NZD",
        "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "RON", "INR", "KRW", "SGD", "HKD", "TWD", "BRL", "MXN", "ZAR", "ILS",
        "AED", "SAR", "TRY", "THB", "IDR", "MYR", "VND", "PHP", "ISK", "CLP", "COP", "ARS"};
    constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kSigns {{{"€", "EUR"}, {"£", "GBP"},
        {"₹", "INR"}, {"₩", "KRW"}, {"zł", "PLN"}, {"₪", "ILS"}, {"₺", "TRY"}, {"元", "CNY"}}};
    constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kDollars {
        {{"US$", "USD"}, {"CA$", "CAD"}, {"C$", "CAD"}, {"A$", "AUD"}, {"HK$", "HKD"}, {"S$", "SGD"}, {"NT$", "TWD"}}};
    const std::string_view name = base::trimmed(text);
    for (const auto& [sign, code] : kSigns)
        if (name == sign)
            return std::string(code);
    for (const auto& [sign, code] : kDollars)
        if (base::equalsIgnoreCase(name, sign))
            return std::string(code);
    for (const std::string_view code : kCodes)
        if (base::equalsIgnoreCase(name, code))
            return std::string(code);
    return {};
}

MoneyUnit moneyUnitOfName(std::string_view name)
{
    const auto [stem, inner] = bracketed(name);
    for (const std::string_view text : {inner, inner.substr(0, inner.find_first_of("/ "))})
        if (const MoneyUnit unit = moneyUnit(text); unit.zeros > 0 || !unit.currency.empty())
            return unit;
    const std::size_t last = stem.find_last_of(" _");
    if (last != std::string_view::npos) {
        const std::size_t before = stem.find_last_of(" _", last - 1);
        for (const std::size_t at : {before, last}) // `Cost USD thousands`, `Cost $K`
            if (const MoneyUnit unit = moneyUnit(stem.substr(std::min(at + 1, stem.size())));
                at != std::string_view::npos && unit.zeros > 0)
                return unit;
    }
    const auto words = wordsOf(stem);
    if (words.empty())
        return {};
    if (std::string code = currencyOfText(words.back()); !code.empty())
        return {0, code};
    return {0, currencyOfText(words.front())};
}

std::int64_t perHourOfName(std::string_view name)
{
    const auto [stem, inner] = bracketed(name);
    if (const std::int64_t units = unitsPerHour(base::toLower(inner)); units > 0)
        return units;
    const auto words = wordsOf(stem);
    return words.empty() ? 0 : unitsPerHour(words.back());
}

std::optional<NamedColumn> namedColumn(std::string_view name)
{
    const auto [stem, inner] = bracketed(name);
    const MoneyUnit money_unit = moneyUnitOfName(name);
    NamedColumn column {.currency = money_unit.currency, .zeros = money_unit.zeros, .per_hour = perHourOfName(name)};
    if (isRate(name)) {
        column.field = Field::price;
        return column;
    }
    std::vector<std::string> words = wordsOf(stem);
    const auto known = [&] { return knownName(joined(words)); };
    const KnownName* found = known();
    // `Cost in USD`, `usd_cost`, `duration_min`: without currency and unit.
    if (found == nullptr && words.size() > 1 && !currencyOfText(words.front()).empty()) {
        words.erase(words.begin());
        found = known();
    }
    const auto isUnit = [](const std::string& word) {
        return !currencyOfText(word).empty() || unitsPerHour(word) > 0 || moneyUnit(word).zeros > 0;
    };
    while (found == nullptr && words.size() > 1 && isUnit(words.back())) {
        words.pop_back();
        if (words.size() > 1 && (words.back() == "in" || words.back() == "of"))
            words.pop_back();
        found = known();
    }
    if (found == nullptr || (found->field == Field::instance_hours && found->rank == 3 && column.per_hour == 0))
        return std::nullopt;
    const bool money = isAmountTarget(nameOf(found->field)) || found->field == Field::price;
    if (!money)
        column.currency.clear();
    column.field = found->field;
    column.rank = found->rank;
    column.unit = found->unit;
    return column;
}

} // namespace fullscope::import
