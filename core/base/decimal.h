// SPDX-License-Identifier: GPL-3.0-or-later
// Exact decimal money. 128-bit fixed point with 24 fractional digits: real bills carry up to 20, and sums must equal
// the bill's total to its last printed digit. Range ±1.7e14 units.
#pragma once

#include "core/base/result.h"

#include <compare>
#include <string>
#include <string_view>

namespace fullscope::base {

class Decimal {
public:
    static constexpr int kScale = 24;

    constexpr Decimal() = default;

    // Text of a file: optional sign, digits, '.', digits, optional exponent (`5.64902E-05`); nothing else, never the
    // user's locale. A non-zero digit beyond 24 places and a value out of range are errors (bad_number, overflow).
    static Result<Decimal> parse(std::string_view text);
    // Nearest decimal of a model result, half to even at `digits` fractional digits. NaN and infinity are errors.
    static Result<Decimal> fromDouble(double value, int digits);

    // Canonical text: no exponent, no trailing zeros, "0" for zero. parse(toString()) gives the same value.
    std::string toString() const;
    // Rounded half to even to exactly `digits` fractional digits, for display only.
    std::string toFixed(int digits) const;
    double toDouble() const;

    bool isZero() const { return m_units == 0; }
    bool isNegative() const { return m_units < 0; }
    bool isIntegral() const;
    Decimal operator-() const;

    // Exact sums; overflow is an error, never wrapped.
    static Result<Decimal> sum(Decimal a, Decimal b);
    static Result<Decimal> difference(Decimal a, Decimal b);
    // Exact product with a whole number.
    static Result<Decimal> times(Decimal a, std::int64_t factor);
    // Quotient by a whole number above 0, half to even at the last place.
    static Decimal quotient(Decimal a, std::int64_t divisor);
    // Product, half to even at the last of the 24 places where it has more (quantity and price).
    static Result<Decimal> product(Decimal a, Decimal b);

    auto operator<=>(const Decimal&) const = default;

private:
    __extension__ typedef __int128 Int128;
    Int128 m_units = 0; // value · 10^24
};

// ISO 4217 code in upper case, or any other code that a bill uses (virtual currencies exist).
struct Currency {
    std::string code;
    auto operator<=>(const Currency&) const = default;
};

struct Money {
    Decimal amount;
    Currency currency;

    // Only within one currency (currency_mismatch otherwise).
    static Result<Money> sum(const Money& a, const Money& b);
};

// Largest-remainder rounding: `parts` shown with `digits` fractional digits so that they add up to the total that is
// shown with the same digits. Returns the texts of the parts in order.
std::vector<std::string> roundedParts(const std::vector<double>& parts, int digits);

} // namespace fullscope::base
