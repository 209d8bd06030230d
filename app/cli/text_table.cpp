// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text_table.h"

#include <algorithm>
#include <ostream>

namespace fullscope::cli {

namespace {

constexpr std::size_t kLineWidth = 100;
constexpr std::size_t kMostLabel = 40;

// Code point at `at`, which moves on. Core's texts are valid UTF-8; a stray byte counts as itself.
char32_t nextCodePoint(std::string_view text, std::size_t& at)
{
    const auto lead = static_cast<unsigned char>(text[at++]);
    const int following = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
    char32_t point = following == 3 ? lead & 0x07u
        : following == 2            ? lead & 0x0Fu
        : following == 1            ? lead & 0x1Fu
                                    : lead;
    for (int i = 0; i < following && at < text.size(); ++i)
        point = (point << 6) | (static_cast<unsigned char>(text[at++]) & 0x3Fu);
    return point;
}

bool isWide(char32_t point)
{
    return (point >= 0x1100 && point <= 0x115F) || (point >= 0x2E80 && point <= 0xA4CF)
        || (point >= 0xAC00 && point <= 0xD7A3) || (point >= 0xF900 && point <= 0xFAFF)
        || (point >= 0xFE30 && point <= 0xFE6F) || (point >= 0xFF00 && point <= 0xFF60)
        || (point >= 0xFFE0 && point <= 0xFFE6) || (point >= 0x20000 && point <= 0x3FFFD);
}

void printWrapped(std::string_view text, std::string_view prefix, std::ostream& out)
{
    std::string line(prefix);
    std::size_t width = displayWidth(prefix);
    const std::string indent(width, ' ');
    std::size_t at = 0;
    const auto breakLine = [&] {
        out << line.substr(0, line.find_last_not_of(' ') + 1) << '\n';
        line = indent;
        width = indent.size();
    };
    while (at < text.size()) {
        std::size_t end = at;
        std::size_t wordWidth = 0;
        while (end < text.size()) { // a word ends after a space or after any wide character
            const std::size_t before = end;
            const char32_t point = nextCodePoint(text, end);
            wordWidth += isWide(point) ? 2 : 1;
            if (point == ' ' || isWide(point) || end == before)
                break;
        }
        if (width + wordWidth > kLineWidth && width > indent.size())
            breakLine();
        line += text.substr(at, end - at);
        width += wordWidth;
        at = end;
    }
    out << line << '\n';
}

} // namespace

std::size_t displayWidth(std::string_view text)
{
    std::size_t width = 0;
    for (std::size_t at = 0; at < text.size();)
        width += isWide(nextCodePoint(text, at)) ? 2 : 1;
    return width;
}

void print(const report::Table& table, std::ostream& out)
{
    std::vector<std::size_t> widths;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        std::size_t width = displayWidth(table.columns[c].heading);
        for (const auto& row : table.rows)
            width = std::max(width, c < row.size() ? displayWidth(row[c]) : 0);
        widths.push_back(width);
    }
    const auto cell = [&](std::size_t column, const std::string& text, bool last) {
        const std::string pad(widths[column] - displayWidth(text), ' ');
        if (table.columns[column].number)
            out << pad << text;
        else
            out << text << (last ? "" : pad);
        out << (last ? "\n" : "  ");
    };
    const auto rule = [&] {
        std::size_t total = widths.empty() ? 0 : 2 * (widths.size() - 1);
        for (const auto width : widths)
            total += width;
        out << std::string(total, '-') << '\n';
    };
    if (!table.title.empty())
        out << table.title << '\n';
    for (std::size_t c = 0; c < table.columns.size(); ++c)
        cell(c, table.columns[c].heading, c + 1 == table.columns.size());
    rule();
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        if (table.last_row_is_total && r + 1 == table.rows.size())
            rule();
        for (std::size_t c = 0; c < table.columns.size(); ++c)
            cell(c, c < table.rows[r].size() ? table.rows[r][c] : std::string(), c + 1 == table.columns.size());
    }
}

void print(const std::vector<report::Paragraph>& paragraphs, std::ostream& out)
{
    for (const auto& paragraph : paragraphs)
        printWrapped(paragraph.text, paragraph.kind == report::Paragraph::Kind::warning ? "! " : "", out);
}

void print(const report::KeyFigures& figures, std::ostream& out)
{
    std::size_t width = 0, value = 0;
    for (const auto& figure : figures.figures) {
        if (const std::size_t label = displayWidth(figure.label); label <= kMostLabel)
            width = std::max(width, label);
        value = std::max(value, displayWidth(figure.value));
    }
    for (const auto& figure : figures.figures) {
        const std::size_t label = displayWidth(figure.label);
        if (label <= kMostLabel)
            out << figure.label << std::string(width - label + 2, ' ');
        else // on a line of its own, so that it does not push the others' figures away
            out << figure.label << '\n' << std::string(width + 2, ' ');
        out << std::string(value - displayWidth(figure.value), ' ') << figure.value << "  " << figure.note << '\n';
    }
}

} // namespace fullscope::cli
