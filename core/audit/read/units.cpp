// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/audit/read/labels.h"
#include "core/audit/read/plain_text.h"
#include "core/audit/read/printed_number.h"
#include "core/audit/read/unit_parts.h"
#include "core/base/quantity_units.h"
#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace fullscope::audit {

namespace {

using base::Unit;

bool isCents(std::string_view word)
{
    return word == "¢" || word == "美分" || base::equalsIgnoreCase(word, "cents")
        || base::equalsIgnoreCase(word, "cent");
}

// What a figure is of, where a unit names it: `GB/芯片`, `tokens/s/GPU`, `ms/step`.
constexpr std::string_view kOf[] = {"chip", "芯片", "gpu", "card", "卡", "device", "accelerator", "instance", "实例",
    "node", "节点", "step", "步", "it", "iter", "iteration", "run", "job", "server", "张卡", "billion"};

struct Factor {
    std::string_view unit;
    double factor;
};
constexpr Factor kEnergy[] = {{"kwh", 1}, {"mwh", 1e3}, {"gwh", 1e6}, {"wh", 1e-3}, {"j", 1 / 3.6e6}, {"kj", 1 / 3.6e3},
    {"mj", 1 / 3.6}, {"度", 1}, {"千瓦时", 1}};
// Of counts, as a column or a label says it for all its figures: "Parameters (B)".
constexpr Factor kMagnitudes[] = {{"k", 1e3}, {"thousand", 1e3}, {"thousands", 1e3}, {"M", 1e6}, {"million", 1e6},
    {"millions", 1e6}, {"B", 1e9}, {"bn", 1e9}, {"billion", 1e9}, {"billions", 1e9}, {"千", 1e3}, {"万", 1e4},
    {"百万", 1e6}, {"千万", 1e7}, {"亿", 1e8}, {"十亿", 1e9}};

std::optional<double> among(std::span<const Factor> known, std::string_view unit)
{
    for (const Factor& one : known)
        if (base::equalsIgnoreCase(one.unit, unit))
            return one.factor;
    return std::nullopt;
}

// How much of the front of `part` names what a figure is of: all of "GPUs", "gpu-" of "gpu-hour", "gpu" of "gpuh".
std::size_t sizeOfOwner(std::string_view part)
{
    const std::string lower = base::toLower(part);
    std::size_t longest = 0;
    for (const std::string_view of : kOf) {
        if (!std::string_view(lower).starts_with(of) || of.size() <= longest)
            continue;
        std::size_t end = of.size();
        if (end < lower.size() && lower[end] == 's')
            ++end;
        const std::string_view rest = std::string_view(lower).substr(end);
        if (rest.empty() || rest == "h" || rest == "hr" || rest == "小时" || rest == "时")
            longest = end;
        else if (rest.front() == '-' || rest.front() == ' ')
            longest = end + 1;
    }
    return longest;
}

std::optional<double> comparisonFactor(Form form, std::string_view unit)
{
    if (unit == "%" || unit == "percent" || unit == "％" || unit == "个百分点")
        return 0.01;
    if (unit.empty() || unit == "x" || unit == "X" || unit == "×" || unit == "倍" || unit == "times")
        return form == Form::saving && !unit.empty() ? std::nullopt : std::optional(1.0);
    return std::nullopt;
}

bool isMoney(Unit unit)
{
    return base::unitSpec(unit).money;
}

// What is counted: "GPUs", "步", "k". A measure, money or a share of something is none.
std::optional<double> countFactor(Quantity quantity, std::string_view printed)
{
    if (const auto magnitude = among(kMagnitudes, printed))
        return magnitude;
    if (printed.find('/') != std::string_view::npos) // "GPUs/node"
        return bareUnit(printed).empty() ? std::optional(1.0) : std::nullopt;
    const bool isMachine
        = quantity == Quantity::chips || quantity == Quantity::chips_per_instance || quantity == Quantity::instances;
    if (isMachine && (printed == "x" || printed == "×" || printed.starts_with("x ") || printed.starts_with("× ")))
        return 1;
    std::string_view rest = printed;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        if (std::any_of(rest.begin(), rest.end(), isDigit) || isMeasureWord(rest.substr(0, end)))
            return std::nullopt;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return 1;
}

} // namespace

std::optional<double> magnitudeOf(std::string_view word)
{
    return among(kMagnitudes, word);
}

std::string bareUnit(std::string_view unit, std::string* owners)
{
    std::string text = " " + std::string(unit);
    for (std::size_t at = text.find("·"); at != std::string::npos; at = text.find("·", at)) // "GPU·h"
        text.replace(at, std::string_view("·").size(), "-");
    for (const std::string_view word : {" per ", "每"})
        for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
            text.replace(at, word.size(), "/");
    const std::string_view whole = base::trimmed(text);
    std::string bare;
    for (std::string_view rest = whole; !rest.empty() || bare.empty();) {
        const std::size_t end = std::min(rest.find('/'), rest.size());
        std::string_view part = base::trimmed(rest.substr(0, end));
        if (const std::size_t owner = sizeOfOwner(part); owner > 0) {
            if (owners != nullptr)
                (*owners += "/") += part.substr(0, owner);
            part.remove_prefix(owner);
            part = base::trimmed(part);
            if (!part.empty())
                (bare += rest.data() == whole.data() ? "" : "/") += part;
        } else {
            bare += (rest.data() == whole.data() ? "" : "/") + std::string(part);
        }
        if (end == rest.size())
            break;
        rest.remove_prefix(end + 1);
    }
    return bare;
}

std::optional<double> tokensPaid(std::string_view unit)
{
    std::string lower = base::toLower(unit);
    const std::size_t slash = lower.rfind('/');
    if (slash == std::string::npos)
        return std::nullopt;
    std::string_view of = base::trimmed(std::string_view(lower).substr(slash + 1));
    for (const std::string_view tokens : {"tokens", "token", "tok", "词元"})
        if (of.ends_with(tokens)) {
            of = base::trimmed(of.substr(0, of.size() - tokens.size()));
            const auto number = findNumber(of);
            const bool isNumber = number && number->begin == 0 && number->value > 0;
            const std::string_view magnitude
                = base::trimmed(isNumber ? of.substr(std::min(number->end, of.size())) : of);
            const double count = isNumber ? number->value : 1;
            if (magnitude.empty())
                return count;
            const auto factor = among(kMagnitudes, magnitude);
            return factor ? std::optional(count * *factor) : std::nullopt;
        }
    return std::nullopt;
}

bool isMoneySign(std::string_view unit)
{
    const auto& signs = base::currencySpellings();
    const auto& codes = base::currencyCodes();
    return std::any_of(signs.begin(), signs.end(), [unit](const auto& sign) { return sign.text == unit; })
        || std::any_of(
            codes.begin(), codes.end(), [unit](std::string_view code) { return base::equalsIgnoreCase(code, unit); })
        || base::equalsIgnoreCase(unit, "dollar") || base::equalsIgnoreCase(unit, "dollars");
}

bool isMeasureWord(std::string_view word)
{
    using base::Dimension;
    if (isMoneySign(word) || isCents(word) || word == "x" || word == "×" || word == "倍" || word == "％")
        return true;
    const std::string lower = base::toLower(word);
    if (const std::size_t flop = lower.find("flop"); flop != std::string::npos && flop <= 4)
        return true;
    if (among(kEnergy, word))
        return true;
    for (const base::Spelling& spelling : base::spellings()) {
        const Dimension dimension = spelling.measure.dimension;
        if (dimension != Dimension::events && dimension != Dimension::samples
            && (spelling.exact ? spelling.text == word : base::equalsIgnoreCase(spelling.text, word)))
            return true;
    }
    return false;
}

bool isUnit(std::string_view text)
{
    std::string bare = base::toLower(bareUnit(text));
    const bool isMoneyPer = bare.starts_with('$') || bare.starts_with("€") || bare.starts_with("¥");
    if (isMoneyPer)
        bare.erase(0, bare.starts_with('$') ? 1 : bare.starts_with("€") ? std::string_view("€").size() : 2);
    bool any = isMoneyPer;
    for (std::string_view rest = bare; !rest.empty();) {
        const std::size_t end = std::min(rest.find_first_of("/- "), rest.size());
        std::string_view part = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (part.starts_with('1'))
            part.remove_prefix(1);
        if (part.empty() || among(kMagnitudes, part))
            continue;
        if (!isMeasureWord(part))
            return false;
        any = true;
    }
    return any;
}

PrintedUnit unitAtFront(std::string_view text)
{
    constexpr std::size_t kLongest = 80; // bytes of a unit, with the spaces in it
    text = text.substr(0, kLongest);
    PrintedUnit unit;
    std::size_t at = 0;
    const auto skipSpaces = [&] {
        while (at < text.size() && text[at] == ' ')
            ++at;
    };
    const auto word = [&] {
        const std::size_t begin = at;
        while (at < text.size() && std::string_view(" ,)(;\"").find(text[at]) == std::string_view::npos
            && !text.substr(at).starts_with("。") && !text.substr(at).starts_with("…"))
            ++at;
        std::size_t end = at;
        while (end > begin && std::string_view(".:!?").find(text[end - 1]) != std::string_view::npos)
            --end;
        at = end;
        return text.substr(begin, end - begin);
    };
    skipSpaces();
    std::string_view first = word();
    // Chinese goes on without a space: "120 分钟完成", "58%的", "398元/小时起".
    constexpr std::string_view kChinese[]
        = {"小时", "分钟", "毫秒", "秒", "步", "张", "卡", "天", "周", "%", "倍", "个", "美元", "欧元", "人民币", "元"};
    for (const std::string_view one : kChinese) {
        if (!first.starts_with(one))
            continue;
        at -= first.size() - one.size();
        first = first.substr(0, one.size());
        const std::string_view per = text.substr(at);
        for (const std::string_view divisor : {"/小时", "/时", "每小时", "/h", "/天", "/月", "/卡时", "/卡/小时", "/秒",
                 "/百万token", "/百万词元", "/亿token", "/亿词元", "/千token", "/kwh"})
            if (per.starts_with(divisor) && divisor.size() > unit.text.size())
                unit.text = divisor;
        at += unit.text.size();
        unit.text = std::string(first) + unit.text;
        unit.length = at;
        return unit;
    }
    unit.text = first;
    unit.length = at;
    // "tokens per second", "per GPU hour", "per million tokens", "an hour"
    for (;;) {
        skipSpaces();
        const bool isFirst = unit.text == "per" || unit.text == "a" || unit.text == "an";
        if (!isFirst) {
            const std::size_t before = at;
            const std::string_view per = word();
            if (per != "per" || unit.text.empty()) {
                at = before;
                break;
            }
            skipSpaces();
        }
        const std::string_view of = word();
        if (of.empty() || (isFirst && unit.text != "per" && of != "hour"))
            break;
        (unit.text = isFirst ? "/" : unit.text + "/") += of;
        unit.length = at;
        const std::size_t behind = at;
        skipSpaces();
        const std::string_view second = word();
        const bool isHour = second == "hour" || second == "hours" || second == "h";
        const bool isTokens = second.starts_with("token");
        if ((isHour && sizeOfOwner(of) == of.size()) || (isTokens && (among(kMagnitudes, of) || isDigit(of.front())))) {
            (unit.text += isHour ? "-" : " ") += second;
            unit.length = at;
        } else {
            at = behind;
        }
    }
    return unit;
}

std::string ownersIn(std::string_view unit)
{
    std::string owners;
    bareUnit(plainText(unit), &owners);
    return base::toLower(owners);
}

std::optional<double> unitFactor(const NamedQuantity& what, std::string_view unit)
{
    if (what.quantity == Quantity::count)
        return std::nullopt; // not known: it has no unit
    const std::string plain = plainText(unit);
    const std::string_view printed = base::trimmed(plain);
    if (what.form != Form::value)
        return comparisonFactor(what.form, printed);
    const QuantitySpec& quantity = spec(what.quantity);
    if (what.quantity == Quantity::energy)
        return among(kEnergy, printed);
    const bool hasOwnUnit = quantity.unit != Unit::seconds && quantity.unit != Unit::flop_per_s
        && quantity.unit != Unit::weeks && quantity.unit != Unit::kilowatts && quantity.unit != Unit::gigabytes
        && quantity.unit != Unit::share;
    if (printed.empty())
        return hasOwnUnit ? std::optional(1.0) : std::nullopt; // of a time or a peak, nobody knows
    if (what.quantity == Quantity::price_per_pflop || what.quantity == Quantity::price_per_effective_pflop)
        if (isMoneySign(printed) || base::containsIgnoreCase(printed, "flop"))
            return 1;
    if (isMoneySign(printed) && isMoney(quantity.unit))
        return 1;
    if (quantity.unit == Unit::one)
        return countFactor(what.quantity, printed);
    std::string owners;
    std::string bare = bareUnit(printed, &owners);
    if (bare.empty())
        return hasOwnUnit ? std::optional(1.0) : std::nullopt;
    if (isDigit(bare.front()) || bare.front() == '.' || bare.front() == '-' || bare.front() == '+')
        return std::nullopt;
    // "$/GPU" is what a chip costs, "$/step" what a step does: no price of an hour, no total.
    const bool isPart = !owners.empty() && owners != "/run" && owners != "/job";
    if (isPart && isMoney(quantity.unit) && bare.find('/') == std::string::npos)
        return std::nullopt;
    double factor = 1;
    if (const auto tokens = quantity.unit == Unit::money_per_mtok ? tokensPaid(printed) : std::nullopt) {
        factor = 1e6 / *tokens;
        bare = base::trimmed(printed.substr(0, printed.rfind('/')));
        bare = (bare.empty() ? "$" : bare) + "/M tokens"; // the currency stands elsewhere
    }
    for (const std::string_view cents : {"cents", "cent", "¢", "美分"})
        if (isMoney(quantity.unit) && std::string_view(bare).starts_with(cents)) {
            bare.erase(0, cents.size());
            factor *= 0.01;
            break;
        }
    for (const std::string_view dollars : {"dollars", "dollar"})
        if (std::string_view(bare).starts_with(dollars)) {
            bare.replace(0, dollars.size(), "$");
            break;
        }
    if (isMoney(quantity.unit) && bare.starts_with('/'))
        bare.insert(0, "$"); // the currency stands elsewhere
    const auto typed = base::parseQuantity("1 " + bare, quantity.unit);
    return typed ? std::optional(factor * typed->value) : std::nullopt;
}

} // namespace fullscope::audit
