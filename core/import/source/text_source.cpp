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
    FS_TRY_VALUE(plain, StoredPlain::open(path));
    return over(std::move(plain));
}

base::Result<std::unique_ptr<StoredText>> StoredText::over(std::unique_ptr<StoredPlain> plain)
{
    std::unique_ptr<StoredText> text(new StoredText(std::move(plain)));
    FS_TRY(text->start());
    return text;
}

StoredText::StoredText(std::unique_ptr<StoredPlain> plain)
    : m_plain(std::move(plain))
{
}

base::Status StoredText::start()
{
    const std::string_view start = m_plain->start();
    m_encoding = detectEncoding(start);
    if (const std::string_view kind = binaryKind(start, m_encoding); !kind.empty())
        return base::Error {.code = base::Code::format_not_text, .file = file().path, .found = std::string(kind)};
    FS_TRY_VALUE(first, m_plain->block());
    m_first = first.substr(markSize(first));
    m_decoder = Decoder(m_encoding);
    file().encoding = name(m_encoding);
    return {};
}

// The next text that is not empty, or empty at the end.
base::Result<std::string_view> StoredText::decoded()
{
    while (!m_ended) {
        std::string_view piece = std::exchange(m_first, {});
        if (piece.empty()) {
            auto next = m_plain->block();
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
    if (m_error)
        return *std::exchange(m_error, std::nullopt);
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
    const std::string bytes = m_plain->slice(offset & ~std::uint64_t {1}, size); // even: units of UTF-16 stay whole
    return std::string(Decoder(m_encoding).decode(bytes, false));
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
    FS_TRY(m_plain->finish());
    if (std::exchange(m_last, '\n') != '\n')
        ++file().lines; // the last line has no end
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
    file().lines += lines;
    m_last = text.back();
}

} // namespace fullscope::import
