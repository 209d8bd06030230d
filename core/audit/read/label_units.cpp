// SPDX-License-Identifier: GPL-3.0-or-later
// Units and counts that a label names for all its figures.
#include "core/audit/read/labels.h"
#include "core/audit/read/plain_text.h"
#include "core/audit/read/printed_number.h"
#include "core/audit/read/unit_parts.h"
#include "core/base/text.h"

#include <algorithm>
#include <initializer_list>

namespace fullscope::audit {

using base::Unit;

namespace {

// "1B" of "Cost per 1B tokens", "亿" of "每亿 tokens 成本"; empty: a label (in lower case) says no other amount than a
// million.
std::string tokensInLabel(std::string_view lower)
{
    for (const std::string_view per : {"per ", "/", "每"})
        for (std::size_t at = lower.find(per); at != std::string_view::npos; at = lower.find(per, at + 1)) {
            const std::string_view rest = lower.substr(at + per.size());
            const std::size_t tokens = std::min(rest.find("tok"), rest.find("词元"));
            constexpr std::size_t kLongest = 16;
            if (tokens == std::string_view::npos || tokens > kLongest)
                continue;
            const std::string amount(base::trimmed(rest.substr(0, tokens)));
            const auto paid = amount.empty() ? std::nullopt : tokensPaid("/" + amount + " tokens");
            if (paid && *paid != 1e6 && *paid != 1e3)
                return amount;
        }
    return {};
}

// "/month" of "Monthly price", "/year" of "年租（元）"; empty: by the hour, or a label says nothing.
std::string periodIn(const std::string& plain)
{
    const std::string lower = base::toLower(plain);
    const auto says = [&lower](std::initializer_list<std::string_view> words) {
        return std::any_of(
            words.begin(), words.end(), [&lower](std::string_view word) { return hasWord(lower, word); });
    };
    if (says({"hour", "hourly", "/h", "/hr", "小时", "/时", "卡时"}))
        return {};
    if (says({"monthly", "per month", "/month", "/mo", "月租", "每月", "包月", "/月", "月费"}))
        return "/month";
    if (says({"yearly", "annual", "per year", "/year", "/yr", "年租", "每年", "包年", "/年"}))
        return "/year";
    return says({"daily", "per day", "/day", "日租", "每天", "每日", "/天"}) ? "/day" : std::string();
}

} // namespace

std::string unitInLabel(std::string_view label, const NamedQuantity& what)
{
    if (what.quantity == Quantity::count)
        return {};
    const std::string plain = plainText(label);
    const bool isCount = spec(what.quantity).unit == Unit::one && what.quantity != Quantity::energy;
    const auto fits = [&what, isCount](std::string_view unit) {
        if (isCount && what.form == Form::value)
            return magnitudeOf(unit).has_value();
        return !unit.empty() && unitFactor(what, unit).has_value();
    };
    // "Cost per 1K tokens"
    if (what.quantity == Quantity::cost_per_million_tokens && what.form == Form::value) {
        const std::string lower = base::toLower(plain);
        for (const std::string_view thousand :
            {"1k token", "thousand token", "1000 token", "1,000 token", "千token", "千词元", "千 token"})
            if (lower.find(thousand) != std::string::npos)
                return "/1K tokens";
        if (const std::string many = tokensInLabel(lower); !many.empty())
            return "/" + many + " tokens";
        const bool isOfOne = lower.find("per token") != std::string::npos || lower.find("/token") != std::string::npos
            || lower.find("每token") != std::string::npos;
        if (isOfOne && lower.find("million") == std::string::npos)
            return "/token";
    }
    const std::string period = what.form == Form::value && spec(what.quantity).unit == Unit::money_per_hour
        ? periodIn(plain)
        : std::string();
    // In brackets first, the last one before the others. One of another kind ("Price ($/TB)") is the unit too.
    std::string other;
    for (std::size_t close = plain.find_last_of(")]"); close != std::string::npos && close > 0;
         close = plain.find_last_of(")]", close - 1)) {
        const std::size_t open = plain.find_last_of("([", close);
        if (open == std::string::npos)
            break;
        const std::string_view inside = base::trimmed(std::string_view(plain).substr(open + 1, close - open - 1));
        if (!period.empty() && inside.find('/') == std::string_view::npos && fits(inside))
            return std::string(inside) + period; // "Monthly price ($)"
        if (fits(inside))
            return std::string(inside);
        if (other.empty() && isUnit(inside))
            other = inside;
    }
    if (isCount && what.form == Form::value)
        return other;
    if (!period.empty())
        return other.empty() ? period : other;
    // Else a word of it: "Throughput tokens/s", "Step time, ms".
    std::string_view rest = plain;
    std::string found;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find_first_of(" ,;:()[]"), rest.size());
        const std::string_view word = rest.substr(0, end);
        // Neither what it is of ("GPU throughput") nor the million of "cost per million".
        const bool isPart = bareUnit(word).empty() || magnitudeOf(word);
        if (!isPart && (word.size() > 1 || word == "%" || word == "$" || word == "s" || word == "h"))
            if (fits(word))
                found = word;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return found.empty() ? other : found;
}

std::optional<std::string> stepsInLabel(std::string_view label)
{
    const std::string plain = base::toLower(plainText(label));
    for (std::size_t from = 0;;) {
        const auto number = findNumber(plain, from);
        if (!number)
            return std::nullopt;
        const std::string_view behind = base::trimmed(std::string_view(plain).substr(number->end));
        if (behind.starts_with("步") || behind.starts_with("step") || behind.starts_with("iteration")
            || behind.starts_with("training step") || behind.starts_with("次迭代"))
            return plain.substr(number->begin, number->end - number->begin);
        from = std::max(number->end, from + 1);
    }
}

} // namespace fullscope::audit
