// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/bill_writer.h"
#include "core/store/bills.h"
#include "core/store/imports.h"
#include "core/store/replace.h"
#include "core/store/runs.h"
#include "core/store/samples.h"
#include "core/store/workspace_state.h"

namespace fullscope::store {

struct ImportSession::State {
    State(Database& database, Transaction begun, std::int64_t import_id, std::int64_t import_batch)
        : transaction(std::move(begun))
        , db(database)
        , import {import_id, import_batch, {}, true}
        , sample_writer(database, import_id)
        , bill_writer(database, import_id)
    {
    }

    base::Status storeFiles(const std::vector<evidence::SourceFile>& files)
    {
        import.files = files;
        return insertFiles(db, import.id, files);
    }

    Transaction transaction; // first: ends last
    Database& db;
    NewImport import;
    std::vector<evidence::SeriesInfo> series;
    SampleWriter sample_writer;
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

int ImportSession::series(const evidence::SeriesInfo& info)
{
    auto& series = m_state->series;
    for (std::size_t i = 0; i < series.size(); ++i)
        if (series[i].name == info.name)
            return static_cast<int>(i);
    series.push_back(info);
    return static_cast<int>(series.size()) - 1;
}

base::Status ImportSession::addSample(const evidence::Sample& sample)
{
    return m_state->sample_writer.add(sample);
}

base::Status ImportSession::endSamples()
{
    return m_state->sample_writer.end();
}

std::unique_ptr<evidence::SampleStore> ImportSession::samples() const
{
    return std::make_unique<StoredSamples>(m_state->db, m_state->import.id);
}

base::Status ImportSession::addBillRow(const evidence::BillRow& row, ledger::MoneyCategory category)
{
    return m_state->bill_writer.add(row, category);
}

base::Result<std::int64_t> ImportSession::finishRun(const evidence::Run& parsed, const ledger::TimeLedger& ledger,
    const std::vector<base::Problem>& problems, std::vector<Replaced>& replaced)
{
    Database& db = m_state->db;
    const std::int64_t id = m_state->import.id;
    evidence::Run run = parsed;
    run.series = m_state->series;
    FS_TRY(m_state->storeFiles(run.files));
    UserWords words;
    FS_TRY(replaceSameContent(db, m_state->import, replaced, words));

    const auto stored = samples();
    RunExtras extras {m_state->sample_writer.count(), m_state->sample_writer.firstTime(), {}};
    FS_TRY_VALUE(line, sparkline(*stored, run.seriesIndex(evidence::series::step_time), extras.sample_count));
    extras.sparkline = std::move(line);
    FS_TRY(insertRun(db, id, run, extras));
    FS_TRY(writeUserWords(db, id, words));
    if (words.facts.empty()) {
        FS_TRY(writeTimeLedger(db, id, ledger));
    } else {
        apply(words, run);
        FS_TRY_VALUE(again, ledger::timeLedger(run, *stored, base::JobContext()));
        FS_TRY(writeTimeLedger(db, id, again));
    }
    FS_TRY(writeProblems(db, id, ProblemSource::parser, problems));
    return id;
}

base::Result<std::int64_t> ImportSession::finishBill(
    const evidence::Bill& bill, const std::vector<base::Problem>& problems, std::vector<Replaced>& replaced, bool whole)
{
    Database& db = m_state->db;
    m_state->import.whole = whole;
    const std::int64_t id = m_state->import.id;
    FS_TRY(m_state->bill_writer.end());
    FS_TRY(m_state->storeFiles(bill.files));
    FS_TRY(insertBill(db, id, bill));
    const std::size_t before = replaced.size();
    UserWords unused;
    FS_TRY(replaceSameContent(db, m_state->import, replaced, unused));
    FS_TRY(replaceDeliveries(db, m_state->import, replaced.size() > before, replaced));
    FS_TRY(writeProblems(db, id, ProblemSource::parser, problems));
    return id;
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
