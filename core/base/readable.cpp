// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/readable.h"

#include <cstdint>

namespace fullscope::base {

namespace {

// Bytes of the character at the start; 0: none that is valid.
std::size_t validLength(std::string_view text)
{
    const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    const std::size_t length = lead < 0x80 ? 1 : lead >> 5 == 6 ? 2 : lead >> 4 == 14 ? 3 : lead >> 3 == 30 ? 4 : 0;
    if (length <= 1 || length > text.size())
        return length <= text.size() ? length : 0;
    std::uint32_t point = lead & (0x7Fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80)
            return 0;
        point = point << 6 | (byte(i) & 0x3Fu);
    }
    constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool is_surrogate = point >= 0xD800 && point <= 0xDFFF, is_no_character = (point & 0xFFFE) == 0xFFFE;
    return point < kLeast[length] || point > 0x10FFFF || is_surrogate || is_no_character ? 0 : length;
}

// U+061C, U+200E, U+200F, U+202A … U+202E, U+2066 … U+2069
bool setsDirection(std::string_view character)
{
    if (character == "\xD8\x9C")
        return true;
    if (character.size() != 3 || character[0] != '\xE2')
        return false;
    const auto second = static_cast<unsigned char>(character[1]), third = static_cast<unsigned char>(character[2]);
    return (second == 0x80 && (third == 0x8E || third == 0x8F || (third >= 0xAA && third <= 0xAE)))
        || (second == 0x81 && third >= 0xA6 && third <= 0xA9);
}

} // namespace

std::string readable(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = validLength(text);
        const auto lead = static_cast<unsigned char>(text.front());
        if (length == 0 || setsDirection(text.substr(0, length)))
            out += "\xEF\xBF\xBD";
        else if ((lead < 0x20 && lead != '\n' && lead != '\t') || lead == 0x7F)
            out += ' ';
        else
            out += text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return out;
}

} // namespace fullscope::base
