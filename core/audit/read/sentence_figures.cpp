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

// "512 × 4096" is a batch and its length where the sentence speaks of one.
std::size_t takeProduct(const Sentence& sentence, const PrintedNumber& number, Reading& reading)
{
    std::string_view behind = std::string_view(sentence.text).substr(number.end);
    const std::string_view trimmed = base::trimmed(behind);
    const std::size_t sign = trimmed.starts_with("×")           ? 2
        : trimmed.starts_with("x ") || trimmed.starts_with('*') ? 1
                                                                : 0;
    if (sign == 0 || !hasAnyOf(sentence.lower, {"batch", "sequence", "批", "序列"}))
        return 0;
    const auto second = findNumber(sentence.text, number.end);
    if (!second || second->begin > number.end + 6)
        return 0;
    for (const auto& [quantity, of] :
        {std::pair {Quantity::global_batch_sequences, &number}, std::pair {Quantity::sequence_length, &*second}}) {
        Claim claim {.what = {.quantity = quantity},
            .label = base::excerpt(sentence.text),
            .text = sentence.text.substr(of->begin, of->end - of->begin),
            .where = {.line = sentence.line}};
        if (readValue(claim, ""))
            addClaim(std::move(claim), reading);
    }
    return second->end;
}

// "37B active of 671B": where its numbers begin.
std::set<std::size_t> takeExperts(const Sentence& sentence, const Claim& of, Reading& reading)
{
    std::set<std::size_t> taken;
    const auto numbers = activeOfTotal(sentence.text);
    const auto add = [&](Quantity quantity, const PrintedNumber& number) {
        Claim claim = of;
        claim.what = {.quantity = quantity};
        claim.text = sentence.text.substr(number.begin, number.end - number.begin);
        taken.insert(number.begin);
        if (readValue(claim, ""))
            addClaim(std::move(claim), reading);
    };
    if (numbers)
        add(Quantity::active_parameters, numbers->active);
    if (numbers && numbers->total)
        add(Quantity::parameters, *numbers->total);
    return taken;
}

// "8x H100", "64 × p5.48xlarge", "on 8 H100 GPUs", "256 张 A800", "64-GPU H100 cluster": how many of what; null where
// the number stands before no platform.
const PlatformMention* countedPlatform(const Sentence& sentence, const PrintedNumber& number)
{
    constexpr std::size_t kNear = 16; // bytes between
    const auto mention = std::ranges::find_if(
        sentence.platforms, [&number](const PlatformMention& one) { return one.begin >= number.end; });
    const bool isCount = number.currency.empty() && !number.has_magnitude && number.is_whole && number.value >= 1
        && number.value == std::floor(number.value);
    if (mention == sentence.platforms.end() || mention->begin > number.end + kNear || !isCount)
        return nullptr;
    const std::string_view lower = sentence.lower;
    const std::string_view between = base::trimmed(lower.substr(number.end, mention->begin - number.end));
    const bool isSign = between == "x" || between == "×";
    if (!isSign
        && !std::ranges::any_of(
            std::initializer_list<std::string_view> {"", "nvidia", "aws", "amd", "张", "块", "颗", "片", "个", "卡",
                "台", "x nvidia", "-gpu", "-chip", "gpu", "-card", "张 nvidia", "×nvidia", "× nvidia"},
            [between](std::string_view word) { return between == word; }))
        return nullptr;
    const std::string_view before = base::trimmed(lower.substr(0, number.begin));
    constexpr double kFirstYear = 2015, kLastYear = 2035;
    const bool maybeYear = number.value >= kFirstYear && number.value <= kLastYear;
    if (between.empty() && maybeYear && !before.ends_with(" on") && !before.ends_with(" using"))
        return nullptr;
    const std::string_view after = base::trimmed(lower.substr(mention->end));
    const bool isMeasure
        = after.starts_with("performance") || after.starts_with("throughput") || after.starts_with("speed");
    return isMeasure ? nullptr : &*mention;
}

// The figure before, of which one in the same clause may be another: "$0.0694 on H100 and $0.111 on A100".
struct Before {
    NamedQuantity what {};
    std::size_t end = 0;
    bool is_money = false;
    std::string unit {};
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
        constexpr std::string_view kJoins[] = {"and", "vs", "vs.", "versus", "against", ",", "or", "to", "和", "与"};
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

void takeCounted(Claim claim, const Sentence& sentence, const PrintedNumber& number, const PlatformMention& counted,
    Reading& reading)
{
    const std::string named = sentence.text.substr(counted.begin, counted.end - counted.begin);
    const bool isInstance = !resolve(named, reading.catalogue).instance_type.empty();
    claim.what = {.quantity = isInstance ? Quantity::instances : Quantity::chips};
    claim.platform = counted.name;
    claim.text = sentence.text.substr(number.begin, number.end - number.begin);
    if (readValue(claim, ""))
        addClaim(std::move(claim), reading);
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

// Where the number with its unit ends: what says what the next number is begins there.
std::size_t takeNumber(
    const Sentence& sentence, const PrintedNumber& number, std::size_t from, Before& last, Reading& reading)
{
    const std::string_view lower = sentence.lower;
    Claim claim {.label = base::excerpt(sentence.text), .where = {.line = sentence.line}};
    if (const PlatformMention* const counted = countedPlatform(sentence, number)) {
        takeCounted(std::move(claim), sentence, number, *counted, reading);
        return number.end;
    }
    const auto duration = durationAt(sentence.text, number.digits_begin); // "2 h 50 min"
    const bool isClock = duration && lower.substr(number.end).starts_with(':'); // of a day, where nothing says more
    const std::size_t numberEnd = duration ? duration->end : number.end;
    const auto next = findNumber(sentence.text, numberEnd);
    const std::size_t to = std::max(next ? next->begin : lower.size(), numberEnd);
    const std::string_view before = clauseBefore(lower, number.begin, from);
    const std::string_view rest = lower.substr(numberEnd, to - numberEnd);
    // "40-hour"
    const bool isDashed = !duration && rest.size() > 1 && rest[0] == '-' && isLetter(rest[1]);
    const std::size_t dash
        = isDashed && unitFactor({.quantity = Quantity::delay}, unitAtFront(rest.substr(1)).text) ? 1 : 0;
    PrintedUnit unit = duration ? PrintedUnit {"s", 0} : unitAtFront(lower.substr(numberEnd + dash));
    // Of money a word that is no unit is no part: "$0.30 on".
    if (!number.currency.empty() && !unit.text.starts_with('/') && !isUnit(unit.text))
        unit = {};
    unit.length += dash;
    const std::string_view behind
        = clauseBehind(lower, numberEnd + (dash > 0 ? unit.length : 0), std::max(to, numberEnd + unit.length));
    const bool percent = base::trimmed(rest).starts_with('%');
    const Comparison compared = duration ? Comparison {} : comparisonOf(sentence, number, from, to);
    const bool compares = compared.what.form != Form::value;
    const std::size_t chipHours = number.currency.empty() && !duration ? lengthOfChipHours(rest) : 0;
    const bool isMoney = !number.currency.empty() || isMoneyUnit(unit.text);
    base::Code why = number.is_whole ? base::Code::figure_unmapped : base::Code::bad_number;
    if (!number.is_whole) {
        claim.what = {};
    } else if (compares) {
        claim.what = compared.unclear || compared.what.quantity == Quantity::count ? NamedQuantity {} : compared.what;
        setSides(claim, sentence, number.begin, numberEnd);
    } else if (chipHours > 0) {
        claim.what = {.quantity = Quantity::chip_hours};
        unit = {"h", chipHours};
    } else {
        claim.what
            = meaningAt(sentence, number, {before, behind, rest.substr(0, kWordsBefore)}, unit.text, last, reading);
    }
    last = {claim.what, numberEnd + unit.length, isMoney, unit.text};
    if (!compares && isFormerState(sentence, number, numberEnd + unit.length, to))
        claim.what = {};
    if (!compares && !isOfTheModel(claim.what.quantity))
        claim.platform = platformAt(sentence, number.begin, numberEnd + unit.length, to);
    const bool bare = number.currency.empty() && !number.has_magnitude && !percent && !claim.isMapped() && !compares
        && (isClock || !number.is_whole || !isMeasure(unit.text));
    const std::size_t end = numberEnd + unit.length;
    claim.text = sentence.text.substr(number.begin, end - number.begin);
    if (dash > 0)
        std::ranges::replace(claim.text, '-', ' '); // "40-hour"
    const bool isWhy = number.is_whole && !compared.unclear;
    if (!bare && readValue(claim, chipHours > 0 ? "h" : "", isWhy ? &why : nullptr))
        addClaim(std::move(claim), reading, compared.unclear ? base::Code::number_ambiguous : why);
    return end;
}

} // namespace

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
