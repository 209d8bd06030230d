// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/crc32c.h"

#include <array>
#include <bit>
#include <cstring>

namespace fullscope::import {

namespace {

constexpr std::uint32_t kPolynomial = 0x82F63B78; // reflected

// Table k is of a byte with k further bytes behind it: 8 bytes take 8 look-ups that do not wait for each other.
constexpr std::size_t kTables = 8;
constexpr auto kTable = [] {
    std::array<std::array<std::uint32_t, 256>, kTables> tables {};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit)
            crc = crc >> 1U ^ ((crc & 1U) != 0 ? kPolynomial : 0);
        tables[0][byte] = crc;
    }
    for (std::size_t k = 1; k < kTables; ++k)
        for (std::size_t byte = 0; byte < 256; ++byte)
            tables[k][byte] = tables[k - 1][byte] >> 8U ^ tables[0][tables[k - 1][byte] & 0xFFU];
    return tables;
}();

} // namespace

std::uint32_t crc32c(std::string_view bytes, std::uint32_t before)
{
    std::uint32_t crc = ~before;
    std::size_t i = 0;
    if constexpr (std::endian::native == std::endian::little) {
        for (; i + kTables <= bytes.size(); i += kTables) {
            std::uint64_t word = 0;
            std::memcpy(&word, bytes.data() + i, kTables);
            word ^= crc;
            crc = 0;
            for (std::size_t k = 0; k < kTables; ++k)
                crc ^= kTable[kTables - 1 - k][word >> 8U * k & 0xFFU];
        }
    }
    for (; i < bytes.size(); ++i)
        crc = crc >> 8U ^ kTable[0][(crc ^ static_cast<unsigned char>(bytes[i])) & 0xFFU];
    return ~crc;
}

std::uint32_t maskedCrc(std::uint32_t crc)
{
    return std::rotr(crc, 15) + 0xA282EAD8U;
}

} // namespace fullscope::import
