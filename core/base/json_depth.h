// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace fullscope::base {

// The byte, counted from 1, that opens a level of JSON beyond `depth`; 0 = none does. A file of nothing but brackets
// would fill the memory, and the stack when it is written again.
inline std::size_t byteBeyondDepth(std::string_view text, int depth)
{
    int open = 0;
    bool is_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (is_string && c == '\\')
            ++i; // whatever is escaped does not end the string
        else if (c == '"')
            is_string = !is_string;
        else if (is_string)
            continue;
        else if (c == '[' || c == '{')
            ++open;
        else if (c == ']' || c == '}')
            --open;
        if (open > depth)
            return i + 1;
    }
    return 0;
}

} // namespace fullscope::base
