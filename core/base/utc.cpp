// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/utc.h"

#include "core/base/text.h"

#include <array>

namespace fullscope::base {

namespace {

constexpr std::int64_t kMinuteUs = 60 * kSecondUs;
constexpr std::int64_t kHourUs = 60 * kMinuteUs;
constexpr std::int64_t kDayUs = 24 * kHourUs;

struct Civil {
    std::int64_t year;
    unsigned month, day;
};

// Days since 1970-01-01 in the proleptic Gregorian calendar, and back. Years are counted from March, so that the
// leap day is the last of its year; an era is 400 years = 146,097 days (H. Hinnant, "chrono-compatible low-level
// date algorithms").
std::int64_t daysFromCivil(std::int64_t year, unsigned month, unsigned day)
{
    year -= month <= 2 ? 1 : 0;
    const std::int64_t era = (year >= 0 ? year : year - 399) / 400;
    const auto yearOfEra = static_cast<unsigned>(year - era * 400);
    const unsigned dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    const unsigned dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return era * 146'097 + static_cast<std::int64_t>(dayOfEra) - 719'468;
}

Civil civilFromDays(std::int64_t days)
{
    days += 719'468;
    const std::int64_t era = (days >= 0 ? days : days - 146'096) / 146'097;
    const auto dayOfEra = static_cast<unsigned>(days - era * 146'097);
    const unsigned yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36'524 - dayOfEra / 146'096) / 365;
    const unsigned dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    const unsigned monthFromMarch = (5 * dayOfYear + 2) / 153;
    const unsigned month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
    return {static_cast<std::int64_t>(yearOfEra) + era * 400 + (month <= 2 ? 1 : 0), month,
        dayOfYear - (153 * monthFromMarch + 2) / 5 + 1};
}

unsigned daysInMonth(unsigned year, unsigned month)
{
    constexpr std::array<unsigned, 12> kDays {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return kDays[month - 1] + (month == 2 && leap ? 1 : 0);
}

// Takes pieces off the front of a text.
class Cursor {
public:
    explicit Cursor(std::string_view text)
        : m_text(text)
    {
    }

    bool atEnd() const { return m_text.empty(); }

    bool take(char wanted)
    {
        if (m_text.empty() || m_text.front() != wanted)
            return false;
        m_text.remove_prefix(1);
        return true;
    }

    bool takeAny(std::string_view wanted)
    {
        if (m_text.empty() || wanted.find(m_text.front()) == std::string_view::npos)
            return false;
        m_text.remove_prefix(1);
        return true;
    }

    bool takeWord(std::string_view wanted)
    {
        if (!m_text.starts_with(wanted))
            return false;
        m_text.remove_prefix(wanted.size());
        return true;
    }

    // Exactly `count` digits.
    bool number(std::size_t count, unsigned& value)
    {
        if (m_text.size() < count)
            return false;
        value = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const auto digit = static_cast<unsigned char>(m_text[i] - '0');
            if (digit > 9)
                return false;
            value = value * 10 + digit;
        }
        m_text.remove_prefix(count);
        return true;
    }

    // Digits after a decimal mark as microseconds; what is finer is cut off.
    bool fraction(std::int64_t& us)
    {
        std::size_t count = 0;
        us = 0;
        for (unsigned digit = 0; number(1, digit); ++count)
            if (count < 6)
                us = us * 10 + digit;
        for (std::size_t i = count; i < 6; ++i)
            us *= 10;
        return count > 0;
    }

private:
    std::string_view m_text;
};

bool readDate(Cursor& cursor, std::int64_t& days)
{
    unsigned year = 0, month = 0, day = 0;
    if (!cursor.number(4, year))
        return false;
    const char separator = cursor.take('-') ? '-' : '/';
    if (separator == '/' && !cursor.take('/'))
        return false;
    if (!cursor.number(2, month) || !cursor.take(separator) || !cursor.number(2, day))
        return false;
    if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month))
        return false;
    days = daysFromCivil(year, month, day);
    return true;
}

bool readTime(Cursor& cursor, std::int64_t& us)
{
    unsigned hour = 0, minute = 0, second = 0;
    std::int64_t fraction = 0;
    if (!cursor.number(2, hour) || !cursor.take(':') || !cursor.number(2, minute))
        return false;
    if (cursor.take(':')) {
        if (!cursor.number(2, second))
            return false;
        if (cursor.takeAny(".,") && !cursor.fraction(fraction))
            return false;
    }
    if (hour > 23 || minute > 59 || second > 59)
        return false;
    us = hour * kHourUs + minute * kMinuteUs + second * kSecondUs + fraction;
    return true;
}

// `Z`, ` UTC`, `+01:00`, `+0100`, `+01` or nothing.
bool readZone(Cursor& cursor, std::int64_t& offsetUs, bool& known)
{
    known = true;
    if (cursor.atEnd()) {
        known = false;
        return true;
    }
    if (cursor.takeAny("Zz") || cursor.takeWord(" UTC"))
        return true;
    cursor.take(' ');
    const bool negative = cursor.take('-');
    unsigned hours = 0, minutes = 0;
    if ((!negative && !cursor.take('+')) || !cursor.number(2, hours))
        return false;
    if (!cursor.atEnd()) {
        cursor.take(':');
        if (!cursor.number(2, minutes))
            return false;
    }
    if (hours > 23 || minutes > 59)
        return false;
    const std::int64_t offset = hours * kHourUs + minutes * kMinuteUs;
    offsetUs = negative ? -offset : offset;
    return true;
}

void append(std::string& text, std::int64_t number, std::size_t digits)
{
    const std::string plain = std::to_string(number < 0 ? -number : number);
    if (number < 0)
        text += '-';
    if (plain.size() < digits)
        text.append(digits - plain.size(), '0');
    text += plain;
}

std::int64_t dayOf(Instant instant)
{
    return instant.us / kDayUs - (instant.us % kDayUs < 0 ? 1 : 0);
}

std::string monthText(const Civil& date)
{
    std::string text;
    append(text, date.year, 4);
    text += '-';
    append(text, date.month, 2);
    return text;
}

} // namespace

Result<ParsedInstant> parseIso(std::string_view text)
{
    Cursor cursor(text);
    std::int64_t days = 0, us = 0, offset = 0;
    ParsedInstant parsed;
    bool good = readDate(cursor, days);
    if (good && !cursor.atEnd())
        good = cursor.takeAny("Tt ") && readTime(cursor, us) && readZone(cursor, offset, parsed.zone_known);
    if (!good || !cursor.atEnd())
        return Error {.code = Code::bad_time, .found = excerpt(text), .expected = "ISO 8601 time"};
    parsed.instant.us = days * kDayUs + us - offset;
    return parsed;
}

std::string formatIso(Instant instant)
{
    if (instant.us == kNoTime)
        return {};
    const std::int64_t us = instant.us - dayOf(instant) * kDayUs;
    std::string text = formatDate(instant);
    text += 'T';
    append(text, us / kHourUs, 2);
    text += ':';
    append(text, us / kMinuteUs % 60, 2);
    text += ':';
    append(text, us / kSecondUs % 60, 2);
    if (us % kSecondUs != 0) {
        text += '.';
        append(text, us % kSecondUs, 6);
        text.erase(text.find_last_not_of('0') + 1);
    }
    return text + 'Z';
}

std::string formatDate(Instant instant)
{
    if (instant.us == kNoTime)
        return {};
    const Civil date = civilFromDays(dayOf(instant));
    std::string text = monthText(date);
    text += '-';
    append(text, date.day, 2);
    return text;
}

std::string formatMonth(Instant instant)
{
    if (instant.us == kNoTime)
        return {};
    return monthText(civilFromDays(dayOf(instant)));
}

Instant fromCivil(int year, unsigned month, unsigned day, std::int64_t microsecond_of_day)
{
    return {daysFromCivil(year, month, day) * kDayUs + microsecond_of_day};
}

} // namespace fullscope::base
