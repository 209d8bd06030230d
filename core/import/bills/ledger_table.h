// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a ledger, of CSV or of JSON objects, as texts by column.
#pragma once

#include "core/import/bills/ledger_plan.h"
#include "core/import/bills/ledger_text.h"
#include "core/import/logs/table/csv_rows.h"
#include "core/import/logs/table/json_rows.h"

#include <memory>

namespace fullscope::import {

class LedgerTable {
public:
    LedgerTable(TextSource& source, evidence::Sink& sink, std::span<const MappedColumn> mapping);

    base::Status readHeader(); // of CSV
    // False at the end. A record that cannot be used gives a row without fields, so that the caller can stop in
    // between.
    base::Result<bool> next(LedgerRow& row);
    const ColumnNames& names() const { return m_names; }
    bool hasSemicolons() const { return m_csv && m_csv->separator() == ';'; }

private:
    LedgerText m_text;
    ColumnNames m_names;
    std::unique_ptr<CsvRows> m_csv; // one of the two
    std::unique_ptr<JsonRows> m_json;
    Row m_row;
};

} // namespace fullscope::import
