// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace fullscope::base {

namespace {

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool isSpace(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool sameLetter(char a, char b)
{
    return lower(a) == lower(b);
}

Error notANumber(std::string_view text, const char* expected)
{
    return Error {.code = Code::bad_number, .found = excerpt(text), .expected = expected};
}

// from_chars takes no `+`.
std::string_view withoutPlus(std::string_view text)
{
    if (text.size() > 1 && text[0] == '+' && text[1] != '-')
        text.remove_prefix(1);
    return text;
}

// Edit distance in which two neighbours that changed places count once (Damerau-Levenshtein, optimal string
// alignment), without case.
std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> beforeLast(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t change = sameLetter(a[i - 1], b[j - 1]) ? 0 : 1;
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + change});
            if (i > 1 && j > 1 && sameLetter(a[i - 1], b[j - 2]) && sameLetter(a[i - 2], b[j - 1]))
                row[j] = std::min(row[j], beforeLast[j - 2] + 1);
        }
        beforeLast.swap(last);
        last.swap(row);
    }
    return last[b.size()];
}

} // namespace

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && isSpace(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isSpace(text.back()))
        text.remove_suffix(1);
    return text;
}

std::string toLower(std::string_view text)
{
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), lower);
    return result;
}

bool equalsIgnoreCase(std::string_view a, std::string_view b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), sameLetter);
}

bool containsIgnoreCase(std::string_view text, std::string_view part)
{
    return std::search(text.begin(), text.end(), part.begin(), part.end(), sameLetter) != text.end() || part.empty();
}

Result<double> parseDouble(std::string_view text)
{
    constexpr const char* kExpected = "number";
    const std::string_view number = withoutPlus(text);
    double value = 0;
    const auto read = std::from_chars(number.data(), number.data() + number.size(), value);
    // from_chars would also take `nan(text)`.
    if (read.ec != std::errc {} || read.ptr != number.data() + number.size() || number.ends_with(')'))
        return notANumber(text, kExpected);
    return value;
}

Result<std::int64_t> parseInt(std::string_view text)
{
    const std::string_view number = withoutPlus(text);
    std::int64_t value = 0;
    const auto read = std::from_chars(number.data(), number.data() + number.size(), value);
    if (read.ec != std::errc {} || read.ptr != number.data() + number.size())
        return notANumber(text, "whole number");
    return value;
}

std::string formatDouble(double value)
{
    std::array<char, 32> buffer; // the longest shortest form has 24 characters
    const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), written.ptr};
}

std::string_view nearest(std::string_view name, std::span<const std::string_view> candidates)
{
    std::string_view best;
    std::size_t bestDistance = 0;
    for (const std::string_view candidate : candidates) {
        const std::size_t distance = editDistance(name, candidate);
        const bool near = 3 * distance <= std::max(name.size(), candidate.size());
        if (near && (best.empty() || distance < bestDistance)) {
            best = candidate;
            bestDistance = distance;
        }
    }
    return best;
}

std::string excerpt(std::string_view text, std::size_t limit)
{
    std::size_t end = text.size();
    if (end > limit) {
        end = limit;
        // 10xxxxxx continues a UTF-8 character
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
            --end;
    }
    std::string result(text.substr(0, end));
    // Control characters of a file must not reach a terminal.
    std::replace_if(
        result.begin(), result.end(), [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; }, ' ');
    if (end < text.size())
        result += "…";
    return result;
}

} // namespace fullscope::base
