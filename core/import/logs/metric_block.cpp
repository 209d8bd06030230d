// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/metric_block.h"

#include <algorithm>

namespace fullscope::import {

bool matchesKey(std::string_view pattern, std::string_view key)
{
    const std::size_t star = pattern.find('*');
    if (star == std::string_view::npos)
        return pattern == key;
    return key.size() + 1 >= pattern.size() && key.starts_with(pattern.substr(0, star))
        && key.ends_with(pattern.substr(star + 1));
}

BlockRecords::BlockRecords(Console& console, std::span<const BlockMetric> metrics)
    : m_console(console)
{
    for (const BlockMetric& metric : metrics)
        m_metrics.push_back({.metric = metric, .column = {.info = metric.info}});
}

base::Status BlockRecords::begin(const BlockHeader& header, std::string_view text)
{
    if (m_open && header.step == m_step)
        return {};
    FS_TRY(flush());
    m_console.begin(header.step, text.substr(0, header.begin));
    m_open = true;
    m_step = header.step;
    m_given.clear();
    if (header.total_steps > 0)
        m_console.facts().add("total_steps", std::to_string(header.total_steps), m_console.lineNumber());
    return {};
}

void BlockRecords::metric(std::string_view key, std::string_view value)
{
    const auto known = std::find_if(
        m_metrics.begin(), m_metrics.end(), [&](const Entry& entry) { return matchesKey(entry.metric.key, key); });
    const bool is_standard = known != m_metrics.end()
        && std::find(m_given.begin(), m_given.end(), known->metric.info.name) == m_given.end();
    if (is_standard) {
        m_given.push_back(known->metric.info.name);
        m_console.putText(known->column, value, known->metric.scale);
    } else if (Column* own = m_console.column(key)) {
        m_console.putText(*own, value);
    }
}

base::Status BlockRecords::otherLine(std::string_view text)
{
    if (findEventPhrase(text))
        FS_TRY(flush());
    return m_console.otherText(text);
}

base::Status BlockRecords::flush()
{
    return std::exchange(m_open, false) ? m_console.keep() : base::Status();
}

} // namespace fullscope::import
