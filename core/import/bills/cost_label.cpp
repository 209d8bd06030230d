// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/cost_label.h"

#include "core/base/text.h"
#include "core/import/bills/bill_text.h"

#include <algorithm>
#include <utility>

namespace fullscope::import {

namespace {

bool isTotal(std::string_view name)
{
    name = base::trimmed(name);
    for (const std::string_view total : {"Total", "Total cost", "Total costs", "Total usage"})
        if (base::equalsIgnoreCase(name, total))
            return true;
    return false;
}

} // namespace

CostLabel costLabel(std::string_view text)
{
    text = base::trimmed(text);
    const std::size_t open = text.rfind('(');
    if (!text.ends_with(')') || open == std::string_view::npos || open + 2 > text.size() - 1)
        return {text, {}};
    return {base::trimmed(text.substr(0, open)), base::trimmed(text.substr(open + 1, text.size() - open - 2))};
}

std::string currencyOf(std::string_view unit)
{
    constexpr std::pair<std::string_view, std::string_view> kSigns[]
        = {{"$", "USD"}, {"US$", "USD"}, {"€", "EUR"}, {"£", "GBP"}, {"¥", "CNY"}, {"￥", "CNY"}, {"₹", "INR"}};
    // Those that AWS bills in, not any three letters: `(ELB)` is a part of a name.
    constexpr std::string_view kCodes[] = {"USD", "EUR", "GBP", "CNY", "INR", "JPY", "AUD", "BRL", "CAD", "CHF", "DKK",
        "HKD", "IDR", "ILS", "KRW", "MXN", "MYR", "NOK", "NZD", "SEK", "SGD", "THB", "TRY", "ZAR"};
    for (const auto& [sign, code] : kSigns)
        if (unit == sign)
            return std::string(code);
    const bool known = std::find(std::begin(kCodes), std::end(kCodes), unit) != std::end(kCodes);
    return known ? std::string(unit) : std::string();
}

bool isTotalOf(std::string_view name, std::string_view dimension)
{
    return isTotal(name) || base::equalsIgnoreCase(name, std::string(dimension) + " total");
}

bool isUsageUnit(std::string_view unit)
{
    constexpr std::string_view kUnits[] = {"GB", "GB-Mo", "GB-Month", "GB-Hours", "TB", "MB", "Requests", "Request",
        "Quantity", "Count", "Seconds", "Second", "Secs", "vCPU-Hours", "IOs", "IOPS-Mo", "Events", "Messages",
        "Queries", "API Calls", "Lambda-GB-Second", "Units", "Keys", "Metrics", "Users", "N/A"};
    return isHours(unit) || std::any_of(std::begin(kUnits), std::end(kUnits), [unit](std::string_view known) {
        return base::equalsIgnoreCase(unit, known);
    });
}

} // namespace fullscope::import
