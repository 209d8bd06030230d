// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of words, one entry for each enumerator in its order; the compiler checks both.
#pragma once

#include "core/words/filled.h"
#include "core/words/words.h"

#include <cstddef>

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

} // namespace fullscope::words
