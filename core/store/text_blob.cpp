// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/text_blob.h"

#include <zstd.h>

namespace fullscope::store {

namespace {

constexpr int kCompressionLevel = 3; // a result is written once

base::Error corrupt(const char* what)
{
    return base::Error {.code = base::Code::store_corrupt, .found = what};
}

} // namespace

base::Result<std::vector<std::byte>> packedText(std::string_view text)
{
    if (text.size() > kLongestText)
        return base::Error {.code = base::Code::out_of_range,
            .found = std::to_string(text.size()),
            .expected = "≤ " + std::to_string(kLongestText)};
    std::vector<std::byte> blob(ZSTD_compressBound(text.size()));
    const std::size_t size = ZSTD_compress(blob.data(), blob.size(), text.data(), text.size(), kCompressionLevel);
    if (ZSTD_isError(size))
        return base::Error {.code = base::Code::store_failed, .found = ZSTD_getErrorName(size)};
    blob.resize(size);
    return blob;
}

base::Result<std::string> unpackedText(std::span<const std::byte> blob)
{
    const unsigned long long size = ZSTD_getFrameContentSize(blob.data(), blob.size());
    if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR || size > kLongestText)
        return corrupt("zstd frame");
    std::string text(static_cast<std::size_t>(size), '\0');
    const std::size_t read = ZSTD_decompress(text.data(), text.size(), blob.data(), blob.size());
    if (ZSTD_isError(read) || read != text.size())
        return corrupt("zstd frame");
    return text;
}

} // namespace fullscope::store
