// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/stored_plain.h"

#include <utility>

namespace fullscope::import {

base::Result<std::unique_ptr<StoredPlain>> StoredPlain::open(const std::string& path)
{
    FS_TRY_VALUE(bytes, StoredBytes::open(path));
    std::unique_ptr<StoredPlain> plain(new StoredPlain(std::move(bytes), path));
    FS_TRY_VALUE(stored, plain->m_bytes->next());
    plain->m_start = stored;
    if (auto codec = codecOf(stored)) {
        plain->m_unpack = std::make_unique<Decompressor>(std::move(codec), *plain->m_bytes, stored);
        const std::string wrapping = plain->m_bytes->wrapping();
        plain->m_file.compression = (wrapping.empty() ? "" : wrapping + "+") + plain->m_unpack->name();
        FS_TRY_VALUE(unpacked, plain->next());
        plain->m_start = unpacked;
    }
    return plain;
}

StoredPlain::StoredPlain(std::unique_ptr<StoredBytes> bytes, const std::string& path)
    : m_bytes(std::move(bytes))
{
    m_file.path = path;
    m_file.modified_us = m_bytes->modified();
    m_file.compression = m_bytes->wrapping().empty() ? "none" : m_bytes->wrapping();
    m_file.encoding = "binary"; // until someone reads it as text
}

base::Result<std::string_view> StoredPlain::next()
{
    auto piece = m_unpack ? m_unpack->next() : m_bytes->next();
    if (!piece.ok())
        piece.error().file = m_file.path;
    return piece;
}

base::Result<std::string_view> StoredPlain::block()
{
    if (const std::string_view first = std::exchange(m_start, {}); !first.empty())
        return first;
    return next();
}

std::string StoredPlain::slice(std::uint64_t offset, std::size_t size) const
{
    if (!canSlice())
        return {};
    auto bytes = m_bytes->slice(offset, size);
    return bytes.ok() ? *std::move(bytes) : std::string();
}

base::Status StoredPlain::finish()
{
    auto status = m_bytes->drain();
    m_file.bytes = static_cast<std::int64_t>(m_bytes->done());
    if (!status.ok()) {
        status.error().file = m_file.path;
        return status;
    }
    if (m_file.sha256.empty())
        m_file.sha256 = m_bytes->sha256();
    return {};
}

} // namespace fullscope::import
