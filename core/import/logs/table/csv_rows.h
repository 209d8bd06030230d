// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a CSV log: odd records are reported and passed over, headers that stand between rows are followed.
#pragma once

#include "core/evidence/sink.h"
#include "core/import/logs/table/table_spec.h"
#include "core/import/source/csv.h"

namespace fullscope::import {

class CsvRows {
public:
    CsvRows(TextSource& source, evidence::Sink& sink, ColumnNames& names, const TableSpec& spec);

    base::Status readHeader();
    char separator() const { return m_csv.separator(); }
    // False at the end. A record that cannot be used gives a row without cells, so that the caller can stop in between.
    // The texts of `row` are valid until the next call.
    base::Result<bool> next(Row& row);

private:
    base::Status setColumns(std::vector<std::string> header);
    bool isHeader() const;
    bool isUsable();
    void fill(Row& row);
    void problem(base::Severity severity, base::Handling handling, base::Error what);

    evidence::Sink& m_sink;
    ColumnNames& m_names;
    const TableSpec& m_spec;
    CsvReader m_csv;
    std::vector<int> m_columns; // by field; -1 = there are too many
    std::vector<std::string> m_header; // as it stands in the file
    std::int64_t m_header_line = 0; // of one met since the last row
};

} // namespace fullscope::import
