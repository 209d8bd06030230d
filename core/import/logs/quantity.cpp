// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/quantity.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

namespace fullscope::import {

namespace {

struct Unit {
    std::string_view text;
    double scale;
    const char* base_unit;
};

constexpr double kKi = 1024;

constexpr std::array kUnits {
    Unit {"", 1, ""},
    Unit {"ms", 1e-3, "s"},
    Unit {"s", 1, "s"},
    Unit {"us", 1e-6, "s"},
    Unit {"%", 1, "%"},
    Unit {"KiB", kKi, "bytes"},
    Unit {"MiB", kKi* kKi, "bytes"},
    Unit {"GiB", kKi* kKi* kKi, "bytes"},
    Unit {"TiB", kKi* kKi* kKi* kKi, "bytes"},
    Unit {"K", 1e3, ""},
    Unit {"M", 1e6, ""},
    Unit {"G", 1e9, ""},
    Unit {"B", 1e9, ""},
    Unit {"T", 1e12, ""},
    Unit {"P", 1e15, ""},
    Unit {"tok/s", 1, "tokens/s"},
    Unit {"samples/sec", 1, "samples/s"},
    Unit {"samples/s", 1, "samples/s"},
};

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isWordChar(char c)
{
    return isDigit(c) || isLetter(c) || c == '_';
}

std::size_t skipDigits(std::string_view text, std::size_t i)
{
    while (i < text.size() && isDigit(text[i]))
        ++i;
    return i;
}

const Unit* unitNamed(std::string_view text)
{
    const auto* found = std::find_if(kUnits.begin(), kUnits.end(), [&](const Unit& unit) { return unit.text == text; });
    return found == kUnits.end() ? nullptr : found;
}

std::string_view unitAt(std::string_view text)
{
    std::size_t end = 0;
    while (end < text.size() && (isLetter(text[end]) || text[end] == '/' || text[end] == '%'))
        ++end;
    return text.substr(0, end);
}

// The length of the number at the start of `text`; 0 when there is none.
std::size_t numberLength(std::string_view text)
{
    std::size_t i = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    for (const std::string_view word : {"Infinity", "infinity", "inf", "Inf", "nan", "NaN"})
        if (text.substr(i).starts_with(word) && unitNamed(unitAt(text.substr(i + word.size()))) != nullptr)
            return i + word.size(); // not of "info", but of "nanms"
    const std::size_t begin = i;
    i = skipDigits(text, i);
    // a comma belongs to the number only when three digits follow it
    while (i > begin && i < text.size() && text[i] == ',' && skipDigits(text, i + 1) == i + 4)
        i += 4;
    if (i < text.size() && text[i] == '.')
        i = skipDigits(text, i + 1);
    if (i == begin || (i == begin + 1 && text[begin] == '.'))
        return 0;
    if (i + 1 < text.size() && (text[i] == 'e' || text[i] == 'E')) {
        const std::size_t sign = text[i + 1] == '-' || text[i + 1] == '+' ? 1 : 0;
        if (const std::size_t end = skipDigits(text, i + 1 + sign); end > i + 1 + sign)
            i = end;
    }
    return i;
}

std::optional<double> asNumber(std::string_view text)
{
    if (text.starts_with('+'))
        text.remove_prefix(1);
    if (text.find(',') == std::string_view::npos) {
        const auto plain = base::parseDouble(text);
        return plain.ok() ? std::optional(*plain) : std::nullopt;
    }
    std::string digits(text);
    std::erase(digits, ',');
    const auto value = base::parseDouble(digits);
    return value.ok() ? std::optional(*value) : std::nullopt;
}

} // namespace

std::optional<Quantity> readQuantity(std::string_view text)
{
    const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
    const std::size_t length = numberLength(text.substr(begin));
    const auto number = length == 0 ? std::nullopt : asNumber(text.substr(begin, length));
    if (!number)
        return std::nullopt;
    const std::size_t end = begin + length;
    const std::string_view glued = unitAt(text.substr(end));
    const Unit* unit = unitNamed(glued);
    if (unit == nullptr || (end + glued.size() < text.size() && isWordChar(text[end + glued.size()])))
        return std::nullopt;
    if (!glued.empty() || end >= text.size() || text[end] != ' ')
        return Quantity {*number * unit->scale, glued, unit->base_unit, end + glued.size()};
    // `110.63 ms`; a word that is no unit is other text
    const std::string_view word = unitAt(text.substr(end + 1));
    if (const Unit* apart = unitNamed(word); apart != nullptr && !word.empty())
        return Quantity {*number * apart->scale, word, apart->base_unit, end + 1 + word.size()};
    return Quantity {*number, {}, "", end};
}

bool startsWithNumber(std::string_view text)
{
    return numberLength(text) > 0;
}

std::optional<std::int64_t> countAfter(std::string_view text, std::string_view words)
{
    const std::size_t at = text.find(words);
    if (at == std::string_view::npos)
        return std::nullopt;
    text.remove_prefix(at + words.size());
    text.remove_prefix(std::min(text.find_first_not_of(" :="), text.size()));
    std::string digits;
    for (const char c : text.substr(0, 32)) {
        if (c != ',' && !isDigit(c))
            break;
        if (c != ',')
            digits += c;
    }
    const auto count = base::parseInt(digits);
    return count.ok() ? std::optional(*count) : std::nullopt;
}

std::size_t findWord(std::string_view text, std::string_view word, std::size_t from)
{
    for (std::size_t at = text.find(word, from); at != std::string_view::npos; at = text.find(word, at + 1))
        if (at == 0 || !isWordChar(text[at - 1]))
            return at;
    return std::string_view::npos;
}

double secondsTold(std::string_view text)
{
    constexpr std::string_view kIn = " in ";
    for (std::size_t at = text.find(kIn); at != std::string_view::npos; at = text.find(kIn, at + 1)) {
        const auto quantity = readQuantity(text.substr(at + kIn.size()));
        if (quantity && text.substr(at + kIn.size() + quantity->end).starts_with(" second"))
            return quantity->value;
    }
    return std::numeric_limits<double>::quiet_NaN();
}

} // namespace fullscope::import
