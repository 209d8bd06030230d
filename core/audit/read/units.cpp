// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/audit/read/labels.h"
#include "core/audit/read/plain_text.h"
#include "core/audit/read/printed_number.h"
#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace fullscope::audit {

namespace {

using base::Unit;

// What a figure is of, where a unit names it: `GB/芯片`, `tokens/s/GPU`, `ms/step`. The quantity says it already.
constexpr std::string_view kOf[] = {"chip", "芯片", "gpu", "card", "卡", "device", "accelerator", "instance", "实例",
    "node", "节点", "step", "步", "it", "iter", "iteration", "run", "job", "server", "张卡", "billion"};

struct Factor {
    std::string_view unit;
    double factor;
};
constexpr Factor kEnergy[] = {{"kwh", 1}, {"mwh", 1e3}, {"gwh", 1e6}, {"wh", 1e-3}, {"j", 1 / 3.6e6}, {"kj", 1 / 3.6e3},
    {"mj", 1 / 3.6}, {"度", 1}, {"千瓦时", 1}};

std::optional<double> among(std::span<const Factor> known, std::string_view unit)
{
    for (const Factor& one : known)
        if (base::equalsIgnoreCase(one.unit, unit))
            return one.factor;
    return std::nullopt;
}

// Without what the figure is of, and "per" as a slash.
std::string bareUnit(std::string_view unit)
{
    std::string text(unit);
    for (const std::string_view word : {" per ", "每"})
        for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
            text.replace(at, word.size(), "/");
    std::string bare;
    for (std::string_view rest = text; !rest.empty() || bare.empty();) {
        const std::size_t end = std::min(rest.find('/'), rest.size());
        const std::string_view part = base::trimmed(rest.substr(0, end));
        std::string_view singular = part;
        if (singular.ends_with('s'))
            singular.remove_suffix(1);
        const bool isOf = std::any_of(std::begin(kOf), std::end(kOf), [&](std::string_view of) {
            return base::equalsIgnoreCase(of, part) || base::equalsIgnoreCase(of, singular);
        });
        if (!isOf)
            bare += (rest.data() == text.data() ? "" : "/") + std::string(part);
        if (end == rest.size())
            break;
        rest.remove_prefix(end + 1);
    }
    return bare;
}

std::optional<double> comparisonFactor(Form form, std::string_view unit)
{
    if (unit == "%" || unit == "percent" || unit == "％" || unit == "个百分点")
        return 0.01;
    if (unit.empty() || unit == "x" || unit == "X" || unit == "×" || unit == "倍" || unit == "times")
        return form == Form::saving && !unit.empty() ? std::nullopt : std::optional(1.0);
    return std::nullopt;
}

bool isMoneySign(std::string_view unit)
{
    constexpr std::string_view kSigns[] = {"$", "usd", "us$", "€", "eur", "£", "¥", "cny", "rmb", "元", "美元"};
    return std::any_of(std::begin(kSigns), std::end(kSigns),
        [unit](std::string_view sign) { return base::equalsIgnoreCase(sign, unit); });
}

} // namespace

std::optional<double> unitFactor(const NamedQuantity& what, std::string_view unit)
{
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
    if (isMoneySign(printed) && (quantity.unit == Unit::money_per_hour || quantity.unit == Unit::money_per_mtok))
        return 1;
    if (quantity.unit == Unit::one) { // a number of something
        const bool isWord = std::none_of(printed.begin(), printed.end(), [](char c) { return isDigit(c) || c == '/'; });
        return isWord && printed != "%" ? std::optional(1.0) : std::nullopt;
    }
    const std::string bare = bareUnit(printed);
    if (bare.empty())
        return hasOwnUnit ? std::optional(1.0) : std::nullopt;
    if (isDigit(bare.front()) || bare.front() == '.' || bare.front() == '-' || bare.front() == '+')
        return std::nullopt;
    const auto typed = base::parseQuantity("1 " + bare, quantity.unit);
    return typed ? std::optional(typed->value) : std::nullopt;
}

std::string unitInLabel(std::string_view label, const NamedQuantity& what)
{
    const std::string plain = plainText(label);
    const auto fits = [&what](std::string_view unit) {
        return !unit.empty()
            && (spec(what.quantity).unit != Unit::one || what.quantity == Quantity::energy || what.form != Form::value)
            && unitFactor(what, unit).has_value();
    };
    // In brackets first, the last one before the others.
    for (std::size_t close = plain.find_last_of(")]"); close != std::string::npos && close > 0;
         close = plain.find_last_of(")]", close - 1)) {
        const std::size_t open = plain.find_last_of("([", close);
        if (open == std::string::npos)
            break;
        const std::string_view inside = base::trimmed(std::string_view(plain).substr(open + 1, close - open - 1));
        if (fits(inside))
            return std::string(inside);
    }
    // Else a word of it: "Throughput tokens/s", "Step time, ms".
    std::string_view rest = plain;
    std::string found;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find_first_of(" ,;:()[]"), rest.size());
        const std::string_view word = rest.substr(0, end);
        if (word.size() > 1 || word == "%" || word == "$" || word == "s" || word == "h")
            if (fits(word))
                found = word;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return found;
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
