// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/bill_values.h"

#include "core/base/text.h"
#include "core/base/utc.h"

#include <cmath>
#include <string>

namespace fullscope::import {

base::Result<BillAmount> billAmount(std::string_view text)
{
    base::Result<base::Decimal> exact = base::Decimal::parse(text);
    if (exact.ok())
        return BillAmount {.value = *exact};
    const auto number = base::parseDouble(text);
    if (exact.error().code != base::Code::bad_number || !number.ok() || !std::isfinite(*number))
        return std::move(exact.error());
    const std::size_t point = text.find('.');
    const bool isPlain = point != std::string_view::npos && text.find_first_of("eE") == std::string_view::npos;
    // An exponent is how programs print doubles: the double is all that there was.
    FS_TRY_VALUE(value,
        isPlain ? base::Decimal::parse(text.substr(0, point + 1 + base::Decimal::kScale))
                : base::Decimal::fromDouble(*number, base::Decimal::kScale));
    return BillAmount {.value = value, .rounded = true};
}

base::Decimal quotient(base::Decimal value, std::int64_t divisor)
{
    std::string digits = (value.isNegative() ? -value : value).toString();
    if (digits.find('.') == std::string::npos)
        digits += '.';
    digits.resize(digits.find('.') + 1 + base::Decimal::kScale, '0');
    std::int64_t remainder = 0;
    for (char& digit : digits) {
        if (digit == '.')
            continue;
        remainder = remainder * 10 + (digit - '0');
        digit = static_cast<char>('0' + remainder / divisor);
        remainder %= divisor;
    }
    base::Decimal result = *base::Decimal::parse(digits); // not above `value`
    if (2 * remainder >= divisor)
        result = *base::Decimal::sum(result, *base::Decimal::parse("1e-24"));
    return value.isNegative() ? -result : result;
}

std::optional<std::int64_t> epochSeconds(std::string_view text)
{
    constexpr std::int64_t kFrom = 946'684'800, kTo = 4'102'444'800; // 2000 to 2100
    const auto seconds = billAmount(text);
    if (!seconds.ok())
        return std::nullopt;
    const double value = seconds->value.toDouble();
    if (value < static_cast<double>(kFrom) || value >= static_cast<double>(kTo))
        return std::nullopt;
    return std::llround(value * static_cast<double>(base::kSecondUs));
}

std::optional<std::pair<std::int64_t, std::int64_t>> monthOfDigits(std::string_view text)
{
    const auto number = base::parseInt(text);
    const std::int64_t value = number.ok() ? *number : 0;
    const auto year = static_cast<int>(value / 100);
    const auto month = static_cast<unsigned>(value % 100);
    if (value < 200000 || value >= 210000 || month < 1 || month > 12)
        return std::nullopt;
    return std::pair {
        base::fromCivil(year, month, 1).us, base::fromCivil(year + (month == 12 ? 1 : 0), month % 12 + 1, 1).us};
}

} // namespace fullscope::import
