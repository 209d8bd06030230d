// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/wandb_records.h"

#include <zlib.h>

#include <utility>

namespace fullscope::import {

namespace {

constexpr std::size_t kCrcSize = 4;

} // namespace

int WandbRecords::readHead()
{
    if (!fill() || m_block.size() < kHead || !m_block.starts_with(kMagic))
        return -1;
    m_next = kHead;
    return static_cast<unsigned char>(m_block[kMagic.size()]);
}

bool WandbRecords::fill()
{
    m_block_offset = m_bytes.offset();
    m_block.clear();
    m_next = 0;
    m_bytes.read(kBlock, m_block);
    return !m_block.empty();
}

WandbRecords::Chunk WandbRecords::damagedChunk()
{
    m_next = m_block.size();
    return Chunk::damaged;
}

WandbRecords::Chunk WandbRecords::nextChunk()
{
    for (;;) {
        const std::size_t left = m_block.size() - m_next;
        m_chunk_offset = m_block_offset + m_next;
        const bool isLastBlock = m_block.size() < kBlock;
        if (left < kHead) {
            // what no chunk fits in is padding
            if (left > 0 && isLastBlock && m_block.find_first_not_of('\0', m_next) != std::string::npos) {
                m_next = m_block.size();
                return Chunk::cut;
            }
            if (isLastBlock || !fill())
                return Chunk::none;
            continue;
        }
        const std::string_view head = std::string_view(m_block).substr(m_next, kHead);
        if (head.find_first_not_of('\0') == std::string_view::npos) {
            m_next = m_block.size(); // space laid out in advance
            continue;
        }
        const auto size = static_cast<std::size_t>(littleEndian(head.substr(kCrcSize), 2));
        if (kHead + size > left) {
            if (!isLastBlock)
                return damagedChunk();
            m_next = m_block.size();
            return Chunk::cut;
        }
        const auto* const checked = reinterpret_cast<const Bytef*>(m_block.data() + m_next + kHead - 1);
        const auto crc = crc32(0, checked, static_cast<uInt>(size + 1));
        const auto type = static_cast<unsigned char>(head.back());
        if (crc != littleEndian(head, kCrcSize) || type < 1 || type > 4)
            return damagedChunk();
        m_chunk = std::string_view(m_block).substr(m_next + kHead, size);
        m_next += kHead + size;
        return static_cast<Chunk>(type);
    }
}

WandbRecords::Found WandbRecords::next()
{
    bool open = false;
    bool tooLong = false;
    for (;;) {
        const Chunk chunk = std::exchange(m_held_back, false) ? m_type : nextChunk();
        m_type = chunk;
        if (chunk == Chunk::none && !open)
            return Found::end;
        if (chunk == Chunk::none || chunk == Chunk::cut) {
            m_offset = open ? m_offset : m_chunk_offset;
            m_number += open ? 0 : 1;
            return Found::cut;
        }
        const bool begins = chunk == Chunk::full || chunk == Chunk::first;
        if (open && begins) { // the rest of the record before is missing
            m_held_back = true;
            return Found::damaged;
        }
        if (chunk == Chunk::damaged || (!open && !begins)) {
            if (chunk != Chunk::damaged && m_skipping)
                continue; // the rest of a record that was said to be damaged
            m_skipping = true;
            m_offset = m_chunk_offset;
            m_number += open ? 0 : 1;
            return Found::damaged;
        }
        if (begins) {
            m_offset = m_chunk_offset;
            ++m_number;
            m_record.clear();
            open = true;
            m_skipping = false;
        }
        tooLong = tooLong || m_record.size() + m_chunk.size() > kMaxKept;
        if (!tooLong)
            m_record += m_chunk;
        if (chunk == Chunk::full || chunk == Chunk::last)
            return tooLong ? Found::too_long : Found::record;
    }
}

} // namespace fullscope::import
