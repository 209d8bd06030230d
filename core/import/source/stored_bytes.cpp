// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/stored_bytes.h"

#include "core/import/source/file_bytes.h"
#include "core/import/source/member_bytes.h"
#include "core/import/source/parquet_bytes.h"
#include "core/import/source/sheet_bytes.h"

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
        if (const auto inside = archivePath(path)) {
            auto member = MemberBytes::open(*inside);
            const bool none = !member.ok() && member.error().code == base::Code::file_not_found;
            auto sheet = none ? SheetBytes::open(*inside) : base::Error {.code = base::Code::format_unknown};
            return sheet.ok() || sheet.error().code != base::Code::format_unknown ? std::move(sheet)
                                                                                  : std::move(member);
        }
    return ParquetBytes::isParquet(path) ? ParquetBytes::open(path) : FileBytes::open(path);
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
    const std::string_view piece(m_buffer.data(), size);
    FS_TRY(account(piece));
    return piece;
}

base::Status StoredBytes::account(std::string_view piece)
{
    addStored(piece);
    return {};
}

void StoredBytes::addStored(std::string_view bytes)
{
    m_hash.add(bytes);
    m_done += bytes.size();
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
