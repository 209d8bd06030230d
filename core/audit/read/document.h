// SPDX-License-Identifier: GPL-3.0-or-later
// A pasted page or file, taken apart into tables and sentences. Nothing is understood yet.
#pragma once

#include "core/base/problem.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::audit {

struct Cell {
    std::string text; // trimmed
    std::int64_t line = 0; // of the source, 1-based
};

struct Grid {
    std::vector<std::vector<Cell>> rows; // may differ in length
    std::int64_t first_column = 0; // of the source, 0-based: where on a sheet it begins
    std::string title {}; // the text right above it; empty: none
};

struct CellRange { // of a sheet, 1-based
    std::int64_t first_row = 1, last_row = 1, first_column = 1, last_column = 1;
};
std::optional<CellRange> parseCellRange(std::string_view text); // "B2:E20", "B:E", "2:20", "B2"

struct Paragraph {
    std::string text;
    std::int64_t line = 0;
};

struct Document {
    std::vector<Grid> grids;
    std::vector<Paragraph> paragraphs;
    std::vector<base::Problem> problems {}; // number_ambiguous, without the file
};

constexpr std::size_t kMaxDocumentBytes = 16 << 20;
constexpr std::size_t kMaxCells = 20'000; // more is no pitch; of all tables together; what is beyond is an error

// Markdown, CSV (comma, semicolon), TSV, HTML, columns that spaces align, plain sentences: by content. Errors:
// file_empty, format_not_text (binary), out_of_range (more bytes or cells than above).
base::Result<Document> readDocument(std::string_view text);
// A sheet as CSV, its lines the rows: blocks between empty rows are tables, a row of one cell above a table a sentence.
// Error: out_of_range.
base::Result<Document> readSheet(std::string_view csv, const std::optional<CellRange>& range);

// --- its parts
bool looksLikeHtml(std::string_view text);
base::Result<Document> readHtml(std::string_view text);
// CSV or TSV of the whole text where its lines are rows of one table; nothing where they are not. Between semicolons
// numbers may have decimal commas: where they do, all are written with points, and a problem says so.
std::optional<Document> readSeparated(std::string_view text);
Grid separated(std::string_view text, char separator); // without rows that are blank
base::Result<Document> readLines(std::string_view text); // Markdown, aligned columns and sentences

// A table of one row or of one column, which is none: its cells as sentences, short ones together.
void takeText(const Grid& grid, Document& document);
base::Status countCells(const Document& document);

} // namespace fullscope::audit
