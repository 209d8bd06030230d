// SPDX-License-Identifier: GPL-3.0-or-later
// The objects of a JSON file as texts, however they are laid out (json_objects.h), with what is wrong with those that
// are none.
#pragma once

#include "core/base/problem.h"
#include "core/import/source/json_objects.h"
#include "core/import/source/looked_ahead.h"

#include <memory>
#include <optional>

namespace fullscope::import {

class JsonTexts {
public:
    explicit JsonTexts(TextSource& source);
    // Each object on a line of its own, whatever the beginning looks like.
    static std::unique_ptr<JsonTexts> ofLines(TextSource& source);

    // False at the end. The text may be empty: there is nothing yet, and the caller can stop in between.
    base::Result<bool> next();
    std::string_view text() const { return m_text; } // valid until the next call
    std::int64_t line() const { return m_line; } // where it begins
    // Why the text is no whole object: line_too_long, record_truncated, bad_json.
    std::optional<base::Code> fault() const { return m_fault; }
    // What is wrong with a text that has no fault and turns out to be no JSON all the same.
    base::Code unreadable() const { return m_unreadable; }
    // At the end: lists of objects beside the one that is read.
    std::optional<base::Problem> otherLists() const;

private:
    JsonTexts(TextSource& source, std::optional<JsonLayout> layout);
    base::Result<bool> nextLine();
    base::Result<bool> nextObject();

    LookedAhead m_source;
    std::unique_ptr<LineReader> m_lines; // one of the two
    std::unique_ptr<JsonObjects> m_objects;
    std::string_view m_text;
    std::int64_t m_line = 0;
    std::optional<base::Code> m_fault;
    base::Code m_unreadable = base::Code::bad_json;
    bool m_in_long_line = false;
};

} // namespace fullscope::import
