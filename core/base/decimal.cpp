// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/decimal.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>

namespace fullscope::base {

namespace {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;

// Symmetric range: the one value that has no negative counterpart is left out.
constexpr Int128 kMax = static_cast<Int128>(~UInt128 {0} >> 1);
constexpr int kMaxPower = 38; // 10^38 is the greatest power of ten that 128 bits hold
constexpr int kShortPower = 18; // 10^18 fits 64 bits
constexpr std::int64_t kFarExponent = 1'000'000'000; // stands for any exponent that no text can balance

constexpr auto kPowers = [] {
    std::array<UInt128, kMaxPower + 1> powers {};
    powers[0] = 1;
    for (std::size_t i = 1; i < powers.size(); ++i)
        powers[i] = powers[i - 1] * 10;
    return powers;
}();

constexpr Int128 power(int exponent)
{
    return static_cast<Int128>(kPowers[static_cast<std::size_t>(exponent)]);
}

Error numberError(Code code, std::string_view text)
{
    return Error {.code = code, .found = excerpt(text), .expected = "decimal number"};
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// mantissa · 10^exponent; the mantissa ends in a non-zero digit or is 0.
struct Scanned {
    UInt128 mantissa = 0;
    std::int64_t exponent = 0;
    bool exceeded = false; // the mantissa needs more than 128 bits
};

// Reads digits with at most one point; returns how much of `text` it took, 0 when there is no digit.
std::size_t scanMantissa(std::string_view text, Scanned& number)
{
    std::size_t position = 0;
    std::size_t digits = 0;
    int zeros = 0; // read, but not yet known to stand before a further digit
    bool inFraction = false;
    for (; position < text.size(); ++position) {
        const char c = text[position];
        if (c == '.' && !inFraction) {
            inFraction = true;
            continue;
        }
        if (!isDigit(c))
            break;
        ++digits;
        number.exponent -= inFraction ? 1 : 0;
        if (c == '0') {
            zeros += number.mantissa != 0 ? 1 : 0;
            continue;
        }
        const auto low = static_cast<std::uint64_t>(number.mantissa);
        if (low == number.mantissa && zeros < kShortPower) { // the usual case: the product cannot overflow
            const auto shift = static_cast<std::uint64_t>(kPowers[static_cast<std::size_t>(zeros) + 1]);
            number.mantissa = static_cast<UInt128>(low) * shift + static_cast<unsigned>(c - '0');
            zeros = 0;
            continue;
        }
        const bool fits = zeros < kMaxPower
            && !__builtin_mul_overflow(number.mantissa, kPowers[static_cast<std::size_t>(zeros) + 1], &number.mantissa)
            && !__builtin_add_overflow(number.mantissa, static_cast<UInt128>(c - '0'), &number.mantissa);
        if (!fits) {
            number.exceeded = true;
            number.mantissa = 1; // any value: only the exponent counts from here
        }
        zeros = 0;
    }
    number.exponent += zeros;
    return digits == 0 ? 0 : position;
}

// `e`, an optional sign, digits. False when `text` is something else.
bool scanExponent(std::string_view text, Scanned& number)
{
    if (text.empty())
        return true;
    if (text.front() != 'e' && text.front() != 'E')
        return false;
    text.remove_prefix(1);
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+'))
        text.remove_prefix(1);
    if (text.empty() || !std::all_of(text.begin(), text.end(), isDigit))
        return false;
    std::int64_t value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc {} || value > kFarExponent)
        value = kFarExponent;
    number.exponent += negative ? -value : value;
    return true;
}

// Quotient of a division by a positive number, half to even.
Int128 dividedHalfEven(Int128 value, Int128 divisor)
{
    const Int128 quotient = value / divisor;
    const Int128 rest = value % divisor;
    const Int128 distance = rest < 0 ? -rest : rest;
    const Int128 other = divisor - distance;
    const bool away = distance > other || (distance == other && quotient % 2 != 0);
    if (!away)
        return quotient;
    return value < 0 ? quotient - 1 : quotient + 1;
}

// Digits of a magnitude, with `places` of them after the point.
std::string digitsOf(Int128 magnitude, int places)
{
    // 128-bit division is slow: three pieces of 18 digits, which 64 bits hold.
    constexpr std::uint64_t kPiece = 1'000'000'000'000'000'000;
    constexpr std::size_t kPieceDigits = 18;
    std::array<char, 3 * kPieceDigits> digits;
    digits.fill('0');
    auto rest = static_cast<UInt128>(magnitude);
    for (std::size_t end = digits.size(); rest != 0; end -= kPieceDigits) {
        auto piece = static_cast<std::uint64_t>(rest % kPiece);
        rest /= kPiece;
        for (std::size_t at = end; piece != 0; piece /= 10)
            digits[--at] = static_cast<char>('0' + piece % 10);
    }
    const std::string_view all(digits.data(), digits.size());
    const std::size_t shown = all.size() - static_cast<std::size_t>(places) - 1; // one digit before the point
    std::string text(all.substr(std::min(all.find_first_not_of('0'), shown)));
    if (places != 0)
        text.insert(text.size() - static_cast<std::size_t>(places), 1, '.');
    return text;
}

std::string fixedText(double value, int digits)
{
    std::array<char, 400> buffer; // the greatest double has 309 digits
    const auto written = std::to_chars(
        buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, std::min(digits, 64));
    return {buffer.data(), written.ptr};
}

// What 128 bits hold at 24 places, with room for sums.
bool isReachable(double value)
{
    return std::abs(value) < 1e14; // false for NaN too
}

// A reachable double in units of 10^-24.
Int128 unitsOf(double value)
{
    const std::string text = fixedText(value, Decimal::kScale);
    Int128 units = 0;
    for (const char c : text)
        if (isDigit(c))
            units = units * 10 + (c - '0');
    return text.front() == '-' ? -units : units;
}

// Parts in whole steps that sum to the total rounded to steps: everyone gets its floor, the largest remainders one
// step more.
std::vector<Int128> apportioned(const std::vector<double>& parts, double total, Int128 step)
{
    std::vector<Int128> steps, remainders;
    Int128 missing = dividedHalfEven(unitsOf(total), step);
    for (const double part : parts) {
        const Int128 units = unitsOf(part);
        const Int128 floor = units / step - (units % step < 0 ? 1 : 0);
        steps.push_back(floor);
        remainders.push_back(units - floor * step);
        missing -= floor;
    }
    std::vector<std::size_t> order(parts.size());
    std::iota(order.begin(), order.end(), std::size_t {0});
    std::stable_sort(order.begin(), order.end(),
        [&remainders](std::size_t a, std::size_t b) { return remainders[a] > remainders[b]; });
    // `missing` is in 0 … parts, unless the sum of doubles itself lost more than a step: then everyone takes some.
    for (std::size_t i = 0; missing != 0; i = (i + 1) % order.size()) {
        const int one = missing > 0 ? 1 : -1;
        steps[order[i]] += one;
        missing -= one;
    }
    return steps;
}

} // namespace

Result<Decimal> Decimal::parse(std::string_view text)
{
    std::string_view rest = text;
    const bool negative = rest.starts_with('-');
    if (negative || rest.starts_with('+'))
        rest.remove_prefix(1);

    Scanned number;
    const std::size_t taken = scanMantissa(rest, number);
    if (taken == 0 || !scanExponent(rest.substr(taken), number))
        return numberError(Code::bad_number, text);

    Decimal result;
    if (number.mantissa == 0)
        return result;
    const std::int64_t shift = number.exponent + kScale;
    if (shift < 0)
        return numberError(Code::bad_number, text);
    UInt128 units = 0;
    if (number.exceeded || shift > kMaxPower
        || __builtin_mul_overflow(number.mantissa, kPowers[static_cast<std::size_t>(shift)], &units)
        || units > static_cast<UInt128>(kMax))
        return numberError(Code::overflow, text);
    result.m_units = negative ? -static_cast<Int128>(units) : static_cast<Int128>(units);
    return result;
}

Result<Decimal> Decimal::fromDouble(double value, int digits)
{
    if (!std::isfinite(value))
        return numberError(Code::value_not_finite, formatDouble(value));
    // to_chars rounds the exact value of the double, half to even.
    return parse(fixedText(value, std::clamp(digits, 0, kScale)));
}

std::string Decimal::toString() const
{
    std::string text = digitsOf(m_units < 0 ? -m_units : m_units, kScale);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.'))
        text.pop_back();
    return m_units < 0 ? '-' + text : text;
}

std::string Decimal::toFixed(int digits) const
{
    const int places = std::max(digits, 0);
    const int kept = std::min(places, kScale);
    const Int128 rounded = dividedHalfEven(m_units, power(kScale - kept));
    std::string text = digitsOf(rounded < 0 ? -rounded : rounded, kept);
    text.append(static_cast<std::size_t>(places - kept), '0');
    return rounded < 0 ? '-' + text : text;
}

double Decimal::toDouble() const
{
    const std::string text = toString();
    double value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

bool Decimal::isIntegral() const
{
    return m_units % power(kScale) == 0;
}

Decimal Decimal::operator-() const
{
    Decimal result;
    result.m_units = -m_units;
    return result;
}

Result<Decimal> Decimal::sum(Decimal a, Decimal b)
{
    Decimal result;
    if (__builtin_add_overflow(a.m_units, b.m_units, &result.m_units) || result.m_units < -kMax)
        return numberError(Code::overflow, a.toString() + " + " + b.toString());
    return result;
}

Result<Decimal> Decimal::difference(Decimal a, Decimal b)
{
    return sum(a, -b);
}

Result<Decimal> Decimal::times(Decimal a, std::int64_t factor)
{
    Decimal result;
    if (__builtin_mul_overflow(a.m_units, static_cast<Int128>(factor), &result.m_units) || result.m_units < -kMax)
        return numberError(Code::overflow, a.toString() + " · " + std::to_string(factor));
    return result;
}

Decimal Decimal::quotient(Decimal a, std::int64_t divisor)
{
    a.m_units = dividedHalfEven(a.m_units, divisor);
    return a;
}

Result<Decimal> Decimal::product(Decimal a, Decimal b)
{
    // Without the zeros at their ends the two fit 128 bits together, unless both have many digits.
    int places = 0; // of the product
    for (Int128* units : {&a.m_units, &b.m_units}) {
        int digits = kScale;
        for (; *units != 0 && *units % 10 == 0; *units /= 10)
            --digits;
        places += digits;
    }
    Decimal result;
    if (a.m_units == 0 || b.m_units == 0)
        return result;
    const int shift = kScale - places;
    bool fits = !__builtin_mul_overflow(a.m_units, b.m_units, &result.m_units);
    if (shift < 0)
        result.m_units = dividedHalfEven(result.m_units, power(-shift));
    else
        fits = fits && shift <= kMaxPower && !__builtin_mul_overflow(result.m_units, power(shift), &result.m_units);
    if (!fits || result.m_units < -kMax)
        return numberError(Code::overflow, "quantity · price");
    return result;
}

Result<Money> Money::sum(const Money& a, const Money& b)
{
    if (a.currency != b.currency)
        return Error {.code = Code::currency_mismatch, .found = b.currency.code, .expected = a.currency.code};
    FS_TRY_VALUE(amount, Decimal::sum(a.amount, b.amount));
    return Money {amount, a.currency};
}

std::vector<std::string> roundedParts(const std::vector<double>& parts, int digits)
{
    const int places = std::clamp(digits, 0, 12);
    const double total = std::accumulate(parts.begin(), parts.end(), 0.0);
    std::vector<std::string> texts;
    texts.reserve(parts.size());
    if (!isReachable(total) || !std::all_of(parts.begin(), parts.end(), isReachable)) {
        for (const double part : parts)
            texts.push_back(fixedText(part, places));
        return texts;
    }
    for (const Int128 steps : apportioned(parts, total, power(Decimal::kScale - places))) {
        const std::string text = digitsOf(steps < 0 ? -steps : steps, places);
        texts.push_back(steps < 0 ? '-' + text : text);
    }
    return texts;
}

} // namespace fullscope::base
