// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes to valid UTF-8. Nothing fails here: what is not text of the encoding becomes U+FFFD and is counted.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fullscope::import {

enum class Encoding { utf8, utf8_bom, utf16le, utf16be };

std::string_view name(Encoding encoding); // as in SourceFile::encoding

// By byte order mark, else by evidence: text in UTF-16 has NUL in nearly every second place.
Encoding detectEncoding(std::string_view start);
std::size_t markSize(std::string_view start); // bytes of the byte order mark at the start, 0 = none

// What a file that holds no text seems to be ("PDF", "ZIP", "binary" …); empty for text.
std::string_view binaryKind(std::string_view start, Encoding encoding);

class Decoder {
public:
    explicit Decoder(Encoding encoding)
        : m_encoding(encoding)
    {
    }

    // Text of the next piece, valid until the next call or until the piece goes. May be empty where a character is
    // split; with `atEnd` what is left over is decoded too.
    std::string_view decode(std::string_view piece, bool atEnd);
    std::int64_t badSequences() const { return m_bad; }

private:
    std::string_view decodeUtf8(std::string_view piece, bool atEnd);
    std::string_view decodeUtf16(std::string_view piece, bool atEnd);
    void appendUtf8(std::string_view bytes, bool atEnd);
    void appendUnit(unsigned unit);
    void appendBad();

    Encoding m_encoding;
    std::string m_text;
    std::string m_rest; // bytes of a character that the last piece began
    unsigned m_high = 0; // high surrogate that waits for its low one
    std::int64_t m_bad = 0;
};

} // namespace fullscope::import
