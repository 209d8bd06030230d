// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of words, one entry for each enumerator in its order; the compiler checks both.
#pragma once

#include "core/words/filled.h"
#include "core/words/words.h"

#include <cstddef>
#include <string>
#include <string_view>

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

// Of what files and other libraries name by a text.
struct NamedWord {
    std::string_view id;
    const char* en;
    const char* zh_CN;
};

// The id itself where the table has no words of it.
template <std::size_t N>
std::string wordOf(const NamedWord (&table)[N], std::string_view id, Language language)
{
    for (const NamedWord& one : table)
        if (one.id == id)
            return language == Language::en ? one.en : one.zh_CN;
    return std::string(id);
}

} // namespace fullscope::words
