// SPDX-License-Identifier: GPL-3.0-or-later
// What sentences compare: of which quantity, in which direction, whom with whom.
#include "core/audit/read/labels.h"
#include "core/audit/read/plain_text.h"
#include "core/audit/read/sentence.h"
#include "core/base/text.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace fullscope::audit {

namespace {

using Words = std::initializer_list<std::string_view>;

constexpr std::size_t kWordsBefore = 48, kWordsBehind = 32; // bytes beside a number that say what it is

bool endsWithAny(std::string_view text, Words words)
{
    return std::any_of(words.begin(), words.end(), [text](std::string_view word) {
        if (!text.ends_with(word))
            return false;
        const std::size_t at = text.size() - word.size();
        return !isLetter(word.front()) || at == 0 || !isLetter(text[at - 1]);
    });
}

std::string_view withoutEnds(std::string_view text, Words words)
{
    for (bool any = true; any;) {
        any = false;
        text = base::trimmed(text);
        for (const std::string_view word : words)
            if (endsWithAny(text, {word})) {
                text.remove_suffix(word.size());
                any = true;
                break;
            }
    }
    return text;
}

// What stands before a platform's name, without articles, makers and its number.
std::string_view beforeName(const Sentence& sentence, std::size_t begin)
{
    std::string_view text = std::string_view(sentence.lower).substr(0, begin);
    for (std::size_t size = text.size() + 1; text.size() < size;) {
        size = text.size();
        text = withoutEnds(text, {"the", "a", "an", "our", "nvidia", "aws", "amd", "google", "x", "×", "张", "块"});
        while (!text.empty() && isDigit(text.back()) && (text.size() < 2 || !isLetter(text[text.size() - 2])))
            text.remove_suffix(1);
    }
    return text;
}

// "from H100 to Trn2", "从 H100 迁移到 Trn2", "replacing H100 with Trn2": the first is what was.
bool isLeftBehind(const Sentence& sentence, const PlatformMention& mention, std::string_view before)
{
    const std::string_view behind = std::string_view(sentence.lower).substr(mention.end);
    const bool isFrom = endsWithAny(before, {"from", "从", "由"});
    const bool isReplaced = endsWithAny(before, {"replacing", "replace", "replaces", "replaced"});
    const auto next = std::ranges::find_if(
        sentence.platforms, [&mention](const PlatformMention& other) { return other.begin >= mention.end; });
    if (next == sentence.platforms.end() || !(isFrom || isReplaced))
        return false;
    const std::string_view between = base::trimmed(behind.substr(0, next->begin - mention.end));
    return isFrom ? hasAnyOf(between, {"to", "onto", "到", "至", "换成", "改用", "换为", "换用"})
                  : hasAnyOf(between, {"with", "by"});
}

// Words that turn a share or a word into a comparison; of those before a number the last one counts.
constexpr std::string_view kFalls[] = {"save", "saves", "saved", "saving", "savings", "cut", "cuts", "cutting",
    "reduce", "reduces", "reduced", "reducing", "reduction", "cheaper", "lower", "lowers", "lowered", "lowering",
    "less", "fewer", "shorter", "falls", "fell", "drops", "dropped", "decreases", "decreased", "shrinks", "节省",
    "节约", "省", "降低", "便宜", "减少", "下降", "缩短", "降", "低", "减"};
constexpr std::string_view kRises[]
    = {"increase", "increases", "increased", "improves", "improved", "improvement", "gain", "gains", "raises", "raised",
        "higher", "more", "faster", "提升", "提高", "高出", "快", "增加", "增长", "上涨", "高", "多", "贵"};

template <typename List>
std::size_t lastOf(std::string_view text, const List& words)
{
    std::size_t last = 0; // one beyond where it begins; 0: none
    for (const std::string_view word : words)
        for (std::size_t at = findWord(text, word); at != std::string_view::npos; at = findWord(text, word, at + 1))
            last = std::max(last, at + 1);
    return last;
}

Form lastForm(std::string_view text)
{
    const std::size_t falls = lastOf(text, kFalls), rises = lastOf(text, kRises);
    return falls == rises ? Form::value : falls > rises ? Form::saving : Form::gain;
}

std::string_view firstWords(std::string_view text, int count)
{
    std::size_t end = 0;
    for (int i = 0; i < count && end < text.size(); ++i)
        end = std::min(text.find_first_of(" ,;().", end + 1), text.size());
    return text.substr(0, end);
}

// By the words right behind a per cent sign.
Form formBehind(std::string_view rest)
{
    const std::string_view near = firstWords(rest, 2);
    if (hasAnyOf(
            near, {"less", "cheaper", "lower", "saving", "savings", "reduction", "shorter", "off", "fewer", "slower"}))
        return Form::saving;
    if (hasAnyOf(near,
            {"more", "higher", "faster", "greater", "better", "increase", "speedup", "improvement", "longer",
                "quicker"}))
        return Form::gain;
    return Form::value;
}

bool isShareOf(std::string_view before, std::string_view rest)
{
    if (hasAnyOf(rest,
            {"of the cost", "of the price", "of the hourly price", "of the throughput", "of the speed", "of the time",
                "of the performance", "of what"})
        || (rest.starts_with("of ") && hasAnyOf(before, {"cost", "costs", "price", "only"})))
        return true;
    return before.ends_with("的") && hasAnyOf(before, {"为", "是", "仅", "只", "相当于"});
}

Form formOfShare(std::string_view before, std::string_view rest, std::string_view wide)
{
    if (const Form form = formBehind(rest); form != Form::value)
        return form;
    // "from 38 %", "at 40 %" and "to 46 %" are levels.
    const bool isLevel = endsWithAny(before, {"from", "at", "of", "to", "从", "到", "至", "为"});
    if (isShareOf(before, rest) && (isLevel || lastForm(before) == Form::value)) // "saves 60 % of the cost" is none
        return Form::ratio;
    if (isLevel)
        return Form::value;
    if (const Form form = lastForm(before); form != Form::value)
        return form;
    if (const Form form = lastForm(rest.substr(0, rest.find_first_of(",;()"))); form != Form::value)
        return form;
    return endsWithAny(before, {"by"}) ? lastForm(wide) : Form::value;
}

constexpr std::string_view kTimesSigns[] = {"x", "×", "times", "倍", "-fold", "fold"};

// Length of "x", "times", "倍" behind a number; 0: none. "8x7B" is the name of a model.
std::size_t timesAtFront(std::string_view behind)
{
    for (const std::string_view sign : kTimesSigns)
        if (behind.starts_with(sign)) {
            const std::string_view rest = behind.substr(sign.size());
            const bool isName = sign == "x" && !rest.empty() && isDigit(rest.front());
            return isName ? 0 : sign.size();
        }
    return 0;
}

// "2.3x cheaper" may be 1/2.3 of the cost or less by 2.3 of it; "提升 1.76 倍" is 1.76 or 2.76 times as much.
bool isUnclearMultiple(std::string_view before, std::string_view rest)
{
    if (hasAnyOf(firstWords(rest, 2), {"cheaper", "less", "lower", "smaller", "fewer", "shorter", "reduction"}))
        return true;
    return endsWithAny(withoutEnds(before, {"了", "约", "近", "超过"}),
        {"提升", "提高", "增加", "增长", "快", "高出", "加快", "高", "多", "提速", "便宜", "低", "降低", "减少", "下降",
            "节省", "缩短"});
}

// nothing: no word for a quantity; `count`: of something that is not checked.
std::optional<Quantity> quantityIn(std::string_view text)
{
    struct Line {
        Quantity quantity;
        Words words;
    };
    static const Line kLines[] = {
        {Quantity::count,
            {"price-performance", "price/performance", "price performance", "performance per dollar", "perf/$",
                "per dollar", "performance per watt", "per watt", "性价比", "能效", "accuracy", "inference", "serving",
                "time to compile", "compile time", "compilation", "编译", "推理", "bandwidth", "memory", "显存", "带宽",
                "power", "energy", "功耗", "能耗", "peak", "flops", "算力"}},
        {Quantity::cost_per_million_tokens,
            {"per million", "per token", "per-token", "token cost", "unit cost", "百万", "单位成本", "单位token",
                "单位 token", "每token", "每 token", "token 成本", "token成本"}},
        {Quantity::instance_price,
            {"hourly", "instance price", "per hour", "an hour", "price", "实例价格", "每小时", "单价", "租金", "价格"}},
        {Quantity::step_time,
            {"step time", "time per step", "time a step", "longer per step", "latency", "单步", "每步时间", "每步耗时",
                "延迟"}},
        {Quantity::total_time,
            {"training time", "total time", "wall-clock", "time to train", "training times", "less time", "more time",
                "训练时间", "总耗时", "训练时长", "训练耗时", "用时"}},
        {Quantity::tokens_per_s,
            {"throughput", "faster", "quicker", "slower", "tokens/s", "tokens per second", "speed", "as fast",
                "speedup", "吞吐", "快", "加速", "速度"}},
        {Quantity::total_cost,
            {"cost", "costs", "costing", "tco", "cheaper", "expensive", "spend", "成本", "费用", "便宜", "贵", "save",
                "saves", "saving", "savings", "节省", "花费", "开销"}},
    };
    for (const Line& line : kLines)
        if (hasAnyOf(text, line.words))
            return line.quantity;
    return std::nullopt;
}

bool isChinese(std::string_view before)
{
    const std::string_view text = base::trimmed(before);
    return !text.empty() && (static_cast<unsigned char>(text.back()) & 0x80U) != 0;
}

constexpr std::string_view kJoins[] = {"and", "but", "while", "yet", "whereas", "且", "但"};

// "…2.6x faster than A100 and costs" 23 % less: its own verb.
std::string_view behindJoin(std::string_view before)
{
    std::size_t begin = 0;
    for (const std::string_view word : kJoins)
        for (std::size_t at = findWord(before, word); at != std::string_view::npos; at = findWord(before, word, at + 1))
            begin = std::max(begin, at + word.size());
    return before.substr(begin);
}

std::string_view beforeJoin(std::string_view behind)
{
    for (const std::string_view word : kJoins)
        behind = behind.substr(0, findWord(behind, word));
    return behind;
}

// What words further off name is hardly meant where the share points the other way: "2.6x faster …, for 23 % less".
bool isContrary(Quantity quantity, Form form)
{
    const bool isSpeed = quantity == Quantity::tokens_per_s;
    return isSpeed ? form == Form::saving : form == Form::gain;
}

Quantity comparedQuantity(
    std::string_view before, std::string_view behind, std::string_view wide, std::string_view sentence, Form form)
{
    const std::string_view own = behindJoin(before);
    behind = beforeJoin(behind);
    const bool isBefore = isChinese(before) || endsWithAny(base::trimmed(before), {"by"});
    for (const std::string_view text : {isBefore ? own : behind, isBefore ? behind : own})
        if (const auto quantity = quantityIn(text))
            return *quantity;
    for (const std::string_view text : {before, wide, sentence})
        if (const auto quantity = quantityIn(text))
            return isContrary(*quantity, form) ? Quantity::count : *quantity;
    return Quantity::count;
}

// "of H100", "as on H100", "H100's": what a multiple or share is of, behind it.
bool isOfIt(const Sentence& sentence, const PlatformMention& mention)
{
    const std::string_view before = beforeName(sentence, mention.begin);
    return endsWithAny(before, {"of", "as", "as on", "that of", "those of"});
}

} // namespace

bool hasAnyOf(std::string_view text, std::initializer_list<std::string_view> words)
{
    return std::any_of(words.begin(), words.end(), [text](std::string_view word) { return hasWord(text, word); });
}

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

bool isBaseline(const Sentence& sentence, const PlatformMention& mention)
{
    const std::string_view before = beforeName(sentence, mention.begin);
    if (endsWithAny(before,
            {"than", "versus", "vs", "vs.", "against", "over", "compared to", "compared with", "relative to",
                "instead of", "比", "相比", "相比于", "较", "相较", "相较于", "相对于", "对比"}))
        return true;
    constexpr std::size_t kNear = 24;
    const std::string_view behind = base::trimmed(std::string_view(sentence.lower).substr(mention.end, kNear));
    if (endsWithAny(before, {"与", "和", "跟", "同"}) && hasAnyOf(behind, {"相比", "相较", "比较", "对比"}))
        return true;
    if (behind.starts_with("的") && endsWithAny(before, {"是", "为", "仅为", "相当于", "达到", "达", "只有"}))
        return true;
    return isLeftBehind(sentence, mention, before);
}

bool isLeft(const Sentence& sentence, const PlatformMention& mention)
{
    return isLeftBehind(sentence, mention, beforeName(sentence, mention.begin));
}

Comparison comparisonOf(const Sentence& sentence, const PrintedNumber& number, std::size_t from, std::size_t to)
{
    const std::string_view lower = sentence.lower;
    const std::string_view before = base::trimmed(clauseBefore(lower, number.begin, from));
    const std::string_view wide = base::trimmed(lower.substr(0, number.begin));
    std::string_view rest = base::trimmed(lower.substr(number.end, to - number.end));
    Comparison comparison;
    if (const std::size_t times = timesAtFront(rest); times > 0) {
        rest = base::trimmed(rest.substr(times));
        comparison.what.form = Form::ratio;
        comparison.unclear = isUnclearMultiple(before, rest);
    } else if (rest.starts_with('%') || rest.starts_with("percent") || rest.starts_with("per cent")) {
        rest = base::trimmed(rest.substr(rest.starts_with('%') ? 1 : std::min(rest.find("cent") + 4, rest.size())));
        const bool isSigned = number.digits_begin > 0
            && (lower[number.digits_begin - 1] == '+' || lower[number.digits_begin - 1] == '-');
        comparison.what.form = isSigned ? Form::gain : formOfShare(before, rest, wide);
    }
    if (comparison.what.form == Form::value)
        return comparison;
    const std::string_view behind = rest.substr(0, std::min(rest.find_first_of(",;()"), kWordsBehind));
    comparison.what.quantity = comparedQuantity(before, behind, wide, lower, comparison.what.form);
    return comparison;
}

void setSides(Claim& claim, const Sentence& sentence, std::size_t begin, std::size_t end)
{
    const PlatformMention *baseline = nullptr, *subject = nullptr, *before = nullptr;
    const auto isAgainst = [&](const PlatformMention& mention) {
        return isBaseline(sentence, mention) || isOfOtherFigure(sentence, mention)
            || (mention.begin >= end && isOfIt(sentence, mention));
    };
    for (const PlatformMention& mention : sentence.platforms) {
        if (!isAgainst(mention))
            continue;
        if (mention.begin < begin)
            before = &mention;
        else if (baseline == nullptr)
            baseline = &mention;
    }
    if (baseline == nullptr)
        baseline = before;
    for (const PlatformMention& mention : sentence.platforms) {
        if (isAgainst(mention) || (baseline != nullptr && mention.name == baseline->name))
            continue;
        if (mention.begin < begin || subject == nullptr)
            subject = &mention;
    }
    claim.platform = subject != nullptr ? subject->name : sentence.subject;
    claim.baseline = baseline != nullptr ? baseline->name : std::string();
    if (baseline == nullptr) {
        const auto second = std::ranges::find_if(
            sentence.platforms, [&claim](const PlatformMention& mention) { return mention.name != claim.platform; });
        claim.direction_assumed = true;
        if (sentence.platforms.empty())
            claim.baseline = sentence.subject.empty() ? std::string() : sentence.other;
        else if (second != sentence.platforms.end()) {
            const std::string& first = sentence.platforms.front().name;
            // "H100 costs $55.04, Trn2 $35.76: 35 % less": of which nothing but the figures says.
            const bool areBefore = second->begin < begin && (subject == nullptr || subject->begin < begin);
            if (first != second->name)
                claim.platform = first;
            claim.baseline = second->name;
            claim.direction_assumed = areBefore;
        }
    } else if (claim.platform.empty() || claim.platform == claim.baseline) {
        claim.platform = claim.baseline;
        claim.baseline.clear();
        claim.direction_assumed = true;
    }
}

std::vector<WordedComparison> wordedComparisons(const Sentence& sentence)
{
    struct Marker {
        std::string_view word;
        double value;
    };
    static constexpr Marker kMarkers[] = {{"twice", 2}, {"doubles", 2}, {"double", 2}, {"doubled", 2}, {"doubling", 2},
        {"halves", 0.5}, {"halved", 0.5}, {"halving", 0.5}, {"half", 0.5}, {"减半", 0.5}, {"一半", 0.5}, {"翻倍", 2},
        {"翻一番", 2}, {"快一倍", 2}, {"快了一倍", 2}, {"提升一倍", 2}, {"提高一倍", 2}, {"高一倍", 2}};
    std::vector<WordedComparison> found;
    const std::string_view lower = sentence.lower;
    std::size_t end = 0;
    for (const Marker& marker : kMarkers) {
        const std::size_t at = findWord(lower, marker.word);
        if (at == std::string_view::npos)
            continue;
        end = at + marker.word.size();
        const std::string_view before = base::trimmed(clauseBefore(lower, at, 0));
        std::string_view behind = base::trimmed(clauseBehind(lower, end, lower.size()));
        behind = behind.substr(0, findWord(behind, "and"));
        const bool isFall = lastForm(withoutEnds(before, {"more than", "less than", "over"}))
            == Form::saving; // "saves more than half" leaves less than half
        if (behind.starts_with("precision") || behind.starts_with("-precision") || behind.starts_with("a ")
            || (behind.starts_with("of the") && !isFall) || behind.starts_with("-")
            || endsWithAny(before, {"first", "second", "and a"}))
            continue;
        auto quantity = quantityIn(behind);
        if (!quantity)
            quantity = quantityIn(before);
        if (!quantity || *quantity == Quantity::count)
            continue;
        WordedComparison one {.claim = {.what = {.quantity = *quantity, .form = Form::ratio},
                                  .value = marker.value,
                                  .range = {marker.value * 0.75, marker.value * 1.25}, // as "2x" and "0.5x" allow
                                  .label = base::excerpt(sentence.text),
                                  .text = sentence.text.substr(at, marker.word.size()),
                                  .where = {.line = sentence.line}},
            .begin = at};
        if (marker.value == 0.5)
            one.claim.range = {0.45, 0.55};
        const bool isUnder = endsWithAny(before, {"less than", "under", "below", "不到", "低于"});
        const bool isOver = endsWithAny(before, {"more than", "over", "超过", "至少"});
        if (isFall ? isOver : isUnder)
            one.claim.range.low = 0;
        if (isFall ? isUnder : isOver)
            one.claim.range.high = Interval::kInfinite;
        setSides(one.claim, sentence, at, end);
        found.push_back(std::move(one));
    }
    return found;
}

} // namespace fullscope::audit
