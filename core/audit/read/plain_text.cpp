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
    {"\u3001", ", "},
    {"\u3010", "["},
    {"\u3011", "]"},
    {"\u2215", "/"},
    {"\u2044", "/"},
    {"\u00D7", "×"},
    {"\u2715", "×"},
    {"\u2716", "×"},
    {"\uFFE5", "¥"},
    {"\u2020", ""}, // daggers mark footnotes
    {"\u2021", ""},
};

struct Raised {
    std::string_view from;
    char to;
};
constexpr Raised kRaised[] = {{"\u2070", '0'}, {"\u00B9", '1'}, {"\u00B2", '2'}, {"\u00B3", '3'}, {"\u2074", '4'},
    {"\u2075", '5'}, {"\u2076", '6'}, {"\u2077", '7'}, {"\u2078", '8'}, {"\u2079", '9'}, {"\u207B", '-'}};

// Whether digits raised behind `plain` are a power: of `× 10`.
bool isBaseOfPower(std::string_view plain)
{
    if (!plain.ends_with("10"))
        return false;
    plain.remove_suffix(2);
    while (plain.ends_with(' '))
        plain.remove_suffix(1);
    return plain.ends_with("×") || plain.ends_with('x') || plain.ends_with('*');
}

// A comma of Chinese writing groups digits only where a group follows; else it parts two figures.
bool groups(std::string_view plain, std::string_view rest)
{
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    return digits == 3 && !plain.empty() && plain.back() >= '0' && plain.back() <= '9';
}

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

// A star behind a figure or a name is a mark of a footnote, not a sign between two numbers: "48,200* tokens/s".
bool isMark(std::string_view before, std::string_view behind)
{
    if (before.empty() || !(isDigit(before.back()) || before.back() == '%'))
        return false;
    const std::size_t next = behind.find_first_not_of(" *");
    return next == std::string_view::npos || behind.front() == ',' || behind.front() == ')' || behind.front() == '|'
        || (behind.front() == ' ' && isLetter(behind[next]) && behind[next] != 'H' && behind[next] != 'A');
}

} // namespace

std::string plainText(std::string_view text)
{
    std::string plain;
    plain.reserve(text.size());
    bool isPower = false;
    while (!text.empty()) {
        const std::size_t length = characterLength(text);
        if (length == 0) {
            text.remove_prefix(1);
            continue;
        }
        const std::string_view character = text.substr(0, length);
        text.remove_prefix(length);
        if (length == 1) {
            isPower = false;
            const char c = character[0];
            if (c == '*' && isMark(plain, text))
                continue;
            plain += static_cast<unsigned char>(c) < ' ' || c == 0x7F ? ' ' : c;
            continue;
        }
        const auto* const raised = std::find_if(
            std::begin(kRaised), std::end(kRaised), [character](const Raised& one) { return one.from == character; });
        if (raised != std::end(kRaised)) {
            const bool goesOn = isPower; // its second digit
            isPower = goesOn || isBaseOfPower(plain);
            if (isPower)
                (plain += goesOn ? "" : "^") += raised->to;
            continue;
        }
        isPower = false;
        if (character == "\uFF0C") {
            plain += groups(plain, text) ? "," : ", ";
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

std::string withoutStruck(std::string_view text)
{
    struct Mark {
        std::string_view open, close;
    };
    constexpr std::size_t kLongest = 600; // bytes of what is struck; without an end near it is none
    constexpr Mark kMarks[] = {{"~~", "~~"}, {"<s>", "</s>"}, {"<del>", "</del>"}, {"<strike>", "</strike>"}};
    std::string kept;
    while (!text.empty()) {
        if (text.front() != '~' && text.front() != '<') {
            kept += text.front();
            text.remove_prefix(1);
            continue;
        }
        const auto* const mark = std::find_if(
            std::begin(kMarks), std::end(kMarks), [text](const Mark& one) { return text.starts_with(one.open); });
        const std::size_t struck = mark == std::end(kMarks)
            ? std::string_view::npos
            : text.substr(0, kLongest).find(mark->close, mark->open.size());
        if (struck != std::string_view::npos) {
            kept += ' ';
            text.remove_prefix(struck + mark->close.size());
            continue;
        }
        constexpr std::string_view kOpen = "<sup>", kClose = "</sup>";
        if (const std::size_t end
            = text.starts_with(kOpen) ? text.substr(0, kLongest).find(kClose) : std::string_view::npos;
            end != std::string_view::npos) {
            if (isBaseOfPower(kept))
                (kept += '^') += text.substr(kOpen.size(), end - kOpen.size());
            text.remove_prefix(end + kClose.size());
            continue;
        }
        kept += text.front();
        text.remove_prefix(1);
    }
    return kept;
}

namespace {

bool isAbbreviated(std::string_view before)
{
    constexpr std::string_view kShort[]
        = {"i.e", "e.g", "approx", "vs", "ca", "incl", "excl", "resp", "avg", "max", "min"};
    return std::any_of(std::begin(kShort), std::end(kShort), [before](std::string_view word) {
        return before.ends_with(word)
            && (before.size() == word.size() || !isLetter(before[before.size() - word.size() - 1]));
    });
}

} // namespace

// "the 0.5 of v1.2" is no end of a sentence, ". " and "。" are.
std::vector<std::string> sentencesOf(std::string_view text)
{
    std::vector<std::string> sentences;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::size_t end = 0;
        for (const std::string_view stop : {"。", "！", "; ", "；", "! ", "? "})
            if (text.substr(i).starts_with(stop))
                end = i + stop.size();
        if (text[i] == '.' && i + 1 < text.size() && text[i + 1] == ' ' && i > 0 && !isDigit(text[i - 1])
            && !isAbbreviated(text.substr(0, i)))
            end = i + 2;
        if (text[i] == '.' && i + 2 < text.size() && text[i + 1] == ' ' && text[i + 2] >= 'A' && text[i + 2] <= 'Z')
            end = i + 2;
        if (end == 0)
            continue;
        sentences.emplace_back(text.substr(begin, end - begin));
        begin = end;
        i = end - 1;
    }
    sentences.emplace_back(text.substr(begin));
    return sentences;
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
