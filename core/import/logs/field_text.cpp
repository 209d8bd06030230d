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

std::optional<double> clockSeconds(std::string_view text)
{
    text = base::trimmed(text);
    double days = 0;
    if (const std::size_t word = text.find("day"); word != std::string_view::npos) {
        const auto count = base::parseInt(base::trimmed(text.substr(0, word)));
        const std::size_t comma = text.find(',', word);
        if (!count.ok() || comma == std::string_view::npos)
            return std::nullopt;
        days = static_cast<double>(*count);
        text = base::trimmed(text.substr(comma + 1));
    }
    double seconds = 0;
    int parts = 0;
    for (bool more = true; more; ++parts) {
        const std::size_t colon = text.find(':');
        more = colon != std::string_view::npos;
        const std::string_view part = text.substr(0, colon);
        const auto number = base::parseDouble(part);
        const bool isPlain = !part.empty() && part.find_first_not_of("0123456789.") == std::string_view::npos;
        if (parts == 3 || !isPlain || !number.ok() || (parts > 0 && *number >= 60)
            || (more && part.find('.') != std::string_view::npos))
            return std::nullopt;
        seconds = seconds * 60 + *number;
        text = more ? text.substr(colon + 1) : std::string_view {};
    }
    constexpr double kDay = 86'400;
    return parts < 2 ? std::nullopt : std::optional(days * kDay + seconds);
}

std::optional<double> takeClock(std::string_view& text)
{
    const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
    std::size_t end = begin;
    if (const std::size_t days = text.find("day", begin); days < begin + 12)
        end = std::min(text.find_first_of("0123456789", days), text.size());
    end = std::min(text.find_first_not_of("0123456789:.", end), text.size());
    const auto seconds = clockSeconds(text.substr(begin, end - begin));
    if (seconds)
        text.remove_prefix(end);
    return seconds;
}

void ConstantField::tell(RunFacts& facts, const char* name) const
{
    if (!m_varies && m_value >= 1 && m_value < 1e15)
        facts.addIfUnknown(name, std::to_string(std::llround(m_value)), m_line);
}

} // namespace fullscope::import
