// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of a file, of standard input or of a file in an archive as they are stored, hashed on the way.
#pragma once

#include "core/base/problem.h"
#include "core/base/sha256.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::import {

class StoredBytes {
public:
    // `path` "-" is standard input; a path that goes on behind an archive names a file in it (archive.h), behind a
    // workbook a sheet of it. Errors: file_not_found, file_not_readable, is_directory, not_a_file, read_failed;
    // file_empty when there is no byte at all; those of ArchiveReader, SheetBytes and ParquetBytes.
    static base::Result<std::unique_ptr<StoredBytes>> open(const std::string& path);
    virtual ~StoredBytes() = default;
    StoredBytes(const StoredBytes&) = delete;
    StoredBytes& operator=(const StoredBytes&) = delete;

    // The next piece, valid until the next call; empty at the end. Error read_failed. The first piece is as long as the
    // buffer unless the input ends before, also when a pipe delivers it in crumbs: it decides what the file is.
    base::Result<std::string_view> next();
    // Reads on to the end, for the hash.
    virtual base::Status drain();
    // Bytes from anywhere in the file without moving on or hashing; shorter at its end.
    virtual base::Result<std::string> slice(std::uint64_t offset, std::size_t size) const = 0;
    virtual bool canSlice() const = 0; // false: standard input, files in an archive, tables
    // What the bytes are taken out of ("zip", "xlsx", "parquet"); empty for a file of its own.
    virtual std::string wrapping() const { return {}; }
    // What is odd about the bytes so far.
    virtual std::vector<base::Problem> problems() const { return {}; }

    std::uint64_t done() const { return m_done; }
    std::uint64_t total() const { return m_total; } // 0 = not known
    std::int64_t modified() const { return m_modified_us; } // UTC microseconds, 0 = not known
    std::string sha256() { return m_hash.hex(); } // once, after the end

protected:
    StoredBytes(std::uint64_t total, std::int64_t modified_us);

    // Reads the first piece. Error file_empty.
    base::Status start(const std::string& path);
    // Fills the front of `room`; 0 at the end.
    virtual base::Result<std::size_t> read(std::span<char> room) = 0;
    // Hashes and counts what of the stored bytes was read with `piece`: the piece itself, unless it was made of others.
    virtual base::Status account(std::string_view piece);
    void addStored(std::string_view bytes);

private:
    std::vector<char> m_buffer;
    std::size_t m_ready = 0; // bytes of the first piece, read by start
    std::optional<base::Error> m_late; // found while the first piece was read; comes after it
    base::Sha256 m_hash;
    std::uint64_t m_done = 0;
    const std::uint64_t m_total;
    const std::int64_t m_modified_us;
};

} // namespace fullscope::import
