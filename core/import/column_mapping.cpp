// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/column_mapping.h"

#include "core/base/text.h"
#include "core/import/logs/table/column_names.h"

#include <algorithm>

namespace fullscope::import {

namespace {

constexpr const char* kField = "--map";

base::Error notUnderstood(std::string_view found)
{
    return {.code = base::Code::usage,
        .field = kField,
        .found = base::excerpt(found),
        .expected = "--map step=COLUMN,loss=COLUMN,…"};
}

std::string allTargets()
{
    std::string all;
    for (const std::string_view target : mappingTargets(Kind::log))
        all.append(all.empty() ? "" : ", ").append(target);
    return all;
}

// Takes a column off the front of `text`, with the comma behind it.
base::Result<std::string> takeColumn(std::string_view& text)
{
    const std::string_view all = text;
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    std::string column;
    if (text.starts_with('"')) {
        for (text.remove_prefix(1);; text.remove_prefix(1)) {
            const std::size_t quote = text.find('"');
            if (quote == std::string_view::npos)
                return notUnderstood(all);
            column.append(text.substr(0, quote));
            text.remove_prefix(quote + 1);
            if (!text.starts_with('"'))
                break;
            column += '"';
        }
        if (!text.empty() && text.front() != ',')
            return notUnderstood(all);
    } else {
        column = base::trimmed(text.substr(0, text.find(',')));
        text.remove_prefix(std::min(text.find(','), text.size()));
    }
    if (column.empty())
        return notUnderstood(all);
    if (!text.empty())
        text.remove_prefix(1);
    return column;
}

} // namespace

std::span<const std::string_view> mappingTargets(Kind kind)
{
    return kind == Kind::log ? logTargets() : std::span<const std::string_view>();
}

base::Result<std::vector<MappedColumn>> parseColumnMapping(std::string_view text)
{
    std::vector<MappedColumn> mapping;
    for (std::string_view rest = text; !base::trimmed(rest).empty();) {
        const std::size_t equals = rest.find('=');
        if (equals == std::string_view::npos)
            return notUnderstood(rest);
        const std::string target = base::toLower(base::trimmed(rest.substr(0, equals)));
        rest.remove_prefix(equals + 1);
        const auto targets = mappingTargets(Kind::log);
        if (std::find(targets.begin(), targets.end(), target) == targets.end()) {
            base::Error error {.code = base::Code::name_unknown,
                .field = kField,
                .found = base::excerpt(target),
                .expected = allTargets()};
            if (const auto near = base::nearest(target, targets); !near.empty())
                error.args.emplace_back(near);
            return error;
        }
        FS_TRY_VALUE(column, takeColumn(rest));
        for (const MappedColumn& other : mapping)
            if (other.target == target || other.column == column)
                return base::Error {.code = base::Code::name_duplicate,
                    .field = kField,
                    .found = base::excerpt(other.target == target ? target : column)};
        mapping.push_back({.target = target, .column = column});
    }
    if (mapping.empty())
        return notUnderstood(text);
    return mapping;
}

} // namespace fullscope::import
