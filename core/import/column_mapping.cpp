// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/column_mapping.h"

#include "core/base/text.h"
#include "core/import/bills/bill_fields.h"
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
        .expected = "--map step=COLUMN,loss=COLUMN,… | --map billed=COLUMN,currency:=USD,…"};
}

std::vector<std::string_view> allTargets()
{
    std::vector<std::string_view> all;
    for (const Kind kind : {Kind::log, Kind::bill})
        all.insert(all.end(), mappingTargets(kind).begin(), mappingTargets(kind).end());
    return all;
}

std::string list(std::span<const std::string_view> names)
{
    std::string text;
    for (const std::string_view name : names)
        text.append(text.empty() ? "" : ", ").append(name).append(name == kTagTarget ? "NAME" : "");
    return text;
}

bool has(Kind kind, std::string_view target)
{
    const auto targets = mappingTargets(kind);
    const bool tag = target.starts_with(kTagTarget) && target != kTagTarget;
    return std::find(targets.begin(), targets.end(), tag ? kTagTarget : target) != targets.end()
        && target != kTagTarget;
}

// `Step ` → "step", `tag:Team` → "tag:Team". A colon before the equals sign makes a constant of it.
MappedColumn targetOf(std::string_view text)
{
    text = base::trimmed(text);
    MappedColumn mapped {.constant = text.ends_with(':') && !base::equalsIgnoreCase(text, kTagTarget)};
    if (mapped.constant)
        text = base::trimmed(text.substr(0, text.size() - 1));
    const std::size_t lowered = text.find(':') == std::string_view::npos ? text.size() : kTagTarget.size();
    mapped.target = base::toLower(text.substr(0, lowered)).append(text.substr(std::min(lowered, text.size())));
    return mapped;
}

base::Status check(const MappedColumn& mapped, std::span<const MappedColumn> before)
{
    const auto isCost = [](const MappedColumn& column) { return isCostTarget(column.target); };
    for (const MappedColumn& other : before) {
        const bool sameColumn = other.column == mapped.column && !other.constant && !mapped.constant
            && !(isCost(other) && isCost(mapped));
        if (other.target == mapped.target || sameColumn)
            return base::Error {.code = base::Code::name_duplicate,
                .field = kField,
                .found = base::excerpt(other.target == mapped.target ? mapped.target : mapped.column)};
    }
    if (mapped.constant && !takesConstant(mapped.target))
        return base::Error {.code = base::Code::bad_value,
            .field = kField,
            .found = base::excerpt(mapped.target + ":=" + mapped.column),
            .expected = mapped.target + "=COLUMN"};
    return {};
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
    switch (kind) {
    case Kind::log:
        return logTargets();
    case Kind::bill:
        return billTargets();
    case Kind::telemetry:
    case Kind::jobs:
        break;
    }
    return {};
}

bool takesConstant(std::string_view target)
{
    return has(Kind::bill, target) && (target.starts_with(kTagTarget) || !isAmountTarget(target));
}

std::optional<Kind> mappedKind(std::span<const MappedColumn> mapping)
{
    for (const Kind kind : {Kind::log, Kind::bill})
        if (!mapping.empty()
            && std::all_of(mapping.begin(), mapping.end(), [&](const auto& one) { return has(kind, one.target); }))
            return kind;
    return std::nullopt;
}

base::Result<std::vector<MappedColumn>> parseColumnMapping(std::string_view text)
{
    std::vector<MappedColumn> mapping;
    for (std::string_view rest = text; !base::trimmed(rest).empty();) {
        const std::size_t equals = rest.find('=');
        if (equals == std::string_view::npos)
            return notUnderstood(rest);
        MappedColumn mapped = targetOf(rest.substr(0, equals));
        rest.remove_prefix(equals + 1);
        if (!has(Kind::log, mapped.target) && !has(Kind::bill, mapped.target)) {
            const auto targets = allTargets();
            base::Error error {.code = base::Code::name_unknown,
                .field = kField,
                .found = base::excerpt(mapped.target),
                .expected = list(targets)};
            if (const auto near = base::nearest(mapped.target, targets); !near.empty())
                error.args.emplace_back(near);
            return error;
        }
        FS_TRY_VALUE(column, takeColumn(rest));
        mapped.column = std::move(column);
        FS_TRY(check(mapped, mapping));
        mapping.push_back(std::move(mapped));
    }
    if (mapping.empty())
        return notUnderstood(text);
    if (!mappedKind(mapping)) {
        const auto bill
            = std::find_if(mapping.begin(), mapping.end(), [](const auto& one) { return has(Kind::bill, one.target); });
        const auto log
            = std::find_if(mapping.begin(), mapping.end(), [](const auto& one) { return has(Kind::log, one.target); });
        return base::Error {.code = base::Code::mapping_unfit,
            .field = kField,
            .found = log->target + ", " + bill->target,
            .expected = "a log and a bill"};
    }
    return mapping;
}

base::Error columnUnknown(const MappedColumn& mapped, std::span<const std::string_view> columns)
{
    std::string names;
    for (const std::string_view name : columns)
        names.append(names.empty() ? "" : ", ").append(name);
    base::Error error {.code = base::Code::name_unknown,
        .field = mapped.target,
        .found = base::excerpt(mapped.column),
        .expected = base::excerpt(names, 400)};
    if (const auto near = base::nearest(mapped.column, columns); !near.empty())
        error.args.emplace_back(near);
    return error;
}

} // namespace fullscope::import
