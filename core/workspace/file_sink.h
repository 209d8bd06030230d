// SPDX-License-Identifier: GPL-3.0-or-later
// Takes what a parser finds in one file into an import session and into the ledgers.
#pragma once

#include "core/catalogue/catalogue.h"
#include "core/evidence/sink.h"
#include "core/ledger/money_ledger.h"
#include "core/store/workspace_file.h"

#include <deque>
#include <map>
#include <optional>
#include <string>

namespace fullscope::workspace {

class FileSink final : public evidence::Sink {
public:
    // All of them must outlive it. The catalogue is the workspace's.
    FileSink(store::ImportSession& session, std::string path, const catalogue::Catalogue& catalogue)
        : m_session(session)
        , m_path(std::move(path))
        , m_catalogue(catalogue)
    {
    }

    void problem(base::Problem problem) override
    {
        if (problem.what.file.empty())
            problem.what.file = m_path;
        m_runs.back().problems.add(std::move(problem));
    }
    int series(const evidence::SeriesInfo& info) override;
    void fact(evidence::Fact fact) override;
    void event(evidence::Event event) override;
    base::Status sample(const evidence::Sample& sample) override;
    base::Status nextRun() override;
    int device(const evidence::Device& device) override;
    base::Status reading(const evidence::Reading& reading) override;
    base::Status job(const evidence::Job& job) override;
    base::Status billRow(const evidence::BillRow& row) override;
    void billNotFinal() override { m_bill.final = false; }

    struct FoundRun {
        evidence::Run run;
        base::ProblemList problems;
    };

    // What was found; files, names and sums are the importer's business. One run unless the parser said that there are
    // more; the problems of a bill are those of the first.
    std::deque<FoundRun>& runs() { return m_runs; }
    evidence::Telemetry& telemetry() { return m_telemetry; } // its zone is a fact of the first run
    evidence::Bill& bill() { return m_bill; }
    evidence::JobList& jobs() { return m_jobs; }
    ledger::MoneyLedger takeMoneyLedger() { return m_money.take(); }
    // True when it was not the file that ended the import but the workspace (disk full) or an overflow of its sums.
    bool failed() const { return m_failed; }

private:
    base::Status noted(base::Status status);
    bool isAccelerator(const std::string& instance_type);

    store::ImportSession& m_session;
    std::string m_path;
    const catalogue::Catalogue& m_catalogue;
    std::deque<FoundRun> m_runs {1};
    evidence::Telemetry m_telemetry;
    evidence::Bill m_bill;
    evidence::JobList m_jobs;
    ledger::MoneyLedgerBuilder m_money;
    std::map<std::string, bool> m_accelerators; // instance types that were looked up
    bool m_failed = false;
};

} // namespace fullscope::workspace
