// SPDX-License-Identifier: GPL-3.0-or-later
// The log framing of LevelDB as W&B uses it: a 7-byte head, then blocks of 32 KiB (the first one counts the head) of
// chunks {checksum u32, length u16, type u8, data}; a record is one whole chunk or a first, middle … and last one.
// Unlike LevelDB, W&B takes the CRC-32 of zlib, unmasked, over type and data.
#pragma once

#include "core/import/source/byte_reader.h"

namespace fullscope::import {

class WandbRecords {
public:
    static constexpr std::size_t kBlock = 32 * 1024, kHead = 7;
    static constexpr std::size_t kMaxKept = 16 * 1024 * 1024;
    static constexpr std::string_view kMagic = ":W&B\xE1\xBE"; // then the version

    enum class Found {
        record,
        damaged, // a chunk: what remains of its block, and the record that it belongs to, are passed over
        too_long, // a record longer than kMaxKept
        cut, // the file ends within a record
        end,
    };

    explicit WandbRecords(ByteReader& bytes)
        : m_bytes(bytes)
    {
    }

    // Once, before next(): the version, or -1 when this is no such file.
    int readHead();
    Found next();
    // Of the record found last:
    std::string_view data() const { return m_record; }
    std::int64_t number() const { return m_number; } // from 1, damaged ones too
    std::uint64_t offset() const { return m_offset; } // of its first chunk, or of the damaged one
    std::uint64_t present() const { return m_bytes.offset() - m_offset; } // bytes read of a cut one

private:
    enum class Chunk { full = 1, first = 2, middle = 3, last = 4, none, damaged, cut };

    bool fill();
    Chunk nextChunk();
    Chunk damagedChunk();

    ByteReader& m_bytes;
    std::string m_block;
    std::size_t m_next = 0; // in m_block
    std::uint64_t m_block_offset = 0;
    std::uint64_t m_chunk_offset = 0;
    std::string_view m_chunk; // data
    std::string m_record;
    std::uint64_t m_offset = 0;
    std::int64_t m_number = 0;
    bool m_held_back = false; // the chunk read last begins the next record
    bool m_skipping = false; // to the next beginning, after damage
    Chunk m_type = Chunk::none;
};

} // namespace fullscope::import
