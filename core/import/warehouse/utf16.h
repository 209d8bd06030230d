// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of ODBC, which are UTF-16, as UTF-8.
#pragma once

#include <cstddef>
#include <string>

namespace fullscope::import {

inline void addUtf8(std::string& out, char32_t point)
{
    const auto add = [&](char32_t bits) { out += static_cast<char>(bits); };
    if (point < 0x80) {
        add(point);
    } else if (point < 0x800) {
        add(0xC0 | point >> 6);
        add(0x80 | (point & 0x3F));
    } else if (point < 0x10000) {
        add(0xE0 | point >> 12);
        add(0x80 | (point >> 6 & 0x3F));
        add(0x80 | (point & 0x3F));
    } else {
        add(0xF0 | point >> 18);
        add(0x80 | (point >> 12 & 0x3F));
        add(0x80 | (point >> 6 & 0x3F));
        add(0x80 | (point & 0x3F));
    }
}

// UTF-16 in pieces, which may part a pair.
class Utf16 {
public:
    void add(std::string& out, const unsigned short* text, std::size_t chars)
    {
        for (std::size_t i = 0; i < chars; ++i) {
            const char32_t unit = text[i];
            const bool is_second = unit >= 0xDC00 && unit < 0xE000;
            if (m_first != 0 && is_second) {
                addUtf8(out, 0x10000 + ((m_first - 0xD800) << 10) + (unit - 0xDC00));
                m_first = 0;
                continue;
            }
            end(out);
            if (unit >= 0xD800 && unit < 0xDC00)
                m_first = unit;
            else
                addUtf8(out, is_second ? 0xFFFD : unit);
        }
    }
    void end(std::string& out)
    {
        if (m_first != 0)
            addUtf8(out, 0xFFFD);
        m_first = 0;
    }

private:
    char32_t m_first = 0;
};

inline std::string utf8(const unsigned short* text, std::size_t chars)
{
    std::string out;
    Utf16 reader;
    reader.add(out, text, chars);
    reader.end(out);
    return out;
}

} // namespace fullscope::import
