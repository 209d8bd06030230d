// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/looked_ahead.h"

#include <utility>

namespace fullscope::import {

LookedAhead::LookedAhead(TextSource& source)
    : m_source(source)
{
    while (m_head.size() < kHead) {
        auto block = m_source.block();
        if (!block.ok())
            m_error = std::move(block.error());
        if (!block.ok() || block->empty())
            break;
        m_head += *block;
    }
}

base::Result<std::string_view> LookedAhead::block()
{
    if (!std::exchange(m_served, true) && !m_head.empty())
        return std::string_view(m_head);
    m_head = std::string();
    if (m_error)
        return *std::exchange(m_error, std::nullopt);
    return m_source.block();
}

} // namespace fullscope::import
