// SPDX-License-Identifier: GPL-3.0-or-later
// Compressed texts for tests; gzip's is in temp_dir.h.
#pragma once

#include "tests/core/import/temp_dir.h"

#include <bzlib.h>
#include <lzma.h>
#include <zstd.h>

namespace fullscope::import::testing {

inline std::string zstdPacked(const std::string& plain)
{
    std::string packed(ZSTD_compressBound(plain.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), plain.data(), plain.size(), 3));
    return packed;
}

inline std::string bzip2Packed(const std::string& plain)
{
    std::string packed(plain.size() + plain.size() / 100 + 600, '\0');
    auto size = static_cast<unsigned>(packed.size());
    if (BZ2_bzBuffToBuffCompress(
            packed.data(), &size, const_cast<char*>(plain.data()), static_cast<unsigned>(plain.size()), 1, 0, 0)
        != BZ_OK)
        throw std::runtime_error("BZ2_bzBuffToBuffCompress");
    packed.resize(size);
    return packed;
}

inline std::string xzPacked(const std::string& plain)
{
    std::string packed(lzma_stream_buffer_bound(plain.size()), '\0');
    std::size_t size = 0;
    if (lzma_easy_buffer_encode(1, LZMA_CHECK_CRC64, nullptr, reinterpret_cast<const std::uint8_t*>(plain.data()),
            plain.size(), reinterpret_cast<std::uint8_t*>(packed.data()), &size, packed.size())
        != LZMA_OK)
        throw std::runtime_error("lzma_easy_buffer_encode");
    packed.resize(size);
    return packed;
}

inline std::string fromHex(std::string_view hex)
{
    std::string bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
    return bytes;
}

} // namespace fullscope::import::testing
