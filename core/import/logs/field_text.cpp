// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/field_text.h"

#include "core/base/text.h"
#include "core/import/logs/run_facts.h"

#include <algorithm>
#include <charconv>

namespace fullscope::import {

namespace {

template <typename Number>
std::optional<Number> take(std::string_view& text)
{
    const std::size_t begin = text.find_first_not_of(' ');
    if (begin == std::string_view::npos)
        return std::nullopt;
    Number number {};
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data() + begin, end, number);
    if (read.ec != std::errc {})
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    return number;
}

} // namespace

std::string_view takeUntil(std::string_view& rest, std::string_view separator)
{
    const std::size_t end = rest.find(separator);
    const std::string_view taken = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + separator.size());
    return taken;
}

std::pair<std::string_view, std::string_view> namedValue(std::string_view field, std::string_view mark)
{
    const std::size_t at = field.find(mark);
    if (at == std::string_view::npos)
        return {};
    return {base::trimmed(field.substr(0, at)), base::trimmed(field.substr(at + mark.size()))};
}

std::optional<double> takeNumber(std::string_view& text)
{
    return take<double>(text);
}

std::optional<std::int64_t> takeWhole(std::string_view& text)
{
    return take<std::int64_t>(text);
}

std::optional<double> takeClock(std::string_view& text)
{
    std::string_view rest = text;
    double seconds = 0;
    if (const std::size_t days = rest.find("day"); days < 12) {
        const auto number = takeWhole(rest);
        if (!number)
            return std::nullopt;
        seconds = static_cast<double>(*number) * 24; // in hours, which come next
        rest.remove_prefix(std::min(rest.find_first_of("0123456789"), rest.size()));
    }
    for (int parts = 0;; ++parts) {
        const auto number = takeNumber(rest);
        if (!number || !(*number >= 0 && *number < 1e9))
            return std::nullopt;
        seconds = (parts == 0 ? seconds : seconds * 60) + *number;
        const bool more = rest.starts_with(':');
        if (!more && parts == 0)
            return std::nullopt;
        if (!more || parts == 2)
            break;
        rest.remove_prefix(1);
    }
    text = rest;
    return seconds;
}

void ConstantField::tell(RunFacts& facts, const char* name) const
{
    if (!m_varies && m_value >= 1 && m_value < 1e15)
        facts.addIfUnknown(name, std::to_string(std::llround(m_value)), m_line);
}

} // namespace fullscope::import
