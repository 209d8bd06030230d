// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/table/cell.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace fullscope::import {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// `1,234` or `-12,345,678`: digits in groups of three after `separator`, and no leading zero.
bool isGrouped(std::string_view text, char separator)
{
    if (!text.empty() && (text.front() == '-' || text.front() == '+'))
        text.remove_prefix(1);
    const std::size_t first = text.find(separator);
    if (first == 0 || first > 3 || text.front() == '0')
        return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool atSeparator = i >= first && (i - first) % 4 == 0;
        if (atSeparator ? text[i] != separator : !isDigit(text[i]))
            return false;
    }
    return (text.size() - first) % 4 == 0;
}

std::string_view withoutPercent(std::string_view text)
{
    if (text.size() > 1 && text.back() == '%')
        text.remove_suffix(1);
    return base::trimmed(text);
}

bool hasDigitsOnly(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789+-.,eE") == std::string_view::npos;
}

} // namespace

bool isAbsent(std::string_view text)
{
    constexpr std::array<std::string_view, 8> kAbsent {"", "null", "none", "n/a", "na", "#n/a", "-", "--"};
    return text.size() <= 4
        && std::any_of(kAbsent.begin(), kAbsent.end(), [&](auto word) { return base::equalsIgnoreCase(word, text); });
}

int ColumnNames::idOf(std::string_view name)
{
    const int known = find(name);
    if (known >= 0 || size() >= kMost)
        return known;
    m_names.emplace_back(name);
    m_ids.emplace(m_names.back(), size() - 1);
    return size() - 1;
}

int ColumnNames::find(std::string_view name) const
{
    const auto known = m_ids.find(std::string(name));
    return known == m_ids.end() ? -1 : known->second;
}

void NumberReader::learn(std::string_view text)
{
    text = withoutPercent(text);
    if (m_mark != Mark::unknown || !hasDigitsOnly(text))
        return;
    const std::size_t comma = text.rfind(','), point = text.rfind('.');
    const bool hasComma = comma != std::string_view::npos, hasPoint = point != std::string_view::npos;
    if (hasComma && hasPoint)
        m_mark = comma > point ? Mark::comma : Mark::point; // the last one is the decimal mark
    else if (hasComma && !isGrouped(text, ','))
        m_mark = Mark::comma;
    else if (hasPoint && !isGrouped(text, '.'))
        m_mark = Mark::point;
}

std::optional<double> NumberReader::read(std::string_view text)
{
    text = withoutPercent(text);
    const bool hasComma = text.find(',') != std::string_view::npos;
    const bool hasPoint = text.find('.') != std::string_view::npos;
    if (!hasComma && !(hasPoint && m_mark == Mark::comma)) {
        const auto number = base::parseDouble(text);
        return number.ok() ? std::optional(*number) : std::nullopt;
    }
    learn(text);
    if (m_mark == Mark::unknown && m_ambiguous)
        return std::nullopt;
    const char decimal = m_mark == Mark::comma ? ',' : '.', group = m_mark == Mark::comma ? '.' : ',';
    const std::size_t at = text.find(decimal);
    const std::string_view whole = text.substr(0, at);
    if (whole.find(group) != std::string_view::npos && !isGrouped(whole, group))
        return std::nullopt;
    m_buffer.assign(whole);
    std::erase(m_buffer, group);
    if (at != std::string_view::npos)
        m_buffer.append(".").append(text.substr(at + 1));
    const auto number = base::parseDouble(m_buffer);
    return number.ok() ? std::optional(*number) : std::nullopt;
}

TimeShape timeShape(double number)
{
    constexpr double kFirst = 1e9, kLast = 4e9;
    double least = kFirst, most = kLast;
    for (const TimeShape shape :
        {TimeShape::seconds, TimeShape::milliseconds, TimeShape::microseconds, TimeShape::nanoseconds}) {
        if (number >= least && number < most)
            return shape;
        least *= 1000;
        most *= 1000;
    }
    return TimeShape::none;
}

std::int64_t epochTime(double number, TimeShape shape)
{
    if (shape == TimeShape::none || timeShape(number) != shape)
        return base::kNoTime;
    const double us = shape == TimeShape::seconds ? number * 1e6
        : shape == TimeShape::milliseconds        ? number * 1e3
        : shape == TimeShape::microseconds        ? number
                                                  : number / 1e3;
    return std::llround(us);
}

} // namespace fullscope::import
