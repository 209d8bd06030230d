// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/table/table_parse.h"

#include "core/base/text.h"
#include "core/import/logs/table/csv_rows.h"
#include "core/import/logs/table/json_rows.h"
#include "core/import/logs/table/table_run.h"
#include "core/import/source/csv_record.h"
#include "core/import/source/csv_scan.h"

#include <algorithm>
#include <cmath>

namespace fullscope::import {

namespace {

constexpr std::size_t kRecords = 20; // looked at for detection

// A read error ends the rows, not what they gave.
template <typename Rows>
base::Status readRows(Rows& rows, TableRun& run, RowTicker& tick, const std::string& path)
{
    Row row;
    base::Status status;
    for (;;) {
        FS_TRY(tick());
        base::Result<bool> more = rows.next(row);
        if (!more.ok()) {
            status = std::move(more.error());
            break;
        }
        if (!*more)
            break;
        if (base::Status fed = run.feed(row); !fed.ok()) {
            if (fed.error().file.empty())
                fed.error().file = path;
            return fed;
        }
    }
    if (base::Status finished = run.finish(); !finished.ok()) {
        if (finished.error().file.empty())
            finished.error().file = path;
        return finished;
    }
    return status;
}

} // namespace

base::Status parseCsvTable(TextSource& source, evidence::Sink& sink, const base::JobContext& job,
    const Options& options, const TableSpec& spec)
{
    RowTicker tick(source, job);
    FS_TRY(tick());
    ColumnNames names;
    CsvRows rows(source, sink, names, spec);
    FS_TRY(rows.readHeader());
    TableRun run(spec, options.columns, names, sink, rows.separator() == ';');
    return readRows(rows, run, tick, source.file().path);
}

base::Status parseJsonTable(TextSource& source, evidence::Sink& sink, const base::JobContext& job,
    const Options& options, const TableSpec& spec)
{
    ColumnNames names;
    JsonRows rows(
        source, sink, names, spec.json_root, spec.json_root.empty() ? JsonRows::Start::line : JsonRows::Start::brace);
    TableRun run(spec, options.columns, names, sink);
    RowTicker tick(source, job);
    return readRows(rows, run, tick, source.file().path);
}

int CsvStart::index(std::string_view column) const
{
    const auto at = std::find(header.begin(), header.end(), column);
    return at == header.end() ? -1 : static_cast<int>(at - header.begin());
}

bool CsvStart::has(std::string_view column) const
{
    return index(column) >= 0;
}

CsvStart csvStart(std::string_view head)
{
    constexpr std::size_t kLooked = 64 << 10;
    CsvStart start;
    const std::size_t from = head.find_first_not_of(" \t\r\n");
    if (from == std::string_view::npos)
        return start;
    // Blanks before the first name belong to it, not to the file.
    const std::size_t line = head.find_last_of("\r\n", from);
    head.remove_prefix(line == std::string_view::npos ? 0 : line + 1);
    start.separator = csvSeparator(head.substr(0, head.find_first_of("\r\n")));
    const bool whole = head.size() <= kLooked;
    std::string text(head.substr(0, kLooked));
    const std::size_t size = text.size();
    text.resize(size + kScanWidth);
    CsvRecord record;
    record.separator = start.separator;
    for (std::size_t begin = 0; start.records.size() < kRecords; begin = record.end) {
        if (record.scan(text.data(), begin, size, true) != CsvRecord::Found::record)
            break;
        if (!record.had_end && !whole && !start.header.empty())
            break;
        record.unescape();
        std::vector<std::string> fields;
        for (const std::string_view field : record.fields)
            fields.emplace_back(base::trimmed(field));
        if (fields.size() == 1 && fields.front().empty())
            continue;
        if (start.header.empty())
            start.header = std::move(fields);
        else
            start.records.push_back(std::move(fields));
    }
    return start;
}

bool JsonStart::Object::has(std::string_view name) const
{
    return std::any_of(fields.begin(), fields.end(), [&](const auto& field) { return field.first == name; });
}

bool JsonStart::has(std::initializer_list<std::string_view> names) const
{
    return std::any_of(objects.begin(), objects.end(), [&](const Object& object) {
        return std::all_of(names.begin(), names.end(), [&](std::string_view name) { return object.has(name); });
    });
}

JsonStart jsonStart(std::string_view head)
{
    using Found = JsonObjects::Found;
    JsonStart start;
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || std::string_view("{[\x1e").find(head[first]) == std::string_view::npos)
        return start;
    ColumnNames names;
    JsonLine json(names);
    NumberReader numbers(false);
    Row row;
    const auto take = [&](std::string_view text) {
        if (!json.read(text, row))
            return false;
        JsonStart::Object& object = start.objects.emplace_back();
        for (const Cell& cell : row.cells) {
            const auto number = cell.kind == Cell::Kind::number ? std::optional(cell.number)
                : cell.kind == Cell::Kind::text                 ? numbers.read(cell.text)
                                                                : std::nullopt;
            object.fields.emplace_back(names.name(cell.column), number.value_or(std::nan("")));
        }
        return true;
    };
    const auto enough
        = [&] { return start.objects.size() >= kRecords || start.other_lines >= static_cast<int>(kRecords); };
    if (const JsonLayout layout = jsonLayout(head); layout != JsonLayout::lines) {
        JsonObjects objects(
            [head, served = false]() mutable -> base::Result<std::string_view> {
                return std::exchange(served, true) ? std::string_view() : head;
            },
            layout);
        for (auto found = *objects.next(); found != Found::end && !enough(); found = *objects.next())
            if (found == Found::damaged || (found == Found::object && !take(objects.text())))
                ++start.other_lines;
        return start;
    }
    while (!head.empty() && !enough()) {
        const std::size_t end = head.find_first_of("\r\n");
        const std::string_view line = base::trimmed(head.substr(0, end));
        head.remove_prefix(end == std::string_view::npos ? head.size() : end + 1);
        if (!line.empty() && !take(line))
            start.other_lines += end == std::string_view::npos ? 0 : 1; // the piece may have cut its last line
    }
    return start;
}

} // namespace fullscope::import
