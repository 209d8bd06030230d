// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/cost_sums.h"

#include "core/ledger/decimal_sum.h"

#include <utility>

namespace fullscope::ledger {

namespace {

using base::Decimal;

constexpr std::array<std::string_view, kCostKinds> kNames {"billed", "effective", "net"};

base::Status addAmount(std::optional<Decimal>& sum, const std::optional<Decimal>& amount)
{
    if (!amount)
        return {};
    Decimal total = sum.value_or(Decimal());
    FS_TRY(addTo(total, *amount));
    sum = total;
    return {};
}

} // namespace

std::string_view name(CostKind kind)
{
    return kNames.at(static_cast<std::size_t>(kind));
}

base::Status CostSums::add(const CostSums& more)
{
    rows += more.rows;
    for (std::size_t kind = 0; kind < kCostKinds; ++kind) {
        without[kind] += more.without[kind];
        FS_TRY(addAmount(sums[kind], more.sums[kind]));
    }
    return {};
}

base::Result<CostSums> sumOf(const CostMonths& months)
{
    CostSums all;
    for (const auto& [month, sums] : months)
        FS_TRY(all.add(sums));
    return all;
}

base::Result<CostCurrencies> costsOf(const MoneyLedger& ledger)
{
    CostCurrencies all;
    for (const auto& [month, currencies] : ledger.months)
        for (const auto& [currency, categories] : currencies)
            for (const CategorySum& category : categories)
                FS_TRY(all[currency][month].add({.sums = {category.billed, category.effective, std::nullopt},
                    .without = {category.without.billed, category.without.effective, category.rows},
                    .rows = category.rows}));
    return all;
}

base::Status ConvertedSums::add(const ConvertedSums& more)
{
    for (std::size_t kind = 0; kind < kCostKinds; ++kind) {
        without[kind] += more.without[kind];
        lacks_rate[kind] = lacks_rate[kind] || more.lacks_rate[kind];
        FS_TRY(addAmount(sums[kind], more.sums[kind]));
        if (lacks_rate[kind])
            sums[kind].reset();
    }
    return {};
}

CurrencyConverter::CurrencyConverter(std::string currency, const ExchangeRates& rates)
    : m_currency(std::move(currency))
    , m_rates(rates)
{
}

const base::Result<UsedRate>& CurrencyConverter::rate(const std::string& from, const std::string& month)
{
    const std::pair key {from, month};
    auto known = m_known.find(key);
    if (known == m_known.end())
        known = m_known.emplace(key, m_rates.ofMonth(from, m_currency, month)).first;
    return known->second;
}

base::Result<ConvertedSums> CurrencyConverter::convert(const CostCurrencies& costs)
{
    ConvertedSums out;
    for (const auto& [currency, months] : costs)
        for (const auto& [month, sums] : months) {
            ConvertedSums one {.without = sums.without};
            for (std::size_t kind = 0; kind < kCostKinds; ++kind) {
                one.sums[kind] = sums.sums[kind];
                if (!one.sums[kind] || currency == m_currency)
                    continue;
                const auto& used = rate(currency, month);
                one.lacks_rate[kind] = !used.ok();
                if (used.ok()) {
                    FS_TRY_VALUE(amount, used->convert(*one.sums[kind]));
                    one.sums[kind] = amount;
                }
            }
            FS_TRY(out.add(one));
        }
    return out;
}

RatesUsed CurrencyConverter::take()
{
    RatesUsed used;
    for (auto& [key, rate] : m_known) {
        if (rate.ok())
            used.rates.push_back(*std::move(rate));
        else
            used.missing.push_back(std::move(rate.error()));
    }
    m_known.clear();
    return used;
}

} // namespace fullscope::ledger
