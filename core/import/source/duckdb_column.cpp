// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/duckdb_column.h"

#include "core/base/text.h"
#include "core/base/utc.h"

#include <nlohmann/json.hpp>

#include <array>
#include <charconv>
#include <cstring>
#include <string_view>
#include <utility>

namespace fullscope::import::duckdb {

namespace {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 Uint128;

bool isScalar(Type type)
{
    switch (type) {
    case Type::boolean:
    case Type::tinyint:
    case Type::smallint:
    case Type::integer:
    case Type::bigint:
    case Type::utinyint:
    case Type::usmallint:
    case Type::uinteger:
    case Type::ubigint:
    case Type::real:
    case Type::real64:
    case Type::timestamp:
    case Type::date:
    case Type::time:
    case Type::varchar:
    case Type::blob:
    case Type::decimal:
    case Type::timestamp_s:
    case Type::timestamp_ms:
    case Type::timestamp_ns:
    case Type::timestamp_utc:
        return true;
    case Type::list:
    case Type::structure:
    case Type::map:
        return false;
    }
    return false;
}

bool isText(Type type)
{
    return type == Type::varchar || type == Type::blob;
}

// The values of a map and of a list lie in a vector of their own, those of a map as structs of key and value.
bool isListed(Type type)
{
    return type == Type::list || type == Type::map;
}

template <typename Number>
void appendShortest(std::string& out, Number number)
{
    constexpr std::size_t kMost = 64;
    std::array<char, kMost> digits {};
    const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    out.append(digits.data(), written.ptr);
}

void appendFraction(std::string& out, std::int64_t fraction, int places)
{
    if (fraction == 0)
        return;
    std::string digits = std::to_string(fraction);
    digits.insert(0, static_cast<std::size_t>(places) - digits.size(), '0');
    digits.resize(digits.find_last_not_of('0') + 1);
    out += '.' + digits;
}

// `ticks` since 1970, `perSecond` (10^places) of them in a second.
void appendInstant(std::string& out, std::int64_t ticks, std::int64_t perSecond, int places, bool utc)
{
    constexpr std::int64_t kMostSeconds = 253'402'300'800; // year 10000; infinity lies behind it
    const std::int64_t fraction = (ticks % perSecond + perSecond) % perSecond;
    const std::int64_t seconds = ticks / perSecond - (ticks % perSecond < 0 ? 1 : 0);
    if (seconds < -kMostSeconds || seconds >= kMostSeconds) {
        out += seconds < 0 ? "-infinity" : "infinity";
        return;
    }
    std::string text = base::formatIso({seconds * base::kSecondUs});
    text.pop_back(); // Z
    out += text;
    appendFraction(out, fraction, places);
    if (utc)
        out += 'Z';
}

std::string two(std::int64_t number)
{
    return (number < 10 ? "0" : "") + std::to_string(number);
}

std::string jsonText(std::string_view text)
{
    using nlohmann::json;
    return json(std::string(text)).dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace

Column describe(const Library& api, std::string name, Handle type)
{
    Column column;
    column.name = std::move(name);
    column.type = api.get_type_id(type);
    const auto add = [&](std::string child, Handle childType) {
        column.children.push_back(describe(api, std::move(child), childType));
        column.is_known = column.is_known && column.children.back().is_known;
    };
    if (column.type == Type::decimal) {
        column.scale = api.decimal_scale(type);
        column.storage = api.decimal_internal_type(type);
    } else if (column.type == Type::list) {
        add("element", api.list_type_child_type(type));
    } else if (column.type == Type::map) {
        add("key", api.map_type_key_type(type));
        add("value", api.map_type_value_type(type));
    } else if (column.type == Type::structure) {
        for (Index i = 0; i < api.struct_type_child_count(type); ++i) {
            char* const child = api.struct_type_child_name(type, i);
            add(child, api.struct_type_child_type(type, i));
            api.free(child);
        }
    } else {
        column.is_known = isScalar(column.type);
    }
    api.destroy_logical_type(&type);
    return column;
}

Cells::Cells(const Library& api, const Column& column, Handle vector)
    : m_column(column)
    , m_data(api.vector_get_data(vector))
    , m_validity(api.vector_get_validity(vector))
{
    m_children.reserve(column.children.size());
    const Handle inner = isListed(column.type) ? api.list_vector_get_child(vector) : vector;
    for (Index i = 0; i < column.children.size(); ++i) {
        const Handle child = column.type == Type::list ? inner : api.struct_vector_get_child(inner, i);
        m_children.emplace_back(api, column.children[i], child);
    }
}

std::string_view Cells::text(Index row) const
{
    const Text& text = static_cast<const Text*>(m_data)[row];
    if (text.length <= sizeof text.bytes)
        return {text.bytes, text.length};
    const char* whole = nullptr;
    std::memcpy(&whole, text.bytes + 4, sizeof whole);
    return {whole, text.length};
}

void Cells::appendText(std::string& out, Index row) const
{
    if (isNull(row))
        return;
    switch (m_column.type) {
    case Type::varchar:
    case Type::blob:
        out += text(row);
        return;
    case Type::decimal:
        return appendDecimal(out, row);
    case Type::list:
    case Type::structure:
    case Type::map:
        return appendNested(out, row);
    case Type::timestamp:
    case Type::timestamp_utc:
    case Type::timestamp_s:
    case Type::timestamp_ms:
    case Type::timestamp_ns:
    case Type::date:
    case Type::time:
        return appendTime(out, row);
    default:
        return appendNumber(out, row);
    }
}

void Cells::appendNumber(std::string& out, Index row) const
{
    switch (m_column.type) {
    case Type::boolean:
        out += at<std::uint8_t>(row) != 0 ? "true" : "false";
        return;
    case Type::tinyint:
        return appendShortest(out, int {at<std::int8_t>(row)});
    case Type::smallint:
        return appendShortest(out, at<std::int16_t>(row));
    case Type::integer:
        return appendShortest(out, at<std::int32_t>(row));
    case Type::bigint:
        return appendShortest(out, at<std::int64_t>(row));
    case Type::utinyint:
        return appendShortest(out, unsigned {at<std::uint8_t>(row)});
    case Type::usmallint:
        return appendShortest(out, at<std::uint16_t>(row));
    case Type::uinteger:
        return appendShortest(out, at<std::uint32_t>(row));
    case Type::ubigint:
        return appendShortest(out, at<std::uint64_t>(row));
    case Type::real:
        return appendShortest(out, at<float>(row));
    default:
        return appendShortest(out, at<double>(row));
    }
}

void Cells::appendDecimal(std::string& out, Index row) const
{
    Int128 value = 0;
    switch (m_column.storage) {
    case Type::smallint:
        value = at<std::int16_t>(row);
        break;
    case Type::integer:
        value = at<std::int32_t>(row);
        break;
    case Type::bigint:
        value = at<std::int64_t>(row);
        break;
    default: // two halves, the lower one first
        value = at<Int128>(row);
    }
    Uint128 rest = value < 0 ? -static_cast<Uint128>(value) : static_cast<Uint128>(value);
    std::string digits;
    for (; rest != 0 || digits.size() <= static_cast<std::size_t>(m_column.scale); rest /= 10)
        digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(rest % 10)));
    if (m_column.scale > 0)
        digits.insert(digits.size() - static_cast<std::size_t>(m_column.scale), 1, '.');
    out += (value < 0 ? "-" : "") + digits;
}

void Cells::appendTime(std::string& out, Index row) const
{
    switch (m_column.type) {
    case Type::date: {
        constexpr std::int64_t kDay = 86'400, kMostDays = 2'932'897; // year 10000
        const std::int64_t days = at<std::int32_t>(row);
        const bool finite = days > -kMostDays && days < kMostDays;
        out += finite ? base::formatDate({days * kDay * base::kSecondUs}) : days < 0 ? "-infinity" : "infinity";
        return;
    }
    case Type::time: {
        const std::int64_t us = at<std::int64_t>(row), seconds = us / base::kSecondUs;
        out += two(seconds / 3'600) + ":" + two(seconds / 60 % 60) + ":" + two(seconds % 60);
        return appendFraction(out, us % base::kSecondUs, 6);
    }
    case Type::timestamp_s:
        return appendInstant(out, at<std::int64_t>(row), 1, 0, false);
    case Type::timestamp_ms:
        return appendInstant(out, at<std::int64_t>(row), 1'000, 3, false);
    case Type::timestamp_ns:
        return appendInstant(out, at<std::int64_t>(row), 1'000'000'000, 9, false);
    default:
        return appendInstant(out, at<std::int64_t>(row), base::kSecondUs, 6, m_column.type == Type::timestamp_utc);
    }
}

// Within lists, structs and maps.
void Cells::appendJson(std::string& out, Index row) const
{
    if (isNull(row)) {
        out += "null";
        return;
    }
    if (isListed(m_column.type) || m_column.type == Type::structure)
        return appendNested(out, row);
    if (isText(m_column.type)) {
        out += jsonText(text(row));
        return;
    }
    std::string value;
    appendText(value, row);
    // JSON has no infinity and no times.
    const bool bare = m_column.type == Type::boolean || value.find_first_not_of("-+.eE0123456789") == std::string::npos;
    const bool isTime = m_column.type == Type::date;
    out += bare && !isTime ? value : '"' + value + '"';
}

void Cells::appendNested(std::string& out, Index row) const
{
    const bool isStruct = m_column.type == Type::structure, isList = m_column.type == Type::list;
    const ListEntry entry = isStruct ? ListEntry {.offset = 0, .length = m_children.size()} : at<ListEntry>(row);
    out += isList ? '[' : '{';
    for (Index i = 0; i < entry.length; ++i) {
        if (i > 0)
            out += ',';
        if (isStruct) {
            out += jsonText(m_column.children[i].name) + ':';
            m_children[i].appendJson(out, row);
        } else if (isList) {
            m_children[0].appendJson(out, entry.offset + i);
        } else {
            std::string key;
            m_children[0].appendText(key, entry.offset + i);
            out += jsonText(key) + ':';
            m_children[1].appendJson(out, entry.offset + i);
        }
    }
    out += isList ? ']' : '}';
}

} // namespace fullscope::import::duckdb
