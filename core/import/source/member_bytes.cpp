// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/member_bytes.h"

#include <sys/stat.h>

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace fullscope::import {

namespace {

// The archive that this thread read last. Its files are mostly wanted one after another in its own order; a compressed
// archive would otherwise be unpacked from its start for each.
struct LastArchive {
    using Identity = std::tuple<std::string, dev_t, ino_t, off_t, time_t, long>;

    Identity identity;
    std::unordered_map<std::string, std::size_t> members; // index by name
    std::unique_ptr<ArchiveReader> reader; // none while a member is being read
};
thread_local LastArchive t_last;

LastArchive::Identity identityOf(const std::string& path)
{
    struct stat status { };
    if (::stat(path.c_str(), &status) != 0)
        return {};
    return {path, status.st_dev, status.st_ino, status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
}

void remember(const std::string& archive)
{
    const auto identity = identityOf(archive);
    if (t_last.identity == identity)
        return;
    t_last = {.identity = identity, .members = {}, .reader = nullptr};
    if (const auto listing = listArchive(archive))
        for (const auto& member : listing->members)
            t_last.members.emplace(member.name, member.index);
}

} // namespace

MemberBytes::MemberBytes(std::unique_ptr<ArchiveReader> reader, std::string archive)
    : StoredBytes(reader->member().size, reader->member().modified_us)
    , m_reader(std::move(reader))
    , m_archive(std::move(archive))
{
}

MemberBytes::~MemberBytes()
{
    if (!m_reader->failed() && t_last.identity == identityOf(m_archive))
        t_last.reader = std::move(m_reader);
}

base::Result<std::unique_ptr<StoredBytes>> MemberBytes::open(const ArchivePath& path)
{
    const std::string full = path.archive + "/" + path.member;
    remember(path.archive);
    const auto wanted = t_last.members.find(path.member);
    if (wanted == t_last.members.end())
        return base::Error {.code = base::Code::file_not_found, .file = full};
    auto reader = std::exchange(t_last.reader, nullptr);
    if (!reader || reader->index() >= wanted->second) {
        FS_TRY_VALUE(opened, ArchiveReader::open(path.archive));
        reader = std::move(opened);
    }
    do {
        FS_TRY_VALUE(more, reader->next());
        if (!more)
            return base::Error {.code = base::Code::file_not_found, .file = full}; // replaced meanwhile
    } while (reader->index() < wanted->second);
    std::unique_ptr<MemberBytes> bytes(new MemberBytes(std::move(reader), path.archive));
    if (base::Status started = bytes->start(full); !started.ok()) {
        started.error().file = full;
        return std::move(started.error());
    }
    return std::unique_ptr<StoredBytes>(std::move(bytes));
}

std::vector<std::string> entriesInArchive(const ArchivePath& path)
{
    remember(path.archive);
    std::vector<std::string> entries;
    if (t_last.members.contains(path.member))
        return entries;
    const std::string folder = path.member + "/";
    for (const auto& [name, index] : t_last.members)
        if (name.starts_with(folder)) {
            const std::size_t end = name.find('/', folder.size());
            entries.push_back(name.substr(folder.size(), end == std::string::npos ? end : end + 1 - folder.size()));
        }
    std::sort(entries.begin(), entries.end());
    entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
    return entries;
}

base::Result<std::string> MemberBytes::slice(std::uint64_t /*offset*/, std::size_t /*size*/) const
{
    return std::string();
}

base::Result<std::size_t> MemberBytes::read(std::span<char> room)
{
    return m_reader->read(room);
}

} // namespace fullscope::import
