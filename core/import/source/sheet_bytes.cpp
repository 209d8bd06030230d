// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/sheet_bytes.h"

#include <sys/stat.h>

#include <algorithm>
#include <utility>

namespace fullscope::import {

namespace {

std::int64_t modifiedAt(const std::string& path)
{
    struct stat status { };
    if (::stat(path.c_str(), &status) != 0)
        return 0;
    return std::int64_t {status.st_mtim.tv_sec} * 1'000'000 + status.st_mtim.tv_nsec / 1'000;
}

} // namespace

SheetBytes::SheetBytes(
    Workbook workbook, SharedStrings strings, std::vector<CellNumber> styles, std::int64_t modified_us)
    : StoredBytes(0, modified_us)
    , m_workbook(std::move(workbook))
    , m_strings(std::move(strings))
    , m_styles(std::move(styles))
    , m_sheet(m_workbook, m_strings, m_styles)
{
}

base::Result<std::unique_ptr<StoredBytes>> SheetBytes::open(const ArchivePath& path)
{
    const std::string full = path.archive + "/" + path.member;
    FS_TRY_VALUE(workbook, readWorkbook(path.archive));
    const auto sheet = std::find_if(workbook.sheets.begin(), workbook.sheets.end(),
        [&](const Sheet& candidate) { return candidate.name == path.member; });
    if (sheet == workbook.sheets.end())
        return base::Error {.code = base::Code::file_not_found, .file = full};
    const auto prepare = [&]() -> base::Result<std::unique_ptr<StoredBytes>> {
        FS_TRY_VALUE(strings, SharedStrings::read(workbook));
        FS_TRY_VALUE(styles, readCellStyles(workbook));
        const Sheet wanted = *sheet;
        std::unique_ptr<SheetBytes> bytes(
            new SheetBytes(std::move(workbook), std::move(strings), std::move(styles), modifiedAt(path.archive)));
        FS_TRY(bytes->openSheet(wanted));
        FS_TRY(bytes->start(full));
        return std::unique_ptr<StoredBytes>(std::move(bytes));
    };
    auto bytes = prepare();
    if (!bytes.ok())
        bytes.error().file = full;
    return bytes;
}

base::Status SheetBytes::openSheet(const Sheet& sheet)
{
    FS_TRY_VALUE(archive, openPart(m_workbook.path, sheet.part));
    m_archive = std::move(archive);
    m_reader = std::make_unique<XmlReader>(*m_archive, sheet.part, m_sheet);
    m_sheet.setReader(*m_reader);
    m_hidden = sheet.hidden;
    return {};
}

std::vector<base::Problem> SheetBytes::problems() const
{
    std::vector<base::Problem> all = m_sheet.problems().entries();
    for (const Sheet& sheet : m_workbook.sheets)
        if (!m_hidden && sheet.hidden)
            all.push_back({.severity = base::Severity::info,
                .handling = base::Handling::noted,
                .what = {.code = base::Code::sheet_hidden,
                    .file = m_workbook.path,
                    .found = sheet.name,
                    .expected = m_workbook.path + "/" + sheet.name}});
    return all;
}

base::Result<std::string> SheetBytes::slice(std::uint64_t /*offset*/, std::size_t /*size*/) const
{
    return std::string();
}

base::Result<std::size_t> SheetBytes::read(std::span<char> room)
{
    std::string& out = m_sheet.out();
    while (m_taken == out.size() && !m_ended) {
        out.clear();
        m_taken = 0;
        auto more = m_reader->step();
        if (!more.ok())
            m_error = std::move(more.error());
        m_ended = !more.ok() || !*more;
    }
    if (m_taken == out.size() && m_error)
        return *std::exchange(m_error, std::nullopt);
    const std::size_t size = std::min(room.size(), out.size() - m_taken);
    std::copy_n(out.begin() + static_cast<std::ptrdiff_t>(m_taken), size, room.begin());
    m_taken += size;
    return size;
}

} // namespace fullscope::import
