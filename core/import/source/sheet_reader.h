// SPDX-License-Identifier: GPL-3.0-or-later
// A sheet of a workbook as CSV text: line n is row n, also where rows before it are empty.
#pragma once

#include "core/base/problem.h"
#include "core/import/source/workbook.h"
#include "core/import/source/xml_reader.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fullscope::import {

class SheetReader final : public XmlHandler {
public:
    // All outlive the reader.
    SheetReader(const Workbook& workbook, const SharedStrings& strings, const std::vector<CellNumber>& styles);
    void setReader(XmlReader& reader) { m_reader = &reader; }

    void opened(std::string_view name, const XmlAttributes& attributes) override;
    void closed(std::string_view name) override;
    void text(std::string_view piece) override;

    // Rows that are complete; what was taken is erased by the caller.
    std::string& out() { return m_out; }
    const base::ProblemList& problems() const { return m_problems; }

private:
    enum class In { nothing, value, inline_text };

    void openRow(std::string_view number);
    void openCell(const XmlAttributes& attributes);
    void closeCell();
    void closeRow();
    std::string cellValue();
    void failAt(const std::string& reason);

    const Workbook& m_workbook;
    const SharedStrings& m_strings;
    const std::vector<CellNumber>& m_styles;
    XmlReader* m_reader = nullptr;

    std::string m_out;
    std::vector<std::string> m_cells; // of the row, up to the last that has a value
    std::size_t m_row_bytes = 0;
    std::size_t m_width = 0; // see closeRow
    std::int64_t m_row = 0, m_lines = 0;
    std::size_t m_column = 0; // one behind that of the cell
    std::string m_type, m_value;
    std::size_t m_style = 0;
    In m_in = In::nothing;
    bool m_in_data = false, m_in_reading = false, m_has_value = false, m_has_formula = false;
    bool m_row_has_number = false, m_numbers_begun = false;
    base::ProblemList m_problems;
};

} // namespace fullscope::import
