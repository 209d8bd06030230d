// SPDX-License-Identifier: GPL-3.0-or-later
// Prices and facts as tables that people keep and pass on.
#include "core/base/spreadsheet.h"
#include "core/import/source/csv.h"
#include "core/workspace/user_catalogue.h"

#include <algorithm>
#include <span>

namespace fullscope::workspace {

namespace {

using base::Code;
using base::Error;
using catalogue::UserEntries;

struct PriceColumn {
    const char* name;
    std::string TypedPrice::*member;
};
constexpr PriceColumn kPriceColumns[] = {{"provider", &TypedPrice::provider},
    {"instance_type", &TypedPrice::instance_type}, {"region", &TypedPrice::region}, {"option", &TypedPrice::option},
    {"price", &TypedPrice::price}, {"currency", &TypedPrice::currency}, {"as_of", &TypedPrice::as_of},
    {"source", &TypedPrice::source}, {"note", &TypedPrice::note}};

struct FactColumn {
    const char* name;
    std::string TypedFact::*member;
};
constexpr FactColumn kFactColumns[]
    = {{"subject", &TypedFact::subject}, {"fact", &TypedFact::fact}, {"value", &TypedFact::value},
        {"as_of", &TypedFact::as_of}, {"source", &TypedFact::source}, {"note", &TypedFact::note}};

constexpr std::size_t kMostEntries = 20'000; // of a document that is kept as one text

template <typename Typed, typename Columns>
Typed rowOf(const import::CsvReader& reader, const Columns& columns)
{
    Typed row;
    for (const auto& column : columns)
        row.*column.member = base::fromSpreadsheetText(reader.field(reader.column(column.name)));
    return row;
}

template <typename Columns>
base::Status checkHeader(const import::CsvReader& reader, const Columns& columns, const std::string& path)
{
    for (const auto& column : columns) {
        const bool needed = std::string_view(column.name) != "note";
        if (needed && reader.column(column.name) < 0)
            return Error {.code = Code::column_missing, .file = path, .line = 1, .field = column.name};
    }
    return {};
}

template <typename Entry>
bool holds(const std::vector<Entry>& entries, Entry entry)
{
    return std::any_of(entries.begin(), entries.end(), [&](const Entry& other) {
        entry.id = other.id;
        return entry == other;
    });
}

void reject(base::ProblemList& problems, Error error, const std::string& path, std::int64_t line)
{
    error.file = path;
    error.line = line;
    problems.add(
        {.severity = base::Severity::error, .handling = base::Handling::row_skipped, .what = std::move(error)});
}

base::Status takeRow(UserEntries& out, const import::CsvReader& reader, bool is_fact)
{
    const std::size_t there = out.prices.size() + out.facts.size();
    if (there >= kMostEntries)
        return Error {.code = Code::out_of_range,
            .found = std::to_string(there + 1),
            .expected = "≤ " + std::to_string(kMostEntries)};
    if (reader.fields().size() != reader.header().size())
        return Error {.code = reader.fields().size() < reader.header().size() ? Code::row_short : Code::row_long,
            .found = std::to_string(reader.fields().size()),
            .expected = std::to_string(reader.header().size())};
    if (is_fact) {
        FS_TRY_VALUE(fact, factOf(rowOf<TypedFact>(reader, kFactColumns)));
        out.facts.push_back(std::move(fact));
    } else {
        FS_TRY_VALUE(price, priceOf(rowOf<TypedPrice>(reader, kPriceColumns)));
        out.prices.push_back(std::move(price));
    }
    return {};
}

template <typename Columns, typename Entries>
std::string csvOf(const Columns& columns, const Entries& entries)
{
    std::string csv;
    for (const auto& column : columns)
        csv += (csv.empty() ? "" : ",") + std::string(column.name);
    csv += '\n';
    for (const auto& entry : entries) {
        const auto typed = typedOf(entry);
        std::string line;
        for (const auto& column : columns)
            line += (&column == columns ? "" : ",") + base::csvField(base::spreadsheetText(typed.*column.member));
        csv += line + '\n';
    }
    return csv;
}

} // namespace

base::Result<EntriesFile> readEntries(const std::string& path)
{
    FS_TRY_VALUE(source, import::TextSource::open(path));
    import::CsvReader reader(*source);
    if (auto header = reader.readHeader(); !header.ok()) {
        header.error().file = path;
        return std::move(header.error());
    }
    const bool is_fact = reader.column("fact") >= 0;
    FS_TRY(is_fact ? checkHeader(reader, kFactColumns, path) : checkHeader(reader, kPriceColumns, path));
    EntriesFile out;
    base::ProblemList problems;
    for (bool goes_on = true; goes_on;) {
        auto more = reader.next();
        if (more.ok() && !*more)
            break;
        base::Status taken = more.ok() ? takeRow(out.entries, reader, is_fact) : base::Status(more.error());
        if (taken.ok())
            continue;
        const Code code = taken.error().code;
        goes_on = more.ok() || code == Code::quote_unclosed || code == Code::line_too_long;
        reject(problems, std::move(taken.error()), path, reader.line());
    }
    out.rejected = problems.rowsSkipped();
    out.problems = problems.entries();
    if (out.entries.isEmpty() && out.rejected == 0)
        return Error {.code = Code::nothing_readable, .file = path};
    return out;
}

base::Result<MergedEntries> merged(const UserEntries& before, const UserEntries& more)
{
    MergedEntries out {.entries = before};
    for (const catalogue::Price& price : more.prices) {
        if (holds(out.entries.prices, price)) {
            ++out.repeated;
            continue;
        }
        FS_TRY_VALUE(entries, withPrice(std::move(out.entries), price));
        out.entries = std::move(entries);
        ++out.added;
    }
    for (const catalogue::UserFact& fact : more.facts) {
        if (holds(out.entries.facts, fact)) {
            ++out.repeated;
            continue;
        }
        FS_TRY_VALUE(entries, withFact(std::move(out.entries), fact));
        out.entries = std::move(entries);
        ++out.added;
    }
    return out;
}

std::string pricesCsv(const UserEntries& entries)
{
    return csvOf(kPriceColumns, entries.prices);
}

std::string factsCsv(const UserEntries& entries)
{
    return csvOf(kFactColumns, entries.facts);
}

} // namespace fullscope::workspace
