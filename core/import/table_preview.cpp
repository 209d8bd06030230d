// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/table_preview.h"

#include "core/base/text.h"
#include "core/import/logs/table/csv_rows.h"
#include "core/import/logs/table/json_rows.h"
#include "core/import/logs/table/table_plan.h"
#include "core/import/pipeline.h"
#include "core/import/source/stored_text.h"

#include <algorithm>
#include <utility>

namespace fullscope::import {

namespace {

constexpr std::size_t kMostText = 256 << 10;
constexpr std::size_t kMostColumns = 500; // a table that people map has fewer

// The preview's text in place of the file.
class HeldText final : public TextSource {
public:
    explicit HeldText(const TablePreview& table)
        : m_text(table.text)
    {
        m_file.path = table.path;
        m_file.encoding = table.encoding;
    }
    base::Result<std::string_view> block() override
    {
        return std::exchange(m_served, true) ? std::string_view() : m_text;
    }
    std::uint64_t bytesDone() const override { return m_text.size(); }
    std::uint64_t bytesTotal() const override { return m_text.size(); }
    base::Status finish() override { return {}; }
    evidence::SourceFile& file() override { return m_file; }
    std::int64_t badSequences() const override { return 0; }

private:
    std::string_view m_text;
    evidence::SourceFile m_file;
    bool m_served = false;
};

// Only the problems matter to one who derives from it.
class ProblemSink : public evidence::Sink {
public:
    int series(const evidence::SeriesInfo& info) override
    {
        const auto known = std::find(m_series.begin(), m_series.end(), info.name);
        const auto index = known - m_series.begin();
        if (known == m_series.end())
            m_series.push_back(info.name);
        return static_cast<int>(index);
    }
    void fact(evidence::Fact /*fact*/) override { }
    void event(evidence::Event /*event*/) override { }
    base::Status sample(const evidence::Sample& /*sample*/) override { return {}; }
    base::Status nextRun() override { return {}; }
    int device(const evidence::Device& /*device*/) override { return 0; }
    base::Status reading(const evidence::Reading& /*reading*/) override { return {}; }
    base::Status job(const evidence::Job& /*job*/) override { return {}; }
    base::Status billRow(const evidence::BillRow& /*row*/) override { return {}; }
    void billNotFinal() override { }

private:
    std::vector<std::string> m_series;
};

class CheckSink final : public ProblemSink {
public:
    explicit CheckSink(MappingCheck& check)
        : m_check(check)
    {
    }

    void problem(base::Problem problem) override { m_check.problems.push_back(std::move(problem)); }
    base::Status sample(const evidence::Sample& sample) override
    {
        if (!m_check.first_step)
            m_check.first_step = sample.step;
        m_check.last_step = sample.step;
        return {};
    }

private:
    MappingCheck& m_check;
};

// Counts rows that are none of the table's, whatever its columns mean.
class OddRows final : public ProblemSink {
public:
    std::int64_t count = 0;

    void problem(base::Problem problem) override
    {
        const bool odd = problem.handling == base::Handling::row_skipped || problem.what.code == base::Code::row_short;
        count += odd ? problem.count : 0;
    }
};

std::string textOf(const Cell& cell)
{
    return cell.text.empty() && cell.kind == Cell::Kind::number ? base::formatDouble(cell.number)
                                                                : std::string(cell.text);
}

template <typename Rows>
base::Status keepRows(Rows& rows, TablePreview& table)
{
    Row row;
    for (;;) {
        FS_TRY_VALUE(more, rows.next(row));
        if (!more)
            return {};
        if (row.cells.empty())
            continue;
        if (++table.rows_read > static_cast<std::int64_t>(TablePreview::kMostRows))
            continue;
        TablePreview::Row& kept = table.rows.emplace_back();
        kept.line = row.line;
        for (const Cell& cell : row.cells) {
            const auto column = static_cast<std::size_t>(cell.column);
            if (column >= kMostColumns)
                continue;
            if (kept.cells.size() <= column)
                kept.cells.resize(column + 1);
            kept.cells[column] = textOf(cell);
        }
    }
}

bool isJson(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n\x1e");
    return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

// A first line of names, and numbers in most of the rows.
bool isTable(const TablePreview& table, std::int64_t odd_rows)
{
    if (table.columns.size() < 2 || table.rows.empty() || 5 * odd_rows > table.rows_read)
        return false;
    const auto isNumber = [](const std::string& text) { return base::parseDouble(text).ok(); };
    if (std::all_of(table.columns.begin(), table.columns.end(), isNumber))
        return false;
    NumberReader numbers(table.separator == ';');
    std::size_t with = 0;
    for (const TablePreview::Row& row : table.rows)
        with += std::any_of(row.cells.begin(), row.cells.end(),
            [&](const std::string& cell) { return numbers.read(cell).has_value(); });
    return 2 * with >= table.rows.size();
}

base::Error noTable(const std::string& path, std::string_view text)
{
    const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
    return {.code = base::Code::format_unknown,
        .file = path,
        .found = base::excerpt(text.substr(begin, text.find_first_of("\r\n", begin) - begin)),
        .expected = "CSV, TSV, JSON"};
}

// One problem of a column that holds no number at all stands for all its cells.
void markColumn(const TablePreview& table, std::size_t column, MappingCheck& check)
{
    for (std::size_t row = 0; row < table.rows.size(); ++row)
        if (column < table.rows[row].cells.size() && !table.rows[row].cells[column].empty())
            check.unread.emplace(row, column);
}

void markCells(const TablePreview& table, const base::Problem& problem, MappingCheck& check)
{
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        if (base::excerpt(table.columns[column]) != problem.what.field || check.columns[column].target.empty())
            continue;
        if (problem.severity == base::Severity::info)
            return markColumn(table, column, check);
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            const auto& cells = table.rows[row].cells;
            if (table.rows[row].line == problem.what.line && column < cells.size()
                && base::excerpt(cells[column]) == problem.what.found)
                check.unread.emplace(row, column);
        }
    }
}

// By the plan that an import makes of the same rows; the mapping may still be nonsense.
void readColumns(const TablePreview& table, std::span<const MappedColumn> mapping, MappingCheck& check)
{
    for (std::size_t column = 0; column < table.columns.size(); ++column)
        for (const MappedColumn& one : mapping)
            if (one.column == table.columns[column])
                check.columns[column].target = one.target;
    ColumnNames names;
    for (const std::string& column : table.columns)
        names.idOf(column);
    std::vector<Row> rows;
    for (const TablePreview::Row& row : table.rows) {
        Row& made = rows.emplace_back(Row {.line = row.line, .cells = {}});
        for (std::size_t column = 0; column < row.cells.size(); ++column)
            if (!row.cells[column].empty())
                made.cells.push_back({.column = static_cast<int>(column), .text = row.cells[column]});
    }
    constexpr TableSpec kSpec {};
    OddRows ignored;
    NumberReader numbers(table.separator == ';');
    TablePlan plan(kSpec, mapping, names, ignored, numbers);
    if (!plan.guess(rows).ok())
        return;
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        const ColumnPlan& planned = plan.plan(static_cast<int>(column));
        ColumnReading& reading = check.columns[column];
        reading.guessed = reading.target.empty() && *planned.target != '\0';
        if (reading.guessed)
            reading.target = planned.target;
        if (reading.target == planned.target)
            reading.unit = planned.unit;
    }
}

bool isOfLog(std::span<const MappedColumn> mapping)
{
    const auto targets = mappingTargets(Kind::log);
    return std::all_of(mapping.begin(), mapping.end(), [&](const MappedColumn& one) {
        return std::find(targets.begin(), targets.end(), one.target) != targets.end();
    });
}

// Detection need not look again at a file that it did not know, which may be long and compressed.
std::string_view formatOf(const TablePreview& table, std::span<const MappedColumn> mapping)
{
    if (!table.format.empty() || !isOfLog(mapping))
        return {};
    return table.separator == '\0' ? "jsonl_generic" : "csv_generic";
}

} // namespace

base::Result<TablePreview> previewTable(const std::string& path)
{
    FS_TRY_VALUE(source, StoredText::open(path));
    TablePreview table {.path = path};
    table.text = source->peek(kMostText + 1);
    table.encoding = source->file().encoding;
    table.compression = source->file().compression;
    table.is_whole = table.text.size() <= kMostText;
    if (!table.is_whole) // what may have been cut
        if (const std::size_t end = table.text.find_last_of("\r\n", kMostText); end != std::string::npos)
            table.text.resize(end + 1);
    if (table.text.empty()) {
        const auto nothing = source->block();
        return nothing.ok() ? base::Error {.code = base::Code::file_empty, .file = path} : nothing.error();
    }
    HeldText held(table);
    OddRows odd;
    ColumnNames names;
    const TableSpec spec {};
    if (isJson(table.text)) {
        JsonRows rows(held, odd, names, {}, JsonRows::Start::line);
        FS_TRY(keepRows(rows, table));
    } else {
        CsvRows rows(held, odd, names, spec);
        if (!rows.readHeader().ok())
            return noTable(path, table.text);
        table.separator = rows.separator();
        FS_TRY(keepRows(rows, table));
    }
    for (int column = 0; column < std::min(names.size(), static_cast<int>(kMostColumns)); ++column)
        table.columns.push_back(names.name(column));
    if (!isTable(table, odd.count))
        return noTable(path, table.text);
    if (const auto known = recognise(path); known.ok()) {
        table.format = known->format->id;
        table.kind = known->format->kind;
    }
    return table;
}

MappingCheck checkMapping(const TablePreview& table, std::span<const MappedColumn> mapping)
{
    MappingCheck check {.rows = table.rows_read};
    check.columns.resize(table.columns.size());
    if (isOfLog(mapping))
        readColumns(table, mapping, check);
    if (table.format.empty() && mapping.empty()) { // says more than the list of all formats
        check.error = base::Error {
            .code = base::Code::column_missing, .field = "step", .expected = "step, global_step, iteration, epoch …"};
        return check;
    }
    Options options {.columns = {mapping.begin(), mapping.end()}};
    auto input = recognise(table.path, formatOf(table, mapping), options);
    if (!input.ok()) {
        check.error = std::move(input.error());
        return check;
    }
    if (!input->format->parse.takesOptions())
        return check; // a format of its own, which no mapping changes
    input->source = std::make_unique<HeldText>(table);
    CheckSink sink(check);
    evidence::SourceFile file;
    const base::Status parsed = parse(*input, sink, {}, file, options);
    check.records = file.records;
    if (!table.is_whole)
        std::erase_if(check.problems,
            [](const base::Problem& problem) { return problem.what.code == base::Code::record_truncated; });
    for (const base::Problem& problem : check.problems)
        markCells(table, problem, check);
    if (!parsed.ok())
        check.error = parsed.error();
    return check;
}

} // namespace fullscope::import
