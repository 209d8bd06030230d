// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/bill_writer.h"
#include "core/store/bills.h"
#include "core/store/imports.h"
#include "core/store/jobs.h"
#include "core/store/replace.h"
#include "core/store/run_parts.h"
#include "core/store/runs.h"
#include "core/store/same_records.h"
#include "core/store/samples.h"
#include "core/store/telemetry.h"
#include "core/store/workspace_state.h"

#include <algorithm>
#include <deque>

namespace fullscope::store {

struct ImportSession::State {
    State(Database& database, Transaction begun, std::int64_t import_id, std::int64_t import_batch)
        : transaction(std::move(begun))
        , db(database)
        , import {import_id, import_batch, {}, true}
        , bill_writer(database, import_id)
    {
        parts.emplace_back(database, import_id);
    }

    struct Part { // a run of the file
        Part(Database& database, std::int64_t import_id)
            : id(import_id)
            , sample_writer(database, import_id)
        {
        }

        std::int64_t id;
        std::vector<evidence::SeriesInfo> series;
        SampleWriter sample_writer;
    };

    // What the user had said about the run that this one takes the place of.
    base::Status giveBack(std::size_t number)
    {
        if (number >= words.size())
            return {};
        NewIds ids;
        for (std::size_t i = 0; i < words.size(); ++i)
            ids.emplace_back(words[i].run_id, i <= number ? parts[i].id : 0);
        const UserWords& said = words[number];
        FS_TRY(writeUserWords(db, parts[number].id, said, ids));
        if (!said.changeLedger())
            return {};
        return refreshWithLeads(db, parts[number].id, {});
    }

    Transaction transaction; // first: ends last
    Database& db;
    NewImport import; // of the first run, or the bill
    std::deque<Part> parts;
    std::size_t finished = 0; // runs
    std::vector<UserWords> words; // of the runs that this file's take the place of
    BillWriter bill_writer;
};

base::Result<std::unique_ptr<ImportSession>> WorkspaceFile::beginImport(std::int64_t batch)
{
    FS_TRY_VALUE(transaction, Transaction::begin(m_state->database));
    FS_TRY_VALUE(id, insertImport(m_state->database, batch));
    auto state = std::make_unique<ImportSession::State>(m_state->database, std::move(transaction), id, batch);
    return std::unique_ptr<ImportSession>(new ImportSession(std::move(state)));
}

ImportSession::ImportSession(std::unique_ptr<State> state)
    : m_state(std::move(state))
{
}

ImportSession::~ImportSession() = default;

base::Status ImportSession::nextRun()
{
    FS_TRY(endSamples());
    FS_TRY_VALUE(id, insertImport(m_state->db, m_state->import.batch));
    m_state->parts.emplace_back(m_state->db, id);
    return {};
}

base::Status ImportSession::dropRun()
{
    const std::int64_t id = m_state->parts.back().id;
    m_state->parts.pop_back();
    return removeImport(m_state->db, id);
}

int ImportSession::series(const evidence::SeriesInfo& info)
{
    auto& series = m_state->parts.back().series;
    for (std::size_t i = 0; i < series.size(); ++i)
        if (series[i].name == info.name)
            return static_cast<int>(i);
    series.push_back(info);
    return static_cast<int>(series.size()) - 1;
}

base::Status ImportSession::addSample(const evidence::Sample& sample)
{
    return m_state->parts.back().sample_writer.add(sample);
}

base::Status ImportSession::endSamples()
{
    return m_state->parts.back().sample_writer.end();
}

std::unique_ptr<evidence::SampleStore> ImportSession::samples(std::size_t run) const
{
    return std::make_unique<StoredSamples>(m_state->db, m_state->parts[run].id);
}

base::Status ImportSession::addReading(const evidence::Reading& reading)
{
    return m_state->parts.back().sample_writer.add(
        {.line = reading.line, .step = reading.device, .time_us = reading.time_us, .values = reading.values});
}

base::Result<std::int64_t> ImportSession::finishTelemetry(
    const evidence::Telemetry& parsed, const std::vector<base::Problem>& problems, std::vector<Replaced>& replaced)
{
    Database& db = m_state->db;
    const State::Part& part = m_state->parts.front();
    FS_TRY(endSamples());
    evidence::Telemetry telemetry = parsed;
    telemetry.series = part.series;
    telemetry.reading_count = part.sample_writer.count();
    m_state->import.files = telemetry.files;
    FS_TRY(insertFiles(db, part.id, telemetry.files));
    FS_TRY(insertTelemetry(db, part.id, telemetry));
    std::vector<UserWords> unused;
    FS_TRY(replaceSameContent(db, m_state->import, replaced, unused));
    FS_TRY(writeProblems(db, part.id, ProblemSource::parser, problems));
    return part.id;
}

base::Status ImportSession::addBillRow(const evidence::BillRow& row, ledger::MoneyCategory category)
{
    return m_state->bill_writer.add(row, category);
}

base::Result<std::int64_t> ImportSession::finishRun(const evidence::Run& parsed, const ledger::TimeLedger& ledger,
    const std::vector<base::Problem>& problems, std::vector<Replaced>& replaced)
{
    Database& db = m_state->db;
    const std::size_t number = m_state->finished++;
    const State::Part& part = m_state->parts[number];
    evidence::Run run = parsed;
    run.series = part.series;
    FS_TRY(insertFiles(db, part.id, run.files));
    if (number == 0) {
        m_state->import.files = run.files;
        FS_TRY(replaceSameContent(db, m_state->import, replaced, m_state->words));
    }

    const auto stored = samples(number);
    RunExtras extras {part.sample_writer.count(), part.sample_writer.firstTime(), {}};
    FS_TRY_VALUE(line, sparkline(*stored, run.seriesIndex(evidence::series::step_time), extras.sample_count));
    extras.sparkline = std::move(line);
    FS_TRY(insertRun(db, part.id, run, extras));
    FS_TRY(writeTimeLedger(db, part.id, ledger));
    FS_TRY(m_state->giveBack(number));
    FS_TRY(writeProblems(db, part.id, ProblemSource::parser, problems));
    return part.id;
}

base::Result<std::int64_t> ImportSession::finishBill(
    const evidence::Bill& bill, const std::vector<base::Problem>& problems, std::vector<Replaced>& replaced, bool whole)
{
    Database& db = m_state->db;
    m_state->import.whole = whole;
    const std::int64_t id = m_state->import.id;
    FS_TRY(m_state->bill_writer.end());
    m_state->import.files = bill.files;
    FS_TRY(insertFiles(db, id, bill.files));
    FS_TRY(insertBill(db, id, bill));
    const std::size_t before = replaced.size();
    std::vector<UserWords> unused;
    FS_TRY(replaceSameContent(db, m_state->import, replaced, unused));
    FS_TRY(replaceDeliveries(db, m_state->import, replaced.size() > before, replaced));
    FS_TRY(writeProblems(db, id, ProblemSource::parser, problems));
    return id;
}

base::Result<std::int64_t> ImportSession::finishJobs(
    const evidence::JobList& list, const std::vector<base::Problem>& problems, std::vector<Replaced>& replaced)
{
    Database& db = m_state->db;
    m_state->import.files = list.files;
    FS_TRY(insertFiles(db, m_state->import.id, list.files));
    FS_TRY(insertJobList(db, m_state->import.id, list));
    std::vector<UserWords> unused;
    std::vector<std::int64_t> runs; // of which a job may be another now, or gone
    FS_TRY(db.each("SELECT DISTINCT run_id FROM run_part WHERE role = 'job'",
        [&](const Statement& row) { runs.push_back(row.integer(0)); }));
    const std::size_t before = replaced.size();
    FS_TRY(replaceSameContent(db, m_state->import, replaced, unused));
    if (replaced.size() > before)
        for (const std::int64_t run : runs)
            FS_TRY(refreshWithLeads(db, run, {}));
    FS_TRY(writeProblems(db, m_state->import.id, ProblemSource::parser, problems));
    return m_state->import.id;
}

base::Result<std::vector<ImportSession::EarlierState>> ImportSession::earlierStates(
    const evidence::SourceFile& file) const
{
    std::vector<EarlierState> states;
    FS_TRY(m_state->db.each(
        "SELECT import_id, bytes, sha256 FROM source_file"
        " WHERE path = ? AND format = ? AND sha256 <> ? AND import_id < ? AND position = 0 ORDER BY import_id",
        [&](const Statement& row) {
            const std::string sha256 = row.text(2);
            auto state = std::find_if(
                states.begin(), states.end(), [&](const EarlierState& one) { return one.sha256 == sha256; });
            if (state == states.end())
                state = states.insert(state, {sha256, row.integer(1), {}});
            state->imports.push_back(row.integer(0));
        },
        file.path, file.format, file.sha256, m_state->import.id));
    return states;
}

base::Result<bool> ImportSession::beganWith(const EarlierState& state) const
{
    if (state.imports.size() > m_state->parts.size())
        return false;
    for (std::size_t i = 0; i < state.imports.size(); ++i) {
        const State::Part& part = m_state->parts[i];
        FS_TRY_VALUE(began, beginsWith(m_state->db, part.id, part.series, state.imports[i]));
        if (!began)
            return false;
    }
    return true;
}

void ImportSession::takePlaceOf(std::vector<std::int64_t> imports)
{
    m_state->import.grown_from = std::move(imports);
}

base::Result<std::vector<std::string>> ImportSession::invoicesBeside() const
{
    return store::invoicesBeside(m_state->db, m_state->import.id);
}

base::Result<std::vector<OtherPart>> ImportSession::otherParts() const
{
    return store::otherParts(m_state->db, m_state->import);
}

base::Status ImportSession::storeProblems(const std::vector<base::Problem>& problems)
{
    return writeProblems(m_state->db, m_state->import.id, ProblemSource::parser, problems);
}

base::Status ImportSession::commit()
{
    return m_state->transaction.commit();
}

} // namespace fullscope::store
