// SPDX-License-Identifier: GPL-3.0-or-later
// The value of a figure: its number, with its own unit or that of its row or column, and what leaves it unclear.
#include "core/audit/read/figures.h"
#include "core/audit/read/labels.h"
#include "core/audit/read/plain_text.h"
#include "core/audit/read/printed_number.h"
#include "core/base/quantity_units.h"
#include "core/base/text.h"

#include <algorithm>
#include <utility>

namespace fullscope::audit {

namespace {

std::string withoutBrackets(std::string_view text)
{
    std::string plain;
    int depth = 0;
    for (const char c : text) {
        if (c == '(' || c == '[')
            ++depth;
        if (depth == 0)
            plain += c;
        if ((c == ')' || c == ']') && depth > 0)
            --depth;
    }
    return std::string(base::trimmed(plain));
}

bool isTokens(std::string_view unit)
{
    return base::toLower(unit).starts_with("token") || unit.starts_with("词元");
}

// The unit of a number and its factor to that of the quantity.
struct ReadUnit {
    double factor = 1;
    std::string text {};
    std::size_t length = 0; // of what it takes behind the number
};

// The unit right behind a number: all of what follows, else what can be a unit at its front.
std::optional<ReadUnit> unitBehind(const NamedQuantity& what, const std::string& currency, const std::string& behind)
{
    const PrintedUnit front = unitAtFront(behind);
    for (const auto& [text, length] : {std::pair {behind, behind.size()}, std::pair {front.text, front.length}}) {
        if (text.empty())
            continue;
        if (!currency.empty())
            if (const auto factor = unitFactor(what, currency + text))
                return ReadUnit {*factor, text, length};
        // "8,211 tokens" in a column of money is none.
        if (const auto factor = currency.empty() ? unitFactor(what, text) : std::nullopt)
            return ReadUnit {*factor, text, length};
    }
    return std::nullopt;
}

// The unit of a number in a cell: its own, else that of the column or row. Nothing: the number has one of another kind.
std::optional<ReadUnit> unitOf(
    const NamedQuantity& what, const PrintedNumber& number, const std::string& behind, std::string_view unit)
{
    const base::Unit kept = spec(what.quantity).unit;
    const bool isMoney = base::unitSpec(kept).money;
    if (!number.currency.empty() && (!isMoney || what.form != Form::value))
        return std::nullopt;
    if (auto own = unitBehind(what, number.currency, behind)) {
        // "55.04 USD" beside "per GPU-hour": the currency alone says little.
        const bool isSign = isMoney && isMoneySign(own->text) && unitFactor(what, unit) && !unit.empty();
        if (!isSign)
            return own;
        return ReadUnit {*unitFactor(what, unit), std::string(unit), own->length};
    }
    const PrintedUnit front = unitAtFront(behind);
    if (front.text.starts_with('/') || (!front.text.empty() && isUnit(front.text)))
        return std::nullopt;
    if (const auto factor = unitFactor(what, unit)) {
        // "173.52B" in a column of billions is not multiplied twice.
        const bool isCount = kept == base::Unit::one || kept == base::Unit::tokens || kept == base::Unit::tokens_per_s
            || kept == base::Unit::money;
        return ReadUnit {isCount && number.has_magnitude && *factor >= 1e3 ? 1 : *factor, std::string(unit)};
    }
    // A share above 1.5 without a unit is in per cent: nothing is used to more than all of itself.
    if (kept == base::Unit::share && what.form == Form::value && !isUnit(unit))
        return ReadUnit {number.value > 1.5 ? 0.01 : 1.0};
    return std::nullopt;
}

// Whether another number behind may be the one that is meant: "60,000 → 65,690 tokens/s". The same figure in another
// unit is none, nor one with a unit of another kind, nor one without where the first has its own.
bool hasRival(const NamedQuantity& what, std::string_view rest, const ReadUnit& unit, const Interval& range)
{
    const bool hasOwn = unit.length > 0;
    const bool isMoney = base::unitSpec(spec(what.quantity).unit).money;
    for (auto number = findNumber(rest); number; number = findNumber(rest, std::max(number->end, number->begin + 1))) {
        if (!number->is_whole)
            continue; // a date
        const PrintedUnit behind = unitAtFront(rest.substr(number->end));
        const bool isPriced = isMoney && !number->currency.empty();
        if (behind.text.empty() || !isUnit(behind.text)) {
            const bool isSameWord = hasOwn && base::equalsIgnoreCase(behind.text, unit.text);
            if (hasOwn && !isPriced && !isSameWord)
                continue;
            if (!behind.text.empty() && !isPriced && !isSameWord && isLetter(behind.text.front()))
                continue; // "on 8 GPUs"
            return true;
        }
        if (const auto factor = unitFactor(what, number->currency + behind.text);
            factor && !overlap(range, *factor * number->range))
            return true;
    }
    return false;
}

// "80.000 tokens/s": with a point that groups it is 80,000. Nobody prints three decimals of a count or a total.
bool isMaybeGrouped(const NamedQuantity& what, const std::string& plain, const PrintedNumber& number)
{
    const base::Unit unit = spec(what.quantity).unit;
    const bool isCount = what.quantity != Quantity::energy && what.quantity != Quantity::final_loss
        && (unit == base::Unit::one || unit == base::Unit::tokens || unit == base::Unit::tokens_per_s
            || unit == base::Unit::money || what.quantity == Quantity::chip_hours);
    if (!isCount || what.form != Form::value || number.has_magnitude)
        return false;
    const std::string_view digits = std::string_view(plain).substr(number.digits_begin);
    const std::size_t point = digits.find_first_not_of("0123456789");
    if (point == std::string_view::npos || digits[point] != '.' || point > 3 || digits.front() == '0')
        return false;
    const std::string_view rest = digits.substr(point + 1);
    return std::min(rest.find_first_not_of("0123456789"), rest.size()) == 3;
}

bool isByTheMonth(std::string_view unit)
{
    const std::string lower = base::toLower(unit);
    return lower.find("/month") != std::string::npos || lower.find("/mo") != std::string::npos
        || lower.find("/月") != std::string::npos || lower.find("每月") != std::string::npos
        || lower.find("per month") != std::string::npos;
}

} // namespace

bool readValue(Claim& claim, std::string_view unit, base::Code* why)
{
    NamedQuantity wanted = claim.what;
    if (claim.isMapped() && spec(wanted.quantity).word) {
        claim.word = wordOf(wanted.quantity, base::toLower(base::trimmed(plainText(claim.text))));
        if (wanted.quantity == Quantity::tco_method && isTrainingMethod(claim.word))
            claim.what = {.quantity = Quantity::training_method}; // "Method | LoRA"
        return !claim.word.empty();
    }
    const std::string plain = plainText(claim.text);
    const auto number = findNumber(plain);
    if (!number)
        return false;
    claim.value = number->value;
    claim.range = number->range;
    if (!claim.isMapped())
        return true;
    claim.what = {};
    constexpr std::size_t kLooked = 400; // bytes behind a number; what is farther off is no part of it
    std::string rest = withoutBrackets(std::string_view(plain).substr(number->end, kLooked));
    // "4M tokens" of a batch counts no sequences.
    const PrintedUnit front = unitAtFront(rest);
    const bool isBatch = wanted.quantity == Quantity::global_batch_sequences && wanted.form == Form::value;
    if (isBatch && (isTokens(front.text) || (front.text.empty() && isTokens(unit))))
        wanted.quantity = Quantity::global_batch_tokens;
    const bool counted = wanted.form == Form::value && spec(wanted.quantity).counted;
    Interval range = counted ? number->exact : number->range;
    double value = number->value;
    std::optional<ReadUnit> read;
    const auto second = wanted.form == Form::value ? unitFactor(wanted, "s") : std::nullopt; // of times alone
    if (const auto duration = second ? durationAt(plain, number->digits_begin) : std::nullopt) {
        read = ReadUnit {.factor = *second, .length = 1};
        value = duration->seconds;
        range = {number->range.low > 0 ? duration->range.low : 0,
            number->range.high < Interval::kInfinite ? duration->range.high : Interval::kInfinite};
        rest = withoutBrackets(std::string_view(plain).substr(duration->end, kLooked));
    } else if (number->is_whole) {
        read = unitOf(wanted, *number, rest, unit);
        if (read)
            rest.erase(0, read->length);
    }
    if (why != nullptr)
        *why = read || !number->is_whole || findNumber(rest) ? base::Code::bad_number : base::Code::bad_unit;
    if (!read || hasRival(wanted, rest, *read, read->factor * range))
        return true;
    if (isMaybeGrouped(wanted, plain, *number)) {
        if (why != nullptr)
            *why = base::Code::number_ambiguous;
        return true;
    }
    const NamedQuantity narrow = narrowedByUnit(wanted, read->text);
    if (narrow.quantity == Quantity::count)
        return true;
    claim.what = narrow;
    claim.unit = read->text;
    claim.value = read->factor * value;
    claim.range = read->factor * range;
    if (isByTheMonth(read->text)) { // of 30 or 31 days; the factor is that of 730 h
        claim.range.low *= 730.0 / 744;
        claim.range.high *= 730.0 / 720;
    }
    claim.currency = currencyOf(claim);
    return true;
}

} // namespace fullscope::audit
