// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/recover.h"

#include "core/base/write_file.h"
#include "core/scenario/scenario.h"
#include "core/store/open_workspace.h"
#include "core/store/recover_imports.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>

namespace fullscope::store {

namespace {

namespace files = std::filesystem;

constexpr std::int64_t kKeptVersions = 1'000; // of scenarios and documents: the store removes older ones
constexpr std::int64_t kNeverGiven = std::numeric_limits<std::int64_t>::max(); // as a number: none could follow

// A file that goes with the recovery, with what SQLite puts beside it.
class Scratch {
public:
    explicit Scratch(std::string path)
        : m_path(std::move(path))
    {
    }
    ~Scratch()
    {
        std::error_code ignored;
        for (const char* ending : {"", "-wal", "-shm", "-journal"})
            files::remove(m_path + ending, ignored);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    const std::string& path() const { return m_path; }

private:
    std::string m_path;
};

base::Status copyFile(const std::string& from, const std::string& to)
{
    std::error_code failed;
    if (files::copy_file(from, to, files::copy_options::overwrite_existing, failed))
        return {};
    const bool full = failed == std::errc::no_space_on_device || failed == std::errc::file_too_large;
    return base::Error {
        .code = full ? base::Code::disk_full : base::Code::read_failed, .file = from, .found = failed.message()};
}

std::uint64_t bigEndian(const unsigned char* bytes, int count)
{
    std::uint64_t value = 0;
    for (int i = 0; i < count; ++i)
        value = value << 8 | bytes[i];
    return value;
}

// SQLite opens no file that is shorter than its header says. Empty pages in place of what was cut off are found
// damaged.
void fillUp(const std::string& path)
{
    std::array<char, 32> header {};
    std::ifstream(path, std::ios::binary).read(header.data(), header.size());
    const auto* bytes = reinterpret_cast<const unsigned char*>(header.data());
    const std::uint64_t page = pageSize(bytes[16], bytes[17]);
    std::error_code ignored;
    const std::uintmax_t size = files::file_size(path, ignored);
    if (page < 512)
        return;
    const std::uint64_t pages = std::max(bigEndian(bytes + 28, 4), (size + page - 1) / page);
    if (pages * page > size)
        files::resize_file(path, pages * page, ignored);
}

// The damaged file's copy, brought to the present schema.
base::Status makeReadable(const std::string& from, const std::string& copy)
{
    std::error_code failed;
    if (files::is_directory(from, failed))
        return base::Error {.code = base::Code::is_directory, .file = from};
    if (!files::exists(from, failed))
        return base::Error {.code = base::Code::file_not_found, .file = from};
    FS_TRY(copyFile(from, copy));
    if (files::exists(from + "-wal", failed))
        FS_TRY(copyFile(from + "-wal", copy + "-wal"));
    fillUp(copy);
    const SchemaSteps steps = schemaSteps();
    FS_TRY_VALUE(database, Database::open(copy, Database::Mode::read_write));
    FS_TRY_VALUE(application, database.integer("PRAGMA application_id"));
    if (application != WorkspaceFile::kApplicationId)
        return base::Error {.code = base::Code::store_not_ours, .file = from};
    FS_TRY_VALUE(version, schemaVersion(database));
    if (version > static_cast<int>(steps.size()))
        return base::Error {.code = base::Code::store_newer,
            .file = from,
            .found = std::to_string(version),
            .expected = std::to_string(steps.size())};
    return migrateInPlace(database, steps);
}

// Rows are taken over column by column: the columns must be ours.
base::Status checkSchema(Database& database)
{
    FS_TRY_VALUE(other,
        database.integer("SELECT count(*) FROM main.sqlite_schema AS ours WHERE type = 'table' AND NOT EXISTS (SELECT 1"
                         " FROM damaged.sqlite_schema AS theirs WHERE theirs.name = ours.name AND theirs.sql IS"
                         " ours.sql)"));
    if (other == 0)
        return {};
    return base::Error {.code = base::Code::store_corrupt, .found = "sqlite_schema"};
}

class Recoverer {
public:
    Recoverer(Database& database, const base::JobContext& job)
        : m_database(database)
        , m_job(job)
    {
    }

    base::Result<Recovery> all()
    {
        FS_TRY_VALUE(damaged, damagedTables(m_database, m_job));
        m_damaged = std::move(damaged);
        m_recovery.damaged.assign(m_damaged.begin(), m_damaged.end());
        m_recovery.imports_unreadable
            = m_damaged.contains("import") || m_damaged.contains("batch") || m_damaged.contains("source_file");
        if (!m_recovery.imports_unreadable)
            FS_TRY(takeImports());
        FS_TRY(takeVersions());
        return std::move(m_recovery);
    }

private:
    base::Status takeImports();
    base::Status takeImport(Recoverable kind, std::int64_t id);
    base::Status takeParts();
    base::Status dropWithoutParts(bool& dropped);
    void lose(Recoverable kind, std::int64_t id, Lost::Why why);
    base::Status keepNumbers();
    base::Status takeVersions();
    base::Status takeVersionsOf(Recoverable kind, const std::string& document, std::int64_t newest);
    base::Result<bool> takeVersion(Recoverable kind, const std::string& document, std::int64_t version);
    std::int64_t told(const std::string& sql); // by the damaged file; 0 where it cannot

    std::int64_t& kept(Recoverable kind) { return m_recovery.kept[static_cast<std::size_t>(kind)]; }

    Database& m_database;
    const base::JobContext& m_job;
    DamagedTables m_damaged;
    Recovery m_recovery;
};

std::int64_t Recoverer::told(const std::string& sql)
{
    const auto value = m_database.integer(sql);
    return value ? value->value_or(0) : 0;
}

struct Table {
    Recoverable kind;
    const char* name;
};
constexpr Table kTables[] = {{Recoverable::run, "run"}, {Recoverable::bill, "bill"},
    {Recoverable::telemetry, "telemetry"}, {Recoverable::job_list, "job_list"}, {Recoverable::benchmark, "benchmark"}};

base::Status Recoverer::takeImports()
{
    FS_TRY(m_database.execute("INSERT INTO main.batch SELECT * FROM damaged.batch"));
    std::vector<std::int64_t> ids;
    FS_TRY(m_database.each(
        "SELECT id FROM damaged.import ORDER BY id", [&](const Statement& row) { ids.push_back(row.integer(0)); }));
    for (std::size_t i = 0; i < ids.size(); ++i) {
        FS_TRY(m_job.check());
        m_job.report({.what = std::to_string(ids[i]), .done = i, .total = ids.size()});
        // Of which kind it is may stand in a damaged page; then it is the one whose table is.
        const auto* found = std::ranges::find_if(kTables, [&](const Table& table) {
            const auto there
                = m_database.integer("SELECT id FROM damaged." + std::string(table.name) + " WHERE id = ?", ids[i]);
            return there && *there;
        });
        if (found == std::end(kTables))
            found = std::ranges::find_if(kTables, [&](const Table& table) { return m_damaged.contains(table.name); });
        if (found != std::end(kTables)) // else an import that holds nothing
            FS_TRY(takeImport(found->kind, ids[i]));
    }
    m_recovery.problems_lost = m_damaged.contains("problem");
    FS_TRY(takeParts());
    return keepNumbers();
}

base::Status Recoverer::takeImport(Recoverable kind, std::int64_t id)
{
    FS_TRY_VALUE(why, takeOver(m_database, kind, id, m_damaged));
    if (!why) {
        ++kept(kind);
        return {};
    }
    lose(kind, id, *why);
    return m_database.run("DELETE FROM main.import WHERE id = ?", id); // with all that was copied of it
}

void Recoverer::lose(Recoverable kind, std::int64_t id, Lost::Why why)
{
    Lost lost {.kind = kind, .id = id, .name = {}, .file = {}, .sha256 = {}, .why = why};
    // As far as it can be read.
    (void)m_database
        .each(
            "SELECT path, sha256 FROM damaged.source_file WHERE import_id = ? ORDER BY position LIMIT 1",
            [&](const Statement& row) {
                lost.file = row.text(0);
                lost.sha256 = row.text(1);
            },
            id)
        .ok();
    const auto* table = std::ranges::find(kTables, kind, &Table::kind);
    (void)m_database
        .each(
            "SELECT name FROM damaged." + std::string(table->name) + " WHERE id = ?",
            [&](const Statement& row) { lost.name = row.text(0); }, id)
        .ok();
    m_recovery.lost.push_back(std::move(lost));
}

// Runs whose ledger is made with what is lost, until none is left: each may be part of another.
base::Status Recoverer::dropWithoutParts(bool& dropped)
{
    std::vector<std::int64_t> ids;
    FS_TRY(m_database.each("SELECT DISTINCT run_id FROM damaged.run_part WHERE role <> 'telemetry' AND run_id IN"
                           " (SELECT id FROM main.run) AND part_id NOT IN (SELECT id FROM main.import)",
        [&](const Statement& row) { ids.push_back(row.integer(0)); }));
    dropped = !ids.empty();
    for (const std::int64_t id : ids) {
        lose(Recoverable::run, id, Lost::Why::part_lost);
        FS_TRY(m_database.run("DELETE FROM main.import WHERE id = ?", id));
        --kept(Recoverable::run);
    }
    return {};
}

base::Status Recoverer::takeParts()
{
    if (m_damaged.contains("run_part")) // no run is there
        return {};
    for (bool dropped = true; dropped;)
        FS_TRY(dropWithoutParts(dropped));
    return m_database.execute("INSERT INTO main.run_part SELECT * FROM damaged.run_part WHERE run_id IN (SELECT id FROM"
                              " main.run) AND part_id IN (SELECT id FROM main.import)");
}

// Scenarios name imports by number: a number that is lost is not given to another.
base::Status Recoverer::keepNumbers()
{
    for (const std::string table : {"batch", "import"}) {
        const std::int64_t greatest = std::max(told("SELECT max(id) FROM damaged." + table),
            told("SELECT seq FROM damaged.sqlite_sequence WHERE name = '" + table + "'"));
        if (greatest <= 0 || greatest == kNeverGiven)
            continue;
        FS_TRY(m_database.run("DELETE FROM main.sqlite_sequence WHERE name = ?", table));
        FS_TRY(m_database.run("INSERT INTO main.sqlite_sequence (name, seq) VALUES (?, ?)", table, greatest));
    }
    return {};
}

base::Status Recoverer::takeVersions()
{
    m_recovery.scenario_may_be_older = m_damaged.contains("scenario");
    m_recovery.documents_may_be_older = m_damaged.contains("document");
    std::int64_t newest = told("SELECT max(version) FROM damaged.scenario");
    const std::int64_t given = told("SELECT seq FROM damaged.sqlite_sequence WHERE name = 'scenario'");
    if (m_recovery.scenario_may_be_older && given < kNeverGiven)
        newest = std::max(newest, given);
    FS_TRY(takeVersionsOf(Recoverable::scenario, {}, newest));
    for (const char* kind : {"attribution", "exchange_rates", "prices", "claims", "benchmarks"})
        FS_TRY(takeVersionsOf(Recoverable::document, kind,
            told("SELECT max(version) FROM damaged.document WHERE kind = '" + std::string(kind) + "'")));
    return {};
}

base::Status Recoverer::takeVersionsOf(Recoverable kind, const std::string& document, std::int64_t newest)
{
    if (newest == 0)
        return {};
    if (newest < 0 || newest == kNeverGiven) { // damaged, and which are the newest it hides
        m_recovery.lost.push_back(
            {.kind = kind, .id = newest, .name = document, .file = {}, .sha256 = {}, .why = Lost::Why::unreadable});
        return {};
    }
    bool any = false;
    for (std::int64_t version = std::max<std::int64_t>(1, newest - kKeptVersions + 1); version <= newest; ++version) {
        FS_TRY(m_job.check());
        const auto taken = takeVersion(kind, document, version);
        if (!taken && endsRecovery(taken.error()))
            return taken.error();
        if (taken && *taken) {
            ++kept(kind);
            any = true;
        } else {
            // In a table without damage a version that is not there was removed, or never came to be.
            const bool is_lost = !taken || m_damaged.contains(kind == Recoverable::scenario ? "scenario" : "document");
            if (is_lost && (any || !taken || version == newest))
                m_recovery.lost.push_back({.kind = kind,
                    .id = version,
                    .name = document,
                    .file = {},
                    .sha256 = {},
                    .why = taken ? Lost::Why::table_damaged : Lost::Why::unreadable});
        }
    }
    return {};
}

base::Result<bool> Recoverer::takeVersion(Recoverable kind, const std::string& document, std::int64_t version)
{
    if (kind == Recoverable::scenario)
        FS_TRY(m_database.run("INSERT INTO main.scenario SELECT * FROM damaged.scenario WHERE version = ?", version));
    else
        FS_TRY(m_database.run("INSERT INTO main.document SELECT * FROM damaged.document WHERE kind = ? AND version = ?",
            document, version));
    FS_TRY_VALUE(rows, m_database.integer("SELECT changes()"));
    if (rows == 0)
        return false;
    if (kind == Recoverable::document) {
        FS_TRY(m_database.run(
            "DELETE FROM main.document WHERE kind = ? AND version = ? AND NOT json_valid(json)", document, version));
        FS_TRY_VALUE(invalid, m_database.integer("SELECT changes()"));
        return invalid == 0 ? base::Result<bool>(true) : base::Error {.code = base::Code::store_corrupt};
    }
    std::string json;
    FS_TRY(m_database.each(
        "SELECT json FROM main.scenario WHERE version = ?", [&](const Statement& row) { json = row.text(0); },
        version));
    const auto read = scenario::fromJson(json, {});
    if (read)
        return true;
    FS_TRY(m_database.run("DELETE FROM main.scenario WHERE version = ?", version));
    return read.error();
}

base::Result<Recovery> recoverInto(const std::string& made, const std::string& copy, const base::JobContext& job)
{
    FS_TRY(fillNew(made, schemaSteps()));
    FS_TRY_VALUE(database, Database::open(made, Database::Mode::read_write));
    FS_TRY(database.run("ATTACH ? AS damaged", copy));
    FS_TRY(checkSchema(database));
    // No transaction: within one, SQLite lets a connection write nothing more once it has met damage. Nor is one
    // needed, as the file has no name yet.
    FS_TRY(database.execute("PRAGMA synchronous = OFF"));
    FS_TRY_VALUE(recovery, Recoverer(database, job).all());
    FS_TRY(database.execute("DETACH damaged; PRAGMA synchronous = FULL; PRAGMA user_version = "
        + std::to_string(schemaSteps().size()) + "; PRAGMA wal_checkpoint(TRUNCATE)"));
    std::string found;
    FS_TRY(database.each("PRAGMA main.integrity_check(1)", [&](const Statement& row) { found = row.text(0); }));
    if (found != "ok")
        return base::Error {.code = base::Code::internal, .file = made, .found = found};
    return recovery;
}

} // namespace

base::Result<Recovery> recover(const std::string& from, const std::string& to, const base::JobContext& job)
{
    std::error_code ignored;
    if (files::exists(files::symlink_status(to, ignored)))
        return base::Error {.code = base::Code::write_failed, .file = to, .found = std::strerror(EEXIST)};
    FS_TRY_VALUE(copy_name, base::fileBeside(to));
    const Scratch copy(copy_name);
    FS_TRY_VALUE(made_name, base::fileBeside(to));
    const Scratch made(made_name);
    base::Status readable = makeReadable(from, copy.path());
    if (!readable) {
        base::Error error = std::move(readable.error());
        if (!endsRecovery(error) && error.code != base::Code::store_newer && error.code != base::Code::is_directory
            && error.code != base::Code::file_not_found && error.code != base::Code::store_not_ours)
            error.code = base::Code::store_corrupt;
        error.file = error.code == base::Code::disk_full ? to : from;
        return error;
    }
    auto recovery = recoverInto(made.path(), copy.path(), job);
    if (!recovery) {
        recovery.error().file = recovery.error().code == base::Code::store_corrupt ? from : to;
        return recovery;
    }
    FS_TRY(giveName(made.path(), to));
    return recovery;
}

} // namespace fullscope::store
