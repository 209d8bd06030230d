// SPDX-License-Identifier: GPL-3.0-or-later
// Values of a column of DuckDB as text, each exactly: decimals with their digits, doubles by the shortest text that
// reads back as the same, instants in ISO 8601 (with `Z` where the file says that they are UTC), lists, structs and
// maps as JSON.
#pragma once

#include "core/import/source/duckdb_library.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fullscope::import::duckdb {

// A column, or what is in one.
struct Column {
    std::string name;
    Type type {};
    Type storage {}; // of a decimal
    int scale = 0; // of a decimal
    std::vector<Column> children; // fields of a struct; the element of a list; key and value of a map
    bool is_known = true; // its text is written here; false: DuckDB is to make it text
};

// Takes over `type`.
Column describe(const Library& api, std::string name, Handle type);

// The values of a column in one chunk.
class Cells {
public:
    Cells(const Library& api, const Column& column, Handle vector);

    // Nothing for NULL.
    void appendText(std::string& out, Index row) const;

private:
    bool isNull(Index row) const { return m_validity != nullptr && (m_validity[row / 64] >> row % 64 & 1) == 0; }
    template <typename T>
    T at(Index row) const
    {
        return static_cast<const T*>(m_data)[row];
    }
    std::string_view text(Index row) const;
    void appendNumber(std::string& out, Index row) const;
    void appendDecimal(std::string& out, Index row) const;
    void appendTime(std::string& out, Index row) const;
    void appendJson(std::string& out, Index row) const;
    void appendNested(std::string& out, Index row) const;

    const Column& m_column;
    const void* m_data;
    const std::uint64_t* m_validity; // none: no value is NULL
    std::vector<Cells> m_children;
};

} // namespace fullscope::import::duckdb
