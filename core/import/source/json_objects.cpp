// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/json_objects.h"

#include <algorithm>
#include <array>
#include <utility>

namespace fullscope::import {

namespace {

// Members that hold the records where something else stands beside them.
constexpr std::array<std::string_view, 14> kRecords {"history", "logs", "log", "records", "metrics", "data", "rows",
    "steps", "entries", "results", "invoices", "charges", "billing", "line_items"};

constexpr std::size_t kExcerpt = 100, kMostLists = 20;
constexpr char kSeparator = '\x1e'; // of RFC 7464, before each object

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

std::string_view withoutBlanks(std::string_view text)
{
    return text.substr(static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), isBlank) - text.begin()));
}

} // namespace

JsonLayout jsonLayout(std::string_view head)
{
    head = withoutBlanks(head);
    if (head.starts_with(kSeparator) && withoutBlanks(head.substr(1)).starts_with('{'))
        return JsonLayout::objects;
    if (head.starts_with('[') && withoutBlanks(head.substr(1)).starts_with('{'))
        return JsonLayout::objects;
    if (!head.starts_with('{'))
        return JsonLayout::lines;
    const auto once = [&head, served = false]() mutable -> base::Result<std::string_view> {
        return std::exchange(served, true) ? std::string_view() : head;
    };
    const auto first = [](JsonObjects& objects) {
        for (;;)
            if (const auto found = objects.next(); *found != JsonObjects::Found::nothing)
                return *found == JsonObjects::Found::object;
    };
    JsonObjects wrapped(once, JsonLayout::wrapped);
    if (first(wrapped))
        return JsonLayout::wrapped;
    const std::string_view line = head.substr(0, head.find_first_of("\r\n"));
    JsonObjects objects(once, JsonLayout::objects);
    if (first(objects) && objects.text().size() <= line.size())
        return withoutBlanks(line.substr(objects.text().size())).empty() ? JsonLayout::lines : JsonLayout::objects;
    // An object that goes on behind its first line was printed so, or was cut there.
    const std::size_t last = line.find_last_not_of(" \t");
    const bool printed
        = line.size() < head.size() && std::string_view("{[,").find(line[last]) != std::string_view::npos;
    return printed ? JsonLayout::objects : JsonLayout::lines;
}

JsonObjects::JsonObjects(Blocks blocks, JsonLayout layout)
    : m_blocks(std::move(blocks))
    , m_in(layout == JsonLayout::wrapped ? In::outer : In::between)
    , m_wrapped(layout == JsonLayout::wrapped)
{
}

bool JsonObjects::refill()
{
    if (m_error)
        return false;
    auto block = m_blocks();
    if (!block.ok())
        m_error = std::move(block.error());
    m_block = block.ok() ? *block : std::string_view();
    m_at = 0;
    return !m_block.empty();
}

// The first one of a known name is read.
void JsonObjects::listBegins()
{
    if (m_in == In::outer && std::find(kRecords.begin(), kRecords.end(), m_key) != kRecords.end()) {
        m_in = In::between;
        m_list = m_key;
        return;
    }
    m_list_began = true;
    ++m_depth;
}

// Looks for arrays of records among the members of the outer object.
void JsonObjects::outer(char c)
{
    if (!isBlank(c) && std::exchange(m_list_began, false) && c == '{' && m_others.size() < kMostLists)
        m_others.push_back(m_key);
    if (m_quoted) {
        if (!m_escaped && c == '"')
            m_quoted = false;
        else if (m_key.size() < 64)
            m_key += c;
        m_escaped = !m_escaped && c == '\\';
        return;
    }
    const bool afterColon = std::exchange(m_after_colon, c == ':' || (m_after_colon && isBlank(c)));
    if (c == '"') {
        m_quoted = true;
        m_key.clear();
    } else if (c == '[' && m_depth == 1 && afterColon) {
        listBegins();
    } else if (c == '{' || c == '[') {
        ++m_depth;
    } else if (c == '}' || c == ']') {
        --m_depth;
    }
}

// True when what begins here is no object.
bool JsonObjects::between(char c)
{
    if (c == ']' && m_wrapped) {
        m_in = In::behind;
        m_depth = 1; // again in the outer object
    }
    if (isBlank(c) || c == ',' || c == '[' || c == ']' || c == kSeparator)
        return false;
    m_line = m_lines;
    m_text.assign(1, c);
    m_depth = 1;
    m_too_long = false;
    m_in = c == '{' ? In::object : In::rubbish;
    if (c != '{')
        m_text.append(m_block.substr(m_at, std::min<std::size_t>(m_block.find('\n', m_at) - m_at, kExcerpt)));
    return c != '{';
}

// True when the object ends here, or is none.
bool JsonObjects::object(char c)
{
    if (m_text.size() < kMost)
        m_text += c;
    else
        m_too_long = true;
    if (m_quoted) {
        if (c == '\n') {
            m_quoted = m_escaped = false;
            m_in = In::rubbish;
            return true;
        }
        if (!m_escaped && c == '"')
            m_quoted = false;
        m_escaped = !m_escaped && c == '\\';
        return false;
    }
    if (c == '"')
        m_quoted = true;
    else if (c == '{' || c == '[')
        ++m_depth;
    else if ((c == '}' || c == ']') && --m_depth == 0)
        m_in = In::between;
    return m_in == In::between;
}

base::Result<JsonObjects::Found> JsonObjects::next()
{
    if (m_in != In::object)
        m_text.clear();
    for (; m_at < m_block.size();) {
        const char c = m_block[m_at];
        const bool lineBegan = std::exchange(m_line_began, c == '\n' || (m_line_began && isBlank(c)));
        if (m_in == In::rubbish && lineBegan && c == '{')
            m_in = In::between;
        // An object that was never closed is found out by the next one, which begins in the first column.
        if (m_in == In::object && !m_quoted && !m_wrapped && c == '{' && m_text.ends_with('\n')) {
            m_in = In::between;
            return Found::damaged;
        }
        ++m_at;
        bool told = false;
        if (m_in == In::outer || (m_in == In::behind && m_wrapped))
            outer(c);
        else if (m_in == In::between)
            told = between(c);
        else if (m_in == In::object)
            told = object(c);
        m_lines += c == '\n' ? 1 : 0;
        if (told)
            return m_in == In::rubbish ? Found::damaged : m_too_long ? Found::too_long : Found::object;
    }
    if (refill())
        return Found::nothing;
    if (std::exchange(m_in, In::behind) == In::object)
        return Found::cut;
    if (m_error)
        return *std::exchange(m_error, std::nullopt);
    return Found::end;
}

} // namespace fullscope::import
