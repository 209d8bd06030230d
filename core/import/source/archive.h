// SPDX-License-Identifier: GPL-3.0-or-later
// Zip and tar archives, tar also compressed: the files in them, one after another, in bounded memory. A file in an
// archive is named by the archive's path and its own behind it, `logs.tar.gz/run-1/train.log`. Its name is only that:
// nothing is ever written to the disk, so that `/etc/x` and `../x` lead nowhere.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::import {

struct ArchiveMember {
    std::string name; // without `./` and `/` in front
    std::uint64_t size = 0; // 0 = not known
    std::int64_t modified_us = 0; // 0 = not known
    bool encrypted = false;
};

class ArchiveReader {
public:
    // Errors: those of StoredBytes::open; compressed_truncated and compressed_corrupt; format_unknown for no archive.
    static base::Result<std::unique_ptr<ArchiveReader>> open(const std::string& path);
    ~ArchiveReader();
    ArchiveReader(const ArchiveReader&) = delete;
    ArchiveReader& operator=(const ArchiveReader&) = delete;

    // The next regular file; links and folders are passed over. False at the end. Errors, behind which nothing more can
    // be had: read_failed, compressed_truncated, compressed_corrupt.
    base::Result<bool> next();
    const ArchiveMember& member() const;
    std::size_t index() const; // of the member, from 0
    // Bytes of the member, at the front of `room`; 0 at its end. Errors as of next(), and archive_encrypted.
    base::Result<std::size_t> read(std::span<char> room);

    const std::string& kind() const; // "zip", "tar", "tar+gzip" …
    bool failed() const; // nothing more can be had

private:
    struct State;
    explicit ArchiveReader(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

struct ArchiveListing {
    struct Member {
        std::string name;
        std::size_t index = 0; // ArchiveReader::index
    };
    std::vector<Member> members; // of several of one name only the last: it replaces the others, as tar has it
    std::optional<base::Error> damage; // why there are no more
};

// Null when `path` is no archive, or one only by its container: an office document, a Java or Python package, a
// checkpoint of PyTorch, arrays of NumPy.
std::optional<ArchiveListing> listArchive(const std::string& path);

// `archive/member` taken apart: the archive is the first part of the path that is a file. Null when there is none.
struct ArchivePath {
    std::string archive, member;
};
std::optional<ArchivePath> archivePath(const std::string& path);

} // namespace fullscope::import
