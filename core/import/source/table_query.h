// SPDX-License-Identifier: GPL-3.0-or-later
// One query of DuckDB over one file, whose rows come out as CSV text chunk by chunk.
#pragma once

#include "core/import/source/duckdb_column.h"
#include "core/import/source/duckdb_library.h"

#include <memory>
#include <string>
#include <vector>

namespace fullscope::import::duckdb {

// A database in memory of its own, which uses one thread and fetches nothing.
class Session {
public:
    static base::Result<std::unique_ptr<Session>> open();
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    const Library& api() const { return m_api; }
    Handle connection() const { return m_connection; }

private:
    explicit Session(const Library& api)
        : m_api(api)
    {
    }

    const Library& m_api;
    Handle m_database = nullptr, m_connection = nullptr;
};

// Rows of `query`, in which `?` stands for `file`; empty: it has no `?`. Errors: compressed_corrupt with what DuckDB
// says.
class Query {
public:
    static base::Result<std::unique_ptr<Query>> run(
        const Session& session, const std::string& query, const std::string& file);
    ~Query();
    Query(const Query&) = delete;
    Query& operator=(const Query&) = delete;

    const std::vector<Column>& columns() const { return m_columns; }
    void appendHeader(std::string& out) const;
    // Appends the next rows; returns how many, 0 at the end.
    base::Result<Index> next(std::string& out);

private:
    explicit Query(const Library& api)
        : m_api(api)
    {
    }

    const Library& m_api;
    Handle m_statement = nullptr;
    QueryResult m_result;
    bool m_has_result = false;
    std::vector<Column> m_columns;
};

} // namespace fullscope::import::duckdb
