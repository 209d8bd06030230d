// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/format.h"

#include "core/words/text_ids.h"

#include <charconv>
#include <cmath>

namespace fullscope::report {

using words::Text;

std::string percent(double share)
{
    return base::formatNumber(std::abs(share) * 100, 1) + " %";
}

std::string changeText(double saving)
{
    const std::string text = percent(saving);
    if (text == "0.0 %")
        return "±" + text;
    return (saving < 0 ? "+" : "−") + text;
}

std::string scientific(double value)
{
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific, 3).ptr;
    std::string text(buffer, end);
    if (const auto plus = text.find("e+"); plus != std::string::npos)
        text.erase(plus + 1, 1);
    const auto digit = text.find_first_of("0123456789", text.find('e')); // to_chars writes two at least
    if (digit + 1 < text.size() && text[digit] == '0')
        text.erase(digit, 1);
    return text;
}

std::string lossText(double loss, words::Language language)
{
    if (std::isfinite(loss))
        return base::formatNumber(loss, 4);
    return words::say(std::isnan(loss) ? Text::not_in_file : Text::not_finite, language);
}

std::string timesText(double factor)
{
    const bool isPlain = factor == 0 || (factor >= 0.01 && factor < 1e6);
    return isPlain ? base::formatNumber(factor, 2) : scientific(factor);
}

std::string boundMark(analysis::Bound bound)
{
    constexpr const char* kMarks[] = {"", "≥ ", "≤ ", "≈ "};
    return kMarks[static_cast<std::size_t>(bound)];
}

int moneyDigits(double greatest)
{
    const double magnitude = std::abs(greatest);
    if (magnitude >= 1000)
        return 0;
    if (magnitude >= 1 || magnitude == 0)
        return 2;
    return std::min(12, 2 - static_cast<int>(std::floor(std::log10(magnitude))));
}

std::string moneyText(double value, const std::string& currency)
{
    return base::formatMoney(value, moneyDigits(value), currency);
}

std::string grouped(std::string digits)
{
    const bool negative = digits.starts_with('-');
    if (negative)
        digits.erase(0, 1);
    auto point = digits.find('.');
    if (point == std::string::npos)
        point = digits.size();
    for (std::size_t at = point; at > 3; at -= 3)
        digits.insert(at - 3, ",");
    return (negative ? "−" : "") + digits;
}

std::string exactMoney(
    const std::optional<base::Decimal>& amount, const std::string& currency, words::Language language)
{
    if (!amount)
        return words::say(Text::not_in_file, language);
    return grouped(amount->toString()) + (currency.empty() ? "" : " " + currency);
}

std::string exactSum(const std::optional<base::Decimal>& sum, std::int64_t without, const std::string& currency,
    words::Language language)
{
    const std::string text = exactMoney(sum, currency, language);
    if (!sum || without == 0)
        return text;
    return words::say(Text::rows_without_cost, language, {text, base::formatNumber(static_cast<double>(without), 0)});
}

std::string duration(std::int64_t us)
{
    const bool negative = us < 0;
    const std::int64_t absolute = negative ? -us : us;
    const std::string sign = negative ? "−" : "";
    if (absolute < 60 * base::kSecondUs)
        return sign + base::formatNumber(static_cast<double>(absolute) / 1e6, absolute % base::kSecondUs == 0 ? 0 : 3)
            + " s";
    const std::int64_t seconds = absolute / base::kSecondUs;
    const auto twoDigits = [](std::int64_t n) { return (n < 10 ? "0" : "") + std::to_string(n); };
    std::string text = sign;
    if (seconds >= 86'400)
        text += std::to_string(seconds / 86'400) + " d ";
    text += twoDigits(seconds / 3600 % 24) + ":" + twoDigits(seconds / 60 % 60) + ":" + twoDigits(seconds % 60);
    return text;
}

std::string wallClock(std::int64_t us, words::Language language)
{
    return us == 0 ? words::say(Text::not_observable, language) : duration(us);
}

std::string provenanceText(const evidence::Provenance& provenance, words::Language language)
{
    std::string text = provenance.source;
    if (!provenance.detail.empty())
        text += (text.empty() ? "" : language == words::Language::en ? ": " : "：") + provenance.detail;
    if (!provenance.as_of.empty())
        text += " (" + provenance.as_of + ")";
    return text.empty() ? words::say(Text::no_source_stated, language) : text;
}

std::string listed(const std::vector<std::string>& items, words::Language language)
{
    std::string text;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i > 0) {
            const bool last = i + 1 == items.size();
            if (language == words::Language::en)
                text += last ? " and " : ", ";
            else
                text += last ? "和" : "、";
        }
        text += items[i];
    }
    return text;
}

} // namespace fullscope::report
