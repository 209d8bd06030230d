// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/after_preamble.h"

#include <utility>

namespace fullscope::import {

std::size_t headerBehindPreamble(std::string_view text, AfterPreamble::IsHeader isHeader)
{
    constexpr int kMost = 64; // lines that a preamble may have
    std::size_t begin = 0;
    for (int line = 0; line < kMost && begin < text.size(); ++line) {
        const std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
        if (isHeader(text.substr(begin, end - begin)))
            return begin;
        begin = text.find_first_not_of("\r\n", end);
    }
    return std::string_view::npos;
}

AfterPreamble::AfterPreamble(TextSource& source, IsHeader isHeader)
    : m_source(source)
{
    const std::size_t header = headerBehindPreamble(m_source.head(), isHeader);
    if (header != std::string_view::npos)
        m_preamble = m_source.head().substr(0, header);
}

base::Result<std::string_view> AfterPreamble::block()
{
    auto block = m_source.block();
    if (std::exchange(m_served, true) || !block.ok() || m_preamble.empty())
        return block;
    for (const char c : m_preamble)
        if (c == '\r' || c == '\n')
            m_first += c;
    m_first += block->substr(m_preamble.size());
    return std::string_view(m_first);
}

} // namespace fullscope::import
