// SPDX-License-Identifier: GPL-3.0-or-later
// A file in an archive, hashed as it would be once unpacked.
#pragma once

#include "core/import/source/archive.h"
#include "core/import/source/stored_bytes.h"

namespace fullscope::import {

class MemberBytes final : public StoredBytes {
public:
    // Errors: those of ArchiveReader; file_not_found.
    static base::Result<std::unique_ptr<StoredBytes>> open(const ArchivePath& path);
    ~MemberBytes() override;

    base::Result<std::string> slice(std::uint64_t offset, std::size_t size) const override;
    bool canSlice() const override { return false; }
    std::string wrapping() const override { return m_reader->kind(); }

private:
    MemberBytes(std::unique_ptr<ArchiveReader> reader, std::string archive);
    base::Result<std::size_t> read(std::span<char> room) override;

    std::unique_ptr<ArchiveReader> m_reader;
    const std::string m_archive;
};

// Names in the folder `path` of an archive as of FolderSource::entries; none where it is a file.
std::vector<std::string> entriesInArchive(const ArchivePath& path);

} // namespace fullscope::import
