// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/filled.h"

namespace fullscope::words {

std::string filled(std::string_view words, const std::vector<std::string>& arguments)
{
    std::string out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool placeholder = words[i] == '{' && i + 2 < words.size() && words[i + 2] == '}';
        if (!placeholder) {
            out += words[i];
            continue;
        }
        const auto index = static_cast<std::size_t>(words[i + 1] - '0');
        if (index < arguments.size())
            out += arguments[index];
        i += 2;
    }
    return out;
}

} // namespace fullscope::words
