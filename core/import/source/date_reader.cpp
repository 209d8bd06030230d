// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/date_reader.h"

#include "core/base/text.h"
#include "core/base/utc.h"

#include <charconv>
#include <optional>

namespace fullscope::import {

namespace {

constexpr std::int64_t kMinuteUs = 60 * base::kSecondUs;

// `a/b/y`, with an optional time of day.
struct Slashed {
    unsigned first = 0, second = 0;
    int year = 0;
    std::int64_t time_us = 0;
};

// Takes digits and the mark behind them off the front; `mark` 0 = the end of the text.
bool take(std::string_view& text, unsigned& number, char mark)
{
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc {})
        return false;
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    if (mark == 0)
        return text.empty();
    if (!text.starts_with(mark))
        return false;
    text.remove_prefix(1);
    return true;
}

// `H:MM`, `H:MM:SS` or `H:MM:SS.25`
bool readClock(std::string_view text, std::int64_t& us)
{
    unsigned hour = 0, minute = 0, second = 0;
    std::int64_t fraction_us = 0;
    if (const std::size_t point = text.find('.'); point != std::string_view::npos) {
        std::int64_t unit = base::kSecondUs;
        for (const char c : text.substr(point + 1)) {
            if (c < '0' || c > '9')
                return false;
            fraction_us += (c - '0') * (unit /= 10);
        }
        text = text.substr(0, point);
        if (text.find(':') == text.rfind(':'))
            return false;
    }
    const bool withSeconds = text.find(':') != text.rfind(':');
    if (!take(text, hour, ':') || !take(text, minute, withSeconds ? ':' : '\0'))
        return false;
    if (withSeconds && !take(text, second, '\0'))
        return false;
    us = (hour * 60 + minute) * kMinuteUs + second * base::kSecondUs + fraction_us;
    return hour < 24 && minute < 60 && second < 60;
}

std::optional<Slashed> split(std::string_view text)
{
    Slashed date;
    const std::size_t space = text.find(' ');
    if (space != std::string_view::npos) {
        if (!readClock(base::trimmed(text.substr(space)), date.time_us))
            return std::nullopt;
        text = text.substr(0, space);
    }
    unsigned year = 0;
    if (!take(text, date.first, '/') || !take(text, date.second, '/'))
        return std::nullopt;
    const bool twoDigits = text.size() == 2;
    if ((!twoDigits && text.size() != 4) || !take(text, year, '\0'))
        return std::nullopt;
    date.year = static_cast<int>(twoDigits ? year + 2000 : year); // cloud bills are younger than 2000
    return date;
}

bool beginsSlashed(std::string_view text)
{
    const std::size_t slash = text.find('/');
    return slash == 1 || slash == 2;
}

} // namespace

bool DateReader::isSlashed(std::string_view text)
{
    const auto date = beginsSlashed(text) ? split(text) : std::nullopt;
    return date && (date->first <= 12 || date->second <= 12) && date->first > 0 && date->first <= 31 && date->second > 0
        && date->second <= 31;
}

void DateReader::learnFromPeriod(std::string_view start, std::string_view end)
{
    if (m_order != Order::unknown || !beginsSlashed(start) || !beginsSlashed(end))
        return;
    const auto from = split(start), to = split(end);
    if (!from || !to)
        return;
    // Months between the two, read with this part as the month; the other part must be the first of the month.
    const bool monthFirst
        = from->second == 1 && to->second == 1 && (from->first != to->first || from->year != to->year);
    const bool dayFirst = from->first == 1 && to->first == 1 && (from->second != to->second || from->year != to->year);
    if (monthFirst != dayFirst)
        m_order = monthFirst ? Order::month_first : Order::day_first;
}

void DateReader::learn(std::string_view text)
{
    if (m_order != Order::unknown || !beginsSlashed(text))
        return;
    if (const auto date = split(text); date && (date->first > 12) != (date->second > 12))
        m_order = date->first > 12 ? Order::day_first : Order::month_first;
}

base::Result<std::int64_t> DateReader::readSlashed(std::string_view text)
{
    const base::Error bad {.code = base::Code::bad_time, .found = base::excerpt(text), .expected = "date"};
    const auto date = split(text);
    if (!date)
        return bad;
    if (m_order == Order::unknown) {
        m_assumed = date->first <= 12 && date->second <= 12 && date->first != date->second;
        m_order = date->first > 12 ? Order::day_first : Order::month_first;
    }
    const unsigned month = m_order == Order::month_first ? date->first : date->second;
    const unsigned day = m_order == Order::month_first ? date->second : date->first;
    if (month < 1 || month > 12 || day < 1 || day > 31)
        return bad;
    const base::Instant instant = base::fromCivil(date->year, month, day, date->time_us);
    // A day that the month does not have comes out in the next one.
    const base::Instant monthStart = base::fromCivil(date->year, month, 1);
    if (base::formatMonth(instant) != base::formatMonth(monthStart))
        return bad;
    return instant.us;
}

base::Result<std::int64_t> DateReader::read(std::string_view text)
{
    if (beginsSlashed(text))
        return readSlashed(text);
    FS_TRY_VALUE(parsed, base::parseIso(text));
    return parsed.instant.us;
}

} // namespace fullscope::import
