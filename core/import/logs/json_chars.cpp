// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/json_chars.h"

#include <algorithm>

namespace fullscope::import {

namespace {

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Begins a string, one of Python's words or a negative number.
bool needsALook(char c)
{
    return c == '"' || c == 'N' || c == 'I' || c == '-';
}

} // namespace

void JsonChars::refill()
{
    m_text.clear();
    m_next = 0;
    while (m_text.empty() && !m_error) {
        if (auto status = m_on_block(); !status.ok()) {
            m_error = status.error();
            return;
        }
        auto block = m_source.block();
        if (!block.ok()) {
            m_error = block.error();
            return;
        }
        if (block->empty())
            return;
        translate(*block);
    }
}

void JsonChars::translate(std::string_view block)
{
    for (std::size_t i = 0; i < block.size();) {
        if (m_in_string) {
            i = copyString(block, i);
            continue;
        }
        const char c = block[i];
        if (m_in_word && !isLetter(c)) {
            m_text += '"';
            m_in_word = false;
        }
        // JSON has no capital outside strings; a minus waits for what follows it
        if (!m_in_word && (c == 'N' || c == 'I')) {
            m_text += '"';
            m_in_word = true;
        }
        if (std::exchange(m_minus, c == '-'))
            m_text += '-';
        if (c == '-') {
            ++i;
            continue;
        }
        m_in_string = c == '"';
        const auto* const next = block.data() + i + 1;
        const auto* const blockEnd = block.data() + block.size();
        const bool single = m_in_string || m_in_word;
        const auto end
            = static_cast<std::size_t>((single ? next : std::find_if(next, blockEnd, needsALook)) - block.data());
        m_text += block.substr(i, end - i);
        i = end;
    }
}

// Copies to the end of the string or of the block.
std::size_t JsonChars::copyString(std::string_view block, std::size_t begin)
{
    std::size_t i = begin;
    for (; i < block.size() && m_in_string; ++i) {
        if (m_escaped)
            m_escaped = false;
        else if (block[i] == '\\')
            m_escaped = true;
        else if (block[i] == '"')
            m_in_string = false;
    }
    m_text += block.substr(begin, i - begin);
    return i;
}

} // namespace fullscope::import
