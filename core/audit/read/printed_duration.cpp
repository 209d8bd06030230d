// SPDX-License-Identifier: GPL-3.0-or-later
// Times of more than one part.
#include "core/audit/read/plain_text.h"
#include "core/audit/read/printed_number.h"
#include "core/base/quantity.h"
#include "core/base/text.h"

#include <algorithm>

namespace fullscope::audit {

namespace {

constexpr double kMinute = 60, kHour = 3600, kDay = 24 * kHour;

std::size_t endOfDigits(std::string_view text, std::size_t at)
{
    while (at < text.size() && isDigit(text[at]))
        ++at;
    return at;
}

// Digits, with a fraction; `end` behind them.
std::optional<PrintedNumber> plainNumber(std::string_view text, std::size_t at, std::size_t& end)
{
    end = endOfDigits(text, at);
    if (end == at)
        return std::nullopt;
    if (end < text.size() && text[end] == '.' && endOfDigits(text, end + 1) > end + 1)
        end = endOfDigits(text, end + 1);
    return findNumber(text.substr(at, end - at));
}

// Seconds of the unit at `at`, spaces before it; `at` moves behind it.
std::optional<double> timeUnitAt(std::string_view text, std::size_t& at)
{
    std::size_t begin = at;
    while (begin < text.size() && text[begin] == ' ')
        ++begin;
    std::size_t end = begin;
    while (end < text.size() && isLetter(text[end]))
        ++end;
    const auto seconds = [text, begin](std::size_t to) {
        return base::parseQuantity("1 " + std::string(text.substr(begin, to - begin)), base::Unit::seconds);
    };
    if (end > begin) {
        const auto unit = seconds(end);
        at = end;
        return unit ? std::optional(unit->value) : std::nullopt;
    }
    constexpr std::size_t kCharacter = 3; // bytes of a Chinese one
    for (const std::size_t characters : {3U, 2U, 1U})
        if (end = begin + characters * kCharacter; end <= text.size())
            if (const auto unit = seconds(end)) {
                at = end;
                return unit->value;
            }
    return std::nullopt;
}

// `76:00:00`, `3-04:00:00.5`
std::optional<PrintedDuration> clockAt(std::string_view text, std::size_t at)
{
    double days = 0;
    std::size_t end = endOfDigits(text, at);
    constexpr std::size_t kMostDigits = 6;
    if (end == at || end - at > kMostDigits)
        return std::nullopt;
    if (end < text.size() && text[end] == '-') {
        days = findNumber(text.substr(at, end - at))->value;
        at = end + 1;
        end = endOfDigits(text, at);
        if (end == at || end - at > kMostDigits)
            return std::nullopt;
    }
    double parts[3] = {};
    for (std::size_t i = 0; i < 3; ++i) {
        if (i > 0 && (end >= text.size() || text[end] != ':'))
            return std::nullopt;
        if (i > 0)
            at = end + 1;
        const auto number = plainNumber(text, at, end);
        const bool isSixtieth = i == 0 || (endOfDigits(text, at) == at + 2 && number && number->value < kMinute);
        if (!number || !isSixtieth || (i < 2 && end != endOfDigits(text, at)))
            return std::nullopt;
        parts[i] = number->value;
    }
    if (end < text.size() && (text[end] == ':' || isDigit(text[end]) || isLetter(text[end])))
        return std::nullopt;
    const double seconds = days * kDay + parts[0] * kHour + parts[1] * kMinute + parts[2];
    return PrintedDuration {seconds, {seconds - 0.5, seconds + 0.5}, end};
}

} // namespace

std::optional<PrintedDuration> durationAt(std::string_view text, std::size_t at)
{
    if (const auto clock = clockAt(text, at))
        return clock;
    PrintedDuration duration;
    double last = 0;
    int parts = 0;
    for (std::size_t next = at;;) {
        std::size_t end = 0;
        const auto number = plainNumber(text, next, end);
        const auto unit = number ? timeUnitAt(text, end) : std::nullopt;
        if (!unit || (parts > 0 && *unit >= last))
            break;
        ++parts;
        last = *unit;
        const Interval before {duration.seconds, duration.seconds};
        duration.range = before + *unit * number->range;
        duration.seconds += *unit * number->value;
        duration.end = end;
        next = end;
        while (next < text.size() && (text[next] == ' ' || text[next] == ','))
            ++next;
        if (text.substr(next).starts_with("and "))
            next += 4;
        else if (text.substr(next).starts_with("零"))
            next += std::string_view("零").size();
    }
    return parts > 1 ? std::optional(duration) : std::nullopt;
}

} // namespace fullscope::audit
