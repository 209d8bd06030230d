// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/exchange_rates.h"

#include "core/base/text.h"
#include "core/base/utc.h"

#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <set>
#include <tuple>

namespace fullscope::ledger {

namespace {

using base::Code;
using base::Decimal;
using base::Error;
using boost::multiprecision::cpp_int;

constexpr std::size_t kLongestCode = 10; // virtual currencies have longer ones than three letters
constexpr std::string_view kFirstVia = "EUR";

auto key(const ExchangeRate& rate)
{
    return std::tie(rate.from, rate.to, rate.date);
}

// The value as a whole number of its last place.
cpp_int unitsOf(Decimal decimal)
{
    std::string text = decimal.toString();
    const bool negative = text.starts_with('-');
    if (negative)
        text.erase(0, 1);
    const std::size_t point = std::min(text.find('.'), text.size());
    std::string digits = text.substr(0, point);
    std::string fraction = point < text.size() ? text.substr(point + 1) : std::string();
    fraction.resize(Decimal::kScale, '0');
    digits += fraction;
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1)); // else it would be octal
    const cpp_int units(digits);
    return negative ? -units : units;
}

base::Result<Decimal> decimalOf(const cpp_int& units)
{
    std::string digits = cpp_int(abs(units)).str();
    constexpr std::size_t kScale = Decimal::kScale;
    if (digits.size() <= kScale)
        digits.insert(0, kScale + 1 - digits.size(), '0');
    digits.insert(digits.size() - kScale, ".");
    return Decimal::parse(units < 0 ? "-" + digits : digits);
}

cpp_int roundedQuotient(const cpp_int& dividend, const cpp_int& divisor)
{
    cpp_int quotient, rest;
    divide_qr(cpp_int(abs(dividend)), divisor, quotient, rest);
    rest *= 2;
    if (rest > divisor || (rest == divisor && quotient % 2 != 0))
        ++quotient;
    return dividend < 0 ? cpp_int(-quotient) : quotient;
}

} // namespace

base::Status checkCurrency(std::string& code, const char* field)
{
    std::string upper(base::trimmed(code));
    std::transform(
        upper.begin(), upper.end(), upper.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    const bool is_code = upper.size() >= 2 && upper.size() <= kLongestCode
        && std::all_of(upper.begin(), upper.end(), [](unsigned char c) { return std::isalnum(c) != 0 && c < 128; });
    if (!is_code)
        return Error {
            .code = Code::bad_currency, .field = field, .found = base::excerpt(code), .expected = "EUR, USD, CNY"};
    code = std::move(upper);
    return {};
}

base::Status checkRate(ExchangeRate& rate)
{
    FS_TRY(checkCurrency(rate.from, "from"));
    FS_TRY(checkCurrency(rate.to, "to"));
    if (rate.from == rate.to)
        return Error {.code = Code::bad_value, .field = "to", .found = rate.to, .expected = "≠ " + rate.from};
    const auto day = base::parseIso(rate.date);
    if (!day.ok() || base::formatDate(day->instant) != rate.date)
        return Error {
            .code = Code::bad_time, .field = "date", .found = base::excerpt(rate.date), .expected = "2024-03-28"};
    if (rate.rate.isNegative() || rate.rate.isZero())
        return Error {.code = Code::out_of_range, .field = "rate", .found = rate.rate.toString(), .expected = "> 0"};
    if (base::trimmed(rate.source).empty())
        return Error {.code = Code::not_given, .field = "source"};
    return {};
}

bool contradict(const ExchangeRate& rate, const ExchangeRate& back)
{
    constexpr double kSpread = 0.01; // between buying and selling
    return std::abs(rate.rate.toDouble() * back.rate.toDouble() - 1) > kSpread;
}

const std::string& UsedRate::via() const
{
    static const std::string none;
    if (legs.size() < 2)
        return none;
    return legs.front().inverse ? legs.front().rate.from : legs.front().rate.to;
}

std::string UsedRate::oldDate() const
{
    std::string oldest;
    for (const Leg& leg : legs)
        if (!leg.rate.date.starts_with(month) && (oldest.empty() || leg.rate.date < oldest))
            oldest = leg.rate.date;
    return oldest;
}

base::Result<Decimal> UsedRate::convert(Decimal amount) const
{
    cpp_int dividend = unitsOf(amount);
    cpp_int divisor = 1;
    const cpp_int one = pow(cpp_int(10), Decimal::kScale);
    for (const Leg& leg : legs) {
        dividend *= leg.inverse ? one : unitsOf(leg.rate.rate);
        divisor *= leg.inverse ? unitsOf(leg.rate.rate) : one;
    }
    return decimalOf(roundedQuotient(dividend, divisor));
}

base::Status ExchangeRates::set(ExchangeRate rate)
{
    FS_TRY(checkRate(rate));
    const auto place = std::lower_bound(
        m_rates.begin(), m_rates.end(), rate, [](const auto& a, const auto& b) { return key(a) < key(b); });
    if (place != m_rates.end() && key(*place) == key(rate))
        *place = std::move(rate);
    else
        m_rates.insert(place, std::move(rate));
    return {};
}

base::Status ExchangeRates::remove(std::string_view from, std::string_view to, std::string_view date)
{
    const auto found = std::find_if(m_rates.begin(), m_rates.end(), [&](const ExchangeRate& rate) {
        return base::equalsIgnoreCase(rate.from, from) && base::equalsIgnoreCase(rate.to, to) && rate.date == date;
    });
    if (found == m_rates.end())
        return Error {.code = Code::name_unknown,
            .found = base::excerpt(std::string(from) + " " + std::string(to) + " " + std::string(date))};
    m_rates.erase(found);
    return {};
}

const ExchangeRate* ExchangeRates::find(std::string_view from, std::string_view to, std::string_view date) const
{
    const ExchangeRate* rate = latest(from, to, date);
    return rate != nullptr && rate->date == date ? rate : nullptr;
}

const ExchangeRate* ExchangeRates::latest(std::string_view from, std::string_view to, std::string_view until) const
{
    const std::tuple wanted {from, to, until};
    const auto behind
        = std::upper_bound(m_rates.begin(), m_rates.end(), wanted, [](const auto& a, const ExchangeRate& rate) {
              return a < std::tuple<std::string_view, std::string_view, std::string_view>(key(rate));
          });
    if (behind == m_rates.begin())
        return nullptr;
    const ExchangeRate& rate = *std::prev(behind);
    return rate.from == from && rate.to == to ? &rate : nullptr;
}

bool ExchangeRates::findLeg(
    const std::string& from, const std::string& to, std::string_view until, UsedRate::Leg& leg) const
{
    const ExchangeRate* straight = latest(from, to, until);
    const ExchangeRate* back = latest(to, from, until);
    if (straight == nullptr && back == nullptr)
        return false;
    const bool inverse = straight == nullptr || (back != nullptr && back->date > straight->date);
    leg = {inverse ? *back : *straight, inverse};
    return true;
}

base::Result<UsedRate> ExchangeRates::ofMonth(
    const std::string& from, const std::string& to, const std::string& month) const
{
    const Error missing {.code = Code::rate_missing,
        .args = month.empty() ? std::vector<std::string>() : std::vector {month},
        .found = from,
        .expected = to};
    if (month.empty())
        return missing;
    std::set<std::string> others;
    for (const ExchangeRate& rate : m_rates)
        others.insert({rate.from, rate.to});
    std::vector<std::string> order(others.begin(), others.end());
    std::stable_partition(order.begin(), order.end(), [](const std::string& code) { return code == kFirstVia; });
    order.insert(order.begin(), std::string()); // straight
    const std::string until = month + "-31"; // no day of the month comes behind it, as texts are compared
    std::optional<UsedRate> best;
    for (const std::string& via : order) {
        UsedRate used {from, to, month, {}};
        UsedRate::Leg leg, second;
        if (via.empty() && findLeg(from, to, until, leg))
            used.legs = {leg};
        else if (!via.empty() && via != from && via != to && findLeg(from, via, until, leg)
            && findLeg(via, to, until, second))
            used.legs = {leg, second};
        else
            continue;
        if (used.oldDate().empty()) // all of it is of the month
            return used;
        if (!best || used.oldDate() > best->oldDate())
            best = std::move(used);
    }
    if (best)
        return *std::move(best);
    return missing;
}

} // namespace fullscope::ledger
