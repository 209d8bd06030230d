// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/tf_records.h"

#include "core/import/source/crc32c.h"

#include <algorithm>

namespace fullscope::import {

namespace {

constexpr std::size_t kCrcSize = 4;

} // namespace

bool TfRecords::readLength(std::string_view head, std::uint64_t& length)
{
    constexpr std::size_t kLengthSize = kHeadSize - kCrcSize;
    length = littleEndian(head, kLengthSize);
    return littleEndian(head.substr(kLengthSize), kCrcSize) == maskedCrc(crc32c(head.substr(0, kLengthSize)));
}

TfRecords::Found TfRecords::next()
{
    if (m_ended)
        return Found::end;
    m_offset = m_bytes.offset();
    m_data.clear();
    m_frame.clear();
    m_crc = 0;
    m_bytes.read(kHeadSize, m_frame);
    Found found = Found::end;
    if (!m_frame.empty()) {
        ++m_number;
        if (m_frame.size() < kHeadSize) {
            m_length = 0;
            found = Found::cut;
        } else {
            found = readLength(m_frame, m_length) ? readData() : Found::lost;
        }
    }
    m_ended = found == Found::end || found == Found::cut || found == Found::lost;
    return found;
}

TfRecords::Found TfRecords::readData()
{
    Found found = Found::record;
    m_bytes.read(static_cast<std::size_t>(std::min<std::uint64_t>(m_length, kLook)), m_data);
    if (m_data.size() < std::min<std::uint64_t>(m_length, kLook))
        return Found::cut;
    if (m_length > kLook) {
        if (!m_is_wanted(m_data))
            found = Found::unwanted;
        else if (m_length > kMaxKept)
            found = Found::too_long;
        else
            m_bytes.read(static_cast<std::size_t>(m_length - kLook), m_data);
    }
    m_crc = crc32c(m_data);
    if (!skip(m_length - m_data.size()))
        return Found::cut;
    m_frame.clear();
    m_bytes.read(kCrcSize, m_frame);
    if (m_frame.size() < kCrcSize)
        return Found::cut;
    return littleEndian(m_frame, kCrcSize) == maskedCrc(m_crc) ? found : Found::damaged;
}

// Nothing of it is kept, but its checksum is.
bool TfRecords::skip(std::uint64_t size)
{
    while (size > 0) {
        const std::string_view piece = m_bytes.take(size);
        if (piece.empty())
            return false;
        m_crc = crc32c(piece, m_crc);
        size -= piece.size();
    }
    return true;
}

} // namespace fullscope::import
