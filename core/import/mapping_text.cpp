// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/mapping_text.h"

#include "core/base/text.h"

#include <algorithm>

namespace fullscope::import {

std::string formatColumnMapping(std::span<const MappedColumn> mapping)
{
    std::string text;
    for (const MappedColumn& one : mapping) {
        text.append(text.empty() ? "" : ",").append(one.target).append(namesColumn(one) ? "=" : ":=");
        const bool isPlain = one.column.find_first_of(",\"") == std::string::npos
            && base::trimmed(one.column).size() == one.column.size();
        text.append(isPlain ? "" : "\"");
        for (const char c : one.column)
            text.append(c == '"' ? 2 : 1, c);
        text.append(isPlain ? "" : "\"");
    }
    return text;
}

bool fits(std::span<const MappedColumn> mapping, std::span<const std::string> columns)
{
    return std::all_of(mapping.begin(), mapping.end(), [&](const MappedColumn& one) {
        return !namesColumn(one) || std::find(columns.begin(), columns.end(), one.column) != columns.end();
    });
}

} // namespace fullscope::import
