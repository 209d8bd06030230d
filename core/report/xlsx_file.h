// SPDX-License-Identifier: GPL-3.0-or-later
// A workbook in memory, by libxlsxwriter. Text is text: no cell of it can become a formula.
#pragma once

#include "core/base/result.h"
#include "core/report/file_names.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

struct lxw_chart;
struct lxw_format;
struct lxw_workbook;
struct lxw_worksheet;

namespace fullscope::report {

struct CellStyle {
    bool bold = false, wrapped = false, title = false, heading = false, muted = false;
    bool input = false; // a cell that is there to be changed
    bool right = false;
    std::string number {}; // format of numbers: "#,##0.00"

    auto operator<=>(const CellStyle&) const = default;
};

// Both from 0.
struct Cell {
    int row = 0, column = 0;
};
std::string cellName(Cell cell, bool absolute = false); // "C5", "$C$5"
std::string sheetCell(const std::string& sheet, Cell cell); // "Inputs!$C$5", "'输入'!$C$5"

class XlsxSheet;

class XlsxFile {
public:
    // `made_on`: ISO date of the document; the same contents of the same date are the same bytes.
    XlsxFile(const std::string& title, const std::string& made_on);
    ~XlsxFile();
    XlsxFile(const XlsxFile&) = delete;
    XlsxFile& operator=(const XlsxFile&) = delete;

    void setFooter(const std::string& line); // at the foot of every printed page of the sheets to come
    // Every text of the sheets to come has these names where it has the paths (file_names.h).
    void setFileNames(FileNames names) { m_names = std::move(names); }
    XlsxSheet addSheet(const std::string& name);
    // Stacked columns: a series for each row, a category for each column of the header row.
    void addStackedChart(XlsxSheet& sheet, Cell at, const std::string& title, int header_row, int first_row,
        int last_row, int first_column, int last_column);
    base::Result<std::string> finish(); // the bytes. Errors: write_failed, disk_full

private:
    friend class XlsxSheet;
    lxw_format* format(const CellStyle& style);

    std::string m_footer {}; // as the library wants it
    FileNames m_names;
    std::string m_path; // of the file that the library writes
    lxw_workbook* m_workbook = nullptr;
    std::map<CellStyle, lxw_format*> m_formats;
    bool m_failed = false;
};

class XlsxSheet {
public:
    const std::string& name() const { return m_name; }

    void text(Cell cell, const std::string& text, const CellStyle& style = {});
    // What is not finite is left empty.
    void number(Cell cell, double value, const CellStyle& style = {});
    void blank(Cell cell, const CellStyle& style);
    // `cached` is what programs show that do not calculate; none: the text `otherwise`.
    void formula(Cell cell, const std::string& formula, std::optional<double> cached, const std::string& otherwise,
        const CellStyle& style = {});
    // Refuses what is typed outside of it and says why.
    void range(Cell cell, double minimum, double maximum, const std::string& why);
    void width(int column, double characters);
    void freeze(Cell first_that_scrolls);
    void landscape();

private:
    friend class XlsxFile;
    XlsxSheet(XlsxFile& file, lxw_worksheet* sheet, std::string name)
        : m_file(&file)
        , m_sheet(sheet)
        , m_name(std::move(name))
    {
    }

    XlsxFile* m_file;
    lxw_worksheet* m_sheet;
    std::string m_name;
};

} // namespace fullscope::report
