// SPDX-License-Identifier: GPL-3.0-or-later
// Figures in sentences: "saves 60 %", "Trainium2 costs 40% less than H100", "1.41x faster", "训练吞吐达 121,400
// tokens/s". A bare number without unit, sign or a word for it (a year, a page) is no figure.
#include "core/audit/figure_set.h"
#include "core/audit/platforms.h"
#include "core/audit/read/document.h"
#include "core/audit/read/figures.h"
#include "core/audit/read/labels.h"
#include "core/audit/read/plain_text.h"
#include "core/audit/read/printed_number.h"
#include "core/audit/read/sentence.h"
#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <set>

namespace fullscope::audit {

namespace {

constexpr std::size_t kWordsBefore = 48; // bytes of what follows that say what kind of peak it is

// "…on H100", "for the Trn2" right behind a number, before the next clause; null: none.
const PlatformMention* platformBehind(const Sentence& sentence, std::size_t end, std::size_t to)
{
    for (const PlatformMention& mention : sentence.platforms) {
        if (mention.begin < end || mention.begin >= to)
            continue;
        std::string_view between = base::trimmed(std::string_view(sentence.lower).substr(end, mention.begin - end));
        if (between.find_first_of(",;") != std::string_view::npos
            || hasAnyOf(between, {"and", "while", "but", "than", "vs"}))
            return nullptr;
        for (const std::string_view article : {" the", " a", " an"})
            if (between.ends_with(article))
                between.remove_suffix(article.size());
        const bool isOwn = std::ranges::any_of(std::initializer_list<std::string_view> {"on", "for", "with"},
            [between](std::string_view word) { return between == word || between.ends_with(" " + std::string(word)); });
        return isOwn ? &mention : nullptr;
    }
    return nullptr;
}

// "against 48,200 tokens/s", "instead of 0.317 $/M tokens": a figure of the other side.
bool isOfOther(const Sentence& sentence, std::size_t begin)
{
    const std::string_view before = base::trimmed(std::string_view(sentence.lower).substr(0, begin));
    return std::ranges::any_of(
        std::initializer_list<std::string_view> {"against", "versus", "vs", "vs.", "instead of", "rather than",
            "compared with", "compared to", "up from", "down from", "而不是", "对比"},
        [before](std::string_view word) { return before == word || before.ends_with(" " + std::string(word)); });
}

// The platform named right behind the number (up to `to`), else last before it, else the next one in the sentence,
// else that of which the sentences before speak.
std::string platformAt(const Sentence& sentence, std::size_t begin, std::size_t end, std::size_t to)
{
    if (const PlatformMention* const behind = platformBehind(sentence, end, to))
        return behind->name;
    if (const PlatformMention* const owner = ownerOfBracket(sentence, begin))
        return owner->name;
    // What a comparison is against is no subject: "20 % faster than A100, and costs $55.04/h".
    const auto isNoSubject = [&](const PlatformMention& mention) {
        const bool goesOn
            = mention.end <= begin && sentence.lower.find_first_of(",;", mention.end) >= begin; // in the same clause
        return isBaseline(sentence, mention) && !goesOn;
    };
    if (hasAnyOf(sentence.lower, {"respectively"}) || findWord(sentence.lower, "分别") < begin)
        return {}; // one after the other
    std::string name;
    bool isFirstOfSeveral = false; // which all stand behind: "At $2.49 and $2.99, … on MI300X and … on H100"
    for (const PlatformMention& mention : sentence.platforms) {
        if (isNoSubject(mention))
            continue;
        isFirstOfSeveral = isFirstOfSeveral || (!name.empty() && name != mention.name);
        if (mention.begin < begin)
            isFirstOfSeveral = false;
        if (mention.begin < begin || name.empty())
            name = mention.name;
    }
    const bool isBehind = std::ranges::none_of(sentence.platforms,
        [&](const PlatformMention& mention) { return mention.begin < begin && !isNoSubject(mention); });
    if (name.empty() || (isBehind && isFirstOfSeveral))
        name = sentence.subject;
    if (!isOfOther(sentence, begin))
        return name;
    return name == sentence.subject ? sentence.other : std::string();
}

// The figure before, of which one in the same clause may be another: "$0.0694 on H100 and $0.111 on A100".
struct Before {
    NamedQuantity what {};
    std::size_t end = 0;
    bool is_money = false;
    std::string unit {};
    std::string platform {}, baseline {}; // of a comparison right before it: whose the first and second of a pair are
    bool is_pair = false; // it is the first of one
};

// Whether nothing but a platform and "and" stand between them.
bool goesOn(const Sentence& sentence, const Before& before, std::size_t begin)
{
    std::string between = sentence.lower.substr(before.end, begin - std::min(begin, before.end));
    for (const PlatformMention& mention : sentence.platforms)
        if (mention.begin >= before.end && mention.end <= begin)
            between.replace(mention.begin - before.end, mention.end - mention.begin, mention.end - mention.begin, ' ');
    std::string_view rest = base::trimmed(between);
    bool any = false;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        const std::string_view word = rest.substr(0, end);
        constexpr std::string_view kJoins[]
            = {"and", "vs", "vs.", "versus", "against", ",", "or", "to", "和", "与", "到", "至", "降到", "降至",
                "降低到", "缩短到", "缩短至", "提升到", "提升至", "提高到", "提高至", "升到", "升至", "增加到", "增至"};
        constexpr std::string_view kFillers[] = {"on", "for", "with", "the", "a", "an"};
        const bool joins = std::find(std::begin(kJoins), std::end(kJoins), word) != std::end(kJoins);
        if (!joins && std::find(std::begin(kFillers), std::end(kFillers), word) == std::end(kFillers))
            return false;
        any = any || joins;
        rest = base::trimmed(rest.substr(end));
    }
    return any;
}

// "from 60,000 tokens/s to 80,000", "从 60 降到 40": the first is what was, unless a platform of its own stands behind
// it.
bool isFormerState(const Sentence& sentence, const PrintedNumber& number, std::size_t end, std::size_t to)
{
    const std::string_view before = base::trimmed(std::string_view(sentence.lower).substr(0, number.begin));
    const bool isFrom = before.ends_with(" from") || before.ends_with("(from") || before == "from"
        || before.ends_with("从") || before.ends_with("由");
    std::string_view behind = std::string_view(sentence.lower).substr(end, to - std::min(to, end));
    behind = base::trimmed(behind);
    const bool isTo = hasAnyOf(behind, {"to", "到", "至", "为"});
    const bool hasOwn = std::ranges::any_of(
        sentence.platforms, [&](const PlatformMention& mention) { return mention.begin >= end && mention.begin < to; });
    return isFrom && isTo && !hasOwn;
}

// "Each instance costs $55.04 per hour, so the cluster costs $880.64 per hour."
bool isOfTheCluster(const Sentence& sentence, const PrintedNumber& number, const Reading& reading)
{
    const std::string_view before = clauseBefore(sentence.lower, number.begin, 0);
    return hasAnyOf(before, {"cluster", "fleet", "集群"})
        && std::ranges::any_of(reading.out.claims, [&sentence](const Claim& other) {
               return other.what.quantity == Quantity::instance_price && other.isValue()
                   && other.where.line == sentence.line && other.where.cell == 0;
           });
}

struct Beside { // a number
    std::string_view before, behind, rest;
};

// By the words beside it, else by the figure before it of which it is another.
NamedQuantity meaningAt(const Sentence& sentence, const PrintedNumber& number, const Beside& beside,
    const std::string& unit, const Before& last, const Reading& reading)
{
    const std::string_view lower = sentence.lower;
    const bool isMoney = !number.currency.empty() || isMoneyUnit(unit);
    NamedQuantity what
        = meaningInSentence(beside.before, beside.behind, unit, beside.rest, number, lower).value_or(NamedQuantity {});
    if (what.quantity == Quantity::count && last.what.form == Form::value && last.what.quantity != Quantity::count
        && last.is_money == isMoney && last.unit == unit && goesOn(sentence, last, number.begin))
        what = last.what;
    // "54 % less per million tokens (from $0.317 to $0.1465)"
    if (what.quantity == Quantity::count && last.what.form != Form::value
        && lower.substr(0, number.begin).ends_with("(from ")
        && unitFactor({.quantity = last.what.quantity}, number.currency + unit))
        what = {.quantity = last.what.quantity};
    if (what.quantity == Quantity::instance_price && isOfTheCluster(sentence, number, reading))
        what.quantity = Quantity::cluster_price;
    return what;
}

// "($14.88 vs $40.96 per hour)": the unit that the second of a pair has for both; empty: it is none.
std::string unitOfPair(const Sentence& sentence, const PrintedNumber& number, const std::optional<PrintedNumber>& next)
{
    if (number.currency.empty() || !next || next->currency != number.currency)
        return {};
    const std::string_view between
        = base::trimmed(std::string_view(sentence.lower).substr(number.end, next->begin - number.end));
    const bool isPair = between == "vs" || between == "vs." || between == "versus" || between == "against";
    const std::string unit
        = isPair ? unitAtFront(std::string_view(sentence.lower).substr(next->end)).text : std::string();
    return unit.starts_with('/') ? unit : std::string();
}

// "78,000 vs 30,000 tokens/s": the same of what is measured and not paid.
std::string measureOfPair(
    const Sentence& sentence, const PrintedNumber& number, const std::optional<PrintedNumber>& next)
{
    if (!number.currency.empty() || !next || !next->currency.empty() || !next->is_whole)
        return {};
    const std::string_view between
        = base::trimmed(std::string_view(sentence.lower).substr(number.end, next->begin - number.end));
    if (between != "vs" && between != "vs." && between != "versus" && between != "against")
        return {};
    std::string unit = unitAtFront(std::string_view(sentence.lower).substr(next->end)).text;
    return isMeasure(unit) ? unit : std::string();
}

// "每秒 9750 tokens": the rate stands before the number.
bool isPerSecond(std::string_view before, std::string_view unit)
{
    if (unit != "token" && unit != "tokens" && unit != "词元")
        return false;
    std::string_view text = base::trimmed(before);
    for (const std::string_view word : {"处理", "训练", "约", "可", "达", "达到"})
        if (text.ends_with(word))
            text = base::trimmed(text.substr(0, text.size() - word.size()));
    return text.ends_with("每秒");
}

// Whose a figure is that compares nothing, and whether it says how it was.
void setOwner(Claim& claim, const Sentence& sentence, const PrintedNumber& number, std::size_t end, std::size_t to,
    const Before& last)
{
    if (isOfTheModel(claim.what.quantity))
        return;
    claim.platform = platformAt(sentence, number.begin, end, to);
    if (last.is_pair && !last.baseline.empty())
        claim.platform = last.baseline;
    if (!isFormerState(sentence, number, end, to))
        return;
    claim.platform = formerOf(sentence, claim.platform);
    if (isOfTheWork(claim.what.quantity)) // which of both was trained?
        claim.what = {};
}

// The unit behind a number in a sentence. `dash` is one for "40-hour".
PrintedUnit unitInSentence(const std::string& lower, const PrintedNumber& number, std::size_t end, std::size_t dash)
{
    PrintedUnit unit = unitAtFront(std::string_view(lower).substr(end + dash));
    // Of money a word that is no unit is no part: "$0.30 on".
    if (!number.currency.empty() && !unit.text.starts_with('/') && !isUnit(unit.text))
        unit = {};
    if (!unit.text.empty() && isDigit(unit.text.front())) // "Llama 3 8B"
        unit = {};
    unit.length += dash;
    return unit;
}

// Adds the figure that was found; `borrowed` is the unit that stands elsewhere.
void addFound(Claim claim, const std::string& borrowed, base::Code why, bool isUnclear, Reading& reading)
{
    const bool isWhy = why == base::Code::figure_unmapped && !isUnclear;
    if (!readValue(claim, borrowed, isWhy ? &why : nullptr))
        return;
    if (claim.what == NamedQuantity {.quantity = Quantity::total_tokens})
        claim.range = asSetting(claim);
    addClaim(std::move(claim), reading, isUnclear ? base::Code::number_ambiguous : why);
}

// Where the number with its unit ends: what says what the next number is begins there.
std::size_t takeNumber(
    const Sentence& sentence, const PrintedNumber& number, std::size_t from, Before& last, Reading& reading)
{
    const std::string_view lower = sentence.lower;
    Claim claim {.label = base::excerpt(sentence.text), .where = {.line = sentence.line}};
    if (takeCounted(claim, sentence, number, reading))
        return number.end;
    const auto duration = durationAt(sentence.text, number.digits_begin); // "2 h 50 min"
    const bool isClock = duration && lower.substr(number.end).starts_with(':'); // of a day, where nothing says more
    const std::size_t numberEnd = duration ? duration->end : number.end;
    const auto next = findNumber(sentence.text, numberEnd);
    const std::size_t to = std::max(next ? next->begin : lower.size(), numberEnd);
    const std::string_view before = clauseBefore(lower, number.begin, from);
    const std::string_view rest = lower.substr(numberEnd, to - numberEnd);
    const bool isDashed = !duration && rest.size() > 1 && rest[0] == '-' && isLetter(rest[1]);
    const std::size_t dash
        = isDashed && unitFactor({.quantity = Quantity::delay}, unitAtFront(rest.substr(1)).text) ? 1 : 0;
    PrintedUnit unit = duration ? PrintedUnit {"s", 0} : unitInSentence(sentence.lower, number, numberEnd, dash);
    const std::string_view behind
        = clauseBehind(lower, numberEnd + (dash > 0 ? unit.length : 0), std::max(to, numberEnd + unit.length));
    const bool percent = base::trimmed(rest).starts_with('%');
    const Comparison compared = duration ? Comparison {} : comparisonOf(sentence, number, from, to);
    const bool compares = compared.what.form != Form::value;
    const std::size_t chipHours = number.currency.empty() && !duration ? lengthOfChipHours(rest) : 0;
    std::string borrowed = unit.text.empty() && !duration ? unitOfPair(sentence, number, next) : std::string();
    const std::string measure = duration ? std::string() : measureOfPair(sentence, number, next);
    if (!measure.empty()) { // "vs" is read as the unit
        unit = {};
        borrowed = measure;
    }
    std::size_t behindUnit = 0; // what is of a unit that stands before the number
    if (isPerSecond(before, unit.text)) {
        behindUnit = unit.length;
        unit = {};
        borrowed = "tokens/s";
    }
    if (!number.is_whole) {
        claim.what = {};
    } else if (compares) {
        claim.what = compared.unclear || compared.what.quantity == Quantity::count ? NamedQuantity {} : compared.what;
        setSides(claim, sentence, number.begin, numberEnd);
    } else if (chipHours > 0) {
        claim.what = {.quantity = Quantity::chip_hours};
        unit = {"h", chipHours};
        borrowed = "h";
    } else {
        const std::string& own = borrowed.empty() ? unit.text : borrowed;
        claim.what = meaningAt(sentence, number, {before, behind, rest.substr(0, kWordsBefore)}, own, last, reading);
        if (!measure.empty() && last.baseline.empty()) // whose is which?
            claim.what = {};
    }
    // "a 7B model", "70B 模型的…"
    if (claim.what.quantity == Quantity::parameters && !unit.text.starts_with("param") && !unit.text.starts_with("参"))
        unit = {};
    const std::size_t end = numberEnd + unit.length;
    if (!compares)
        setOwner(claim, sentence, number, end, to, last);
    const bool isPairOf = !borrowed.empty() && chipHours == 0 && behindUnit == 0 && !last.baseline.empty();
    if (isPairOf)
        claim.platform = last.platform;
    const bool isMoney = !number.currency.empty() || isMoneyUnit(unit.text);
    const bool keepsSides = compares || isPairOf;
    last = {claim.what, end, isMoney, unit.text, keepsSides ? claim.platform : "",
        compares       ? claim.baseline
            : isPairOf ? last.baseline
                       : "",
        isPairOf};
    const bool bare = number.currency.empty() && !number.has_magnitude && !percent && !claim.isMapped() && !compares
        && (isClock || !number.is_whole || !isMeasure(unit.text.empty() ? borrowed : unit.text));
    claim.text = sentence.text.substr(number.begin, end - number.begin);
    if (dash > 0)
        std::ranges::replace(claim.text, '-', ' '); // "40-hour"
    if (!bare)
        addFound(std::move(claim), borrowed, number.is_whole ? base::Code::figure_unmapped : base::Code::bad_number,
            compared.unclear, reading);
    return end + behindUnit;
}

} // namespace

bool isOfOtherFigure(const Sentence& sentence, const PlatformMention& mention)
{
    constexpr std::size_t kLongest = 40;
    const std::string_view before = std::string_view(sentence.lower).substr(0, mention.begin);
    for (const std::string_view word : {"against ", "versus ", " vs "}) {
        const std::size_t at = before.rfind(word);
        const std::string_view between
            = at == std::string_view::npos ? std::string_view() : base::trimmed(before.substr(at + word.size()));
        if (!between.empty() && between.size() <= kLongest && isDigit(between.front())
            && between.find_first_of(";:") == std::string_view::npos
            && (between.ends_with(" on") || between.ends_with(" for") || between.ends_with(" with")))
            return true;
    }
    return false;
}

std::string formerOf(const Sentence& sentence, const std::string& name)
{
    if (!sentence.left.empty() && sentence.left != name)
        return sentence.left;
    return formerName(name, sentence.lower.find("从") != std::string::npos);
}

// "H100 ($55.04/h, 8 GPUs)": the platform right before the bracket in which a number stands; null: none.
const PlatformMention* ownerOfBracket(const Sentence& sentence, std::size_t begin)
{
    const std::string_view before = std::string_view(sentence.lower).substr(0, begin);
    const std::size_t open = before.rfind('(');
    if (open == std::string_view::npos || before.find(')', open) != std::string_view::npos)
        return nullptr;
    const auto owner = std::ranges::find_if(sentence.platforms, [&](const PlatformMention& mention) {
        const std::string_view between
            = mention.end <= open ? base::trimmed(before.substr(mention.end, open - mention.end)) : "-";
        return between.empty() || between == "s";
    });
    return owner == sentence.platforms.end() ? nullptr : &*owner;
}

void takeSentence(const Sentence& sentence, Reading& reading)
{
    const Claim of {.label = base::excerpt(sentence.text), .where = {.line = sentence.line}};
    takeWords(
        sentence.lower, sentence.platforms.size() == 1 ? sentence.platforms[0].name : sentence.subject, of, reading);
    for (WordedComparison& worded : wordedComparisons(sentence))
        addClaim(std::move(worded.claim), reading);
    if (!std::ranges::any_of(sentence.text, isDigit) || reading.out.claims.size() > kMaxFigures)
        return;
    const std::set<std::size_t> experts = takeExperts(sentence, of, reading);
    Before last;
    std::size_t from = 0;
    while (const auto number = findNumber(sentence.text, from)) {
        const auto name = std::ranges::find_if(sentence.platforms, [&number](const PlatformMention& mention) {
            return number->digits_begin >= mention.begin && number->digits_begin < mention.end;
        });
        if (name != sentence.platforms.end()) { // "昇腾910B"
            from = name->end;
            continue;
        }
        std::size_t end = experts.contains(number->begin) ? number->end : takeProduct(sentence, *number, reading);
        if (end == 0)
            end = takeNumber(sentence, *number, from, last, reading);
        from = std::max(end, from + 1);
    }
}

} // namespace fullscope::audit
