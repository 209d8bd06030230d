// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalogue/user_entries.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace fullscope::catalogue {

namespace {

using base::Code;
using base::Decimal;
using base::Error;

constexpr std::array<std::string_view, kFactKinds> kNames {"accelerator", "accelerator_count", "memory_gb",
    "memory_tb_s", "fp32_dense_tflops", "tf32_dense_tflops", "bf16_dense_tflops", "fp16_dense_tflops",
    "fp8_dense_tflops", "fp4_dense_tflops", "sparse_factor", "tdp_w"};
constexpr std::size_t kLongest = 1'000; // bytes of a text
constexpr std::int64_t kMostChips = 100'000; // of one instance: a digit too many is told

struct Field {
    const char* name;
    const std::string& text;
    bool needed = true;
};

base::Status checkTexts(std::initializer_list<Field> fields)
{
    for (const Field& field : fields) {
        const std::string_view text = field.text;
        if (field.needed && base::trimmed(text).empty())
            return Error {.code = Code::not_given, .field = field.name};
        const bool isClean
            = std::none_of(text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == 127; });
        if (!isClean || text.size() > kLongest)
            return Error {.code = Code::bad_value, .field = field.name, .found = base::excerpt(text)};
    }
    return {};
}

base::Status checkDate(const std::string& as_of)
{
    auto day = firstDay(as_of);
    if (day.ok())
        return {};
    day.error().field = "as_of";
    return day.error();
}

// Of all that was ever entered and is still there; one that was removed may be given again.
std::int64_t nextId(const UserEntries& entries)
{
    std::int64_t last = 0;
    for (const Price& price : entries.prices)
        last = std::max(last, price.id);
    for (const UserFact& fact : entries.facts)
        last = std::max(last, fact.id);
    return last + 1;
}

Error unknown(std::int64_t id)
{
    return Error {.code = Code::id_unknown, .found = std::to_string(id)};
}

template <typename Entry>
base::Status replace(std::vector<Entry>& entries, std::int64_t id, Entry entry)
{
    FS_TRY(check(entry));
    const auto at = std::find_if(entries.begin(), entries.end(), [id](const Entry& one) { return one.id == id; });
    if (at == entries.end())
        return unknown(id);
    entry.id = id;
    *at = std::move(entry);
    return {};
}

} // namespace

std::string_view name(FactKind kind)
{
    return kNames[static_cast<std::size_t>(kind)];
}

std::optional<FactKind> factKind(std::string_view name)
{
    const auto* const found = std::find(kNames.begin(), kNames.end(), base::toLower(base::trimmed(name)));
    return found == kNames.end() ? std::nullopt : std::optional(static_cast<FactKind>(found - kNames.begin()));
}

std::string factNames()
{
    std::string all;
    for (const std::string_view one : kNames)
        all += (all.empty() ? "" : ", ") + std::string(one);
    return all;
}

base::Status check(const Price& price)
{
    FS_TRY(checkTexts({{"provider", price.provider}, {"instance_type", price.instance_type}, {"region", price.region},
        {"currency", price.currency}, {"as_of", price.as_of}, {"source", price.source}, {"note", price.note, false}}));
    if (price.per_h.isNegative())
        return Error {.code = Code::negative, .field = "price", .found = price.per_h.toString()};
    const bool isCode = price.currency.size() == 3
        && std::all_of(price.currency.begin(), price.currency.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    if (!isCode)
        return Error {.code = Code::bad_currency, .field = "currency", .found = base::excerpt(price.currency)};
    return checkDate(price.as_of);
}

base::Status check(const UserFact& fact)
{
    FS_TRY(checkTexts({{"subject", fact.subject}, {"value", fact.value}, {"as_of", fact.as_of}, {"source", fact.source},
        {"note", fact.note, false}}));
    FS_TRY(checkDate(fact.as_of));
    if (fact.kind == FactKind::accelerator)
        return {};
    auto number = Decimal::parse(fact.value);
    if (!number.ok()) {
        number.error().field = "value";
        return number.error();
    }
    FS_TRY_VALUE(most, Decimal::times(*Decimal::parse("1"), kMostChips));
    const bool is_count = fact.kind == FactKind::accelerator_count;
    const bool fits = !number->isNegative() && !number->isZero()
        && (!is_count || (number->isIntegral() && *number <= most))
        && (fact.kind != FactKind::sparse_factor || *number >= *Decimal::parse("1"));
    if (fits)
        return {};
    return Error {.code = Code::out_of_range,
        .field = std::string(name(fact.kind)),
        .found = fact.value,
        .expected = is_count                       ? "1, 2, … " + most.toString()
            : fact.kind == FactKind::sparse_factor ? "≥ 1"
                                                   : "> 0"};
}

base::Result<UserEntries> withPrice(UserEntries entries, Price price)
{
    FS_TRY(check(price));
    price.id = nextId(entries);
    entries.prices.push_back(std::move(price));
    return entries;
}

base::Result<UserEntries> withFact(UserEntries entries, UserFact fact)
{
    FS_TRY(check(fact));
    fact.id = nextId(entries);
    entries.facts.push_back(std::move(fact));
    return entries;
}

base::Result<UserEntries> withPriceAt(UserEntries entries, std::int64_t id, Price price)
{
    FS_TRY(replace(entries.prices, id, std::move(price)));
    return entries;
}

base::Result<UserEntries> withFactAt(UserEntries entries, std::int64_t id, UserFact fact)
{
    FS_TRY(replace(entries.facts, id, std::move(fact)));
    return entries;
}

base::Result<UserEntries> without(UserEntries entries, std::int64_t id)
{
    const auto is_it = [id](const auto& one) { return one.id == id; };
    if (std::erase_if(entries.prices, is_it) + std::erase_if(entries.facts, is_it) == 0)
        return unknown(id);
    return entries;
}

} // namespace fullscope::catalogue
