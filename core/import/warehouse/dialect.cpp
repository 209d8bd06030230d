// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/warehouse/dialect.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace fullscope::import {

namespace {

using Type = TableColumn::Type;

constexpr std::array<std::pair<std::string_view, Dialect>, 6> kNames {
    {{"postgresql", Dialect::postgresql}, {"trino", Dialect::trino}, {"bigquery", Dialect::bigquery},
        {"snowflake", Dialect::snowflake}, {"clickhouse", Dialect::clickhouse}, {"plain", Dialect::plain}}};

// `{0}` and `{1}` of a phrase.
std::string filled(std::string_view phrase, std::string_view first, std::string_view second = {})
{
    std::string out;
    for (std::size_t i = 0; i < phrase.size(); ++i) {
        const std::string_view rest = phrase.substr(i);
        const bool is_first = rest.starts_with("{0}"), is_second = rest.starts_with("{1}");
        if (is_first || is_second)
            out += is_first ? first : second;
        else
            out += phrase[i];
        i += is_first || is_second ? 2 : 0;
    }
    return out;
}

} // namespace

// Phrases, `{0}` is the operand.
struct Sql::Words {
    char quote;
    std::string_view text, json_text, trim;
    // Patterns are no wider than the exact type: what it would round stays text. PostgreSQL's has no bound.
    std::string_view is_number, number;
    std::string_view number_text;
    std::string_view instant; // of a text without blanks
    std::string_view iso, day, hour_of, day_of;
    std::string_view longer_than_a_day; // {0} start, {1} end
    std::string_view member; // {0} JSON as text, {1} the path
    std::string_view reservation;
};

namespace {

// Trino reads ISO 8601 with a `T` alone, and takes a time without a zone to be of the session's.
constexpr std::string_view kTrinoInstant
    = "from_iso8601_timestamp(CASE WHEN length({0}) = 10 THEN {0} || 'T00:00:00Z'"
      " WHEN regexp_like({0}, '(Z|UTC|[+-][0-9]{2}:?[0-9]{2})$')"
      " THEN replace(regexp_replace(replace({0}, ' UTC', 'Z'), ' ([+-])', '$1'), ' ', 'T')"
      " ELSE replace({0}, ' ', 'T') || 'Z' END)";

} // namespace

Sql::Sql(Dialect dialect)
    : m_dialect(dialect)
    , m_words([dialect]() -> const Words& {
        static constexpr Words kPostgresql {'"', "({0})::text", "({0})::text", "btrim({0})",
            R"({0} ~ '^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?$')", "{0}::numeric", "({0})::text",
            "{0}::timestamptz", R"(to_char({0}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))", "to_char({0}, 'YYYY-MM-DD')",
            "date_trunc('hour', {0})", "date_trunc('day', {0})", "{1} - {0} > interval '1 day'", "", // see member()
            "{0} ~* 'capacity-?reservation'"};
        static constexpr Words kTrino {'"', "CAST({0} AS varchar)", "json_format(CAST({0} AS json))", "trim({0})",
            "regexp_like({0}, '^-?[0-9]{1,18}([.][0-9]{1,18})?$')", "CAST({0} AS decimal(38, 18))",
            "CAST({0} AS varchar)", kTrinoInstant, "date_format(at_timezone({0}, 'UTC'), '%Y-%m-%dT%H:%i:%s.%fZ')",
            "date_format(at_timezone({0}, 'UTC'), '%Y-%m-%d')", "date_trunc('hour', at_timezone({0}, 'UTC'))",
            "date_trunc('day', at_timezone({0}, 'UTC'))", "{1} > {0} + interval '1' day",
            "json_extract_scalar({0}, '$.{1}')", "regexp_like(lower({0}), 'capacity-?reservation')"};
        static constexpr Words kBigquery {'`', "CAST({0} AS STRING)", "TO_JSON_STRING({0})", "TRIM({0})",
            "REGEXP_CONTAINS({0}, r'^-?[0-9]{1,28}([.][0-9]{1,38})?$')", "CAST({0} AS BIGNUMERIC)",
            "CAST({0} AS STRING)", "CAST({0} AS TIMESTAMP)", "FORMAT_TIMESTAMP('%Y-%m-%dT%H:%M:%E6SZ', {0}, 'UTC')",
            "FORMAT_TIMESTAMP('%Y-%m-%d', {0}, 'UTC')", "TIMESTAMP_TRUNC({0}, HOUR)", "TIMESTAMP_TRUNC({0}, DAY)",
            "{1} > TIMESTAMP_ADD({0}, INTERVAL 1 DAY)", "JSON_VALUE({0}, '$.{1}')",
            "REGEXP_CONTAINS(LOWER({0}), r'capacity-?reservation')"};
        static constexpr Words kSnowflake {'"', "TO_VARCHAR({0})", "TO_JSON({0})", "TRIM({0})",
            "REGEXP_LIKE({0}, '-?[0-9]{1,18}([.][0-9]{1,18})?')", "CAST({0} AS NUMBER(38, 18))", "TO_VARCHAR({0})",
            "CONVERT_TIMEZONE('UTC', TO_TIMESTAMP_TZ({0}))", R"(TO_CHAR({0}, 'YYYY-MM-DD"T"HH24:MI:SS.FF6"Z"'))",
            "TO_CHAR({0}, 'YYYY-MM-DD')", "DATE_TRUNC('HOUR', {0})", "DATE_TRUNC('DAY', {0})",
            "{1} > DATEADD('day', 1, {0})", "TO_VARCHAR(GET_PATH(PARSE_JSON({0}), '{1}'))",
            "REGEXP_LIKE({0}, '.*capacity-?reservation.*', 'is')"};
        static constexpr Words kClickhouse {'"', "toString({0})", "toJSONString({0})", "trimBoth({0})",
            "match({0}, '^-?[0-9]{1,38}([.][0-9]{1,24})?$')", "toDecimal256OrNull({0}, 24)", "toString({0})",
            "parseDateTime64BestEffort({0}, 6, 'UTC')", "formatDateTime({0}, '%Y-%m-%dT%H:%i:%S.%fZ', 'UTC')",
            "formatDateTime({0}, '%Y-%m-%d', 'UTC')", "toStartOfHour({0}, 'UTC')", "toStartOfDay({0}, 'UTC')",
            "{1} > {0} + toIntervalDay(1)", "JSON_VALUE({0}, '$.{1}')", "match(lower({0}), 'capacity-?reservation')"};
        switch (dialect) {
        case Dialect::trino:
            return kTrino;
        case Dialect::bigquery:
            return kBigquery;
        case Dialect::snowflake:
            return kSnowflake;
        case Dialect::clickhouse:
            return kClickhouse;
        case Dialect::postgresql:
        case Dialect::plain:
            break;
        }
        return kPostgresql; // plain: its names are quoted so, nothing else is used of it
    }())
{
}

std::string Sql::quoted(std::string_view name) const
{
    std::string out(1, m_words.quote);
    for (const char c : name)
        out += c == m_words.quote ? std::string(2, c) : std::string(1, c);
    return out + m_words.quote;
}

std::string Sql::quotedTable(std::string_view table) const
{
    std::string out;
    while (true) {
        const std::size_t point = table.find('.');
        out += (out.empty() ? "" : ".") + quoted(table.substr(0, point));
        if (point == std::string_view::npos)
            return out;
        table.remove_prefix(point + 1);
    }
}

std::string Sql::literal(std::string_view text) const
{
    std::string out = "'";
    for (const char c : text)
        out += c == '\'' ? std::string("''") : std::string(1, c);
    return out + '\'';
}

std::string Sql::alias(std::string_view name) const
{
    std::string spelled(name);
    if (m_dialect == Dialect::bigquery)
        std::ranges::replace_if(
            spelled, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return quoted(spelled);
}

std::string Sql::rowNumber() const
{
    return m_dialect == Dialect::snowflake ? "row_number() OVER (ORDER BY 1)" : "row_number() OVER ()";
}

std::string Sql::plainText(const SqlValue& value) const
{
    return filled(m_words.trim, filled(value.type == Type::json ? m_words.json_text : m_words.text, value.sql));
}

std::string Sql::text(const SqlValue& value) const
{
    return "nullif(" + plainText(value) + ", '')";
}

std::string Sql::value(const SqlValue& value) const
{
    const std::string text = plainText(value);
    return "(CASE WHEN upper(" + text + ") NOT IN ('', 'NULL', 'NONE', 'NAN') THEN " + text + " END)";
}

std::string Sql::isNumber(const SqlValue& value) const
{
    return filled(m_words.is_number, this->value(value));
}

// Where the column is text, what is no number is left to the importer, which says so and keeps the other rows. So are,
// where the exact type has bounds, numbers beyond them.
bool Sql::mayBeNoNumber(const SqlValue& value) const
{
    return value.type == Type::text || m_dialect != Dialect::postgresql;
}

std::string Sql::number(const SqlValue& value) const
{
    if (value.type == Type::number && m_dialect == Dialect::postgresql)
        return "nullif((" + value.sql + ")::numeric, 'NaN')";
    const std::string number = filled(m_words.number, this->value(value));
    return mayBeNoNumber(value) ? "CASE WHEN " + isNumber(value) + " THEN " + number + " END" : number;
}

std::string Sql::noNumber(const SqlValue& value) const
{
    return "CASE WHEN NOT (" + isNumber(value) + ") THEN " + this->value(value) + " END";
}

std::string Sql::numberText(const std::string& number) const
{
    return filled(m_words.number_text, number);
}

std::string Sql::instant(const SqlValue& value) const
{
    // What a time is as text is said by the session of PostgreSQL; it is one already.
    if (value.type == Type::instant && m_dialect == Dialect::postgresql)
        return "(" + value.sql + ")::timestamptz";
    // As text ClickHouse has it in the zone of the column or the server, without naming it.
    if (value.type == Type::instant && m_dialect == Dialect::clickhouse)
        return "toDateTime64(" + value.sql + ", 6, 'UTC')";
    // As text Trino has blanks in it, and zones by name.
    if (value.type == Type::instant && m_dialect == Dialect::trino)
        return filled(m_words.instant, "to_iso8601(" + value.sql + ")");
    return filled(m_words.instant, this->value(value));
}

std::string Sql::iso(const std::string& instant) const
{
    return filled(m_words.iso, instant);
}

std::string Sql::day(const std::string& instant) const
{
    return filled(m_words.day, instant);
}

std::string Sql::hourOf(const std::string& instant) const
{
    return filled(m_words.hour_of, instant);
}

std::string Sql::dayOf(const std::string& instant) const
{
    return filled(m_words.day_of, instant);
}

std::string Sql::isLongerThanADay(const std::string& start, const std::string& end) const
{
    return filled(m_words.longer_than_a_day, start, end);
}

std::string Sql::compared(const SqlValue& time) const
{
    const bool as_it_is = m_dialect == Dialect::plain || m_dialect == Dialect::postgresql;
    return as_it_is && time.type == Type::instant ? time.sql : instant(time);
}

std::string Sql::firstOf(const std::string& day) const
{
    const bool as_it_is = m_dialect == Dialect::plain || m_dialect == Dialect::postgresql;
    if (m_dialect == Dialect::trino)
        return "from_iso8601_timestamp(" + literal(day + "T00:00:00Z") + ")";
    return as_it_is ? literal(day) : filled(m_words.instant, literal(day + " 00:00:00"));
}

SqlValue Sql::member(const SqlValue& json, std::string_view path) const
{
    if (m_dialect == Dialect::postgresql)
        return {"(" + json.sql + "::jsonb #>> " + literal("{" + std::string(path) + "}") + ")", Type::text};
    return {filled(m_words.member, filled(m_words.json_text, json.sql), path), Type::text};
}

std::string Sql::namesReservation(const std::string& text) const
{
    return filled(m_words.reservation, text);
}

std::string_view name(Dialect dialect)
{
    return kNames[static_cast<std::size_t>(dialect)].first;
}

std::optional<Dialect> dialectByName(std::string_view name)
{
    if (name == "athena")
        return Dialect::trino;
    const auto found = std::ranges::find(kNames, name, &std::pair<std::string_view, Dialect>::first);
    return found == kNames.end() ? std::nullopt : std::optional(found->second);
}

std::string dialects()
{
    std::string all;
    for (const auto& [name, unused] : kNames)
        all.append(all.empty() ? "" : ", ").append(name);
    return all;
}

Dialect dialectOfServer(std::string_view dbms)
{
    constexpr std::array<std::pair<std::string_view, Dialect>, 8> kServers {
        {{"postgresql", Dialect::postgresql}, {"athena", Dialect::trino}, {"trino", Dialect::trino},
            {"presto", Dialect::trino}, {"starburst", Dialect::trino}, {"bigquery", Dialect::bigquery},
            {"snowflake", Dialect::snowflake}, {"clickhouse", Dialect::clickhouse}}};
    for (const auto& [word, dialect] : kServers)
        if (base::containsIgnoreCase(dbms, word))
            return dialect;
    return Dialect::plain;
}

std::span<const std::string_view> sessionStatements(Dialect dialect)
{
    static constexpr std::array<std::string_view, 4> kPostgresql {"SET DateStyle = 'ISO, MDY'", "SET TimeZone = 'UTC'",
        "SET extra_float_digits = 1", "SET standard_conforming_strings = on"};
    static constexpr std::array<std::string_view, 1> kSnowflake {"ALTER SESSION SET TIMEZONE = 'UTC'"};
    if (dialect == Dialect::postgresql)
        return kPostgresql;
    return dialect == Dialect::snowflake ? std::span<const std::string_view>(kSnowflake)
                                         : std::span<const std::string_view>();
}

} // namespace fullscope::import
