// SPDX-License-Identifier: GPL-3.0-or-later
// What a workbook of Excel (.xlsx, ECMA-376) says of itself: its sheets, the texts that they share, the formats of its
// numbers. The sheets are read as members of the file, `costs.xlsx/Sheet1` (sheet_bytes.h).
#pragma once

#include "core/import/source/archive.h"
#include "core/import/source/cell_text.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::import {

struct Sheet {
    std::string name;
    std::string part; // where it lies in the file
    bool hidden = false;
};

struct Workbook {
    std::string path;
    std::vector<Sheet> sheets; // tables in their order; sheets that are one chart are none
    std::string shared_strings, styles; // parts; empty when there are none
    bool from_1904 = false; // see dayText
};

// Errors: format_unknown for what is no workbook; workbook_encrypted; format_not_text for the workbooks that are no
// XML, with what they are in found; those of StoredBytes::open, ArchiveReader and XmlReader.
base::Result<Workbook> readWorkbook(const std::string& path);

// Sheets to be read: not the hidden ones, and not those without any value. Null when `path` is no workbook; damage for
// the others of which nothing can be had.
std::optional<ArchiveListing> listWorkbook(const std::string& path);

// The texts to which cells point.
class SharedStrings {
public:
    static base::Result<SharedStrings> read(const Workbook& workbook);
    std::size_t size() const { return m_ends.size(); }
    std::string_view at(std::size_t index) const;

private:
    friend class SharedStringsReader;
    std::string m_all;
    std::vector<std::size_t> m_ends;
};

// What the number in a cell of each style is.
base::Result<std::vector<CellNumber>> readCellStyles(const Workbook& workbook);

} // namespace fullscope::import
