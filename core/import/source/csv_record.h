// SPDX-License-Identifier: GPL-3.0-or-later
// One CSV record out of a text in memory: the state machine behind CsvReader (csv.h has the rules).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace fullscope::import {

inline bool isCsvLineEnd(char c)
{
    return c == '\n' || c == '\r';
}

class CsvRecord {
public:
    enum class Found {
        record,
        unclosed, // a quoted field spans lines and is not closed properly
        too_long,
        more_needed, // the text ran out within the record
        end, // nothing is left
    };

    // Looks for a record in [begin, textEnd) of `text`, behind which kScanWidth bytes may be read. `atEnd`: no more
    // text follows.
    Found scan(char* text, std::size_t begin, std::size_t textEnd, bool atEnd);
    // Takes doubled quotes out of the fields, in place. Once, after scan() found a record.
    void unescape();

    char separator = ',';
    // Of the record found last:
    std::vector<std::string_view> fields;
    std::size_t end = 0; // behind its line end
    std::int64_t lines_inside = 0; // line ends within quotes
    bool had_end = true; // it has a line end

private:
    enum class In { plain, quoted, quote_seen }; // quote_seen: after a quote that closes the field or is doubled
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    // Steps at the structural character `at`; true when it ends the record.
    bool atPlain(std::size_t at);
    bool atQuoted(std::size_t at);
    bool atQuoteSeen(std::size_t at);
    bool endRecord(std::size_t at);
    Found scanEnd();
    void pushField(std::size_t fieldEnd);

    char* m_text = nullptr;
    std::size_t m_begin = 0, m_end = 0;
    bool m_at_end = false;
    In m_in = In::plain;
    Found m_found = Found::more_needed;
    std::vector<std::size_t> m_escaped; // fields that hold doubled quotes
    std::size_t m_field_begin = 0;
    std::size_t m_quote_at = kNone;
    std::size_t m_first_line_end = kNone; // within quotes of the current field
    bool m_has_doubled = false;
};

} // namespace fullscope::import
