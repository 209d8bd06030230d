// SPDX-License-Identifier: GPL-3.0-or-later
// Takes what a parser finds in one file into an import session and into the ledgers.
#pragma once

#include "core/evidence/sink.h"
#include "core/ledger/money_ledger.h"
#include "core/store/workspace_file.h"

#include <map>
#include <optional>
#include <string>

namespace fullscope::workspace {

class FileSink final : public evidence::Sink {
public:
    explicit FileSink(store::ImportSession& session)
        : m_session(session)
    {
    }

    void problem(base::Problem problem) override { m_problems.add(std::move(problem)); }
    int series(const evidence::SeriesInfo& info) override;
    void fact(evidence::Fact fact) override;
    void event(evidence::Event event) override;
    base::Status sample(const evidence::Sample& sample) override;
    base::Status billRow(const evidence::BillRow& row) override;
    void billNotFinal() override { m_bill.final = false; }

    // What was found; files, names and sums are the importer's business.
    evidence::Run& run() { return m_run; }
    evidence::Bill& bill() { return m_bill; }
    ledger::MoneyLedger takeMoneyLedger() { return m_money.take(); }
    const std::vector<base::Problem>& problems() const { return m_problems.entries(); }
    // True when it was not the file that ended the import but the workspace (disk full) or an overflow of its sums.
    bool failed() const { return m_failed; }

private:
    base::Status noted(base::Status status);
    bool isAccelerator(const std::string& instance_type);

    store::ImportSession& m_session;
    evidence::Run m_run;
    evidence::Bill m_bill;
    ledger::MoneyLedgerBuilder m_money;
    base::ProblemList m_problems;
    std::map<std::string, bool> m_accelerators; // instance types that were looked up
    bool m_failed = false;
};

} // namespace fullscope::workspace
