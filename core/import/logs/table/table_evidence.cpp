// SPDX-License-Identifier: GPL-3.0-or-later
// What the first rows show of each column.
#include "core/base/text.h"
#include "core/import/logs/field_text.h"
#include "core/import/logs/table/table_plan.h"

#include <algorithm>
#include <cmath>

namespace fullscope::import {

namespace {

std::string found(const Cell& cell)
{
    return cell.text.empty() ? base::formatDouble(cell.number) : std::string(cell.text);
}

} // namespace

void TablePlan::observe(const Cell& cell, std::int64_t line)
{
    Evidence& seen = m_evidence[static_cast<std::size_t>(cell.column)];
    if (seen.cells++ == 0) {
        seen.line = line;
        seen.first = base::excerpt(found(cell));
    }
    std::optional<double> number;
    if (cell.kind == Cell::Kind::number)
        number = cell.number;
    else if (cell.kind == Cell::Kind::text)
        number = m_numbers.read(cell.text);
    if (number)
        seen.numbers.push_back(*number);
    seen.whole += number && std::isfinite(*number) && std::floor(*number) == *number ? 1 : 0;
    const bool isText = cell.kind == Cell::Kind::text && !number;
    seen.durations += isText && clockSeconds(cell.text) ? 1 : 0;
    const bool isSlashed = isText && DateReader::isSlashed(cell.text);
    if (isSlashed)
        m_dates.learn(cell.text);
    const TimeShape shape = number                 ? timeShape(*number)
        : isSlashed                                ? TimeShape::slashed
        : isText && base::parseIso(cell.text).ok() ? TimeShape::iso
                                                   : TimeShape::none;
    ++seen.shapes[static_cast<std::size_t>(shape)];
}

TimeShape TablePlan::Evidence::shape() const
{
    const auto best = std::max_element(shapes.begin() + 1, shapes.end());
    return *best > 0 && 2 * *best >= cells ? static_cast<TimeShape>(best - shapes.begin()) : TimeShape::none;
}

void TablePlan::observe(std::span<const Row> rows)
{
    for (const Row& row : rows)
        for (const Cell& cell : row.cells)
            if (cell.kind == Cell::Kind::text)
                m_numbers.learn(cell.text);
    for (const Row& row : rows)
        for (const Cell& cell : row.cells)
            observe(cell, row.line);
}

} // namespace fullscope::import
