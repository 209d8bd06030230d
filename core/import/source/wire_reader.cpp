// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/wire_reader.h"

#include "core/import/source/byte_reader.h"

#include <bit>

namespace fullscope::import {

bool WireReader::takeVarint(std::string_view& bytes, std::uint64_t& number)
{
    number = 0;
    for (unsigned i = 0; i < 10 && i < bytes.size(); ++i) {
        const auto byte = static_cast<unsigned char>(bytes[i]);
        number |= static_cast<std::uint64_t>(byte & 0x7FU) << 7U * i;
        if (byte < 0x80) {
            bytes.remove_prefix(i + 1);
            return i < 9 || byte < 2; // 64 bits end there
        }
    }
    return false;
}

bool WireReader::fail()
{
    m_ok = false;
    m_rest = {};
    return false;
}

bool WireReader::next()
{
    std::uint64_t key = 0;
    if (m_rest.empty())
        return false;
    if (!takeVarint(m_rest, key) || key >> 3U == 0 || key >> 32U != 0)
        return fail();
    m_field = static_cast<std::uint32_t>(key >> 3U);
    m_bytes = {};
    switch (key & 7U) {
    case 0:
        m_type = Type::varint;
        return takeVarint(m_rest, m_number) || fail();
    case 1:
    case 5: {
        const std::size_t size = (key & 7U) == 1 ? 8 : 4;
        m_type = size == 8 ? Type::fixed64 : Type::fixed32;
        if (m_rest.size() < size)
            return fail();
        m_number = littleEndian(m_rest, size);
        m_rest.remove_prefix(size);
        return true;
    }
    case 2:
        m_type = Type::bytes;
        if (!takeVarint(m_rest, m_number) || m_number > m_rest.size())
            return fail();
        m_bytes = m_rest.substr(0, static_cast<std::size_t>(m_number));
        m_rest.remove_prefix(m_bytes.size());
        return true;
    default: // groups ended with proto2; no log has them
        return fail();
    }
}

double WireReader::real() const
{
    return m_type == Type::fixed64 ? std::bit_cast<double>(m_number)
                                   : std::bit_cast<float>(static_cast<std::uint32_t>(m_number));
}

} // namespace fullscope::import
