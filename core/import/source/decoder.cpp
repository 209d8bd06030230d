// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/decoder.h"

#include "core/import/source/codec.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace fullscope::import {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD"; // U+FFFD
constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF", kUtf16LeMark = "\xFF\xFE", kUtf16BeMark = "\xFE\xFF";
constexpr std::size_t kEvidence = 64 * 1024; // bytes looked at when there is no mark

unsigned byteAt(std::string_view bytes, std::size_t i)
{
    return static_cast<unsigned char>(bytes[i]);
}

// Length of the leading run of ASCII, by words of 8 bytes.
std::size_t asciiRun(std::string_view bytes)
{
    std::size_t i = 0;
    for (; i + 64 <= bytes.size(); i += 64) {
        std::array<std::uint64_t, 8> words;
        std::memcpy(words.data(), bytes.data() + i, 64);
        std::uint64_t all = 0;
        for (const std::uint64_t word : words)
            all |= word;
        if (all & 0x8080808080808080U)
            break;
    }
    while (i < bytes.size() && byteAt(bytes, i) < 0x80)
        ++i;
    return i;
}

enum class Shape { good, bad, incomplete };
struct Character {
    Shape shape;
    std::size_t size; // bytes of the character, or of its longest well-formed beginning (at least 1)
};

// One character that starts with a byte above 0x7F, by table 3-7 of the Unicode Standard.
Character characterAt(std::string_view bytes)
{
    const unsigned lead = byteAt(bytes, 0);
    if (lead < 0xC2 || lead > 0xF4)
        return {Shape::bad, 1};
    const std::size_t size = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    unsigned low = 0x80, high = 0xBF; // of the second byte
    if (lead == 0xE0)
        low = 0xA0;
    else if (lead == 0xED)
        high = 0x9F;
    else if (lead == 0xF0)
        low = 0x90;
    else if (lead == 0xF4)
        high = 0x8F;
    for (std::size_t i = 1; i < size; ++i) {
        if (i == bytes.size())
            return {Shape::incomplete, i};
        if (byteAt(bytes, i) < low || byteAt(bytes, i) > high)
            return {Shape::bad, i};
        low = 0x80;
        high = 0xBF;
    }
    return {Shape::good, size};
}

struct Magic {
    std::string_view bytes, kind;
};
constexpr std::array kMagic {
    Magic {"%PDF-", "PDF"},
    Magic {"PK\x03\x04", "ZIP"},
    Magic {"PK\x05\x06", "ZIP"}, // without files
    Magic {"\x7f"
           "ELF",
        "ELF"},
    Magic {"PAR1", "Parquet"},
    Magic {"\x89PNG", "PNG"},
    Magic {"\xFF\xD8\xFF", "JPEG"},
    Magic {"7z\xBC\xAF", "7z"},
    Magic {"SQLite format 3", "SQLite"},
    Magic {"\xD0\xCF\x11\xE0", "Office"},
};

bool isRareControl(unsigned c)
{
    return (c < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\b' && c != 0x1b) || c == 0x7f;
}

} // namespace

std::string_view name(Encoding encoding)
{
    switch (encoding) {
    case Encoding::utf8_bom:
        return "utf-8 with BOM";
    case Encoding::utf16le:
        return "utf-16le";
    case Encoding::utf16be:
        return "utf-16be";
    case Encoding::utf8:
        break;
    }
    return "utf-8";
}

Encoding detectEncoding(std::string_view start)
{
    if (start.starts_with(kUtf8Mark))
        return Encoding::utf8_bom;
    if (start.starts_with(kUtf16LeMark))
        return Encoding::utf16le;
    if (start.starts_with(kUtf16BeMark))
        return Encoding::utf16be;
    start = start.substr(0, std::min(start.size(), kEvidence) & ~std::size_t {1});
    std::size_t zeros[2] = {0, 0};
    for (std::size_t i = 0; i < start.size(); ++i)
        zeros[i % 2] += start[i] == '\0' ? 1 : 0;
    const std::size_t units = start.size() / 2;
    const auto nearlyAll = [&](std::size_t count) { return 10 * count > 7 * units; };
    const auto hardlyAny = [&](std::size_t count) { return 20 * count <= units; };
    if (units >= 2 && nearlyAll(zeros[1]) && hardlyAny(zeros[0]))
        return Encoding::utf16le;
    if (units >= 2 && nearlyAll(zeros[0]) && hardlyAny(zeros[1]))
        return Encoding::utf16be;
    return Encoding::utf8;
}

std::size_t markSize(std::string_view start)
{
    if (start.starts_with(kUtf8Mark))
        return kUtf8Mark.size();
    return start.starts_with(kUtf16LeMark) || start.starts_with(kUtf16BeMark) ? 2 : 0;
}

std::string_view binaryKind(std::string_view start, Encoding encoding)
{
    for (const Magic& magic : kMagic)
        if (start.starts_with(magic.bytes))
            return magic.kind;
    if (const auto codec = codecOf(start)) // compressed twice
        return codec->name();
    if (constexpr std::size_t kTarMagic = 257; start.substr(0, kTarMagic + 5).ends_with("ustar"))
        return "tar";
    start = start.substr(0, kEvidence);
    Decoder decoder(encoding);
    const std::string_view text = decoder.decode(start.substr(markSize(start)), false);
    // A text may hold a few odd bytes, even a run of NUL after a crash; it does not consist of them.
    const auto odd
        = std::count_if(text.begin(), text.end(), [](char c) { return isRareControl(static_cast<unsigned char>(c)); });
    return 10 * (odd + decoder.badSequences()) > static_cast<std::int64_t>(text.size()) ? "binary" : "";
}

std::string_view Decoder::decode(std::string_view piece, bool atEnd)
{
    return m_encoding == Encoding::utf16le || m_encoding == Encoding::utf16be ? decodeUtf16(piece, atEnd)
                                                                              : decodeUtf8(piece, atEnd);
}

std::string_view Decoder::decodeUtf8(std::string_view piece, bool atEnd)
{
    if (m_rest.empty()) {
        std::size_t good = 0;
        Character next {Shape::good, 0};
        while (next.shape == Shape::good) {
            good += next.size;
            good += asciiRun(piece.substr(good));
            if (good == piece.size())
                return piece;
            next = characterAt(piece.substr(good));
        }
        if (next.shape == Shape::incomplete && !atEnd) {
            m_rest = piece.substr(good);
            return piece.substr(0, good);
        }
    }
    m_text.clear();
    const std::string bytes = std::exchange(m_rest, {}).append(piece);
    appendUtf8(bytes, atEnd);
    return m_text;
}

void Decoder::appendUtf8(std::string_view bytes, bool atEnd)
{
    while (!bytes.empty()) {
        const std::size_t ascii = asciiRun(bytes);
        m_text += bytes.substr(0, ascii);
        bytes.remove_prefix(ascii);
        if (bytes.empty())
            return;
        const Character next = characterAt(bytes);
        if (next.shape == Shape::incomplete && !atEnd) {
            m_rest = bytes;
            return;
        }
        if (next.shape == Shape::good)
            m_text += bytes.substr(0, next.size);
        else
            appendBad();
        bytes.remove_prefix(next.size);
    }
}

std::string_view Decoder::decodeUtf16(std::string_view piece, bool atEnd)
{
    m_text.clear();
    const std::size_t high = m_encoding == Encoding::utf16be ? 0 : 1;
    std::size_t i = 0;
    if (!m_rest.empty() && !piece.empty()) {
        m_rest += piece[i++];
        appendUnit(byteAt(m_rest, high) << 8U | byteAt(m_rest, 1 - high));
        m_rest.clear();
    }
    for (; i + 1 < piece.size(); i += 2)
        appendUnit(byteAt(piece, i + high) << 8U | byteAt(piece, i + 1 - high));
    if (i < piece.size())
        m_rest = piece.substr(i);
    if (atEnd && m_high != 0)
        appendBad();
    if (atEnd && !m_rest.empty())
        appendBad();
    if (atEnd) {
        m_high = 0;
        m_rest.clear();
    }
    return m_text;
}

void Decoder::appendUnit(unsigned unit)
{
    const bool isHigh = unit >= 0xD800 && unit < 0xDC00;
    const bool isLow = unit >= 0xDC00 && unit < 0xE000;
    const unsigned before = std::exchange(m_high, isHigh ? unit : 0);
    if (before != 0 && !isLow)
        appendBad();
    if (isHigh)
        return;
    if (isLow && before == 0) {
        appendBad();
        return;
    }
    const unsigned code = isLow ? 0x10000 + ((before - 0xD800) << 10U) + (unit - 0xDC00) : unit;
    const auto trail = [&](unsigned shift) { m_text += static_cast<char>(0x80U | (code >> shift & 0x3FU)); };
    if (code < 0x80) {
        m_text += static_cast<char>(code);
    } else if (code < 0x800) {
        m_text += static_cast<char>(0xC0U | code >> 6U);
        trail(0);
    } else if (code < 0x10000) {
        m_text += static_cast<char>(0xE0U | code >> 12U);
        trail(6);
        trail(0);
    } else {
        m_text += static_cast<char>(0xF0U | code >> 18U);
        trail(12);
        trail(6);
        trail(0);
    }
}

void Decoder::appendBad()
{
    ++m_bad;
    m_text += kReplacement;
}

} // namespace fullscope::import
