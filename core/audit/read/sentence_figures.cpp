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
#include "core/base/text.h"

#include <algorithm>
#include <initializer_list>
#include <set>

namespace fullscope::audit {

namespace {

constexpr std::size_t kWordsBefore = 48, kWordsBehind = 32; // bytes beside a number that say what it is

struct Sentence {
    std::string text, lower;
    std::vector<PlatformMention> platforms;
    std::int64_t line = 0;
};

bool hasAnyOf(std::string_view text, std::initializer_list<std::string_view> words)
{
    return std::any_of(words.begin(), words.end(), [text](std::string_view word) { return hasWord(text, word); });
}

// The part of the text beside a number up to the next clause.
std::string_view clauseBefore(std::string_view text, std::size_t end, std::size_t from)
{
    std::size_t begin = std::max(from, end > kWordsBefore ? end - kWordsBefore : 0);
    while (begin < end && (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80U)
        ++begin;
    const std::string_view part = text.substr(begin, end - begin);
    const std::size_t comma = part.find_last_of(",;()");
    return comma == std::string_view::npos ? part : part.substr(comma + 1);
}

std::string_view clauseBehind(std::string_view text, std::size_t begin, std::size_t to)
{
    const std::string_view part = text.substr(begin, std::min(to - begin, kWordsBehind));
    return part.substr(0, std::min(part.find_first_of(",;()"), part.size()));
}

// How a number compares, by the words around it; value: it does not.
Form formOf(std::string_view before, std::string_view behind, bool percent)
{
    // "8x7B" is the name of a model.
    const bool isName = behind.size() > 1 && behind[0] == 'x' && isDigit(behind[1]);
    const bool times
        = behind.starts_with("x") || behind.starts_with("×") || behind.starts_with("times") || behind.starts_with("倍");
    if (times && !isName)
        return Form::ratio;
    if (!percent)
        return Form::value;
    const std::string_view rest
        = base::trimmed(behind.substr(std::min<std::size_t>(behind.find('%') + 1, behind.size())));
    if (hasAnyOf(rest, {"less", "cheaper", "lower", "saving", "savings", "reduction", "shorter", "off", "fewer"})
        || hasAnyOf(before,
            {"save", "saves", "saving", "savings", "cut", "cuts", "reduce", "reduces", "reducing", "cheaper", "lower",
                "节省", "节约", "省", "降低", "便宜", "减少", "下降"}))
        return Form::saving;
    if (hasAnyOf(rest, {"more", "higher", "faster", "greater", "better", "increase", "speedup"})
        || hasAnyOf(
            before, {"increase", "increases", "improves", "gain", "gains", "提升", "提高", "高出", "快", "增加"}))
        return Form::gain;
    if (hasAnyOf(rest, {"of the cost", "of the price", "of the throughput", "of the time", "of what"})
        || (rest.starts_with("of ") && hasAnyOf(before, {"cost", "costs", "price", "only"})))
        return Form::ratio;
    return Form::value;
}

// What a comparison is of, by the words of its sentence.
Quantity comparedQuantity(std::string_view before, std::string_view behind, std::string_view sentence)
{
    for (const std::string_view text : {behind, before, sentence}) {
        if (hasAnyOf(text, {"per million", "per token", "unit cost", "百万", "单位成本"}))
            return Quantity::cost_per_million_tokens;
        if (hasAnyOf(text, {"hourly", "instance price", "price per hour", "实例价格", "每小时", "单价"}))
            return Quantity::instance_price;
        if (hasAnyOf(text, {"step time", "latency", "单步", "延迟"}))
            return Quantity::step_time;
        if (hasAnyOf(text, {"throughput", "faster", "tokens/s", "speed", "吞吐", "快", "加速"}))
            return Quantity::tokens_per_s;
        if (hasAnyOf(text, {"training time", "total time", "wall-clock", "训练时间", "总耗时"}))
            return Quantity::total_time;
        if (hasAnyOf(text,
                {"cost", "costs", "tco", "cheaper", "spend", "成本", "费用", "便宜", "save", "saves", "saving",
                    "节省"}))
            return Quantity::total_cost;
    }
    return Quantity::count;
}

void comparePlatforms(Claim& claim, const Sentence& sentence)
{
    if (sentence.platforms.empty()) {
        claim.direction_assumed = true;
        return;
    }
    claim.platform = sentence.platforms[0].name;
    if (sentence.platforms.size() < 2 || sentence.platforms[1].name == claim.platform) {
        claim.direction_assumed = true;
        return;
    }
    claim.baseline = sentence.platforms[1].name;
    const std::string_view start = std::string_view(sentence.lower).substr(0, sentence.platforms[0].begin);
    if (hasAnyOf(start,
            {"compared to", "compared with", "versus", "over", "against", "than", "相比", "相较", "比起", "与", "较"}))
        std::swap(claim.platform, claim.baseline);
}

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

// The platform named right behind the number (up to `to`), else last before it, else the next one in the sentence.
std::string platformAt(const Sentence& sentence, std::size_t begin, std::size_t end, std::size_t to)
{
    if (const PlatformMention* const behind = platformBehind(sentence, end, to))
        return behind->name;
    // What a comparison is against is no subject: "20 % faster than A100, and costs $55.04/h".
    const auto isBaseline = [&](const PlatformMention& mention) {
        std::string_view before = base::trimmed(std::string_view(sentence.lower).substr(0, mention.begin));
        for (const std::string_view article : {" the", " a", " an"})
            if (before.ends_with(article))
                before.remove_suffix(article.size());
        const bool compares = std::ranges::any_of(
            std::initializer_list<std::string_view> {" than", " versus", " vs", " vs.", " against", " over"},
            [before](std::string_view word) { return before.ends_with(word); });
        const bool goesOn
            = mention.end <= begin && sentence.lower.find_first_of(",;", mention.end) >= begin; // in the same clause
        return compares && !goesOn;
    };
    std::string name;
    for (const PlatformMention& mention : sentence.platforms) {
        if (isBaseline(mention))
            continue;
        if (mention.begin < begin || name.empty())
            name = mention.name;
        if (mention.begin >= begin)
            break;
    }
    return name;
}

bool isMoneyUnit(std::string_view unit)
{
    return isMoneySign(unit.substr(0, unit.find('/')));
}

// What money in a sentence pays for by the words around it, where no label fits.
std::optional<NamedQuantity> meaningOfMoney(std::string_view before, std::string_view behind, std::string_view unit)
{
    const std::string_view rate
        = unit.starts_with('/') || unit.empty() ? unit : unit.substr(std::min(unit.find('/'), unit.size()));
    const bool isSpot = hasAnyOf(before, {"spot", "竞价", "抢占"});
    if (const auto factor = rate.empty() ? std::nullopt : unitFactor({.quantity = Quantity::instance_price}, rate))
        return *factor == 1
            ? std::optional(NamedQuantity {.quantity = isSpot ? Quantity::spot_price : Quantity::instance_price})
            : std::nullopt; // by the month it may be anything
    if (!rate.empty())
        return std::nullopt;
    if (hasAnyOf(before, {"每小时", "hourly"}) && !hasAnyOf(before, {"工程师", "engineer", "人工"}))
        return NamedQuantity {.quantity = hasAnyOf(before, {"每卡", "每gpu", "每张卡", "per gpu", "per chip"})
                ? Quantity::chip_price
                : isSpot ? Quantity::spot_price
                         : Quantity::instance_price};
    if (hasAnyOf(before, {"total of", "in total", "altogether", "总计", "共计", "合计"})
        || base::trimmed(behind).starts_with("in total"))
        return NamedQuantity {.quantity = Quantity::total_cost};
    return std::nullopt;
}

// `rest` is all that follows, up to the next number.
std::optional<NamedQuantity> meaningInSentence(std::string_view before, std::string_view behind, std::string_view unit,
    std::string_view rest, const PrintedNumber& number)
{
    const bool isMoney = !number.currency.empty() || isMoneyUnit(unit);
    const std::string own = (isMoney ? "$" : "") + std::string(unit);
    const auto fits = [&](const std::optional<NamedQuantity>& what) {
        return what && what->form == Form::value && !spec(what->quantity).word
            && unitFactor(*what, number.currency.empty() ? std::string(unit) : own).has_value();
    };
    for (const std::string& label : {std::string(before) + " " + own, own + " " + std::string(behind),
             std::string(before) + " " + own + " " + std::string(behind)})
        if (auto what = quantityOfLabel(label); fits(what)) {
            // Of what kind a peak is stands behind it: "1,979 TFLOPS (BF16, with sparsity)".
            const bool isPeak
                = what->quantity == Quantity::peak_flops || what->quantity == Quantity::peak_flops_per_chip;
            const auto whole = isPeak ? quantityOfLabel(label + " " + std::string(rest)) : std::nullopt;
            return fits(whole) && whole->quantity == what->quantity ? whole : what;
        }
    if (unit == "步")
        return NamedQuantity {.quantity = Quantity::steps};
    return isMoney ? meaningOfMoney(before, behind, unit) : std::nullopt;
}

// "2.788M H800 GPU hours": how much of what follows the number says so; 0: nothing does.
std::size_t lengthOfChipHours(std::string_view rest)
{
    constexpr std::size_t kNear = 24; // the chip's name may stand between
    for (const std::string_view words : {"gpu hours", "gpu-hours", "gpu hour", "gpu-hour", "gpu 小时", "gpu小时",
             "卡时", "chip hours", "chip-hours", "accelerator hours", "accelerator-hours"}) {
        const std::size_t at = findWord(rest, words);
        if (at < kNear && rest.substr(0, at).find_first_of(",;(") == std::string_view::npos
            && !hasAnyOf(rest.substr(0, at), {"per", "/", "at", "for"}))
            return at + words.size();
    }
    return 0;
}

// Whether a unit makes a figure of a number by itself: of time, speed, memory, power.
bool isMeasure(std::string_view unit)
{
    constexpr Quantity kMeasures[] = {Quantity::step_time, Quantity::delay, Quantity::tokens_per_s,
        Quantity::peak_flops, Quantity::memory_per_chip, Quantity::power, Quantity::energy};
    return !unit.empty() && std::any_of(std::begin(kMeasures), std::end(kMeasures), [unit](Quantity quantity) {
        return unitFactor({.quantity = quantity}, unit).has_value();
    });
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

// "8x H100", "64 × p5.48xlarge": how many of what; null where the number stands before no platform.
const PlatformMention* countedPlatform(const Sentence& sentence, const PrintedNumber& number)
{
    const std::string_view behind = std::string_view(sentence.lower).substr(number.end);
    const std::size_t sign = behind.find_first_not_of(' ');
    if (sign == std::string_view::npos
        || !(behind.substr(sign).starts_with("x") || behind.substr(sign).starts_with("×")))
        return nullptr;
    constexpr std::size_t kNear = 4; // " × "
    for (const PlatformMention& mention : sentence.platforms) {
        const bool isNext = mention.begin > number.end && mention.begin <= number.end + kNear;
        const std::string_view after = base::trimmed(std::string_view(sentence.lower).substr(mention.end));
        const bool isMeasure
            = after.starts_with("performance") || after.starts_with("throughput") || after.starts_with("speed");
        if (isNext && !isMeasure)
            return &mention;
    }
    return nullptr;
}

// Where the number with its unit ends: what says what the next number is begins there.
std::size_t takeNumber(const Sentence& sentence, const PrintedNumber& number, std::size_t from, Reading& reading)
{
    const std::string_view lower = sentence.lower;
    Claim claim {.label = base::excerpt(sentence.text), .where = {.line = sentence.line}};
    if (const PlatformMention* const counted = countedPlatform(sentence, number)) {
        const bool isInstance = !resolve(counted->name, reading.catalogue).instance_type.empty();
        claim.what = {.quantity = isInstance ? Quantity::instances : Quantity::chips};
        claim.platform = counted->name;
        claim.text = sentence.text.substr(number.begin, number.end - number.begin);
        if (readValue(claim, ""))
            addClaim(std::move(claim), reading);
        return number.end;
    }
    const auto duration = durationAt(sentence.text, number.digits_begin); // "2 h 50 min"
    const bool isClock = duration && lower.substr(number.end).starts_with(':'); // of a day, where nothing says more
    const std::size_t numberEnd = duration ? duration->end : number.end;
    const auto next = findNumber(sentence.text, numberEnd);
    const std::size_t to = std::max(next ? next->begin : lower.size(), numberEnd);
    const std::string_view before = clauseBefore(lower, number.begin, from);
    const std::string_view rest = lower.substr(numberEnd, to - numberEnd);
    const std::string_view behind = clauseBehind(lower, numberEnd, to);
    PrintedUnit unit = duration ? PrintedUnit {"s", 0} : unitAtFront(lower.substr(numberEnd));
    // Of money a word that is no unit is no part: "$0.30 on".
    if (!number.currency.empty() && !unit.text.starts_with('/') && !isUnit(unit.text))
        unit = {};
    const bool percent = base::trimmed(rest).starts_with('%');
    const Form form = formOf(before, base::trimmed(rest), percent);
    const std::size_t chipHours = number.currency.empty() && !duration ? lengthOfChipHours(rest) : 0;
    if (!number.is_whole) {
        claim.what = {};
    } else if (form != Form::value) {
        claim.what = {.quantity = comparedQuantity(before, behind, lower), .form = form};
        comparePlatforms(claim, sentence);
        if (!claim.isMapped())
            claim.what = {};
    } else if (chipHours > 0) {
        claim.what = {.quantity = Quantity::chip_hours};
        unit = {"h", chipHours};
    } else {
        claim.what = meaningInSentence(before, behind, unit.text, rest.substr(0, kWordsBefore), number)
                         .value_or(NamedQuantity {});
    }
    if (form == Form::value && !isOfTheModel(claim.what.quantity))
        claim.platform = platformAt(sentence, number.begin, numberEnd + unit.length, to);
    const bool bare = number.currency.empty() && !number.has_magnitude && !percent && !claim.isMapped()
        && (isClock || !number.is_whole || !isMeasure(unit.text));
    const std::size_t end = numberEnd + unit.length;
    claim.text = sentence.text.substr(number.begin, end - number.begin);
    base::Code why = number.is_whole ? base::Code::figure_unmapped : base::Code::bad_number;
    if (!bare && readValue(claim, chipHours > 0 ? "h" : "", number.is_whole ? &why : nullptr))
        addClaim(std::move(claim), reading, why);
    return end;
}

} // namespace

void takeParagraph(const Paragraph& paragraph, Reading& reading)
{
    constexpr std::size_t kLongestSentence = 2'000; // no person writes longer ones; their numbers are data
    for (std::string& text : sentencesOf(plainText(paragraph.text))) {
        if (text.size() > kLongestSentence)
            continue;
        Sentence sentence {std::move(text), {}, {}, paragraph.line};
        sentence.lower = base::toLower(sentence.text);
        const bool hasNumber = std::ranges::any_of(sentence.text, isDigit);
        if (hasNumber)
            sentence.platforms = platformsIn(sentence.text, reading.names);
        const Claim of {.label = base::excerpt(sentence.text), .where = {.line = sentence.line}};
        takeWords(sentence.lower, sentence.platforms.size() == 1 ? sentence.platforms[0].name : "", of, reading);
        if (!hasNumber || reading.out.claims.size() > kMaxFigures)
            continue;
        const std::set<std::size_t> experts = takeExperts(sentence, of, reading);
        std::size_t from = 0;
        while (const auto number = findNumber(sentence.text, from)) {
            std::size_t end = experts.contains(number->begin) ? number->end : takeProduct(sentence, *number, reading);
            if (end == 0)
                end = takeNumber(sentence, *number, from, reading);
            from = std::max(end, from + 1);
        }
    }
}

} // namespace fullscope::audit
