// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity.h"
#include "core/base/quantity_units.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace fullscope::base {

namespace {

constexpr std::string_view kNoFigure = "–";

// Digits after the point so that at least four significant ones are shown, and cents always.
int usefulDigits(double value)
{
    if (value == 0)
        return 2;
    return std::clamp(3 - static_cast<int>(std::floor(std::log10(std::abs(value)))), 2, 12);
}

// Removes zeros at the end of a fraction, down to `kept` digits.
void trimFraction(std::string& text, std::size_t kept)
{
    const std::size_t point = text.find('.');
    if (point == std::string::npos)
        return;
    const std::size_t end = std::max(text.find_last_not_of('0') + 1, point + 1 + kept);
    text.erase(end == point + 1 ? point : end);
}

// Four significant digits where grouped digits would be unreadable.
std::string scientific(double value)
{
    std::array<char, 32> buffer;
    const auto written
        = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific, 3);
    std::string text(buffer.data(), written.ptr);
    const std::size_t e = text.find('e');
    std::string mantissa = text.substr(0, e);
    trimFraction(mantissa, 0);
    return mantissa + text.substr(e);
}

std::string plainNumber(double value)
{
    const double size = std::abs(value);
    if (size != 0 && (size < 1e-6 || size >= 1e15))
        return scientific(value);
    std::string text = formatNumber(value, usefulDigits(value));
    trimFraction(text, 0);
    return text;
}

struct Step {
    double size;
    std::string_view sign;
};
constexpr Step kCountSteps[] = {{1, ""}, {1e6, "M"}, {1e9, "B"}, {1e12, "T"}};
constexpr Step kFlopSteps[]
    = {{1, ""}, {1e3, "k"}, {1e6, "M"}, {1e9, "G"}, {1e12, "T"}, {1e15, "P"}, {1e18, "E"}, {1e21, "Z"}};

// `173.52 B`, `16 P`: the greatest step that leaves at least 1 in front of the point, as rounded for display.
std::string scaledNumber(double value, std::span<const Step> steps)
{
    std::size_t i = steps.size() - 1;
    while (i > 0 && std::abs(value) < steps[i].size)
        --i;
    const auto isRoundedUp = [&] {
        return i + 1 < steps.size() && std::abs(value) / steps[i].size >= steps[i + 1].size / steps[i].size - 0.005;
    };
    if (isRoundedUp())
        ++i;
    const std::string number = plainNumber(value / steps[i].size);
    return steps[i].sign.empty() ? number : number + ' ' + std::string(steps[i].sign);
}

std::string_view currencySign(std::string_view currency)
{
    if (currency == "USD")
        return "$";
    if (currency == "EUR")
        return "€";
    if (currency == "GBP")
        return "£";
    if (currency == "CNY")
        return "¥";
    return {};
}

std::string signedMoney(const std::string& number, std::string_view currency)
{
    const bool negative = number.starts_with('-');
    std::string text = negative ? "-" : "";
    if (const std::string_view sign = currencySign(currency); !sign.empty())
        text += sign;
    else if (!currency.empty())
        text += std::string(currency) + ' ';
    return text + (negative ? number.substr(1) : number);
}

std::string moneyNumber(double value)
{
    const double size = std::abs(value);
    if (size != 0 && (size < 1e-6 || size >= 1e15))
        return scientific(value);
    std::string text = formatNumber(value, usefulDigits(value));
    // Round sums are shown without cents, prices always with them.
    const bool roundSum = size >= 1000 && text.ends_with(".00");
    trimFraction(text, roundSum ? 0 : 2);
    return text;
}

std::string counted(const std::string& number, std::string_view unit)
{
    if (number == "1" && unit.ends_with('s')) // 1 day, 1 week
        unit.remove_suffix(1);
    return number + ' ' + std::string(unit);
}

} // namespace

std::string formatNumber(double value, int digits)
{
    if (!std::isfinite(value))
        return std::string(kNoFigure);
    std::array<char, 400> buffer; // the greatest double has 309 digits
    const auto written = std::to_chars(
        buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, std::clamp(digits, 0, 64));
    std::string text(buffer.data(), written.ptr);
    if (text.starts_with('-') && text.find_first_of("123456789") == std::string::npos)
        text.erase(0, 1); // no "-0.00"
    const std::size_t first = text.starts_with('-') ? 1 : 0;
    for (std::size_t at = std::min(text.find('.'), text.size()); at > first + 3;) {
        at -= 3;
        text.insert(at, 1, ',');
    }
    return text;
}

std::string formatMoney(double value, int digits, std::string_view currency)
{
    return std::isfinite(value) ? signedMoney(formatNumber(value, digits), currency) : std::string(kNoFigure);
}

std::string formatQuantity(double value, Unit unit, std::string_view currency)
{
    if (!std::isfinite(value))
        return std::string(kNoFigure);
    const UnitSpec& spec = unitSpec(unit);
    const std::string suffix(spec.suffix);
    if (spec.money)
        return signedMoney(moneyNumber(value), currency) + suffix;
    switch (unit) {
    case Unit::one:
        return scaledNumber(value, kCountSteps);
    case Unit::tokens:
    case Unit::tokens_per_s:
    case Unit::samples_per_s:
        return scaledNumber(value, kCountSteps) + ' ' + suffix;
    case Unit::flops:
    case Unit::flop_per_s: {
        std::string number = scaledNumber(value, kFlopSteps);
        if (number.find(' ') == std::string::npos)
            number += ' ';
        return number + suffix; // the prefix belongs to the unit: `16 PFLOP/s`
    }
    case Unit::share:
    case Unit::share_per_year:
        return plainNumber(value * 100) + ' ' + suffix;
    case Unit::per_hour:
        return plainNumber(value) + suffix;
    case Unit::days:
    case Unit::weeks:
    case Unit::months:
    case Unit::years:
        return counted(plainNumber(value), suffix);
    default:
        return plainNumber(value) + ' ' + suffix;
    }
}

std::string unitSuffix(Unit unit, std::string_view currency)
{
    const UnitSpec& spec = unitSpec(unit);
    const std::string_view sign = currencySign(currency);
    std::string text(spec.money ? (sign.empty() ? currency : sign) : std::string_view {});
    return text.append(spec.suffix);
}

std::string_view unitName(Unit unit)
{
    return unitSpec(unit).name;
}

} // namespace fullscope::base
