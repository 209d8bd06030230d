// SPDX-License-Identifier: GPL-3.0-or-later
// A folder that is one run. Its files are read through it and described together: the sizes and lines are sums, the
// hash is that of the names and hashes of the files that were read.
#pragma once

#include "core/import/source/stored_text.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace fullscope::import {

class FolderSource final : public Source {
public:
    explicit FolderSource(const std::string& path);

    // What is in the folder itself, sorted; folders with a `/` behind. Nothing where it cannot be read.
    const std::vector<std::string>& entries() const { return m_entries; }
    bool has(std::string_view entry) const;
    // Files in the folder `below` it and in its folders, sorted, named from the folder of the run; links are followed
    // to files.
    std::vector<std::string> files(const std::string& below) const;

    // One of its files. Errors: those of TextSource::open and StoredPlain::open.
    base::Result<std::unique_ptr<StoredText>> text(const std::string& file) const;
    base::Result<std::unique_ptr<StoredPlain>> bytes(const std::string& file) const;
    // After the reading of each: its share of the hash, read on to its end.
    base::Status close(const std::string& file, Source& source);

    std::uint64_t bytesDone() const override { return static_cast<std::uint64_t>(m_file.bytes); }
    std::uint64_t bytesTotal() const override { return 0; }
    base::Status finish() override;
    evidence::SourceFile& file() override { return m_file; }

private:
    std::vector<std::string> m_entries;
    std::map<std::string, std::string> m_hashes; // by name
    evidence::SourceFile m_file;
};

// Names in the folder `path` as of FolderSource::entries.
std::vector<std::string> folderEntries(const std::string& path);

} // namespace fullscope::import
