// SPDX-License-Identifier: GPL-3.0-or-later
// The one TextSource: plain bytes → encoding → text. Detection looks ahead through it.
#pragma once

#include "core/import/source/decoder.h"
#include "core/import/source/stored_plain.h"
#include "core/import/source/text_source.h"

#include <optional>

namespace fullscope::import {

class StoredText final : public TextSource {
public:
    // As TextSource::open.
    static base::Result<std::unique_ptr<StoredText>> open(const std::string& path);
    // The text of `plain`, of which no block was taken yet. Error format_not_text.
    static base::Result<std::unique_ptr<StoredText>> over(std::unique_ptr<StoredPlain> plain);

    // The first `size` bytes of text or a little more, fewer when the text ends before. block() still starts at the
    // beginning. Only before the first block().
    std::string_view peek(std::size_t size);
    // Text from a place of the stored file (whole characters), empty where that cannot be had: standard input,
    // compressed files, read errors.
    std::string slice(std::uint64_t offset, std::size_t size) const;
    bool canSlice() const { return m_plain->canSlice(); }
    bool canReopen() const { return m_plain->canReopen(); }

    base::Result<std::string_view> block() override;
    std::uint64_t bytesDone() const override { return m_plain->bytesDone(); }
    std::uint64_t bytesTotal() const override { return m_plain->bytesTotal(); }
    base::Status finish() override;
    evidence::SourceFile& file() override { return m_plain->file(); }
    std::vector<base::Problem> problems() const override { return m_plain->problems(); }
    std::int64_t badSequences() const override { return m_decoder.badSequences(); }

private:
    explicit StoredText(std::unique_ptr<StoredPlain> plain);
    base::Status start();
    base::Result<std::string_view> decoded();
    void countLines(std::string_view text);

    std::unique_ptr<StoredPlain> m_plain;
    Encoding m_encoding = Encoding::utf8;
    Decoder m_decoder {Encoding::utf8};
    std::string_view m_first; // plain bytes read by start()
    std::string m_peeked;
    std::optional<base::Error> m_error; // found while peeking
    bool m_ended = false;
    bool m_peeked_served = false;
    char m_last = '\n'; // of the text so far
};

} // namespace fullscope::import
