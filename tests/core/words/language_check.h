// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

// A character of U+4E00 … U+9FFF, which UTF-8 spells E4 B8 80 … E9 BF BF.
inline bool hasChinese(std::string_view text)
{
    for (std::size_t i = 0; i + 2 < text.size(); ++i) {
        const auto lead = static_cast<unsigned char>(text[i]);
        const auto next = static_cast<unsigned char>(text[i + 1]);
        if ((lead == 0xE4 && next >= 0xB8) || (lead > 0xE4 && lead <= 0xE9))
            return true;
    }
    return false;
}
