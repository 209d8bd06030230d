// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/crc32c.h"

#include "tests/core/import/wire_writer.h"

#include <gtest/gtest.h>

#include <random>

namespace fullscope::import {

namespace {

// RFC 3720, appendix B.4, and the check value of the CRC catalogue.
TEST(Crc32c, givesThePublishedValues)
{
    std::string rising, falling;
    for (int i = 0; i < 32; ++i) {
        rising += static_cast<char>(i);
        falling += static_cast<char>(31 - i);
    }
    EXPECT_EQ(crc32c(std::string(32, '\0')), 0x8A9136AAU);
    EXPECT_EQ(crc32c(std::string(32, '\xFF')), 0x62A8AB43U);
    EXPECT_EQ(crc32c(rising), 0x46DD794EU);
    EXPECT_EQ(crc32c(falling), 0x113FDB5CU);
    EXPECT_EQ(crc32c("123456789"), 0xE3069283U);
    EXPECT_EQ(crc32c(""), 0U);
}

TEST(Crc32c, goesOnWhereItStopped)
{
    std::mt19937 random(32);
    std::string bytes;
    for (int i = 0; i < 300; ++i)
        bytes += static_cast<char>(random());
    const std::uint32_t whole = testing::bitwiseCrc32c(bytes);
    for (std::size_t cut = 0; cut <= bytes.size(); ++cut)
        ASSERT_EQ(crc32c(std::string_view(bytes).substr(cut), crc32c(std::string_view(bytes).substr(0, cut))), whole);
}

// The head of every TensorBoard file that begins with a version record of 24 bytes: length 24 and its checksum, read
// off real files with a hex viewer.
TEST(Crc32c, isMaskedAsInTheFiles)
{
    EXPECT_EQ(maskedCrc(crc32c(std::string_view("\x18\0\0\0\0\0\0\0", 8))), 0x224B7FA3U);
}

} // namespace

} // namespace fullscope::import
