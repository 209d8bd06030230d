// SPDX-License-Identifier: GPL-3.0-or-later
// CSV and TSV, with quotes (a quoted cell may go on over lines), as people export and paste them.
#include "core/audit/read/document.h"
#include "core/audit/read/plain_text.h"
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
    // Rows that are longer have commas that group digits: the others are a table all the same.
    const auto shorter
        = std::ranges::count_if(grid.rows, [columns](const std::vector<Cell>& row) { return row.size() < columns; });
    return fitting * 5 >= std::ssize(grid.rows) * 4 || (shorter == 0 && fitting >= 2);
}

// A number of digits, points and commas at `at` of a cell; empty: none begins there.
std::string_view numberAt(std::string_view text, std::size_t at)
{
    const char before = at > 0 ? text[at - 1] : ' ';
    if (!isDigit(text[at]) || isDigit(before) || isLetter(before) || before == '_' || before == '.' || before == ',')
        return {};
    std::string_view number = text.substr(at, std::min(text.find_first_not_of("0123456789.,", at), text.size()) - at);
    while (!isDigit(number.back()))
        number.remove_suffix(1);
    return number;
}

// What the signs of a number say: which of them is the decimal one. Of `65.690` nobody knows.
enum class Sign { none, comma, point, unclear };
Sign decimalSign(std::string_view number)
{
    const auto points = std::ranges::count(number, '.'), commas = std::ranges::count(number, ',');
    if (points == 0 && commas == 0)
        return Sign::none;
    if (points > 0 && commas > 0)
        return number.rfind(',') > number.rfind('.') ? Sign::comma : Sign::point;
    if (points + commas > 1)
        return points > 1 ? Sign::comma : Sign::point; // groups
    const std::size_t at = number.find_first_of(".,");
    if (at <= 3 && number.front() != '0' && number.size() - at == 4)
        return Sign::unclear;
    return commas > 0 ? Sign::comma : Sign::point;
}

std::string withPoint(std::string_view number)
{
    std::string plain;
    for (const char c : number)
        if (c != '.')
            plain += c == ',' ? '.' : c;
    return plain;
}

void settleDecimalCommas(Grid& grid, Document& document)
{
    std::int64_t commas = 0, points = 0;
    std::string first; // that could be read in two ways
    std::int64_t line = 0;
    const auto each = [&grid](auto use) {
        for (auto& row : grid.rows)
            for (Cell& cell : row)
                for (std::size_t at = 0; at < cell.text.size(); ++at)
                    if (const std::string number(numberAt(cell.text, at)); !number.empty())
                        at += use(cell, at, number) - 1;
    };
    each([&](const Cell& cell, std::size_t, const std::string& number) {
        const Sign sign = decimalSign(number);
        commas += sign == Sign::comma ? 1 : 0;
        points += sign == Sign::point ? 1 : 0;
        if (first.empty() && (sign == Sign::unclear || sign == Sign::comma)) {
            first = number;
            line = cell.line;
        }
        return number.size();
    });
    const bool isComma = commas > 0 && points == 0;
    if (first.empty() || (points > 0 && commas == 0))
        return;
    base::Problem problem {.severity = base::Severity::info, .handling = base::Handling::noted, .what = {}};
    problem.what = {.code = base::Code::number_ambiguous,
        .line = line,
        .found = base::excerpt(first),
        .expected = isComma ? withPoint(first) : first};
    document.problems.push_back(std::move(problem));
    if (isComma)
        each([](Cell& cell, std::size_t at, const std::string& number) {
            const std::string plain = withPoint(number);
            cell.text.replace(at, number.size(), plain);
            return plain.size();
        });
}

// Whether a row is the head of a table of its own: words and platforms, no figures.
bool isHead(const std::vector<Cell>& row)
{
    return row.size() > 1 && std::all_of(row.begin() + 1, row.end(), [](const Cell& cell) {
        const bool startsWithLetter = !cell.text.empty() && !isDigit(cell.text.front()) && cell.text.front() != '$'
            && cell.text.front() != '-' && cell.text.front() != '.';
        return startsWithLetter;
    });
}

// Tables that empty lines part, each with a head of its own; what is one row is text. Empty: they are one table.
std::vector<Grid> tablesOf(const Grid& grid)
{
    std::vector<Grid> tables;
    for (std::size_t i = 0; i < grid.rows.size(); ++i) {
        const bool follows = i > 0 && grid.rows[i].front().line <= grid.rows[i - 1].front().line + 1;
        if (!follows && (i == 0 || grid.rows[i].size() == 1 || isHead(grid.rows[i])))
            tables.emplace_back();
        tables.back().rows.push_back(grid.rows[i]);
    }
    return tables.size() > 1 ? tables : std::vector<Grid>();
}

// "48,200 tokens/s": the comma groups digits and ends no cell.
bool hasGroupedFigure(std::string_view line)
{
    for (std::size_t at = line.find(','); at != std::string_view::npos; at = line.find(',', at + 1)) {
        const std::size_t end = line.find_first_not_of("0123456789", at + 1);
        if (at == 0 || !isDigit(line[at - 1]) || end == std::string_view::npos || end - at != 4 || line[end] != ' ')
            continue;
        const char next = end + 1 < line.size() ? line[end + 1] : ' ';
        if ((next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z'))
            return true;
    }
    return false;
}

// Sentences and lists have commas too.
bool isProse(std::string_view text)
{
    constexpr int kLooked = 3; // lines
    for (int i = 0; i < kLooked && !text.empty(); ++i) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = base::trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        for (const std::string_view bullet : {"- ", "* ", "• ", "· "})
            if (line.starts_with(bullet))
                return true;
        const bool isSentence
            = (line.ends_with('.') || line.ends_with("。")) && line.find(' ') != std::string_view::npos;
        if (isSentence || (line.find('"') == std::string_view::npos && hasGroupedFigure(line)))
            return true;
    }
    return false;
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
        row.push_back({base::fromSpreadsheetText(base::trimmed(withoutStruck(cell))), cellLine});
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

std::optional<Document> readSeparated(std::string_view text)
{
    const std::size_t firstLine = std::min(text.find('\n'), text.size());
    const std::string_view first = text.substr(0, firstLine);
    if (base::trimmed(first).starts_with('|'))
        return std::nullopt; // Markdown
    for (const char separator : {'\t', ';', ','}) {
        if (first.find(separator) == std::string_view::npos || (separator == ',' && isProse(text)))
            continue;
        Grid grid = separated(text, separator);
        Document document;
        std::vector<Grid> tables = tablesOf(grid);
        const auto isOther = [](const Grid& table) { return table.rows.size() > 1 && !isTable(table); };
        if (!tables.empty() && separator != ';' && std::ranges::none_of(tables, isOther)
            && std::ranges::any_of(tables, isTable)) {
            for (Grid& table : tables) {
                if (table.rows.size() > 1) {
                    if (!document.paragraphs.empty() && document.paragraphs.back().line < table.rows[0][0].line)
                        table.title = document.paragraphs.back().text;
                    document.grids.push_back(std::move(table));
                } else {
                    takeText(table, document);
                }
            }
            return document;
        }
        if (!isTable(grid))
            continue;
        if (separator == ';')
            settleDecimalCommas(grid, document);
        document.grids.push_back(std::move(grid));
        return document;
    }
    return std::nullopt;
}

} // namespace fullscope::audit
