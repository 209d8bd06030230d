// SPDX-License-Identifier: GPL-3.0-or-later
// Labels that are known as a whole only, or by an amount that they name; and words that say which way a share points.
#include "core/audit/read/labels.h"
#include "core/audit/read/plain_text.h"
#include "core/audit/read/printed_number.h"
#include "core/base/text.h"

#include <algorithm>
#include <initializer_list>

namespace fullscope::audit {

namespace {

using Words = std::initializer_list<std::string_view>;

bool hasAny(std::string_view text, Words words)
{
    return std::any_of(words.begin(), words.end(), [text](std::string_view word) { return hasWord(text, word); });
}

bool isOneOf(std::string_view text, Words words)
{
    return std::find(words.begin(), words.end(), text) != words.end();
}

bool isOfCost(std::string_view lower)
{
    return hasAny(lower, {"cost", "price", "spend", "成本", "费用", "花费"});
}

bool isOfTime(std::string_view lower)
{
    return hasAny(lower, {"time", "hours", "days", "duration", "时间", "用时", "耗时", "时长"});
}

// What "relative …" and "normalised …" compare.
std::optional<Quantity> relativeQuantity(std::string_view lower)
{
    if (hasAny(lower, {"per dollar", "per watt", "loss", "error", "accuracy", "inference", "推理", "性价比"}))
        return std::nullopt;
    if (hasAny(lower, {"per million", "per token", "unit cost", "per 1m", "百万", "单位成本", "每token"}))
        return Quantity::cost_per_million_tokens;
    if (hasAny(lower, {"price", "hourly", "价格", "单价"}))
        return Quantity::instance_price;
    if (hasAny(lower, {"step time", "单步"}))
        return Quantity::step_time;
    if (isOfCost(lower))
        return Quantity::total_cost;
    if (isOfTime(lower))
        return Quantity::total_time;
    if (hasAny(lower, {"throughput", "speed", "performance", "tokens/s", "吞吐", "速度", "性能"}))
        return Quantity::tokens_per_s;
    return std::nullopt;
}

} // namespace

std::optional<NamedQuantity> quantityOfWholeLabel(std::string_view label)
{
    const std::string lower = base::toLower(label);
    const std::string_view bare = base::trimmed(std::string_view(lower).substr(0, lower.find_first_of("([")));
    if (isOneOf(bare,
            {"hours", "run hours", "hours to train", "wall hours", "days", "training days", "days to train", "time",
                "run time", "runtime", "duration", "小时", "小时数", "天数", "训练天数", "运行时间", "时间"}))
        return NamedQuantity {.quantity = Quantity::total_time};
    if (hasAny(lower, {"relative", "normalized", "normalised", "相对", "归一化"}))
        if (const auto quantity = relativeQuantity(lower))
            return NamedQuantity {.quantity = *quantity, .form = Form::ratio};
    if (!tokensOfLabel(label) || hasAny(lower, {"saving", "savings", "节省", "inference", "推理", "engineer"}))
        return std::nullopt;
    if (isOfCost(lower))
        return NamedQuantity {.quantity = Quantity::total_cost};
    return isOfTime(lower) ? std::optional(NamedQuantity {.quantity = Quantity::total_time}) : std::nullopt;
}

std::optional<std::string> tokensOfLabel(std::string_view label)
{
    constexpr double kFewest = 2e9; // of fewer a cost may be a rate: "cost of 1B tokens"
    const std::string plain = plainText(label);
    for (auto number = findNumber(plain); number;
         number = findNumber(plain, std::max(number->end, number->begin + 1))) {
        const std::string behind
            = base::toLower(base::trimmed(std::string_view(plain).substr(std::min(number->end, plain.size()))));
        const std::string before = base::toLower(base::trimmed(std::string_view(plain).substr(0, number->begin)));
        const bool isEach = before.ends_with(" per") || before == "per" || before.ends_with('/')
            || before.ends_with("每") || before.ends_with("each");
        if (!isEach && number->is_whole && number->value >= kFewest && number->currency.empty()
            && (behind.starts_with("tok") || behind.starts_with("词元")))
            return plain.substr(number->digits_begin, number->end - number->digits_begin);
    }
    return std::nullopt;
}

Direction directionIn(std::string_view text, Quantity of)
{
    const std::string lower = base::toLower(plainText(text));
    bool falls = hasAny(lower,
        {"lower", "less", "cheaper", "fewer", "reduction", "decrease", "saving", "saved", "shorter", "低", "便宜", "降",
            "省", "少", "减", "短"});
    bool rises = hasAny(
        lower, {"higher", "more", "increase", "dearer", "longer", "greater", "高", "贵", "多", "增", "升", "涨", "长"});
    const bool faster = hasAny(lower, {"faster", "快"}), slower = hasAny(lower, {"slower", "慢"});
    const bool isSpeed = of == Quantity::tokens_per_s || of == Quantity::tokens_per_s_per_chip
        || of == Quantity::tokens_per_s_per_instance;
    if (!isSpeed && (faster || slower))
        return Direction::unclear;
    falls = falls || slower;
    rises = rises || faster;
    return falls && rises ? Direction::unclear : falls ? Direction::falls : rises ? Direction::rises : Direction::none;
}

} // namespace fullscope::audit
