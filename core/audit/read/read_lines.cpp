// SPDX-License-Identifier: GPL-3.0-or-later
// Markdown tables, columns that tabs or spaces align, and sentences between them.
#include "core/audit/read/document.h"
#include "core/audit/read/plain_text.h"
#include "core/base/text.h"

#include <algorithm>
#include <iterator>
#include <optional>

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

// A cell between spaces, and where on its line it stands: in columns of a terminal.
struct Placed {
    Cell cell;
    std::size_t begin = 0, end = 0;
};

// A Chinese character takes two columns.
std::size_t widthOf(std::string_view text)
{
    constexpr unsigned char kWide = 0xE3; // first byte from U+3000 on
    std::size_t width = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        width += (byte & 0xC0U) == 0x80U ? 0 : byte >= kWide ? 2 : 1;
    }
    return width;
}

// Cells between two or more spaces.
std::vector<Placed> spacedCells(const Line& line)
{
    std::vector<Placed> cells;
    std::size_t at = 0;
    while ((at = line.text.find_first_not_of(' ', at)) != std::string_view::npos) {
        const std::size_t end = std::min(line.text.find("  ", at), line.text.size());
        const std::string_view text = base::trimmed(line.text.substr(at, end - at));
        const std::size_t begin = widthOf(line.text.substr(0, at));
        cells.push_back({{std::string(text), line.number}, begin, begin + widthOf(text)});
        at = end;
    }
    return cells;
}

std::vector<Cell> tabbedCells(const Line& line)
{
    std::vector<Cell> cells;
    for (std::string_view text = line.text;;) {
        const std::size_t end = std::min(text.find('\t'), text.size());
        cells.push_back({std::string(base::trimmed(text.substr(0, end))), line.number});
        if (end == text.size())
            return cells;
        text.remove_prefix(end + 1);
    }
}

// A row with fewer cells than others have: each below the column that it stands under. Nothing where two stand under
// one column.
std::optional<std::vector<Cell>> inColumns(const std::vector<Placed>& row, const std::vector<Placed>& columns)
{
    std::vector<Cell> cells(columns.size(), Cell {.text = {}, .line = row.front().cell.line});
    std::size_t from = 0;
    for (const Placed& placed : row) {
        std::size_t best = columns.size(), least = std::string::npos;
        for (std::size_t column = 0; column < columns.size(); ++column) {
            const std::size_t apart = placed.begin >= columns[column].end ? placed.begin - columns[column].end + 1
                : columns[column].begin >= placed.end                     ? columns[column].begin - placed.end + 1
                                                                          : 0;
            if (apart < least) {
                least = apart;
                best = column;
            }
        }
        if (best < from)
            return std::nullopt;
        cells[best] = placed.cell;
        from = best + 1;
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

// Columns that spaces align. A row of which cells cannot be told apart is a sentence.
std::size_t takeAligned(const std::vector<Line>& lines, std::size_t at, Document& document)
{
    std::vector<std::vector<Placed>> rows;
    std::size_t end = at;
    for (; end < lines.size(); ++end) {
        if (isRuleLine(lines[end].text))
            continue;
        std::vector<Placed> row = spacedCells(lines[end]);
        if (row.size() < 2)
            break;
        rows.push_back(std::move(row));
    }
    if (rows.size() < 2)
        return at;
    std::size_t most = 0;
    for (const auto& row : rows)
        most = std::max(most, row.size());
    std::vector<Placed> columns;
    for (const auto& row : rows) {
        if (row.size() != most)
            continue;
        if (columns.empty())
            columns = row;
        for (std::size_t i = 0; i < most; ++i) {
            columns[i].begin = std::min(columns[i].begin, row[i].begin);
            columns[i].end = std::max(columns[i].end, row[i].end);
        }
    }
    Grid grid;
    for (const auto& row : rows) {
        auto cells = inColumns(row, columns);
        if (row.size() == most) {
            cells.emplace();
            for (const Placed& placed : row)
                cells->push_back(placed.cell);
        }
        if (cells)
            grid.rows.push_back(*std::move(cells));
        else
            takeText({.rows = {[&row] {
                std::vector<Cell> plain;
                for (const Placed& placed : row)
                    plain.push_back(placed.cell);
                return plain;
            }()}},
                document);
    }
    if (grid.rows.size() < 2)
        return at;
    document.grids.push_back(std::move(grid));
    return end;
}

// Whether a line goes on with the sentence of the one above it: mails and README files break lines at a width.
bool goesOn(std::string_view above, std::string_view below)
{
    constexpr std::size_t kShortest = 40;
    constexpr std::string_view kOpen[] = {"the", "a", "an", "at", "of", "to", "and", "with", "for", "is", "costs",
        "cost", "about", "per", "from", "than", "reaches", "by", "in", "on", "or", "was", "at $", "only"};
    if (above.size() < kShortest || below.empty() || above.starts_with('#') || above.starts_with('|'))
        return false;
    if (std::string_view(".!?:;|").find(above.back()) != std::string_view::npos)
        return false;
    const bool isLower = (below.front() >= 'a' && below.front() <= 'z') || below.front() == '(';
    const std::size_t space = above.rfind(' ');
    const std::string_view last = space == std::string_view::npos ? above : above.substr(space + 1);
    return isLower || std::find(std::begin(kOpen), std::end(kOpen), last) != std::end(kOpen) || above.ends_with(',');
}

void takeLine(const Line& line, std::int64_t& last, Document& document)
{
    std::string plain = withoutMarks(line.text);
    if (plain.empty())
        return;
    const bool follows = !document.paragraphs.empty() && last + 1 == line.number;
    last = line.number;
    if (follows && goesOn(document.paragraphs.back().text, plain))
        document.paragraphs.back().text += " " + plain;
    else
        document.paragraphs.push_back({std::move(plain), line.number});
}

} // namespace

base::Result<Document> readLines(std::string_view framed)
{
    const std::string text = plainFrames(framed);
    const std::vector<Line> lines = linesOf(text);
    Document document;
    std::int64_t last = 0; // line of the last sentence
    std::size_t titles = 0; // sentences before the last table
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
            end = lines[i].text.find('\t') != std::string_view::npos ? takeTable(lines, i, tabbedCells, document)
                                                                     : takeAligned(lines, i, document);
        if (end != i) {
            if (document.paragraphs.size() > titles)
                document.grids.back().title = document.paragraphs.back().text;
            titles = document.paragraphs.size();
            i = end;
            continue;
        }
        takeLine(lines[i], last, document);
        ++i;
    }
    FS_TRY(countCells(document));
    return document;
}

} // namespace fullscope::audit
