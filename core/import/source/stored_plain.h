// SPDX-License-Identifier: GPL-3.0-or-later
// The one ByteSource: stored bytes → decompressed → plain bytes.
#pragma once

#include "core/import/source/decompressor.h"
#include "core/import/source/source.h"
#include "core/import/source/stored_bytes.h"

#include <memory>
#include <string>

namespace fullscope::import {

class StoredPlain final : public ByteSource {
public:
    // Errors: those of StoredBytes::open; compressed_truncated and compressed_corrupt when nothing could be unpacked.
    static base::Result<std::unique_ptr<StoredPlain>> open(const std::string& path);

    // The first plain bytes, up to 128 KiB. Only before the first block(), which delivers them.
    std::string_view start() const { return m_start; }
    // Bytes from anywhere in the file, empty where that cannot be had: standard input, compressed files, read errors.
    std::string slice(std::uint64_t offset, std::size_t size) const;
    bool canSlice() const { return m_unpack == nullptr && m_bytes->canSlice(); }

    // Whether the path can be opened again to read from the start, at no more than the cost of the reading.
    bool canReopen() const { return m_file.path != "-" && m_bytes->wrapping().empty(); }

    base::Result<std::string_view> block() override;
    std::uint64_t bytesDone() const override { return m_bytes->done(); }
    std::uint64_t bytesTotal() const override { return m_bytes->total(); }
    base::Status finish() override;
    evidence::SourceFile& file() override { return m_file; }
    const evidence::SourceFile& file() const { return m_file; }
    std::vector<base::Problem> problems() const override { return m_bytes->problems(); }

private:
    StoredPlain(std::unique_ptr<StoredBytes> bytes, const std::string& path);
    base::Result<std::string_view> next();

    std::unique_ptr<StoredBytes> m_bytes;
    std::unique_ptr<Decompressor> m_unpack; // none for plain files
    std::string_view m_start;
    evidence::SourceFile m_file;
};

} // namespace fullscope::import
