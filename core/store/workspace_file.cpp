// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/workspace_file.h"

#include "core/store/bills.h"
#include "core/store/copy_database.h"
#include "core/store/imports.h"
#include "core/store/jobs.h"
#include "core/store/open_workspace.h"
#include "core/store/plot_points.h"
#include "core/store/run_parts.h"
#include "core/store/runs.h"
#include "core/store/same_records.h"
#include "core/store/samples.h"
#include "core/store/telemetry.h"
#include "core/store/workspace_state.h"

#include <filesystem>

#include <stdlib.h>

namespace fullscope::store {

namespace {

constexpr int kKeptScenarios = 1'000; // versions; older ones go

// Runs `change` in a transaction of its own.
template <typename Change>
base::Status inTransaction(Database& database, Change change)
{
    FS_TRY_VALUE(transaction, Transaction::begin(database));
    FS_TRY(change());
    return transaction.commit();
}

base::Result<std::int64_t> newestScenario(Database& database)
{
    FS_TRY_VALUE(newest, database.integer("SELECT max(version) FROM scenario"));
    return newest.value_or(0);
}

// A new version, unless the newest is the same.
base::Status insertScenario(Database& database, const scenario::Scenario& scenario)
{
    const std::string json = scenario::toJson(scenario);
    FS_TRY_VALUE(same, database.integer("SELECT json = ? FROM scenario ORDER BY version DESC LIMIT 1", json));
    if (same.value_or(0))
        return {};
    FS_TRY(database.run("INSERT INTO scenario (json) VALUES (?)", json));
    return database.run("DELETE FROM scenario WHERE version <= ?", database.lastInsertId() - kKeptScenarios);
}

base::Status removeEvidence(Database& database, std::string_view find, std::int64_t id)
{
    return inTransaction(database, [&]() -> base::Status {
        FS_TRY_VALUE(found, database.integer(find, id));
        return found ? removeImport(database, id) : base::Status(idUnknown(id));
    });
}

} // namespace

base::Result<std::shared_ptr<TemporaryFolder>> TemporaryFolder::make()
{
    std::error_code failed;
    std::string name = (std::filesystem::temp_directory_path(failed) / "fullscope-XXXXXX").string();
    if (failed || !::mkdtemp(name.data()))
        return base::Error {.code = base::Code::write_failed, .file = name};
    return std::make_shared<TemporaryFolder>(std::move(name));
}

TemporaryFolder::TemporaryFolder(std::string path)
    : m_path(std::move(path))
{
}

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ignored; // the system clears its temporary files
    std::filesystem::remove_all(m_path, ignored);
}

WorkspaceFile::WorkspaceFile(std::unique_ptr<State> state)
    : m_state(std::move(state))
{
}

WorkspaceFile::~WorkspaceFile()
{
    const std::string file = path();
    const bool only_read = isReadOnly();
    m_state.reset();
    if (only_read)
        tidySideFiles(file);
}

base::Result<std::unique_ptr<WorkspaceFile>> WorkspaceFile::open(const std::string& path, Access access)
{
    std::shared_ptr<TemporaryFolder> temporary;
    if (path.empty()) {
        FS_TRY_VALUE(folder, TemporaryFolder::make());
        temporary = std::move(folder);
    }
    const std::string file = temporary ? temporary->path() + "/workspace.fullscope" : path;
    FS_TRY_VALUE(opened, openDatabase(file, temporary ? Access::read_write : access, schemaSteps()));
    auto state = std::make_unique<State>(
        State {std::move(temporary), std::move(opened.database), opened.read_only, opened.version});
    return std::unique_ptr<WorkspaceFile>(new WorkspaceFile(std::move(state)));
}

const std::string& WorkspaceFile::path() const
{
    return m_state->database.path();
}

bool WorkspaceFile::isReadOnly() const
{
    return m_state->read_only;
}

int WorkspaceFile::fileSchemaVersion() const
{
    return m_state->version;
}

base::Status WorkspaceFile::checkInPlace() const
{
    return m_state->database.checkInPlace();
}

base::Result<std::int64_t> WorkspaceFile::dataVersion() const
{
    FS_TRY_VALUE(version, m_state->database.integer("PRAGMA data_version"));
    return version.value_or(0);
}

base::Status WorkspaceFile::checkWhole() const
{
    std::string found;
    FS_TRY(m_state->database.each("PRAGMA quick_check(1)", [&](const Statement& row) { found = row.text(0); }));
    if (found == "ok")
        return {};
    return base::Error {
        .code = base::Code::store_corrupt, .file = path(), .found = found.substr(found.rfind('\n') + 1)};
}

base::Result<std::unique_ptr<WorkspaceFile>> WorkspaceFile::reopen(Access access) const
{
    FS_TRY(checkInPlace()); // else it would make a new file, or take a stranger's
    FS_TRY_VALUE(second, open(path(), access));
    second->m_state->temporary = m_state->temporary;
    return second;
}

base::Status WorkspaceFile::copyTo(const std::string& path) const
{
    return copyDatabase(m_state->database, path);
}

base::Result<std::int64_t> WorkspaceFile::newBatch()
{
    std::int64_t batch = 0;
    FS_TRY(inTransaction(m_state->database, [&]() -> base::Status {
        FS_TRY_VALUE(id, insertBatch(m_state->database));
        batch = id;
        return {};
    }));
    return batch;
}

base::Status WorkspaceFile::removeRun(std::int64_t id)
{
    Database& database = m_state->database;
    return inTransaction(database, [&]() -> base::Status {
        FS_TRY(readRun(database, id));
        return removeRunWithParts(database, id);
    });
}

base::Status WorkspaceFile::removeBill(std::int64_t id)
{
    return removeEvidence(m_state->database, "SELECT id FROM bill WHERE id = ?", id);
}

base::Status WorkspaceFile::removeTelemetry(std::int64_t id)
{
    return removeEvidence(m_state->database, "SELECT id FROM telemetry WHERE id = ?", id);
}

base::Result<std::vector<TelemetrySummary>> WorkspaceFile::telemetries() const
{
    return readTelemetrySummaries(m_state->database);
}

base::Result<evidence::Telemetry> WorkspaceFile::telemetry(std::int64_t id) const
{
    return readTelemetry(m_state->database, id);
}

base::Result<std::vector<TelemetryOfRun>> WorkspaceFile::telemetryOf(std::int64_t run_id) const
{
    return readTelemetryOf(m_state->database, run_id);
}

std::unique_ptr<evidence::SampleStore> WorkspaceFile::readings(std::int64_t telemetry_id) const
{
    return std::make_unique<StoredSamples>(m_state->database, telemetry_id);
}

base::Status WorkspaceFile::removeJobList(std::int64_t id)
{
    Database& database = m_state->database;
    return inTransaction(database, [&]() -> base::Status {
        FS_TRY_VALUE(known, countJobs(database, id));
        if (!known)
            return idUnknown(id);
        std::vector<std::int64_t> runs; // whose ledgers were made with its jobs
        FS_TRY(database.each(
            "SELECT DISTINCT run_id FROM run_part WHERE part_id = ? AND role = 'job'",
            [&](const Statement& row) { runs.push_back(row.integer(0)); }, id));
        FS_TRY(removeImport(database, id));
        for (const std::int64_t run : runs)
            FS_TRY(refreshWithLeads(database, run, base::JobContext()));
        return {};
    });
}

base::Result<std::vector<JobListSummary>> WorkspaceFile::jobLists() const
{
    return readJobListSummaries(m_state->database);
}

base::Result<evidence::JobList> WorkspaceFile::jobList(std::int64_t id) const
{
    return readJobList(m_state->database, id);
}

base::Result<std::vector<RunSummary>> WorkspaceFile::runs() const
{
    return readRunSummaries(m_state->database);
}

base::Result<evidence::Run> WorkspaceFile::run(std::int64_t id) const
{
    FS_TRY_VALUE(joined, readJoinedRun(m_state->database, id, base::JobContext()));
    return std::move(joined.run);
}

base::Result<ledger::TimeLedger> WorkspaceFile::timeLedger(std::int64_t id) const
{
    return readTimeLedger(m_state->database, id);
}

std::unique_ptr<evidence::SampleStore> WorkspaceFile::samples(std::int64_t run_id) const
{
    return std::make_unique<JoinedSamples>(m_state->database, run_id);
}

base::Result<bool> WorkspaceFile::beginsWith(std::int64_t longer, std::int64_t shorter) const
{
    FS_TRY_VALUE(run, readColumns(m_state->database, longer));
    return store::beginsWith(m_state->database, longer, run.series, shorter);
}

base::Result<std::pair<std::int64_t, std::int64_t>> WorkspaceFile::timeRange(std::int64_t run_id) const
{
    return readTimeRange(m_state->database, run_id);
}

base::Result<PlotPoints> WorkspaceFile::plotPoints(
    std::int64_t run_id, int series, bool against_time, double from, double to, int columns) const
{
    return store::plotPoints(m_state->database, {run_id, series, against_time, from, to, columns});
}

base::Status WorkspaceFile::setFact(
    std::int64_t run_id, const std::string& name, const std::string& value, const base::JobContext& job)
{
    Database& database = m_state->database;
    return inTransaction(database, [&]() -> base::Status {
        FS_TRY(readRun(database, run_id));
        FS_TRY(stateFact(database, run_id, name, value));
        return refreshWithLeads(database, run_id, job);
    });
}

base::Status WorkspaceFile::setMarks(
    std::int64_t run_id, const std::vector<evidence::UserMark>& marks, const base::JobContext& job)
{
    for (const evidence::UserMark& mark : marks)
        if (mark.first_line < 1 || mark.last_line < mark.first_line)
            return base::Error {.code = base::Code::out_of_range,
                .field = std::string(evidence::name(mark.as)),
                .found = std::to_string(mark.first_line) + "–" + std::to_string(mark.last_line),
                .expected = "1 ≤ A ≤ B"};
    Database& database = m_state->database;
    return inTransaction(database, [&]() -> base::Status {
        FS_TRY(readRun(database, run_id));
        FS_TRY(replaceMarksOfAttempts(database, run_id, marks));
        return refreshRun(database, run_id, job);
    });
}

base::Status WorkspaceFile::renameRun(std::int64_t run_id, const std::string& name)
{
    return inTransaction(m_state->database, [&] { return store::renameRun(m_state->database, run_id, name); });
}

base::Result<std::vector<evidence::RunPart>> WorkspaceFile::parts(std::int64_t run_id) const
{
    return readParts(m_state->database, run_id);
}

base::Status WorkspaceFile::joinParts(
    std::int64_t run_id, const std::vector<evidence::RunPart>& parts, const base::JobContext& job)
{
    Database& database = m_state->database;
    return inTransaction(database, [&]() -> base::Status {
        FS_TRY(readRun(database, run_id));
        FS_TRY(writeParts(database, run_id, parts));
        FS_TRY_VALUE(joined, readJoinedRun(database, run_id, job));
        for (const base::Problem& problem : joined.problems)
            if (problem.what.code == base::Code::job_apart || problem.what.code == base::Code::job_untimed)
                return problem.what; // it says nothing about this run
        return refreshRun(database, run_id, job);
    });
}

base::Status WorkspaceFile::separateParts(
    std::int64_t run_id, const std::vector<evidence::RunPart>& parts, const base::JobContext& job)
{
    Database& database = m_state->database;
    return inTransaction(database, [&]() -> base::Status {
        for (const evidence::RunPart& part : parts)
            FS_TRY(removePart(database, run_id, part));
        return refreshRun(database, run_id, job);
    });
}

base::Result<std::vector<BillSummary>> WorkspaceFile::bills() const
{
    return readBillSummaries(m_state->database);
}

base::Result<evidence::Bill> WorkspaceFile::bill(std::int64_t id) const
{
    return readBill(m_state->database, id);
}

base::Result<ledger::MoneyLedger> WorkspaceFile::moneyLedger(std::int64_t id) const
{
    return readMoneyLedger(m_state->database, id);
}

base::Result<std::vector<StoredBillRow>> WorkspaceFile::billRows(
    std::int64_t bill_id, const BillRowFilter& filter, std::int64_t offset, std::int64_t limit) const
{
    return readBillRows(m_state->database, bill_id, filter, offset, limit);
}

base::Result<std::int64_t> WorkspaceFile::billRowCount(std::int64_t bill_id, const BillRowFilter& filter) const
{
    return countBillRows(m_state->database, bill_id, filter);
}

base::Result<std::vector<StoredProblem>> WorkspaceFile::problems() const
{
    return readAllProblems(m_state->database);
}

base::Result<std::vector<std::string>> WorkspaceFile::sourcePaths() const
{
    std::vector<std::string> paths;
    FS_TRY(m_state->database.each(
        "SELECT DISTINCT path FROM source_file", [&](const Statement& row) { paths.push_back(row.text(0)); }));
    return paths;
}

base::Result<std::string> WorkspaceFile::mappingOf(const std::string& path) const
{
    std::string mapping;
    FS_TRY(m_state->database.each(
        "SELECT mapping FROM source_file WHERE path = ? ORDER BY import_id DESC LIMIT 1",
        [&](const Statement& row) { mapping = row.text(0); }, path));
    return mapping;
}

base::Result<std::optional<scenario::Scenario>> WorkspaceFile::scenario() const
{
    std::optional<std::string> json;
    FS_TRY(m_state->database.each(
        "SELECT json FROM scenario ORDER BY version DESC LIMIT 1", [&](const Statement& row) { json = row.text(0); }));
    if (!json)
        return std::optional<scenario::Scenario>();
    FS_TRY_VALUE(read, scenario::fromJson(*json, path()));
    return std::optional(std::move(read));
}

base::Result<std::int64_t> WorkspaceFile::scenarioVersion() const
{
    return newestScenario(m_state->database);
}

base::Status WorkspaceFile::saveScenario(const scenario::Scenario& scenario)
{
    Database& database = m_state->database;
    return inTransaction(database, [&] { return insertScenario(database, scenario); });
}

base::Result<std::int64_t> WorkspaceFile::saveScenario(const scenario::Scenario& scenario, std::int64_t over)
{
    Database& database = m_state->database;
    std::int64_t version = 0;
    const base::Status saved = inTransaction(database, [&]() -> base::Status {
        FS_TRY_VALUE(newest, newestScenario(database));
        if (newest != over)
            return base::Error {.code = base::Code::store_changed, .file = path()};
        FS_TRY(insertScenario(database, scenario));
        FS_TRY_VALUE(own, newestScenario(database));
        version = own;
        return {};
    });
    if (!saved)
        return saved.error();
    return version;
}

} // namespace fullscope::store
