// SPDX-License-Identifier: GPL-3.0-or-later
// Markdown tables, columns that tabs or spaces align, and sentences between them.
#include "core/audit/read/document.h"
#include "core/audit/read/plain_text.h"
#include "core/base/text.h"

#include <algorithm>

namespace fullscope::audit {

namespace {

struct Line {
    std::string_view text;
    std::int64_t number = 0;
};

std::vector<Line> linesOf(std::string_view text)
{
    std::vector<Line> lines;
    for (std::int64_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        lines.push_back({line, number});
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

// Bold, code and line breaks of Markdown and of the HTML within it.
std::string withoutMarks(std::string_view marked)
{
    const std::string kept = withoutStruck(marked);
    std::string_view text = kept;
    std::string plain;
    while (!text.empty()) {
        if (text.starts_with("**") || text.starts_with("__"))
            text.remove_prefix(2);
        else if (text.starts_with("<br>") || text.starts_with("<br/>"))
            plain += ' ', text.remove_prefix(text.find('>') + 1);
        else if (text.starts_with("\\|"))
            plain += '|', text.remove_prefix(2);
        else if (text.starts_with('`'))
            text.remove_prefix(1);
        else
            plain += text.front(), text.remove_prefix(1);
    }
    return std::string(base::trimmed(plain));
}

struct Replacement {
    std::string_view from, to;
};
constexpr Replacement kFrames[] = {{"│", "|"}, {"┃", "|"}, {"║", "|"}, {"─", "-"}, {"━", "-"}, {"═", "="}, {"┼", "+"},
    {"╪", "+"}, {"╬", "+"}, {"├", "+"}, {"┤", "+"}, {"┬", "+"}, {"┴", "+"}, {"┌", "+"}, {"┐", "+"}, {"└", "+"},
    {"┘", "+"}, {"╞", "+"}, {"╡", "+"}, {"╤", "+"}, {"╧", "+"}, {"╔", "+"}, {"╗", "+"}, {"╚", "+"}, {"╝", "+"},
    {"╠", "+"}, {"╣", "+"}, {"╦", "+"}, {"╩", "+"}, {"╭", "+"}, {"╮", "+"}, {"╰", "+"}, {"╯", "+"}};

// Frames of a terminal's tables as those of Markdown.
std::string plainFrames(std::string_view text)
{
    std::string plain;
    while (!text.empty()) {
        if (text.front() != '\xE2') { // how all of them begin
            plain += text.front();
            text.remove_prefix(1);
            continue;
        }
        const auto* const known = std::find_if(std::begin(kFrames), std::end(kFrames),
            [text](const Replacement& one) { return text.starts_with(one.from); });
        plain += known == std::end(kFrames) ? text.substr(0, 1) : known->to;
        text.remove_prefix(known == std::end(kFrames) ? 1 : known->from.size());
    }
    return plain;
}

// A line that parts the head of a table, or its rows, and holds nothing: `+----+---+`, `-----`, `=== ===`.
bool isRuleLine(std::string_view line)
{
    const std::string_view text = base::trimmed(line);
    return text.size() > 2 && text.find_first_not_of("-+=|: ") == std::string_view::npos
        && text.find_first_of("-=") != std::string_view::npos;
}

bool isRule(const std::vector<Cell>& row)
{
    return std::ranges::all_of(row, [](const Cell& cell) {
        return !cell.text.empty() && cell.text.find_first_not_of("-:= ") == std::string::npos;
    });
}

std::vector<Cell> pipeCells(const Line& line)
{
    std::string_view text = base::trimmed(line.text);
    if (text.starts_with('|'))
        text.remove_prefix(1);
    if (text.ends_with('|') && !text.ends_with("\\|"))
        text.remove_suffix(1);
    std::vector<Cell> cells;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= text.size(); ++i)
        if (i == text.size() || (text[i] == '|' && (i == 0 || text[i - 1] != '\\'))) {
            cells.push_back({withoutMarks(text.substr(begin, i - begin)), line.number});
            begin = i + 1;
        }
    return cells;
}

// Cells between tabs or two or more spaces.
std::vector<Cell> alignedCells(const Line& line)
{
    std::vector<Cell> cells;
    std::string_view text = base::trimmed(line.text);
    const bool tabs = text.find('\t') != std::string_view::npos;
    while (!text.empty()) {
        const std::size_t end = std::min(tabs ? text.find('\t') : text.find("  "), text.size());
        cells.push_back({std::string(base::trimmed(text.substr(0, end))), line.number});
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!tabs)
            text = base::trimmed(text);
    }
    return cells;
}

bool isPipeRow(std::string_view line)
{
    const std::string_view text = base::trimmed(line);
    return text.find('|') != std::string_view::npos
        && (text.starts_with('|') || std::ranges::count(text, '|') >= 2 || text.ends_with('|'));
}

template <typename Cells>
std::size_t takeTable(const std::vector<Line>& lines, std::size_t at, Cells cells, Document& document)
{
    Grid grid;
    std::size_t end = at;
    for (; end < lines.size(); ++end) {
        if (isRuleLine(lines[end].text))
            continue;
        std::vector<Cell> row = cells(lines[end]);
        if (row.size() < 2)
            break;
        if (!isRule(row))
            grid.rows.push_back(std::move(row));
    }
    if (grid.rows.size() < 2)
        return at;
    document.grids.push_back(std::move(grid));
    return end;
}

} // namespace

base::Result<Document> readLines(std::string_view framed)
{
    const std::string text = plainFrames(framed);
    const std::vector<Line> lines = linesOf(text);
    Document document;
    for (std::size_t i = 0; i < lines.size();) {
        // ` Metric | H100` above `--------+------`: as psql prints it, without an outer frame.
        const bool isBare = i + 1 < lines.size() && isRuleLine(lines[i + 1].text)
            && lines[i + 1].text.find('+') != std::string_view::npos;
        const auto pipe = [isBare](const Line& line) {
            const bool isRow = isPipeRow(line.text) || (isBare && line.text.find('|') != std::string_view::npos);
            return isRow ? pipeCells(line) : std::vector<Cell> {};
        };
        std::size_t end = takeTable(lines, i, pipe, document);
        if (end == i && !isPipeRow(lines[i].text))
            end = takeTable(lines, i, alignedCells, document);
        if (end != i) {
            i = end;
            continue;
        }
        std::string plain = withoutMarks(lines[i].text);
        if (!plain.empty())
            document.paragraphs.push_back({std::move(plain), lines[i].number});
        ++i;
    }
    FS_TRY(countCells(document));
    return document;
}

} // namespace fullscope::audit
