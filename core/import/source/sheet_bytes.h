// SPDX-License-Identifier: GPL-3.0-or-later
// A sheet of a workbook, `costs.xlsx/Sheet1`, as the bytes of a CSV file, which are also those that are hashed.
#pragma once

#include "core/import/source/sheet_reader.h"
#include "core/import/source/stored_bytes.h"

namespace fullscope::import {

class SheetBytes final : public StoredBytes {
public:
    // Errors: those of readWorkbook; file_not_found when it has no such sheet.
    static base::Result<std::unique_ptr<StoredBytes>> open(const ArchivePath& path);

    base::Result<std::string> slice(std::uint64_t offset, std::size_t size) const override;
    bool canSlice() const override { return false; }
    std::string wrapping() const override { return "xlsx"; }
    std::vector<base::Problem> problems() const override;

private:
    SheetBytes(Workbook workbook, SharedStrings strings, std::vector<CellNumber> styles, std::int64_t modified_us);
    base::Status openSheet(const Sheet& sheet);
    base::Result<std::size_t> read(std::span<char> room) override;

    const Workbook m_workbook;
    const SharedStrings m_strings;
    const std::vector<CellNumber> m_styles;
    SheetReader m_sheet;
    std::unique_ptr<ArchiveReader> m_archive;
    std::unique_ptr<XmlReader> m_reader;
    std::size_t m_taken = 0; // of the text that is ready
    std::optional<base::Error> m_error; // comes after the text
    bool m_ended = false;
    bool m_hidden = false; // itself; each of the others tells of those, as nobody knows which can be imported
};

} // namespace fullscope::import
