// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/byte_reader.h"

#include <algorithm>
#include <cassert>

namespace fullscope::import {

base::Result<std::string_view> ByteReader::nextBlock()
{
    m_job.report({m_source.file().path, m_source.bytesDone(), m_source.bytesTotal()});
    FS_TRY(m_job.check());
    return m_source.block();
}

std::string_view ByteReader::take(std::uint64_t most)
{
    if (m_block.empty() && !m_ended) {
        const auto block = nextBlock();
        if (block.ok())
            m_block = *block;
        else
            m_status = block.error();
        m_ended = m_block.empty();
    }
    const std::string_view taken
        = m_block.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(most, m_block.size())));
    m_block.remove_prefix(taken.size());
    m_offset += taken.size();
    return taken;
}

void ByteReader::read(std::size_t size, std::string& out)
{
    while (size > 0) {
        const std::string_view piece = take(size);
        if (piece.empty())
            return;
        out += piece;
        size -= piece.size();
    }
}

std::uint64_t littleEndian(std::string_view bytes, std::size_t size)
{
    assert(size <= bytes.size() && size <= 8);
    std::uint64_t number = 0;
    for (std::size_t i = size; i-- > 0;)
        number = number << 8U | static_cast<unsigned char>(bytes[i]);
    return number;
}

} // namespace fullscope::import
