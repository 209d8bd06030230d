// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/plot_spec.h"

#include "core/base/spreadsheet.h"
#include "core/base/text.h"
#include "core/base/utc.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace fullscope::report {

namespace {

using Row = std::vector<std::string>;

std::string number(double value)
{
    return std::isfinite(value) ? base::formatDouble(value) : std::string();
}

std::string position(double x, const Axis& axis)
{
    if (!axis.dates || !std::isfinite(x))
        return number(x);
    return base::formatDate({static_cast<std::int64_t>(x) * base::kSecondUs});
}

// Of options, series, marks: what somebody named.
std::string named(const std::string& name)
{
    return base::spreadsheetText(name);
}

// "Compute [USD]", "Step time [seconds]": the unit by its stable name, money by its currency.
std::string heading(const std::string& name, base::Unit unit, const std::string& currency)
{
    constexpr std::string_view kMoney = "money";
    std::string unitText(base::unitName(unit));
    if (unitText.starts_with(kMoney))
        unitText = currency + unitText.substr(kMoney.size());
    return named(unit == base::Unit::one ? name : name + " [" + unitText + "]");
}

std::vector<Row> barRows(const PlotSpec& plot)
{
    Row header {plot.x.label.empty() ? "category" : named(plot.x.label)};
    for (const BarSeries& series : plot.bars)
        header.push_back(heading(series.name, plot.y.unit, plot.currency));
    if (!plot.bases.empty())
        header.push_back(heading("from", plot.y.unit, plot.currency));
    std::vector<Row> rows {std::move(header)};
    for (std::size_t i = 0; i < plot.categories.size(); ++i) {
        Row row {named(plot.categories[i])};
        for (const BarSeries& series : plot.bars)
            row.push_back(i < series.values.size() ? number(series.values[i]) : std::string());
        if (!plot.bases.empty())
            row.push_back(i < plot.bases.size() ? number(plot.bases[i]) : std::string());
        rows.push_back(std::move(row));
    }
    return rows;
}

// One value of one column, placed by x. Several values at one x keep their order and get a row each.
struct Cell {
    double x = 0;
    std::size_t occurrence = 0;
    std::size_t column = 0;
    std::string text;
};

std::vector<Cell> lineCells(const PlotSpec& plot)
{
    std::vector<Cell> cells;
    for (std::size_t s = 0; s < plot.lines.size(); ++s) {
        const LineSeries& series = plot.lines[s];
        for (std::size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i)
            cells.push_back({series.x[i], 0, s + 1, number(series.y[i])});
    }
    for (const Mark& mark : plot.marks)
        cells.push_back({mark.x, 0, plot.lines.size() + 1, named(mark.text)});
    std::erase_if(cells, [](const Cell& cell) { return !std::isfinite(cell.x); });
    std::stable_sort(cells.begin(), cells.end(),
        [](const Cell& a, const Cell& b) { return std::tie(a.x, a.column) < std::tie(b.x, b.column); });
    for (std::size_t i = 1; i < cells.size(); ++i)
        if (cells[i].x == cells[i - 1].x && cells[i].column == cells[i - 1].column)
            cells[i].occurrence = cells[i - 1].occurrence + 1;
    std::stable_sort(cells.begin(), cells.end(),
        [](const Cell& a, const Cell& b) { return std::tie(a.x, a.occurrence) < std::tie(b.x, b.occurrence); });
    return cells;
}

std::vector<Row> lineRows(const PlotSpec& plot)
{
    Row header {heading(plot.x.label.empty() ? "x" : plot.x.label, plot.x.unit, plot.currency)};
    for (const LineSeries& series : plot.lines)
        header.push_back(heading(series.name, plot.y.unit, plot.currency));
    if (!plot.marks.empty())
        header.push_back("mark");
    const std::size_t width = header.size();
    std::vector<Row> rows {std::move(header)};
    const std::vector<Cell> cells = lineCells(plot);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const bool sameRow = i > 0 && cells[i].x == cells[i - 1].x && cells[i].occurrence == cells[i - 1].occurrence;
        if (!sameRow) {
            rows.emplace_back(width);
            rows.back()[0] = position(cells[i].x, plot.x);
        }
        rows.back()[cells[i].column] = cells[i].text;
    }
    return rows;
}

std::vector<Row> bandRows(const PlotSpec& plot)
{
    std::vector<Row> rows {
        {"category", heading("from", plot.x.unit, plot.currency), heading("to", plot.x.unit, plot.currency)}};
    for (const Band& band : plot.bands)
        rows.push_back({named(band.name), number(band.from), number(band.to)});
    return rows;
}

std::vector<Row> cellRows(const PlotSpec& plot)
{
    const Cells& cells = plot.cells;
    std::vector<Row> rows {{heading(plot.x.label, plot.x.unit, plot.currency),
        heading(plot.y.label, plot.y.unit, plot.currency), heading(cells.label, cells.unit, plot.currency), "line"}};
    for (std::size_t row = 0; row < cells.y.size(); ++row)
        for (std::size_t column = 0; column < cells.x.size(); ++column)
            rows.push_back(
                {number(cells.x[column]), number(cells.y[row]), number(cells.values.at(row).at(column)), ""});
    for (const LineSeries& line : plot.lines)
        for (std::size_t i = 0; i < std::min(line.x.size(), line.y.size()); ++i)
            rows.push_back({number(line.x[i]), number(line.y[i]), "", line.name});
    return rows;
}

std::vector<Row> dataRows(const PlotSpec& plot)
{
    switch (plot.kind) {
    case PlotKind::stacked_bars:
        return barRows(plot);
    case PlotKind::lines:
        return lineRows(plot);
    case PlotKind::band:
        return bandRows(plot);
    case PlotKind::heat_map:
        return cellRows(plot);
    }
    return {};
}

std::string onOneLine(std::string field)
{
    std::replace_if(
        field.begin(), field.end(), [](char c) { return c == '\t' || c == '\r' || c == '\n'; }, ' ');
    return field;
}

template <typename Encode>
std::string joined(const std::vector<Row>& rows, char separator, Encode encode)
{
    std::string text;
    for (const Row& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i > 0)
                text += separator;
            text += encode(row[i]);
        }
        text += '\n';
    }
    return text;
}

} // namespace

std::string toCsv(const PlotSpec& plot)
{
    return joined(dataRows(plot), ',', base::csvField);
}

std::string toTsv(const PlotSpec& plot)
{
    return joined(dataRows(plot), '\t', onOneLine);
}

} // namespace fullscope::report
