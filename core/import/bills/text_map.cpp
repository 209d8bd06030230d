// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/text_map.h"

#include "core/base/text.h"

#include <nlohmann/json.hpp>

namespace fullscope::import {

bool TextMap::read(std::string_view json)
{
    if (json == m_json)
        return m_flat;
    m_json = json;
    m_entries.clear();
    const auto map = nlohmann::ordered_json::parse(json, nullptr, false);
    m_flat = json.empty() || map.is_object();
    if (!map.is_object())
        return m_flat;
    for (const auto& [key, value] : map.items()) {
        m_flat = m_flat && !value.is_structured();
        if (!value.is_structured() && !value.is_null())
            m_entries.emplace_back(base::trimmed(key), value.is_string() ? value.get<std::string>() : value.dump());
    }
    return m_flat;
}

std::string_view TextMap::value(std::string_view key) const
{
    for (const auto& [name, value] : m_entries)
        if (name == key)
            return value;
    return {};
}

} // namespace fullscope::import
