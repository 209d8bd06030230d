// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/warehouse/charge_query.h"

#include "core/base/text.h"
#include "core/base/utc.h"
#include "core/import/warehouse/charge_columns.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace fullscope::import {

namespace {

using base::Code;
using base::Error;
using Type = TableColumn::Type;

const ChargeSchema* schemaById(std::string_view id)
{
    const auto schemas = chargeSchemaTable();
    const auto found = std::ranges::find(schemas, id, &ChargeSchema::id);
    return found == schemas.end() ? nullptr : &*found;
}

std::string keyOf(std::string_view name)
{
    std::string key = base::toLower(name);
    std::erase_if(key, [](unsigned char c) { return std::isalnum(c) == 0; });
    return key;
}

struct Used {
    const ChargeColumn* column = nullptr;
    std::string header; // of the result
    SqlValue source;
    ChargeRole role = ChargeRole::same;
};

class QueryBuilder {
public:
    QueryBuilder(
        const ChargeSchema& schema, const ChargeTable& wanted, std::span<const TableColumn> columns, Dialect dialect)
        : m_sql(dialect)
        , m_schema(schema)
        , m_wanted(wanted)
        , m_columns(columns)
    {
    }

    base::Result<std::string> build();

private:
    std::optional<SqlValue> find(std::string_view name) const;
    base::Status findColumns();
    void addTagColumns();
    bool keepsResources() const { return m_wanted.resources || m_schema.needs_resources; }
    void add(const Used& used);
    void addTimes(const Used& used);
    void addAmount(const Used& used);
    const Used* periodColumn() const;
    std::string filter() const;
    base::Result<std::string> plainQuery() const;

    Sql m_sql;
    const ChargeSchema& m_schema;
    const ChargeTable& m_wanted;
    std::span<const TableColumn> m_columns;
    std::vector<Used> m_used;
    std::string named(const std::string& value);

    std::vector<std::string> m_values; // what is made of the columns, under names
    std::vector<std::string> m_select, m_groups; // of these names
    bool m_numbers_rows = false;
};

std::optional<SqlValue> QueryBuilder::find(std::string_view name) const
{
    const auto columnOf = [&](std::string_view wanted) {
        return std::ranges::find_if(
            m_columns, [key = keyOf(wanted)](const TableColumn& column) { return keyOf(column.name) == key; });
    };
    // Some tools put `F:` before FOCUS names.
    for (const std::string& spelling : {std::string(name), "F:" + std::string(name)})
        if (const auto column = columnOf(spelling); column != m_columns.end())
            return SqlValue {m_sql.quoted(column->name), column->type};
    const std::size_t point = name.find('.');
    if (point == std::string_view::npos)
        return std::nullopt;
    const auto parent = columnOf(name.substr(0, point));
    if (parent == m_columns.end() || parent->type != Type::json)
        return std::nullopt;
    return m_sql.member({m_sql.quoted(parent->name), parent->type}, name.substr(point + 1));
}

base::Status QueryBuilder::findColumns()
{
    for (const ChargeColumn& column : m_schema.columns) {
        std::optional<SqlValue> source;
        std::string_view header;
        for (const std::string_view name : {column.name, column.other, column.third}) {
            if (name.empty() || source)
                continue;
            source = find(name);
            header = name;
        }
        if (!source && column.needed)
            return Error {.code = Code::column_missing, .file = m_wanted.table, .field = std::string(column.name)};
        if (source && (column.role != ChargeRole::tags || m_wanted.tags))
            m_used.push_back({&column, std::string(header), *std::move(source), column.role});
    }
    if (m_wanted.tags)
        addTagColumns();
    return {};
}

void QueryBuilder::addTagColumns()
{
    if (m_schema.tag_prefix.empty())
        return;
    for (const TableColumn& column : m_columns) {
        const std::string key = keyOf(column.name);
        if (key.starts_with(m_schema.tag_prefix) && key != m_schema.tag_prefix)
            m_used.push_back({nullptr, column.name, {m_sql.quoted(column.name), column.type}, ChargeRole::tags});
    }
}

// The name of a value that is worked out once for each row.
std::string QueryBuilder::named(const std::string& value)
{
    auto known = std::ranges::find(m_values, value);
    if (known == m_values.end())
        known = m_values.insert(known, value);
    return "v" + std::to_string(known - m_values.begin() + 1);
}

void QueryBuilder::addTimes(const Used& used)
{
    const bool is_day = used.role == ChargeRole::day;
    const std::string instant = named(m_sql.instant(used.source));
    const auto select = [&](const std::string& sql) { m_select.push_back(sql + " AS " + m_sql.alias(used.header)); };
    if (m_wanted.grain == Grain::row) {
        select(is_day ? m_sql.day(instant) : m_sql.iso(instant));
        return;
    }
    if (used.role == ChargeRole::end) {
        select(m_sql.iso("max(" + instant + ")"));
        return;
    }
    m_groups.push_back(m_wanted.grain == Grain::hour ? m_sql.hourOf(instant) : m_sql.dayOf(instant));
    select(is_day ? m_sql.day("min(" + instant + ")") : m_sql.iso("min(" + instant + ")"));
    // A charge for a month that begins on a day is none of that day.
    const auto end = std::ranges::find(m_used, ChargeRole::end, &Used::role);
    if (end != m_used.end())
        m_groups.push_back(m_sql.isLongerThanADay(instant, named(m_sql.instant(end->source))));
}

void QueryBuilder::addAmount(const Used& used)
{
    const bool by_row = m_wanted.grain == Grain::row;
    const std::string amount = named(m_sql.number(used.source));
    std::string sql = by_row ? amount : "sum(" + amount + ")";
    if (!by_row)
        m_groups.push_back(amount + " IS NULL");
    if (m_sql.mayBeNoNumber(used.source)) {
        const std::string other = named(m_sql.noNumber(used.source));
        sql = "coalesce(" + m_sql.numberText(sql) + ", " + other + ")";
        if (!by_row)
            m_groups.push_back(other);
        if (!by_row && m_sql.keepsOthersApart()) { // two alike are twice the amount
            m_groups.push_back("CASE WHEN " + other + " IS NULL THEN 0 ELSE fs_row END");
            m_numbers_rows = true;
        }
    }
    m_select.push_back(sql + " AS " + m_sql.alias(used.header));
}

void QueryBuilder::add(const Used& used)
{
    std::string sql;
    switch (used.role) {
    case ChargeRole::start:
    case ChargeRole::end:
    case ChargeRole::day:
        addTimes(used);
        return;
    case ChargeRole::amount:
        addAmount(used);
        return;
    case ChargeRole::period:
        sql = m_sql.iso(named(m_sql.instant(used.source)));
        break;
    case ChargeRole::period_day:
        sql = m_sql.day(named(m_sql.instant(used.source)));
        break;
    case ChargeRole::same:
    case ChargeRole::month:
    case ChargeRole::tags:
    case ChargeRole::whole:
        sql = named(m_sql.text(used.source));
        break;
    case ChargeRole::resource: // capacity that nobody used is told by it alone
        sql = named(keepsResources() ? m_sql.text(used.source)
                                     : "CASE WHEN " + m_sql.namesReservation(m_sql.text(used.source)) + " THEN "
                    + m_sql.text(used.source) + " END");
        break;
    }
    m_groups.push_back(sql);
    if (used.role == ChargeRole::whole)
        m_groups.push_back("CASE WHEN coalesce(" + sql + ", '[]') IN ('[]', 'null', '{}') THEN 0 ELSE fs_row END");
    m_numbers_rows = m_numbers_rows || used.role == ChargeRole::whole;
    m_select.push_back(sql + " AS " + m_sql.alias(used.header));
}

// "2024-12" → "2025-01"
std::string monthAfter(std::string_view month)
{
    const int year = std::stoi(std::string(month.substr(0, 4))), of_year = std::stoi(std::string(month.substr(5)));
    const std::string next = std::to_string(of_year % 12 + 1);
    return std::to_string(year + of_year / 12) + (next.size() < 2 ? "-0" : "-") + next;
}

// The billing month, which an export delivers anew as a whole; without one the start of the charge.
const Used* QueryBuilder::periodColumn() const
{
    for (const ChargeRole role :
        {ChargeRole::month, ChargeRole::period, ChargeRole::period_day, ChargeRole::start, ChargeRole::day})
        if (const auto found = std::ranges::find(m_used, role, &Used::role); found != m_used.end())
            return &*found;
    return nullptr;
}

std::string QueryBuilder::filter() const
{
    const Used* const by = periodColumn();
    std::vector<std::string> conditions;
    if (by != nullptr && by->role == ChargeRole::month) {
        const auto compact = [this](std::string month) { return m_sql.literal(month.erase(4, 1)); };
        if (!m_wanted.from.empty())
            conditions.push_back(m_sql.text(by->source) + " >= " + compact(m_wanted.from));
        if (!m_wanted.to.empty())
            conditions.push_back(m_sql.text(by->source) + " <= " + compact(m_wanted.to));
    } else if (by != nullptr) {
        const std::string time = m_sql.compared(by->source);
        if (!m_wanted.from.empty())
            conditions.push_back(time + " >= " + m_sql.firstOf(m_wanted.from + "-01"));
        if (!m_wanted.to.empty())
            conditions.push_back(time + " < " + m_sql.firstOf(monthAfter(m_wanted.to) + "-01"));
    }
    std::string sql;
    for (const std::string& condition : conditions)
        sql += (sql.empty() ? "\n  WHERE " : "\n    AND ") + condition;
    return sql;
}

std::string listed(const std::vector<std::string>& parts)
{
    std::string sql;
    for (const std::string& part : parts)
        sql += (sql.empty() ? "\n  " : ",\n  ") + part;
    return sql;
}

// The rows as they are, of any SQL there is. Months choose only what is a time to the database too.
base::Result<std::string> QueryBuilder::plainQuery() const
{
    std::vector<std::string> select;
    for (const Used& used : m_used)
        select.push_back(used.source.sql + " AS " + m_sql.alias(used.header));
    const Used* const by = periodColumn();
    const bool by_month = !m_wanted.from.empty() || !m_wanted.to.empty();
    if (by_month && (by == nullptr || by->role == ChargeRole::month || by->source.type != Type::instant))
        return Error {.code = Code::bad_value,
            .field = "--from",
            .found = m_wanted.from + m_wanted.to,
            .expected = "--dialect " + dialects()};
    return "SELECT" + listed(select) + "\nFROM " + m_sql.quotedTable(m_wanted.table) + filter();
}

base::Result<std::string> QueryBuilder::build()
{
    FS_TRY(findColumns());
    if (!m_sql.addsUp())
        return plainQuery();
    for (const Used& used : m_used)
        add(used);
    std::vector<std::string> values;
    for (std::size_t i = 0; i < m_values.size(); ++i)
        values.push_back(m_values[i] + " AS v" + std::to_string(i + 1));
    if (m_numbers_rows)
        values.push_back(m_sql.rowNumber() + " AS fs_row");
    const std::string from = "\nFROM (SELECT" + listed(values) + "\n  FROM " + m_sql.quotedTable(m_wanted.table)
        + filter() + ") AS charge";
    if (m_wanted.grain == Grain::row)
        return "SELECT" + listed(m_select) + from;
    // In order, so that the same charges are the same text.
    return "SELECT" + listed(m_select) + from + "\nGROUP BY" + listed(m_groups) + "\nORDER BY" + listed(m_groups);
}

base::Status checkMonth(const std::string& month, const char* field)
{
    const bool has_form = month.size() == 7 && month[4] == '-'
        && std::ranges::all_of(month.substr(0, 4) + month.substr(5), [](char c) { return c >= '0' && c <= '9'; });
    const std::string of_year = has_form ? month.substr(5) : std::string();
    if (month.empty() || (has_form && of_year >= "01" && of_year <= "12"))
        return {};
    return Error {.code = Code::bad_value, .field = field, .found = base::excerpt(month), .expected = "2024-03"};
}

} // namespace

std::string chargeSchemas()
{
    std::string ids;
    for (const ChargeSchema& schema : chargeSchemaTable())
        ids.append(ids.empty() ? "" : ", ").append(schema.id);
    return ids;
}

std::string_view chargeFormat(std::string_view schema)
{
    const ChargeSchema* const known = schemaById(schema);
    return known != nullptr ? known->format : std::string_view();
}

base::Status checkChargeTable(const ChargeTable& wanted)
{
    if (schemaById(wanted.schema) == nullptr)
        return Error {.code = Code::bad_value,
            .field = "--schema",
            .found = base::excerpt(wanted.schema),
            .expected = chargeSchemas()};
    FS_TRY(checkMonth(wanted.from, "--from"));
    FS_TRY(checkMonth(wanted.to, "--to"));
    if (!wanted.from.empty() && !wanted.to.empty() && wanted.to < wanted.from)
        return Error {.code = Code::out_of_range, .field = "--to", .found = wanted.to, .expected = "≥ " + wanted.from};
    return {};
}

base::Result<std::string> chargeQuery(const ChargeTable& wanted, std::span<const TableColumn> columns, Dialect dialect)
{
    FS_TRY(checkChargeTable(wanted));
    return QueryBuilder(*schemaById(wanted.schema), wanted, columns, dialect).build();
}

} // namespace fullscope::import
