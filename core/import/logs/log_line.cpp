// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/log_line.h"

#include <algorithm>
#include <charconv>

namespace fullscope::import {

namespace {

constexpr std::size_t kMaxGroup = 160; // characters of a bracketed group

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

std::size_t digitsAt(std::string_view text, std::size_t from)
{
    std::size_t end = from;
    while (end < text.size() && isDigit(text[end]))
        ++end;
    return end - from;
}

std::int64_t asRank(std::string_view digits)
{
    std::int64_t rank = -1;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), rank);
    return read.ec == std::errc {} && read.ptr == digits.data() + digits.size() ? rank : -1;
}

// Of the inside of `[rank0]`, `[default0]`, `[0]` and `(name, pid=4112)`.
std::int64_t rankOfGroup(std::string_view group, char opening)
{
    if (opening == '(') {
        const std::size_t pid = group.find("pid=");
        return pid == std::string_view::npos ? -1 : asRank(group.substr(pid + 4));
    }
    for (const std::string_view name : {"rank", "default"})
        if (group.starts_with(name))
            group.remove_prefix(name.size());
    return asRank(group);
}

constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";
constexpr std::string_view kCtime = "Www Mmm D0 00:00:00 0000"; // `Wed Dec 21 00:51:01 2022`, `Wed Dec  1 …`

bool isCtime(std::string_view text)
{
    if (text.size() < kCtime.size() || digitsAt(text, kCtime.size()) > 0)
        return false;
    for (std::size_t i = 7; i < kCtime.size(); ++i) {
        const char shape = kCtime[i];
        if (!(shape == '0' ? isDigit(text[i]) : shape == 'D' ? isDigit(text[i]) || text[i] == ' ' : text[i] == shape))
            return false;
    }
    const std::size_t month = kMonths.find(text.substr(4, 3));
    constexpr std::string_view kDays = "SunMonTueWedThuFriSat";
    return text[3] == ' ' && month != std::string_view::npos && month % 3 == 0
        && kDays.find(text.substr(0, 3)) % 3 == 0; // npos % 3 is 0, but a stamp of no known day is still one
}

// Of a bracketed group: `2025-06-04 08:51:48,074`, `NeMo I 2025-06-04 08:51:48 exp_manager:145`.
std::string_view stampOfGroup(std::string_view group)
{
    for (std::size_t at = 0;; ++at) {
        if (const std::string_view stamp = leadingStamp(group.substr(at)); !stamp.empty())
            return stamp;
        at = group.find(' ', at);
        if (at == std::string_view::npos)
            return {};
    }
}

// Characters of `ining-demo/0 ` (role and replica of a launcher) or `algo-1-abcde | ` (container) at the start of
// `text`; 0 when there is none.
std::size_t launcherName(std::string_view text)
{
    const auto isName = [](char c) {
        return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_' || c == '.';
    };
    std::size_t end = 0;
    while (end < text.size() && end < kMaxGroup && isName(text[end]))
        ++end;
    if (end == 0 || end == text.size())
        return 0;
    if (text[end] == '/') {
        const std::size_t digits = digitsAt(text, end + 1);
        end += 1 + digits;
        return digits > 0 && end < text.size() && text[end] == ' ' ? end + 1 : 0;
    }
    const std::size_t bar = text.find_first_not_of(' ', end);
    return bar != std::string_view::npos && bar > end && text.substr(bar).starts_with("| ") ? bar + 2 : 0;
}

} // namespace

std::string_view withoutTerminalCodes(std::string_view line, std::string& buffer)
{
    constexpr char kEscape = '\x1b', kBackspace = '\b';
    if (line.find(kEscape) == std::string_view::npos && line.find(kBackspace) == std::string_view::npos)
        return line;
    buffer.clear();
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == kEscape && i + 1 < line.size() && line[i + 1] == '[') {
            ++i;
            // parameters up to the final byte of the sequence, 0x40 to 0x7E
            while (i + 1 < line.size() && (line[i + 1] < '@' || line[i + 1] > '~'))
                ++i;
            ++i;
        } else if (line[i] == kBackspace) {
            // what is drawn anew does not belong to the word before
            if (!buffer.empty() && buffer.back() != ' ')
                buffer += ' ';
        } else if (line[i] != kEscape) {
            buffer += line[i];
        }
    }
    return buffer;
}

std::string isoStamp(std::string_view stamp)
{
    if (!isCtime(stamp))
        return std::string(stamp);
    const std::size_t month = kMonths.find(stamp.substr(4, 3)) / 3 + 1;
    std::string day(stamp.substr(8, 2));
    if (day[0] == ' ')
        day[0] = '0';
    return std::string(stamp.substr(20, 4)) + (month < 10 ? "-0" : "-") + std::to_string(month) + "-" + day + " "
        + std::string(stamp.substr(11, 8));
}

std::string_view leadingStamp(std::string_view text)
{
    constexpr std::string_view kShape = "0000-00-00 00:00:00";
    if (isCtime(text))
        return text.substr(0, kCtime.size());
    if (text.size() < kShape.size())
        return {};
    for (std::size_t i = 0; i < kShape.size(); ++i) {
        const bool matches = kShape[i] == '0' ? isDigit(text[i]) : text[i] == kShape[i] || (i == 10 && text[i] == 'T');
        if (!matches)
            return {};
    }
    std::size_t end = kShape.size();
    if (end < text.size() && (text[end] == '.' || text[end] == ','))
        if (const std::size_t digits = digitsAt(text, end + 1); digits > 0)
            end += 1 + digits;
    if (end < text.size() && text[end] == 'Z')
        return text.substr(0, end + 1);
    if (end + 6 <= text.size() && (text[end] == '+' || text[end] == '-') && digitsAt(text, end + 1) == 2
        && text[end + 3] == ':' && digitsAt(text, end + 4) == 2)
        end += 6;
    return text.substr(0, end);
}

LinePrefix readPrefix(std::string_view text)
{
    LinePrefix prefix;
    for (;;) {
        text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
        if (text.empty())
            return prefix;
        const std::string_view stamp = leadingStamp(text.substr(text.front() == '[' ? 1 : 0));
        if (prefix.stamp.empty())
            prefix.stamp = stamp;
        if (text.front() == '[' || text.front() == '(') {
            const char closing = text.front() == '[' ? ']' : ')';
            const std::size_t end = text.substr(0, kMaxGroup).find(closing);
            if (end == std::string_view::npos)
                return prefix;
            const std::string_view group = text.substr(1, end - 1);
            if (prefix.stamp.empty())
                prefix.stamp = stampOfGroup(group);
            if (prefix.rank < 0 && stamp.empty())
                prefix.rank = rankOfGroup(group, text.front());
            text.remove_prefix(end + 1);
            if (text.starts_with(':'))
                text.remove_prefix(1);
        } else if (!stamp.empty()) {
            text.remove_prefix(stamp.size());
        } else if (const std::size_t name = launcherName(text); name > 0) {
            text.remove_prefix(name);
        } else {
            const std::size_t digits = digitsAt(text, 0);
            if (digits == 0 || digits == text.size() || text[digits] != ':')
                return prefix;
            if (prefix.rank < 0)
                prefix.rank = asRank(text.substr(0, digits));
            text.remove_prefix(digits + 1);
        }
    }
}

std::optional<std::int64_t> numberAfter(std::string_view text, std::size_t from, std::string_view skipped)
{
    while (from < text.size() && (text[from] == ' ' || skipped.find(text[from]) != std::string_view::npos))
        ++from;
    std::int64_t number = 0;
    if (from > text.size())
        return std::nullopt;
    const auto read = std::from_chars(text.data() + from, text.data() + text.size(), number);
    if (read.ec != std::errc {})
        return std::nullopt;
    return number;
}

} // namespace fullscope::import
