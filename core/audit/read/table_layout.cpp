// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/audit/read/table_layout.h"

#include "core/audit/platforms.h"
#include "core/audit/read/labels.h"
#include "core/audit/read/plain_text.h"
#include "core/audit/read/printed_number.h"
#include "core/audit/read/table_heads.h"
#include "core/base/text.h"

#include <algorithm>

namespace fullscope::audit {

namespace {

using Row = std::vector<Cell>;

bool isKnown(const std::string& label, const Reading& reading)
{
    bool byUser = false;
    return meaningOf(label, reading.maps, byUser).has_value() || byUser;
}

bool isAlike(const Row& a, const Row& b)
{
    return std::ranges::equal(a, b, [](const Cell& x, const Cell& y) { return x.text == y.text; });
}

// "Throughput | 48,200 tokens/s" in the first row: it is no heading.
bool isHeadless(const Grid& grid, const Reading& reading)
{
    const Row& first = grid.rows.front();
    if (first.size() < 2 || !isKnown(first.front().text, reading))
        return false;
    const auto isFigure = [&reading](const Cell& cell) {
        const std::string plain = plainText(cell.text);
        const auto number = findNumber(plain);
        return number && number->begin == 0 && !resolve(plain, reading.catalogue).isKnown()
            && mapOf(cell.text, reading.maps) == nullptr;
    };
    return std::all_of(first.begin() + 1, first.end(), [&](const Cell& cell) {
        return isNothing(cell.text) || isFigure(cell);
    }) && std::any_of(first.begin() + 1, first.end(), isFigure);
}

// A row of units right below the headings: "Unit | $/h | tokens/s".
bool isUnitRow(const Row& row)
{
    if (row.size() < 2 || !(row.front().text.empty() || isUnitHeading(row.front().text)))
        return false;
    bool any = false;
    for (std::size_t column = 1; column < row.size(); ++column) {
        std::string plain = plainText(row[column].text);
        std::string_view unit = base::trimmed(plain);
        if (unit.size() > 2 && (unit.front() == '(' || unit.front() == '['))
            unit = unit.substr(1, unit.size() - 2);
        if (isNothing(unit))
            continue;
        if (!isUnit(unit) || findNumber(unit))
            return false;
        any = true;
    }
    return any;
}

void foldUnits(Grid& grid)
{
    if (grid.rows.size() < 3 || !isUnitRow(grid.rows[1]))
        return;
    Row& head = grid.rows.front();
    for (std::size_t column = 1; column < std::min(head.size(), grid.rows[1].size()); ++column) {
        const std::string& unit = grid.rows[1][column].text;
        if (!isNothing(unit) && !base::containsIgnoreCase(head[column].text, unit))
            head[column].text += unit.starts_with('(') || unit.starts_with('[') ? " " + unit : " (" + unit + ")";
    }
    grid.rows.erase(grid.rows.begin() + 1);
}

// A first column of groups, whose labels stand in the second: "Cost | Price per hour | $55.04".
void dropGroups(Grid& grid, const Reading& reading)
{
    const Row& head = grid.rows.front();
    if (head.size() < 3 || hasFigure(head[1].text))
        return;
    int first = 0, second = 0;
    for (std::size_t i = 1; i < grid.rows.size(); ++i) {
        const std::string& label = textAt(grid.rows[i], 1);
        if (hasFigure(label) && !isKnown(label, reading))
            return;
        first += isKnown(textAt(grid.rows[i], 0), reading) ? 1 : 0;
        second += isKnown(label, reading) ? 1 : 0;
    }
    const bool isLabelled = isQuantityHeading(head[1].text) && !isQuantityHeading(head[0].text);
    if (second == 0 || (!isLabelled && (second <= first || resolve(head[1].text, reading.catalogue).isKnown())))
        return;
    if (std::any_of(head.begin() + 1, head.end(), [&](const Cell& cell) { return isKnown(cell.text, reading); })
        && !isLabelled)
        return; // quantities stand in the columns
    std::string group;
    for (std::size_t i = 0; i < grid.rows.size(); ++i) {
        Row& row = grid.rows[i];
        if (row.size() < 2)
            continue;
        if (!row[0].text.empty())
            group = row[0].text;
        const std::string joined = group + " " + row[1].text;
        if (i > 0 && !isKnown(row[1].text, reading) && isKnown(joined, reading))
            row[1].text = joined;
        row.erase(row.begin());
    }
    ++grid.first_column;
}

} // namespace

const std::string& textAt(const Row& row, std::size_t column)
{
    static const std::string none;
    return column < row.size() ? row[column].text : none;
}

bool isNothing(std::string_view text)
{
    const std::string lower = base::toLower(base::trimmed(plainText(text)));
    for (const std::string_view nothing :
        {"", "-", "--", "n/a", "na", "none", "无", "/", "?", "tbd", "unknown", "未知"})
        if (lower == nothing)
            return true;
    return false;
}

bool hasFigure(std::string_view text)
{
    return findNumber(plainText(text)).has_value();
}

Grid laidOut(const Grid& whole, const Reading& reading)
{
    Grid grid = withOneHead(whole, reading.catalogue);
    if (grid.rows.empty())
        return grid;
    if (isHeadless(grid, reading)) {
        Row head(grid.rows.front().size(), Cell {.text = {}, .line = grid.rows.front().front().line});
        grid.rows.insert(grid.rows.begin(), std::move(head));
        return grid;
    }
    foldUnits(grid);
    const Row head = grid.rows.front();
    grid.rows.erase(
        std::remove_if(grid.rows.begin() + 1, grid.rows.end(), [&head](const Row& row) { return isAlike(row, head); }),
        grid.rows.end());
    dropGroups(grid, reading);
    return grid;
}

} // namespace fullscope::audit
