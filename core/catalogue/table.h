// SPDX-License-Identifier: GPL-3.0-or-later
// A small CSV table in memory (the catalogue's own files), with cells by column name.
#pragma once

#include "core/base/decimal.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::catalogue {

class Table {
public:
    // `file` names the table in errors. column_missing for one of `columns`; row_short or row_long for a row that has
    // not as many cells as the header.
    static base::Result<Table> parse(
        std::string_view file, std::string_view text, const std::vector<std::string_view>& columns);

    std::size_t rows() const { return m_rows.size(); }
    const std::string& cell(std::size_t row, std::string_view column) const;
    // Absent when empty; bad_number for text or a negative number.
    base::Result<std::optional<double>> number(std::size_t row, std::string_view column) const;
    base::Result<std::optional<base::Decimal>> exact(std::size_t row, std::string_view column) const;
    base::Result<std::optional<int>> whole(std::size_t row, std::string_view column) const;
    base::Error error(base::Code code, std::size_t row, std::string_view column) const;

private:
    struct Row {
        std::int64_t line = 0;
        std::vector<std::string> cells;
    };
    static std::vector<Row> split(std::string_view text);

    std::string m_file;
    std::vector<std::string> m_header;
    std::vector<Row> m_rows;
};

} // namespace fullscope::catalogue
