// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/benchmarks.h"

#include "core/store/benchmark_content.h"
#include "core/store/imports.h"
#include "core/store/text_blob.h"
#include "core/store/workspace_state.h"

namespace fullscope::store {

namespace {

// In the order of readSummary(); the document stands behind them, so that lists do not touch it.
constexpr std::string_view kColumns
    = "name, measured_us, content, run, repeats, record_count, engine, engine_version, python, torch, host, "
      "device_kind,"
      " device, devices, device_memory_bytes, cores_per_device, driver, runtime, instance_type, precision, mode, data, "
      "spec_hash, batch,"
      " seq_len, windows, steps, verdict, usable, tokens_per_s, tokens_per_s_low, tokens_per_s_high, step_time_s,"
      " step_time_s_low, step_time_s_high, first_compile_s, mfu_ceiling, memory_peak_bytes, flops_per_s, peak_flops, "
      "price_per_h,"
      " cost_per_million_tokens, cost_per_million_tokens_low, cost_per_million_tokens_high, cost_per_1000_steps,"
      " cost_per_1000_steps_low, cost_per_1000_steps_high";
constexpr int kColumnCount = 47;

StoredEstimate estimateAt(const Statement& row, int column)
{
    return {row.optionalReal(column), row.optionalReal(column + 1), row.optionalReal(column + 2)};
}

BenchmarkSummary readSummary(const Statement& row)
{
    constexpr int kOfImport = kColumnCount;
    return {.id = row.integer(kOfImport),
        .batch_of_imports = row.integer(kOfImport + 1),
        .name = row.text(0),
        .file = row.text(kOfImport + 3),
        .sha256 = row.text(kOfImport + 4),
        .imported_us = row.integer(kOfImport + 2),
        .measured_us = row.instant(1),
        .content = row.text(2),
        .run = row.text(3),
        .repeats = row.text(4),
        .records = row.integer(5),
        .engine = row.text(6),
        .engine_version = row.text(7),
        .python = row.text(8),
        .torch = row.text(9),
        .host = row.text(10),
        .device_kind = row.text(11),
        .device = row.text(12),
        .devices = row.integer(13),
        .device_memory_bytes = row.optionalReal(14),
        .cores_per_device = row.optionalInteger(15),
        .driver = row.text(16),
        .runtime = row.text(17),
        .instance_type = row.text(18),
        .precision = row.text(19),
        .mode = row.text(20),
        .data = row.text(21),
        .spec_hash = row.text(22),
        .batch = row.integer(23),
        .seq_len = row.integer(24),
        .windows = row.integer(25),
        .steps = row.integer(26),
        .verdict = row.text(27),
        .usable = row.integer(28) != 0,
        .tokens_per_s = estimateAt(row, 29),
        .step_time_s = estimateAt(row, 32),
        .first_compile_s = row.optionalReal(35),
        .mfu_ceiling = row.optionalReal(36),
        .memory_peak_bytes = row.optionalReal(37),
        .flops_per_s = row.optionalReal(38),
        .peak_flops = row.optionalReal(39),
        .price_per_h = row.optionalReal(40),
        .cost_per_million_tokens = estimateAt(row, 41),
        .cost_per_1000_steps = estimateAt(row, 44)};
}

std::string query(const std::string& columns, const char* rest)
{
    return "SELECT " + columns
        + " FROM benchmark JOIN import ON import.id = benchmark.id"
          " LEFT JOIN source_file AS file ON file.import_id = benchmark.id AND file.position = 0 "
        + rest;
}

// The import and the file have columns of the same names.
std::string summaryColumns()
{
    std::string columns = "benchmark.";
    for (const char c : kColumns)
        columns += c == ' ' ? std::string(" benchmark.") : std::string(1, c);
    return columns + ", benchmark.id, import.batch, import.imported_us, file.path, file.sha256";
}

base::Result<StoredBenchmark> read(Database& database, std::int64_t id)
{
    std::optional<StoredBenchmark> found;
    FS_TRY(database.each(
        query(summaryColumns() + ", document", "WHERE benchmark.id = ?"),
        [&](const Statement& row) -> base::Status {
            FS_TRY_VALUE(json, unpackedText(row.blob(kColumnCount + 5)));
            found = StoredBenchmark {.summary = readSummary(row), .json = std::move(json), .files = {}};
            return {};
        },
        id));
    if (!found)
        return idUnknown(id);
    FS_TRY_VALUE(files, readFiles(database, id));
    found->files = std::move(files);
    return *std::move(found);
}

base::Status insert(Database& database, const StoredBenchmark& stored)
{
    const BenchmarkSummary& s = stored.summary;
    std::string sql = "INSERT INTO benchmark (" + std::string(kColumns) + ", id, document) VALUES (?";
    for (int i = 1; i < kColumnCount + 2; ++i)
        sql += ", ?";
    FS_TRY_VALUE(document, packedText(stored.json));
    FS_TRY_VALUE(statement, database.prepare(sql + ")"));
    FS_TRY(statement.run(s.name, instantOrNull(s.measured_us), s.content, s.run, s.repeats, s.records, s.engine,
        s.engine_version, s.python, s.torch, s.host, s.device_kind, s.device, s.devices, s.device_memory_bytes,
        s.cores_per_device, s.driver, s.runtime, s.instance_type, s.precision, s.mode, s.data, s.spec_hash, s.batch,
        s.seq_len, s.windows, s.steps, s.verdict, s.usable, s.tokens_per_s.value, s.tokens_per_s.low,
        s.tokens_per_s.high, s.step_time_s.value, s.step_time_s.low, s.step_time_s.high, s.first_compile_s,
        s.mfu_ceiling, s.memory_peak_bytes, s.flops_per_s, s.peak_flops, s.price_per_h, s.cost_per_million_tokens.value,
        s.cost_per_million_tokens.low, s.cost_per_million_tokens.high, s.cost_per_1000_steps.value,
        s.cost_per_1000_steps.low, s.cost_per_1000_steps.high, s.id, Blob(document)));
    return insertFiles(database, s.id, stored.files);
}

base::Result<std::optional<std::int64_t>> idOf(Database& database, const char* column, const std::string& value)
{
    return database.integer(std::string("SELECT id FROM benchmark WHERE ") + column + " = ?", value);
}

// In place of what has this id, or behind all others where it is 0.
base::Result<std::int64_t> write(
    Database& database, StoredBenchmark stored, std::int64_t id, const std::vector<base::Problem>& problems)
{
    if (id != 0)
        FS_TRY(database.run("DELETE FROM import WHERE id = ?", id));
    FS_TRY(database.run("INSERT INTO import (id, batch) VALUES (?, ?)", id != 0 ? std::optional(id) : std::nullopt,
        stored.summary.batch_of_imports));
    stored.summary.id = database.lastInsertId();
    FS_TRY(insert(database, stored));
    FS_TRY(writeProblems(database, stored.summary.id, ProblemSource::parser, problems));
    return stored.summary.id;
}

base::Result<AddedBenchmark> add(Database& database, StoredBenchmark stored, const std::vector<base::Problem>& problems)
{
    using How = AddedBenchmark::How;
    for (const std::string& content : {stored.summary.content, contentOfAll(stored.json)}) {
        FS_TRY_VALUE(same, idOf(database, "content", content));
        if (same)
            return AddedBenchmark {How::same, *same};
    }
    if (stored.summary.batch_of_imports == 0) {
        FS_TRY_VALUE(batch, insertBatch(database));
        stored.summary.batch_of_imports = batch;
    }
    AddedBenchmark out;
    FS_TRY_VALUE(known, idOf(database, "run", stored.summary.run));
    if (known) {
        FS_TRY_VALUE(before, read(database, *known));
        if (before.summary.records > stored.summary.records)
            return AddedBenchmark {How::older, *known};
        stored.summary.name = before.summary.name; // as the user may have called it
        out = {How::replaced, 0, std::move(before)};
    }
    FS_TRY_VALUE(id, write(database, std::move(stored), known.value_or(0), problems));
    out.id = id;
    return out;
}

} // namespace

base::Result<std::vector<BenchmarkSummary>> WorkspaceFile::benchmarks() const
{
    std::vector<BenchmarkSummary> all;
    FS_TRY(m_state->database.each(query(summaryColumns(), "ORDER BY benchmark.id"),
        [&](const Statement& row) { all.push_back(readSummary(row)); }));
    return all;
}

base::Result<StoredBenchmark> WorkspaceFile::benchmark(std::int64_t id) const
{
    return read(m_state->database, id);
}

base::Result<AddedBenchmark> WorkspaceFile::addBenchmark(
    const StoredBenchmark& stored, const std::vector<base::Problem>& problems)
{
    FS_TRY_VALUE(transaction, Transaction::begin(m_state->database));
    FS_TRY_VALUE(added, add(m_state->database, stored, problems));
    FS_TRY(transaction.commit());
    return added;
}

base::Status WorkspaceFile::putBackBenchmark(const StoredBenchmark& stored)
{
    Database& database = m_state->database;
    FS_TRY_VALUE(transaction, Transaction::begin(database));
    FS_TRY_VALUE(other,
        database.integer(
            "SELECT id FROM import WHERE id = ? AND id NOT IN (SELECT id FROM benchmark)", stored.summary.id));
    if (other)
        return base::Error {.code = base::Code::store_changed, .file = path()};
    FS_TRY(write(database, stored, stored.summary.id, {}));
    FS_TRY(
        database.run("UPDATE import SET imported_us = ? WHERE id = ?", stored.summary.imported_us, stored.summary.id));
    return transaction.commit();
}

base::Status WorkspaceFile::renameBenchmark(std::int64_t id, const std::string& name)
{
    Database& database = m_state->database;
    FS_TRY_VALUE(transaction, Transaction::begin(database));
    FS_TRY_VALUE(found, database.integer("SELECT id FROM benchmark WHERE id = ?", id));
    if (!found)
        return idUnknown(id);
    FS_TRY(database.run("UPDATE benchmark SET name = ? WHERE id = ?", name, id));
    return transaction.commit();
}

base::Status WorkspaceFile::removeBenchmark(std::int64_t id)
{
    Database& database = m_state->database;
    FS_TRY_VALUE(transaction, Transaction::begin(database));
    FS_TRY_VALUE(found, database.integer("SELECT id FROM benchmark WHERE id = ?", id));
    if (!found)
        return idUnknown(id);
    FS_TRY(removeImport(database, id));
    return transaction.commit();
}

} // namespace fullscope::store
