// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/json_texts.h"

#include "core/base/text.h"

#include <utility>

namespace fullscope::import {

JsonTexts::JsonTexts(TextSource& source)
    : JsonTexts(source, std::nullopt)
{
}

JsonTexts::JsonTexts(TextSource& source, std::optional<JsonLayout> layout)
    : m_source(source)
{
    if (!layout)
        layout = jsonLayout(m_source.head());
    if (layout == JsonLayout::lines)
        m_lines = std::make_unique<LineReader>(m_source);
    else
        m_objects = std::make_unique<JsonObjects>([this] { return m_source.block(); }, *layout);
}

std::unique_ptr<JsonTexts> JsonTexts::ofLines(TextSource& source)
{
    return std::unique_ptr<JsonTexts>(new JsonTexts(source, JsonLayout::lines));
}

base::Result<bool> JsonTexts::next()
{
    m_text = {};
    m_fault.reset();
    return m_lines ? nextLine() : nextObject();
}

std::optional<base::Problem> JsonTexts::otherLists() const
{
    if (!m_objects || m_objects->list().empty() || m_objects->otherLists().empty())
        return std::nullopt;
    std::string others;
    for (const std::string& other : m_objects->otherLists())
        others.append(others.empty() ? "" : ", ").append(other);
    return base::Problem {.severity = base::Severity::warning,
        .handling = base::Handling::noted,
        .what
        = {.code = base::Code::lists_not_read, .line = 1, .field = m_objects->list(), .found = base::excerpt(others)}};
}

base::Result<bool> JsonTexts::nextLine()
{
    std::string_view line;
    FS_TRY_VALUE(more, m_lines->next(line));
    if (!more)
        return false;
    m_line = m_lines->number();
    m_unreadable = m_lines->lastHadEnd() ? base::Code::bad_json : base::Code::record_truncated;
    const bool isRest = std::exchange(m_in_long_line, m_lines->wasCut());
    if (isRest)
        return true;
    if (m_in_long_line)
        m_fault = base::Code::line_too_long;
    m_text = base::trimmed(line);
    return true;
}

base::Result<bool> JsonTexts::nextObject()
{
    using Found = JsonObjects::Found;
    FS_TRY_VALUE(found, m_objects->next());
    if (found == Found::end)
        return false;
    if (found == Found::nothing)
        return true;
    m_line = m_objects->line();
    m_text = m_objects->text();
    if (found == Found::too_long)
        m_fault = base::Code::line_too_long;
    else if (found == Found::cut)
        m_fault = base::Code::record_truncated;
    else if (found == Found::damaged)
        m_fault = base::Code::bad_json;
    return true;
}

} // namespace fullscope::import
