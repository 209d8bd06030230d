// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/audit/read/plain_text.h"

#include <algorithm>
#include <array>

namespace fullscope::audit {

namespace {

struct Replacement {
    std::string_view from, to;
};
constexpr Replacement kReplacements[] = {
    {"\u3000", " "},
    {"\u00A0", " "},
    {"\u202F", " "},
    {"\u2009", " "},
    {"\u200B", ""},
    {"\uFEFF", ""},
    {"\u00AD", ""},
    {"\u2060", ""},
    {"\u2212", "-"},
    {"\u2010", "-"},
    {"\u2011", "-"},
    {"\u2012", "-"},
    {"\u2013", "-"},
    {"\u2014", "-"},
    {"\u2248", "~"},
    {"\u223C", "~"},
    {"\u301C", "~"},
    {"\u2265", ">="},
    {"\u2264", "<="},
    {"\u2018", "'"},
    {"\u2019", "'"},
    {"\u201C", "\""},
    {"\u201D", "\""},
    {"\u3001", ","},
    {"\u3010", "["},
    {"\u3011", "]"},
    {"\u2215", "/"},
    {"\u2044", "/"},
    {"\u00D7", "×"},
    {"\u2715", "×"},
    {"\u2716", "×"},
    {"\uFFE5", "¥"},
};

// U+061C, U+200E, U+200F, U+202A … U+202E, U+2066 … U+2069
bool isDirectionMark(std::string_view character)
{
    if (character == "\u061C")
        return true;
    if (character.size() != 3 || character[0] != '\xE2')
        return false;
    const unsigned code = (static_cast<unsigned char>(character[1]) & 0x3FU) << 6U
        | (static_cast<unsigned char>(character[2]) & 0x3FU); // above U+2000
    return code == 0x0E || code == 0x0F || (code >= 0x2A && code <= 0x2E) || (code >= 0x66 && code <= 0x69);
}

// Length of the UTF-8 character at the front, 0 when there is none.
std::size_t characterLength(std::string_view text)
{
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t length = lead < 0x80 ? 1
        : lead >= 0xF0 && lead < 0xF8      ? 4
        : lead >= 0xE0                     ? 3
        : lead >= 0xC2                     ? 2
                                           : 0;
    if (length == 0 || lead >= 0xF8 || length > text.size())
        return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U)
            return 0;
    return length;
}

// U+FF01 … U+FF5E are the full-width forms of ! … ~; 0: another character.
char halfWidth(std::string_view character)
{
    if (character.size() != 3 || character[0] != '\xEF')
        return 0;
    const unsigned code = 0xF000U | (static_cast<unsigned char>(character[1]) & 0x3FU) << 6U
        | (static_cast<unsigned char>(character[2]) & 0x3FU);
    return code >= 0xFF01 && code <= 0xFF5E ? static_cast<char>(code - 0xFF01 + '!') : char(0);
}

} // namespace

std::string plainText(std::string_view text)
{
    std::string plain;
    plain.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = characterLength(text);
        if (length == 0) {
            text.remove_prefix(1);
            continue;
        }
        const std::string_view character = text.substr(0, length);
        text.remove_prefix(length);
        if (length == 1) {
            const char c = character[0];
            plain += static_cast<unsigned char>(c) < ' ' || c == 0x7F ? ' ' : c;
            continue;
        }
        const auto* const known = std::find_if(std::begin(kReplacements), std::end(kReplacements),
            [character](const Replacement& one) { return one.from == character; });
        if (known != std::end(kReplacements))
            plain += known->to;
        else if (isDirectionMark(character))
            continue;
        else if (const char half = halfWidth(character); half != 0)
            plain += half;
        else
            plain += character;
    }
    return plain;
}

std::string withoutDirectionMarks(std::string_view text)
{
    std::string kept;
    while (!text.empty()) {
        const std::size_t length = std::max<std::size_t>(characterLength(text), 1);
        if (!isDirectionMark(text.substr(0, length)))
            kept += text.substr(0, length);
        text.remove_prefix(length);
    }
    return kept;
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::size_t findWord(std::string_view text, std::string_view word, std::size_t from)
{
    for (std::size_t at = text.find(word, from); at != std::string_view::npos; at = text.find(word, at + 1)) {
        if (isLetter(word.front()) && at > 0 && isLetter(text[at - 1]))
            continue;
        std::size_t end = at + word.size();
        if (isLetter(word.back())) {
            if (text.substr(end).starts_with('s') && word.back() != 's')
                ++end;
            if (end < text.size() && isLetter(text[end]))
                continue;
        }
        return at;
    }
    return std::string_view::npos;
}

bool hasWord(std::string_view text, std::string_view word)
{
    return findWord(text, word) != std::string_view::npos;
}

} // namespace fullscope::audit
