// SPDX-License-Identifier: GPL-3.0-or-later
// JSON objects one after another, however they are laid out: in an array, one behind the other, printed over many
// lines, or in an array that is a member of one outer object (`{"history": [{…}, …]}`). In bounded memory.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::import {

enum class JsonLayout {
    lines, // each object on a line of its own: a damaged one ends with its line
    objects, // anything else without an outer object
    wrapped,
};
JsonLayout jsonLayout(std::string_view head);

class JsonObjects {
public:
    static constexpr std::size_t kMost = 1 << 20; // bytes of one object

    // The next piece of the text, empty at its end.
    using Blocks = std::function<base::Result<std::string_view>()>;

    JsonObjects(Blocks blocks, JsonLayout layout);

    enum class Found {
        object, // braces and brackets match; whether it is JSON is for the parser to say
        damaged, // something that is no object, or one in which a line ends within quotes
        too_long,
        cut, // the text ended within it
        nothing, // so far: the caller can stop in between
        end,
    };
    // A read error comes once, after everything before it.
    base::Result<Found> next();
    std::string_view text() const { return m_text; } // of what was found, valid until the next call
    std::int64_t line() const { return m_line; } // where it begins
    // Of a wrapped text: the list that is read, and further lists of objects beside it as far as the text was read.
    const std::string& list() const { return m_list; }
    const std::vector<std::string>& otherLists() const { return m_others; }

private:
    enum class In { outer, between, object, rubbish, behind };

    bool refill();
    void outer(char c);
    void listBegins();
    bool between(char c);
    bool object(char c);

    Blocks m_blocks;
    std::string_view m_block;
    std::size_t m_at = 0;
    std::string m_text;
    In m_in;
    const bool m_wrapped;
    int m_depth = 0; // of braces and brackets, within the object or the outer one
    bool m_quoted = false, m_escaped = false;
    bool m_line_began = true; // nothing but blanks since the last line end
    bool m_too_long = false;
    std::string m_key; // of the outer object: the text read last
    bool m_after_colon = false;
    bool m_list_began = false; // another list: of what will be seen
    std::string m_list;
    std::vector<std::string> m_others;
    std::int64_t m_line = 0, m_lines = 1;
    std::optional<base::Error> m_error;
};

} // namespace fullscope::import
