// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/stored_bytes.h"

#include "core/import/source/file_bytes.h"
#include "core/import/source/member_bytes.h"

#include <sys/stat.h>

#include <cerrno>
#include <utility>

namespace fullscope::import {

namespace {

constexpr std::size_t kBufferSize = 128 * 1024; // fits the second-level cache together with its decoded text

} // namespace

StoredBytes::StoredBytes(std::uint64_t total, std::int64_t modified_us)
    : m_buffer(kBufferSize)
    , m_total(total)
    , m_modified_us(modified_us)
{
}

base::Result<std::unique_ptr<StoredBytes>> StoredBytes::open(const std::string& path)
{
    struct stat status { };
    if (path != "-" && ::stat(path.c_str(), &status) != 0 && errno == ENOTDIR) // something behind a file
        if (const auto inside = archivePath(path))
            return MemberBytes::open(*inside);
    return FileBytes::open(path);
}

base::Status StoredBytes::start(const std::string& path)
{
    while (m_ready < kBufferSize) {
        auto size = read(std::span(m_buffer).subspan(m_ready));
        if (!size.ok() && m_ready == 0)
            return std::move(size.error());
        if (!size.ok())
            m_late = std::move(size.error());
        if (!size.ok() || *size == 0)
            break;
        m_ready += *size;
    }
    if (m_ready == 0)
        return base::Error {.code = base::Code::file_empty, .file = path};
    return {};
}

base::Result<std::string_view> StoredBytes::next()
{
    std::size_t size = std::exchange(m_ready, 0);
    if (size == 0 && m_late)
        return *std::exchange(m_late, std::nullopt);
    if (size == 0) {
        FS_TRY_VALUE(readSize, read(m_buffer));
        size = readSize;
    }
    m_hash.add({m_buffer.data(), size});
    m_done += size;
    return std::string_view(m_buffer.data(), size);
}

base::Status StoredBytes::drain()
{
    for (;;) {
        FS_TRY_VALUE(piece, next());
        if (piece.empty())
            return {};
    }
}

} // namespace fullscope::import
