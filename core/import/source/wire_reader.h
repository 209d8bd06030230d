// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of a protocol buffer message, one after another, none of them copied. What is not asked for is stepped over.
#pragma once

#include <cstdint>
#include <string_view>

namespace fullscope::import {

class WireReader {
public:
    enum class Type { varint = 0, fixed64 = 1, bytes = 2, fixed32 = 5 };

    explicit WireReader(std::string_view message)
        : m_rest(message)
    {
    }

    // False at the end, or where the bytes are no message: ok() tells which.
    bool next();
    bool ok() const { return m_ok; }

    // Of the field read last:
    std::uint32_t field() const { return m_field; }
    bool is(std::uint32_t field, Type type) const { return m_field == field && m_type == type; }
    Type type() const { return m_type; }
    std::uint64_t number() const { return m_number; } // varint, or the bits of a fixed one
    std::int64_t integer() const { return static_cast<std::int64_t>(m_number); } // int32, int64
    double real() const; // of the bits of a fixed one
    std::string_view bytes() const { return m_bytes; } // bytes, string, message, packed numbers

    // Reads a varint off the front of `bytes`; false when there is none.
    static bool takeVarint(std::string_view& bytes, std::uint64_t& number);

private:
    bool fail();

    std::string_view m_rest;
    std::uint32_t m_field = 0;
    Type m_type = Type::varint;
    std::uint64_t m_number = 0;
    std::string_view m_bytes;
    bool m_ok = true;
};

} // namespace fullscope::import
