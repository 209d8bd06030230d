// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/table/csv_rows.h"

#include "core/base/text.h"

#include <algorithm>
#include <utility>

namespace fullscope::import {

CsvRows::CsvRows(TextSource& source, evidence::Sink& sink, ColumnNames& names, const TableSpec& spec)
    : m_sink(sink)
    , m_names(names)
    , m_spec(spec)
    , m_csv(source)
{
}

base::Status CsvRows::readHeader()
{
    FS_TRY(m_csv.readHeader());
    return setColumns(m_csv.header());
}

// A name that stands twice is a column of its own the second time, so that no value is lost.
base::Status CsvRows::setColumns(std::vector<std::string> header)
{
    for (std::string& name : header)
        name = std::string(base::trimmed(name));
    m_header = header;
    if (m_spec.header)
        FS_TRY(m_spec.header(header));
    m_columns.clear();
    for (const std::string& name : header) {
        int column = m_names.idOf(name);
        std::string other;
        for (int n = 2; column >= 0 && std::find(m_columns.begin(), m_columns.end(), column) != m_columns.end(); ++n) {
            other = name + " (" + std::to_string(n) + ")";
            column = m_names.idOf(other);
        }
        if (!other.empty())
            problem(base::Severity::warning, base::Handling::kept,
                {.code = base::Code::name_duplicate, .field = base::excerpt(name), .found = base::excerpt(name)});
        if (column < 0)
            problem(base::Severity::warning, base::Handling::value_dropped,
                {.code = base::Code::out_of_range,
                    .field = base::excerpt(name),
                    .found = std::to_string(header.size()),
                    .expected = std::to_string(ColumnNames::kMost)});
        m_columns.push_back(column);
    }
    return {};
}

// Runs that were appended to one file write their header again, at times with other columns.
bool CsvRows::isHeader() const
{
    const auto& fields = m_csv.fields();
    std::size_t known = 0;
    for (const std::string_view field : fields) {
        const std::string_view name = base::trimmed(field);
        if (base::parseDouble(name).ok())
            return false;
        known += !name.empty() && std::find(m_header.begin(), m_header.end(), name) != m_header.end() ? 1 : 0;
    }
    return known >= 2 && 2 * known >= fields.size();
}

bool CsvRows::isUsable()
{
    const auto& fields = m_csv.fields();
    base::Error what {.code = base::Code::row_short,
        .found = std::to_string(fields.size()),
        .expected = std::to_string(m_columns.size())};
    if (m_csv.cut() || (m_spec.ends_in_newline && !m_csv.hadEnd())) {
        what.code = base::Code::record_truncated;
        problem(base::Severity::warning, base::Handling::row_skipped, std::move(what));
        return false;
    }
    if (!m_csv.hadEnd())
        problem(base::Severity::info, base::Handling::kept,
            {.code = base::Code::record_truncated, .found = base::excerpt(fields.back()), .expected = "line end"});
    if (fields.size() < m_columns.size())
        problem(base::Severity::warning, base::Handling::kept, std::move(what));
    if (fields.size() <= m_columns.size())
        return true;
    // A value beyond the last column says that some separator is none: nobody knows which values stand where.
    const bool blank = std::all_of(fields.begin() + static_cast<std::ptrdiff_t>(m_columns.size()), fields.end(),
        [](std::string_view extra) { return base::trimmed(extra).empty(); });
    what.code = base::Code::row_long;
    if (!blank)
        problem(base::Severity::warning, base::Handling::row_skipped, std::move(what));
    return blank;
}

void CsvRows::fill(Row& row)
{
    row.line = m_csv.line();
    const auto& fields = m_csv.fields();
    for (std::size_t i = 0; i < m_columns.size() && i < fields.size(); ++i) {
        const std::string_view text = base::trimmed(fields[i]);
        if (m_columns[i] >= 0 && !isAbsent(text))
            row.cells.push_back({.column = m_columns[i], .kind = Cell::Kind::text, .text = text});
    }
    if (!row.cells.empty())
        row.header_line = std::exchange(m_header_line, 0);
}

base::Result<bool> CsvRows::next(Row& row)
{
    row.cells.clear();
    base::Result<bool> more = m_csv.next();
    if (more.ok() && !*more)
        return false;
    if (!more.ok()) {
        const base::Code code = more.error().code;
        if (code != base::Code::quote_unclosed && code != base::Code::line_too_long)
            return more;
        problem(base::Severity::warning, base::Handling::row_skipped, std::move(more.error()));
    } else if (isHeader()) {
        FS_TRY(setColumns({m_csv.fields().begin(), m_csv.fields().end()}));
        m_header_line = m_csv.line();
    } else if (isUsable()) {
        fill(row);
    }
    return true;
}

void CsvRows::problem(base::Severity severity, base::Handling handling, base::Error what)
{
    what.line = m_csv.line();
    m_sink.problem({.severity = severity, .handling = handling, .what = std::move(what)});
}

} // namespace fullscope::import
