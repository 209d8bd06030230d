// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/recover_imports.h"

#include "core/store/benchmark_content.h"
#include "core/store/bills.h"
#include "core/store/group_sums.h"
#include "core/store/jobs.h"
#include "core/store/pyramid.h"
#include "core/store/runs.h"
#include "core/store/samples.h"
#include "core/store/telemetry.h"
#include "core/store/text_blob.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>
#include <numeric>
#include <span>

namespace fullscope::store {

namespace {

struct Part {
    std::string_view table;
    std::string_view where; // rows of the import ?1
    bool proven = false; // otherwise than by the table being undamaged
};

// Read by its index, so that a chunk that is missing in the table is an error and no gap.
constexpr std::string_view kByIndex = "INDEXED BY sample_chunk_by_column WHERE run_id = ?1";

constexpr Part kOfRun[] = {{"run", "WHERE id = ?1"}, {"series", "WHERE run_id = ?1"}, {"fact", "WHERE run_id = ?1"},
    {"event", "WHERE run_id = ?1"}, {"mark", "WHERE run_id = ?1"}, {"time_ledger", "WHERE run_id = ?1"},
    {"time_category", "WHERE run_id = ?1"}, {"time_span", "WHERE run_id = ?1"}, {"segment", "WHERE run_id = ?1"},
    {"sample_chunk", kByIndex, true}};
constexpr Part kOfTelemetry[] = {{"telemetry", "WHERE id = ?1"}, {"device", "WHERE telemetry_id = ?1"},
    {"telemetry_series", "WHERE telemetry_id = ?1"}, {"sample_chunk", kByIndex, true}};
constexpr Part kOfJobList[] = {{"job_list", "WHERE id = ?1"}, {"job", "WHERE list_id = ?1"}};
constexpr Part kOfBill[]
    = {{"bill", "WHERE id = ?1"}, {"delivery", "WHERE bill_id = ?1"}, {"bill_text", "WHERE bill_id = ?1", true},
        {"charge_group", "WHERE delivery_id IN (SELECT id FROM damaged.delivery WHERE bill_id = ?1)", true},
        {"bill_row", "WHERE bill_id = ?1", true}};
constexpr Part kOfBenchmark[] = {{"benchmark", "WHERE id = ?1", true}};

std::span<const Part> partsOf(Recoverable kind)
{
    switch (kind) {
    case Recoverable::run:
        return kOfRun;
    case Recoverable::telemetry:
        return kOfTelemetry;
    case Recoverable::job_list:
        return kOfJobList;
    case Recoverable::bill:
        return kOfBill;
    case Recoverable::benchmark:
        return kOfBenchmark;
    case Recoverable::scenario:
    case Recoverable::document:
    case Recoverable::count:
        break;
    }
    return {};
}

using Proof = base::Result<std::optional<Lost::Why>>; // nothing: it is whole

std::optional<Lost::Why> unless(bool whole, Lost::Why why)
{
    return whole ? std::nullopt : std::optional(why);
}

bool isSame(const std::vector<double>& a, const std::vector<double>& b)
{
    return std::ranges::equal(
        a, b, {}, [](double value) { return std::bit_cast<std::uint64_t>(value); },
        [](double value) { return std::bit_cast<std::uint64_t>(value); });
}

bool isSame(const Pyramid& a, const Pyramid& b)
{
    return isSame(a.lo, b.lo) && isSame(a.hi, b.hi) && a.lo_step == b.lo_step && a.hi_step == b.hi_step
        && a.lo_time_us == b.lo_time_us && a.hi_time_us == b.hi_time_us;
}

// Of a column of whole numbers its least and greatest, of a series those of each 64 samples with their steps and times.
base::Result<bool> isAsStored(const evidence::SampleBlock& block, const Statement& chunk, ColumnCodec& codec)
{
    const auto column = static_cast<int>(chunk.integer(0));
    if (column >= 0) {
        if (static_cast<std::size_t>(column) >= block.values.size())
            return false;
        FS_TRY_VALUE(stored, decodePyramid(chunk.blob(3), pyramidEntries(block.rows(), kFineRows), codec));
        return isSame(
            stored, makePyramid(block.values[static_cast<std::size_t>(column)], block.step, block.time_us, kFineRows));
    }
    const auto& values = column == kLineColumn ? block.line : column == kStepColumn ? block.step : block.time_us;
    std::optional<std::int64_t> lo, hi;
    for (const std::int64_t value : values)
        if (value != base::kNoTime) {
            lo = std::min(lo.value_or(value), value);
            hi = std::max(hi.value_or(value), value);
        }
    return lo == chunk.optionalInteger(1) && hi == chunk.optionalInteger(2);
}

// Line, step and time have a chunk for every stretch, and all columns are what was stored of them.
Proof samplesAreWhole(Database& database, std::int64_t id, std::int64_t count, std::size_t series)
{
    for (const int column : {kLineColumn, kStepColumn, kTimeColumn}) {
        FS_TRY_VALUE(rows,
            database.integer(
                "SELECT coalesce(sum(rows), 0) FROM main.sample_chunk WHERE run_id = ? AND column = ?", id, column));
        if (rows != count)
            return std::optional(Lost::Why::records_missing);
    }
    std::vector<int> columns(series);
    std::iota(columns.begin(), columns.end(), 0);
    const auto reader = StoredSamples(database, id).read(std::move(columns));
    evidence::SampleBlock block;
    ColumnCodec codec;
    std::int64_t read = 0;
    while (true) {
        FS_TRY_VALUE(more, reader->next(block));
        if (!more)
            return unless(read == count, Lost::Why::records_missing);
        read += static_cast<std::int64_t>(block.rows());
        bool same = true;
        FS_TRY(database.each(
            "SELECT column, lo, hi, fine FROM main.sample_chunk WHERE run_id = ? AND first = ?",
            [&](const Statement& chunk) -> base::Status {
                FS_TRY_VALUE(as_stored, isAsStored(block, chunk, codec));
                same = same && as_stored;
                return {};
            },
            id, block.first));
        if (!same)
            return std::optional(Lost::Why::sums_differ);
    }
}

Proof runIsWhole(Database& database, std::int64_t id)
{
    FS_TRY_VALUE(run, readRun(database, id));
    FS_TRY(readTimeLedger(database, id));
    FS_TRY_VALUE(count, database.integer("SELECT sample_count FROM main.run WHERE id = ?", id));
    return samplesAreWhole(database, id, count.value_or(0), run.series.size());
}

Proof telemetryIsWhole(Database& database, std::int64_t id)
{
    FS_TRY_VALUE(telemetry, readTelemetry(database, id));
    FS_TRY_VALUE(count, database.integer("SELECT reading_count FROM main.telemetry WHERE id = ?", id));
    return samplesAreWhole(database, id, count.value_or(0), telemetry.series.size());
}

// Every row has its group and its texts, and the sums of the groups, made anew from the rows, are those in the file.
Proof billIsWhole(Database& database, std::int64_t id)
{
    FS_TRY(readBill(database, id));
    FS_TRY_VALUE(dangling,
        database.integer(
            "WITH own (id) AS (SELECT id FROM main.charge_group WHERE delivery_id IN (SELECT id FROM main.delivery"
            " WHERE bill_id = ?1)), texts (id) AS (SELECT id FROM main.bill_text WHERE bill_id = ?1)"
            " SELECT EXISTS (SELECT 1 FROM main.bill_row WHERE bill_id = ?1 AND (group_id NOT IN own"
            " OR (description NOT NULL AND description NOT IN texts) OR (resource_id NOT NULL AND resource_id NOT IN"
            " texts) OR (tags NOT NULL AND tags NOT IN texts)))",
            id));
    if (dangling.value_or(1))
        return std::optional(Lost::Why::sums_differ);
    constexpr std::string_view kOfThis = " WHERE made.delivery_id IN (SELECT id FROM main.delivery WHERE bill_id = ?)";
    FS_TRY(database.run("UPDATE main.charge_group AS made SET rows = 0, billed = NULL, effective = NULL, net = NULL,"
                        " list = NULL, contracted = NULL, hour_rows = 0, hours = NULL, hour_rows_without_cost = 0,"
                        " hours_cost = NULL"
            + std::string(kOfThis),
        id));
    // Groups that were stored before they were limited have any number of rows.
    FS_TRY(storeGroupSums(database, id, std::numeric_limits<std::int64_t>::max()));
    FS_TRY_VALUE(differing,
        database.integer("SELECT count(*) FROM main.charge_group AS made JOIN damaged.charge_group AS kept ON kept.id"
                         " = made.id"
                + std::string(kOfThis)
                + " AND NOT (made.rows = kept.rows AND made.billed IS kept.billed AND made.effective IS kept.effective"
                  " AND made.net IS kept.net AND made.list IS kept.list AND made.contracted IS kept.contracted AND"
                  " made.hour_rows = kept.hour_rows AND made.hours IS kept.hours AND made.hour_rows_without_cost"
                  " = kept.hour_rows_without_cost AND made.hours_cost IS kept.hours_cost)",
            id));
    FS_TRY(readMoneyLedger(database, id));
    return unless(differing == 0, Lost::Why::sums_differ);
}

Proof benchmarkIsWhole(Database& database, std::int64_t id)
{
    std::string json, content;
    FS_TRY(database.each(
        "SELECT document, content FROM main.benchmark WHERE id = ?",
        [&](const Statement& row) -> base::Status {
            FS_TRY_VALUE(text, unpackedText(row.blob(0)));
            json = std::move(text);
            content = row.text(1);
            return {};
        },
        id));
    return unless(content == contentOf(json) || content == contentOfAll(json), Lost::Why::sums_differ);
}

Proof isWhole(Database& database, Recoverable kind, std::int64_t id)
{
    switch (kind) {
    case Recoverable::run:
        return runIsWhole(database, id);
    case Recoverable::bill:
        return billIsWhole(database, id);
    case Recoverable::telemetry:
        return telemetryIsWhole(database, id);
    case Recoverable::benchmark:
        return benchmarkIsWhole(database, id);
    case Recoverable::job_list:
        FS_TRY(readJobList(database, id));
        break;
    case Recoverable::scenario:
    case Recoverable::document:
    case Recoverable::count:
        break;
    }
    return std::optional<Lost::Why>();
}

// Rows that are missing without a trace: what else proves an import is made of the other tables.
bool mayLackRows(Recoverable kind, const DamagedTables& damaged)
{
    for (const Part& part : partsOf(kind))
        if (!part.proven && damaged.contains(part.table))
            return true;
    if (kind == Recoverable::run)
        return damaged.contains("run_part");
    return kind == Recoverable::bill && damaged.contains("bill_row") && damaged.contains("charge_group");
}

base::Status copyRows(Database& database, std::string_view table, std::string_view where, std::int64_t id)
{
    const std::string name(table);
    return database.run("INSERT INTO main." + name + " SELECT * FROM damaged." + name + " " + std::string(where), id);
}

Proof copyAndProve(Database& database, Recoverable kind, std::int64_t id, const DamagedTables& damaged)
{
    FS_TRY(copyRows(database, "import", "WHERE id = ?1", id));
    FS_TRY(copyRows(database, "source_file", "WHERE import_id = ?1", id));
    if (!damaged.contains("problem"))
        FS_TRY(copyRows(database, "problem", "WHERE import_id = ?1", id));
    for (const Part& part : partsOf(kind))
        FS_TRY(copyRows(database, part.table, part.where, id));
    return isWhole(database, kind, id);
}

} // namespace

std::string_view name(Recoverable kind)
{
    constexpr std::string_view kNames[] = {"run", "bill", "telemetry", "job_list", "benchmark", "scenario", "document"};
    static_assert(std::size(kNames) == static_cast<std::size_t>(Recoverable::count));
    return kNames[static_cast<std::size_t>(kind)];
}

std::string_view name(Lost::Why why)
{
    constexpr std::string_view kNames[]
        = {"unreadable", "table_damaged", "sums_differ", "records_missing", "part_lost"};
    return kNames[static_cast<std::size_t>(why)];
}

bool endsRecovery(const base::Error& error)
{
    switch (error.code) {
    case base::Code::cancelled:
    case base::Code::disk_full:
    case base::Code::write_failed:
    case base::Code::read_failed:
    case base::Code::file_not_readable:
    case base::Code::store_busy:
    case base::Code::store_read_only:
    case base::Code::store_moved:
        return true;
    default:
        return false;
    }
}

base::Result<DamagedTables> damagedTables(Database& database, const base::JobContext& job)
{
    std::vector<std::string> tables;
    FS_TRY(database.each("SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
        [&](const Statement& row) { tables.push_back(row.text(0)); }));
    DamagedTables damaged;
    for (std::size_t i = 0; i < tables.size(); ++i) {
        FS_TRY(job.check());
        job.report({.what = tables[i], .done = i, .total = tables.size()});
        std::string found;
        const base::Status checked
            = database.each("PRAGMA damaged.integrity_check(" + tables[i] + ")", [&](const Statement& row) {
                  if (found.empty())
                      found = row.text(0);
              });
        if (!checked && endsRecovery(checked.error()))
            return checked.error();
        if (!checked || found != "ok")
            damaged.insert(tables[i]);
    }
    return damaged;
}

base::Result<std::optional<Lost::Why>> takeOver(
    Database& database, Recoverable kind, std::int64_t id, const DamagedTables& damaged)
{
    if (mayLackRows(kind, damaged))
        return std::optional(Lost::Why::table_damaged);
    auto proof = copyAndProve(database, kind, id, damaged);
    if (!proof && !endsRecovery(proof.error()))
        return std::optional(Lost::Why::unreadable);
    return proof;
}

} // namespace fullscope::store
