// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity.h"
#include "core/base/quantity_units.h"
#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace fullscope::base {

namespace {

// Text that was typed with a Chinese input method, or copied from a page, as plain characters.
std::string plainCharacters(std::string_view text)
{
    struct Replacement {
        std::string_view from, to;
    };
    constexpr Replacement kReplacements[] = {
        {"\u3000", " "}, // ideographic space
        {"\u00A0", " "}, // no-break spaces
        {"\u202F", " "},
        {"\u2009", " "},
        {"\u2212", "-"}, // minus sign
        {"\u00B7", "-"}, // middle dots of `GB·month`
        {"\u22C5", "-"},
        {"\uFFE5", "¥"}, // full-width signs
        {"\uFFE1", "£"},
        {"\uFFE6", "₩"},
    };
    std::string plain;
    while (!text.empty()) {
        const auto* known = std::find_if(std::begin(kReplacements), std::end(kReplacements),
            [text](const Replacement& r) { return text.starts_with(r.from); });
        if (known != std::end(kReplacements)) {
            plain += known->to;
            text.remove_prefix(known->from.size());
            continue;
        }
        // U+FF01 … U+FF5E are the full-width forms of ! … ~.
        if (text.size() >= 3 && text[0] == '\xEF' && (text[1] == '\xBC' || text[1] == '\xBD')) {
            const unsigned code = 0xF000U | (static_cast<unsigned char>(text[1]) & 0x3FU) << 6U
                | (static_cast<unsigned char>(text[2]) & 0x3FU);
            if (code >= 0xFF01 && code <= 0xFF5E) {
                plain += static_cast<char>(code - 0xFF01 + '!');
                text.remove_prefix(3);
                continue;
            }
        }
        plain += text.front();
        text.remove_prefix(1);
    }
    return plain;
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::size_t digitsAt(std::string_view text)
{
    return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), isDigit) - text.begin());
}

// Takes an unsigned number off the front of `text` and appends it to `number` without its grouping. False when
// there is none, or one whose grouping is not that of thousands.
bool takeNumber(std::string_view& text, std::string& number)
{
    const std::size_t whole = digitsAt(text);
    number += text.substr(0, whole);
    const bool mayGroup = whole >= 1 && whole <= 3 && text.front() != '0';
    text.remove_prefix(whole);
    while (text.starts_with(',')) {
        if (!mayGroup || digitsAt(text.substr(1)) != 3)
            return false;
        number += text.substr(1, 3);
        text.remove_prefix(4);
    }
    std::size_t fraction = 0;
    if (text.starts_with('.')) {
        fraction = digitsAt(text.substr(1));
        number += text.substr(0, fraction + 1);
        text.remove_prefix(fraction + 1);
    }
    if (whole + fraction == 0)
        return false;
    // `5e3`, but not the E of `5 EFLOP/s`.
    if (text.starts_with('e') || text.starts_with('E')) {
        const std::size_t sign = text.size() > 1 && (text[1] == '+' || text[1] == '-') ? 1 : 0;
        const std::size_t digits = digitsAt(text.substr(1 + sign));
        if (digits != 0) {
            number += text.substr(0, 1 + sign + digits);
            text.remove_prefix(1 + sign + digits);
        }
    }
    // What looks like more of a number means that it was not understood.
    text = trimmed(text);
    return text.empty()
        || !(isDigit(text.front()) || std::string_view(",.'_").find(text.front()) != std::string_view::npos);
}

struct TakenCurrency {
    std::string code;
    std::string_view others {}; // codes that may stand beside it
};

// Takes a currency off the front of `text`. A code that is not known (bills have their own) is taken only before
// the number: after it, it could be a unit.
std::optional<TakenCurrency> takeCurrency(std::string_view& text, bool beforeNumber)
{
    for (const CurrencySpelling& spelling : currencySpellings()) {
        if (!text.starts_with(spelling.text))
            continue;
        text = trimmed(text.substr(spelling.text.size()));
        return TakenCurrency {std::string(spelling.code), spelling.others};
    }
    constexpr std::size_t kCodeLength = 3;
    const std::string_view code = text.substr(0, kCodeLength);
    if (code.size() < kCodeLength || (text.size() > kCodeLength && isLetter(text[kCodeLength])))
        return std::nullopt;
    const auto known = [code](std::string_view candidate) { return equalsIgnoreCase(code, candidate); };
    const auto isUpper = [](char c) { return c >= 'A' && c <= 'Z'; };
    const bool unknownCode = beforeNumber && std::all_of(code.begin(), code.end(), isUpper);
    if (!unknownCode && std::none_of(currencyCodes().begin(), currencyCodes().end(), known))
        return std::nullopt;
    std::string upper(code);
    for (char& c : upper)
        c = static_cast<char>(c & ~0x20);
    text = trimmed(text.substr(kCodeLength));
    return TakenCurrency {upper};
}

void replaceAll(std::string& text, std::string_view from, std::string_view to)
{
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

// `USD per hour` → `USD/hour`, `元 每 小时` → `元/小时`, `% p.a.` → `%/year`.
std::string withSlashes(std::string_view tail)
{
    std::string text(tail);
    replaceAll(text, "每", "/");
    replaceAll(text, "per cent", "%");
    replaceAll(text, "p.a.", "/year");
    if (text.starts_with("per "))
        text.replace(0, 4, "/");
    replaceAll(text, " per ", "/");
    replaceAll(text, " /", "/");
    replaceAll(text, "/ ", "/");
    return text;
}

bool matches(std::string_view text, std::string_view spelled, bool exact)
{
    return exact ? text == spelled : equalsIgnoreCase(text, spelled);
}

std::optional<Measure> spelledMeasure(std::string_view text, Dimension dimension)
{
    for (const Spelling& spelling : spellings())
        if (spelling.measure.dimension == dimension && matches(text, spelling.text, spelling.exact))
            return spelling.measure;
    return std::nullopt;
}

// Clock time (to weeks) and calendar time (months, years) meet only in hours: a month of 730 hours is the model's
// convention, not a number of weeks.
bool convertible(const Measure& from, const Measure& to)
{
    if (from.dimension != Dimension::time)
        return true;
    const double hour = unitSpec(Unit::hours).numerator.factor;
    const double month = unitSpec(Unit::months).numerator.factor;
    const bool bridged = from.factor == hour || to.factor == hour;
    return bridged || (from.factor >= month) == (to.factor >= month);
}

// Factor from what was typed to the unit of the cell.
struct Scale {
    double up = 1, down = 1;
    int exponent = 0;

    void multiply(const Measure& typed, const Measure& wanted)
    {
        up *= typed.factor;
        down *= wanted.factor;
        exponent += typed.exponent - wanted.exponent;
    }
    void divide(const Measure& typed, const Measure& wanted) { multiply(wanted, typed); }
};

// Tries `match` on `text` and on what remains of it behind each magnitude; the plain text first, so that the `m` of
// `min` is no million.
template <typename Match>
bool behindMagnitude(
    std::string_view text, std::initializer_list<std::span<const Magnitude>> magnitudes, int& exponent, Match match)
{
    if (match(text))
        return true;
    for (const std::span<const Magnitude> list : magnitudes)
        for (const Magnitude& magnitude : list) {
            const std::size_t size = magnitude.text.size();
            if (matches(text.substr(0, size), magnitude.text, magnitude.exact) && match(trimmed(text.substr(size)))) {
                exponent += magnitude.exponent;
                return true;
            }
        }
    return false;
}

// One divisor: `h`, `TB`; tokens with a count: `1M tokens`, `1K`, `百万词元`.
bool matchDivisor(std::string_view text, const Measure& wanted, Scale& scale)
{
    Measure typed;
    const auto match = [&typed, &wanted, text](std::string_view rest) {
        if (rest.empty() && rest.size() != text.size() && wanted.dimension == Dimension::tokens) {
            typed = {Dimension::tokens};
            return true;
        }
        const std::optional<Measure> found = spelledMeasure(rest, wanted.dimension);
        typed = found.value_or(Measure {});
        return found.has_value() && convertible(typed, wanted);
    };
    int exponent = 0;
    if (wanted.dimension == Dimension::tokens) {
        if (text.starts_with('1'))
            text = trimmed(text.substr(1));
        if (!behindMagnitude(text, {countMagnitudes(), chineseMagnitudes()}, exponent, match))
            return false;
    } else if (!match(text)) {
        return false;
    }
    typed.exponent += exponent;
    scale.divide(typed, wanted);
    return true;
}

bool matchDivisors(std::string_view text, const std::array<Measure, 2>& wanted, Scale& scale)
{
    if (text.starts_with('(') && text.ends_with(')'))
        text = text.substr(1, text.size() - 2);
    if (wanted[1].dimension == Dimension::none)
        return matchDivisor(text, wanted[0], scale);
    const std::size_t split = text.find_first_of("/-");
    return split != std::string_view::npos && matchDivisor(trimmed(text.substr(0, split)), wanted[0], scale)
        && matchDivisor(trimmed(text.substr(split + 1)), wanted[1], scale);
}

// The unit behind number, magnitude and currency. Nothing at all means the unit of the cell.
bool matchUnit(std::string_view text, const UnitSpec& spec, Scale& scale)
{
    if (text.empty())
        return true;
    if (spec.unit == Unit::one)
        return text == "x" || text == "×" || text == "倍";
    if (spec.unit == Unit::flop_per_s && equalsIgnoreCase(text, "flops"))
        return true; // the plural of a rate, whatever its spelling
    const bool isRate = spec.per[0].dimension != Dimension::none;
    const std::size_t slash = text.find('/');
    const std::string_view head = trimmed(text.substr(0, slash));
    if (!head.empty()) {
        const std::optional<Measure> typed = spelledMeasure(head, spec.numerator.dimension);
        if (spec.numerator.dimension == Dimension::none || !typed || !convertible(*typed, spec.numerator))
            return false;
        scale.multiply(*typed, spec.numerator);
    }
    if (slash == std::string_view::npos)
        return !isRate || spec.numerator.dimension == Dimension::ratio;
    if (!isRate || !matchDivisors(trimmed(text.substr(slash + 1)), spec.per, scale))
        return false;
    // A share per month compounds: it is no twelfth of a share per year.
    return spec.numerator.dimension != Dimension::ratio || scale.up == scale.down;
}

// Everything behind the number. `currency` is what stood before it, and receives what stands behind it.
bool matchTail(std::string_view tail, const UnitSpec& spec, Scale& scale, TakenCurrency& currency)
{
    const TakenCurrency before = currency;
    int magnitude = 0;
    const auto match = [&](std::string_view rest) {
        scale = {};
        currency = before;
        if (matchUnit(rest, spec, scale))
            return true;
        const std::optional<TakenCurrency> behind = spec.money ? takeCurrency(rest, false) : std::nullopt;
        scale = {};
        if (!behind || !matchUnit(rest, spec, scale))
            return false;
        const bool agree = before.code.empty() || before.code == behind->code
            || before.others.find(behind->code) != std::string_view::npos;
        currency = *behind;
        return agree;
    };
    const bool isCount = spec.money || spec.unit == Unit::one || spec.numerator.dimension == Dimension::tokens
        || spec.numerator.dimension == Dimension::samples;
    const Dimension dimension = spec.numerator.dimension;
    bool matched = false;
    if (dimension == Dimension::flop)
        matched = behindMagnitude(tail, {flopMagnitudes(), chineseMagnitudes()}, magnitude, match);
    else if (isCount)
        matched = behindMagnitude(tail, {countMagnitudes(), chineseMagnitudes()}, magnitude, match);
    else if (dimension == Dimension::ratio)
        matched = match(tail);
    else
        matched = behindMagnitude(tail, {chineseMagnitudes()}, magnitude, match);
    scale.exponent += magnitude;
    return matched;
}

// number · 10^exponent, rounded once; infinite when no double is as great, nothing when none is as small.
std::optional<double> decimalValue(std::string_view number, int exponent)
{
    constexpr int kFar = 100'000; // beyond any double, and no danger to the sum below
    const std::size_t e = number.find_first_of("eE");
    std::string text(number.substr(0, e));
    int typed = 0;
    if (e != std::string_view::npos) {
        const bool isSmall = number[e + 1] == '-';
        const std::string_view digits = number.substr(number[e + 1] == '+' ? e + 2 : e + 1);
        const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), typed);
        if (read.ec != std::errc {} || typed < -kFar || typed > kFar)
            typed = isSmall ? -kFar : kFar;
    }
    text += 'e' + std::to_string(typed + exponent);
    double value = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc {})
        return value;
    // Out of range: too great, or too small?
    const std::size_t point = std::min(number.find('.'), number.substr(0, e).size());
    const std::size_t first = number.find_first_of("123456789");
    const auto order = static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first) + typed + exponent;
    return order > 0 ? std::optional(HUGE_VAL) : std::nullopt;
}

// `1,5` → `1.5`, `1.234,56 €` → `1234.56 €`: what was meant where the comma is the decimal sign. Empty where none is.
std::string withDecimalPoint(std::string_view text)
{
    const std::size_t comma = text.find(',');
    if (comma == std::string_view::npos || text.find(',', comma + 1) != std::string_view::npos)
        return {};
    std::string other;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (i > comma || text[i] != '.')
            other += i == comma ? '.' : text[i];
    return other;
}

} // namespace

Result<TypedQuantity> parseQuantity(std::string_view text, Unit unit)
{
    const UnitSpec& spec = unitSpec(unit);
    const auto failure = [&](Code code) {
        return Error {.code = code, .found = excerpt(trimmed(text)), .expected = std::string(spec.examples)};
    };
    const std::string plain = plainCharacters(text);
    std::string_view rest = trimmed(plain);
    bool negative = false, hasSign = false;
    const auto takeSign = [&] {
        if (hasSign || rest.empty() || (rest.front() != '-' && rest.front() != '+'))
            return;
        hasSign = true;
        negative = rest.front() == '-';
        rest = trimmed(rest.substr(1));
    };
    takeSign();
    const std::optional<TakenCurrency> before = takeCurrency(rest, true);
    if (before)
        takeSign();

    std::string number;
    if (!takeNumber(rest, number)) {
        Error error = failure(Code::bad_number);
        const std::string other = withDecimalPoint(trimmed(plain));
        if (!other.empty() && parseQuantity(other, unit).ok())
            error.args = {other};
        return error;
    }
    Scale scale;
    TakenCurrency currency = before.value_or(TakenCurrency {});
    if ((before && !spec.money) || !matchTail(withSlashes(rest), spec, scale, currency))
        return failure(Code::bad_unit);
    std::optional<double> value = decimalValue(number, scale.exponent);
    if (value && scale.up != scale.down)
        value = *value * scale.up / scale.down;
    if (!value)
        return failure(Code::bad_number);
    if (!std::isfinite(*value))
        return failure(Code::overflow);
    return TypedQuantity {negative ? -*value : *value, currency.code};
}

} // namespace fullscope::base
