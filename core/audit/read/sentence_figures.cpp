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
        if (text[i] == '.' && i + 1 < text.size() && text[i + 1] == ' ' && i > 0 && !isDigit(text[i - 1]))
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

// The platform named last before the number, else the next one in the sentence.
std::string platformAt(const Sentence& sentence, std::size_t at)
{
    std::string name;
    for (const PlatformMention& mention : sentence.platforms) {
        if (mention.begin < at || name.empty())
            name = mention.name;
        if (mention.begin >= at)
            break;
    }
    return name;
}

// `rest` is all that follows, up to the next number.
std::optional<NamedQuantity> meaningInSentence(std::string_view before, std::string_view behind, std::string_view unit,
    std::string_view rest, const PrintedNumber& number)
{
    const std::string sign = number.currency.empty() ? "" : "$";
    const auto fits = [&](const std::optional<NamedQuantity>& what) {
        if (!what || what->form != Form::value || spec(what->quantity).word)
            return false;
        const std::string printed = sign + std::string(unit);
        return unitFactor(*what, unit).has_value() || unitFactor(*what, printed).has_value();
    };
    const std::string own = sign + std::string(unit);
    for (const std::string& label : {std::string(before) + " " + own, own + " " + std::string(behind),
             std::string(before) + " " + own + " " + std::string(behind)})
        if (auto what = quantityOfLabel(label); fits(what)) {
            // Of what kind a peak is stands behind it: "1,979 TFLOPS (BF16, with sparsity)".
            const bool isPeak
                = what->quantity == Quantity::peak_flops || what->quantity == Quantity::peak_flops_per_chip;
            const auto whole = isPeak ? quantityOfLabel(label + " " + std::string(rest)) : std::nullopt;
            return fits(whole) && whole->quantity == what->quantity ? whole : what;
        }
    if (!number.currency.empty() && unitFactor({.quantity = Quantity::instance_price}, unit) && !unit.empty())
        return NamedQuantity {
            .quantity = hasAnyOf(before, {"spot", "竞价", "抢占"}) ? Quantity::spot_price : Quantity::instance_price};
    return std::nullopt;
}

// The words right behind a number that can be its unit: up to a space, or "tokens/s" behind "K ".
std::string_view unitBehind(std::string_view behind)
{
    std::size_t begin = 0;
    while (begin < behind.size() && behind[begin] == ' ')
        ++begin;
    std::size_t end = begin;
    while (end < behind.size() && behind[end] != ' ' && behind[end] != ',' && behind[end] != ')' && behind[end] != '('
        && behind[end] != ';' && behind[end] != '"')
        ++end;
    std::string_view unit = behind.substr(begin, end - begin);
    while (unit.ends_with('.') || unit.ends_with(':'))
        unit.remove_suffix(1);
    // Chinese goes on without a space: "120 分钟完成", "58%的".
    constexpr std::string_view kChinese[]
        = {"小时", "分钟", "毫秒", "秒", "步", "张", "卡", "天", "周", "%", "倍", "个"};
    for (const std::string_view one : kChinese)
        if (unit.starts_with(one))
            return unit.substr(0, one.size());
    return unit;
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
    const auto next = findNumber(sentence.text, number.end);
    const std::size_t to = next ? next->begin : lower.size();
    const std::string_view before = clauseBefore(lower, number.begin, from);
    const std::string_view rest = lower.substr(number.end, std::max(to, number.end) - number.end);
    const std::string_view behind = clauseBehind(lower, number.end, std::max(to, number.end));
    const std::string_view unit = unitBehind(lower.substr(number.end));
    const bool percent = base::trimmed(rest).starts_with('%');

    Claim claim {.label = base::excerpt(sentence.text), .where = {.line = sentence.line}};
    const PlatformMention* const counted = countedPlatform(sentence, number);
    const Form form = counted != nullptr ? Form::value : formOf(before, base::trimmed(rest), percent);
    if (counted != nullptr) {
        const bool isInstance = !resolve(counted->name, reading.catalogue).instance_type.empty();
        claim.what = {.quantity = isInstance ? Quantity::instances : Quantity::chips};
        claim.platform = counted->name;
        claim.text = sentence.text.substr(number.begin, number.end - number.begin);
        if (readValue(claim, ""))
            addClaim(std::move(claim), reading);
        return number.end;
    }
    if (form != Form::value) {
        claim.what = {.quantity = comparedQuantity(before, behind, lower), .form = form};
        comparePlatforms(claim, sentence);
        if (!claim.isMapped())
            claim.what = {};
    } else {
        claim.what
            = meaningInSentence(before, behind, unit, rest.substr(0, kWordsBefore), number).value_or(NamedQuantity {});
        if (!isOfTheModel(claim.what.quantity))
            claim.platform = platformAt(sentence, number.begin);
    }
    const bool bare
        = number.currency.empty() && !number.has_magnitude && !percent && !claim.isMapped() && !isMeasure(unit);
    const std::size_t unitAt = sentence.text.find_first_not_of(' ', number.end);
    const std::size_t end = unit.empty() || unitAt == std::string::npos ? number.end : unitAt + unit.size();
    claim.text = sentence.text.substr(number.begin, end - number.begin);
    if (!bare && readValue(claim, ""))
        addClaim(std::move(claim), reading);
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
