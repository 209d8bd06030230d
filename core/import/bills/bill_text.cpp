// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/bill_text.h"

#include "core/base/text.h"
#include "core/import/source/csv.h"

#include <algorithm>
#include <array>

namespace fullscope::import {

std::string_view headerLine(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    return text.substr(0, text.find_first_of("\r\n"));
}

std::vector<std::string> headerColumns(std::string_view header, std::string (*spelling)(std::string_view name))
{
    const char separator = csvSeparator(header);
    std::vector<std::string> names;
    for (bool more = true; more;) {
        const std::size_t end = std::min(header.find(separator), header.size());
        std::string_view name = base::trimmed(header.substr(0, end));
        if (name.size() > 1 && name.front() == '"' && name.back() == '"')
            name = name.substr(1, name.size() - 2);
        names.push_back(spelling(name));
        more = end < header.size();
        header.remove_prefix(end + (more ? 1 : 0));
    }
    return names;
}

std::int64_t unitsPerHour(std::string_view unit)
{
    struct Unit {
        std::string_view spelling;
        std::int64_t per_hour;
    };
    static constexpr std::array kUnits {Unit {"h", 1}, Unit {"hr", 1}, Unit {"hrs", 1}, Unit {"hour", 1},
        Unit {"hours", 1}, Unit {"小时", 1}, Unit {"分钟", 60}, Unit {"秒", 3'600}, Unit {"min", 60}, Unit {"mins", 60},
        Unit {"minutes", 60}, Unit {"s", 3'600}, Unit {"sec", 3'600}, Unit {"secs", 3'600}, Unit {"seconds", 3'600},
        Unit {"ms", 3'600'000}, Unit {"milliseconds", 3'600'000}};
    const auto known = std::find_if(
        kUnits.begin(), kUnits.end(), [unit](const Unit& one) { return base::equalsIgnoreCase(unit, one.spelling); });
    return known == kUnits.end() ? 0 : known->per_hour;
}

} // namespace fullscope::import
