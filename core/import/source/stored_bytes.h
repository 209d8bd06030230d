// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of a file or of standard input as they are stored, hashed on the way.
#pragma once

#include "core/base/result.h"
#include "core/base/sha256.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::import {

class StoredBytes {
public:
    // `path` "-" is standard input. Errors: file_not_found, file_not_readable, is_directory, not_a_file, read_failed;
    // file_empty when there is no byte at all.
    static base::Result<std::unique_ptr<StoredBytes>> open(const std::string& path);
    ~StoredBytes();
    StoredBytes(const StoredBytes&) = delete;
    StoredBytes& operator=(const StoredBytes&) = delete;

    // The next piece, valid until the next call; empty at the end. Error read_failed. The first piece is as long as the
    // buffer unless the input ends before, also when a pipe delivers it in crumbs: it decides what the file is.
    base::Result<std::string_view> next();
    // Reads on to the end, for the hash.
    base::Status drain();
    // Bytes from anywhere in the file without moving on or hashing; shorter at its end. Not for standard input.
    base::Result<std::string> slice(std::uint64_t offset, std::size_t size) const;

    std::uint64_t done() const { return m_done; }
    std::uint64_t total() const { return m_total; } // 0 = not known
    std::int64_t modified() const { return m_modified_us; } // UTC microseconds, 0 = not known
    std::string sha256() { return m_hash.hex(); } // once, after the end

private:
    StoredBytes(int descriptor, std::string path);
    base::Result<std::size_t> readInto(std::size_t offset);
    base::Error failure(int error) const;

    int m_descriptor;
    std::string m_path;
    std::vector<char> m_buffer;
    std::size_t m_ready = 0; // bytes of the first piece, read by open
    base::Sha256 m_hash;
    std::uint64_t m_done = 0, m_total = 0;
    std::int64_t m_modified_us = 0;
};

} // namespace fullscope::import
