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
    m_flat = json.empty() || map.is_object() || map.is_array();
    const auto take = [this](const std::string& key, const nlohmann::ordered_json& value) {
        m_flat = m_flat && !value.is_structured();
        if (!value.is_structured() && !value.is_null())
            m_entries.emplace_back(base::trimmed(key), value.is_string() ? value.get<std::string>() : value.dump());
    };
    if (map.is_object())
        for (const auto& [key, value] : map.items())
            take(key, value);
    if (!map.is_array())
        return m_flat;
    for (const auto& entry : map) { // as BigQuery writes labels
        const auto member = [&](const char* name) -> const nlohmann::ordered_json* {
            const auto found = entry.is_object() ? entry.find(name) : entry.end();
            return entry.is_object() && found != entry.end() ? &*found : nullptr;
        };
        const auto *key = member("key"), *value = member("value");
        const std::string* const name = key != nullptr ? key->get_ptr<const std::string*>() : nullptr;
        m_flat = m_flat && name != nullptr && value != nullptr;
        if (name != nullptr && value != nullptr)
            take(*name, *value);
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
