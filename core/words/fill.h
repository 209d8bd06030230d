// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fullscope::words {

// `{0}`, `{1}` … of a text by its arguments. An argument may hold braces of its own.
inline std::string fill(std::string_view text, const std::vector<std::string>& arguments)
{
    std::string filled;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool isPlace
            = i + 2 < text.size() && text[i] == '{' && text[i + 2] == '}' && text[i + 1] >= '0' && text[i + 1] <= '9';
        if (!isPlace) {
            filled += text[i];
            continue;
        }
        if (const auto index = static_cast<std::size_t>(text[i + 1] - '0'); index < arguments.size())
            filled += arguments[index];
        i += 2;
    }
    return filled;
}

} // namespace fullscope::words
