// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/folder_source.h"

#include "core/base/sha256.h"
#include "core/import/source/member_bytes.h"

#include <algorithm>
#include <filesystem>

namespace fullscope::import {

namespace {

void addFiles(const std::filesystem::path& root, const std::string& below, std::vector<std::string>& files)
{
    for (const std::string& entry : folderEntries((root / below).string())) {
        if (entry.ends_with('/'))
            addFiles(root, below + "/" + entry.substr(0, entry.size() - 1), files);
        else
            files.push_back(below + "/" + entry);
    }
}

} // namespace

std::vector<std::string> folderEntries(const std::string& path)
{
    std::vector<std::string> names;
    std::error_code failed;
    std::filesystem::directory_iterator entry(path, failed);
    if (failed == std::errc::not_a_directory) {
        const auto inside = archivePath(path);
        return inside ? entriesInArchive(*inside) : names;
    }
    for (const std::filesystem::directory_iterator end; !failed && entry != end; entry.increment(failed)) {
        std::error_code unknown;
        const bool folder = entry->is_directory(unknown) && !entry->is_symlink(unknown);
        if (folder || entry->is_regular_file(unknown))
            names.push_back(entry->path().filename().string() + (folder ? "/" : ""));
    }
    std::sort(names.begin(), names.end());
    return names;
}

FolderSource::FolderSource(const std::string& path)
    : m_entries(folderEntries(path))
{
    m_file.path = path;
    m_file.compression = "none";
}

bool FolderSource::has(std::string_view entry) const
{
    return std::binary_search(m_entries.begin(), m_entries.end(), entry);
}

std::vector<std::string> FolderSource::files(const std::string& below) const
{
    std::vector<std::string> files;
    addFiles(m_file.path, below, files);
    std::sort(files.begin(), files.end());
    return files;
}

base::Result<std::unique_ptr<StoredText>> FolderSource::text(const std::string& file) const
{
    return StoredText::open(m_file.path + "/" + file);
}

base::Result<std::unique_ptr<StoredPlain>> FolderSource::bytes(const std::string& file) const
{
    return StoredPlain::open(m_file.path + "/" + file);
}

base::Status FolderSource::close(const std::string& file, Source& source)
{
    FS_TRY(source.finish());
    const evidence::SourceFile& read = source.file();
    m_hashes[file] = read.sha256;
    m_file.bytes += read.bytes;
    m_file.lines += read.lines;
    m_file.modified_us = std::max(m_file.modified_us, read.modified_us);
    if (m_file.encoding.empty())
        m_file.encoding = read.encoding;
    return {};
}

base::Status FolderSource::finish()
{
    base::Sha256 hash;
    for (const auto& [file, sha256] : m_hashes)
        hash.add(file + '\n' + sha256 + '\n');
    m_file.sha256 = hash.hex();
    if (m_file.encoding.empty())
        m_file.encoding = "utf-8";
    return {};
}

} // namespace fullscope::import
