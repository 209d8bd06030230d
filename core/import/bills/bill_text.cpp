// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/bill_text.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace fullscope::import {

std::string_view headerLine(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    return text.substr(0, text.find_first_of("\r\n"));
}

bool isHours(std::string_view unit)
{
    constexpr std::array<std::string_view, 5> kSpellings {"hrs", "hours", "hour", "hr", "h"};
    return std::any_of(kSpellings.begin(), kSpellings.end(),
        [unit](std::string_view spelling) { return base::equalsIgnoreCase(unit, spelling); });
}

} // namespace fullscope::import
