// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/glog_stamp.h"

#include "core/base/text.h"
#include "core/import/logs/log_line.h"

#include <algorithm>

namespace fullscope::import {

namespace {

constexpr std::string_view kShape = "L0000 00:00:00";
constexpr std::size_t kFarthest = 160; // characters of prefixes that may stand before the stamp

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isStamp(std::string_view text)
{
    if (text.size() < kShape.size() || std::string_view("IWEF").find(text.front()) == std::string_view::npos)
        return false;
    for (std::size_t i = 1; i < kShape.size(); ++i)
        if (kShape[i] == '0' ? !isDigit(text[i]) : text[i] != kShape[i])
            return false;
    return true;
}

std::size_t findStamp(std::string_view text)
{
    text = text.substr(0, kFarthest);
    for (std::size_t at = text.find_first_of("IWEF"); at != std::string_view::npos;
         at = text.find_first_of("IWEF", at + 1))
        if ((at == 0 || !isDigit(text[at - 1])) && isStamp(text.substr(at)))
            return at;
    return std::string_view::npos;
}

int digits(std::string_view text)
{
    return static_cast<int>(base::parseInt(text).ok() ? *base::parseInt(text) : 0);
}

} // namespace

std::string_view GlogStamps::stamped(std::string_view text, std::string& buffer)
{
    if (const std::string_view full = readPrefix(text).stamp; !full.empty()) {
        m_year = digits(full.substr(0, 4));
        m_month = digits(full.substr(5, 2));
        return text;
    }
    const std::size_t at = findStamp(text);
    if (at == std::string_view::npos)
        return text;
    const std::string_view stamp = text.substr(at);
    std::size_t end = std::min(stamp.find_first_not_of("0123456789.", kShape.size()), stamp.size());
    const std::string_view clock = stamp.substr(6, end - 6);
    if (m_year == 0) {
        if (m_unknown.empty())
            m_unknown = stamp.substr(0, end);
        return text;
    }
    // the year that puts it nearest to the last stamp
    const int month = digits(stamp.substr(1, 2));
    m_year += m_month - month > 6 ? 1 : month - m_month > 6 ? -1 : 0;
    m_month = month;
    buffer = std::to_string(m_year);
    buffer.append("-").append(stamp.substr(1, 2)).append("-").append(stamp.substr(3, 2)).append(" ").append(clock);
    if (const auto thread = numberAfter(stamp, end); thread && *thread > 0)
        buffer.append(" [").append(std::to_string(*thread)).append("]");
    buffer.append(" ").append(text);
    return buffer;
}

} // namespace fullscope::import
