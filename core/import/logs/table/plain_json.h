// SPDX-License-Identifier: GPL-3.0-or-later
// The lines that training programs write, read without a parser's generality: one object of names and numbers in ASCII,
// nothing escaped, nothing nested. They are nearly all lines of most logs and cost a fraction so.
#pragma once

#include <charconv>
#include <cstdint>
#include <string_view>

namespace fullscope::import {

// Calls `handler` as nlohmann::json::sax_parse would: start_object, key and values, end_object. False, at any point,
// for a text that is not as above, which says nothing about whether it is JSON: what was called is then void.
template <typename Handler>
class PlainJson {
public:
    PlainJson(std::string_view text, Handler& handler)
        : m_at(text.data())
        , m_end(text.data() + text.size())
        , m_handler(handler)
    {
    }

    bool read()
    {
        if (!take('{') || !m_handler.start_object(0))
            return false;
        do {
            std::string_view name;
            if (!quoted(name) || !m_handler.key(name) || !take(':') || !value())
                return false;
        } while (take(','));
        if (!take('}') || !m_handler.end_object())
            return false;
        skipBlanks();
        return m_at == m_end;
    }

private:
    static bool isDigit(char c) { return c >= '0' && c <= '9'; }
    bool ends() const { return m_at == m_end; }

    void skipBlanks()
    {
        while (!ends() && (*m_at == ' ' || *m_at == '\t' || *m_at == '\r' || *m_at == '\n'))
            ++m_at;
    }

    bool take(char c)
    {
        skipBlanks();
        const bool is = !ends() && *m_at == c;
        m_at += is ? 1 : 0;
        return is;
    }

    bool quoted(std::string_view& text)
    {
        if (!take('"'))
            return false;
        const char* const begin = m_at;
        while (!ends() && *m_at >= ' ' && *m_at < 0x7F && *m_at != '"' && *m_at != '\\')
            ++m_at;
        text = {begin, static_cast<std::size_t>(m_at - begin)};
        return !ends() && *m_at++ == '"';
    }

    bool word(std::string_view wanted)
    {
        const bool is = std::string_view(m_at, static_cast<std::size_t>(m_end - m_at)).starts_with(wanted);
        m_at += is ? wanted.size() : 0;
        return is;
    }

    bool value()
    {
        skipBlanks();
        if (ends())
            return false;
        if (std::string_view text; *m_at == '"')
            return quoted(text) && m_handler.string(text);
        if (*m_at == '-' || isDigit(*m_at))
            return number();
        return word("true") ? m_handler.boolean(true)
            : word("false") ? m_handler.boolean(false)
                            : word("null") && m_handler.null();
    }

    bool number()
    {
        const char* const begin = m_at;
        m_at += *m_at == '-' ? 1 : 0;
        const char* const digits = m_at;
        while (!ends() && isDigit(*m_at))
            ++m_at;
        const auto count = m_at - digits;
        if (count == 0 || (*digits == '0' && count > 1)) // no JSON
            return false;
        if (ends() || (*m_at != '.' && *m_at != 'e' && *m_at != 'E')) {
            std::int64_t whole = 0;
            if (std::from_chars(begin, m_at, whole).ec != std::errc())
                return false;
            return whole < 0 || *begin == '-' ? m_handler.number_integer(whole)
                                              : m_handler.number_unsigned(static_cast<std::uint64_t>(whole));
        }
        if (*m_at == '.' && (m_end - m_at < 2 || !isDigit(m_at[1])))
            return false;
        double real = 0;
        const auto [end, error] = std::from_chars(begin, m_end, real);
        const std::string_view text(begin, static_cast<std::size_t>(end - begin));
        m_at = end;
        const bool isWhole = ends() || *m_at == ',' || *m_at == '}' || *m_at == ' ';
        return error == std::errc() && isWhole && m_handler.number_float(real, text);
    }

    const char* m_at;
    const char* const m_end;
    Handler& m_handler;
};

} // namespace fullscope::import
