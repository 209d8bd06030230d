// SPDX-License-Identifier: GPL-3.0-or-later
// Sums of the kinds of cost by currency and month, and what they come to in one currency.
#pragma once

#include "core/ledger/exchange_rates.h"
#include "core/ledger/money_ledger.h"

#include <array>
#include <map>
#include <optional>

namespace fullscope::ledger {

enum class CostKind { billed, effective, net, count };
constexpr std::size_t kCostKinds = static_cast<std::size_t>(CostKind::count);
std::string_view name(CostKind kind); // spelled as the enumerator

// Absent where no row tells it, and where some do not, the sum is that of the others.
struct CostSums {
    std::array<std::optional<base::Decimal>, kCostKinds> sums {};
    std::array<std::int64_t, kCostKinds> without {}; // rows that do not tell it
    std::int64_t rows = 0;

    base::Status add(const CostSums& more);
    bool operator==(const CostSums&) const = default;
};

using CostMonths = std::map<std::string, CostSums>; // "2024-03"; empty: the bill names no date
using CostCurrencies = std::map<std::string, CostMonths>;
base::Result<CostSums> sumOf(const CostMonths& months);
// Of a bill. Its ledger has no net cost by month: that stays absent.
base::Result<CostCurrencies> costsOf(const MoneyLedger& ledger);

// What was used to come to one currency.
struct RatesUsed {
    std::vector<UsedRate> rates; // in order of currency and month
    std::vector<base::Error> missing; // rate_missing
};

// In one currency. Absent where the rate of one of its months is missing: a part of a sum is no sum.
struct ConvertedSums {
    std::array<std::optional<base::Decimal>, kCostKinds> sums {};
    std::array<bool, kCostKinds> lacks_rate {};
    std::array<std::int64_t, kCostKinds> without {}; // rows that do not tell it, in any currency

    base::Status add(const ConvertedSums& more); // what lacks a rate spoils the sum
};

// Each month by its own rate, see ExchangeRates; what is in `currency` already stays as it is.
class CurrencyConverter {
public:
    CurrencyConverter(std::string currency, const ExchangeRates& rates);

    base::Result<ConvertedSums> convert(const CostCurrencies& costs);
    RatesUsed take(); // of all that was converted

private:
    const base::Result<UsedRate>& rate(const std::string& from, const std::string& month);

    std::string m_currency;
    const ExchangeRates& m_rates;
    std::map<std::pair<std::string, std::string>, base::Result<UsedRate>> m_known; // by currency and month
};

} // namespace fullscope::ledger
