// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/amount_reader.h"

#include "core/base/text.h"
#include "core/import/bills/bill_fields.h"

#include <algorithm>
#include <array>
#include <optional>

namespace fullscope::import {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// What a text says besides the digits and marks of its number.
struct Dressed {
    std::string number; // without blanks and apostrophes, which only group
    std::string exponent; // "E-05"
    std::string currency {};
    int zeros = 0; // of thousands, millions …
    bool negative = false;
};

// Spaces that do not break, thin ones, and the true minus, by what they stand for.
std::string plain(std::string_view text)
{
    constexpr std::array<std::pair<std::string_view, char>, 5> kSpelled {
        {{"\u00A0", ' '}, {"\u202F", ' '}, {"\u2009", ' '}, {"\u2212", '-'}, {"\u2019", '\''}}};
    std::string result;
    while (!text.empty()) {
        const auto at = std::find_if(
            kSpelled.begin(), kSpelled.end(), [&](const auto& spelled) { return text.starts_with(spelled.first); });
        result += at == kSpelled.end() ? text.front() : at->second;
        text.remove_prefix(at == kSpelled.end() ? 1 : at->first.size());
    }
    return result;
}

// Takes one sign or pair of brackets off both ends of `text`; false when there is none.
bool takeSign(std::string_view& text, bool& negative)
{
    text = base::trimmed(text);
    if (text.size() > 2 && text.front() == '(' && text.back() == ')') {
        text = text.substr(1, text.size() - 2);
        negative = !negative;
    } else if (text.starts_with('-') || text.starts_with('+')) {
        negative = negative != (text.front() == '-');
        text.remove_prefix(1);
    } else if (text.ends_with('-')) {
        negative = !negative;
        text.remove_suffix(1);
    } else if (text.size() > 2 && (base::toLower(text.substr(text.size() - 2)) == "cr")) {
        negative = !negative; // a credit, as bookkeepers write it
        text.remove_suffix(2);
    } else {
        return false;
    }
    text = base::trimmed(text);
    return true;
}

// `K`, `mn`, `万` in front of what stands behind a number.
void takeScale(std::string_view& name, int& zeros)
{
    constexpr std::array<std::pair<std::string_view, int>, 6> kLetters {
        {{"bn", 9}, {"mn", 6}, {"K", 3}, {"k", 3}, {"M", 6}, {"B", 9}}}; // `m` may be minutes
    constexpr std::array<std::pair<std::string_view, int>, 3> kCharacters {{{"千", 3}, {"万", 4}, {"亿", 8}}};
    for (const auto& [word, of_word] : kCharacters)
        if (name.starts_with(word)) {
            zeros = of_word;
            name = base::trimmed(name.substr(word.size()));
            return;
        }
    for (const auto& [word, of_word] : kLetters) {
        const bool stands_alone = name.size() == word.size() || (name.size() > word.size() && name[word.size()] == ' ');
        if (stands_alone && name.starts_with(word)) {
            zeros = of_word;
            name = base::trimmed(name.substr(word.size()));
            return;
        }
    }
}

// The sign or code of a currency at one end of `text`; false when something else stands there.
bool takeCurrency(std::string_view& text, std::string& currency, int& zeros)
{
    const std::size_t first = text.find_first_of("0123456789.,(-+");
    if (first == std::string_view::npos)
        return false;
    std::string_view name = base::trimmed(text.substr(0, first));
    if (!name.empty()) {
        text.remove_prefix(first);
    } else {
        const std::size_t last = text.find_last_of("0123456789.,)-");
        name = base::trimmed(text.substr(last + 1));
        text = text.substr(0, last + 1);
        takeScale(name, zeros);
    }
    if (name.empty())
        return true;
    std::string code = currencyOfText(name);
    const bool known = !code.empty() || name == "$" || name == "¥" || name == "￥";
    if (!known || (!currency.empty() && currency != code))
        return false;
    currency = std::move(code);
    return true;
}

std::optional<Dressed> undressed(std::string_view whole)
{
    const std::string owned = plain(whole);
    std::string_view text = base::trimmed(owned);
    Dressed result;
    bool signs = takeSign(text, result.negative);
    if (!takeCurrency(text, result.currency, result.zeros))
        return std::nullopt;
    if (!signs)
        signs = takeSign(text, result.negative);
    if (!takeCurrency(text, result.currency, result.zeros)) // `($12.34)`, `-USD 12`
        return std::nullopt;
    const std::size_t e = text.find_first_of("eE");
    if (e != std::string_view::npos) {
        if (result.zeros > 0)
            return std::nullopt;
        result.exponent = text.substr(e);
        text = text.substr(0, e);
    }
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool groups = (c == ' ' || c == '\'') && i > 0 && i + 3 < text.size() && isDigit(text[i - 1])
            && isDigit(text[i + 1]) && isDigit(text[i + 2]) && isDigit(text[i + 3]);
        if (groups)
            continue;
        if (!isDigit(c) && c != '.' && c != ',')
            return std::nullopt;
        result.number += c;
    }
    return std::any_of(result.number.begin(), result.number.end(), isDigit) ? std::optional(result) : std::nullopt;
}

// `1,234,567`: groups of three, and no zero in front.
bool isGrouped(std::string_view whole, char mark)
{
    const std::size_t first = whole.find(mark);
    if (first == 0 || first > 3 || whole.front() == '0')
        return false;
    for (std::size_t i = first; i < whole.size(); ++i)
        if (((i - first) % 4 == 0) != (whole[i] == mark))
            return false;
    return (whole.size() - first) % 4 == 0;
}

using Mark = AmountReader::Mark;

// What the marks of a number say; `ambiguous` where they say two things.
Mark markOf(std::string_view number, bool& ambiguous)
{
    ambiguous = false;
    const std::size_t comma = number.rfind(','), point = number.rfind('.');
    const bool hasComma = comma != std::string_view::npos, hasPoint = point != std::string_view::npos;
    if (!hasComma && !hasPoint)
        return Mark::unknown;
    if (hasComma && hasPoint)
        return comma > point ? Mark::comma : Mark::point; // the last one is the decimal mark
    const char mark = hasComma ? ',' : '.';
    const Mark decimal = hasComma ? Mark::comma : Mark::point;
    const Mark other = hasComma ? Mark::point : Mark::comma;
    if (!isGrouped(number, mark))
        return decimal;
    if (std::count(number.begin(), number.end(), mark) > 1)
        return other;
    ambiguous = true;
    return Mark::unknown;
}

} // namespace

base::Decimal halfUnit(const Amount& amount)
{
    if (amount.places >= base::Decimal::kScale)
        return {};
    base::Decimal half = *base::Decimal::parse("0.5");
    for (int place = 0; place < amount.places; ++place)
        half = base::Decimal::quotient(half, 10);
    for (int place = amount.places; place < 0; ++place)
        half = *base::Decimal::times(half, 10); // at most a unit that an amount was multiplied by
    return half;
}

bool agrees(const Amount& printed, base::Decimal exact)
{
    const auto difference = base::Decimal::difference(exact, printed.value);
    if (!difference.ok())
        return false;
    const base::Decimal distance = difference->isNegative() ? -*difference : *difference;
    return distance <= halfUnit(printed);
}

void AmountReader::learn(std::string_view text)
{
    const auto dressed = undressed(text);
    if (!dressed || m_mark != Mark::unknown)
        return;
    bool ambiguous = false;
    m_mark = markOf(dressed->number, ambiguous);
    if (ambiguous && m_ambiguous.empty())
        m_ambiguous = text;
}

base::Result<Amount> AmountReader::read(std::string_view text) const
{
    const base::Error bad {.code = base::Code::bad_number, .found = base::excerpt(text), .expected = "decimal number"};
    const auto dressed = undressed(text);
    if (!dressed)
        return bad;
    bool ambiguous = false;
    const Mark own = markOf(dressed->number, ambiguous);
    if (own != Mark::unknown && m_mark != Mark::unknown && own != m_mark)
        return bad;
    const Mark mark = m_mark != Mark::unknown ? m_mark : own;
    const char decimal = mark == Mark::comma ? ',' : '.', group = mark == Mark::comma ? '.' : ',';
    std::string number = dressed->number;
    const std::size_t at = number.find(decimal);
    std::string whole = number.substr(0, at);
    if (whole.find(group) != std::string::npos && !isGrouped(whole, group))
        return bad;
    std::erase(whole, group);
    Amount amount;
    if (at != std::string::npos) {
        amount.places = static_cast<int>(number.size() - at - 1);
        whole.append(".").append(number.substr(at + 1));
    }
    const std::string exponent = dressed->zeros > 0 ? "E" + std::to_string(dressed->zeros) : dressed->exponent;
    FS_TRY_VALUE(value, base::Decimal::parse(whole + exponent));
    amount.places -= dressed->zeros;
    amount.value = dressed->negative ? -value : value;
    amount.currency = dressed->currency;
    if (!dressed->exponent.empty())
        amount.places = base::Decimal::kScale; // a float's own digits
    return amount;
}

} // namespace fullscope::import
