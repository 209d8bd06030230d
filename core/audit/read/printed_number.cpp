// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/audit/read/printed_number.h"

#include "core/audit/read/plain_text.h"
#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace fullscope::audit {

namespace {

constexpr std::size_t kLongestNumber = 60; // digits and signs; what is longer is no figure

struct Digits {
    double value = 0;
    double unit = 0; // of the last digit that counts
    bool integer = false;
    std::size_t end = 0;
};

std::size_t digitsFrom(std::string_view text, std::size_t at)
{
    std::size_t count = 0;
    while (at + count < text.size() && isDigit(text[at + count]))
        ++count;
    return count;
}

// The whole part at `at`, without its grouping by comma, apostrophe or space.
std::string wholePart(std::string_view text, std::size_t& at, bool& hasComma)
{
    const std::size_t first = digitsFrom(text, at);
    std::string digits(text.substr(at, first));
    at += first;
    if (first == 0 || first > 3 || digits.front() == '0')
        return digits;
    while (
        at < text.size() && (text[at] == ',' || text[at] == '\'' || text[at] == ' ') && digitsFrom(text, at + 1) == 3)
        if (const bool spaced = text[at] == ' '; !spaced || digitsFrom(text, at - 3) == 3 || digits.size() <= 3) {
            hasComma = hasComma || text[at] == ',';
            digits += text.substr(at + 1, 3);
            at += 4;
        } else {
            break;
        }
    return digits;
}

// `e9`, `×10^23`, `* 10^23`; 0 and nothing taken where there is none.
int exponentAt(std::string_view text, std::size_t& at)
{
    std::size_t begin = std::string_view::npos;
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E'))
        begin = at + 1;
    for (const std::string_view times : {"×10^", " × 10^", "*10^", " * 10^", "x10^", " x 10^"})
        if (text.substr(at).starts_with(times))
            begin = at + times.size();
    if (begin == std::string_view::npos)
        return 0;
    std::size_t digits = begin;
    if (digits < text.size() && (text[digits] == '-' || text[digits] == '+'))
        ++digits;
    const std::size_t count = digitsFrom(text, digits);
    const bool word = digits + count < text.size() && isLetter(text[digits + count]);
    if (count == 0 || count > 3 || word)
        return 0;
    int exponent = 0;
    std::from_chars(text.data() + digits, text.data() + digits + count, exponent);
    at = digits + count;
    return text[begin] == '-' ? -exponent : exponent;
}

std::optional<Digits> digitsAt(std::string_view text, std::size_t at)
{
    const std::size_t begin = at;
    bool hasComma = false;
    std::string digits = wholePart(text, at, hasComma);
    const std::size_t whole = digits.size();
    std::size_t fraction = 0;
    if (at < text.size() && (text[at] == '.' || text[at] == ',')) {
        fraction = digitsFrom(text, at + 1);
        // `1,5` and `0,2327` have a decimal comma; of `1,500` it groups (and was taken above).
        const bool maybeGroup = whole == 0 || hasComma || (fraction >= 3 && digits != "0");
        if (fraction == 0 || (text[at] == ',' && maybeGroup))
            fraction = 0;
        else
            digits += text.substr(at + 1, fraction);
        at += fraction == 0 ? 0 : fraction + 1;
    }
    if (digits.empty() || at - begin > kLongestNumber)
        return std::nullopt;
    std::size_t afterExponent = at;
    const int exponent = exponentAt(text, afterExponent);
    const bool hasExponent = afterExponent != at;
    const auto lastPlace = exponent - static_cast<int>(fraction);
    Digits read;
    const std::string number = digits + "e" + std::to_string(lastPlace);
    if (std::from_chars(number.data(), number.data() + number.size(), read.value).ec != std::errc {})
        return std::nullopt;
    read.integer = fraction == 0 && !hasExponent;
    std::size_t zeros = 0;
    if (read.integer && digits.size() > 2)
        while (zeros + 2 < digits.size() && digits[digits.size() - 1 - zeros] == '0')
            ++zeros;
    read.unit = std::pow(10.0, lastPlace + static_cast<int>(zeros));
    read.end = afterExponent;
    return read;
}

struct Magnitude {
    std::string_view text;
    double factor;
    bool letter; // stands before no letter
};
constexpr Magnitude kMagnitudes[] = {{"thousand", 1e3, true}, {"million", 1e6, true}, {"mn", 1e6, true},
    {"billion", 1e9, true}, {"bn", 1e9, true}, {"trillion", 1e12, true}, {"K", 1e3, true}, {"k", 1e3, true},
    {"M", 1e6, true}, {"B", 1e9, true}, {"T", 1e12, true}, {"万亿", 1e12, false}, {"千亿", 1e11, false},
    {"百亿", 1e10, false}, {"十亿", 1e9, false}, {"亿", 1e8, false}, {"千万", 1e7, false}, {"百万", 1e6, false},
    {"十万", 1e5, false}, {"万", 1e4, false}, {"千", 1e3, false}};

// 1 and nothing taken where there is none. Of `千瓦`, `千卡` the first character belongs to the unit.
double magnitudeAt(std::string_view text, std::size_t& at)
{
    std::size_t begin = at;
    while (begin < text.size() && text[begin] == ' ')
        ++begin;
    for (const Magnitude& magnitude : kMagnitudes) {
        if (!text.substr(begin).starts_with(magnitude.text))
            continue;
        const std::string_view rest = text.substr(begin + magnitude.text.size());
        if (magnitude.letter && !rest.empty() && isLetter(rest.front()))
            continue;
        if (rest.starts_with("瓦") || rest.starts_with("米"))
            continue;
        if (begin > at && magnitude.text.size() == 1 && rest.starts_with('/')) // `5 B/s`, bytes
            continue;
        at = begin + magnitude.text.size();
        return magnitude.factor;
    }
    return 1;
}

enum class Qualifier { none, about, at_least, at_most };
struct QualifierWord {
    std::string_view text;
    Qualifier is;
};
constexpr QualifierWord kBefore[] = {{"~", Qualifier::about}, {"about", Qualifier::about}, {"around", Qualifier::about},
    {"approximately", Qualifier::about}, {"approx.", Qualifier::about}, {"approx", Qualifier::about},
    {"roughly", Qualifier::about}, {"circa", Qualifier::about}, {"ca.", Qualifier::about}, {"nearly", Qualifier::about},
    {"almost", Qualifier::about}, {"大约", Qualifier::about}, {"约为", Qualifier::about}, {"约", Qualifier::about},
    {"大概", Qualifier::about}, {"近", Qualifier::about}, {">=", Qualifier::at_least}, {">", Qualifier::at_least},
    {"more than", Qualifier::at_least}, {"at least", Qualifier::at_least}, {"over", Qualifier::at_least},
    {"above", Qualifier::at_least}, {"超过", Qualifier::at_least}, {"至少", Qualifier::at_least},
    {"不少于", Qualifier::at_least}, {"大于", Qualifier::at_least}, {"高达", Qualifier::at_most},
    {"<=", Qualifier::at_most}, {"<", Qualifier::at_most}, {"less than", Qualifier::at_most},
    {"fewer than", Qualifier::at_most}, {"at most", Qualifier::at_most}, {"up to", Qualifier::at_most},
    {"under", Qualifier::at_most}, {"below", Qualifier::at_most}, {"不到", Qualifier::at_most},
    {"不超过", Qualifier::at_most}, {"最多", Qualifier::at_most}, {"至多", Qualifier::at_most},
    {"小于", Qualifier::at_most}, {"低于", Qualifier::at_most}};
constexpr QualifierWord kBehind[] = {{"+", Qualifier::at_least}, {"以上", Qualifier::at_least},
    {"or more", Qualifier::at_least}, {"左右", Qualifier::about}, {"上下", Qualifier::about},
    {"以下", Qualifier::at_most}, {"以内", Qualifier::at_most}, {"or less", Qualifier::at_most}};

constexpr std::string_view kSigns[] = {"US$", "$", "€", "£", "CN¥", "¥", "USD", "EUR", "CNY", "RMB"};

// What stands right before `at`, with the spaces between; `at` moves to its front.
Qualifier qualifierBefore(const std::string& lower, std::size_t& at)
{
    std::size_t end = at;
    while (end > 0 && lower[end - 1] == ' ')
        --end;
    const std::string_view before = std::string_view(lower).substr(0, end);
    for (const QualifierWord& word : kBefore) {
        if (!before.ends_with(word.text))
            continue;
        const std::size_t begin = end - word.text.size();
        if (isLetter(word.text.front()) && begin > 0 && isLetter(lower[begin - 1]))
            continue;
        at = begin;
        return word.is;
    }
    return Qualifier::none;
}

std::string signBefore(std::string_view text, std::size_t& at)
{
    constexpr std::size_t kMostSpaces = 4; // behind more of them a sign is of something else
    std::size_t end = at;
    while (end > 0 && text[end - 1] == ' ' && at - end < kMostSpaces)
        --end;
    for (const std::string_view sign : kSigns)
        if (text.substr(0, end).ends_with(sign)
            && (!isLetter(sign.front()) || end == sign.size() || !isLetter(text[end - sign.size() - 1]))) {
            at = end - sign.size();
            return std::string(sign);
        }
    return {};
}

// The second number of `18-22`, `18 % - 22 %`, `0.15..0.22`, `40 to 60`, `8 ± 1`; none where none follows. Of a date
// and of `22-15` it is unclear what is meant.
struct Second {
    Digits digits;
    bool plus_minus = false;
    bool unclear = false;
};
std::optional<Second> secondNumber(std::string_view text, std::size_t at, const Digits& first)
{
    while (at < text.size() && (text[at] == ' ' || text[at] == '%'))
        ++at;
    constexpr std::string_view kBetween[] = {"±", "+/-", "-", "~", "..", "to ", "至", "到"};
    for (const std::string_view between : kBetween) {
        if (!text.substr(at).starts_with(between))
            continue;
        std::size_t next = at + between.size();
        while (next < text.size() && (text[next] == ' ' || text[next] == '$'))
            ++next;
        if (next >= text.size() || !(isDigit(text[next]) || text[next] == '.'))
            return std::nullopt;
        const auto digits = digitsAt(text, next);
        if (!digits)
            return std::nullopt;
        const bool isDate
            = digits->end < text.size() && text[digits->end] == '-' && digitsFrom(text, digits->end + 1) > 0;
        const bool plusMinus = between == "±" || between == "+/-";
        const bool isWord = between == "to " || static_cast<unsigned char>(between.front()) >= 0xE0;
        // With a magnitude of its own it may be the greater one: `900K to 1.2M`.
        std::size_t behind = digits->end;
        const bool descends = !plusMinus && digits->value < first.value && magnitudeAt(text, behind) == 1;
        if (descends && isWord)
            return std::nullopt; // two figures: "from 20 to 15.96 s"
        return Second {*digits, plusMinus, isDate || descends};
    }
    return std::nullopt;
}

Interval qualified(const Interval& plain, double value, double unit, Qualifier qualifier)
{
    switch (qualifier) {
    case Qualifier::about:
        return {value - unit, value + unit};
    case Qualifier::at_least:
        return {plain.low, Interval::kInfinite};
    case Qualifier::at_most:
        return {value < 0 ? -Interval::kInfinite : 0, plain.high};
    case Qualifier::none:
        break;
    }
    return plain;
}

Qualifier qualifierBehind(const std::string& lower, std::size_t& at)
{
    // Behind a unit of a few letters too: `40 分钟以上`.
    for (const QualifierWord& word : kBehind) {
        if (std::string_view(lower).substr(at).starts_with(word.text)) {
            at += word.text.size();
            return word.is;
        }
        constexpr std::size_t kUnitLength = 12;
        if (static_cast<unsigned char>(word.text.front()) >= 0x80
            && std::string_view(lower).substr(at, kUnitLength + word.text.size()).find(word.text) != std::string::npos)
            return word.is;
    }
    return Qualifier::none;
}

bool startsNumber(std::string_view text, std::size_t at)
{
    if (!isDigit(text[at]) && !(text[at] == '.' && at + 1 < text.size() && isDigit(text[at + 1])))
        return false;
    if (at == 0)
        return true;
    // `H100`, `bf16`, `p5.48xlarge`, `v2` are names; `1.2.3` is a version.
    const char before = text[at - 1];
    if (isLetter(before) || isDigit(before) || before == '_' || (before == '.' && text[at] != '.'))
        return false;
    return !(before == '-' && at > 1 && (isLetter(text[at - 2]) || isDigit(text[at - 2])));
}

// Value and ranges of a number of which all parts are known.
void setValue(PrintedNumber& number, const Digits& first, const std::optional<Second>& second, double factor,
    Qualifier qualifier, bool negative)
{
    double value = first.value;
    Interval range {value - first.unit / 2, value + first.unit / 2};
    Interval exact = first.integer && !number.has_magnitude ? Interval {value, value} : range;
    if (second && second->plus_minus) {
        range = exact = {value - second->digits.value, value + second->digits.value};
    } else if (second && second->digits.value >= value) {
        range = exact = {value - first.unit / 2, second->digits.value + second->digits.unit / 2};
        value = (value + second->digits.value) / 2;
    } else {
        range = qualified(range, value, first.unit, qualifier);
        exact = qualified(exact, value, first.unit, qualifier);
    }
    const double sign = negative ? -factor : factor;
    number.value = sign * value;
    number.range = sign * range;
    number.exact = sign * exact;
}

// "fell from 60 to 40" tells of two figures, "takes from 40 to 60" of one.
bool isChange(std::string_view before)
{
    before = base::trimmed(before);
    if (!before.ends_with("from") && !before.ends_with("从"))
        return false;
    constexpr std::string_view kVerbs[] = {"drop", "fell", "fall", "reduc", "improv", "rose", "rise", "grew", "grow",
        "increas", "decreas", "went", "cut", "lower", "declin", "raise", "down", "up", "降", "升", "提高", "减少"};
    return std::any_of(std::begin(kVerbs), std::end(kVerbs),
        [before](std::string_view verb) { return before.find(verb) != std::string_view::npos; });
}

// The number whose first digit is at `at`, with what stands around it from `from` on.
PrintedNumber numberAt(std::string_view text, std::size_t at, std::size_t from, const Digits& first)
{
    constexpr std::size_t kAround = 40; // bytes of a long text that are looked at
    const std::size_t shift = at > kAround ? at - kAround : 0;
    const std::string lower = base::toLower(text.substr(shift, kAround * 4));
    PrintedNumber number;
    number.digits_begin = at;
    std::size_t begin = at, end = first.end;
    if (begin > from && (text[begin - 1] == '-' || text[begin - 1] == '+'))
        --begin;
    const bool negative = begin < at && text[begin] == '-';
    number.currency = signBefore(text.substr(0, begin), begin);
    std::size_t shifted = begin - shift;
    Qualifier qualifier = qualifierBefore(lower, shifted);
    number.begin = std::max(shifted + shift, from);
    double factor = magnitudeAt(text, end);
    number.has_magnitude = factor != 1;
    std::optional<Second> second = secondNumber(text, end, first);
    number.is_whole = !(second && second->unclear);
    if (second && (second->unclear || isChange(std::string_view(lower).substr(0, shifted))))
        second.reset();
    if (end < text.size() && (text[end] == '.' || text[end] == ',' || text[end] == '\'')
        && digitsFrom(text, end + 1) > 0) {
        number.is_whole = false;
        while (end < text.size() && (isDigit(text[end]) || text[end] == '.' || text[end] == ',' || text[end] == '\''))
            ++end;
    }
    if (second) {
        end = second->digits.end;
        const double own = magnitudeAt(text, end);
        if (!number.has_magnitude) {
            factor = own;
            number.has_magnitude = factor != 1;
        } else if (own != 1) {
            second->digits.value *= own / factor;
            second->digits.unit *= own / factor;
        }
    }
    shifted = std::min(end - shift, lower.size());
    const std::size_t unqualified = shifted;
    const Qualifier behind = qualifierBehind(lower, shifted);
    if (qualifier == Qualifier::none)
        qualifier = behind;
    number.end = end + shifted - unqualified;
    setValue(number, first, second, factor, qualifier, negative);
    return number;
}

} // namespace

std::optional<PrintedNumber> findNumber(std::string_view text, std::size_t from)
{
    for (std::size_t at = from; at < text.size(); ++at) {
        if (!startsNumber(text, at))
            continue;
        if (const auto first = digitsAt(text, at))
            return numberAt(text, at, from, *first);
        at += std::max<std::size_t>(digitsFrom(text, at), 1) - 1; // too long to be a figure
    }
    return std::nullopt;
}

} // namespace fullscope::audit
