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

bool isHours(std::string_view unit)
{
    constexpr std::array<std::string_view, 5> kSpellings {"hrs", "hours", "hour", "hr", "h"};
    return std::any_of(kSpellings.begin(), kSpellings.end(),
        [unit](std::string_view spelling) { return base::equalsIgnoreCase(unit, spelling); });
}

} // namespace fullscope::import
