// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/audit/read/document.h"

#include "core/base/text.h"

namespace fullscope::audit {

base::Status countCells(const Document& document)
{
    std::size_t cells = 0;
    for (const Grid& grid : document.grids)
        for (const auto& row : grid.rows)
            cells += row.size();
    if (cells > kMaxCells)
        return base::Error {.code = base::Code::out_of_range,
            .field = "cells",
            .found = std::to_string(cells),
            .expected = "≤ " + std::to_string(kMaxCells)};
    return {};
}

void takeText(const Grid& grid, Document& document)
{
    constexpr std::size_t kShort = 80; // bytes; what is longer is a sentence by itself
    for (const auto& row : grid.rows) {
        std::string joined;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const Cell& cell = row[i];
            if (i > 0 && cell.text == row[i - 1].text)
                continue; // one cell that spans columns
            if (cell.text.size() > kShort)
                document.paragraphs.push_back({cell.text, cell.line});
            else if (!cell.text.empty())
                (joined += joined.empty() ? "" : " ") += cell.text;
        }
        if (!joined.empty())
            document.paragraphs.push_back({std::move(joined), row.front().line});
    }
}

base::Result<Document> readDocument(std::string_view text)
{
    if (text.size() > kMaxDocumentBytes)
        return base::Error {.code = base::Code::out_of_range,
            .field = "bytes",
            .found = std::to_string(text.size()),
            .expected = "≤ " + std::to_string(kMaxDocumentBytes)};
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    if (base::trimmed(text).empty())
        return base::Error {.code = base::Code::file_empty};
    if (text.find('\0') != std::string_view::npos)
        return base::Error {.code = base::Code::format_not_text};
    if (looksLikeHtml(text))
        return readHtml(text);
    if (auto document = readSeparated(text)) {
        FS_TRY(countCells(*document));
        return *std::move(document);
    }
    return readLines(text);
}

} // namespace fullscope::audit
