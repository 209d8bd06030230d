// SPDX-License-Identifier: GPL-3.0-or-later
// Which currency a claimed figure is in: by its unit, else its own text, else its label.
#include "core/audit/read/figures.h"
#include "core/audit/read/plain_text.h"
#include "core/base/quantity_units.h"
#include "core/base/text.h"

#include <algorithm>
#include <set>

namespace fullscope::audit {

namespace {

// Words with 元 that are no money: token, unit, neuron, metadata, element, multiple.
constexpr std::string_view kNoMoney[] = {"词元", "单元", "神经元", "多元", "元数据", "元素"};

struct Word {
    std::string_view text, code;
};
// Besides the signs and codes that people type into cells, before them; in lower case.
constexpr Word kWords[] = {{"canadian dollar", "CAD"}, {"australian dollar", "AUD"}, {"singapore dollar", "SGD"},
    {"hong kong dollar", "HKD"}, {"usd", "USD"}, {"dollar", "USD"}, {"eur", "EUR"}, {"euro", "EUR"}, {"gbp", "GBP"},
    {"cny", "CNY"}, {"rmb", "CNY"}, {"yuan", "CNY"}, {"jpy", "JPY"}, {"yen", "JPY"}, {"円", "JPY"}, {"加元", "CAD"},
    {"澳元", "AUD"}, {"韩元", "KRW"}, {"新元", "SGD"}, {"￥", "CNY"}};

bool takeOut(std::string& text, std::string_view word)
{
    bool found = false;
    for (std::size_t at = findWord(text, word); at != std::string::npos; at = findWord(text, word, at)) {
        text.replace(at, word.size(), word.size(), ' ');
        found = true;
    }
    return found;
}

// ISO code of the one currency that `text` names; empty: none or several.
std::string currencyIn(std::string_view text)
{
    std::string rest = plainText(text);
    for (const std::string_view word : kNoMoney)
        takeOut(rest, word);
    std::set<std::string_view> codes;
    // In capitals: "try" and "pen" are words.
    for (const std::string_view code : base::currencyCodes())
        if (takeOut(rest, code))
            codes.insert(code);
    rest = base::toLower(rest);
    for (const Word& word : kWords)
        if (takeOut(rest, word.text))
            codes.insert(word.code);
    for (const base::CurrencySpelling& sign : base::currencySpellings()) {
        const bool found = takeOut(rest, base::toLower(sign.text));
        const bool isOther = std::ranges::any_of(
            codes, [&sign](std::string_view code) { return sign.others.find(code) != std::string_view::npos; });
        if (found && !isOther) // "$5 CAD" is one currency
            codes.insert(sign.code);
    }
    return codes.size() == 1 ? std::string(*codes.begin()) : std::string();
}

} // namespace

std::string currencyOf(const Claim& claim)
{
    if (!claim.isValue() || !base::unitSpec(spec(claim.what.quantity).unit).money)
        return {};
    // A unit that only the label has says no more than the label, which may name two.
    const bool isOfLabel
        = claim.text.find(claim.unit) == std::string::npos && claim.label.find(claim.unit) != std::string::npos;
    for (const std::string& text : {isOfLabel ? std::string() : claim.unit, claim.text, claim.label})
        if (std::string currency = currencyIn(text); !currency.empty())
            return currency;
    return {};
}

} // namespace fullscope::audit
