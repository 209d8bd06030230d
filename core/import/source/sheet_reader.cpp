// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/sheet_reader.h"

#include "core/base/text.h"
#include "core/import/source/csv.h"

#include <algorithm>
#include <utility>

namespace fullscope::import {

namespace {

// The format's own limits; beyond them numbers are damaged, or meant to make a small file a large one.
constexpr std::int64_t kMostRows = 1'048'576;
constexpr std::size_t kMostColumns = 16'384;
constexpr std::size_t kEnough = 256 * 1024; // bytes of text ready at a time

// "BC12" → 55, column from 1; 0 = none.
std::size_t columnOf(std::string_view reference)
{
    std::size_t column = 0;
    for (const char c : reference) {
        if (c < 'A' || c > 'Z')
            break;
        column = column * 26 + static_cast<std::size_t>(c - 'A' + 1);
        if (column > kMostColumns)
            break;
    }
    return column;
}

std::string letters(std::size_t column)
{
    std::string text;
    for (; column > 0; column = (column - 1) / 26)
        text.insert(text.begin(), static_cast<char>('A' + (column - 1) % 26));
    return text;
}

} // namespace

SheetReader::SheetReader(const Workbook& workbook, const SharedStrings& strings, const std::vector<CellNumber>& styles)
    : m_workbook(workbook)
    , m_strings(strings)
    , m_styles(styles)
{
}

void SheetReader::failAt(const std::string& reason)
{
    m_reader->fail("row " + std::to_string(m_row) + ": " + reason);
}

void SheetReader::opened(std::string_view name, const XmlAttributes& attributes)
{
    if (name == "sheetData") {
        m_in_data = true;
    } else if (!m_in_data) {
        return;
    } else if (name == "row") {
        openRow(attributes["r"]);
    } else if (name == "c") {
        openCell(attributes);
    } else if (name == "f") {
        m_has_formula = true;
    } else if (name == "v") {
        m_in = In::value;
        m_has_value = true;
    } else if (name == "rPh") {
        m_in_reading = true;
    } else if (name == "t" && !m_in_reading) {
        m_in = In::inline_text;
        m_has_value = true;
    }
}

void SheetReader::text(std::string_view piece)
{
    if (m_in == In::nothing)
        return;
    m_value += piece;
    if (m_value.size() > CsvReader::kMaxField)
        failAt("a cell is too long");
}

void SheetReader::closed(std::string_view name)
{
    if (!m_in_data)
        return;
    if (name == "v" || name == "t")
        m_in = In::nothing;
    else if (name == "rPh")
        m_in_reading = false;
    else if (name == "c")
        closeCell();
    else if (name == "row")
        closeRow();
    else if (name == "sheetData")
        m_in_data = false;
}

void SheetReader::openRow(std::string_view number)
{
    const auto given = base::parseInt(number);
    const std::int64_t row = given.ok() ? *given : m_row + 1;
    if (row <= m_row || row > kMostRows)
        return failAt("followed by row " + std::string(number));
    m_row = row;
    m_column = 0;
    m_cells.clear();
    m_row_bytes = 0;
    m_row_has_number = false;
}

void SheetReader::openCell(const XmlAttributes& attributes)
{
    const std::size_t given = columnOf(attributes["r"]);
    const std::size_t column = given == 0 ? m_column + 1 : given;
    if (column <= m_column || column > kMostColumns)
        return failAt("cell " + letters(m_column) + " is followed by " + std::string(attributes["r"]));
    m_column = column;
    m_type = attributes["t"];
    const auto style = base::parseInt(attributes["s"]);
    m_style = style.ok() && *style > 0 ? static_cast<std::size_t>(*style) : 0;
    m_value.clear();
    m_has_value = m_has_formula = false;
}

std::string SheetReader::cellValue()
{
    if (m_type == "s") {
        const auto index = base::parseInt(base::trimmed(m_value));
        if (index.ok() && *index >= 0 && static_cast<std::size_t>(*index) < m_strings.size())
            return std::string(m_strings.at(static_cast<std::size_t>(*index)));
        failAt("no shared text " + m_value);
        return {};
    }
    if (m_type == "b")
        return base::trimmed(m_value) == "0" ? "FALSE" : "TRUE";
    if (m_type == "str" || m_type == "inlineStr")
        return m_value.find("_x") == std::string::npos ? m_value : unescapedCell(m_value);
    if (m_type == "e" || m_type == "d")
        return m_value;
    const CellNumber kind = m_style < m_styles.size() ? m_styles[m_style] : CellNumber::number;
    m_row_has_number = m_row_has_number || kind == CellNumber::number;
    return kind == CellNumber::number ? numberText(m_value) : dayText(m_value, kind, m_workbook.from_1904);
}

void SheetReader::closeCell()
{
    if (m_has_formula && !m_has_value)
        m_problems.add({.severity = base::Severity::warning,
            .handling = base::Handling::value_dropped,
            .what = {.code = base::Code::formula_without_value, .line = m_row, .field = letters(m_column)}});
    if (!m_has_value || (m_value.empty() && m_type != "s"))
        return;
    std::string value = cellValue();
    if (value.empty())
        return;
    m_row_bytes += value.size();
    if (m_row_bytes > CsvReader::kMaxRecord)
        return failAt("a row is too long");
    m_cells.resize(m_column);
    m_cells.back() = std::move(value);
}

// Rows end at their last value, but records are as long as their header. It is not known which row that is; it is one
// without numbers, or in front of all rows with numbers. A number that stands beside the table does not widen it.
void SheetReader::closeRow()
{
    if (m_cells.empty())
        return;
    m_out.append(static_cast<std::size_t>(m_row - 1 - m_lines), '\n');
    m_lines = m_row;
    if (!m_row_has_number || !m_numbers_begun)
        m_width = std::max(m_width, m_cells.size());
    m_numbers_begun = m_numbers_begun || m_row_has_number;
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        if (i > 0)
            m_out += ',';
        appendCsvField(m_out, m_cells[i]);
    }
    if (m_width > m_cells.size())
        m_out.append(m_width - m_cells.size(), ',');
    m_out += '\n';
    if (m_out.size() > kEnough)
        m_reader->pause();
}

} // namespace fullscope::import
