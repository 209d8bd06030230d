// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/charge_dates.h"

#include "core/base/text.h"
#include "core/import/logs/table/cell.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <vector>

namespace fullscope::import {

namespace {

bool isDigits(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

unsigned numberOf(std::string_view digits)
{
    unsigned number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
}

// 0 when it is none: at least three letters of a month, `Sept` too.
unsigned monthOf(std::string_view word)
{
    constexpr std::array<std::string_view, 12> kMonths {"january", "february", "march", "april", "may", "june", "july",
        "august", "september", "october", "november", "december"};
    const std::string name = base::toLower(word);
    const auto at = std::find_if(kMonths.begin(), kMonths.end(),
        [&](std::string_view month) { return name.size() >= 3 && month.starts_with(name); });
    return at == kMonths.end() ? 0 : static_cast<unsigned>(at - kMonths.begin()) + 1;
}

// Four digits, or two of this century: cloud bills are younger.
std::optional<int> yearOf(std::string_view digits)
{
    if (!isDigits(digits) || (digits.size() != 4 && digits.size() != 2))
        return std::nullopt;
    const int year = static_cast<int>(numberOf(digits)) + (digits.size() == 2 ? 2000 : 0);
    return year >= 1990 && year <= 2200 ? std::optional(year) : std::nullopt;
}

std::optional<ChargeTime> month(int year, unsigned month)
{
    if (month < 1 || month > 12)
        return std::nullopt;
    const std::int64_t start = base::fromCivil(year, month, 1).us;
    return ChargeTime {.start_us = start, .end_us = monthAfter(start), .is_month = true};
}

std::optional<ChargeTime> day(int year, unsigned month, unsigned day)
{
    if (month < 1 || month > 12 || day < 1 || day > 31)
        return std::nullopt;
    const base::Instant instant = base::fromCivil(year, month, day);
    if (base::formatMonth(instant) != base::formatMonth(base::fromCivil(year, month, 1)))
        return std::nullopt; // a day that the month does not have
    return ChargeTime {.start_us = instant.us, .is_day = true};
}

// Numbers tell by their size what they count.
std::optional<ChargeTime> ofNumber(std::string_view text)
{
    constexpr double kFirstSerial = 20'000, kLastSerial = 80'000; // 1954 to 2119
    constexpr std::int64_t kSerialEpoch = -25'569; // 1899-12-30, in days since 1970
    const bool whole = isDigits(text);
    if (whole && text.size() == 6) {
        const auto year = yearOf(text.substr(0, 4));
        return year ? month(*year, numberOf(text.substr(4))) : std::nullopt;
    }
    if (whole && text.size() == 8) {
        const auto year = yearOf(text.substr(0, 4));
        return year ? day(*year, numberOf(text.substr(4, 2)), numberOf(text.substr(6))) : std::nullopt;
    }
    const auto number = base::parseDouble(text);
    if (!number.ok())
        return std::nullopt;
    if (*number >= kFirstSerial && *number < kLastSerial) {
        // A spreadsheet's times are fractions of a day, good to the millisecond.
        const double days = std::floor(*number);
        const std::int64_t ms = std::llround((*number - days) * 86'400'000);
        return ChargeTime {
            .start_us = (static_cast<std::int64_t>(days) + kSerialEpoch) * kDayUs + ms * 1000, .is_day = whole};
    }
    const std::int64_t us = epochTime(*number, timeShape(*number));
    return us == base::kNoTime ? std::nullopt : std::optional(ChargeTime {.start_us = us});
}

// `2025-06`, `06/2025`, `2025年6月`, `05.06.2025`
std::optional<ChargeTime> ofDigits(std::string_view text)
{
    constexpr std::string_view kYear = "年", kMonth = "月";
    if (text.ends_with(kMonth) && text.find(kYear) == 4) {
        const auto number = text.substr(4 + kYear.size(), text.size() - 4 - kYear.size() - kMonth.size());
        const auto year = yearOf(text.substr(0, 4));
        return year && isDigits(number) ? month(*year, numberOf(number)) : std::nullopt;
    }
    const std::size_t first = text.find_first_of("-/."), last = text.find_last_of("-/.");
    if (first == std::string_view::npos)
        return std::nullopt;
    const std::string_view front = text.substr(0, first), back = text.substr(last + 1);
    if (!isDigits(front) || !isDigits(back))
        return std::nullopt;
    if (first != last) {
        const std::string_view middle = text.substr(first + 1, last - first - 1);
        const auto year = yearOf(back);
        const bool german = text[first] == '.' && text[last] == '.' && front.size() <= 2 && isDigits(middle);
        return german && year ? day(*year, numberOf(middle), numberOf(front)) : std::nullopt;
    }
    if (front.size() == 4 && back.size() <= 2)
        if (const auto year = yearOf(front))
            return month(*year, numberOf(back));
    if (back.size() == 4 && front.size() <= 2 && text[first] != '.')
        if (const auto year = yearOf(back))
            return month(*year, numberOf(front));
    return std::nullopt;
}

// `June 2025`, `Jun-25`, `5 June 2025`, `Jun 5, 2025`
std::optional<ChargeTime> ofWords(std::string_view text)
{
    std::vector<std::string_view> numbers;
    unsigned named = 0;
    while (!text.empty()) {
        const std::size_t end = text.find_first_of(" -,./");
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (word.empty())
            continue;
        if (isDigits(word))
            numbers.push_back(word);
        else if (named == 0 && monthOf(word) > 0)
            named = monthOf(word);
        else
            return std::nullopt;
    }
    if (named == 0 || numbers.empty() || numbers.size() > 2)
        return std::nullopt;
    const bool yearFirst = numbers.front().size() == 4;
    const auto year = yearOf(yearFirst ? numbers.front() : numbers.back());
    if (!year)
        return std::nullopt;
    if (numbers.size() == 1)
        return month(*year, named);
    const std::string_view dayText = yearFirst ? numbers.back() : numbers.front();
    return dayText.size() <= 2 ? day(*year, named, numberOf(dayText)) : std::nullopt;
}

} // namespace

std::int64_t monthAfter(std::int64_t instant_us)
{
    const std::string text = base::formatMonth({instant_us});
    const std::size_t dash = text.rfind('-');
    const unsigned month = numberOf(std::string_view(text).substr(dash + 1));
    const int year = static_cast<int>(numberOf(std::string_view(text).substr(0, dash)));
    return month == 12 ? base::fromCivil(year + 1, 1, 1).us : base::fromCivil(year, month + 1, 1).us;
}

base::Result<ChargeTime> ChargeDates::readOne(std::string_view text)
{
    text = base::trimmed(text);
    for (const auto read : {ofNumber, ofDigits, ofWords})
        if (const auto time = read(text))
            return *time;
    FS_TRY_VALUE(instant, m_dates.read(text));
    return ChargeTime {.start_us = instant, .is_day = text.find(':') == std::string_view::npos};
}

base::Result<ChargeTime> ChargeDates::read(std::string_view text)
{
    for (const std::string_view between : {" - ", " – ", " — ", " to "}) {
        const std::size_t at = text.find(between);
        if (at == std::string_view::npos)
            continue;
        FS_TRY_VALUE(from, readOne(text.substr(0, at)));
        FS_TRY_VALUE(to, readOne(text.substr(at + between.size())));
        from.end_us = to.is_month ? to.end_us : to.start_us + (to.is_day ? kDayUs : 0);
        from.is_month = from.is_month && to.is_month && from.end_us == monthAfter(from.start_us);
        from.is_day = false;
        if (from.end_us <= from.start_us)
            return base::Error {.code = base::Code::time_backwards, .found = base::excerpt(text)};
        return from;
    }
    return readOne(text);
}

} // namespace fullscope::import
