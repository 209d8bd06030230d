// SPDX-License-Identifier: GPL-3.0-or-later
// How figures of benchmarks are written, wherever they stand.
#pragma once

#include "core/base/quantity.h"
#include "core/report/format.h"
#include "core/report/report.h"

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace fullscope::report {

// Of words of any kind; true: a column of numbers.
template <typename Word>
std::vector<Table::Column> columns(std::initializer_list<std::pair<Word, bool>> headings, words::Language language)
{
    std::vector<Table::Column> out;
    for (const auto& [word, is_number] : headings)
        out.push_back({say(word, language), is_number}); // of the words' own namespace
    return out;
}

inline std::string secondsText(double seconds)
{
    return base::formatQuantity(seconds, base::Unit::seconds);
}

inline std::string rateText(double tokens_per_s)
{
    return base::formatQuantity(tokens_per_s, base::Unit::tokens_per_s);
}

inline std::string gigabytesText(double bytes)
{
    return base::formatQuantity(bytes / 1e9, base::Unit::gigabytes);
}

inline std::string dollars(double value)
{
    return moneyText(value, "USD");
}

constexpr double kHoursOfDay = 24;

} // namespace fullscope::report
