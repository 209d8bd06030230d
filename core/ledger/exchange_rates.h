// SPDX-License-Identifier: GPL-3.0-or-later
// Exchange rates that somebody states, each with its day and source. There is none that nobody stated: a missing one is
// an error, never 1. Amounts of a month are converted by the rate of the last day with one up to the month's end: one
// figure that can be looked up at its source, where a mean of the month would need all of its days.
#pragma once

#include "core/base/decimal.h"

#include <string>
#include <string_view>
#include <vector>

namespace fullscope::ledger {

// One unit of `from` is `rate` units of `to`.
struct ExchangeRate {
    std::string from, to; // currency codes in upper case
    std::string date; // ISO, the day that it is of
    base::Decimal rate;
    std::string source; // "ECB", "invoice 4711"
    std::string note {};

    bool operator==(const ExchangeRate&) const = default;
};

// Brings it to upper case; bad_currency, with `field`.
base::Status checkCurrency(std::string& code, const char* field);

// Brings the codes to upper case. Errors, with the member in `field`: bad_currency, bad_value (from one currency
// to itself), bad_time, out_of_range (a rate not above zero), not_given (source).
base::Status checkRate(ExchangeRate& rate);

// Two of the same day, one the other way round: their product is more than 1 % from 1.
bool contradict(const ExchangeRate& rate, const ExchangeRate& back);

// How amounts of a month get from one currency to another.
struct UsedRate {
    struct Leg {
        ExchangeRate rate;
        bool inverse = false; // divides by it
    };
    std::string from, to, month;
    std::vector<Leg> legs; // one, or two by way of a third currency

    const std::string& via() const; // that currency, empty = none
    // The day of the oldest leg, when it is not of the month itself: there was none nearer.
    std::string oldDate() const;
    // Exact, but for one rounding at the 24th place, half to even. overflow.
    base::Result<base::Decimal> convert(base::Decimal amount) const;
};

class ExchangeRates {
public:
    const std::vector<ExchangeRate>& all() const { return m_rates; } // by from, to, date
    bool empty() const { return m_rates.empty(); }
    // Of that day; null where there is none.
    const ExchangeRate* find(std::string_view from, std::string_view to, std::string_view date) const;

    // In place of the one of the same currencies and day. As checkRate().
    base::Status set(ExchangeRate rate);
    // name_unknown where there is none of that day.
    base::Status remove(std::string_view from, std::string_view to, std::string_view date);

    // Of the month: the rate that was stated or its inverse, whichever is of the later day, else by way of a third
    // currency, the euro first. Where there is none of the month, the one whose oldest leg is the youngest. `month` is
    // "2024-03". rate_missing, also without a month.
    base::Result<UsedRate> ofMonth(const std::string& from, const std::string& to, const std::string& month) const;

    bool operator==(const ExchangeRates&) const = default;

private:
    const ExchangeRate* latest(std::string_view from, std::string_view to, std::string_view until) const;
    bool findLeg(const std::string& from, const std::string& to, std::string_view until, UsedRate::Leg& leg) const;

    std::vector<ExchangeRate> m_rates;
};

} // namespace fullscope::ledger
