// SPDX-License-Identifier: GPL-3.0-or-later
// A sheet of a workbook: tables lie anywhere on it, with empty rows between them and words beside.
#include "core/audit/read/document.h"
#include "core/audit/read/plain_text.h"
#include "core/base/text.h"

#include <algorithm>

namespace fullscope::audit {

namespace {

constexpr std::int64_t kMostColumns = 16'384, kMostRows = 1'048'576; // of a sheet (ECMA-376)

// "B2", "B" or "2" as column and row; 0 where that part is not given. False for anything else.
bool takePlace(std::string_view text, std::int64_t& column, std::int64_t& row)
{
    column = row = 0;
    std::size_t at = 0;
    for (; at < text.size() && isLetter(text[at]); ++at)
        if ((column = column * 26 + (base::toLower(text.substr(at, 1))[0] - 'a' + 1)) > kMostColumns)
            return false;
    const auto number = at < text.size() ? base::parseInt(text.substr(at)) : base::Result<std::int64_t>(0);
    if (!number.ok() || (at < text.size() && !isDigit(text[at])) || *number > kMostRows)
        return false;
    row = *number;
    return !text.empty() && (at == text.size() || row > 0);
}

bool isEmpty(const std::vector<Cell>& row)
{
    return std::ranges::all_of(row, [](const Cell& cell) { return cell.text.empty(); });
}

void crop(Grid& grid, const CellRange& range)
{
    std::erase_if(grid.rows, [&range](const std::vector<Cell>& row) {
        return row.empty() || row.front().line < range.first_row || row.front().line > range.last_row;
    });
    for (auto& row : grid.rows) {
        row.resize(std::min(row.size(), static_cast<std::size_t>(range.last_column)));
        row.erase(
            row.begin(), row.begin() + std::min(std::ssize(row), static_cast<std::ptrdiff_t>(range.first_column - 1)));
    }
    grid.first_column = range.first_column - 1;
}

// Without the columns to its left in which no row has anything.
void trimLeft(Grid& grid)
{
    const auto isBlank = [](const std::vector<Cell>& row) { return row.empty() || row.front().text.empty(); };
    while (!grid.rows.empty() && std::ranges::all_of(grid.rows, isBlank)
        && !std::ranges::all_of(grid.rows, [](const auto& row) { return row.empty(); })) {
        for (auto& row : grid.rows)
            if (!row.empty())
                row.erase(row.begin());
        ++grid.first_column;
    }
}

void takeBlock(Grid block, Document& document)
{
    trimLeft(block);
    // What stands alone in a row above a table is a title.
    const auto isAlone = [](const std::vector<Cell>& row) {
        return std::ranges::count_if(row, [](const Cell& cell) { return !cell.text.empty(); }) == 1;
    };
    std::size_t titles = 0;
    while (titles < block.rows.size() && isAlone(block.rows[titles])) {
        for (const Cell& cell : block.rows[titles])
            if (!cell.text.empty())
                document.paragraphs.push_back({cell.text, cell.line});
        ++titles;
    }
    block.rows.erase(block.rows.begin(), block.rows.begin() + static_cast<std::ptrdiff_t>(titles));
    if (titles > 0)
        block.title = document.paragraphs.back().text;
    if (block.rows.size() > 1)
        document.grids.push_back(std::move(block));
    else
        takeText(block, document);
}

} // namespace

std::optional<CellRange> parseCellRange(std::string_view text)
{
    const std::size_t colon = text.find(':');
    CellRange range {.first_row = 1, .last_row = kMostRows, .first_column = 1, .last_column = kMostColumns};
    std::int64_t column = 0, row = 0, lastColumn = 0, lastRow = 0;
    if (!takePlace(text.substr(0, colon), column, row)
        || !takePlace(colon == std::string_view::npos ? text : text.substr(colon + 1), lastColumn, lastRow)
        || (column == 0) != (lastColumn == 0) || (row == 0) != (lastRow == 0))
        return std::nullopt;
    if (row > 0)
        range.first_row = std::min(row, lastRow), range.last_row = std::max(row, lastRow);
    if (column > 0)
        range.first_column = std::min(column, lastColumn), range.last_column = std::max(column, lastColumn);
    return range;
}

base::Result<Document> readSheet(std::string_view csv, const std::optional<CellRange>& range)
{
    Grid all = separated(csv, ',');
    if (range)
        crop(all, *range);
    Document document;
    Grid block {.rows = {}, .first_column = all.first_column};
    std::int64_t last = 0;
    for (auto& row : all.rows) {
        const bool follows = !row.empty() && row.front().line == last + 1;
        if ((isEmpty(row) || !follows) && !block.rows.empty()) {
            takeBlock(std::move(block), document);
            block = {.rows = {}, .first_column = all.first_column};
        }
        if (isEmpty(row))
            continue;
        last = row.front().line;
        block.rows.push_back(std::move(row));
    }
    takeBlock(std::move(block), document);
    FS_TRY(countCells(document));
    return document;
}

} // namespace fullscope::audit
