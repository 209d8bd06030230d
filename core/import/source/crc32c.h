// SPDX-License-Identifier: GPL-3.0-or-later
// CRC-32C (Castagnoli), which zlib does not have.
#pragma once

#include <cstdint>
#include <string_view>

namespace fullscope::import {

// Of `bytes` that follow others whose checksum is `before`.
std::uint32_t crc32c(std::string_view bytes, std::uint32_t before = 0);

// As TFRecord stores it: turned and shifted, so that a checksum over bytes that hold checksums stays a good one.
std::uint32_t maskedCrc(std::uint32_t crc);

} // namespace fullscope::import
