// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of numbers as compressed blobs, lossless to the bit.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace fullscope::store {

// Whole numbers: differences, zigzag, bytes of equal weight side by side, zstd. Doubles: as whole numbers n where every
// value is n / 10^k to the bit (logs print few digits), else their bytes side by side; zstd. Keeps its buffers, so one
// codec is used for many columns.
class ColumnCodec {
public:
    ColumnCodec();

    // Valid until the next call.
    std::span<const std::byte> encode(std::span<const std::int64_t> column);
    std::span<const std::byte> encode(std::span<const double> column);

    // The column must have exactly column.size() rows. store_corrupt.
    base::Status decode(std::span<const std::byte> blob, std::span<std::int64_t> column);
    base::Status decode(std::span<const std::byte> blob, std::span<double> column);

private:
    struct Free {
        void operator()(ZSTD_CCtx_s* context) const;
        void operator()(ZSTD_DCtx_s* context) const;
    };
    struct Header;

    bool scale(std::span<const double> column, int power);
    void appendDifferences(std::span<const std::int64_t> column, Header& header);
    std::span<const std::byte> compressed(Header header);
    base::Result<Header> decompress(std::span<const std::byte> blob, std::size_t rows);
    void readDifferences(const Header& header, std::size_t offset, std::span<std::int64_t> column) const;
    base::Status readScaled(const Header& header, std::span<double> column);

    std::unique_ptr<ZSTD_CCtx_s, Free> m_compressor;
    std::unique_ptr<ZSTD_DCtx_s, Free> m_decompressor;
    std::vector<std::uint64_t> m_words;
    std::vector<std::int64_t> m_integers;
    std::vector<std::uint8_t> m_special;
    std::vector<std::byte> m_payload, m_blob;
};

} // namespace fullscope::store
