// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/text_source.h"

#include "core/import/source/stored_text.h"

#include <array>
#include <utility>

namespace fullscope::import {

base::Result<std::unique_ptr<TextSource>> TextSource::open(const std::string& path)
{
    FS_TRY_VALUE(text, StoredText::open(path));
    return std::unique_ptr<TextSource>(std::move(text));
}

base::Result<std::unique_ptr<StoredText>> StoredText::open(const std::string& path)
{
    FS_TRY_VALUE(bytes, StoredBytes::open(path));
    std::unique_ptr<StoredText> text(new StoredText(std::move(bytes), path));
    FS_TRY(text->start());
    return text;
}

StoredText::StoredText(std::unique_ptr<StoredBytes> bytes, const std::string& path)
    : m_bytes(std::move(bytes))
{
    m_file.path = path;
    m_file.modified_us = m_bytes->modified();
}

base::Status StoredText::start()
{
    FS_TRY_VALUE(stored, m_bytes->next());
    m_file.compression = "none";
    m_first = stored;
    if (Gunzip::isGzip(stored)) {
        m_file.compression = "gzip";
        m_gunzip = std::make_unique<Gunzip>(*m_bytes, stored);
        auto plain = m_gunzip->next();
        if (!plain.ok()) {
            plain.error().file = m_file.path;
            return plain.error();
        }
        m_first = *plain;
    }
    m_encoding = detectEncoding(m_first);
    if (const std::string_view kind = binaryKind(m_first, m_encoding); !kind.empty())
        return base::Error {.code = base::Code::format_not_text, .file = m_file.path, .found = std::string(kind)};
    m_first.remove_prefix(markSize(m_first));
    m_decoder = Decoder(m_encoding);
    m_file.encoding = name(m_encoding);
    return {};
}

// The next text that is not empty, or empty at the end.
base::Result<std::string_view> StoredText::decoded()
{
    while (!m_ended) {
        std::string_view piece = std::exchange(m_first, {});
        if (piece.empty()) {
            auto next = m_gunzip ? m_gunzip->next() : m_bytes->next();
            if (next.ok())
                piece = *next;
            else
                m_error = next.error();
        }
        m_ended = piece.empty();
        if (const std::string_view text = m_decoder.decode(piece, m_ended); !text.empty()) {
            countLines(text);
            return text;
        }
    }
    if (m_error) {
        base::Error error = *std::exchange(m_error, std::nullopt);
        error.file = m_file.path;
        return error;
    }
    return std::string_view {};
}

std::string_view StoredText::peek(std::size_t size)
{
    while (m_peeked.size() < size) {
        auto text = decoded();
        if (!text.ok())
            m_error = text.error(); // delivered after the text
        if (!text.ok() || text->empty())
            break;
        m_peeked += *text;
    }
    return m_peeked;
}

std::string StoredText::slice(std::uint64_t offset, std::size_t size) const
{
    if (!canSlice())
        return {};
    const auto bytes = m_bytes->slice(offset & ~std::uint64_t {1}, size); // even: units of UTF-16 stay whole
    return bytes.ok() ? std::string(Decoder(m_encoding).decode(*bytes, false)) : std::string();
}

base::Result<std::string_view> StoredText::block()
{
    if (m_peeked_served) {
        m_peeked = std::string();
        m_peeked_served = false;
    }
    if (!m_peeked.empty()) {
        m_peeked_served = true;
        return std::string_view(m_peeked);
    }
    return decoded();
}

base::Status StoredText::finish()
{
    auto status = m_bytes->drain();
    m_file.bytes = static_cast<std::int64_t>(m_bytes->done());
    if (!status.ok()) {
        status.error().file = m_file.path;
        return status;
    }
    if (m_file.sha256.empty())
        m_file.sha256 = m_bytes->sha256();
    if (std::exchange(m_last, '\n') != '\n')
        ++m_file.lines; // the last line has no end
    return {};
}

void StoredText::countLines(std::string_view text)
{
    constexpr std::size_t kStretch = 64; // fixed, so that the compiler makes it a few vector instructions
    std::size_t i = 0;
    std::int64_t lines = 0;
    for (; i + kStretch <= text.size(); i += kStretch) {
        unsigned char count = 0;
        for (std::size_t j = 0; j < kStretch; ++j)
            count = static_cast<unsigned char>(count + (text[i + j] == '\n'));
        lines += count;
    }
    for (; i < text.size(); ++i)
        lines += text[i] == '\n';
    m_file.lines += lines;
    m_last = text.back();
}

} // namespace fullscope::import
