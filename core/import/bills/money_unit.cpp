// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/money_unit.h"

#include "core/base/text.h"
#include "core/import/bills/bill_fields.h"
#include "core/import/bills/bill_text.h"
#include "core/import/logs/table/rate_names.h"

#include <algorithm>
#include <array>
#include <optional>

namespace fullscope::import {

namespace {

struct Scale {
    std::string_view word;
    int zeros;
};
// Longer ones first. A lone M may be a month.
constexpr std::array kScales {Scale {"thousands", 3}, Scale {"thousand", 3}, Scale {"millions", 6},
    Scale {"million", 6}, Scale {"'000s", 3}, Scale {"'000", 3}, Scale {"000s", 3}, Scale {"000", 3}, Scale {"百万", 6},
    Scale {"千万", 7}, Scale {"千", 3}, Scale {"万", 4}, Scale {"亿", 8}, Scale {"mn", 6}, Scale {"mm", 6},
    Scale {"k", 3}, Scale {"m", 6}};

// Without what joins words: `in`, `of`, `_`, a comma.
std::string_view bare(std::string_view text)
{
    for (bool more = true; more;) {
        text = base::trimmed(text);
        more = false;
        for (const std::string_view word : {"in ", "of ", "_", ",", "-"})
            if (text.starts_with(word)) {
                text.remove_prefix(word.size());
                more = true;
            }
        for (const std::string_view word : {" in", " of", "_", ",", "-"})
            if (text.ends_with(word)) {
                text.remove_suffix(word.size());
                more = true;
            }
    }
    return text;
}

std::optional<MoneyUnit> scaled(std::string_view rest, const Scale& scale)
{
    rest = bare(rest);
    MoneyUnit unit {scale.zeros, currencyOfText(rest)};
    const bool money = rest == "$" || rest == "¥" || !unit.currency.empty();
    return money || (rest.empty() && scale.word != "m") ? std::optional(unit) : std::nullopt;
}

} // namespace

MoneyUnit moneyUnit(std::string_view text)
{
    const std::string lower = base::toLower(bare(text));
    const std::string_view whole = lower;
    for (const Scale& scale : kScales) {
        if (whole.ends_with(scale.word))
            if (const auto unit = scaled(whole.substr(0, whole.size() - scale.word.size()), scale))
                return *unit;
        if (whole.starts_with(scale.word))
            if (const auto unit = scaled(whole.substr(scale.word.size()), scale))
                return *unit;
    }
    return {0, currencyOfText(text)};
}

bool isRate(std::string_view text)
{
    const std::size_t slash = text.find('/');
    const std::size_t per = base::toLower(text).find(" per ");
    const std::size_t mark = std::min(slash, per);
    if (mark == std::string_view::npos || mark == 0)
        return false;
    const std::string_view money = base::trimmed(text.substr(0, mark));
    const auto words = wordsOf(text.substr(mark == slash ? mark + 1 : mark + 5));
    return !words.empty() && unitsPerHour(words.back()) == 1
        && (money.ends_with('$') || !currencyOfText(money).empty());
}

} // namespace fullscope::import
