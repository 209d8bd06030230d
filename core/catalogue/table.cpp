// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalogue/table.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fullscope::catalogue {

// Quoted cells, doubled quotes, `\n` and `\r\n`: all that the catalogue's files use.
std::vector<Table::Row> Table::split(std::string_view text)
{
    std::vector<Row> rows;
    std::int64_t line = 1;
    bool quoted = false, started = false; // started: the current row has a cell
    const auto cell = [&]() -> std::string& {
        if (!started)
            rows.push_back({.line = line, .cells = {std::string()}});
        started = true;
        return rows.back().cells.back();
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        line += c == '\n' ? 1 : 0;
        if (c == '"' && quoted && text.substr(i + 1).starts_with('"')) {
            cell() += text[++i];
        } else if (c == '"') {
            quoted = !quoted;
            cell();
        } else if (quoted) {
            cell() += c;
        } else if (c == ',') {
            cell();
            rows.back().cells.emplace_back();
        } else if (c == '\n') {
            started = false;
        } else if (c != '\r') {
            cell() += c;
        }
    }
    return rows;
}

base::Result<Table> Table::parse(
    std::string_view file, std::string_view text, const std::vector<std::string_view>& columns)
{
    Table table;
    table.m_file = file;
    table.m_rows = split(text);
    if (table.m_rows.empty())
        return base::Error {.code = base::Code::file_empty, .file = table.m_file};
    table.m_header = std::move(table.m_rows.front().cells);
    table.m_rows.erase(table.m_rows.begin());
    for (const std::string_view column : columns)
        if (std::find(table.m_header.begin(), table.m_header.end(), column) == table.m_header.end())
            return base::Error {
                .code = base::Code::column_missing, .file = table.m_file, .line = 1, .field = std::string(column)};
    for (const Row& row : table.m_rows)
        if (row.cells.size() != table.m_header.size())
            return base::Error {
                .code = row.cells.size() < table.m_header.size() ? base::Code::row_short : base::Code::row_long,
                .file = table.m_file,
                .line = row.line,
                .found = std::to_string(row.cells.size()),
                .expected = std::to_string(table.m_header.size())};
    return table;
}

const std::string& Table::cell(std::size_t row, std::string_view column) const
{
    const auto at = std::find(m_header.begin(), m_header.end(), column) - m_header.begin();
    return m_rows.at(row).cells.at(static_cast<std::size_t>(at));
}

base::Error Table::error(base::Code code, std::size_t row, std::string_view column) const
{
    return {.code = code,
        .file = m_file,
        .line = m_rows.at(row).line,
        .field = std::string(column),
        .found = base::excerpt(cell(row, column)),
        .expected = code == base::Code::bad_number ? "number" : ""};
}

base::Result<std::optional<double>> Table::number(std::size_t row, std::string_view column) const
{
    const std::string& text = cell(row, column);
    if (text.empty())
        return std::optional<double> {};
    const base::Result<double> value = base::parseDouble(text);
    if (!value.ok() || !std::isfinite(*value) || *value < 0)
        return error(base::Code::bad_number, row, column);
    return std::optional<double>(*value);
}

base::Result<std::optional<base::Decimal>> Table::exact(std::size_t row, std::string_view column) const
{
    const std::string& text = cell(row, column);
    if (text.empty())
        return std::optional<base::Decimal> {};
    const auto value = base::Decimal::parse(text);
    if (!value.ok() || value->isNegative())
        return error(base::Code::bad_number, row, column);
    return std::optional(*value);
}

base::Result<std::optional<int>> Table::whole(std::size_t row, std::string_view column) const
{
    const std::string& text = cell(row, column);
    if (text.empty())
        return std::optional<int> {};
    const base::Result<std::int64_t> value = base::parseInt(text);
    if (!value.ok() || *value < 0 || *value > std::numeric_limits<int>::max())
        return error(base::Code::bad_number, row, column);
    return std::optional<int>(static_cast<int>(*value));
}

} // namespace fullscope::catalogue
