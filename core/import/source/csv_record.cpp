// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/csv_record.h"

#include "core/import/source/csv.h"
#include "core/import/source/csv_scan.h"

#include <algorithm>
#include <bit>

namespace fullscope::import {

void CsvRecord::pushField(std::size_t fieldEnd)
{
    if (m_has_doubled)
        m_escaped.push_back(fields.size());
    fields.emplace_back(m_text + m_field_begin, fieldEnd - m_field_begin);
    m_has_doubled = false;
    m_in = In::plain;
}

// A record ends at the line end `at`; a `\r` at the edge of the text may have its `\n` in the next block.
bool CsvRecord::endRecord(std::size_t at)
{
    if (m_text[at] == '\r' && at + 1 == m_end && !m_at_end) {
        m_found = Found::more_needed;
        return true;
    }
    end = at + 1 + (m_text[at] == '\r' && at + 1 < m_end && m_text[at + 1] == '\n' ? 1 : 0);
    m_found = end - m_begin > CsvReader::kMaxRecord ? Found::too_long : Found::record;
    had_end = true;
    return true;
}

bool CsvRecord::atPlain(std::size_t at)
{
    const char c = m_text[at];
    if (c == '"') {
        if (at == m_field_begin)
            m_in = In::quoted;
        return false; // a quote inside an unquoted field is text
    }
    pushField(at);
    m_field_begin = at + 1;
    return c == separator ? false : endRecord(at);
}

bool CsvRecord::atQuoted(std::size_t at)
{
    const char c = m_text[at];
    if (isCsvLineEnd(c)) {
        lines_inside += c == '\n' && m_text[at - 1] == '\r' ? 0 : 1;
        m_first_line_end = std::min(m_first_line_end, at);
    }
    if (m_first_line_end != kNone && at - m_field_begin > CsvReader::kMaxField) {
        m_found = Found::unclosed;
        return true;
    }
    if (c == '"') {
        m_in = In::quote_seen;
        m_quote_at = at;
    }
    return false;
}

bool CsvRecord::atQuoteSeen(std::size_t at)
{
    if (at != m_quote_at + 1) { // text after what should have been the closing quote
        if (m_first_line_end != kNone) {
            m_found = Found::unclosed;
            return true;
        }
        m_in = In::plain;
        m_has_doubled = false;
        return atPlain(at);
    }
    if (m_text[at] == '"') {
        m_has_doubled = true;
        m_in = In::quoted;
        return false;
    }
    ++m_field_begin;
    pushField(m_quote_at);
    m_first_line_end = kNone;
    m_field_begin = at + 1;
    return m_text[at] == separator ? false : endRecord(at);
}

// The text ran out within the record.
CsvRecord::Found CsvRecord::scanEnd()
{
    if (m_in == In::quoted && m_first_line_end != kNone && m_end - m_field_begin > CsvReader::kMaxField)
        return Found::unclosed;
    if (m_end - m_begin > CsvReader::kMaxRecord)
        return Found::too_long;
    if (!m_at_end)
        return Found::more_needed;
    if (m_begin == m_end)
        return Found::end;
    if (m_in == In::quoted)
        return Found::unclosed;
    if (m_in == In::quote_seen && m_quote_at + 1 == m_end) {
        ++m_field_begin;
        pushField(m_quote_at);
    } else if (m_in == In::quote_seen && m_first_line_end != kNone) {
        return Found::unclosed;
    } else {
        m_has_doubled = false; // text after a closing quote: the field is taken as it stands
        pushField(m_end);
    }
    end = m_end;
    had_end = false;
    return Found::record;
}

CsvRecord::Found CsvRecord::scan(char* text, std::size_t begin, std::size_t textEnd, bool atEnd)
{
    m_text = text;
    m_begin = begin;
    m_end = textEnd;
    m_at_end = atEnd;
    fields.clear();
    m_escaped.clear();
    m_in = In::plain;
    m_field_begin = m_begin;
    m_first_line_end = kNone;
    m_has_doubled = false;
    lines_inside = 0;
    for (std::size_t block = m_begin; block < m_end; block += kScanWidth) {
        std::uint64_t mask = structuralMask(m_text + block, separator);
        if (m_end - block < kScanWidth)
            mask &= (std::uint64_t {1} << (m_end - block)) - 1;
        for (; mask != 0; mask &= mask - 1) {
            const std::size_t at = block + static_cast<std::size_t>(std::countr_zero(mask));
            const bool ended = m_in == In::plain ? atPlain(at) : m_in == In::quoted ? atQuoted(at) : atQuoteSeen(at);
            if (ended)
                return m_found;
        }
    }
    return scanEnd();
}

void CsvRecord::unescape()
{
    for (const std::size_t index : m_escaped) {
        char* const text = m_text + (fields[index].data() - m_text);
        std::size_t kept = 0;
        for (std::size_t i = 0; i < fields[index].size(); ++i) {
            text[kept++] = text[i];
            if (text[i] == '"')
                ++i; // its twin
        }
        fields[index] = {text, kept};
    }
}

} // namespace fullscope::import
