// SPDX-License-Identifier: GPL-3.0-or-later
// TFRecord framing: length u64, its masked CRC-32C, data, its masked CRC-32C.
#pragma once

#include "core/import/source/byte_reader.h"

namespace fullscope::import {

class TfRecords {
public:
    static constexpr std::size_t kHeadSize = 12;
    static constexpr std::size_t kLook = 64 * 1024; // of a longer record that is looked at before it is read whole
    static constexpr std::size_t kMaxKept = 16 * 1024 * 1024;

    enum class Found {
        record,
        unwanted, // a long one that `isWanted` did not want; nothing of it was kept
        too_long, // wanted, but longer than kMaxKept
        damaged, // the checksum of its data is wrong; the next record may be good
        lost, // the checksum of its length is wrong: where the next record begins is not known
        cut, // the file ends within it
        end,
    };

    // `isWanted` is given the first kLook bytes of a record that is longer than that.
    TfRecords(ByteReader& bytes, bool (*isWanted)(std::string_view start))
        : m_bytes(bytes)
        , m_is_wanted(isWanted)
    {
    }

    // After lost, cut and end nothing more is read.
    Found next();
    // Of the record found last:
    std::string_view data() const { return m_data; }
    std::uint64_t length() const { return m_length; } // as the record says
    std::uint64_t offset() const { return m_offset; } // where it begins
    std::uint64_t present() const { return m_bytes.offset() - m_offset; } // bytes read of it
    std::int64_t number() const { return m_number; } // from 1

    // The length that a record's head gives, or nothing when its checksum is wrong. `head` has kHeadSize bytes.
    static bool readLength(std::string_view head, std::uint64_t& length);

private:
    Found readData();
    bool skip(std::uint64_t size);

    ByteReader& m_bytes;
    bool (*m_is_wanted)(std::string_view start);
    std::string m_data, m_frame;
    std::uint32_t m_crc = 0; // of the data read so far
    std::uint64_t m_length = 0, m_offset = 0;
    std::int64_t m_number = 0;
    bool m_ended = false;
};

} // namespace fullscope::import
