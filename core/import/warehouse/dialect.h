// SPDX-License-Identifier: GPL-3.0-or-later
// What warehouses say differently in SQL, of what a query for charges needs.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::import {

enum class Dialect {
    postgresql,
    trino, // and Athena
    bigquery,
    snowflake,
    clickhouse,
    plain, // of any other: nothing but columns of a table, which is what all of them have in common
};
std::string_view name(Dialect dialect); // spelled as the enumerator
std::optional<Dialect> dialectByName(std::string_view name); // "athena" too
std::string dialects(); // "postgresql, trino, …"
// By what an ODBC driver says that it is connected to: "Amazon Athena", "PostgreSQL" …; plain where nobody knows it.
Dialect dialectOfServer(std::string_view dbms);
// What is to be run before anything is asked, so that times are in UTC; nothing where the queries say it themselves.
std::span<const std::string_view> sessionStatements(Dialect dialect);

struct TableColumn {
    std::string name; // as it stands in the table
    enum class Type { text, instant, number, json, other } type = Type::text; // number: exact
};

// A value of the table: a column, or a member of one that is JSON.
struct SqlValue {
    std::string sql;
    TableColumn::Type type = TableColumn::Type::text;
};

// Expressions. A `Text` is one of text without blanks around it, an `Instant` one of a time.
class Sql {
public:
    explicit Sql(Dialect dialect);

    bool addsUp() const { return m_dialect != Dialect::plain; }
    std::string quoted(std::string_view name) const;
    std::string quotedTable(std::string_view table) const; // "billing.cur2" → "\"billing\".\"cur2\""
    std::string literal(std::string_view text) const;
    // The name of a column of the result. BigQuery takes letters, digits and underscores alone; importers know columns
    // in that spelling too.
    std::string alias(std::string_view name) const;
    std::string rowNumber() const;

    std::string text(const SqlValue& value) const; // null where it is empty
    std::string value(const SqlValue& value) const; // … or a word that says so
    // A number that the exact type of the database holds; null for all others, which are noNumber().
    std::string number(const SqlValue& value) const;
    std::string noNumber(const SqlValue& value) const;
    bool mayBeNoNumber(const SqlValue& value) const;
    // Numbers that are not held exactly: each is a row of its own.
    bool keepsOthersApart() const { return m_dialect != Dialect::postgresql; }
    std::string numberText(const std::string& number) const;

    std::string instant(const SqlValue& value) const;
    std::string iso(const std::string& instant) const; // "2024-03-01T00:00:00.000000Z"
    std::string day(const std::string& instant) const; // "2024-03-01"
    std::string hourOf(const std::string& instant) const;
    std::string dayOf(const std::string& instant) const;
    std::string isLongerThanADay(const std::string& start, const std::string& end) const;
    // What is compared with firstOf(): columns that are times as they are, where partitions and indices help.
    std::string compared(const SqlValue& time) const;
    std::string firstOf(const std::string& day) const; // its first instant

    SqlValue member(const SqlValue& json, std::string_view path) const; // "labels.team"
    std::string namesReservation(const std::string& text) const;

private:
    struct Words;
    std::string plainText(const SqlValue& value) const;
    std::string isNumber(const SqlValue& value) const;

    Dialect m_dialect;
    const Words& m_words;
};

} // namespace fullscope::import
