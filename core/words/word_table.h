// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of words, one entry for each enumerator in its order; the compiler checks both.
#pragma once

#include "core/words/words.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::words {

template <typename Id>
struct Word {
    Id id;
    const char* en;
    const char* zh_CN;
};

// `last` is the last enumerator that has words.
template <typename Id, std::size_t N>
constexpr bool isComplete(const Word<Id> (&table)[N], Id last)
{
    for (std::size_t i = 0; i < N; ++i)
        if (static_cast<std::size_t>(table[i].id) != i)
            return false;
    return static_cast<std::size_t>(last) + 1 == N;
}

template <typename Id, std::size_t N>
const char* wordOf(const Word<Id> (&table)[N], Id id, Language language)
{
    const Word<Id>& word = table[static_cast<std::size_t>(id)];
    return language == Language::en ? word.en : word.zh_CN;
}

// `words` with arguments in place of {0} {1} …; what an argument says is not looked at again.
inline std::string filled(std::string_view words, const std::vector<std::string>& arguments)
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
