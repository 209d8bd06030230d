// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/bill_text.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cstdint>

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

std::string rowHash(const std::vector<std::string_view>& fields)
{
    constexpr std::uint64_t kPrime = 0x100000001b3;
    std::uint64_t hash = 0xcbf29ce484222325;
    const auto mix = [&hash](char c) { hash = (hash ^ static_cast<unsigned char>(c)) * kPrime; };
    for (const std::string_view field : fields) {
        for (const char c : field)
            mix(c);
        mix('\x1f'); // between fields, so that "a","bc" is not "ab","c"
    }
    std::string text(16, '0');
    for (std::size_t i = text.size(); i-- > 0; hash >>= 4)
        text[i] = "0123456789abcdef"[hash & 15];
    return text;
}

} // namespace fullscope::import
