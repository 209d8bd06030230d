// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/cell_text.h"

#include "core/base/text.h"
#include "core/base/utc.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace fullscope::import {

namespace {

constexpr std::int64_t kDayMs = 86'400'000;

// What is left of a format code without its literal text, conditions, colours and locales; of elapsed time `[h]` stays.
std::string bareFormat(std::string_view code)
{
    std::string bare;
    for (std::size_t i = 0; i < code.size(); ++i) {
        const char c = code[i];
        if (c == ';') // the others are for negative numbers, zero and text
            break;
        if (c == '\\' || c == '_' || c == '*') {
            ++i;
        } else if (c == '"' || c == '[') {
            const std::size_t end = std::min(code.find(c == '"' ? '"' : ']', i + 1), code.size());
            const std::string inside = base::toLower(code.substr(i + 1, end - i - 1));
            if (c == '[' && !inside.empty() && inside.find_first_not_of(inside[0]) == std::string::npos
                && std::string_view("hms").find(inside[0]) != std::string_view::npos)
                bare += '[' + inside + ']';
            i = end;
        } else {
            bare += c;
        }
    }
    return base::toLower(bare);
}

std::size_t digitsOf(std::string_view number)
{
    std::size_t digits = 0;
    for (const char c : number.substr(0, number.find_first_of("eE")))
        digits += (c >= '1' && c <= '9') || (c == '0' && digits > 0) ? 1 : 0;
    return digits;
}

std::string two(std::int64_t number)
{
    return (number < 10 ? "0" : "") + std::to_string(number);
}

std::string clockText(std::int64_t ms)
{
    std::string text = two(ms / 3'600'000) + ":" + two(ms / 60'000 % 60) + ":" + two(ms / 1'000 % 60);
    if (ms % 1'000 != 0)
        text += "." + std::to_string(1'000 + ms % 1'000).substr(1);
    return text;
}

void appendUtf8(std::string& out, unsigned unit)
{
    if (unit < 0x80) {
        out += static_cast<char>(unit);
    } else if (unit < 0x800) {
        out += static_cast<char>(0xC0 | unit >> 6);
        out += static_cast<char>(0x80 | (unit & 0x3F));
    } else {
        out += static_cast<char>(0xE0 | unit >> 12);
        out += static_cast<char>(0x80 | (unit >> 6 & 0x3F));
        out += static_cast<char>(0x80 | (unit & 0x3F));
    }
}

} // namespace

CellNumber cellNumberOf(int builtInFormat)
{
    const auto within = [&](int first, int last) { return builtInFormat >= first && builtInFormat <= last; };
    if (builtInFormat == 46)
        return CellNumber::elapsed;
    return within(14, 22) || within(27, 36) || within(45, 47) || within(50, 58) ? CellNumber::date : CellNumber::number;
}

CellNumber cellNumberOf(std::string_view formatCode)
{
    std::string bare = bareFormat(formatCode);
    if (bare.find('[') != std::string::npos)
        return CellNumber::elapsed;
    if (const std::size_t fraction = bare.find("s.0"); fraction != std::string::npos)
        bare.erase(fraction + 1, bare.find_first_not_of(".0", fraction + 1) - fraction - 1);
    const bool counts = bare.find_first_of("0#?") != std::string::npos || bare.starts_with("general");
    return !counts && bare.find_first_of("ymdhs") != std::string::npos ? CellNumber::date : CellNumber::number;
}

std::string numberText(std::string_view stored)
{
    constexpr std::size_t kDouble = 17, kEntered = 15;
    const std::string_view text = base::trimmed(stored);
    const bool isWhole = text.find('.') == std::string_view::npos; // a long id, say
    if (const std::size_t digits = digitsOf(text); !isWhole && (digits == kDouble || digits == kDouble - 1))
        if (const auto value = base::parseDouble(text); value.ok() && std::isfinite(*value)) {
            std::string shortest = base::formatDouble(*value);
            if (digitsOf(shortest) <= kEntered)
                return shortest;
        }
    return std::string(text);
}

std::string dayText(std::string_view serial, CellNumber kind, bool from1904)
{
    constexpr double kMostDays = 2'958'466; // 10000-01-01
    const auto days = base::parseDouble(base::trimmed(serial));
    if (!days.ok() || !(*days >= 0 && *days < kMostDays))
        return numberText(serial);
    const auto ms = static_cast<std::int64_t>(std::llround(*days * static_cast<double>(kDayMs)));
    if (kind == CellNumber::elapsed || ms < kDayMs)
        return clockText(ms);
    const std::int64_t day = ms / kDayMs, clock = ms % kDayMs;
    // Lotus 1-2-3 took 1900 for a leap year, and everyone after it: day 60 is its 29 February.
    constexpr std::int64_t kFalseLeapDay = 60;
    std::string text = "1900-02-29";
    if (from1904 || day != kFalseLeapDay) {
        const base::Instant first = from1904 ? base::fromCivil(1904, 1, 1)
            : day < kFalseLeapDay            ? base::fromCivil(1899, 12, 31)
                                             : base::fromCivil(1899, 12, 30);
        text = base::formatDate({first.us + day * kDayMs * 1'000});
    }
    return clock == 0 ? text : text + "T" + clockText(clock);
}

std::string unescapedCell(std::string_view text)
{
    constexpr std::size_t kEscape = 7; // _xHHHH_
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned unit = 0;
        const char* const digits = text.data() + i + 2;
        const bool escape = text[i] == '_' && i + kEscape <= text.size() && text[i + 1] == 'x'
            && text[i + kEscape - 1] == '_' && std::from_chars(digits, digits + 4, unit, 16).ptr == digits + 4;
        const bool surrogate = unit >= 0xD800 && unit < 0xE000;
        if (escape && unit != 0 && !surrogate) {
            appendUtf8(out, unit);
            i += kEscape - 1;
        } else {
            out += text[i];
        }
    }
    return out;
}

void appendCsvField(std::string& out, std::string_view text)
{
    if (text.find_first_of(",;\t\"\r\n") == std::string_view::npos) {
        out += text;
        return;
    }
    out += '"';
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\r' && i + 1 < text.size() && text[i + 1] == '\n')
            continue;
        if (c == '"')
            out += '"';
        out += c == '\r' || c == '\n' ? ' ' : c;
    }
    out += '"';
}

} // namespace fullscope::import
