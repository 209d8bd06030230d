// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/python_dict.h"

#include "core/base/text.h"

#include <algorithm>

namespace fullscope::import {

namespace {

constexpr std::size_t kMaxDict = 64 * 1024; // bytes of one
constexpr int kMaxTries = 64; // opening braces of a line that are looked into

bool isQuote(char c)
{
    return c == '\'' || c == '"';
}

// The text of a quoted string at `i`, which is moved behind it; empty when it does not end.
std::optional<std::string_view> quoted(std::string_view text, std::size_t& i)
{
    const std::size_t end = text.find(text[i], i + 1);
    if (end == std::string_view::npos)
        return std::nullopt;
    const std::string_view inside = text.substr(i + 1, end - i - 1);
    i = end + 1;
    return inside;
}

void skipBlanks(std::string_view text, std::size_t& i)
{
    while (i < text.size() && text[i] == ' ')
        ++i;
}

// A value up to the comma or brace after it; lists and dicts inside are passed over whole.
std::optional<std::string_view> plainValue(std::string_view text, std::size_t& i)
{
    const std::size_t begin = i;
    int depth = 0;
    for (; i < text.size(); ++i) {
        const char c = text[i];
        if (depth == 0 && (c == ',' || c == '}'))
            return base::trimmed(text.substr(begin, i - begin));
        depth += c == '[' || c == '(' || c == '{' ? 1 : (c == ']' || c == ')' || c == '}' ? -1 : 0);
    }
    return std::nullopt;
}

// Reads the items after the brace at `dict.begin`. What is cut off is not among them.
void readItems(std::string_view text, PythonDict& dict)
{
    std::size_t i = dict.begin + 1;
    dict.end = text.size(); // until its brace is found
    for (;;) {
        skipBlanks(text, i);
        if (i < text.size() && text[i] == '}') {
            dict.closed = true;
            dict.end = i + 1;
            return;
        }
        if (i >= text.size() || !isQuote(text[i]))
            return;
        const auto key = quoted(text, i);
        if (!key)
            return;
        skipBlanks(text, i);
        if (i >= text.size() || text[i] != ':')
            return;
        skipBlanks(text, ++i);
        const auto value = i < text.size() && isQuote(text[i]) ? quoted(text, i) : plainValue(text, i);
        if (!value)
            return;
        skipBlanks(text, i);
        if (i >= text.size() || (text[i] != ',' && text[i] != '}'))
            return;
        dict.items.emplace_back(*key, *value);
        i += text[i] == ',' ? 1 : 0;
    }
}

} // namespace

std::string_view PythonDict::value(std::string_view key) const
{
    const auto found = std::find_if(items.begin(), items.end(), [&](const auto& item) { return item.first == key; });
    return found == items.end() ? std::string_view() : found->second;
}

std::optional<PythonDict> findPythonDict(std::string_view text, std::initializer_list<std::string_view> keys)
{
    int tries = 0;
    for (std::size_t brace = text.find('{'); brace != std::string_view::npos; brace = text.find('{', brace + 1)) {
        if (brace + 1 >= text.size() || !isQuote(text[brace + 1]))
            continue;
        if (++tries > kMaxTries)
            return std::nullopt;
        PythonDict dict;
        dict.begin = brace;
        readItems(text.substr(0, brace + kMaxDict), dict);
        if (std::any_of(keys.begin(), keys.end(), [&](std::string_view key) { return !dict.value(key).empty(); }))
            return dict;
    }
    return std::nullopt;
}

bool looksLikeNumber(std::string_view value)
{
    return !value.empty() && base::parseDouble(value).ok();
}

} // namespace fullscope::import
