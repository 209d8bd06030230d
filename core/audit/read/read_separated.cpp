// SPDX-License-Identifier: GPL-3.0-or-later
// CSV and TSV, with quotes (a quoted cell may go on over lines), as people export and paste them.
#include "core/audit/read/document.h"
#include "core/base/spreadsheet.h"
#include "core/base/text.h"

#include <algorithm>

namespace fullscope::audit {

namespace {

// How much of a table it is: nearly all rows have as many cells as most.
bool isTable(const Grid& grid)
{
    if (grid.rows.size() < 2)
        return false;
    const std::size_t columns = grid.rows.front().size();
    if (columns < 2)
        return false;
    const auto fitting
        = std::ranges::count_if(grid.rows, [columns](const std::vector<Cell>& row) { return row.size() == columns; });
    return fitting * 5 >= std::ssize(grid.rows) * 4;
}

} // namespace

Grid separated(std::string_view text, char separator)
{
    Grid grid;
    std::vector<Cell> row;
    std::string cell;
    std::int64_t line = 1, cellLine = 1;
    bool quoted = false, wasQuoted = false;
    const auto endCell = [&] {
        row.push_back({base::fromSpreadsheetText(base::trimmed(cell)), cellLine});
        cell.clear();
        wasQuoted = false;
        cellLine = line;
    };
    const auto endRow = [&] {
        const bool isBlank = row.empty() && base::trimmed(cell).empty() && !wasQuoted;
        if (!isBlank)
            endCell();
        if (!row.empty())
            grid.rows.push_back(std::move(row));
        row.clear();
        cell.clear();
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\n')
            ++line;
        if (quoted) {
            if (c == '"' && i + 1 < text.size() && text[i + 1] == '"')
                cell += text[++i];
            else if (c == '"')
                quoted = false;
            else
                cell += c == '\n' || c == '\r' ? ' ' : c;
        } else if (c == '"' && base::trimmed(cell).empty() && !wasQuoted) {
            quoted = wasQuoted = true;
            cell.clear();
        } else if (c == separator) {
            endCell();
        } else if (c == '\n' || c == '\r') {
            endRow();
            cellLine = line;
        } else {
            cell += c;
        }
    }
    endRow();
    return grid;
}

std::optional<Grid> readSeparated(std::string_view text)
{
    const std::size_t firstLine = std::min(text.find('\n'), text.size());
    const std::string_view first = text.substr(0, firstLine);
    if (base::trimmed(first).starts_with('|'))
        return std::nullopt; // Markdown
    for (const char separator : {'\t', ';', ','}) {
        if (first.find(separator) == std::string_view::npos)
            continue;
        Grid grid = separated(text, separator);
        if (isTable(grid))
            return grid;
    }
    return std::nullopt;
}

} // namespace fullscope::audit
