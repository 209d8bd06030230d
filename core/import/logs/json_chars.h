// SPDX-License-Identifier: GPL-3.0-or-later
// Characters of a TextSource for a JSON parser that reads by input iterator. Python writes bare NaN, Infinity and
// -Infinity, which JSON does not know: outside strings they are handed on as strings.
#pragma once

#include "core/import/source/text_source.h"

#include <cstddef>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace fullscope::import {

class JsonChars {
public:
    // `onBlock` is asked before each block: a Status that is not ok ends the characters.
    JsonChars(TextSource& source, std::function<base::Status()> onBlock)
        : m_source(source)
        , m_on_block(std::move(onBlock))
    {
        refill();
    }

    class Iterator {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = char;
        using difference_type = std::ptrdiff_t;
        using pointer = const char*;
        using reference = const char&;

        Iterator() = default; // the end
        explicit Iterator(JsonChars& chars)
            : m_chars(&chars)
        {
        }
        reference operator*() const { return m_chars->m_text[m_chars->m_next]; }
        Iterator& operator++()
        {
            m_chars->advance();
            return *this;
        }
        bool operator==(const Iterator& other) const { return atEnd() == other.atEnd(); }

    private:
        bool atEnd() const { return m_chars == nullptr || m_chars->m_next == m_chars->m_text.size(); }
        JsonChars* m_chars = nullptr;
    };

    Iterator begin() { return Iterator(*this); }
    static Iterator end() { return {}; }

    // Line of the character before the current one: of the token that the parser has just read.
    std::int64_t line() const { return m_line; }
    // Why the characters ended early.
    const std::optional<base::Error>& error() const { return m_error; }

private:
    void advance()
    {
        if (m_after_newline)
            ++m_line;
        m_after_newline = m_text[m_next] == '\n';
        if (++m_next == m_text.size())
            refill();
    }
    void refill();
    void translate(std::string_view block);
    std::size_t copyString(std::string_view block, std::size_t begin);

    TextSource& m_source;
    std::function<base::Status()> m_on_block;
    std::string m_text; // translated block
    std::size_t m_next = 0;
    std::int64_t m_line = 1;
    bool m_after_newline = false;
    bool m_in_string = false, m_escaped = false, m_in_word = false, m_minus = false;
    std::optional<base::Error> m_error;
};

} // namespace fullscope::import
