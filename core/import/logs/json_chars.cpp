// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/json_chars.h"

namespace fullscope::import {

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
    m_text.reserve(block.size() + block.size() / 8);
    for (const char c : block) {
        if (m_in_string) {
            m_text += c;
            if (m_escaped)
                m_escaped = false;
            else if (c == '\\')
                m_escaped = true;
            else if (c == '"')
                m_in_string = false;
            continue;
        }
        const bool isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (m_in_word && !isLetter) {
            m_text += '"';
            m_in_word = false;
        }
        // JSON has no capital outside strings; the minus waits for what follows it
        if (!m_in_word && (c == 'N' || c == 'I')) {
            m_text += '"';
            m_in_word = true;
        }
        if (std::exchange(m_minus, false))
            m_text += '-';
        if (c == '-') {
            m_minus = true;
            continue;
        }
        m_in_string = c == '"';
        m_text += c;
    }
}

} // namespace fullscope::import
