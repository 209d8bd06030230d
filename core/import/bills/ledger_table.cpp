// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/ledger_table.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace fullscope::import {

namespace {

constexpr TableSpec kSpec {};

// Whole numbers of JSON come without their text.
std::string wholeText(double number)
{
    std::array<char, 400> buffer {}; // the greatest double has 309 digits
    const auto written
        = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, std::chars_format::fixed, 0);
    return {buffer.data(), written.ptr};
}

} // namespace

LedgerTable::LedgerTable(TextSource& source, evidence::Sink& sink, std::span<const MappedColumn> mapping)
    : m_text(source, mapping)
{
    if (m_text.isJson())
        m_json = std::make_unique<JsonRows>(m_text, sink, m_names, std::string_view(), JsonRows::Start::line);
    else
        m_csv = std::make_unique<CsvRows>(m_text, sink, m_names, kSpec);
}

base::Status LedgerTable::readHeader()
{
    return m_csv ? m_csv->readHeader() : base::Status();
}

base::Result<bool> LedgerTable::next(LedgerRow& row)
{
    FS_TRY_VALUE(more, m_csv ? m_csv->next(m_row) : m_json->next(m_row));
    row.line = m_row.line;
    row.fields.clear();
    for (const Cell& cell : m_row.cells) {
        const auto column = static_cast<std::size_t>(cell.column);
        if (row.fields.size() <= column)
            row.fields.resize(column + 1);
        std::string& field = row.fields[column];
        if (cell.kind == Cell::Kind::number && cell.text.empty())
            field = wholeText(cell.number);
        else if (cell.kind != Cell::Kind::other)
            field = cell.text;
        if (m_text.swapsQuotes())
            std::replace(field.begin(), field.end(), '|', '"');
    }
    return more;
}

} // namespace fullscope::import
