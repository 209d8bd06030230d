// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/xlsx_file.h"

#include "core/base/readable.h"
#include "core/base/spreadsheet.h"
#include "core/base/utc.h"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>
#include <xlsxwriter.h>

namespace fullscope::report {

namespace {

constexpr std::size_t kLongestText = 32'000; // bytes; a cell holds 32,767 characters
constexpr lxw_color_t kAccent = 0x123F66, kMuted = 0x5A626B, kInput = 0x1F4FBF, kInputGround = 0xFFF9E5,
                      kHeadingGround = 0xEAF0F6;

std::string columnName(int column)
{
    std::string name;
    for (int rest = column + 1; rest > 0; rest = (rest - 1) / 26)
        name.insert(name.begin(), static_cast<char>('A' + (rest - 1) % 26));
    return name;
}

std::string cellText(std::string_view text)
{
    std::string out = base::readable(text);
    if (out.size() > kLongestText) {
        std::size_t end = kLongestText;
        while ((static_cast<unsigned char>(out[end]) & 0xC0) == 0x80)
            --end;
        out.resize(end);
        out += "…";
    }
    return base::isShownNumber(out) ? out : base::spreadsheetText(out); // "+44.3 %" can run nothing
}

base::Error failure(int number, const std::string& found)
{
    return {.code = number == ENOSPC ? base::Code::disk_full : base::Code::write_failed, .found = found};
}

} // namespace

std::string cellName(Cell cell, bool absolute)
{
    const char* mark = absolute ? "$" : "";
    return mark + columnName(cell.column) + mark + std::to_string(cell.row + 1);
}

std::string sheetCell(const std::string& sheet, Cell cell)
{
    bool is_plain = true;
    for (const char c : sheet)
        is_plain = is_plain && ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'));
    return (is_plain ? sheet : "'" + sheet + "'") + "!" + cellName(cell, true);
}

XlsxFile::XlsxFile(const std::string& title, const std::string& made_on)
{
    std::error_code ignored;
    std::string path = (std::filesystem::temp_directory_path(ignored) / "fullscope-XXXXXX").string();
    const int descriptor = ::mkstemp(path.data());
    if (descriptor < 0) {
        m_failed = true;
        return;
    }
    ::close(descriptor);
    m_path = path;
    m_workbook = workbook_new(m_path.c_str());
    if (m_workbook == nullptr) {
        m_failed = true;
        return;
    }
    std::string shown = cellText(title), author = "Fullscope";
    lxw_doc_properties properties {};
    properties.title = shown.data();
    properties.author = author.data();
    const auto made = base::parseIso(made_on);
    properties.created = made.ok() ? static_cast<time_t>(made->instant.us / base::kSecondUs) : 86'400;
    workbook_set_properties(m_workbook, &properties);
}

XlsxFile::~XlsxFile()
{
    if (m_workbook != nullptr)
        workbook_close(m_workbook);
    if (!m_path.empty())
        ::unlink(m_path.c_str());
}

void XlsxFile::setFooter(const std::string& line)
{
    constexpr std::size_t kMost = 125; // characters: of 255, two of which say where it stands; an ampersand takes two
    m_footer.clear();
    std::size_t characters = 0;
    for (const char c : line) {
        const bool begins = (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
        if (begins && ++characters > kMost)
            break;
        m_footer += c == '&' ? "&&" : std::string(1, c);
    }
    if (!m_footer.empty())
        m_footer.insert(0, "&C");
}

XlsxSheet XlsxFile::addSheet(const std::string& name)
{
    lxw_worksheet* sheet = m_workbook == nullptr ? nullptr : workbook_add_worksheet(m_workbook, name.c_str());
    m_failed = m_failed || sheet == nullptr;
    if (sheet != nullptr) {
        worksheet_set_paper(sheet, 9); // A4
        worksheet_fit_to_pages(sheet, 1, 0);
        worksheet_gridlines(sheet, LXW_HIDE_ALL_GRIDLINES);
        if (!m_footer.empty())
            m_failed = worksheet_set_footer(sheet, m_footer.c_str()) != LXW_NO_ERROR || m_failed;
    }
    return {*this, sheet, name};
}

void XlsxFile::addStackedChart(XlsxSheet& sheet, Cell at, const std::string& title, int header_row, int first_row,
    int last_row, int first_column, int last_column)
{
    if (m_workbook == nullptr || sheet.m_sheet == nullptr)
        return;
    lxw_chart* const chart = workbook_add_chart(m_workbook, LXW_CHART_BAR_STACKED);
    const auto u = [](int i) { return static_cast<lxw_row_t>(i); };
    const auto c = [](int i) { return static_cast<lxw_col_t>(i); };
    for (int row = first_row; row <= last_row; ++row) {
        lxw_chart_series* const series = chart_add_series(chart, nullptr, nullptr);
        chart_series_set_name_range(series, sheet.m_name.c_str(), u(row), 0);
        chart_series_set_categories(
            series, sheet.m_name.c_str(), u(header_row), c(first_column), u(header_row), c(last_column));
        chart_series_set_values(series, sheet.m_name.c_str(), u(row), c(first_column), u(row), c(last_column));
    }
    chart_title_set_name(chart, cellText(title).c_str());
    chart_axis_set_reverse(chart->y_axis);
    lxw_chart_options options {};
    options.x_scale = 1.6;
    options.y_scale = 1.6;
    worksheet_insert_chart_opt(sheet.m_sheet, u(at.row), c(at.column), chart, &options);
}

base::Result<std::string> XlsxFile::finish()
{
    if (m_workbook == nullptr)
        return failure(errno, std::strerror(errno));
    errno = 0;
    const lxw_error error = workbook_close(m_workbook);
    m_workbook = nullptr;
    if (error != LXW_NO_ERROR)
        return failure(errno, lxw_strerror(error));
    if (m_failed)
        return failure(0, "worksheet");
    std::ifstream in(m_path, std::ios::binary);
    std::ostringstream bytes;
    bytes << in.rdbuf();
    if (!in || bytes.str().empty())
        return failure(errno, std::strerror(errno));
    return bytes.str();
}

lxw_format* XlsxFile::format(const CellStyle& style)
{
    const auto [found, added] = m_formats.try_emplace(style, nullptr);
    if (!added || m_workbook == nullptr)
        return found->second;
    lxw_format* const format = workbook_add_format(m_workbook);
    found->second = format;
    format_set_align(format, LXW_ALIGN_VERTICAL_TOP);
    if (style.bold || style.title || style.heading)
        format_set_bold(format);
    if (style.title)
        format_set_font_size(format, 16);
    if (style.title || style.heading)
        format_set_font_color(format, kAccent);
    if (style.heading)
        format_set_bg_color(format, kHeadingGround);
    if (style.muted)
        format_set_font_color(format, kMuted);
    if (style.input) {
        format_set_font_color(format, kInput);
        format_set_bg_color(format, kInputGround);
        format_set_border(format, LXW_BORDER_HAIR);
    }
    if (style.wrapped)
        format_set_text_wrap(format);
    if (style.right)
        format_set_align(format, LXW_ALIGN_RIGHT);
    if (!style.number.empty())
        format_set_num_format(format, style.number.c_str());
    return format;
}

void XlsxSheet::text(Cell cell, const std::string& text, const CellStyle& style)
{
    if (m_sheet == nullptr)
        return;
    std::string shown = text;
    callFilesByName(shown, m_file->m_names);
    const lxw_error error = worksheet_write_string(m_sheet, static_cast<lxw_row_t>(cell.row),
        static_cast<lxw_col_t>(cell.column), cellText(shown).c_str(), m_file->format(style));
    m_file->m_failed = m_file->m_failed || error != LXW_NO_ERROR;
}

void XlsxSheet::number(Cell cell, double value, const CellStyle& style)
{
    if (m_sheet == nullptr)
        return;
    if (!std::isfinite(value))
        return blank(cell, style);
    worksheet_write_number(
        m_sheet, static_cast<lxw_row_t>(cell.row), static_cast<lxw_col_t>(cell.column), value, m_file->format(style));
}

void XlsxSheet::blank(Cell cell, const CellStyle& style)
{
    if (m_sheet != nullptr)
        worksheet_write_blank(
            m_sheet, static_cast<lxw_row_t>(cell.row), static_cast<lxw_col_t>(cell.column), m_file->format(style));
}

void XlsxSheet::formula(Cell cell, const std::string& formula, std::optional<double> cached,
    const std::string& otherwise, const CellStyle& style)
{
    if (m_sheet == nullptr)
        return;
    const auto row = static_cast<lxw_row_t>(cell.row);
    const auto column = static_cast<lxw_col_t>(cell.column);
    if (cached && std::isfinite(*cached))
        worksheet_write_formula_num(m_sheet, row, column, formula.c_str(), m_file->format(style), *cached);
    else
        worksheet_write_formula_str(
            m_sheet, row, column, formula.c_str(), m_file->format(style), cellText(otherwise).c_str());
}

void XlsxSheet::range(Cell cell, double minimum, double maximum, const std::string& why)
{
    if (m_sheet == nullptr)
        return;
    std::string message = why; // the library takes no const
    lxw_data_validation validation {};
    validation.validate = LXW_VALIDATION_TYPE_DECIMAL;
    validation.criteria = LXW_VALIDATION_CRITERIA_BETWEEN;
    validation.minimum_number = minimum;
    validation.maximum_number = maximum;
    validation.error_message = message.data();
    worksheet_data_validation_cell(
        m_sheet, static_cast<lxw_row_t>(cell.row), static_cast<lxw_col_t>(cell.column), &validation);
}

void XlsxSheet::width(int column, double characters)
{
    if (m_sheet != nullptr)
        worksheet_set_column(
            m_sheet, static_cast<lxw_col_t>(column), static_cast<lxw_col_t>(column), characters, nullptr);
}

void XlsxSheet::freeze(Cell first)
{
    if (m_sheet != nullptr)
        worksheet_freeze_panes(m_sheet, static_cast<lxw_row_t>(first.row), static_cast<lxw_col_t>(first.column));
}

void XlsxSheet::landscape()
{
    if (m_sheet != nullptr)
        worksheet_set_landscape(m_sheet);
}

} // namespace fullscope::report
